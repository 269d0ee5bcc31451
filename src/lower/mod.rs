//! The only folder that names oxc. Fits guest code to the engine, editing text in place so that every position in
//! the result maps back to the user's line and column.
//!
//! `fence` blanks what stands around a program; `nesting` refuses what would end the parser's stack; the text is read
//! as JavaScript, and as TypeScript if it is none, which `types` and `enums` reduce to JavaScript; `forms` writes what the engine cannot
//! read in another form. One walk (`walk`) then shows the tree to `early`, `classes`, `scopes` and `depth`, which refuse, and to `body`, `caught`, `lengths`,
//! `draws`, `throws`, `member_keys`, `workarounds` and, on the way through `depth`, `flatten` and for collect `probes`, which edit.

#![expect(clippy::wildcard_enum_match_arm, reason = "the enums of the syntax tree have up to 190 variants")]

mod body;
mod callees;
mod caught;
mod classes;
mod depth;
mod draws;
mod early;
mod edits;
mod enums;
mod fence;
mod flatten;
mod forms;
mod gather;
mod lengths;
mod member_keys;
mod names;
mod nesting;
mod probes;
mod rests;
mod room;
mod scopes;
pub(crate) mod sites;
mod slips;
mod spreads;
mod syntax;
mod throws;
mod trivia;
mod types;
mod waits;
mod walk;
mod workarounds;

use crate::error::{ErrorName, RunError};
use crate::limits::Limits;
use crate::position::{PositionMap, Stretches};
use edits::Edits;
use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_ast::ast::{BinaryOperator, Expression, Program};
use oxc_diagnostics::{LabeledSpan, OxcDiagnostic};
use oxc_parser::{ParseOptions, Parser, ParserReturn};
use oxc_span::SourceType;
use std::collections::HashSet;
use syntax::Fault;
use walk::{Watcher, walk};

/// Guest code made to run.
#[derive(Debug, Clone)]
pub struct Lowered {
    /// Evaluated as a script it gives a promise of the run's result.
    pub source: String,
    /// Leads from places in `source` to places in the code as it was given.
    pub positions: PositionMap,
    /// What the source must be given to run. If there is anything, evaluated as a script it gives a function that takes these, in this
    /// order, and gives the promise.
    pub helpers: Vec<Helper>,
}

/// A function that lowered code calls. The guest has no name for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Helper {
    /// `look(value)`: the value; ends the pass if it is a pending value.
    Look,
    /// `after(value, ...others)`: the value; ends the pass if one of the others is a pending value.
    After,
    /// `key(value)`: the value as a property key, a string or a symbol.
    Key,
    /// `same(left, right)`: whether they are strictly equal; ends the pass if one of them is a pending value.
    Same,
    /// `equal(left, right)`: whether they are loosely equal; ends the pass if one of them is a pending value.
    Equal,
    /// `slot(object, key)`: an object whose property `v` is this member of the object, to be read once and then perhaps written, as strict
    /// code does; the value is made a key once. Reading ends the pass if the object is a pending value or the member is.
    Slot,
    /// `method(object, read, ...keys)`: what `read(object, ...keys)` gives, `undefined` and `null` as they are and anything else as a
    /// function that calls it on the object; ends the pass if it is a pending value.
    Method,
    /// `told(thrown)`: what was thrown, and if the engine made it, with words that name what it is about. Not only in collect.
    Told,
    /// `all(iterable)`: a new array of what it gives. Not only in collect.
    All,
    /// `spread(plan, ...parts)`: an array of the parts, of which those with a `+` in the plan are taken apart. They are arrays that `all` made,
    /// and are not used again. Not only in collect.
    Spread,
    /// `draw(value, plan)`: a value that can be taken apart as the plan says without running code; arrays and texts as they are, else a new
    /// array of what is asked for. Not only in collect.
    Draw,
    /// `add(value, piece)`: `value + piece`; with a third argument `${value}${piece}`. Not only in collect.
    Add,
    /// `field(object, key, value)`: gives the object this member of its own, whatever it inherits. Not only in collect.
    Field,
    /// `raise(value, place)`: the value, which is thrown at this offset of the user's code. Not only in collect.
    Raise,
    /// `room(value)`: the value; garbage goes first if there is much of it. Not only in collect.
    Room,
    /// `open(place)`: the number of a wait that begins at this offset of the user's code. Only where a deadlock is looked into.
    Open,
    /// `wait(number, value)`: the value, which is waited for from now on. Only where a deadlock is looked into.
    Wait,
}

