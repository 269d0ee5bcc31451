//! Owns which name was probably meant. What must hold: the same name for the same candidates in any order; none where nothing
//! is close. Deliberately absent: where the candidates come from.

/// The candidate nearest to a name that was written wrong.
pub(super) fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted: Vec<char> = name.chars().flat_map(char::to_lowercase).collect();
    let most = match wanted.len() {
        0 | 1 => return None,
        2..=5 => 1,
        6..=8 => 2,
        _ => 3,
    };
    let near = candidates.into_iter().filter(|candidate| *candidate != name).filter_map(|candidate| {
        let letters: Vec<char> = candidate.chars().flat_map(char::to_lowercase).collect();
        let steps = if letters.len().abs_diff(wanted.len()) > most { most + 1 } else { steps(&wanted, &letters) };
        // A short name is near to everything: half of it must be right.
        (steps <= most && 2 * steps < wanted.len().max(letters.len())).then_some((steps, candidate))
    });
    near.min().map(|(_, candidate)| candidate)
}

/// How many letters have to be changed, added, dropped or swapped with their neighbour.
fn steps(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (row, x) in a.iter().enumerate() {
        let mut line = vec![row + 1];
        for (column, y) in b.iter().enumerate() {
            let at = |line: &[usize], index: usize| line.get(index).copied().unwrap_or(usize::MAX - 1);
            let mut best =
                (at(&last, column + 1) + 1).min(at(&line, column) + 1).min(at(&last, column) + usize::from(x != y));
            let swapped = row > 0 && column > 0 && a.get(row - 1) == Some(y) && b.get(column - 1) == Some(x);
            if swapped {
                best = best.min(at(&before, column - 1) + 1);
            }
            line.push(best);
        }
        before = std::mem::replace(&mut last, line);
    }
    last.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_near_and_another_word_is_not() {
        for (written, meant) in [
            ("pusj", Some("push")),
            ("psuh", Some("push")),
            ("lenght", Some("length")),
            ("usrs", Some("users")),
            ("toUppercase", Some("toUpperCase")),
            ("foreach", Some("forEach")),
            ("inclues", Some("includes")),
            ("x", None),
            ("id", None),
            ("total", None),
            ("fetch", None),
        ] {
            let candidates = ["push", "pop", "length", "users", "toUpperCase", "forEach", "includes", "at", "is"];
            assert_eq!(nearest(written, candidates), meant, "{written}");
            assert_eq!(nearest(written, candidates.into_iter().rev()), meant, "{written}");
        }
        assert_eq!(nearest("push", ["push"]), None);
    }
}
