//! Replaces `delete` of Map and Set: the engine's moves all entries behind the one that goes, so that a queue in a Set, or a cache that drops its oldest
//! entry, took time that grows with the square. While one of its iterators stands in a collection the engine leaves a gap instead and closes
//! all gaps when the last iterator is done. So one of ours stands in each of the collections that were last deleted from, and is done when the
//! gaps have become many. What must hold: each lock of ours is opened once, by that iterator, before it is let go of.
//! Goes when the engine deletes without moving. Deliberately absent: small collections, and `clear`, which closes what is left (`clear.rs`).

use super::{Method, define, engine_function};
use boa_engine::builtins::map::ordered_map::OrderedMap;
use boa_engine::builtins::set::ordered_set::OrderedSet;
use boa_engine::object::builtins::JsFunction;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsValue, NativeFunction, js_string};

/// Collections with fewer entries are left to the engine.
const SMALL: usize = 128;
/// Collections that are held at once.
const MOST: usize = 4;

type Map = OrderedMap<JsValue>;

/// What the engine has for one kind of collection.
#[derive(Clone)]
struct Kind {
    delete: JsFunction,
    iterate: JsFunction,
    next: JsFunction,
    for_each: JsFunction,
}

struct Own {
    map: Kind,
    set: Kind,
    /// Exchanges two collections and lets the first's iterator come to its end.
    finish: JsFunction,
    /// The last used first.
    held: Vec<Held>,
}

/// A collection, and the iterator of ours that stands in it.
#[derive(Clone)]
struct Held {
    collection: JsObject,
    iterator: JsObject,
}

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let (map, set) = (constructors.map().prototype(), constructors.set().prototype());
    let iterators = context.intrinsics().objects().iterator_prototypes();
    let kind = |prototype: &JsObject, iterators: &JsObject| -> JsResult<Kind> {
        Ok(Kind {
            delete: engine_function(prototype, js_string!("delete"))?,
            iterate: engine_function(prototype, js_string!("values"))?,
            next: engine_function(iterators, js_string!("next"))?,
            for_each: engine_function(prototype, js_string!("forEach"))?,
        })
    };
    let own = Own {
        map: kind(&map, &iterators.map())?,
        set: kind(&set, &iterators.set())?,
        finish: FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(finish)).build(),
        held: Vec::new(),
    };
    context.insert_data(own);
    define(&map, [Method::new("delete", 1, delete_of_map)], context)?;
    define(&set, [Method::new("delete", 1, delete_of_set)], context)
}

fn lost() -> JsNativeError {
    JsNativeError::typ().with_message("the realm has lost the engine's collections")
}

fn own(context: &mut Context) -> JsResult<&mut Own> {
    context.host_defined_mut().get_mut::<Own>().ok_or_else(|| lost().into())
}

fn kind_of(collection: &JsObject, context: &mut Context) -> JsResult<Kind> {
    let own = own(context)?;
    Ok(if collection.is::<Map>() { own.map.clone() } else { own.set.clone() })
}

fn delete_of_map(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let engine = own(context)?.map.delete.clone();
    match this.as_object().filter(|object| object.is::<Map>()) {
        Some(map) => delete(&engine, &map, args, context),
        None => engine.call(this, args, context),
    }
}

fn delete_of_set(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let engine = own(context)?.set.delete.clone();
    match this.as_object().filter(|object| object.is::<OrderedSet>()) {
        Some(set) => delete(&engine, &set, args, context),
        None => engine.call(this, args, context),
    }
}

fn delete(engine: &JsFunction, collection: &JsObject, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some((entries, _)) = sizes(collection) else { return Ok(false.into()) };
    if entries >= SMALL {
        hold(collection, context)?;
    }
    let deleted = engine.call(&collection.clone().into(), args, context)?;
    if let Some((entries, gaps)) = sizes(collection)
        && gaps > 0
        && (gaps > most_gaps(entries) || entries == gaps)
    {
        let own = own(context)?;
        if let Some(at) = own.held.iter().position(|held| JsObject::equals(&held.collection, collection)) {
            let held = own.held.remove(at);
            release(&held, context)?;
        }
    }
    Ok(deleted)
}