/// What is put into the code beside what it needs to run.
#[derive(Debug, Clone, Copy, Default)]
struct Extras {
    /// What a pending value can't see itself is looked at by helpers.
    probes: bool,
    /// Helpers hear of everything that is waited for.
    waits: bool,
}

/// Fits code to the engine, with probes: what a pending value can't see itself, such as truth and equality, is looked at by helpers.
///
/// # Errors
/// As [`lower`].
pub fn lower_probed(code: &str, limits: &Limits) -> Result<Lowered, RunError> {
    lower_with(code, limits, Extras { probes: true, waits: false })
}

/// Fits code as a user or a model wrote it to the engine.
///
/// # Errors
/// `CodeLimit` if it is too long, `SyntaxError` with place, line and hint if it cannot run.
pub fn lower(code: &str, limits: &Limits) -> Result<Lowered, RunError> {
    lower_with(code, limits, Extras::default())
}

/// Fits code that waited for ever to the engine such that what it waits for can be told.
///
/// # Errors
/// As [`lower`].
pub(crate) fn lower_waiting(code: &str, limits: &Limits, probed: bool) -> Result<Lowered, RunError> {
    lower_with(code, limits, Extras { probes: probed, waits: true })
}

fn lower_with(code: &str, limits: &Limits, extras: Extras) -> Result<Lowered, RunError> {
    if code.len() > limits.code_bytes {
        let message = format!(
            "The code is {} bytes long and the limit is {} (codeBytes). Pass data as `input` instead of writing it into the code.",
            code.len(),
            limits.code_bytes
        );
        return Err(RunError::new(ErrorName::CodeLimit, message).with_limit(limits.code_bytes));
    }
    lower_text(&fence::program(code), code, extras).map_err(|fault| fault.into_error(code))
}

fn lower_text(text: &str, code: &str, extras: Extras) -> Result<Lowered, Fault> {
    check_nesting(text)?;
    let allocator = Allocator::default();
    let parsed = parse(&allocator, text, SourceType::mjs());
    if parsed.diagnostics.is_empty() {
        let typed = if is_secretly_typed(&parsed.program) { without_types(text).ok() } else { None };
        return match typed {
            Some((script, stretches)) => lower_made(&script, code, &stretches, extras),
            None => lower_script(
                &parsed.program,
                text,
                code,
                &Stretches::identity(u32::try_from(text.len()).unwrap_or(u32::MAX)),
                extras,
            ),
        };
    }
    let (script, stretches) = match without_types(text) {
        Ok(made) => made,
        Err(Untyped::Refused(fault)) => return Err(fault),
        Err(Untyped::Unread(typed)) => {
            lone_function(text).ok_or_else(|| more_useful(first_fault(&parsed, text), typed))?
        }
    };
    lower_made(&script, code, &stretches, extras)
}

/// Lowers JavaScript made of the user's text. `first` leads back to it.
fn lower_made(script: &str, code: &str, first: &Stretches, extras: Extras) -> Result<Lowered, Fault> {
    let allocator = Allocator::default();
    let parsed = parse(&allocator, script, SourceType::mjs());
    if parsed.diagnostics.is_empty() {
        return lower_script(&parsed.program, script, code, first, extras);
    }
    Err(first_fault(&parsed, script).moved(|at| first.source_near(at)))
}

fn check_nesting(text: &str) -> Result<(), Fault> {
    let Some(at) = nesting::too_deep(text) else { return Ok(()) };
    let limit = (nesting::MOST / nesting::BRACKET) as usize;
    let mut fault = Fault::new(
        u32::try_from(at).unwrap_or(u32::MAX),
        format!("the code nests too deep here; the limit is {limit} brackets in one another"),
    );
    fault.limit = Some(limit);
    Err(fault.hint("Give inner parts names of their own: variables, functions, a loop, a table."))
}

fn parse<'a>(allocator: &'a Allocator, text: &'a str, kind: SourceType) -> ParserReturn<'a> {
    let options =
        ParseOptions { allow_return_outside_function: true, parse_regular_expression: true, ..ParseOptions::default() };
    Parser::new(allocator, text, kind).with_options(options).parse()
}

