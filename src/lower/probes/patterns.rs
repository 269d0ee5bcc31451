//! Owns where default values are. The engine asks whether a value is `undefined`, which no pending value can see, and takes the
//! default; so each variable that had one is looked at as soon as it is bound. What must hold: the look comes before anything that
//! can be seen and could depend on which of the two was taken: where a default is more than plain data, before what the pattern
//! itself does next.
//!
//! A default of a generator's parameter is taken when the generator is made, long before its body runs, so the look is one more parameter:
//! `function* g(a = f())` becomes `function* g(a = f(),...{[($look(a),"length")]:$own_1})`. A pattern that reads a property after such a
//! default reads it under a computed key: `{ a = f(), b }` becomes `{ a = f(), [($look(a),"b")]:b }`.
//!
//! Deliberately absent: telling a default that was taken from a value that was given, so a pending value written as a default cuts
//! when it is taken; and a look between a default that does something and what the same pattern does without a place for one: a
//! rest of an object with getters, a property with a default of its own in a pattern that is assigned to or is an arrow function's, the next step of an iterator of the guest's, and a generator that has a rest parameter.

use super::Site;
use super::names::Names;
use super::values::is_quiet;
use oxc_ast::AstKind;
use oxc_ast::ast::{
    ArrowFunctionBody, AssignmentTarget, AssignmentTargetMaybeDefault, AssignmentTargetProperty,
    AssignmentTargetWithDefault, BindingPattern, Expression, ForStatementLeft, MemberExpression, PropertyKey,
    Statement,
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
    /// After the last parameter of a generator: where that ends, and the list.
    Parameters(u32, Span),
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
    /// Those of them whose default does something that can be seen, until they were looked at.
    loud: Vec<Bound<'a>>,
    /// Read as an expression first, in which the engine takes nothing but a variable behind a computed key.
    covered: bool,
    /// The parameters of a generator: where the last ends, and the list.
    parameters: Option<(u32, Span)>,
    /// Those of `bound` that are looked at as soon as a generator is made.
    early: Vec<Bound<'a>>,
}

/// A property that a pattern reads after a default that does something.
pub(super) struct Late<'a> {
    pub(super) property: Span,
    /// Where the key is written, unless it is the variable.
    pub(super) key: Option<Span>,
    pub(super) name: &'a str,
    pub(super) bound: Vec<Bound<'a>>,
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
            AstKind::FormalParameters(list) => {
                self.push(above.last().and_then(start_of));
                let generates = matches!(above.last(), Some(AstKind::Function(function)) if function.generator);
                if let (Some(AstKind::ArrowFunctionExpression(_)), Some(frame)) = (above.last(), self.frames.last_mut())
                {
                    frame.covered = true;
                }
                let end = list.items.last().map(|last| {
                    last.initializer.as_ref().map_or(last.span.end, |init| init.span().end.max(last.span.end))
                });
                if let (true, None, Some(end), Some(frame)) = (generates, &list.rest, end, self.frames.last_mut()) {
                    frame.parameters = Some((end, list.span));
                }
            }
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
                if property.init.is_none() {
                    self.late_named(property.span, None, property.binding.name.as_str(), sites);
                }
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
            AstKind::BindingProperty(property) if property.computed => self.key(property.key.as_expression(), sites),
            AstKind::AssignmentTargetPropertyProperty(property) if property.computed => {
                self.key(property.name.as_expression(), sites);
            }
            AstKind::BindingProperty(property)
                if !self.frames.last().is_some_and(|frame| frame.covered)
                    || matches!(property.value, BindingPattern::BindingIdentifier(_)) =>
            {
                let key = (!property.shorthand).then(|| property.key.span());
                self.late(property.span, key, &property.key, sites);
            }
            AstKind::AssignmentTargetPropertyProperty(property)
                if matches!(property.binding, AssignmentTargetMaybeDefault::AssignmentTargetIdentifier(_))
                    || property.binding.as_member_expression().is_some() =>
            {
                self.late(property.span, Some(property.name.span()), &property.name, sites);
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
        if ends && let Some(Frame { place: Some(place), mut bound, parameters, early, .. }) = self.frames.pop() {
            if let Some((end, list)) = parameters.filter(|_| !early.is_empty()) {
                bound.retain(|bound| !early.contains(bound));
                sites.push(Site::Bound(Where::Parameters(end, list), early));
            }
            if !bound.is_empty() {
                sites.push(Site::Bound(place, bound));
            }
        }
    }

    fn push(&mut self, place: Option<Where>) {
        self.frames.push(Frame {
            place,
            bound: Vec::new(),
            loud: Vec::new(),
            covered: false,
            parameters: None,
            early: Vec::new(),
        });
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
                if frame.parameters.is_some() {
                    frame.early.push(bound);
                }
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

    fn key(&mut self, key: Option<&'a Expression<'a>>, sites: &mut Vec<Site<'a>>) {
        let (Some(key), Some(frame)) = (key, self.frames.last_mut()) else { return };
        if !frame.loud.is_empty() {
            sites.push(Site::Bound(Where::Before(key.span()), std::mem::take(&mut frame.loud)));
        }
    }

    /// A property that is not computed, read after what was bound so far.
    fn late(&mut self, property: Span, key: Option<Span>, name: &'a PropertyKey<'a>, sites: &mut Vec<Site<'a>>) {
        // Of other keys the text is the key.
        let name = match name {
            PropertyKey::StaticIdentifier(name) => name.name.as_str(),
            _ => "",
        };
        self.late_named(property, key, name, sites);
    }

    fn late_named(&mut self, property: Span, key: Option<Span>, name: &'a str, sites: &mut Vec<Site<'a>>) {
        let Some(frame) = self.frames.last_mut() else { return };
        if !frame.loud.is_empty() {
            let bound = std::mem::take(&mut frame.loud);
            sites.push(Site::Late(Late { property, key, name, bound }));
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
