//! Owns texts that are gathered piece by piece. The engine copies all of a text for each `text += piece`, so that twice the pieces take four times
//! as long. `text += piece` becomes `text=$add(text,piece)`, `this.text += piece` and `text = text + a + b` likewise, and so does what a function given to
//! `reduce` returns; the helper (`engine/builtins/gather.rs`) does as `+` does and leaves room behind long texts. What must hold: everything is evaluated
//! once and in order, but for what says which member is added to: variables, `this`, and keys that are variables, their members and simple sums of such.
//!
//! Only in loops and functions, and where a text is seen to be put in: other sums are faster as they are. Deliberately absent: `text = before + text`, and members
//! of what is worked out (`f().text += piece`). Goes when the engine adds to a text without copying it.

use super::Helper;
use super::early::is_loop;
use super::edits::Edits;
use super::names;
use super::trivia;
use super::walk::Watcher;
use oxc_ast::AstKind;
use oxc_ast::ast::{
    Argument, AssignmentExpression, AssignmentOperator, AssignmentTarget, BinaryExpression, BinaryOperator,
    BindingPattern, CallExpression, Expression, PropertyKey,
};
use oxc_span::{GetSpan, Span};
use std::collections::{HashMap, HashSet};

/// What one addition costs more than it did, in the unit of `depth.rs`: a call and an argument.
const COST: u32 = 70;
/// Sums of more pieces would nest too deep.
const MOST: usize = 8;
/// Members that are lowered in other ways (`lengths.rs`, `probes/`).
const TAKEN: [&str; 2] = ["length", "done"];

/// Looks for them.
#[derive(Default)]
pub(super) struct Gather<'a> {
    text: &'a str,
    additions: Vec<Addition<'a>>,
    /// Names of variables, and of members, that a text is put into.
    variables: HashSet<&'a str>,
    members: HashSet<&'a str>,
    /// Where something is given to a variable or a member, in order.
    written: Vec<u32>,
    /// By the start of a function that is given to `reduce`: what it calls the text.
    reducers: HashMap<u32, &'a str>,
}

struct Addition<'a> {
    /// A text is put in for sure.
    sure: bool,
    into: Target<'a>,
    form: Form,
}

/// What is added to.
struct Target<'a> {
    said: &'a str,
    name: Name<'a>,
    /// The variables that say which member it is.
    by: Vec<&'a str>,
}

#[derive(Clone, Copy)]
enum Name<'a> {
    Variable(&'a str),
    Member(&'a str),
    Computed,
}

enum Form {
    /// `text += piece`: both.
    Compound(Span, Span),
    /// `text + a + b`: what is left and right of each operator, first to last.
    Sum(Vec<(Span, Span)>),
    /// A template that begins with the text: it, and the text.
    Template(Span, Span),
}

/// How much deeper an assignment nests than it did.
pub(super) fn cost(assignment: &AssignmentExpression<'_>) -> u32 {
    match assignment.operator {
        AssignmentOperator::Addition => COST,
        AssignmentOperator::Assign => match form_of(&assignment.right) {
            Some((_, Form::Sum(sums))) => COST * u32::try_from(sums.len()).unwrap_or(1),
            Some(_) => COST,
            None => 0,
        },
        _ => 0,
    }
}

impl<'a> Watcher<'a> for Gather<'a> {
    fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]) {
        match node {
            AstKind::AssignmentExpression(assignment) => self.assignment(assignment, above),
            AstKind::UpdateExpression(update) => self.written.push(update.span.start),
            AstKind::CallExpression(call) => self.reduction(call),
            AstKind::ArrowFunctionExpression(arrow) => {
                if let (Some(name), Some(value)) =
                    (self.reducers.get(&arrow.span.start).copied(), arrow.body.as_expression())
                {
                    self.returned(name, value);
                }
            }
            AstKind::ReturnStatement(given) => {
                let function = above.iter().rev().find_map(|node| match node {
                    AstKind::ArrowFunctionExpression(arrow) => Some(arrow.span.start),
                    AstKind::Function(function) => Some(function.span.start),
                    _ => None,
                });
                let name = function.and_then(|function| self.reducers.get(&function).copied());
                if let (Some(name), Some(value)) = (name, &given.argument) {
                    self.returned(name, value);
                }
            }
            AstKind::VariableDeclarator(declarator) => self.begins(&declarator.id, declarator.init.as_ref()),
            AstKind::FormalParameter(parameter) => self.begins(&parameter.pattern, parameter.initializer.as_deref()),
            AstKind::ObjectProperty(property) => self.member_begins(&property.key, Some(&property.value)),
            AstKind::PropertyDefinition(property) => self.member_begins(&property.key, property.value.as_ref()),
            _ => {}
        }
    }
}

