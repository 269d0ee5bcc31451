//! Owns variables that a text is gathered in, piece by piece. The engine copies all of a text for each `text += piece`, so that twice the
//! pieces take four times as long. So in the variable stands, once the text is long, an object of ours that grows in place
//! (`engine/builtins/gather.rs`): `text += piece` becomes `text=$add(text,null,piece)`, and every other use of the variable `$text(text)`,
//! which gives the text itself. What must hold: nobody ever sees that object but these helpers, so every use of such a name is rewritten,
//! in all of the program, whatever the name stands for there; and what was in the variable when `+=` began is what the piece is added to,
//! whatever the piece does to the variable meanwhile: where it may do anything, `$mark` remembers how long the text was.
//!
//! Only names that are added to in a loop or in a function, and that a text is seen to be put into. The same for what a function given to `reduce`
//! returns (`gather/reduce.rs`). Deliberately absent: properties (`this.text += piece`), which anybody may read, and `text = before + text`.
//! Goes when the engine adds to a text without copying it.

mod reduce;
mod writes;

use super::Helper;
use super::early::is_loop;
use super::edits::Edits;
use super::names;
use super::trivia;
use super::walk::Watcher;
use oxc_ast::AstKind;
use oxc_ast::ast::{
    AssignmentExpression, AssignmentOperator, AssignmentTarget, BinaryExpression, BinaryOperator, BindingPattern,
    CallExpression, Expression, ForStatementInit, IdentifierReference, PropertyKey, UnaryOperator,
};
use oxc_span::{GetSpan, Span};
use reduce::Reductions;
use std::collections::HashSet;
use writes::Writes;

/// Ignores what it is given back.
const FOR_EACH: &str = "forEach";

/// What an addition costs more than it did, in the unit of `depth.rs`: a call and an argument.
pub(super) const COST: u32 = 70;

/// Looks for them.
#[derive(Default)]
pub(super) struct Gather<'a> {
    additions: Vec<Addition<'a>>,
    uses: Vec<Use<'a>>,
    /// Names that a text is put into.
    texts: HashSet<&'a str>,
    /// Names of which something is done that is not rewritten.
    spoiled: HashSet<&'a str>,
    writes: Writes<'a>,
    /// The program can reach its globals in another way than by their names.
    global_object: bool,
    /// The program says `forEach` where it calls none.
    own_for_each: bool,
    reductions: Reductions<'a>,
}

struct Addition<'a> {
    name: &'a str,
    span: Span,
    target: Span,
    /// The places of the operators, and the pieces between and behind them.
    pieces: Vec<(u32, Span)>,
    /// What becomes `=`: the operator's place where it is `+=`.
    operator: Option<u32>,
    /// What stands left of the first `+` where it is `=`.
    again: Option<Span>,
    /// The template that begins with the variable.
    template: Option<Span>,
    /// Whether it happens again and again, as far as can be seen.
    repeated: bool,
    /// Whether its value is used.
    used: bool,
    /// Evaluating the piece runs no code.
    quiet: bool,
    function: usize,
}

struct Use<'a> {
    name: &'a str,
    span: Span,
    shorthand: bool,
}

/// The pieces of `text = text + piece` and `text += piece`, first to last.
pub(super) fn pieces<'e, 'a>(
    assignment: &'e AssignmentExpression<'a>,
) -> Option<(&'e str, Vec<&'e BinaryExpression<'a>>, &'e Expression<'a>)> {
    let AssignmentTarget::AssignmentTargetIdentifier(target) = &assignment.left else { return None };
    let name = target.name.as_str();
    match assignment.operator {
        AssignmentOperator::Addition => Some((name, Vec::new(), &assignment.right)),
        AssignmentOperator::Assign => {
            let mut sums = Vec::new();
            let mut at = &assignment.right;
            while let Expression::BinaryExpression(sum) = at {
                if sum.operator != BinaryOperator::Addition {
                    return None;
                }
                sums.push(&**sum);
                at = &sum.left;
            }
            sums.reverse();
            let (last, before) = sums.split_last()?;
            // Pieces are made texts when all of them have been evaluated: behind one that is none, only what runs no code.
            let mut pieces =
                before.iter().map(|sum| &sum.right).chain([&last.right]).skip_while(|piece| is_text(piece));
            let plain = pieces.next().is_none() || pieces.all(|piece| is_text(piece) && !has_parts(piece));
            let right = &last.right;
            (matches!(at, Expression::Identifier(id) if id.name == name) && plain).then_some((name, sums, right))
        }
        _ => None,
    }
}

