//! Owns where guest code is: the place of a call, and what an error's `stack` says. What must hold: every place is one of
//! the user's text; native frames, our wrapper and the host's files never show; reading runs no guest code, so a stack
//! is the same in each pass. Deliberately absent: finding what the engine does not tell of a place, which is `messages.rs`.

use super::builtins::{self, Method};
use super::realm::STACK_FRAMES_LIMIT;
use super::state::{GuestState, Origin};
use super::{look, messages, pending, thrown};
use crate::position::{Position, PositionMap};
use boa_engine::builtins::error::Error;
use boa_engine::object::builtins::JsFunction;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsString, JsValue, NativeFunction, js_string};
use std::fmt;

/// The path that guest code is compiled under.
pub(crate) const GUEST_PATH: &str = "guest.js";

/// What the engine calls the functions that stand around guarded built-ins. The guest never meets them.
pub(super) const GUARD: &str = "a guard";

/// What the engine calls code outside any named function.
const TOP_LEVEL: &str = "<main>";

/// Frames looked at for the place of a call: the native function's own, those between, and the caller's.
const NEAR_FRAMES: usize = 12;
/// Every frame there is.
pub(super) const ALL_FRAMES: usize = usize::MAX;

/// One frame of guest code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The function's name; empty for code outside any function.
    pub(crate) name: String,
    pub(crate) position: Position,
}

impl fmt::Display for Frame {
    /// On a line of its own, as a stack shows it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column } = self.position;
        let place = format!("{GUEST_PATH}:{line}:{column}");
        if self.name.is_empty() { write!(f, "\n    at {place}") } else { write!(f, "\n    at {} ({place})", self.name) }
    }
}

/// The engine's own getter of `stack`, kept from before the guest could replace it.
struct EngineStack(JsFunction);

/// Replaces `Error.prototype.stack`: a head line, then the user's frames.
pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().error().prototype();
    let getter = look::own_property(&prototype, js_string!("stack"))
        .and_then(|property| property.get().and_then(JsValue::as_function));
    let Some(getter) = getter else {
        return Err(JsNativeError::typ().with_message("the engine has no getter of `stack`").into());
    };
    context.insert_data(EngineStack(getter));
    let realm = context.realm().clone();
    let get = FunctionObjectBuilder::new(&realm, NativeFunction::from_fn_ptr(get_stack)).name(js_string!("get stack"));
    let set = FunctionObjectBuilder::new(&realm, NativeFunction::from_fn_ptr(set_stack)).name(js_string!("set stack"));
    let property =
        PropertyDescriptor::builder().get(get.build()).set(set.length(1).build()).enumerable(false).configurable(true);
    prototype.define_property_or_throw(js_string!("stack"), property, context)?;
    let constructor = context.intrinsics().constructors().error().constructor();
    builtins::define(&constructor, [Method::new("captureStackTrace", 2, capture)], context)
}

/// `Error.captureStackTrace`, which code for Node calls in the constructors of its errors. An error has its stack already.
fn capture(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(target) = args.get_or_undefined(0).as_object() else {
        return Err(JsNativeError::typ().with_message("captureStackTrace needs an object").into());
    };
    if !target.is::<Error>() {
        look_at_head(&target, context)?;
        let frames: String = here(context).iter().map(Frame::to_string).collect();
        let stack = JsString::from(look::error_head(&target) + &frames);
        return set_stack(&target.into(), &[stack.into()], context);
    }
    Ok(JsValue::undefined())
}

/// The place of the innermost frame of guest code, in the user's text. The engine tells it only by the stack of an error made now: what it says
/// of its frames is the place where they go on, not where they are.
pub(super) fn innermost_position(context: &mut Context) -> Option<Position> {
    innermost_position_of(NEAR_FRAMES, context)
}

