//! Owns names of properties in patterns that are worked out, or are numbers. Of a text, the engine does not find what a pattern calls by a number
//! (`const { 0: first } = 'abc'`), unless the name is in brackets: `{ [0]: first }`. And the patterns of arrow functions and assignments
//! it reads as expressions first; there it takes nothing but a variable behind brackets. So a pattern gets a default that
//! changes nothing (`{ [k]: [y] }` is `{ [k]: [y]=void 0 }`), and a variable with a default becomes what the engine takes: in an assignment a
//! property whose setter assigns it (`{ [k]: ({set v($v){y=$v}}).v = 2 }`), in an arrow function part of a rest, whose patterns
//! are read as such (`(...[{ [k]: y = 2 }]) => y`). What must hold: everything is read and assigned in the order it was. The `length` of such an arrow function
//! counts no parameter from there on. Goes when Boa makes patterns of all such literals (0.22 `ObjectLiteral::to_pattern`).

use crate::lower::edits::Edits;
use crate::lower::walk::Watcher;
use crate::lower::{names, trivia};
use oxc_ast::AstKind;
use oxc_ast::ast::{AssignmentTarget, AssignmentTargetMaybeDefault, BindingPattern, FormalParameters, PropertyKey};
use oxc_span::{GetSpan, Span};
use std::collections::BTreeMap;

#[derive(Default)]
pub(super) struct Covers {
    /// Names that are numbers.
    numbers: Vec<Span>,
    /// Patterns without a default.
    bare: Vec<Span>,
    /// Variables assigned to that have a default.
    variables: Vec<Span>,
    /// By the list of parameters: the first that has to be part of a rest, and the end of the last.
    rests: BTreeMap<(u32, u32), (u32, u32)>,
}

/// What stands behind a key.
enum Behind {
    Variable,
    Pattern,
    VariableWithDefault,
    PatternWithDefault,
}

impl<'a> Watcher<'a> for Covers {
    fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]) {
        match node {
            AstKind::BindingProperty(property) => {
                self.number(&property.key, property.computed);
                let Some((list, parameter)) = arrow_parameter(above) else { return };
                let end = property.span.end;
                match refused(&property.key, property.computed, behind_binding(&property.value)) {
                    Some(Behind::Pattern) => self.bare.push(Span::new(property.value.span().start, end)),
                    Some(Behind::VariableWithDefault) => self.part_of_rest(list, parameter),
                    _ => {}
                }
            }
            AstKind::AssignmentTargetPropertyProperty(property) => {
                self.number(&property.name, property.computed);
                let Some((variable, behind)) = behind_target(&property.binding) else { return };
                match refused(&property.name, property.computed, behind) {
                    Some(Behind::Pattern) => self.bare.push(property.binding.span()),
                    Some(Behind::VariableWithDefault) => self.variables.push(variable),
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

/// The list of parameters of an arrow function that a property of a pattern is in, and where the parameter starts.
fn arrow_parameter<'e, 'a>(above: &'e [AstKind<'a>]) -> Option<(&'e FormalParameters<'a>, u32)> {
    let mut parameter = None;
    for (index, node) in above.iter().enumerate().rev() {
        match node {
            AstKind::FormalParameter(each) => parameter = Some(each.span.start),
            AstKind::FormalParameters(list) => {
                let around = index.checked_sub(1).and_then(|index| above.get(index));
                return matches!(around, Some(AstKind::ArrowFunctionExpression(_))).then_some((*list, parameter?));
            }
            AstKind::ObjectPattern(_)
            | AstKind::ArrayPattern(_)
            | AstKind::BindingProperty(_)
            | AstKind::AssignmentPattern(_)
            | AstKind::BindingRestElement(_) => {}
            _ => return None,
        }
    }
    None
}

/// What stands behind a key, if the engine does not take it there.
fn refused(key: &PropertyKey<'_>, computed: bool, behind: Behind) -> Option<Behind> {
    let refused = matches!(behind, Behind::Pattern | Behind::VariableWithDefault);
    (refused && (computed || is_number(key))).then_some(behind)
}

fn is_number(key: &PropertyKey<'_>) -> bool {
    match key {
        PropertyKey::NumericLiteral(_) | PropertyKey::BigIntLiteral(_) => true,
        PropertyKey::StringLiteral(text) => text.value.starts_with(|first: char| first.is_ascii_digit()),
        _ => false,
    }
}

fn behind_binding(value: &BindingPattern<'_>) -> Behind {
    match value {
        BindingPattern::BindingIdentifier(_) => Behind::Variable,
        BindingPattern::ObjectPattern(_) | BindingPattern::ArrayPattern(_) => Behind::Pattern,
        BindingPattern::AssignmentPattern(pattern) => match &pattern.left {
            BindingPattern::BindingIdentifier(_) => Behind::VariableWithDefault,
            _ => Behind::PatternWithDefault,
        },
    }
}

/// Where the variable or the pattern is, too.
fn behind_target(target: &AssignmentTargetMaybeDefault<'_>) -> Option<(Span, Behind)> {
    let (target, default) = match target {
        AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(with) => (&with.binding, true),
        target => (target.as_assignment_target()?, false),
    };
    let behind = match (target, default) {
        (AssignmentTarget::AssignmentTargetIdentifier(_), false) => Behind::Variable,
        (AssignmentTarget::AssignmentTargetIdentifier(_), true) => Behind::VariableWithDefault,
        (AssignmentTarget::ArrayAssignmentTarget(_) | AssignmentTarget::ObjectAssignmentTarget(_), false) => {
            Behind::Pattern
        }
        (AssignmentTarget::ArrayAssignmentTarget(_) | AssignmentTarget::ObjectAssignmentTarget(_), true) => {
            Behind::PatternWithDefault
        }
        _ => return None,
    };
    Some((target.span(), behind))
}

impl Covers {
    fn number(&mut self, key: &PropertyKey<'_>, computed: bool) {
        if !computed && is_number(key) {
            self.numbers.push(key.span());
        }
    }

    fn part_of_rest(&mut self, list: &FormalParameters<'_>, parameter: u32) {
        let last = list.items.last().map_or(parameter, |last| {
            last.initializer.as_ref().map_or(last.span.end, |init| init.span().end.max(last.span.end))
        });
        let end = list.rest.as_ref().map_or(last, |rest| rest.span.end);
        self.rests.entry((list.span.start, list.span.end)).or_insert((parameter, end));
    }

    /// Adds the edits; whether there are any.
    pub(super) fn lower(&self, text: &str, edits: &mut Edits) -> bool {
        let any =
            !(self.numbers.is_empty() && self.bare.is_empty() && self.variables.is_empty() && self.rests.is_empty());
        for span in &self.numbers {
            edits.wrap(*span, "[", "]");
        }
        for span in &self.bare {
            edits.after(*span, "=void 0");
        }
        let value = if self.variables.is_empty() { String::new() } else { names::unused("$v", text) };
        for span in &self.variables {
            edits.wrap(*span, format!("({{set v({value}){{"), format!("={value}}}}}).v"));
        }
        for ((_, end_of_list), (start, end)) in &self.rests {
            edits.wrap(Span::new(*start, *end), "...[", "]");
            if let Some(comma) = trivia::find(text, *end, *end_of_list, |byte| byte == b',') {
                edits.blank(Span::new(comma, comma + 1));
            }
        }
        any
    }
}