/// The variable that a template begins with: `${text}…`.
fn leading<'e, 'a>(expression: &'e Expression<'a>) -> Option<(&'e IdentifierReference<'a>, Span)> {
    let Expression::TemplateLiteral(template) = expression else { return None };
    match (template.quasis.first(), template.expressions.first()) {
        (Some(before), Some(Expression::Identifier(id))) if before.value.raw.is_empty() => Some((id, template.span)),
        _ => None,
    }
}

/// Whether an assignment adds to a text, as far as its form tells.
pub(super) fn adds(assignment: &AssignmentExpression<'_>) -> bool {
    pieces(assignment).is_some()
        || (assignment.operator == AssignmentOperator::Assign && leading(&assignment.right).is_some())
}

fn is_text(expression: &Expression<'_>) -> bool {
    matches!(expression, Expression::StringLiteral(_) | Expression::TemplateLiteral(_))
}

/// Whether evaluating an expression runs no code.
fn is_quiet(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::StringLiteral(_) | Expression::NumericLiteral(_) | Expression::Identifier(_) => true,
        Expression::TemplateLiteral(_) => !has_parts(expression),
        _ => false,
    }
}

fn has_parts(expression: &Expression<'_>) -> bool {
    matches!(expression, Expression::TemplateLiteral(template) if !template.expressions.is_empty())
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

impl<'a> Watcher<'a> for Gather<'a> {
    fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]) {
        self.writes.enter(&node);
        match node {
            AstKind::AssignmentExpression(assignment) => self.assignment(assignment, above),
            AstKind::IdentifierReference(id) => self.reference(id, above),
            AstKind::ArrowFunctionExpression(arrow) => self.reducer(arrow, above),
            AstKind::ReturnStatement(given) => self.returned(given, above),
            AstKind::VariableDeclarator(declarator) => {
                for id in declarator.id.get_binding_identifiers() {
                    self.writes.declare(id.name.as_str());
                }
                if let (BindingPattern::BindingIdentifier(id), Some(init)) = (&declarator.id, &declarator.init)
                    && gives_text(init)
                {
                    self.texts.insert(id.name.as_str());
                }
            }
            // Each round of such a loop gets a copy of what the variable holds.
            AstKind::ForStatement(head) => {
                if let Some(ForStatementInit::VariableDeclaration(declaration)) = &head.init {
                    for declarator in &declaration.declarations {
                        let names = declarator.id.get_binding_identifiers();
                        self.spoiled.extend(names.into_iter().map(|id| id.name.as_str()));
                    }
                }
            }
            AstKind::FormalParameters(parameters) => {
                for parameter in &parameters.items {
                    for id in parameter.pattern.get_binding_identifiers() {
                        self.writes.declare(id.name.as_str());
                    }
                }
            }
            _ => {}
        }
    }

    fn leave(&mut self, node: AstKind<'a>) {
        self.writes.leave(&node);
    }
}

impl<'a> Gather<'a> {
    pub(super) fn new(text: &str) -> Self {
        let calls = text.matches(FOR_EACH).count() == text.matches(".forEach(").count() && !text.contains("\\u");
        Self { own_for_each: !calls, reductions: Reductions::new(text), ..Self::default() }
    }

