//! Owns `URLSearchParams`, which neither the engine nor the Boa project has; parsing and printing are the `url` crate's. What
//! must hold: one that belongs to a URL and that URL's query always say the same.

use super::url::UrlData;
use super::{HIDDEN, hidden_constant, spread};
use boa_engine::class::{Class, ClassBuilder};
use boa_engine::object::builtins::JsArray;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::Attribute;
use boa_engine::{
    Context, JsArgs, JsData, JsError, JsNativeError, JsResult, JsString, JsSymbol, JsValue, NativeFunction, js_string,
};
use boa_gc::{Finalize, Trace};
use std::cmp::Ordering;
use url::form_urlencoded;

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    context.register_global_class::<SearchParams>()
}

type Pairs = Vec<(String, String)>;

/// The data of an object of the class.
#[derive(Debug, Default, Trace, Finalize, JsData)]
pub(super) struct SearchParams {
    pairs: Pairs,
    /// The URL it belongs to.
    owner: Option<JsObject>,
}

/// The pairs of a query, which may start with `?`.
pub(super) fn parse(query: &str) -> Pairs {
    let query = query.strip_prefix('?').unwrap_or(query);
    form_urlencoded::parse(query.as_bytes()).into_owned().collect()
}

/// The pairs of a URLSearchParams object; `None` for any other.
pub(in crate::engine) fn pairs_of(object: &JsObject) -> Option<Pairs> {
    object.downcast_ref::<SearchParams>().map(|params| params.pairs.clone())
}

fn print(pairs: &Pairs) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}

/// The object that shows a URL's query.
pub(super) fn of_url(owner: JsObject, query: &str, context: &mut Context) -> JsResult<JsObject> {
    SearchParams::from_data(SearchParams { pairs: parse(query), owner: Some(owner) }, context)
}

/// The URL's query was changed.
pub(super) fn follow(params: &JsObject, query: &str) {
    if let Some(mut params) = params.downcast_mut::<SearchParams>() {
        params.pairs = parse(query);
    }
}

impl Class for SearchParams {
    const NAME: &'static str = "URLSearchParams";
    const ATTRIBUTES: Attribute = HIDDEN;

    fn init(class: &mut ClassBuilder<'_>) -> JsResult<()> {
        class.method(js_string!("append"), 2, NativeFunction::from_fn_ptr(append));
        class.method(js_string!("delete"), 1, NativeFunction::from_fn_ptr(delete));
        class.method(js_string!("get"), 1, NativeFunction::from_fn_ptr(get));
        class.method(js_string!("getAll"), 1, NativeFunction::from_fn_ptr(get_all));
        class.method(js_string!("has"), 1, NativeFunction::from_fn_ptr(has));
        class.method(js_string!("set"), 2, NativeFunction::from_fn_ptr(set));
        class.method(js_string!("sort"), 0, NativeFunction::from_fn_ptr(sort));
        class.method(js_string!("forEach"), 1, NativeFunction::from_fn_ptr(for_each));
        class.method(js_string!("keys"), 0, NativeFunction::from_fn_ptr(keys));
        class.method(js_string!("values"), 0, NativeFunction::from_fn_ptr(values));
        class.method(js_string!("toString"), 0, NativeFunction::from_fn_ptr(to_string));
        let realm = class.context().realm().clone();
        let entries = FunctionObjectBuilder::new(&realm, NativeFunction::from_fn_ptr(entries));
        let entries = entries.name(js_string!("entries")).build();
        class.property(js_string!("entries"), entries.clone(), HIDDEN);
        class.property(JsSymbol::iterator(), entries, HIDDEN);
        let size = FunctionObjectBuilder::new(&realm, NativeFunction::from_fn_ptr(size)).name(js_string!("get size"));
        let readable = Attribute::ENUMERABLE | Attribute::CONFIGURABLE;
        class.accessor(js_string!("size"), Some(size.build()), None, readable);
        class.property_descriptor(JsSymbol::to_string_tag(), hidden_constant(js_string!("URLSearchParams")));
        Ok(())
    }

