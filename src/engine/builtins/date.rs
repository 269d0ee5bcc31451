//! Replaces `Date`, `Date.parse` and two texts of dates: the engine's read ISO dates and what `toString` gives, and people write dates in many ways more
//! (`March 7, 2024`, `03/07/2024`, `2024-03-07 10:00`). What must hold: what the engine reads stays as it reads it; the rest is read as V8
//! reads it, in UTC. It is the engine's own class that makes dates, for every subclass too.

mod read;

use super::{define_hidden, engine_function, replace};
use boa_engine::builtins::date::Date;
use boa_engine::object::builtins::{JsDate, JsFunction};
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::PropertyDescriptor;
use boa_engine::value::PreferredType;
use boa_engine::{Context, JsArgs, JsResult, JsString, JsValue, NativeFunction, js_string};

/// The engine's class and its `parse`, kept from before the guest could replace them.
type Engine = (JsObject, JsFunction);

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let engine = context.intrinsics().constructors().date().clone();
    let (constructor, prototype) = (engine.constructor(), engine.prototype());
    let parse = engine_function(&constructor, js_string!("parse"))?;
    replace(&constructor, [("parse", parse_date)], context)?;
    replace(&prototype, [("toString", named_zone), ("toTimeString", named_zone)], context)?;
    let function = NativeFunction::from_copy_closure_with_captures(construct, (constructor.clone(), parse));
    let class: JsFunction = FunctionObjectBuilder::new(context.realm(), function)
        .name(js_string!("Date"))
        .length(7)
        .constructor(true)
        .build();
    for name in [js_string!("now"), js_string!("UTC"), js_string!("parse")] {
        let own = engine_function(&constructor, name.clone())?;
        define_hidden(&class, name, own, context)?;
    }
    define_hidden(&prototype, js_string!("constructor"), class.clone(), context)?;
    let property = PropertyDescriptor::builder().value(prototype).writable(false).enumerable(false).configurable(false);
    class.define_property_or_throw(js_string!("prototype"), property, context)?;
    define_hidden(&context.global_object(), js_string!("Date"), class, context)
}

fn construct(target: &JsValue, args: &[JsValue], (engine, parse): &Engine, context: &mut Context) -> JsResult<JsValue> {
    let Some(target) = target.as_object() else { return engine.call(&JsValue::undefined(), args, context) };
    if let [value] = args {
        let time = match value.as_object().filter(JsObject::is::<Date>) {
            Some(date) => JsDate::from_object(date)?.get_time(context)?,
            None => match value.to_primitive(context, PreferredType::Default)? {
                primitive if primitive.is_string() => time_of(&primitive.to_string(context)?, parse, context)?,
                primitive => primitive,
            },
        };
        return engine.construct(&[time], Some(&target), context).map(JsValue::from);
    }
    engine.construct(args, Some(&target), context).map(JsValue::from)
}

/// The engine's text with the name of the zone, as V8 gives it.
fn named_zone(this: &JsValue, _: &[JsValue], own: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    let text = own.call(this, &[], context)?.to_string(context)?.to_std_string_lossy();
    let zone = if text.ends_with("GMT+0000") { " (Coordinated Universal Time)" } else { "" };
    Ok(JsString::from(text + zone).into())
}

fn parse_date(_: &JsValue, args: &[JsValue], own: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    let text = args.get_or_undefined(0).to_string(context)?;
    time_of(&text, own, context)
}

/// The time that a text names, `NaN` if it names none.
fn time_of(text: &JsString, parse: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    let time = parse.call(&JsValue::undefined(), &[text.clone().into()], context)?;
    if time.as_number().is_some_and(|time| !time.is_nan()) {
        return Ok(time);
    }
    Ok(JsValue::new(read::read(&text.to_std_string_lossy()).unwrap_or(f64::NAN)))
}

#[cfg(test)]
mod tests;