/// The first thing wrong in a text that did not parse.
fn first_fault(parsed: &ParserReturn<'_>, text: &str) -> Fault {
    // A token that cannot be read is an unexpected one too; the reason is better, and comes first.
    let place = |diagnostic: &&OxcDiagnostic| {
        let label = diagnostic.labels.first();
        let whole = if diagnostic.message.starts_with("Unexpected token") { LabeledSpan::len } else { |_: &_| 0 };
        label.map_or(u32::MAX, |label| label.offset() + whole(label))
    };
    let first = parsed.diagnostics.iter().min_by_key(place);
    first.map_or_else(|| Fault::new(0, "the code cannot be parsed"), |first| syntax::from_diagnostic(first, text))
}

/// Of the faults found when the text was read as JavaScript and as TypeScript, the one that was met later. JSX is one
/// for both, but TypeScript takes its first tag for a cast; what is a fault in JavaScript alone is none.
fn more_useful(script: Fault, typed: Fault) -> Fault {
    let later = typed.at > script.at || script.message.contains("TypeScript");
    if later && !script.message.starts_with("JSX") { typed } else { script }
}

/// Why a text did not become JavaScript.
enum Untyped {
    /// It is not TypeScript.
    Unread(Fault),
    /// It is, with something in it that is not available.
    Refused(Fault),
}

/// Reads a text as TypeScript and blanks the types.
fn without_types(text: &str) -> Result<(String, Stretches), Untyped> {
    let allocator = Allocator::default();
    let parsed = parse(&allocator, text, SourceType::ts());
    if !parsed.diagnostics.is_empty() {
        return Err(Untyped::Unread(first_fault(&parsed, text)));
    }
    let mut types = types::Types::new(text);
    walk(&parsed.program, &mut [&mut types]);
    match types.faults.drain(..).min_by_key(|fault| fault.at) {
        Some(fault) => Err(Untyped::Refused(fault)),
        None => Ok(types.finish().apply(text)),
    }
}

/// `async function () { … }` alone is no statement; in parentheses it is an expression.
fn lone_function(text: &str) -> Option<(String, Stretches)> {
    let start = trivia::skip(text, 0);
    let rest = text.get(start as usize..)?;
    if !rest.starts_with("function") && !rest.starts_with("async") {
        return None;
    }
    let end = text.trim_end().trim_end_matches(';').len();
    let mut edits = Edits::default();
    edits.open(start, "(");
    edits.close(u32::try_from(end).ok()?, "\n)");
    let (made, stretches) = edits.apply(text);
    let allocator = Allocator::default();
    if parse(&allocator, &made, SourceType::mjs()).diagnostics.is_empty() {
        return Some((made, stretches));
    }
    let (script, second) = without_types(&made).ok()?;
    Some((script, second.after(&stretches)))
}

/// `f<string>(x)` compares in JavaScript, but `string` is no name anybody has: it can only throw, so it is TypeScript.
fn is_secretly_typed(program: &Program<'_>) -> bool {
    let mut types = TypeNames::default();
    walk(program, &mut [&mut types]);
    types.compared.iter().any(|name| !types.declared.contains(name))
}

#[derive(Default)]
struct TypeNames<'a> {
    compared: Vec<&'a str>,
    declared: HashSet<&'a str>,
}

impl<'a> Watcher<'a> for TypeNames<'a> {
    fn enter(&mut self, node: AstKind<'a>, _above: &[AstKind<'a>]) {
        match node {
            AstKind::BinaryExpression(binary) if binary.operator == BinaryOperator::LessThan => {
                if let Expression::Identifier(id) = &binary.right
                    && matches!(
                        id.name.as_str(),
                        "string" | "number" | "boolean" | "any" | "unknown" | "never" | "object"
                    )
                {
                    self.compared.push(id.name.as_str());
                }
            }
            AstKind::BindingIdentifier(id) => {
                self.declared.insert(id.name.as_str());
            }
            _ => {}
        }
    }
}

