//! Goes before `Promise.all` and its kin: given what cannot be iterated over, the engine's reject with an error that was made nowhere, so that it has
//! neither a line nor words that name anything. What must hold: only what surely has no iterator is refused here, by the promise the
//! engine's would give; of all others the engine's own is asked. Goes when the engine gives such errors a stack.

use super::{Method, define, engine_function};
use crate::engine::look::own_property;
use boa_engine::builtins::proxy::Proxy;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::{JsFunction, JsPromise};
use boa_engine::{Context, JsArgs, JsError, JsNativeError, JsResult, JsString, JsSymbol, JsValue, js_string};

/// The engine's own.
#[derive(Clone)]
struct Own {
    all: JsFunction,
    all_settled: JsFunction,
    any: JsFunction,
    race: JsFunction,
}

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let promise = context.intrinsics().constructors().promise().constructor();
    let own = Own {
        all: engine_function(&promise, js_string!("all"))?,
        all_settled: engine_function(&promise, js_string!("allSettled"))?,
        any: engine_function(&promise, js_string!("any"))?,
        race: engine_function(&promise, js_string!("race"))?,
    };
    context.insert_data(own);
    let methods = [
        Method::new("all", 1, |this, args, context| settle(|own| &own.all, this, args, context)),
        Method::new("allSettled", 1, |this, args, context| settle(|own| &own.all_settled, this, args, context)),
        Method::new("any", 1, |this, args, context| settle(|own| &own.any, this, args, context)),
        Method::new("race", 1, |this, args, context| settle(|own| &own.race, this, args, context)),
    ];
    define(&promise, methods, context)
}

fn settle(
    which: fn(&Own) -> &JsFunction,
    this: &JsValue,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let given = args.get_or_undefined(0);
    let promise = context.intrinsics().constructors().promise().constructor();
    if this.as_object().is_some_and(|class| JsObject::equals(&class, &promise)) && has_no_iterator(given, context) {
        // Made by its class, it has a stack.
        let kind = if given.is_null() { "null" } else { given.type_of() };
        let message = format!("value with type `{kind}` is not iterable");
        let class = context.intrinsics().constructors().type_error().constructor();
        let error = class.construct(&[JsString::from(message).into()], None, context)?;
        return Ok(JsPromise::reject(JsError::from_opaque(error.into()), context)?.into());
    }
    let own = context.get_data::<Own>().cloned();
    let own = own.ok_or_else(|| JsNativeError::typ().with_message("the realm has lost the engine's promises"))?;
    which(&own).call(this, args, context)
}

/// Whether a value surely has no iterator; no code of the guest is run to know it.
fn has_no_iterator(value: &JsValue, context: &mut Context) -> bool {
    if value.is_null_or_undefined() {
        return true;
    }
    let Ok(object) = value.to_object(context) else { return false };
    let mut at = Some(object);
    while let Some(here) = at {
        if here.is::<Proxy>() || own_property(&here, JsSymbol::iterator()).is_some() {
            return false;
        }
        at = here.prototype();
    }
    true
}

#[cfg(test)]
mod tests;