    fn assignment(&mut self, assignment: &'a AssignmentExpression<'a>, above: &[AstKind<'a>]) {
        let AssignmentTarget::AssignmentTargetIdentifier(target) = &assignment.left else { return };
        let name = target.name.as_str();
        self.writes.write(name, assignment.span);
        if let (AssignmentOperator::Assign, Some((id, template))) = (assignment.operator, leading(&assignment.right))
            && id.name == name
        {
            self.texts.insert(name);
            return self.addition_of_template(name, assignment.span, target.span, (id.span, template), above);
        }
        let Some((_, sums, last)) = pieces(assignment) else {
            match assignment.operator {
                AssignmentOperator::Assign => {
                    if gives_text(&assignment.right) {
                        self.texts.insert(name);
                    }
                }
                _ => {
                    self.spoiled.insert(name);
                }
            }
            return;
        };
        if gives_text(last) || sums.iter().any(|sum| is_text(&sum.right)) {
            self.texts.insert(name);
        }
        let operator = sums.is_empty().then_some(target.span.end);
        let pieces = match sums.as_slice() {
            [] => vec![(target.span.end, last.span())],
            sums => sums.iter().map(|sum| (sum.left.span().end, sum.right.span())).collect(),
        };
        let again = sums.first().map(|sum| sum.left.span());
        let (repeated, used) = (is_repeated(above), self.is_used(assignment.span, above));
        let quiet = is_quiet(last) && sums.iter().all(|sum| is_quiet(&sum.right));
        let (span, target, function) = (assignment.span, target.span, self.writes.function());
        let template = None;
        self.additions.push(Addition {
            name,
            span,
            target,
            pieces,
            operator,
            again,
            template,
            repeated,
            used,
            quiet,
            function,
        });
    }

    /// `text = `${text}…``.
    fn addition_of_template(
        &mut self,
        name: &'a str,
        span: Span,
        target: Span,
        (id, template): (Span, Span),
        above: &[AstKind<'a>],
    ) {
        self.additions.push(Addition {
            name,
            span,
            target,
            pieces: vec![(id.end, template)],
            operator: None,
            again: Some(id),
            template: Some(template),
            repeated: is_repeated(above),
            used: self.is_used(span, above),
            quiet: false,
            function: self.writes.function(),
        });
    }

    /// Whether anything sees the value of an assignment.
    fn is_used(&self, span: Span, above: &[AstKind<'a>]) -> bool {
        match above {
            [.., AstKind::ExpressionStatement(_)] => false,
            [.., AstKind::CallExpression(call), AstKind::ArrowFunctionExpression(_)] => !self.is_for_each(call),
            [.., AstKind::ForStatement(head)] => head.update.as_ref().is_none_or(|update| update.span() != span),
            _ => true,
        }
    }

    fn reference(&mut self, id: &'a IdentifierReference<'a>, above: &[AstKind<'a>]) {
        let (name, span) = (id.name.as_str(), id.span);
        self.global_object |= name == "globalThis";
        if self.reductions.is_kept(name, above) {
            self.spoiled.insert(name);
        }
        if self.reductions.is_returned(span) {
            return;
        }
        match above {
            [.., AstKind::AssignmentExpression(assignment)] if assignment.left.span() == span => {}
            [.., AstKind::ForOfStatement(head)] if head.left.span() == span => self.writes.write(name, span),
            [.., AstKind::ForInStatement(head)] if head.left.span() == span => self.writes.write(name, span),
            [
                ..,
                AstKind::UpdateExpression(_)
                | AstKind::AssignmentTargetPropertyIdentifier(_)
                | AstKind::AssignmentTargetWithDefault(_)
                | AstKind::AssignmentTargetRest(_)
                | AstKind::ArrayAssignmentTarget(_),
            ] => {
                self.spoiled.insert(name);
            }
            [.., AstKind::AssignmentTargetPropertyProperty(property)] if property.binding.span() == span => {
                self.spoiled.insert(name);
            }
            [.., AstKind::UnaryExpression(unary)] if unary.operator == UnaryOperator::Typeof => {
                self.spoiled.insert(name);
            }
            // The length can be asked of the object too.
            [.., around, AstKind::StaticMemberExpression(member)]
                if member.property.name == "length" && !member.optional && only_reads(around, member.span) => {}
            [.., AstKind::ObjectProperty(property)] if property.shorthand => {
                // What an iterator gives under this name is looked at by its place.
                if matches!(&property.key, PropertyKey::StaticIdentifier(key) if key.name == "done") {
                    self.spoiled.insert(name);
                }
                self.uses.push(Use { name, span, shorthand: true });
            }
            _ => self.uses.push(Use { name, span, shorthand: false }),
        }
    }

    /// Whether what is called ignores what its function gives: `forEach`, of which the program makes none of its own.
    fn is_for_each(&self, call: &CallExpression<'_>) -> bool {
        !self.own_for_each
            && matches!(&call.callee, Expression::StaticMemberExpression(member) if member.property.name == FOR_EACH)
    }

    /// The names that texts are gathered in.
    fn names(&self) -> HashSet<&'a str> {
        if self.global_object {
            return HashSet::new();
        }
        let repeated = self.additions.iter().filter(|addition| addition.repeated).map(|addition| addition.name);
        repeated
            .filter(|name| self.texts.contains(name) && self.writes.declares(name) && !self.spoiled.contains(name))
            .collect()
    }

    /// Adds the edits; gives the helpers they call and their names.
    pub(super) fn lower(&self, text: &str, edits: &mut Edits) -> Vec<(Helper, String)> {
        let gathered = self.names();
        if gathered.is_empty() {
            return Vec::new();
        }
        let helpers = [(Helper::Add, "$add"), (Helper::Text, "$text"), (Helper::Mark, "$mark")];
        let [add, read, mark] = helpers.map(|(_, stem)| names::unused(stem, text));
        let mut again = HashSet::new();
        for addition in self.additions.iter().filter(|addition| gathered.contains(addition.name)) {
            let alone = addition.quiet || self.writes.is_alone(addition.name, addition.function, addition.span);
            let mark = match (alone, addition.template) {
                (true, None) => String::from("null"),
                // The text of whatever it is, and not its value.
                (true, Some(_)) => String::from("\"\""),
                (false, Some(_)) => continue,
                (false, None) => format!("{mark}({})", addition.name),
            };
            again.extend(addition.again.map(|again| again.start));
            addition.lower(&add, &read, &mark, text, edits);
        }
        for (_, call) in self.reductions.calls.iter().filter(|(name, _)| gathered.contains(name)) {
            edits.wrap(*call, format!("{read}("), ")");
        }
        for Use { name, span, shorthand } in self.uses.iter().filter(|used| gathered.contains(used.name)) {
            if again.contains(&span.start) {
                continue;
            }
            let open = if *shorthand { format!("{name}:{read}(") } else { format!("{read}(") };
            edits.wrap(*span, open, ")");
        }
        helpers.into_iter().map(|(helper, _)| helper).zip([add, read, mark]).collect()
    }
}

impl Addition<'_> {
    /// `text += a` becomes `text=$add(text,null,a)`, `text = text + a + b` becomes `text = $add(text,null,a,b)`.
    fn lower(&self, add: &str, read: &str, mark: &str, text: &str, edits: &mut Edits) {
        if self.used {
            edits.wrap(self.span, format!("{read}("), ")");
        }
        let name = self.name;
        let last = self.pieces.last().map_or(self.span.end, |(_, piece)| piece.end);
        match (self.operator, self.again) {
            (Some(from), _) => {
                let Some(at) = trivia::find(text, from, self.span.end, |byte| byte == b'+') else { return };
                let target = Some(self.target.start);
                let parts = [(format!("={add}("), Some(at)), (name.to_owned(), target), (format!(",{mark},"), None)];
                edits.replace_by(Span::new(at, at + 2), parts);
            }
            (None, Some(again)) if self.template.is_some() => {
                let Some(template) = self.template else { return };
                let Some(brace) = trivia::find(text, again.end, template.end, |byte| byte == b'}') else { return };
                let place = Some(template.start);
                let parts =
                    [(format!("{add}("), place), (name.to_owned(), Some(again.start)), (format!(",{mark},"), None)];
                edits.replace_by(Span::new(template.start, brace + 1), parts);
                edits.open(brace + 1, "`");
                edits.after(template, ")");
                return;
            }
            (None, Some(again)) => {
                edits.before(Span::new(again.start, last), format!("{add}("), Some(again.start));
                for (index, (from, piece)) in self.pieces.iter().enumerate() {
                    let Some(at) = trivia::find(text, *from, piece.start, |byte| byte == b'+') else { return };
                    let comma = if index == 0 { format!(",{mark},") } else { String::from(",") };
                    edits.replace_by(Span::new(at, at + 1), [(comma, None)]);
                }
            }
            (None, None) => return,
        }
        edits.after(Span::new(self.target.start, last), ")");
    }
}

fn is_repeated(above: &[AstKind<'_>]) -> bool {
    let repeats = |node: &AstKind<'_>| {
        is_loop(node) || matches!(node, AstKind::Function(_) | AstKind::ArrowFunctionExpression(_))
    };
    above.iter().any(repeats)
}

/// Whether a member is only read by what is around it.
fn only_reads(around: &AstKind<'_>, member: Span) -> bool {
    match around {
        AstKind::AssignmentExpression(assignment) => assignment.left.span() != member,
        AstKind::ForOfStatement(head) => head.left.span() != member,
        AstKind::ForInStatement(head) => head.left.span() != member,
        AstKind::UnaryExpression(unary) => unary.operator != UnaryOperator::Delete,
        AstKind::CallExpression(call) => call.callee.span() != member,
        AstKind::ExpressionStatement(_)
        | AstKind::BinaryExpression(_)
        | AstKind::LogicalExpression(_)
        | AstKind::ConditionalExpression(_)
        | AstKind::IfStatement(_)
        | AstKind::WhileStatement(_)
        | AstKind::ForStatement(_)
        | AstKind::ReturnStatement(_)
        | AstKind::VariableDeclarator(_)
        | AstKind::TemplateLiteral(_)
        | AstKind::ObjectProperty(_)
        | AstKind::ParenthesizedExpression(_) => true,
        _ => false,
    }
}