/// Entries with their gaps, and the gaps alone.
fn sizes(collection: &JsObject) -> Option<(usize, usize)> {
    if let Some(map) = collection.downcast_ref::<Map>() {
        return Some((map.full_len(), map.full_len() - map.len()));
    }
    let set = collection.downcast_ref::<OrderedSet>()?;
    Some((set.full_len(), set.full_len() - set.len()))
}

/// As many gaps take about as long to step over as they take to close.
fn most_gaps(entries: usize) -> usize {
    SMALL / 2 + 4 * entries.isqrt()
}

/// An iterator of ours stands in this collection from now on.
fn hold(collection: &JsObject, context: &mut Context) -> JsResult<()> {
    let held = &mut own(context)?.held;
    match held.iter().position(|held| JsObject::equals(&held.collection, collection)) {
        Some(0) => return Ok(()),
        Some(at) => {
            let found = held.remove(at);
            held.insert(0, found);
            return Ok(());
        }
        None => {}
    }
    let oldest = if held.len() >= MOST { held.pop() } else { None };
    if let Some(oldest) = oldest {
        release(&oldest, context)?;
    }
    let iterate = kind_of(collection, context)?.iterate;
    let iterator = iterate.call(&collection.clone().into(), &[], context)?;
    let Some(iterator) = iterator.as_object() else { return Err(lost().into()) };
    own(context)?.held.insert(0, Held { collection: collection.clone(), iterator });
    Ok(())
}

/// Lets go of a collection that is held, if it is.
pub(super) fn let_go(collection: &JsObject, context: &mut Context) -> JsResult<()> {
    let own = own(context)?;
    match own.held.iter().position(|held| JsObject::equals(&held.collection, collection)) {
        Some(at) => {
            let held = own.held.remove(at);
            release(&held, context)
        }
        None => Ok(()),
    }
}

/// Ends the iterator without a step through all entries: meanwhile they are in a collection of ours, whose `forEach` has a lock of its own. In
/// its callback the two exchange what they have, so that each lock is opened where the other was closed: the iterator's on the one
/// entry of ours, `forEach`'s on the entries, which closes their gaps. Then they are exchanged back.
fn release(held: &Held, context: &mut Context) -> JsResult<()> {
    let kind = kind_of(&held.collection, context)?;
    let finish = own(context)?.finish.clone();
    let constructors = context.intrinsics().constructors();
    let spare = if held.collection.is::<Map>() { constructors.map() } else { constructors.set() };
    let spare = spare.constructor().construct(&[], None, context)?;
    if let Some(mut map) = spare.downcast_mut::<Map>() {
        map.insert(JsValue::undefined(), JsValue::undefined());
    } else if let Some(mut set) = spare.downcast_mut::<OrderedSet>() {
        set.add(JsValue::undefined());
    }
    let state = [held.collection.clone().into(), held.iterator.clone().into(), kind.next.clone().into()];
    let state = boa_engine::object::builtins::JsArray::from_iter(state, context);
    // It throws, so that it is called once.
    let _thrown = kind.for_each.call(&spare.clone().into(), &[finish.into(), state.into()], context);
    exchange(&held.collection, &spare);
    Ok(())
}

/// The callback: `this` is the list of the collection, its iterator and what steps it; the third argument is the collection of ours.
fn finish(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (Some(state), Some(spare)) = (this.as_object(), args.get_or_undefined(2).as_object()) else {
        return Err(lost().into());
    };
    let (collection, iterator, next) = (state.get(0, context)?, state.get(1, context)?, state.get(2, context)?);
    let (Some(collection), Some(next)) = (collection.as_object(), next.as_callable()) else {
        return Err(lost().into());
    };
    exchange(&collection, &spare);
    // It stands at its beginning: one step to the entry, one to the end.
    for _ in 0..2 {
        next.call(&iterator, &[], context)?;
    }
    Err(JsNativeError::typ().with_message("the entries have been exchanged").into())
}

/// Exchanges the entries of two collections, and their locks.
fn exchange(one: &JsObject, other: &JsObject) {
    if let (Some(mut one), Some(mut other)) = (one.downcast_mut::<Map>(), other.downcast_mut::<Map>()) {
        std::mem::swap(&mut *one, &mut *other);
    } else if let (Some(mut one), Some(mut other)) =
        (one.downcast_mut::<OrderedSet>(), other.downcast_mut::<OrderedSet>())
    {
        std::mem::swap(&mut *one, &mut *other);
    }
}

#[cfg(test)]
mod tests;