impl<'a> Gather<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, ..Self::default() }
    }

    fn begins(&mut self, pattern: &BindingPattern<'a>, value: Option<&Expression<'a>>) {
        if let (BindingPattern::BindingIdentifier(id), true) = (pattern, value.is_some_and(gives_text)) {
            self.variables.insert(id.name.as_str());
        }
    }

    fn member_begins(&mut self, key: &PropertyKey<'a>, value: Option<&Expression<'a>>) {
        let name = match key {
            PropertyKey::StaticIdentifier(id) => id.name.as_str(),
            PropertyKey::PrivateIdentifier(id) => id.name.as_str(),
            _ => return,
        };
        if value.is_some_and(gives_text) {
            self.members.insert(name);
        }
    }

    fn assignment(&mut self, assignment: &AssignmentExpression<'a>, above: &[AstKind<'a>]) {
        self.written.push(assignment.span.start);
        let Some(into) = self.target_of(&assignment.left) else { return };
        let (sure, form) = match assignment.operator {
            AssignmentOperator::Addition => {
                let right = &assignment.right;
                (gives_text(right), Some(Form::Compound(assignment.left.span(), right.span())))
            }
            AssignmentOperator::Assign => match form_of(&assignment.right) {
                Some((first, form)) if said(self.text, first) == into.said => {
                    let text = matches!(form, Form::Template(..)) || gives_text(&assignment.right);
                    (text, Some(form))
                }
                _ => (gives_text(&assignment.right), None),
            },
            _ => return,
        };
        if sure {
            match into.name {
                Name::Variable(name) => self.variables.insert(name),
                Name::Member(name) => self.members.insert(name),
                Name::Computed => false,
            };
        }
        if let (Some(form), true) = (form, above.iter().any(repeats)) {
            self.additions.push(Addition { sure, into, form });
        }
    }

    /// What an assignment gives something to, if that can be said twice.
    fn target_of(&self, target: &AssignmentTarget<'a>) -> Option<Target<'a>> {
        let said = said(self.text, target.span());
        let (name, by) = match target {
            AssignmentTarget::AssignmentTargetIdentifier(id) => (Name::Variable(id.name.as_str()), Vec::new()),
            AssignmentTarget::StaticMemberExpression(member) if !TAKEN.contains(&member.property.name.as_str()) => {
                (Name::Member(member.property.name.as_str()), owner(&member.object)?)
            }
            AssignmentTarget::PrivateFieldExpression(member) => {
                (Name::Member(member.field.name.as_str()), owner(&member.object)?)
            }
            AssignmentTarget::ComputedMemberExpression(member) => {
                let mut by = owner(&member.object)?;
                is_plain(&member.expression, &mut by).then_some((Name::Computed, by))?
            }
            _ => return None,
        };
        Some(Target { said, name, by })
    }

    /// `list.reduce(function, text)`.
    fn reduction(&mut self, call: &CallExpression<'a>) {
        let Expression::StaticMemberExpression(member) = &call.callee else { return };
        let (function, parameters) = match call.arguments.as_slice() {
            [Argument::ArrowFunctionExpression(arrow), start] if is_text_argument(start) => (arrow.span, &arrow.params),
            [Argument::FunctionExpression(function), start] if is_text_argument(start) => {
                (function.span, &function.params)
            }
            _ => return,
        };
        if let ("reduce" | "reduceRight", Some(BindingPattern::BindingIdentifier(id))) =
            (member.property.name.as_str(), parameters.items.first().map(|first| &first.pattern))
        {
            self.variables.insert(id.name.as_str());
            self.reducers.insert(function.start, id.name.as_str());
        }
    }

    /// What such a function returns: a sum or a template that begins with the text, or one of several such.
    fn returned(&mut self, name: &'a str, value: &Expression<'a>) {
        match value {
            Expression::ParenthesizedExpression(inner) => self.returned(name, &inner.expression),
            Expression::ConditionalExpression(branch) => {
                self.returned(name, &branch.consequent);
                self.returned(name, &branch.alternate);
            }
            value => {
                if let Some((first, form)) = form_of(value).filter(|(first, _)| said(self.text, *first) == name) {
                    let into = Target { said: said(self.text, first), name: Name::Variable(name), by: Vec::new() };
                    self.additions.push(Addition { sure: true, into, form });
                }
            }
        }
    }

    /// Adds the edits; gives the helper they call and its name.
    pub(super) fn lower(&self, text: &str, edits: &mut Edits) -> Option<(Helper, String)> {
        let wanted: Vec<_> = self.additions.iter().filter(|addition| self.is_wanted(addition)).collect();
        if wanted.is_empty() {
            return None;
        }
        let add = names::unused("$add", text);
        for addition in wanted {
            addition.lower(&add, text, edits);
        }
        Some((Helper::Add, add))
    }

    fn is_wanted(&self, addition: &Addition<'a>) -> bool {
        let into = &addition.into;
        let text = addition.sure
            || match into.name {
                Name::Variable(name) => self.variables.contains(name),
                Name::Member(name) => self.members.contains(name),
                Name::Computed => false,
            };
        // The engine takes the object from its variable when the sum is made: nothing may be put into that meanwhile.
        let written = |piece: Span| {
            let next = self.written.partition_point(|at| *at < piece.start);
            self.written.get(next).is_some_and(|at| *at < piece.end)
        };
        text && (into.by.is_empty() || !addition.form.pieces().any(written))
    }
}

