//! Replaces the getter of `RegExp.prototype.source`: the engine's escapes a slash that is escaped already, so
//! `new RegExp(/a\/b/.source)` is another pattern. What must hold: the source, between slashes, is the same pattern. Line
//! ends are as the engine gives them.

use crate::engine::look::own_property;
use boa_engine::object::builtins::JsFunction;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue, NativeFunction, js_string};

/// The engine's own getter, kept from before the guest could replace it.
struct EngineSource(JsFunction);

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().regexp().prototype();
    let engine = own_property(&prototype, js_string!("source")).and_then(|property| property.get()?.as_function());
    let Some(engine) = engine else {
        return Err(JsNativeError::typ().with_message("the engine has no getter of `source`").into());
    };
    context.insert_data(EngineSource(engine));
    let getter = NativeFunction::from_fn_ptr(|this: &JsValue, _: &[JsValue], context| {
        source_of_value(this, context).map(JsValue::from)
    });
    let getter = FunctionObjectBuilder::new(context.realm(), getter).name(js_string!("get source")).build();
    let property = PropertyDescriptor::builder().get(getter).enumerable(false).configurable(true);
    prototype.define_property_or_throw(js_string!("source"), property, context).map(|_| ())
}

/// The source of a pattern. Runs no guest code.
pub(in crate::engine) fn source_of(pattern: &JsObject, context: &mut Context) -> JsResult<JsString> {
    source_of_value(&pattern.clone().into(), context)
}

fn source_of_value(pattern: &JsValue, context: &mut Context) -> JsResult<JsString> {
    let getter = context.get_data::<EngineSource>().map(|kept| kept.0.clone());
    let getter = getter.ok_or_else(|| JsNativeError::typ().with_message("the realm has no getter of `source`"))?;
    let text = getter.call(pattern, &[], context)?.to_string(context)?;
    Ok(JsString::from(escape(&text.to_vec()).as_slice()))
}

/// Takes off the backslash that the engine puts before every slash, and puts one only where it is needed.
fn escape(engine: &[u16]) -> Vec<u16> {
    const SLASH: u16 = b'/' as u16;
    const BACKSLASH: u16 = b'\\' as u16;
    const OPEN: u16 = b'[' as u16;
    const CLOSE: u16 = b']' as u16;
    let mut source = Vec::with_capacity(engine.len());
    let (mut escaped, mut in_class) = (false, false);
    let mut units = engine.iter().copied().peekable();
    while let Some(unit) = units.next() {
        if unit == BACKSLASH && units.peek() == Some(&SLASH) {
            // Every slash has such a backslash before it, and it is none of the pattern's.
            units.next();
            if !escaped && !in_class {
                source.push(BACKSLASH);
            }
            source.push(SLASH);
            escaped = false;
            continue;
        }
        if !escaped {
            in_class = unit == OPEN || (in_class && unit != CLOSE);
        }
        escaped = !escaped && unit == BACKSLASH;
        source.push(unit);
    }
    source
}

#[cfg(test)]
mod tests;
