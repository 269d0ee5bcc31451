//! Owns `JSON.stringify`, which leaves out what can be called, a pending value among it. What must hold: it sees what `toJSON` and
//! the replacer give. Deliberately absent: values it meets itself, whose `toJSON` it reads.

use super::arrays::look_at_elements;
use super::{Original, function, looking};
use crate::engine::pending::look;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, NativeFunction};

pub(super) fn stringify(
    this: &JsValue,
    args: &[JsValue],
    original: &Original,
    context: &mut Context,
) -> JsResult<JsValue> {
    let [value, replacer, space] = [0, 1, 2].map(|at| args.get_or_undefined(at));
    let replacer = if replacer.is_callable() {
        looking(replacer, context)
    } else if replacer.as_object().is_some_and(|list| list.is_array()) {
        look_at_elements(replacer, context)?;
        return original.call(this, args, context);
    } else if replacer.is_object() {
        return original.call(this, args, context);
    } else {
        JsValue::undefined()
    };
    let native = NativeFunction::from_copy_closure_with_captures(
        |holder, args, replacer: &Option<JsObject>, context| {
            // What `toJSON` gave.
            let value = args.get_or_undefined(1);
            look(value, context)?;
            match replacer {
                Some(replacer) => replacer.call(holder, args, context),
                None => Ok(value.clone()),
            }
        },
        replacer.as_object(),
    );
    let native = function(native, context);
    original.call(this, &[value.clone(), native.into(), space.clone()], context)
}
