//! Placeholder of this branch until the border's encoder is merged; not to be kept.

use super::driver::BorderError;
use crate::value::Data;
use boa_engine::{Context, JsError, JsValue};

pub(crate) enum EncodeError {
    Border(BorderError),
    #[cfg_attr(not(test), expect(dead_code, reason = "placeholder"))]
    Engine(JsError),
}

pub(crate) fn encode(value: &JsValue, root: &str, limit: usize, context: &mut Context) -> Result<Data, EncodeError> {
    if value.is_callable() {
        return Err(EncodeError::Border(BorderError::Unsupported { path: root.to_owned(), kind: "a function".to_owned() }));
    }
    if value.is_undefined() {
        return Ok(Data::undefined());
    }
    let json = value.to_json(context).map_err(|error| {
        if error.as_engine().is_some() {
            EncodeError::Engine(error)
        } else {
            EncodeError::Border(BorderError::Threw { name: "Error".to_owned(), message: error.to_string() })
        }
    })?;
    let text = json.map(|json| json.to_string()).unwrap_or_default();
    if text.len() > limit {
        return Err(EncodeError::Border(BorderError::TooLarge { limit }));
    }
    Ok(Data::from_text(text))
}
