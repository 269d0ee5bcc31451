//! Makes a `valueOf` or `toString` that uses its own object end in a RangeError: the engine gives 0 or '' for an object that is being converted
//! already, and whoever wrote `${this}` in `toString` never learns why. It asks `Symbol.toPrimitive` before it looks
//! whether it is in such a circle, so that is where it is found: an accessor of `Object.prototype` that gives
//! `undefined`, as other engines do, unless the object is being converted. What must hold: assigning
//! `object[Symbol.toPrimitive]` makes an own property, as where there is no accessor.

use boa_engine::object::{FunctionObjectBuilder, JsObject, RecursionLimiter};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsString, JsSymbol, JsValue, NativeFunction, js_string};

/// Conversions of objects inside one another's. Each takes native stack.
const MOST: usize = 100;

/// What converts an object inside its own conversion, and how many such are under way.
struct Inner {
    convert: JsObject,
    under_way: usize,
}

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let realm = context.realm().clone();
    let function = |function| FunctionObjectBuilder::new(&realm, NativeFunction::from_fn_ptr(function));
    let convert = function(convert).name(js_string!("[Symbol.toPrimitive]")).length(1).build().into();
    context.insert_data(Inner { convert, under_way: 0 });
    let property = PropertyDescriptor::builder()
        .get(function(get).name(js_string!("get [Symbol.toPrimitive]")).build())
        .set(function(set).name(js_string!("set [Symbol.toPrimitive]")).length(1).build())
        .enumerable(false)
        .configurable(true);
    let prototype = context.intrinsics().constructors().object().prototype();
    prototype.define_property_or_throw(JsSymbol::to_primitive(), property, context).map(|_| ())
}

fn get(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let live = this.as_object().is_some_and(|object| RecursionLimiter::new(object.as_ref()).live);
    let inner = context.get_data::<Inner>().filter(|_| live);
    Ok(inner.map(|inner| inner.convert.clone().into()).unwrap_or_default())
}

fn set(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(object) = this.as_object() else {
        return Err(JsNativeError::typ().with_message("Symbol.toPrimitive can only be set on an object").into());
    };
    object.create_data_property_or_throw(JsSymbol::to_primitive(), args.get_or_undefined(0).clone(), context)?;
    Ok(JsValue::undefined())
}

/// The standard's conversion of an object without a method of its own for it.
fn convert(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(object) = this.as_object() else { return Ok(this.clone()) };
    if count(context, 1) > MOST {
        count(context, -1);
        let message =
            "this object cannot be converted to text or a number: its toString or valueOf uses the object itself";
        return Err(JsNativeError::range().with_message(message).into());
    }
    let as_text = args.get_or_undefined(0).as_string().is_some_and(|hint| hint == "string");
    let converted = ordinary(&object, as_text, context);
    count(context, -1);
    converted
}

fn ordinary(object: &JsObject, as_text: bool, context: &mut Context) -> JsResult<JsValue> {
    let mut names: [JsString; 2] = [js_string!("valueOf"), js_string!("toString")];
    if as_text {
        names.reverse();
    }
    for name in names {
        if let Some(method) = object.get(name, context)?.as_callable() {
            let value = method.call(&object.clone().into(), &[], context)?;
            if !value.is_object() {
                return Ok(value);
            }
        }
    }
    Err(JsNativeError::typ().with_message("cannot convert object to primitive value").into())
}

fn count(context: &mut Context, by: isize) -> usize {
    let Some(inner) = context.host_defined_mut().get_mut::<Inner>() else { return 0 };
    inner.under_way = inner.under_way.saturating_add_signed(by);
    inner.under_way
}

#[cfg(test)]
mod tests;
