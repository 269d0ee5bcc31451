//! Owns where default values are. The engine asks whether a value is `undefined`, which no pending value can see, and takes the
//! default; so each variable that had one is looked at as soon as it is bound. What must hold: the look comes before anything that
//! can be seen and could depend on which of the two was taken: where a default is more than plain data, before what the pattern
//! itself does next.
//!
//! Deliberately absent: telling a default that was taken from a value that was given, so a pending value written as a default cuts
//! when it is taken; and a look before a getter or an iterator that the same pattern meets between two defaults which both do
//! something.

use super::Site;
use super::names::Names;
use super::values::is_quiet;
use oxc_ast::AstKind;
use oxc_ast::ast::{
    ArrowFunctionBody, AssignmentTarget, AssignmentTargetMaybeDefault, AssignmentTargetProperty,
    AssignmentTargetWithDefault, BindingPattern, Expression, ForStatementLeft, MemberExpression, Statement,
};
use oxc_span::{GetSpan, Span};

/// A variable that has a default: its name and place.
pub(super) type Bound<'a> = (&'a str, u32);

/// Where variables are looked at after they were bound.
#[derive(Debug, Clone, Copy)]
pub(super) enum Where {
    /// In a declarator of its own after this one.
    Declarator(Span),
    /// At the start of a function's body or of the block of a `catch`.
    Start(u32),
    /// Before the expression an arrow function gives, or before a later part of the pattern.
    Before(Span),
    /// At the start of each round of a loop, around its body.
    Round(Span),
    /// After an assignment, whose value stays.
    Assignment(Span),
}

/// What is bound together.
struct Frame<'a> {
    place: Option<Where>,
    bound: Vec<Bound<'a>>,
    /// Those of them whose default does something that can be seen.
    loud: Vec<Bound<'a>>,
}

/// Looks for default values.
#[derive(Default)]
pub(super) struct Patterns<'a> {
    frames: Vec<Frame<'a>>,
}

impl<'a> Patterns<'a> {
    pub(super) fn enter(
        &mut self,
        node: &AstKind<'a>,
        above: &[AstKind<'a>],
        names: &Names<'a>,
        sites: &mut Vec<Site<'a>>,
    ) {
        match node {
            AstKind::VariableDeclarator(declarator) => {
                let place = match head_of(above) {
                    Some(body) => Where::Round(body.span()),
                    None => Where::Declarator(declarator.span),
                };
                self.push(Some(place));
                if let (BindingPattern::ObjectPattern(pattern), Some(init)) = (&declarator.id, &declarator.init)
                    && is_slow(&AstKind::ObjectPattern(pattern), names)
                {
                    sites.push(Site::Look(init));
                }
            }
            AstKind::FormalParameters(_) => self.push(above.last().and_then(start_of)),
            AstKind::CatchClause(clause) => self.push(Some(Where::Start(clause.body.span.start + 1))),
            AstKind::AssignmentExpression(assignment) if is_pattern(&assignment.left) => {
                self.push(Some(Where::Assignment(assignment.span)));
                if let AssignmentTarget::ObjectAssignmentTarget(target) = &assignment.left
                    && is_slow(&AstKind::ObjectAssignmentTarget(target), names)
                {
                    sites.push(Site::Look(&assignment.right));
                }
            }
            AstKind::ForOfStatement(head) if is_assigned(&head.left) => {
                self.push(Some(Where::Round(head.body.span())));
            }
            AstKind::ForInStatement(head) if is_assigned(&head.left) => {
                self.push(Some(Where::Round(head.body.span())));
            }
            AstKind::FormalParameter(parameter) => {
                if let Some(init) = &parameter.initializer {
                    self.default_of(name_of(&parameter.pattern), init, names, sites);
                }
            }
            AstKind::AssignmentPattern(pattern) => {
                self.default_of(name_of(&pattern.left), &pattern.right, names, sites)
            }
            AstKind::AssignmentTargetPropertyIdentifier(property) => {
                if let Some(init) = &property.init {
                    self.default_of(
                        Some((property.binding.name.as_str(), property.binding.span.start)),
                        init,
                        names,
                        sites,
                    );
                }
            }
            AstKind::AssignmentTargetWithDefault(target) => self.target(target, names, sites),
            AstKind::BindingProperty(property) if property.computed => {
                self.key(property.key.as_expression(), names, sites)
            }
            AstKind::AssignmentTargetPropertyProperty(property) if property.computed => {
                self.key(property.name.as_expression(), names, sites);
            }
            AstKind::ObjectPattern(pattern) if is_slow(node, names) && !is_whole(node, above) => {
                sites.push(Site::Touch {
                    at: pattern.span.start + 1,
                    more: !pattern.properties.is_empty(),
                    assigned: false,
                });
            }
            AstKind::ObjectAssignmentTarget(target) if is_slow(node, names) && !is_whole(node, above) => {
                let more = !target.properties.is_empty() || target.rest.is_some();
                sites.push(Site::Touch { at: target.span.start + 1, more, assigned: true });
            }
            _ => {}
        }
    }

    pub(super) fn leave(&mut self, node: &AstKind<'a>, sites: &mut Vec<Site<'a>>) {
        let ends = match node {
            AstKind::VariableDeclarator(_) | AstKind::FormalParameters(_) | AstKind::CatchClause(_) => true,
            AstKind::AssignmentExpression(assignment) => is_pattern(&assignment.left),
            AstKind::ForOfStatement(head) => is_assigned(&head.left),
            AstKind::ForInStatement(head) => is_assigned(&head.left),
            _ => false,
        };
        if ends
            && let Some(Frame { place: Some(place), bound, .. }) = self.frames.pop()
            && !bound.is_empty()
        {
            sites.push(Site::Bound(place, bound));
        }
    }

    fn push(&mut self, place: Option<Where>) {
        self.frames.push(Frame { place, bound: Vec::new(), loud: Vec::new() });
    }

    fn default_of(
        &mut self,
        bound: Option<Bound<'a>>,
        init: &'a Expression<'a>,
        names: &Names<'a>,
        sites: &mut Vec<Site<'a>>,
    ) {
        let quiet = is_quiet(init, names);
        let Some(frame) = self.frames.last_mut() else { return };
        if !quiet && !frame.loud.is_empty() {
            sites.push(Site::Bound(Where::Before(init.span()), frame.loud.clone()));
        }
        if let Some(bound) = bound {
            frame.bound.push(bound);
            if !quiet {
                frame.loud.push(bound);
            }
        }
    }

    fn target(&mut self, target: &'a AssignmentTargetWithDefault<'a>, names: &Names<'a>, sites: &mut Vec<Site<'a>>) {
        let bound = match &target.binding {
            AssignmentTarget::AssignmentTargetIdentifier(id) => Some((id.name.as_str(), id.span.start)),
            binding => {
                if let Some(member) = binding.as_member_expression() {
                    sites.push(Site::Member(member));
                }
                None
            }
        };
        self.default_of(bound, &target.init, names, sites);
    }

    fn key(&mut self, key: Option<&'a Expression<'a>>, names: &Names<'a>, sites: &mut Vec<Site<'a>>) {
        let (Some(key), Some(frame)) = (key, self.frames.last()) else { return };
        if !frame.loud.is_empty() && !is_quiet(key, names) {
            sites.push(Site::Bound(Where::Before(key.span()), frame.loud.clone()));
        }
    }
}

fn name_of<'a>(pattern: &'a BindingPattern<'a>) -> Option<Bound<'a>> {
    match pattern {
        BindingPattern::BindingIdentifier(id) => Some((id.name.as_str(), id.span.start)),
        _ => None,
    }
}

fn is_pattern(target: &AssignmentTarget<'_>) -> bool {
    matches!(target, AssignmentTarget::ArrayAssignmentTarget(_) | AssignmentTarget::ObjectAssignmentTarget(_))
}

fn is_assigned(left: &ForStatementLeft<'_>) -> bool {
    !matches!(left, ForStatementLeft::VariableDeclaration(_))
}

/// The body of the loop in whose head a declarator stands, if it is bound anew in each round.
fn head_of<'a>(above: &[AstKind<'a>]) -> Option<&'a Statement<'a>> {
    let declaration = above.last()?.span();
    match above.iter().rev().nth(1)? {
        AstKind::ForOfStatement(head) if head.left.span() == declaration => Some(&head.body),
        AstKind::ForInStatement(head) if head.left.span() == declaration => Some(&head.body),
        _ => None,
    }
}

