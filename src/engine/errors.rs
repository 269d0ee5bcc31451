//! Owns how an engine's error becomes ours. What must hold: one place per kind; no guest code runs while an error is read;
//! names, messages and positions are the user's. Deliberately absent: what a run does about it.

use super::{inspect, look, messages, pending, stack};
use crate::driver::{BorderError, Outcome, instead_of};
use crate::error::{ErrorName, RunError};
use crate::value::Data;
use boa_engine::builtins::error::Error;
use boa_engine::error::{EngineError, PanicError};
use boa_engine::object::JsObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsError, JsResult, JsString, JsSymbol, JsValue, js_string};

/// An error of ours inside the engine's folder, which no guest code can catch. Boa keeps `EngineError`s from `catch`,
/// `finally`, generators, async functions and promises, and of its variants `Panic` is the one that carries a text of ours.
pub(super) fn broken(what: &str) -> JsError {
    PanicError::new(what).into()
}

/// What an error that no guest code can catch means for the run.
pub(super) fn of_engine(error: &JsError) -> RunError {
    // Where the engine held that something cannot fail, a full stack is the cause of its panic.
    let full = std::iter::successors(Some(error), |error| cause(error))
        .any(|error| matches!(error.as_engine(), Some(EngineError::RuntimeLimit(_))));
    match error.as_engine() {
        _ if full => RunError::stack_overflow(),
        Some(EngineError::Panic(panic)) => RunError::crash(panic.message()),
        Some(EngineError::RuntimeLimit(_)) | None => RunError::crash(error),
    }
}

fn cause(error: &JsError) -> Option<&JsError> {
    let Some(EngineError::Panic(panic)) = error.as_engine() else { return None };
    std::error::Error::source(panic)?.downcast_ref::<Box<JsError>>().map(AsRef::as_ref)
}

/// An exception the code did not catch. Where a pending value would be part of what is told of it, the pass ends instead.
pub(super) fn of_value(value: &JsValue, context: &mut Context) -> JsResult<RunError> {
    messages::improve_last(value, context);
    let position = stack::position_of(value, context);
    if let Some(object) = value.as_object() {
        look_at_names(&object, context)?;
    }
    let Some(object) = value.as_object().filter(JsObject::is::<Error>) else {
        let text = pending::telling(|context| inspect::inspect(value, context), context)?;
        return Ok(
            RunError::new(ErrorName::GuestError, format!("the code threw {text}, which is not an Error")).at(position)
        );
    };
    let text = |key: JsString| look::data_property(&object, key).and_then(|value| value.as_string());
    let read = |key: JsString| text(key).map(|text| text.to_std_string_lossy());
    let mut error = RunError::new(ErrorName::GuestError, read(js_string!("message")).unwrap_or_default()).at(position);
    error.guest_stack = Some(stack::describe(&object, context) + &causes(&object, 0, context));
    error.guest_name = Some(read(js_string!("name")).unwrap_or_else(|| "Error".to_owned()));
    Ok(error)
}

/// Causes in one another that are told, and errors of one that has several.
const CAUSES: usize = 4;

/// What an error says it came of, each on a line of its own behind its stack. A pending value among it is left out: it costs no approval.
fn causes(error: &JsObject, depth: usize, context: &mut Context) -> String {
    let mut text = String::new();
    if depth == CAUSES {
        return text;
    }
    let several = look::own_value(error, js_string!("errors")).and_then(|errors| errors.as_object());
    let several =
        several.into_iter().flat_map(|list| (0u32..).take(CAUSES).map_while(move |at| look::own_value(&list, at)));
    for cause in look::own_value(error, js_string!("cause")).into_iter().chain(several) {
        messages::improve(&cause, context);
        let told = match cause.as_object().filter(JsObject::is::<Error>) {
            Some(cause) => Some(stack::describe(&cause, context) + &causes(&cause, depth + 1, context)),
            None => pending::telling_apart(|context| inspect::inspect(&cause, context), context),
        };
        if let Some(told) = told {
            text.push_str("\nCaused by: ");
            text.push_str(&told);
        }
    }
    text
}

/// Looks at what says what an object is, as far as that is told where it is text.
fn look_at_names(object: &JsObject, context: &mut Context) -> JsResult<()> {
    let keys: &[PropertyKey] = if object.is::<Error>() {
        &[js_string!("name").into(), js_string!("message").into()]
    } else {
        &[JsSymbol::to_string_tag().into()]
    };
    for key in keys {
        if let Some(value) = look::data_property(object, key.clone()) {
            pending::look(&value, context)?;
        }
    }
    let class = look::data_property(object, js_string!("constructor")).and_then(|class| class.as_object());
    match class.and_then(|class| look::data_property(&class, js_string!("name"))) {
        Some(name) => pending::look(&name, context),
        None => Ok(()),
    }
}

/// The same exception, where it is one we delivered: the run's error is named after what it was delivered for.
pub(super) fn name_after(error: &mut RunError, outcome: &Outcome) {
    match outcome {
        Outcome::Refused { reason } => {
            error.name = ErrorName::ApprovalRejected;
            error.reason.clone_from(reason);
        }
        Outcome::Rejected(data) if data.name == "ValueLimit" => error.name = ErrorName::ValueLimit,
        Outcome::Rejected(data) if data.name == "UnsupportedValue" => {
            error.name = ErrorName::UnsupportedValue;
            error.path = data.data.as_ref().and_then(path_in);
        }
        Outcome::Rejected(_) | Outcome::Fulfilled(_) | Outcome::Pending => return,
    }
    error.guest_name = None;
}

/// A result that cannot cross.
pub(super) fn of_result(refusal: BorderError) -> RunError {
    match refusal {
        BorderError::Unsupported { path, kind } => {
            let advice = instead_of(&kind, "Return");
            let message = format!("{path}: {kind} cannot cross to the app. {advice}");
            let mut error = RunError::new(ErrorName::UnsupportedValue, message);
            error.path = Some(path);
            error
        }
        BorderError::TooLarge { limit } => {
            let message = format!("the result is larger than {limit} bytes. Return less, or raise limits.valueBytes.");
            RunError::new(ErrorName::ValueLimit, message).with_limit(limit)
        }
        BorderError::Arguments { .. } => RunError::crash("a result has no arguments"),
        BorderError::Threw { name, message, position } => {
            let mut error = RunError::new(ErrorName::GuestError, message).at(position);
            error.guest_name = Some(name);
            error
        }
    }
}

/// The `path` that goes with an `UnsupportedValue`.
fn path_in(data: &Data) -> Option<String> {
    serde_json::from_str::<serde_json::Value>(data.text()).ok()?.get("path")?.as_str().map(str::to_owned)
}
