//! Owns finding an instruction's sites. What must hold: a function is found by its marks, since most belong to one function
//! alone; marks that the list has and the code has not (they cover no instruction) do no harm.

use super::{Function, Stretch};
use std::cmp::Ordering;
use std::collections::HashMap;

/// Where a position begins in a function's code, and its offset in the source.
type Mark = (u32, Option<u32>);

/// The wanted site at `pc` of the code that has these marks.
pub(super) fn find(
    functions: &[Function],
    owners: &HashMap<u32, usize>,
    marks: &[Mark],
    pc: u32,
    wanted: impl Fn(usize) -> bool,
) -> Option<usize> {
    let marks = covering(marks);
    let Some(owner) = owner(owners, &marks) else { return find_unmarked(functions, pc, wanted) };
    let function = functions.get(owner)?;
    let here = marks.iter().rposition(|&(start, _)| start <= pc)?;
    let (start, place) = *marks.get(here)?;
    // The engine has marks at places the list has none at: the start of some bodies.
    let unknown = place.is_some_and(|place| owners.get(&place) != Some(&owner));
    let window = window(&function.stretches, &marks, here)?;
    let fitting = window.iter().filter(|stretch| stretch.at == place || unknown);
    // A function's last instructions are followed by what ends it, which is not in the list.
    let length = marks.get(here + 1).filter(|(_, after)| after.is_some()).map(|(end, _)| end - start);
    let off = |stretch: &Stretch, size: u32| {
        // What was guessed wrong of the sizes is taken to be spread evenly.
        let scaled = match length {
            Some(length) if stretch.size > 0 => u64::from(size) * u64::from(length) / u64::from(stretch.size),
            _ => u64::from(size),
        };
        scaled.abs_diff(u64::from(pc + 1 - start))
    };
    let sites = fitting.flat_map(|stretch| stretch.sites.iter().map(|&(size, site)| (off(stretch, size), site)));
    sites.filter(|(_, site)| wanted(*site)).min_by_key(|(off, _)| *off).map(|(_, site)| site)
}

/// The wanted site in code without any mark, as the first value of a field is, where only one such code has one.
fn find_unmarked(functions: &[Function], pc: u32, wanted: impl Fn(usize) -> bool) -> Option<usize> {
    let unmarked = functions.iter().filter(|function| function.stretches.iter().all(|stretch| stretch.at.is_none()));
    let sites = |function: &Function| {
        let sites = function.stretches.iter().flat_map(|stretch| &stretch.sites).filter(|(_, site)| wanted(*site));
        sites.min_by_key(|(size, _)| size.abs_diff(pc + 1)).map(|&(_, site)| site)
    };
    let mut found = unmarked.filter_map(sites);
    found.next().filter(|_| found.next().is_none())
}

/// The marks that cover instructions; those before the first have none.
fn covering(marks: &[Mark]) -> Vec<Mark> {
    let mut covering = vec![(0, None)];
    for &(start, place) in marks {
        if covering.last().is_some_and(|&(last, _)| last == start) {
            covering.pop();
        }
        if covering.last().is_none_or(|&(_, last)| last != place) {
            covering.push((start, place));
        }
    }
    covering
}

/// Which function a position belongs to, where it belongs to one alone.
pub(super) fn owners(functions: &[Function]) -> HashMap<u32, usize> {
    let mut owners = HashMap::new();
    for (index, function) in functions.iter().enumerate() {
        owners.extend(function.stretches.iter().filter_map(|stretch| Some((stretch.at?, index))));
    }
    owners
}

/// The function most of these marks belong to.
fn owner(owners: &HashMap<u32, usize>, marks: &[Mark]) -> Option<usize> {
    let mut votes: HashMap<usize, u32> = HashMap::new();
    for function in marks.iter().filter_map(|(_, place)| owners.get(&(*place)?)) {
        *votes.entry(*function).or_default() += 1;
    }
    votes
        .into_iter()
        .max_by_key(|&(function, votes)| (votes, std::cmp::Reverse(function)))
        .map(|(function, _)| function)
}

/// The stretches between those of the mark before and of the mark after.
fn window<'f>(stretches: &'f [Stretch], marks: &[Mark], here: usize) -> Option<&'f [Stretch]> {
    let (mut next, mut from) = (0, 0);
    for (index, (_, place)) in marks.iter().enumerate() {
        let found = stretches.iter().skip(next).position(|stretch| stretch.at == *place).map(|found| next + found);
        match (found, index.cmp(&here)) {
            (Some(found), Ordering::Greater) => return stretches.get(from..found),
            (Some(found), Ordering::Equal) => (from, next) = (found, found + 1),
            (Some(found), Ordering::Less) => (from, next) = (found + 1, found + 1),
            (None, _) => {}
        }
    }
    stretches.get(from..)
}