/// Where the body of a function starts.
fn start_of(function: &AstKind<'_>) -> Option<Where> {
    let body = match function {
        AstKind::Function(function) => function.body.as_deref()?,
        AstKind::ArrowFunctionExpression(arrow) => match &arrow.body {
            ArrowFunctionBody::FunctionBody(body) => body,
            expression => return Some(Where::Before(expression.span())),
        },
        _ => return None,
    };
    Some(Where::Start(body.directives.last().map_or(body.span.start + 1, |directive| directive.span.end)))
}

/// An object pattern that does something before it reads a property, or reads none.
fn is_slow(pattern: &AstKind<'_>, names: &Names<'_>) -> bool {
    match pattern {
        AstKind::ObjectPattern(pattern) => match pattern.properties.first() {
            Some(first) => first.computed && first.key.as_expression().is_some_and(|key| !is_quiet(key, names)),
            None => pattern.rest.is_none(),
        },
        AstKind::ObjectAssignmentTarget(target) => match target.properties.first() {
            Some(AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(_)) => false,
            Some(AssignmentTargetProperty::AssignmentTargetPropertyProperty(first)) => {
                let key = first.computed && first.name.as_expression().is_some_and(|key| !is_quiet(key, names));
                key || first.binding.identifier().is_none() && is_loud_target(&first.binding, names)
            }
            None => target.rest.as_ref().is_none_or(|rest| is_loud_member(rest.target.as_member_expression(), names)),
        },
        _ => false,
    }
}

fn is_loud_target(target: &AssignmentTargetMaybeDefault<'_>, names: &Names<'_>) -> bool {
    match target {
        AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(target) => {
            is_loud_member(target.binding.as_member_expression(), names)
        }
        target => is_loud_member(target.as_member_expression(), names),
    }
}

/// A member that is assigned to, and what it is a member of, or its key, does something.
fn is_loud_member(member: Option<&MemberExpression<'_>>, names: &Names<'_>) -> bool {
    match member {
        None => false,
        Some(MemberExpression::ComputedMemberExpression(member)) => {
            !is_quiet(&member.object, names) || !is_quiet(&member.expression, names)
        }
        Some(member) => !is_quiet(member.object(), names),
    }
}

/// Whether a pattern is all of what a declaration with a value or an assignment binds: then the value can be looked at.
fn is_whole(pattern: &AstKind<'_>, above: &[AstKind<'_>]) -> bool {
    match above.last() {
        Some(AstKind::VariableDeclarator(declarator)) => declarator.init.is_some(),
        Some(AstKind::AssignmentExpression(assignment)) => assignment.left.span() == pattern.span(),
        _ => false,
    }
}
