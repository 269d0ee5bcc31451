//! Owns `ApprovalRejected`, the error a refused call throws into the code. What must hold: making
//! one runs no guest code, whatever the guest replaced. Deliberately absent: telling ours from one the guest made, which goes by identity
//! (`guest.rs`), never by looks.

use super::{define_hidden, hidden_constant};
use boa_engine::object::builtins::JsFunction;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsSymbol, JsValue, NativeFunction, js_string};

const NAME: &str = "ApprovalRejected";

/// The class, kept from before the guest could replace it.
struct RejectedClass(JsObject);

/// `class ApprovalRejected extends Error`, whose instances the engine knows as errors.
pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let error = context.intrinsics().constructors().error().clone();
    let constructor = NativeFunction::from_copy_closure_with_captures(construct, error.constructor());
    let class: JsFunction = FunctionObjectBuilder::new(context.realm(), constructor)
        .name(js_string!(NAME))
        .length(1)
        .constructor(true)
        .build();
    class.set_prototype(Some(error.constructor()));
    let prototype = JsObject::from_proto_and_data(error.prototype(), ());
    define_hidden(&prototype, js_string!("constructor"), class.clone(), context)?;
    define_hidden(&prototype, js_string!("name"), js_string!(NAME), context)?;
    prototype.define_property_or_throw(JsSymbol::to_string_tag(), hidden_constant(js_string!("Error")), context)?;
    let property = PropertyDescriptor::builder().value(prototype).writable(false).enumerable(false).configurable(false);
    class.define_property_or_throw(js_string!("prototype"), property, context)?;
    context.insert_data(RejectedClass(class.clone().into()));
    define_hidden(&context.global_object(), js_string!(NAME), class, context)
}

fn construct(new_target: &JsValue, args: &[JsValue], error: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let target = match new_target.as_object() {
        Some(target) => target,
        // Called without `new`, it makes one all the same, as Error does.
        None => class(context)?,
    };
    error.construct(args, Some(&target), context).map(JsValue::from)
}

fn class(context: &Context) -> JsResult<JsObject> {
    context
        .get_data::<RejectedClass>()
        .map(|kept| kept.0.clone())
        .ok_or_else(|| JsNativeError::typ().with_message("the realm has no ApprovalRejected").into())
}

/// The error for a refused call: `fn`, `input`, `callId` and, if one was given, `reason`.
pub(crate) fn approval_rejected(
    context: &mut Context,
    message: &str,
    function: &str,
    input: JsValue,
    call_id: &str,
    reason: Option<&str>,
) -> JsResult<JsValue> {
    let class = class(context)?;
    let error = class.construct(&[JsString::from(message).into()], None, context)?;
    let fields = [
        ("fn", Some(JsValue::from(JsString::from(function)))),
        ("input", Some(input)),
        ("callId", Some(JsString::from(call_id).into())),
        ("reason", reason.map(|reason| JsString::from(reason).into())),
    ];
    for (name, value) in fields {
        if let Some(value) = value {
            error.create_data_property_or_throw(js_string!(name), value, context)?;
        }
    }
    Ok(error.into())
}

#[cfg(test)]
mod tests;