/// The same, of so many frames.
pub(super) fn innermost_position_of(frames: usize, context: &mut Context) -> Option<Position> {
    let text = near_stack(frames, context)?;
    let name = context.stack_trace().next()?.position().function_name.to_std_string_lossy();
    let name = if name.is_empty() { TOP_LEVEL } else { &name };
    let positions = context.get_data::<GuestState>()?.positions();
    let mut rest = text.as_str();
    while let Some((line, after)) = rest.split_once('\n')
        && line.ends_with("(native)")
    {
        rest = after;
    }
    // The name is the guest's and may look like anything, so it is taken off whole before a place is looked for.
    let place = rest.trim_start().strip_prefix("at ")?.strip_prefix(name)?.strip_prefix(" (")?;
    let (place, outer) = place.split_once(")\n")?;
    parse_place(place, positions)
        .or_else(|| outer.lines().find_map(|line| parse_frame(line, positions)).map(|frame| frame.position))
}

/// Frames looked at for a function that calls itself.
const RECURSING_FRAMES: usize = 200;

/// The place that most of the frames on top share, of several the innermost. It is where they go on, so it is in the function that recursed and
/// near to the call. Runs nothing and reads nothing of the guest's: it may be asked after a trap.
pub(super) fn recursing(context: &Context) -> Option<Position> {
    let positions = context.get_data::<GuestState>()?.positions();
    let mut seen: Vec<(Position, usize)> = Vec::new();
    for frame in context.stack_trace().take(RECURSING_FRAMES) {
        let Some(at) = frame.position().position else { continue };
        let Some(place) = positions.to_user(at.line_number(), at.column_number()) else { continue };
        match seen.iter_mut().find(|(known, _)| *known == place) {
            Some((_, count)) => *count += 1,
            None => seen.push((place, 1)),
        }
    }
    let most = seen.iter().map(|(_, count)| *count).max()?;
    seen.into_iter().find(|(_, count)| *count == most).map(|(place, _)| place)
}

/// Whether what called the native function of this name, which is running, is one of the functions that settle a promise: the engine's
/// only ones without a name.
pub(super) fn is_called_by_promise(name: &str, context: &mut Context) -> bool {
    let Some(text) = near_stack(NEAR_FRAMES, context) else { return false };
    let own = format!("at {name} (native)");
    let mut frames = text.lines().map(str::trim).skip_while(|frame| *frame != own);
    frames.nth(1) == Some("at  (native)")
}

/// What the engine says of so many frames, innermost first.
fn near_stack(frames: usize, context: &mut Context) -> Option<String> {
    let limit = context.runtime_limits().backtrace_limit();
    context.runtime_limits_mut().set_backtrace_limit(frames);
    let text = stack_here(context);
    context.runtime_limits_mut().set_backtrace_limit(limit);
    text
}

/// What the engine says of the frames around.
fn stack_here(context: &mut Context) -> Option<String> {
    let constructor = context.intrinsics().constructors().error().constructor();
    let error = constructor.construct(&[], None, context).ok()?;
    engine_text(&error, context)
}

/// The engine's own text of an error's frames, innermost first.
fn engine_text(error: &JsObject, context: &mut Context) -> Option<String> {
    let getter = context.get_data::<EngineStack>()?.0.clone();
    let text = getter.call(&error.clone().into(), &[], context).ok()?;
    Some(text.as_string()?.to_std_string_lossy())
}

/// Where an error was made, or the call it came back from; where anything else was thrown.
pub(crate) fn position_of(error: &JsValue, context: &mut Context) -> Option<Position> {
    let Some(error) = error.as_object().filter(JsObject::is::<Error>) else { return thrown::place_of(error, context) };
    if let Some(frame) = frames(&error, context).first() {
        return Some(frame.position);
    }
    let state = context.get_data::<GuestState>()?;
    state.origin_of(&error).map(|origin| state.positions().of_name(origin.position))
}

