//! Owns what is given to a `length`. Where one place in the code sets the length of arrays a second time, the engine only stores the
//! number, and what was to go stays in the array (0.22: the inline cache of `SetPropertyByName` knows nothing of arrays). With the name as
//! a computed key it asks the array. So `a.length = 0` becomes `a["length"] = 0`, also in `--`, patterns and heads of loops.
//! What must hold: every place keeps its position. Deliberately absent: what probes put something else in the place of.
//! Goes when Boa leaves the lengths of arrays out of its caches.

use super::edits::Edits;
use super::trivia;
use super::walk::Watcher;
use oxc_ast::AstKind;
use oxc_ast::ast::StaticMemberExpression;
use oxc_span::{GetSpan, Span};

/// Looks for them.
#[derive(Default)]
pub(super) struct Lengths {
    found: Vec<Length>,
}

struct Length {
    /// Where the dot is.
    between: (u32, u32),
    name: Span,
    /// Probes ask something of it first and write it in their own way (`probes/assign.rs`).
    asked: bool,
}

impl<'a> Watcher<'a> for Lengths {
    fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]) {
        let AstKind::StaticMemberExpression(member) = node else { return };
        if member.property.name == "length"
            && let Some(asked) = above.last().and_then(|around| target(member, around))
        {
            let name = member.property.span;
            self.found.push(Length { between: (member.object.span().end, name.start), name, asked });
        }
    }
}

/// Whether a member is given something by the node around it, and whether it is asked something first.
fn target(member: &StaticMemberExpression<'_>, around: &AstKind<'_>) -> Option<bool> {
    match around {
        AstKind::AssignmentExpression(assignment) => {
            (assignment.left.span() == member.span).then(|| assignment.operator.is_logical())
        }
        AstKind::AssignmentTargetWithDefault(target) => (target.binding.span() == member.span).then_some(true),
        AstKind::AssignmentTargetPropertyProperty(property) => {
            (property.binding.span() == member.span).then_some(false)
        }
        AstKind::ForOfStatement(head) => (head.left.span() == member.span).then_some(false),
        AstKind::ForInStatement(head) => (head.left.span() == member.span).then_some(false),
        AstKind::UpdateExpression(_) | AstKind::ArrayAssignmentTarget(_) | AstKind::AssignmentTargetRest(_) => {
            Some(false)
        }
        _ => None,
    }
}

impl Lengths {
    pub(super) fn lower(&self, text: &str, probed: bool, edits: &mut Edits) {
        for length in self.found.iter().filter(|length| !(probed && length.asked)) {
            let (from, to) = length.between;
            if let Some(dot) = trivia::find(text, from, to, |byte| byte == b'.') {
                edits.replace(Span::new(dot, dot + 1), "[");
                edits.wrap(length.name, "\"", "\"]");
            }
        }
    }
}