impl Form {
    fn pieces(&self) -> impl Iterator<Item = Span> {
        let (one, more) = match self {
            Self::Compound(_, piece) => (Some(*piece), &[][..]),
            Self::Template(template, _) => (Some(*template), &[][..]),
            Self::Sum(sums) => (None, sums.as_slice()),
        };
        one.into_iter().chain(more.iter().map(|(_, piece)| *piece))
    }
}

impl Addition<'_> {
    fn lower(&self, add: &str, text: &str, edits: &mut Edits) {
        let said = self.into.said;
        match &self.form {
            Form::Compound(left, right) => {
                let Some(at) = trivia::find(text, left.end, right.start, |byte| byte == b'+') else { return };
                let parts =
                    [(format!("={add}("), Some(at)), (said.to_owned(), Some(left.start)), (String::from(","), None)];
                edits.replace_by(Span::new(at, at + 2), parts);
                edits.after(Span::new(left.start, right.end), ")");
            }
            Form::Sum(sums) => {
                for (left, right) in sums {
                    let Some(at) = trivia::find(text, left.end, right.start, |byte| byte == b'+') else { return };
                    let sum = Span::new(left.start, right.end);
                    edits.before(sum, format!("{add}("), Some(left.start));
                    edits.replace_by(Span::new(at, at + 1), [(String::from(","), None)]);
                    edits.after(sum, ")");
                }
            }
            Form::Template(template, first) => {
                let Some(brace) = trivia::find(text, first.end, template.end, |byte| byte == b'}') else { return };
                let parts = [
                    (format!("{add}("), Some(template.start)),
                    (said.to_owned(), Some(first.start)),
                    (String::from(","), None),
                ];
                edits.replace_by(Span::new(template.start, brace + 1), parts);
                edits.open(brace + 1, "`");
                edits.after(*template, ",0)");
            }
        }
    }
}

/// What an expression that may be an addition begins with, and how it adds to that.
fn form_of(expression: &Expression<'_>) -> Option<(Span, Form)> {
    match expression {
        Expression::TemplateLiteral(template) => {
            let (before, first) = (template.quasis.first()?, template.expressions.first()?);
            before.value.raw.is_empty().then(|| (first.span(), Form::Template(template.span, first.span())))
        }
        Expression::BinaryExpression(sum) => {
            let (mut sums, mut at): (Vec<_>, &BinaryExpression<'_>) = (Vec::new(), sum);
            loop {
                if at.operator != BinaryOperator::Addition || sums.len() == MOST {
                    return None;
                }
                sums.push((at.left.span(), at.right.span()));
                match &at.left {
                    Expression::BinaryExpression(left) => at = left,
                    first => {
                        sums.reverse();
                        return Some((first.span(), Form::Sum(sums)));
                    }
                }
            }
        }
        _ => None,
    }
}

/// The variable that an object is in; none for `this`.
fn owner<'a>(object: &Expression<'a>) -> Option<Vec<&'a str>> {
    match object {
        Expression::ThisExpression(_) => Some(Vec::new()),
        Expression::Identifier(id) => Some(vec![id.name.as_str()]),
        _ => None,
    }
}

/// Whether an expression can be worked out twice; with the variables it reads.
fn is_plain<'a>(key: &Expression<'a>, by: &mut Vec<&'a str>) -> bool {
    match key {
        Expression::StringLiteral(_) | Expression::NumericLiteral(_) => true,
        Expression::Identifier(id) => {
            by.push(id.name.as_str());
            true
        }
        Expression::StaticMemberExpression(member) => !member.optional && is_plain(&member.object, by),
        Expression::ParenthesizedExpression(inner) => is_plain(&inner.expression, by),
        Expression::BinaryExpression(binary) => is_plain(&binary.left, by) && is_plain(&binary.right, by),
        Expression::LogicalExpression(logical) => is_plain(&logical.left, by) && is_plain(&logical.right, by),
        Expression::ConditionalExpression(branch) => {
            [&branch.test, &branch.consequent, &branch.alternate].into_iter().all(|part| is_plain(part, by))
        }
        _ => false,
    }
}

fn said(text: &str, span: Span) -> &str {
    text.get(span.start as usize..span.end as usize).unwrap_or_default()
}

/// Whether an expression is a text for sure.
fn gives_text(expression: &Expression<'_>) -> bool {
    let mut at = expression;
    loop {
        at = match at {
            Expression::ParenthesizedExpression(inner) => &inner.expression,
            Expression::BinaryExpression(sum) if sum.operator == BinaryOperator::Addition => {
                if is_text(&sum.right) {
                    return true;
                }
                &sum.left
            }
            other => return is_text(other),
        };
    }
}

fn is_text(expression: &Expression<'_>) -> bool {
    matches!(expression, Expression::StringLiteral(_) | Expression::TemplateLiteral(_))
}

fn is_text_argument(argument: &Argument<'_>) -> bool {
    argument.as_expression().is_some_and(gives_text)
}

fn repeats(node: &AstKind<'_>) -> bool {
    is_loop(node) || matches!(node, AstKind::Function(_) | AstKind::ArrowFunctionExpression(_))
}
