//! What lowered code calls where a text is gathered in a variable (`lower/gather.rs`). A long text stands there as an object that grows in
//! place. What must hold: such an object is seen by nobody but these functions, and its length; a piece is added to what was there when
//! the addition began.

use super::repeat::check_length;
use super::units::Text;
use crate::engine::state::relieve_memory;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::PropertyDescriptor;
use boa_engine::value::PreferredType;
use boa_engine::{Context, Finalize, JsArgs, JsData, JsResult, JsString, JsValue, NativeFunction, Trace, js_string};

/// Shorter texts stay as they are.
const SHORT: usize = 512;
/// Texts that take this much more room than they had are a reason to look at the memory.
const LARGE: usize = 1 << 20;

/// A text that grows.
#[derive(Debug, Trace, Finalize, JsData)]
struct Gathered {
    #[unsafe_ignore_trace]
    text: Text,
    /// The text as it was last asked for, while it is still that.
    #[unsafe_ignore_trace]
    whole: Option<JsString>,
}

/// What such an object inherits: its length.
struct Inherited(JsObject);

fn inherited(context: &mut Context) -> JsResult<JsObject> {
    if let Some(Inherited(object)) = context.get_data::<Inherited>() {
        return Ok(object.clone());
    }
    let object = JsObject::with_null_proto();
    let get = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(length)).build();
    object.define_property_or_throw(js_string!("length"), PropertyDescriptor::builder().get(get), context)?;
    context.insert_data(Inherited(object.clone()));
    Ok(object)
}

fn length(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(length_of(this).map_or_else(JsValue::undefined, JsValue::from))
}

fn length_of(value: &JsValue) -> Option<usize> {
    let object = value.as_object()?;
    let length = object.downcast_ref::<Gathered>()?.text.len();
    Some(length)
}

/// How long the text is that an addition begins with, if it is one that grows.
pub(in crate::engine) fn mark(_: &JsValue, args: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(length_of(args.get_or_undefined(0)).map_or_else(JsValue::null, JsValue::from))
}

/// The text itself; every other value as it is.
pub(in crate::engine) fn text(_: &JsValue, args: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let value = args.get_or_undefined(0);
    if value.is_object()
        && let Some(object) = value.as_object()
        && let Some(mut gathered) = object.downcast_mut::<Gathered>()
    {
        let Gathered { text, whole } = &mut *gathered;
        return Ok(whole.get_or_insert_with(|| text.string()).clone().into());
    }
    Ok(value.clone())
}

/// What was there and how long it was, and the pieces that are added to it.
pub(in crate::engine) fn add(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let [value, mark, pieces @ ..] = args else { return Ok(JsValue::undefined()) };
    let mut sum = value.clone();
    let began = mark.as_number().map(|mark| mark as usize).or_else(|| length_of(value));
    if let (true, None, true) = (mark.is_string(), began, value.is_object()) {
        // A template asks an object for its text, `+` for its value.
        sum = value.to_string(context)?.into();
    }
    if began.is_none() && !sum.is_string() {
        for piece in pieces {
            sum = plain(&sum, piece, context)?;
        }
        return Ok(sum);
    }
    // All pieces are texts before one of them is added: what throws leaves the text as it was.
    let piece = match pieces {
        [piece] => text_of(piece, context)?,
        pieces => {
            let texts = pieces.iter().map(|piece| text_of(piece, context)).collect::<JsResult<Vec<_>>>()?;
            let parts: Vec<_> = texts.iter().map(JsString::as_str).collect();
            JsString::concat_array(&parts)
        }
    };
    match began {
        Some(count) => grow(&sum, count, &piece, context),
        None => plain(&sum, &piece.into(), context),
    }
}

/// Adds to a text that grows. If it has grown since, the text it was stays another's.
fn grow(value: &JsValue, count: usize, piece: &JsString, context: &mut Context) -> JsResult<JsValue> {
    let Some(object) = value.as_object() else { return Ok(value.clone()) };
    let Some(gathered) = object.downcast_ref::<Gathered>() else { return Ok(value.clone()) };
    if gathered.text.len() != count {
        let before = gathered.text.start(count);
        drop(gathered);
        return gathered_of(&before, piece, context);
    }
    let length = count + piece.len();
    let large = length > gathered.text.room() && length > LARGE;
    drop(gathered);
    if large {
        check_length(length as u64, context)?;
        relieve_memory(context);
    }
    if let Some(mut gathered) = object.downcast_mut::<Gathered>() {
        gathered.whole = None;
        gathered.text.push(piece.as_str());
    }
    Ok(value.clone())
}

/// The text of a piece that is added to a text.
fn text_of(piece: &JsValue, context: &mut Context) -> JsResult<JsString> {
    match piece.as_string() {
        Some(text) => Ok(text),
        None => piece.to_primitive(context, PreferredType::Default)?.to_string(context),
    }
}

/// Adds as the language does; what becomes long grows from then on.
fn plain(value: &JsValue, piece: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    let Some(before) = value.as_string() else { return value.add(piece, context) };
    let piece = text_of(piece, context)?;
    if before.len() + piece.len() < SHORT {
        return Ok(JsString::concat(before.as_str(), piece.as_str()).into());
    }
    gathered_of(&before, &piece, context)
}

fn gathered_of(before: &JsString, piece: &JsString, context: &mut Context) -> JsResult<JsValue> {
    let mut text = Text::new();
    text.push(before.as_str());
    text.push(piece.as_str());
    let gathered = Gathered { text, whole: None };
    Ok(JsObject::from_proto_and_data(inherited(context)?, gathered).into())
}

#[cfg(test)]
mod tests;
