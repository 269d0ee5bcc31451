//! Owns what an `enum` becomes: a constant object built in place, its initialisers where they were written, its members
//! in scope for one another as TypeScript has it.
//!
//! `enum A { X, Y = 'y' }` becomes
//! `const A=(($enum)=>{const A=$enum;{const X=0;$enum[$enum.X=X]="X";const Y= 'y';$enum.Y=Y;}return $enum})({});`

use super::edits::Edits;
use super::syntax::Fault;
use super::trivia;
use oxc_ast::ast::{Expression, TSEnumDeclaration, TSEnumMember, TSEnumMemberName, UnaryOperator};
use oxc_span::{GetSpan, Span};

/// Adds the edits for one `enum`. `object` is a name that the text does not use.
pub(super) fn lower(
    declaration: &TSEnumDeclaration<'_>,
    object: &str,
    text: &str,
    edits: &mut Edits,
) -> Result<(), Fault> {
    let name = declaration.id.name.as_str();
    let head = Span::new(declaration.span.start, declaration.id.span.start);
    edits.replace(head, "const ");
    edits.open(declaration.body.span.start, format!("=(({object})=>{{const {name}={object};"));
    let mut before = Value::Count(-1);
    for member in &declaration.body.members {
        before = lower_member(member, object, before, edits)?;
        let comma = trivia::skip(text, member.span.end);
        if text.as_bytes().get(comma as usize) == Some(&b',') {
            edits.blank(Span::new(comma, comma + 1));
        }
    }
    edits.close(declaration.body.span.end, format!("return {object}}})({{}});"));
    Ok(())
}

/// What the next member counts on from.
enum Value {
    /// A number known here.
    Count(i64),
    /// An expression that gives a number when it runs.
    Number(String),
    /// Text: the next member needs a value of its own.
    Text,
}

fn lower_member(member: &TSEnumMember<'_>, object: &str, before: Value, edits: &mut Edits) -> Result<Value, Fault> {
    let (key, local) = match &member.id {
        TSEnumMemberName::Identifier(id) => {
            let name = id.name.as_str();
            (format!("\"{name}\""), (!is_reserved(name)).then(|| name.to_owned()))
        }
        TSEnumMemberName::String(id) | TSEnumMemberName::ComputedString(id) => (quoted(id.value.as_str()), None),
        TSEnumMemberName::ComputedTemplateString(id) => {
            (quoted(id.quasis.first().map_or("", |part| part.value.raw.as_str())), None)
        }
    };
    let read = local.clone().unwrap_or_else(|| format!("{object}[{key}]"));
    let (start, name_end) =
        (member.span.start, member.initializer.as_ref().map_or(member.span.end, |init| init.span().start));
    // The name gives way to what declares it; the initialiser stays.
    edits
        .replace(Span::new(start, name_end), local.map_or_else(|| format!("{read}="), |name| format!("const {name}=")));
    let (value, after) = match &member.initializer {
        None => match before {
            Value::Count(count) => (format!("{}", count + 1), Value::Count(count + 1)),
            Value::Number(read) => (format!("{read}+1"), Value::Number(read.clone())),
            Value::Text => {
                let fault = Fault::new(start, "an enum member after one that is text has no value");
                return Err(fault.hint("Give it one: `A = 'a'`."));
            }
        },
        Some(init) => (String::new(), value_of(init, &read)),
    };
    let after = match (&member.initializer, after) {
        (None, Value::Number(_)) => Value::Number(read.clone()),
        (_, after) => after,
    };
    let keep = match &after {
        Value::Text => format!("{object}[{key}]={read};"),
        Value::Count(_) => format!("{object}[{object}[{key}]={read}]={key};"),
        Value::Number(_) => format!("{object}[{key}]={read};typeof {read}===\"number\"&&({object}[{read}]={key});"),
    };
    edits.close(member.span.end, format!("{value};{keep}"));
    Ok(after)
}

fn value_of(init: &Expression<'_>, read: &str) -> Value {
    match init.get_inner_expression() {
        Expression::StringLiteral(_) | Expression::TemplateLiteral(_) => Value::Text,
        Expression::NumericLiteral(number) => {
            whole(number.value).map_or_else(|| Value::Number(read.to_owned()), Value::Count)
        }
        Expression::UnaryExpression(unary) if unary.operator == UnaryOperator::UnaryNegation => match &unary.argument {
            Expression::NumericLiteral(number) => {
                whole(-number.value).map_or_else(|| Value::Number(read.to_owned()), Value::Count)
            }
            _ => Value::Number(read.to_owned()),
        },
        _ => Value::Number(read.to_owned()),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "checked to be whole and small")]
fn whole(value: f64) -> Option<i64> {
    (value.fract() == 0.0 && value.abs() < 1e15).then_some(value as i64)
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// Names that no constant can have.
fn is_reserved(name: &str) -> bool {
    matches!(
        name,
        "arguments"
            | "await"
            | "break"
            | "case"
            | "catch"
            | "class"
            | "const"
            | "continue"
            | "debugger"
            | "default"
            | "delete"
            | "do"
            | "else"
            | "enum"
            | "eval"
            | "export"
            | "extends"
            | "false"
            | "finally"
            | "for"
            | "function"
            | "if"
            | "implements"
            | "import"
            | "in"
            | "instanceof"
            | "interface"
            | "let"
            | "new"
            | "null"
            | "package"
            | "private"
            | "protected"
            | "public"
            | "return"
            | "static"
            | "super"
            | "switch"
            | "this"
            | "throw"
            | "true"
            | "try"
            | "typeof"
            | "var"
            | "void"
            | "while"
            | "with"
            | "yield"
    )
}
