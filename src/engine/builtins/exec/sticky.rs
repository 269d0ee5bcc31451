//! Patterns with the flag `y`: the engine looks for them in all of the text behind `lastIndex` and then says that they are not there, so a
//! tokeniser took time that grows with the square of its text. What must hold: a match, or none, and `lastIndex`, are what the engine gives.
//! For `src` a companion `(?:src)|()` is asked: where `src` is not, its last group matches nothing, at once.

use super::{find, own_property};
use crate::engine::look::pattern_text;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsFunction;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue, js_string};

/// Patterns whose companions are kept, the last used first.
const KEPT: usize = 16;

/// The engine's getter of `sticky` and its `compile`, and the companions of patterns, of which some have none.
pub(super) struct Sticky {
    getter: JsFunction,
    compile: Option<JsFunction>,
    companions: Vec<(JsObject, Option<JsObject>)>,
}

impl Sticky {
    pub(super) fn new(getter: JsFunction, compile: Option<JsFunction>) -> Self {
        Self { getter, compile, companions: Vec::new() }
    }
}

/// Makes another pattern of one: what was its companion is none any more.
pub(super) fn compile(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(sticky) = context.host_defined_mut().get_mut::<Sticky>() else { return Ok(this.clone()) };
    sticky.companions.clear();
    match sticky.compile.clone() {
        Some(compile) => compile.call(this, args, context),
        None => Ok(this.clone()),
    }
}

/// The next match of a sticky pattern in a long text; `None` where it is none, or the engine is to look itself.
pub(super) fn find_here(
    engine: &JsFunction,
    pattern: &JsObject,
    text: &JsString,
    context: &mut Context,
) -> JsResult<Option<JsValue>> {
    let Some(getter) = context.get_data::<Sticky>().map(|sticky| sticky.getter.clone()) else { return Ok(None) };
    if !getter.call(&pattern.clone().into(), &[], context)?.to_boolean() {
        return Ok(None);
    }
    // What is no plain number is converted by code of the guest's, once.
    let last = own_property(pattern, js_string!("lastIndex")).and_then(|last| last.value()?.as_number());
    let Some(last) = last.filter(|last| *last >= 0.0 && *last < text.len() as f64) else { return Ok(None) };
    let Some(companion) = companion(pattern, context)? else { return Ok(None) };
    companion.set(js_string!("lastIndex"), last, true, context)?;
    let found = find(engine, &companion.clone().into(), text, context)?;
    let matched = match found.as_object() {
        Some(found) => take_mark(&found, context)?.then_some(found),
        None => None,
    };
    let at = match &matched {
        Some(_) => companion.get(js_string!("lastIndex"), context)?,
        None => 0.into(),
    };
    pattern.set(js_string!("lastIndex"), at, true, context)?;
    Ok(Some(matched.map_or_else(JsValue::null, JsValue::from)))
}

/// Takes the last group out of a match; whether it had matched nothing, so that the pattern itself did.
fn take_mark(found: &JsObject, context: &mut Context) -> JsResult<bool> {
    let length = found.get(js_string!("length"), context)?.to_length(context)?;
    let mark = found.get(length - 1, context)?;
    found.set(js_string!("length"), length - 1, true, context)?;
    if let Some(indices) = found.get(js_string!("indices"), context)?.as_object() {
        indices.set(js_string!("length"), length - 1, true, context)?;
    }
    Ok(mark.is_undefined())
}

/// The companion of a pattern; none of one whose empty match could stand within a character.
fn companion(pattern: &JsObject, context: &mut Context) -> JsResult<Option<JsObject>> {
    let Some(sticky) = context.host_defined_mut().get_mut::<Sticky>() else { return Ok(None) };
    if let Some(at) = sticky.companions.iter().position(|(known, _)| JsObject::equals(known, pattern)) {
        let known = sticky.companions.remove(at);
        let companion = known.1.clone();
        sticky.companions.insert(0, known);
        return Ok(companion);
    }
    let (source, flags) = pattern_text(pattern, context)?;
    let made = if flags.contains(['u', 'v']) { None } else { Some(make(&source, &flags, context)?) };
    if let Some(sticky) = context.host_defined_mut().get_mut::<Sticky>() {
        sticky.companions.truncate(KEPT - 1);
        sticky.companions.insert(0, (pattern.clone(), made.clone()));
    }
    Ok(made)
}

fn make(source: &JsString, flags: &str, context: &mut Context) -> JsResult<JsObject> {
    let class = context.intrinsics().constructors().regexp().constructor();
    let text = js_string!(&js_string!("(?:"), source, &js_string!(")|()"));
    let flags = flags.replace(['y', 'g'], "") + "g";
    let made = class.construct(&[text.into(), JsString::from(flags).into()], None, context)?;
    if made.is::<boa_engine::builtins::regexp::RegExp>() {
        return Ok(made);
    }
    Err(JsNativeError::typ().with_message("the engine made no pattern").into())
}
