//! Owns what a built-in makes its result of, asked as the engine asks it. Deliberately absent: what is put into it.

use super::own;
use crate::engine::stack::GUARD;
use boa_engine::object::builtins::JsArray;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsResult, JsValue, NativeFunction, js_string};

/// Something empty that a built-in makes its result of as it would of `source`: what an array is made of is asked of its `constructor`.
pub(crate) fn empty_like(source: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    if !own::is_array(source, context)? {
        return Ok(JsObject::with_null_proto().into());
    }
    let constructor = NativeFunction::from_copy_closure_with_captures(
        |_, _, source: &JsObject, context| source.get(js_string!("constructor"), context),
        source.clone(),
    );
    let constructor = FunctionObjectBuilder::new(context.realm(), constructor).name(js_string!(GUARD)).build();
    let stand_in: JsObject = JsArray::from_iter([], context).into();
    let property = PropertyDescriptor::builder().get(constructor).enumerable(false).configurable(true);
    stand_in.define_property_or_throw(js_string!("constructor"), property, context)?;
    Ok(stand_in.into())
}
