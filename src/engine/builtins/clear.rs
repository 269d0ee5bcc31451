//! Replaces `clear` of Map and Set: the engine's empties the table under the iterators that stand in it, so that they miss what is
//! added afterwards. What must hold: an iterator that stands in a collection goes on with what is added after it was cleared.
//! Removed one by one while the engine's own `forEach` holds the table, entries leave gaps that iterators know.

use super::{Method, define, engine_function, removal};
use boa_engine::builtins::map::ordered_map::OrderedMap;
use boa_engine::builtins::set::ordered_set::OrderedSet;
use boa_engine::object::builtins::JsFunction;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsValue, NativeFunction, js_string};

/// The engine's own `forEach`, and what removes one entry.
type ForEach = (JsFunction, JsFunction);

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let map = context.intrinsics().constructors().map().prototype();
    let set = context.intrinsics().constructors().set().prototype();
    let remove = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(remove)).build();
    let of_map = (engine_function(&map, js_string!("forEach"))?, remove.clone());
    let of_set = (engine_function(&set, js_string!("forEach"))?, remove);
    define(&map, [Method::given("clear", 0, clear_map, of_map)], context)?;
    define(&set, [Method::given("clear", 0, clear_set, of_set)], context)
}

fn clear_map(this: &JsValue, _: &[JsValue], for_each: &ForEach, context: &mut Context) -> JsResult<JsValue> {
    if !this.as_object().is_some_and(|object| object.is::<OrderedMap<JsValue>>()) {
        return Err(JsNativeError::typ().with_message("Map.prototype.clear needs a Map").into());
    }
    clear(this, for_each, context)
}

fn clear_set(this: &JsValue, _: &[JsValue], for_each: &ForEach, context: &mut Context) -> JsResult<JsValue> {
    if !this.as_object().is_some_and(|object| object.is::<OrderedSet>()) {
        return Err(JsNativeError::typ().with_message("Set.prototype.clear needs a Set").into());
    }
    clear(this, for_each, context)
}

fn clear(this: &JsValue, (for_each, remove): &ForEach, context: &mut Context) -> JsResult<JsValue> {
    let cleared = for_each.call(this, &[remove.clone().into()], context)?;
    if let Some(collection) = this.as_object() {
        removal::let_go(&collection, context)?;
    }
    Ok(cleared)
}

/// Called for each entry with its key and its collection.
fn remove(_: &JsValue, args: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let (key, collection) = (args.get_or_undefined(1), args.get_or_undefined(2).as_object());
    let map = collection.as_ref().and_then(JsObject::downcast_mut::<OrderedMap<JsValue>>);
    if let Some(mut map) = map {
        map.remove(key);
    } else if let Some(mut set) = collection.as_ref().and_then(JsObject::downcast_mut::<OrderedSet>) {
        set.delete(key);
    }
    Ok(JsValue::undefined())
}

#[cfg(test)]
mod tests;
