//! Globals the engine does not have, and replacements for those it has and gets wrong. Each file says why it exists. What
//! must hold: nothing here depends on what the guest may have patched, and none of it reads the machine it runs on.
//! Deliberately absent: `fetch`, `navigator`, `process`, `DOMException` (its errors are `Error`s of the same `name` and `code`).

mod apply;
mod base64;
mod clear;
mod clone;
mod copy;
mod date;
mod dense;
mod digits;
pub(super) mod draw;
mod exec;
mod flat;
mod function_text;
pub(crate) mod functions;
pub(super) mod gather;
mod generators;
mod join;
mod json;
mod locale;
mod microtask;
mod moving;
mod normal;
pub(super) mod own;
pub(super) mod pattern_source;
mod performance;
mod primitive;
mod promises;
pub(crate) mod random;
pub(crate) mod rejected;
pub(super) mod relief;
mod removal;
mod repeat;
mod scan;
mod search;
pub(super) mod search_params;
mod sort;
pub(super) mod species;
pub(super) mod spread;
mod text;
pub(crate) mod timers;
mod units;
pub(super) mod url;

use super::look::own_value;
use super::pending;
use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::builtins::JsFunction;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::{Attribute, PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsError, JsNativeError, JsResult, JsString, JsValue, NativeFunction, js_string};
use boa_gc::Trace;

/// Adds every global and replacement to a new realm.
pub(super) fn install(context: &mut Context) -> JsResult<()> {
    dense::install(context);
    apply::install(context)?;
    base64::install(context)?;
    clear::install(context)?;
    clone::install(context)?;
    copy::install(context)?;
    date::install(context)?;
    digits::install(context)?;
    exec::install(context)?;
    flat::install(context)?;
    function_text::install(context)?;
    generators::install(context)?;
    join::install(context)?;
    json::install(context)?;
    locale::install(context)?;
    microtask::install(context)?;
    moving::install(context)?;
    normal::install(context)?;
    own::install(context)?;
    pattern_source::install(context)?;
    performance::install(context)?;
    primitive::install(context)?;
    promises::install(context)?;
    random::install(context)?;
    rejected::install(context)?;
    removal::install(context)?;
    repeat::install(context)?;
    scan::install(context)?;
    search::install(context)?;
    search_params::install(context)?;
    sort::install(context)?;
    text::install(context)?;
    timers::install(context)?;
    url::install(context)?;
    relief::install(context)
}

/// What the standard's properties are: writable and configurable, not enumerable.
const HIDDEN: Attribute = Attribute::WRITABLE.union(Attribute::NON_ENUMERABLE).union(Attribute::CONFIGURABLE);

/// A function that takes what was kept for it before its context.
type Given<T> = fn(&JsValue, &[JsValue], &T, &mut Context) -> JsResult<JsValue>;

/// One native function to define under its name.
pub(super) struct Method {
    pub(super) name: &'static str,
    pub(super) length: usize,
    pub(super) function: NativeFunction,
}

impl Method {
    pub(super) fn new(name: &'static str, length: usize, function: NativeFunctionPointer) -> Self {
        Self { name, length, function: NativeFunction::from_fn_ptr(function) }
    }

    /// A function that is given what was kept for it from before the guest could replace it.
    fn given<T: Trace + 'static>(name: &'static str, length: usize, function: Given<T>, kept: T) -> Self {
        Self { name, length, function: NativeFunction::from_copy_closure_with_captures(function, kept) }
    }

    fn build(self, context: &Context) -> JsFunction {
        FunctionObjectBuilder::new(context.realm(), self.function)
            .name(js_string!(self.name))
            .length(self.length)
            .build()
    }
}

/// Defines methods as the standard's are: writable, not enumerable.
pub(super) fn define(
    object: &JsObject,
    methods: impl IntoIterator<Item = Method>,
    context: &mut Context,
) -> JsResult<()> {
    for method in methods {
        let name = js_string!(method.name);
        let function = method.build(context);
        define_hidden(object, name, function, context)?;
    }
    Ok(())
}

/// Puts others in the place of the engine's own functions of these names. Each is given the one it replaces.
fn replace<const N: usize>(
    object: &JsObject,
    functions: [(&'static str, Given<JsFunction>); N],
    context: &mut Context,
) -> JsResult<()> {
    for (name, function) in functions {
        let own = engine_function(object, js_string!(name))?;
        let length = own_value(&own, js_string!("length")).and_then(|length| length.as_number()).unwrap_or(0.0);
        define(object, [Method::given(name, length as usize, function, own)], context)?;
    }
    Ok(())
}

/// The engine's own function of this name, to be kept from before the guest could replace it.
fn engine_function(object: &JsObject, name: impl Into<PropertyKey>) -> JsResult<JsFunction> {
    let name = name.into();
    let missing = || format!("the engine has no {name}");
    let own = own_value(object, name.clone()).and_then(|own| own.as_function());
    own.ok_or_else(|| JsNativeError::typ().with_message(missing()).into())
}

/// A property as the standard's are, [`HIDDEN`].
pub(super) fn define_hidden(
    object: &JsObject,
    key: impl Into<PropertyKey>,
    value: impl Into<JsValue>,
    context: &mut Context,
) -> JsResult<()> {
    let property = PropertyDescriptor::builder().value(value).writable(true).enumerable(false).configurable(true);
    object.define_property_or_throw(key, property, context).map(|_| ())
}

/// Defines global functions.
fn define_globals(methods: impl IntoIterator<Item = Method>, context: &mut Context) -> JsResult<()> {
    define(&context.global_object(), methods, context)
}

/// A new object with these methods.
pub(super) fn object_with(methods: impl IntoIterator<Item = Method>, context: &mut Context) -> JsResult<JsObject> {
    let object = JsObject::with_object_proto(context.intrinsics());
    define(&object, methods, context)?;
    Ok(object)
}

/// A property that is neither enumerable nor writable, as `Symbol.toStringTag` is.
pub(super) fn hidden_constant(value: JsString) -> PropertyDescriptor {
    PropertyDescriptor::builder().value(value).writable(false).enumerable(false).configurable(true).build()
}

/// A field of an object of options. Whatever reads it asks it something, so a pending value ends the pass here.
fn option(options: &JsObject, name: &'static str, context: &mut Context) -> JsResult<JsValue> {
    let value = options.get(js_string!(name), context)?;
    pending::look(&value, context)?;
    Ok(value)
}

/// An `Error` under one of the names that browsers give to a `DOMException`.
fn named_error(name: &'static str, message: String, context: &mut Context) -> JsError {
    let error = JsNativeError::error().with_message(message).into_opaque(context);
    // Those of the platform, in the order of their age.
    let code = match name {
        "InvalidCharacterError" => 5,
        "TypeMismatchError" => 17,
        "QuotaExceededError" => 22,
        "DataCloneError" => 25,
        _ => 0,
    };
    let named = define_hidden(&error, js_string!("name"), js_string!(name), context);
    match named.and_then(|()| define_hidden(&error, js_string!("code"), code, context)) {
        Ok(()) => JsError::from_opaque(error.into()),
        Err(error) => error,
    }
}