    fn data_constructor(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<Self> {
        Ok(Self { pairs: initial(args.get_or_undefined(0), context)?, owner: None })
    }
}

/// From a query, from pairs, or from the properties of an object.
fn initial(init: &JsValue, context: &mut Context) -> JsResult<Pairs> {
    if init.is_undefined() {
        return Ok(Vec::new());
    }
    let Some(object) = init.as_object() else {
        return Ok(parse(&init.to_string(context)?.to_std_string_lossy()));
    };
    if let Some(other) = object.downcast_ref::<SearchParams>() {
        return Ok(other.pairs.clone());
    }
    let mut pairs = Vec::new();
    if !object.get(JsSymbol::iterator(), context)?.is_null_or_undefined() {
        for pair in spread::items(init, context)? {
            let Ok([name, value]) = <[JsValue; 2]>::try_from(spread::items(&pair, context)?) else {
                let message = "URLSearchParams needs pairs, as in [['page', '2']]";
                return Err(JsNativeError::typ().with_message(message).into());
            };
            pairs.push((text(&name, context)?, text(&value, context)?));
        }
        return Ok(pairs);
    }
    for key in object.own_property_keys(context)? {
        let enumerable =
            object.borrow().properties().get(&key).is_some_and(|property| property.enumerable() == Some(true));
        if enumerable {
            let value = object.get(key.clone(), context)?;
            pairs.push((text(&JsValue::from(key), context)?, text(&value, context)?));
        }
    }
    Ok(pairs)
}

fn text(value: &JsValue, context: &mut Context) -> JsResult<String> {
    Ok(value.to_string(context)?.to_std_string_lossy())
}

fn wrong_this() -> JsError {
    JsNativeError::typ().with_message("this is not a URLSearchParams").into()
}

fn read<T>(this: &JsValue, read: impl FnOnce(&Pairs) -> T) -> JsResult<T> {
    let object = this.as_object().ok_or_else(wrong_this)?;
    let params = object.downcast_ref::<SearchParams>().ok_or_else(wrong_this)?;
    Ok(read(&params.pairs))
}

/// Changes the pairs, and the URL they belong to.
fn change(this: &JsValue, change: impl FnOnce(&mut Pairs)) -> JsResult<JsValue> {
    let object = this.as_object().ok_or_else(wrong_this)?;
    let mut params = object.downcast_mut::<SearchParams>().ok_or_else(wrong_this)?;
    change(&mut params.pairs);
    if let Some(mut url) = params.owner.as_ref().and_then(|owner| owner.downcast_mut::<UrlData>()) {
        url.set_query(&print(&params.pairs));
    }
    Ok(JsValue::undefined())
}

/// The first argument, and the second if it was given.
fn name_and_value(args: &[JsValue], context: &mut Context) -> JsResult<(String, Option<String>)> {
    let Some(name) = args.first() else {
        return Err(JsNativeError::typ().with_message("this needs the name of a parameter").into());
    };
    let name = text(name, context)?;
    let value = args.get(1).filter(|value| !value.is_undefined());
    Ok((name, value.map(|value| text(value, context)).transpose()?))
}

fn append(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (name, value) = (text(args.get_or_undefined(0), context)?, text(args.get_or_undefined(1), context)?);
    change(this, |pairs| pairs.push((name, value)))
}

fn set(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (name, value) = (text(args.get_or_undefined(0), context)?, text(args.get_or_undefined(1), context)?);
    change(this, |pairs| {
        let mut value = Some(value);
        // The first of the name keeps its place, the others go.
        pairs.retain_mut(|pair| pair.0 != name || value.take().map(|value| pair.1 = value).is_some());
        pairs.extend(value.map(|value| (name, value)));
    })
}

fn delete(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (name, value) = name_and_value(args, context)?;
    change(this, |pairs| pairs.retain(|pair| pair.0 != name || value.as_ref().is_some_and(|value| pair.1 != *value)))
}

fn get(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (name, _) = name_and_value(args, context)?;
    let found = read(this, |pairs| pairs.iter().find(|pair| pair.0 == name).map(|pair| pair.1.clone()))?;
    Ok(found.map_or_else(JsValue::null, |value| JsString::from(value).into()))
}

fn get_all(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (name, _) = name_and_value(args, context)?;
    let found: Vec<JsValue> = read(this, |pairs| {
        pairs.iter().filter(|pair| pair.0 == name).map(|pair| JsString::from(pair.1.as_str()).into()).collect()
    })?;
    Ok(JsArray::from_iter(found, context).into())
}

fn has(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (name, value) = name_and_value(args, context)?;
    let matches = |pair: &(String, String)| pair.0 == name && value.as_ref().is_none_or(|value| pair.1 == *value);
    read(this, |pairs| pairs.iter().any(matches).into())
}

fn sort(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    change(this, |pairs| pairs.sort_by(|a, b| by_units(&a.0, &b.0)))
}

/// By UTF-16 code units, as the standard asks; not the order of UTF-8.
fn by_units(a: &str, b: &str) -> Ordering {
    a.encode_utf16().cmp(b.encode_utf16())
}

fn size(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    read(this, |pairs| pairs.len().into())
}

fn to_string(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    read(this, |pairs| JsString::from(print(pairs)).into())
}

fn for_each(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(callback) = args.get_or_undefined(0).as_callable() else {
        return Err(JsNativeError::typ().with_message("forEach needs a function to call").into());
    };
    let mut index = 0;
    // The callback may change the pairs.
    while let Some((name, value)) = read(this, |pairs| pairs.get(index).cloned())? {
        let args = [JsString::from(value).into(), JsString::from(name).into(), this.clone()];
        callback.call(&JsValue::undefined(), &args, context)?;
        index += 1;
    }
    Ok(JsValue::undefined())
}

fn entries(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let pairs = read(this, Clone::clone)?;
    let items = pairs
        .into_iter()
        .map(|(name, value)| {
            let pair: [JsValue; 2] = [JsString::from(name).into(), JsString::from(value).into()];
            JsArray::from_iter(pair, context).into()
        })
        .collect();
    iterator(items, context)
}

fn keys(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let items = read(this, |pairs| pairs.iter().map(|pair| JsString::from(pair.0.as_str()).into()).collect())?;
    iterator(items, context)
}

fn values(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let items = read(this, |pairs| pairs.iter().map(|pair| JsString::from(pair.1.as_str()).into()).collect())?;
    iterator(items, context)
}

/// Over the pairs as they are now; one that is changed meanwhile does not change what is under way.
fn iterator(items: Vec<JsValue>, context: &mut Context) -> JsResult<JsValue> {
    let array = JsArray::from_iter(items, context);
    let values = context.intrinsics().objects().array_prototype_values();
    values.call(&array.into(), &[], context)
}

#[cfg(test)]
mod tests;