/// The user's frames of an error, innermost first; none for what is not an error or was made outside the guest.
pub(crate) fn frames(error: &JsObject, context: &mut Context) -> Vec<Frame> {
    let Some(text) = engine_text(error, context) else { return Vec::new() };
    let Some(state) = context.get_data::<GuestState>() else { return Vec::new() };
    let frames = counted(&text).filter_map(|line| named_frame(line, state.positions()));
    // An error is made where `new` was said, not inside the constructors of its classes.
    let classes = look::class_names(error);
    let mut frames: Vec<_> = frames.skip_while(|frame| classes.contains(&frame.name)).collect();
    // The engine gives many of its instructions the place of something around them, or none.
    if let Some(place) = messages::place(error, context) {
        let innermost = text.lines().find(|line| !line.ends_with("(native)")).unwrap_or_default();
        let unplaced = innermost.trim_start().strip_prefix("at ").and_then(|line| line.strip_suffix(" (guest.js:?:?)"));
        match (unplaced, frames.first_mut()) {
            (None, Some(frame)) => frame.position = place,
            (name, _) => {
                let name = name.filter(|name| *name != TOP_LEVEL).unwrap_or_default().to_owned();
                frames.insert(0, Frame { name, position: place });
            }
        }
    }
    frames
}

/// As many of the engine's frames as are kept of an error, but for guards.
fn counted(text: &str) -> impl Iterator<Item = &str> {
    let guard = |line: &&str| {
        line.trim_start().strip_prefix("at ").and_then(|line| line.strip_suffix(" (native)")) != Some(GUARD)
    };
    text.lines().filter(guard).take(STACK_FRAMES_LIMIT)
}

/// As [`parse_frame`], at the name of what is called.
fn named_frame(line: &str, positions: &PositionMap) -> Option<Frame> {
    let Frame { name, position } = parse_frame(line, positions)?;
    Some(Frame { name, position: positions.of_name(position) })
}

/// Reads `    at name (guest.js:3:5)`, the engine's form. Names are the guest's and may hold anything, so it is read from the end.
fn parse_frame(line: &str, positions: &PositionMap) -> Option<Frame> {
    let rest = line.trim_start().strip_prefix("at ")?.strip_suffix(')')?;
    let (name, place) = rest.rsplit_once(" (")?;
    let position = parse_place(place, positions)?;
    let name = if name == TOP_LEVEL { String::new() } else { name.to_owned() };
    Some(Frame { name, position })
}

/// Reads `guest.js:3:5`.
fn parse_place(place: &str, positions: &PositionMap) -> Option<Position> {
    let (line, column) = place.strip_prefix(GUEST_PATH)?.strip_prefix(':')?.split_once(':')?;
    positions.to_user(line.parse().ok()?, column.parse().ok()?)
}

/// What `error.stack` says: `TypeError: no such row` and a line for each frame.
pub(crate) fn describe(error: &JsObject, context: &mut Context) -> String {
    let mut text = look::error_head(error);
    let origin = context.get_data::<GuestState>().and_then(|state| {
        let Origin { function, position } = state.origin_of(error)?.clone();
        Some(Frame { name: function, position: state.positions().of_name(position) })
    });
    for frame in frames(error, context).into_iter().chain(origin) {
        text.push_str(&frame.to_string());
    }
    text
}

/// The user's frames of the code that is running.
pub(crate) fn here(context: &mut Context) -> Vec<Frame> {
    let Some(text) = stack_here(context) else { return Vec::new() };
    let Some(state) = context.get_data::<GuestState>() else { return Vec::new() };
    counted(&text).filter_map(|line| named_frame(line, state.positions())).collect()
}

fn get_stack(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(error) = this.as_object().filter(|object| object.is::<Error>()) else {
        pending::look(this, context)?;
        return Ok(JsValue::undefined());
    };
    look_at_head(&error, context)?;
    Ok(JsString::from(describe(&error, context)).into())
}

/// What the head of a stack says depends on whether these two are texts.
fn look_at_head(error: &JsObject, context: &mut Context) -> JsResult<()> {
    for key in [js_string!("name"), js_string!("message")] {
        if let Some(value) = look::data_property(error, key) {
            pending::look(&value, context)?;
        }
    }
    Ok(())
}

/// As other engines do, writing makes an own property, and one that a loop over the error's keys does not meet.
fn set_stack(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(error) = this.as_object() else {
        return Err(JsNativeError::typ().with_message("`stack` can only be set on an object").into());
    };
    let property = PropertyDescriptor::builder()
        .value(args.get_or_undefined(0).clone())
        .writable(true)
        .enumerable(false)
        .configurable(true);
    error.define_property_or_throw(js_string!("stack"), property, context)?;
    Ok(JsValue::undefined())
}