/// Lowers JavaScript that parsed. `first` leads from `text` to the user's.
fn lower_script<'a>(
    program: &Program<'a>,
    text: &'a str,
    code: &str,
    first: &Stretches,
    extras: Extras,
) -> Result<Lowered, Fault> {
    let Some(made) = forms::rewritten(program, text) else {
        return lower_read(program, text, code, first, extras, None);
    };
    let (allocator, first) = (Allocator::default(), made.stretches.after(first));
    check_nesting(&made.text).map_err(|fault| fault.moved(|at| first.source_near(at)))?;
    let parsed = parse(&allocator, &made.text, SourceType::mjs());
    if parsed.diagnostics.is_empty() {
        return lower_read(&parsed.program, &made.text, code, &first, extras, made.helper);
    }
    Err(first_fault(&parsed, &made.text).moved(|at| first.source_near(at)))
}

/// Lowers JavaScript in forms that the engine takes, in which it may call a helper already.
fn lower_read<'a>(
    program: &Program<'a>,
    text: &'a str,
    code: &str,
    first: &Stretches,
    extras: Extras,
    called: Option<(Helper, String)>,
) -> Result<Lowered, Fault> {
    let (mut early, mut classes) = (early::Early::new(text), classes::Classes::default());
    let mut scopes = scopes::Scopes::new(text);
    let (mut depth, mut body) = (depth::Depth::default(), body::Body::default());
    if extras.probes {
        let mut named = probes::Named::default();
        walk(program, &mut [&mut named]);
        depth.probes = Some(probes::Probes::new(named));
    }
    let mut workarounds = workarounds::Workarounds::default();
    let mut caught = caught::Caught::default();
    let mut lengths = lengths::Lengths::default();
    let mut spreads = spreads::Spreads::default();
    let mut gather = gather::Gather::new(text);
    let mut rests = rests::Rests::default();
    let mut room = room::Room::default();
    let mut waits = waits::Waits::new(extras.waits);
    let mut throws = throws::Throws::default();
    let mut callees = callees::Callees::default();
    let mut draws = draws::Draws::default();
    let mut member_keys = member_keys::MemberKeys::default();
    let watchers: &mut [&mut dyn Watcher<'a>] = &mut [
        &mut early,
        &mut classes,
        &mut scopes,
        &mut depth,
        &mut body,
        &mut workarounds,
        &mut caught,
        &mut lengths,
        &mut spreads,
        &mut gather,
        &mut rests,
        &mut room,
        &mut waits,
        &mut throws,
        &mut callees,
        &mut draws,
        &mut member_keys,
    ];
    walk(program, watchers);
    let faults = (early.faults.into_iter().chain(classes.faults).chain(scopes.fault))
        .chain(depth.fault.take())
        .chain(body.faults.drain(..));
    if let Some(fault) = faults.min_by_key(|fault| fault.at) {
        return Err(fault.moved(|at| first.source_near(at)));
    }
    let mut edits = Edits::default();
    depth.flat.declare(text, &mut edits);
    let tail = body.lower(program, text, &mut edits);
    let waited = waits.lower(text, |at| first.source_near(at), &mut edits);
    let thrown = throws.lower(text, |at| first.source_near(at), &mut edits);
    let brackets = depth.flat.adds_brackets() || depth.probes.as_ref().is_some_and(probes::Probes::adds_brackets);
    let written = depth.probes.take().map(|probes| probes.lower(text, &mut edits)).unwrap_or_default();
    workarounds.lower(text, brackets, &mut edits);
    lengths.lower(text, extras.probes, &mut edits);
    rests.lower(text, &mut edits);
    member_keys.lower(text, &mut edits);
    depth.flat.lower(text, &mut edits);
    let told = caught.lower(text, &mut edits);
    let more = spreads.lower(text, &mut edits).into_iter().chain(gather.lower(text, &mut edits));
    let more = more.chain(room.lower(text, &mut edits)).chain(draws.lower(text, &mut edits));
    let (helpers, given): (Vec<Helper>, Vec<String>) =
        written.helpers.into_iter().chain(called).chain(told).chain(more).chain(waited).chain(thrown).unzip();
    let variables =
        workarounds.variable(text).into_iter().chain(rests.variable(text)).chain(member_keys.variable(text));
    let variables = variables.chain(written.variable);
    body.frame(given, variables, text, &tail, &mut edits);
    let (source, second) = edits.apply(text);
    let positions =
        PositionMap::new(&source, code, second.after(first), callees.places(text, |at| first.source_of(at)));
    Ok(Lowered { source, positions, helpers })
}
