//! Owns the guest's `console`. What must hold: each line goes to the driver at once, with the user's line, and no line is
//! longer than [`LINE_BYTES`]; how much may be logged in all is the driver's business. Methods map to five levels as the
//! WHATWG console standard maps them. Deliberately absent: colours, `%c` styles and profiling.

use super::builtins::{Method, define_hidden, hidden_constant, object_with};
use super::inspect::{inspect, inspect_quoted};
use super::state::running;
use super::{console_table, pending, stack};
use crate::driver::{LogLevel, LogLine};
use boa_engine::{Context, JsArgs, JsResult, JsSymbol, JsValue, NativeFunction, js_string};
use std::collections::HashMap;

/// The longest line, in bytes of UTF-8.
const LINE_BYTES: usize = 16 << 10;
/// Groups inside groups that still indent.
const GROUPS: usize = 20;

/// What the console remembers in a run.
#[derive(Default)]
pub(crate) struct ConsoleState {
    groups: usize,
    counts: HashMap<String, u64>,
    /// When each timer started, in ms since the run's start.
    timers: HashMap<String, f64>,
}

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let methods = [
        printer("debug", LogLevel::Debug),
        printer("log", LogLevel::Log),
        printer("info", LogLevel::Info),
        printer("warn", LogLevel::Warn),
        printer("error", LogLevel::Error),
        printer("dirxml", LogLevel::Log),
        Method::new("dir", 0, dir),
        Method::new("table", 1, table),
        Method::new("trace", 0, trace),
        Method::new("assert", 0, assert),
        Method::new("count", 0, count),
        Method::new("countReset", 0, count_reset),
        Method::new("group", 0, group),
        Method::new("groupCollapsed", 0, group),
        Method::new("groupEnd", 0, group_end),
        Method::new("time", 0, time),
        Method::new("timeLog", 0, time_log),
        Method::new("timeEnd", 0, time_end),
        Method::new("clear", 0, |_, _, context| running(context).map(|_| JsValue::undefined())),
    ];
    let console = object_with(methods, context)?;
    console.insert_property(JsSymbol::to_string_tag(), hidden_constant(js_string!("console")));
    define_hidden(&context.global_object(), js_string!("console"), console, context)
}

fn printer(name: &'static str, level: LogLevel) -> Method {
    let function = NativeFunction::from_copy_closure(move |_, args, context| {
        let text = format(args, context);
        emit(level, &text, context)
    });
    Method { name, length: 0, function }
}

/// Sends a line, indented by the open groups and cut to its length.
fn emit(level: LogLevel, text: &str, context: &mut Context) -> JsResult<JsValue> {
    let groups = running(context)?.console.groups;
    let indent = "  ".repeat(groups.min(GROUPS));
    let mut text = format!("{indent}{}", text.replace('\n', &format!("\n{indent}")));
    if text.len() > LINE_BYTES {
        let end = text.floor_char_boundary(LINE_BYTES - 64);
        let cut = text.len() - end;
        text.truncate(end);
        text.push_str(&format!("... ({cut} more bytes)"));
    }
    let line = stack::innermost_position(context).map(|position| position.line);
    running(context)?.driver().log(LogLine { level, text, line });
    Ok(JsValue::undefined())
}

/// The arguments as one text: a format in the first, the rest after it.
fn format(args: &[JsValue], context: &mut Context) -> String {
    let Some((first, mut rest)) = args.split_first() else { return String::new() };
    let mut text = match first.as_string() {
        Some(template) if !rest.is_empty() => {
            let (text, left) = substitute(&template.to_std_string_lossy(), rest, context);
            rest = left;
            text
        }
        _ => inspect(first, context),
    };
    for arg in rest {
        // Past what a line shows there is nothing to gain from reading on.
        if text.len() > LINE_BYTES {
            break;
        }
        text.push(' ');
        text.push_str(&inspect(arg, context));
    }
    text
}

