//! Owns the everyday methods of maps and sets, whole: they are so short that a guard before the engine's own would cost as much as
//! they do. What must hold: they do the same, down to `-0`. Deliberately absent: everything done with what is no map or set, and that is the engine's.

use super::Original;
use boa_engine::builtins::map::ordered_map::OrderedMap;
use boa_engine::builtins::set::ordered_set::OrderedSet;
use boa_engine::{Context, JsArgs, JsResult, JsValue};

/// A key as maps and sets keep it: there is one zero.
fn key(args: &[JsValue]) -> JsValue {
    let key = args.get_or_undefined(0);
    if key.as_number() == Some(0.0) { JsValue::from(0) } else { key.clone() }
}

pub(super) fn get(this: &JsValue, args: &[JsValue], original: &Original, context: &mut Context) -> JsResult<JsValue> {
    if let Some(object) = this.as_object()
        && let Some(map) = object.downcast_ref::<OrderedMap<JsValue>>()
    {
        return Ok(map.get(&key(args)).cloned().unwrap_or_default());
    }
    original.call(this, args, context)
}

pub(super) fn set(this: &JsValue, args: &[JsValue], original: &Original, context: &mut Context) -> JsResult<JsValue> {
    if let Some(object) = this.as_object()
        && let Some(mut map) = object.downcast_mut::<OrderedMap<JsValue>>()
    {
        map.insert(key(args), args.get_or_undefined(1).clone());
        return Ok(this.clone());
    }
    original.call(this, args, context)
}

pub(super) fn has_key(
    this: &JsValue,
    args: &[JsValue],
    original: &Original,
    context: &mut Context,
) -> JsResult<JsValue> {
    if let Some(object) = this.as_object()
        && let Some(map) = object.downcast_ref::<OrderedMap<JsValue>>()
    {
        return Ok(map.contains_key(&key(args)).into());
    }
    original.call(this, args, context)
}

pub(super) fn add(this: &JsValue, args: &[JsValue], original: &Original, context: &mut Context) -> JsResult<JsValue> {
    if let Some(object) = this.as_object()
        && let Some(mut set) = object.downcast_mut::<OrderedSet>()
    {
        set.add(key(args));
        return Ok(this.clone());
    }
    original.call(this, args, context)
}

pub(super) fn has_member(
    this: &JsValue,
    args: &[JsValue],
    original: &Original,
    context: &mut Context,
) -> JsResult<JsValue> {
    if let Some(object) = this.as_object()
        && let Some(set) = object.downcast_ref::<OrderedSet>()
    {
        return Ok(set.contains(&key(args)).into());
    }
    original.call(this, args, context)
}
