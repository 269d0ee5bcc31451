//! Owns the host functions as the guest sees them. What must hold: a call serialises its input at once and is told to the
//! driver before the guest goes on; names are own keys of frozen objects without prototype; nothing live crosses. Deliberately
//! absent: what becomes of a call, which `guest.rs` delivers by its slot.

use crate::driver::{Accept, BorderError, MadeCall};
use crate::engine::convert::{EncodeError, encode};
use crate::engine::look::{own_property, own_value};
use crate::engine::stack;
use crate::engine::state::{relieve_memory, running, stop};
use crate::value::Data;
use boa_engine::object::builtins::{JsArray, JsPromise};
use boa_engine::object::{FunctionObjectBuilder, IntegrityLevel, JsObject};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsString, JsValue, NativeFunction};
use boa_gc::{Finalize, Trace};

/// What values inside an input are called in messages: `input.items[2]`.
const ROOT: &str = "input";

/// One host function.
#[derive(Debug, Clone, Trace, Finalize)]
struct HostFunction {
    /// The whole name, `mail.send`.
    name: String,
    positional: bool,
}

/// Adds the functions as globals; a name with dots makes namespaces. They can be shadowed, not replaced.
pub(crate) fn install(functions: &[(String, bool)], context: &mut Context) -> JsResult<()> {
    let mut namespaces = Vec::new();
    for (name, positional) in functions {
        let (path, last) = name.rsplit_once('.').map_or((None, name.as_str()), |(path, last)| (Some(path), last));
        let mut owner = context.global_object();
        for part in path.into_iter().flat_map(|path| path.split('.')) {
            owner = namespace(&owner, part, &mut namespaces, context)?;
        }
        let function = HostFunction { name: name.clone(), positional: *positional };
        let function = host_function(last, function, context)?;
        define(&owner, last, function.into(), context)?;
    }
    for namespace in namespaces {
        namespace.set_integrity_level(IntegrityLevel::Frozen, context)?;
    }
    Ok(())
}

/// Adds the run's `input`.
pub(crate) fn install_input(input: JsValue, context: &mut Context) -> JsResult<()> {
    define(&context.global_object(), ROOT, input, context)
}

/// The namespace of this name in `owner`, made if it is not there.
fn namespace(owner: &JsObject, name: &str, made: &mut Vec<JsObject>, context: &mut Context) -> JsResult<JsObject> {
    let known = own_value(owner, JsString::from(name)).and_then(|known| known.as_object());
    if let Some(known) = known.filter(|known| made.iter().any(|made| JsObject::equals(made, known))) {
        return Ok(known);
    }
    let namespace = JsObject::with_null_proto();
    define(owner, name, namespace.clone().into(), context)?;
    made.push(namespace.clone());
    Ok(namespace)
}

fn host_function(name: &str, function: HostFunction, context: &mut Context) -> JsResult<JsObject> {
    let native = NativeFunction::from_copy_closure_with_captures(call, function);
    let object: JsObject =
        FunctionObjectBuilder::new(context.realm(), native).name(JsString::from(name)).length(1).build().into();
    object.set_integrity_level(IntegrityLevel::Frozen, context)?;
    Ok(object)
}

/// Enumerable, so that `Object.keys(globalThis)` lists what this run was given and nothing else.
fn define(owner: &JsObject, name: &str, value: JsValue, context: &mut Context) -> JsResult<()> {
    let key = JsString::from(name);
    if own_property(owner, key.clone()).is_some() {
        let message = format!("'{name}' is taken: it is a global of the guest, or was given twice");
        return Err(JsNativeError::typ().with_message(message).into());
    }
    let property = PropertyDescriptor::builder().value(value).writable(false).enumerable(true).configurable(false);
    owner.define_property_or_throw(key, property, context).map(|_| ())
}

fn call(_: &JsValue, args: &[JsValue], function: &HostFunction, context: &mut Context) -> JsResult<JsValue> {
    relieve_memory(context);
    let limit = running(context)?.limits().value_bytes;
    let input = read_input(args, function.positional, limit, context)?;
    let position = stack::innermost_position(context);
    let (promise, resolvers) = JsPromise::new_pending(context);
    // Reading the input may have run guest code, and stopped the pass.
    let state = running(context)?;
    let slot = state.open_call(resolvers);
    let made = MadeCall { slot, function: function.name.clone(), input, position };
    match state.driver().call(made) {
        Accept::Go => Ok(promise.into()),
        Accept::Stop => Err(stop(context)),
    }
}

/// The input as text. An error is only what no guest code can catch.
fn read_input(
    args: &[JsValue],
    positional: bool,
    limit: usize,
    context: &mut Context,
) -> JsResult<Result<Data, BorderError>> {
    let input = match args {
        _ if positional => JsArray::from_iter(args.iter().cloned(), context).into(),
        [] | [_] => args.get_or_undefined(0).clone(),
        [_, _, ..] => return Ok(Err(BorderError::Arguments { count: args.len() })),
    };
    match encode(&input, ROOT, limit, context) {
        Ok(data) => Ok(Ok(data)),
        Err(EncodeError::Border(error)) => Ok(Err(error)),
        Err(EncodeError::Engine(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests;
