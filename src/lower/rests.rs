//! Owns `...rest` beside a pattern: of `{ list: [first], ...rest }` the engine leaves `list` in the rest, because it keeps only the names of
//! properties that go into a variable. So each such property is read into a variable of its own, which is the default of a property that is not
//! there: `{ list: $rest_0,"$rest_0":[first]=$rest_0, ...rest }`. What must hold: the rest is what the pattern does not name, and every property is read
//! once, in order; only a proxy is asked for one more. Goes when Boa leaves out the names of nested patterns (0.22
//! `compile_declaration_pattern_impl`).

use super::edits::Edits;
use super::names;
use super::walk::Watcher;
use oxc_ast::AstKind;
use oxc_ast::ast::{AssignmentTarget, AssignmentTargetMaybeDefault, BindingPattern};
use oxc_span::{GetSpan, Span};

/// Looks for them.
#[derive(Default)]
pub(super) struct Rests {
    found: Vec<Nested>,
}

struct Nested {
    pattern: Span,
    default: Option<Span>,
    /// It assigns to what there is.
    assigned: bool,
}

impl<'a> Watcher<'a> for Rests {
    fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]) {
        let (found, assigned) = match (node, above.last()) {
            (AstKind::BindingProperty(property), Some(AstKind::ObjectPattern(pattern))) if pattern.rest.is_some() => {
                (nested_binding(&property.value), false)
            }
            (AstKind::AssignmentTargetPropertyProperty(property), Some(AstKind::ObjectAssignmentTarget(target)))
                if target.rest.is_some() =>
            {
                (nested_target(&property.binding), true)
            }
            _ => return,
        };
        self.found.extend(found.map(|(pattern, default)| Nested { pattern, default, assigned }));
    }
}

/// A pattern and its default.
fn nested_binding(value: &BindingPattern<'_>) -> Option<(Span, Option<Span>)> {
    match value {
        BindingPattern::BindingIdentifier(_) => None,
        BindingPattern::ObjectPattern(_) | BindingPattern::ArrayPattern(_) => Some((value.span(), None)),
        BindingPattern::AssignmentPattern(with) => match &with.left {
            BindingPattern::BindingIdentifier(_) => None,
            pattern => Some((pattern.span(), Some(with.right.span()))),
        },
    }
}

fn nested_target(target: &AssignmentTargetMaybeDefault<'_>) -> Option<(Span, Option<Span>)> {
    let nests = |target: &AssignmentTarget<'_>| {
        matches!(target, AssignmentTarget::ArrayAssignmentTarget(_) | AssignmentTarget::ObjectAssignmentTarget(_))
    };
    match target {
        AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(with) => {
            nests(&with.binding).then(|| (with.binding.span(), Some(with.init.span())))
        }
        target => target.as_assignment_target().filter(|target| nests(target)).map(|target| (target.span(), None)),
    }
}

impl Rests {
    /// The variable of the wrapper that is assigned to, if one is needed.
    pub(super) fn variable(&self, text: &str) -> Option<String> {
        self.found.iter().any(|nested| nested.assigned).then(|| names::unused("$rest", text))
    }

    /// Adds the edits.
    pub(super) fn lower(&self, text: &str, edits: &mut Edits) {
        if self.found.is_empty() {
            return;
        }
        let stem = names::unused("$rest", text);
        for (number, nested) in self.found.iter().enumerate() {
            let name = if nested.assigned { stem.clone() } else { format!("{stem}_{number}") };
            edits.before(nested.pattern, format!("{name},\"{stem}_{number}\":"), None);
            match nested.default {
                Some(default) => edits.wrap(default, format!("({name}!==void 0?{name}:"), ")"),
                None => edits.after(nested.pattern, format!("={name}")),
            }
        }
    }
}
