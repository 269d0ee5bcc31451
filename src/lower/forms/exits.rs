//! Owns `break` with a label out of several loops. The engine leaves the iterators of the loops between open, and the next loop that ends takes one
//! of them for its own. `continue` closes them, so what the label is on becomes a loop that runs once, and the jump a `continue`:
//! `$out_0:do{one: for (…) for (…) continue $out_0;}while(false);`. What must hold: a `break` or `continue` without a label that leaves
//! such a block still goes where it went, with a label if need be. Goes when Boa closes what a `break` crosses (0.22 `break_jump_record_actions`).

use crate::lower::edits::Edits;
use crate::lower::names;
use crate::lower::walk::Watcher;
use oxc_ast::AstKind;
use oxc_ast::ast::{LabeledStatement, Statement};
use oxc_span::{GetSpan, Span};
use std::collections::BTreeMap;

#[derive(Default)]
pub(super) struct Exits {
    /// What becomes a loop: the statement with all its labels, and the places of the jumps to its end: the statement and its label.
    once: BTreeMap<(u32, u32), Vec<(Span, Span)>>,
    /// Jumps without a label out of something labelled.
    plain: Vec<Plain>,
}

struct Plain {
    /// The word.
    word: Span,
    /// Where what it leaves or goes on with starts, and the label that has already.
    target: u32,
    label: Option<String>,
    /// The labelled statements it goes out of.
    leaves: Vec<(u32, u32)>,
}

impl<'a> Watcher<'a> for Exits {
    fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]) {
        match node {
            AstKind::BreakStatement(jump) => match &jump.label {
                Some(label) => self.labelled(jump.span, label.span, label.name.as_str(), above),
                None => self.plain(Span::new(jump.span.start, jump.span.start + 5), true, above),
            },
            AstKind::ContinueStatement(jump) if jump.label.is_none() => {
                self.plain(Span::new(jump.span.start, jump.span.start + 8), false, above);
            }
            _ => {}
        }
    }
}

fn key(span: Span) -> (u32, u32) {
    (span.start, span.end)
}

/// The outermost of the labels that stand before the labelled statement at this index.
fn whole(above: &[AstKind<'_>], index: usize) -> Span {
    let before = above.get(..=index).unwrap_or_default().iter().rev();
    let labels = before.map_while(|node| match node {
        AstKind::LabeledStatement(labelled) => Some(labelled.span),
        _ => None,
    });
    labels.last().unwrap_or_default()
}

fn loops_over(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::ForOfStatement(_) | Statement::ForInStatement(_) => true,
        Statement::LabeledStatement(inner) => loops_over(&inner.body),
        _ => false,
    }
}

impl Exits {
    fn labelled(&mut self, jump: Span, label: Span, name: &str, above: &[AstKind<'_>]) {
        let mut iterators = 0;
        for (index, node) in above.iter().enumerate().rev() {
            match node {
                AstKind::ForOfStatement(_) | AstKind::ForInStatement(_) => iterators += 1,
                AstKind::LabeledStatement(labelled) if labelled.label.name == name => {
                    if iterators > usize::from(loops_over(&labelled.body)) {
                        self.once.entry(key(whole(above, index))).or_default().push((jump, label));
                    }
                    return;
                }
                AstKind::Function(_) | AstKind::ArrowFunctionExpression(_) => return,
                _ => {}
            }
        }
    }

    fn plain(&mut self, word: Span, breaks: bool, above: &[AstKind<'_>]) {
        let mut leaves = Vec::new();
        for (index, node) in above.iter().enumerate().rev() {
            match node {
                AstKind::LabeledStatement(_) => leaves.push(key(whole(above, index))),
                AstKind::SwitchStatement(_) if !breaks => {}
                AstKind::ForStatement(_)
                | AstKind::ForOfStatement(_)
                | AstKind::ForInStatement(_)
                | AstKind::WhileStatement(_)
                | AstKind::DoWhileStatement(_)
                | AstKind::SwitchStatement(_) => {
                    if !leaves.is_empty() {
                        let label = match index.checked_sub(1).and_then(|index| above.get(index)) {
                            Some(AstKind::LabeledStatement(labelled)) => Some(name_of(labelled)),
                            _ => None,
                        };
                        self.plain.push(Plain { word, target: node.span().start, label, leaves });
                    }
                    return;
                }
                _ => {}
            }
        }
    }

    /// Adds the edits; whether there are any.
    pub(super) fn lower(&self, text: &str, edits: &mut Edits) -> bool {
        if self.once.is_empty() {
            return false;
        }
        let stem = names::unused("$out", text);
        for (number, ((start, end), jumps)) in self.once.iter().enumerate() {
            let name = format!("{stem}_{number}");
            edits.wrap(Span::new(*start, *end), format!("{name}:do{{"), "}while(false);");
            for (jump, label) in jumps {
                edits.replace(Span::new(jump.start, jump.start + 5), "continue");
                edits.replace(*label, name.clone());
            }
        }
        let mut labels: BTreeMap<u32, String> = BTreeMap::new();
        for plain in &self.plain {
            if !plain.leaves.iter().any(|span| self.once.contains_key(span)) {
                continue;
            }
            let label = plain.label.clone().unwrap_or_else(|| {
                let number = labels.len();
                let made = labels.entry(plain.target).or_insert_with(|| format!("{stem}_to_{number}"));
                made.clone()
            });
            edits.after(plain.word, format!(" {label}"));
        }
        for (target, label) in labels {
            edits.open(target, format!("{label}:"));
        }
        true
    }
}

fn name_of(labelled: &LabeledStatement<'_>) -> String {
    labelled.label.name.as_str().to_owned()
}
