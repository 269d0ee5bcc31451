//! Owns the everyday methods of maps and sets, whole: they are so short that a guard before the engine's own would cost as much as
//! they do. What must hold: they do the same, down to `-0`. Deliberately absent: everything done with what is no map or set, and that is the engine's.

use super::Original;
use boa_engine::builtins::map::ordered_map::OrderedMap;
use boa_engine::builtins::set::ordered_set::OrderedSet;
use boa_engine::object::NativeObject;
use boa_engine::{Context, JsArgs, JsResult, JsValue};

type Map = OrderedMap<JsValue>;

/// A key as maps and sets keep it: there is one zero.
fn key(args: &[JsValue]) -> JsValue {
    let key = args.get_or_undefined(0);
    if key.as_number() == Some(0.0) { JsValue::from(0) } else { key.clone() }
}

/// What is read from the map or set that a method is called on; `None` where it is called on none.
fn read<T: NativeObject>(this: &JsValue, read: impl FnOnce(&T) -> JsValue) -> Option<JsValue> {
    let object = this.as_object()?;
    let collection = object.downcast_ref::<T>()?;
    Some(read(&collection))
}

/// Changes it.
fn write<T: NativeObject>(this: &JsValue, write: impl FnOnce(&mut T)) -> Option<JsValue> {
    let object = this.as_object()?;
    let mut collection = object.downcast_mut::<T>()?;
    write(&mut collection);
    Some(this.clone())
}

pub(super) fn get(this: &JsValue, args: &[JsValue], original: &Original, context: &mut Context) -> JsResult<JsValue> {
    let value = read(this, |map: &Map| map.get(&key(args)).cloned().unwrap_or_default());
    value.map_or_else(|| original.call(this, args, context), Ok)
}

pub(super) fn set(this: &JsValue, args: &[JsValue], original: &Original, context: &mut Context) -> JsResult<JsValue> {
    let map = write(this, |map: &mut Map| _ = map.insert(key(args), args.get_or_undefined(1).clone()));
    map.map_or_else(|| original.call(this, args, context), Ok)
}

pub(super) fn has_key(
    this: &JsValue,
    args: &[JsValue],
    original: &Original,
    context: &mut Context,
) -> JsResult<JsValue> {
    let has = read(this, |map: &Map| map.contains_key(&key(args)).into());
    has.map_or_else(|| original.call(this, args, context), Ok)
}

pub(super) fn add(this: &JsValue, args: &[JsValue], original: &Original, context: &mut Context) -> JsResult<JsValue> {
    let set = write(this, |set: &mut OrderedSet| _ = set.add(key(args)));
    set.map_or_else(|| original.call(this, args, context), Ok)
}

pub(super) fn has_member(
    this: &JsValue,
    args: &[JsValue],
    original: &Original,
    context: &mut Context,
) -> JsResult<JsValue> {
    let has = read(this, |set: &OrderedSet| set.contains(&key(args)).into());
    has.map_or_else(|| original.call(this, args, context), Ok)
}