/// Fills `%s %d %i %f %j %o %O %c`; gives back the arguments that were not used.
fn substitute<'a>(template: &str, mut args: &'a [JsValue], context: &mut Context) -> (String, &'a [JsValue]) {
    let mut text = String::with_capacity(template.len());
    let mut chars = template.chars().peekable();
    while let Some(c) = chars.next() {
        let kind = chars.peek().copied();
        let (Some(kind), true) = (kind, c == '%') else {
            text.push(c);
            continue;
        };
        if kind == '%' {
            chars.next();
            text.push('%');
            continue;
        }
        let (true, Some((arg, left))) = ("sdifjoOc".contains(kind), args.split_first()) else {
            text.push(c);
            continue;
        };
        chars.next();
        args = left;
        match kind {
            's' => text.push_str(&inspect(arg, context)),
            'd' | 'f' => text.push_str(&number(arg, context, |number| number)),
            'i' => text.push_str(&number(arg, context, f64::trunc)),
            'c' => {}
            _ => text.push_str(&inspect_quoted(arg, context)),
        }
    }
    (text, args)
}

/// A number for `%d` and its kind; an object is none, since turning one into a number would run guest code.
fn number(arg: &JsValue, context: &mut Context, change: fn(f64) -> f64) -> String {
    if arg.is_bigint() || pending::slot_of(arg, context).is_some() {
        return inspect(arg, context);
    }
    let number = if arg.is_object() || arg.is_symbol() { f64::NAN } else { arg.to_number(context).unwrap_or(f64::NAN) };
    inspect(&JsValue::from(change(number)), context)
}

fn dir(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = inspect_quoted(args.get_or_undefined(0), context);
    emit(LogLevel::Log, &text, context)
}

fn table(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = match console_table::render(args.get_or_undefined(0), args.get_or_undefined(1), context) {
        Some(text) => text,
        None => format(args, context),
    };
    emit(LogLevel::Log, &text, context)
}

fn trace(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = format(args, context);
    let mut text = if text.is_empty() { "Trace".to_owned() } else { format!("Trace: {text}") };
    for frame in stack::here(context) {
        text.push_str(&frame.to_string());
    }
    emit(LogLevel::Log, &text, context)
}

fn assert(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let condition = args.get_or_undefined(0);
    pending::look(condition, context)?;
    if condition.to_boolean() {
        return Ok(JsValue::undefined());
    }
    let text = format(args.get(1..).unwrap_or_default(), context);
    let text = if text.is_empty() { "Assertion failed".to_owned() } else { format!("Assertion failed: {text}") };
    emit(LogLevel::Error, &text, context)
}

/// The first argument as a name; `default` without one.
fn label(args: &[JsValue], context: &mut Context) -> JsResult<String> {
    match args.first().filter(|label| !label.is_undefined()) {
        Some(label) => Ok(label.to_string(context)?.to_std_string_lossy()),
        None => Ok("default".to_owned()),
    }
}

fn count(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let label = label(args, context)?;
    let count = running(context)?.console.counts.entry(label.clone()).or_default();
    *count += 1;
    let text = format!("{label}: {count}");
    emit(LogLevel::Info, &text, context)
}

fn count_reset(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let label = label(args, context)?;
    running(context)?.console.counts.remove(&label);
    Ok(JsValue::undefined())
}

fn group(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if !args.is_empty() {
        let text = format(args, context);
        emit(LogLevel::Log, &text, context)?;
    }
    running(context)?.console.groups += 1;
    Ok(JsValue::undefined())
}

fn group_end(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let console = &mut running(context)?.console;
    console.groups = console.groups.saturating_sub(1);
    Ok(JsValue::undefined())
}

fn time(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let label = label(args, context)?;
    let state = running(context)?;
    let now = state.elapsed_ms();
    state.console.timers.entry(label).or_insert(now);
    Ok(JsValue::undefined())
}

fn time_log(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let label = label(args, context)?;
    let rest = format(args.get(1..).unwrap_or_default(), context);
    let space = if rest.is_empty() { "" } else { " " };
    let text = format!("{}{space}{rest}", elapsed(&label, context)?);
    emit(LogLevel::Log, &text, context)
}

fn time_end(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let label = label(args, context)?;
    let text = elapsed(&label, context)?;
    running(context)?.console.timers.remove(&label);
    emit(LogLevel::Info, &text, context)
}

fn elapsed(label: &str, context: &mut Context) -> JsResult<String> {
    let state = running(context)?;
    let now = state.elapsed_ms();
    Ok(match state.console.timers.get(label) {
        Some(start) => format!("{label}: {}ms", now - start),
        None => format!("Timer '{label}' does not exist"),
    })
}

#[cfg(test)]
mod tests;
