//! Owns `...rest` beside a pattern: of `{ list: [first], ...rest }` the engine leaves `list` in the rest, because it keeps only the names of
//! properties that go into a variable. So each such property is read into a variable of its own first: `{ list:$rest_1,list: [first], ...rest }`.
//! What must hold: the rest is what the pattern does not name. It costs a second read, which a getter would notice. Deliberately absent:
//! names in brackets. Goes when Boa leaves out the names of nested patterns (0.22 `compile_declaration_pattern_impl`).

use super::edits::Edits;
use super::names;
use super::walk::Watcher;
use oxc_ast::AstKind;
use oxc_ast::ast::{AssignmentTarget, AssignmentTargetMaybeDefault, BindingPattern, PropertyKey};
use oxc_span::{GetSpan, Span};

/// Looks for them.
#[derive(Default)]
pub(super) struct Rests {
    /// Where the property starts, its name, and whether the pattern is assigned to what there is.
    found: Vec<(u32, Span, bool)>,
}

impl<'a> Watcher<'a> for Rests {
    fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]) {
        match (node, above.last()) {
            (AstKind::BindingProperty(property), Some(AstKind::ObjectPattern(pattern)))
                if pattern.rest.is_some() && !property.computed && is_pattern(&property.value) =>
            {
                self.add(&property.key, property.span, false);
            }
            (AstKind::AssignmentTargetPropertyProperty(property), Some(AstKind::ObjectAssignmentTarget(target)))
                if target.rest.is_some() && !property.computed && is_target(&property.binding) =>
            {
                self.add(&property.name, property.span, true);
            }
            _ => {}
        }
    }
}

fn is_pattern(pattern: &BindingPattern<'_>) -> bool {
    match pattern {
        BindingPattern::BindingIdentifier(_) => false,
        BindingPattern::ObjectPattern(_) | BindingPattern::ArrayPattern(_) => true,
        BindingPattern::AssignmentPattern(pattern) => is_pattern(&pattern.left),
    }
}

fn is_target(target: &AssignmentTargetMaybeDefault<'_>) -> bool {
    let nests = |target: &AssignmentTarget<'_>| {
        matches!(target, AssignmentTarget::ArrayAssignmentTarget(_) | AssignmentTarget::ObjectAssignmentTarget(_))
    };
    match target {
        AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(target) => nests(&target.binding),
        target => target.as_assignment_target().is_some_and(nests),
    }
}

impl Rests {
    fn add(&mut self, key: &PropertyKey<'_>, property: Span, assigned: bool) {
        self.found.push((property.start, key.span(), assigned));
    }

    /// Adds the edits.
    pub(super) fn lower(&self, text: &str, edits: &mut Edits) {
        if self.found.is_empty() {
            return;
        }
        let stem = names::unused("$rest", text);
        for (number, (at, key, assigned)) in self.found.iter().enumerate() {
            let key = text.get(key.start as usize..key.end as usize).unwrap_or_default();
            let target = if *assigned { String::from("[].x") } else { format!("{stem}_{number}") };
            edits.open(*at, format!("{key}:{target},"));
        }
    }
}
