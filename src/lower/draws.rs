//! Owns patterns `[a, b]` in a `try` inside a loop over something. When the iterator behind such a pattern throws, the engine closes the loop's
//! iterator in its place, and the loop, which goes on after the `catch`, ends the instance. So what is taken apart there is drawn first:
//! `const [a, , [b]] = v` becomes `const [a, , [b]] = $draw(v,"--(-)")`, which gives arrays and texts as they are, and of anything else a new array of what
//! the pattern asks for. What must hold: the iterator is asked as often as the pattern would, and closed as it would be; only defaults come after
//! all of it. Deliberately absent: patterns in the head of a loop, in a parameter of `catch`, and behind a name or a default, whose values stand nowhere
//! in the text. Goes when Boa forgets the iterators of patterns that threw (0.22 `compile_declaration_pattern_impl`, `IteratorNext`).

use super::Helper;
use super::edits::Edits;
use super::names;
use super::walk::Watcher;
use oxc_ast::AstKind;
use oxc_ast::ast::{AssignmentTarget, AssignmentTargetMaybeDefault, BindingPattern, Expression};
use oxc_span::{GetSpan, Span};

/// Patterns nested deeper are not looked into.
const DEEPEST: usize = 8;

/// What a call around a value costs, in the unit of `depth.rs`.
pub(super) const COST: u32 = 70;

/// Looks for them.
#[derive(Default)]
pub(super) struct Draws {
    /// What is taken apart, and the plan: a sign for each element, `*` for a rest, brackets around a pattern in the pattern.
    found: Vec<(Span, String)>,
}

impl<'a> Watcher<'a> for Draws {
    fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]) {
        let (plan, value) = match node {
            AstKind::VariableDeclarator(declarator) => {
                let Some(init) = &declarator.init else { return };
                (binding_plan(&declarator.id, 0), init)
            }
            AstKind::AssignmentExpression(assignment) => (target_plan(&assignment.left, 0), &assignment.right),
            _ => return,
        };
        if let Some(plan) = plan
            && may_throw(value, &plan)
            && goes_on(above)
        {
            self.found.push((value.span(), plan));
        }
    }
}

/// Whether what is thrown here may be caught inside of a loop of the same function.
pub(super) fn goes_on(above: &[AstKind<'_>]) -> bool {
    let mut caught = false;
    for node in above.iter().rev() {
        match node {
            AstKind::TryStatement(_) => caught = true,
            AstKind::ForOfStatement(_) | AstKind::ForInStatement(_) if caught => return true,
            AstKind::Function(_) | AstKind::ArrowFunctionExpression(_) | AstKind::StaticBlock(_) => return false,
            _ => {}
        }
    }
    false
}

/// A literal without a spread is an array, whatever the code does.
fn may_throw(value: &Expression<'_>, plan: &str) -> bool {
    plan.contains('(') || !matches!(value, Expression::ArrayExpression(_))
}

fn binding_plan(pattern: &BindingPattern<'_>, depth: usize) -> Option<String> {
    let BindingPattern::ArrayPattern(pattern) = pattern else { return None };
    let mut plan = String::new();
    for element in &pattern.elements {
        let inner = match element {
            Some(BindingPattern::AssignmentPattern(with)) => Some(&with.left),
            element => element.as_ref(),
        };
        push(&mut plan, inner.filter(|_| depth < DEEPEST).and_then(|inner| binding_plan(inner, depth + 1)));
    }
    if pattern.rest.is_some() {
        plan.push('*');
    }
    Some(plan)
}

fn target_plan(target: &AssignmentTarget<'_>, depth: usize) -> Option<String> {
    let AssignmentTarget::ArrayAssignmentTarget(pattern) = target else { return None };
    let mut plan = String::new();
    for element in &pattern.elements {
        let inner = match element {
            Some(AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(with)) => Some(&with.binding),
            Some(element) => element.as_assignment_target(),
            None => None,
        };
        push(&mut plan, inner.filter(|_| depth < DEEPEST).and_then(|inner| target_plan(inner, depth + 1)));
    }
    if pattern.rest.is_some() {
        plan.push('*');
    }
    Some(plan)
}

fn push(plan: &mut String, inner: Option<String>) {
    match inner {
        Some(inner) => {
            plan.push('(');
            plan.push_str(&inner);
            plan.push(')');
        }
        None => plan.push('-'),
    }
}

impl Draws {
    /// Adds the edits; gives the helper they call and its name.
    pub(super) fn lower(&self, text: &str, edits: &mut Edits) -> Option<(Helper, String)> {
        if self.found.is_empty() {
            return None;
        }
        let draw = names::unused("$draw", text);
        for (span, plan) in &self.found {
            edits.before(*span, format!("{draw}("), Some(span.start));
            edits.after(*span, format!(",\"{plan}\")"));
        }
        Some((Helper::Draw, draw))
    }
}
