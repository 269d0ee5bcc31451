//! Owns `structuredClone`, which the engine does not have; the Boa project's clones no errors and runs the native stack out on
//! deep data. What must hold: the walk is a list, not recursion, and what cannot be cloned is a DataCloneError that says
//! where and what. Deliberately absent: classes of the platform, none of which the guest has.

use super::{Method, define_globals, define_hidden, named_error, option};
use crate::engine::convert::views;
use crate::engine::look::{own_value, pattern_text, platform_name};
use crate::engine::pending;
use crate::engine::state::relieve_memory;
use boa_engine::builtins::array_buffer::{AlignedVec, ArrayBuffer};
use boa_engine::builtins::date::Date;
use boa_engine::builtins::error::Error;
use boa_engine::builtins::map::ordered_map::OrderedMap;
use boa_engine::builtins::proxy::Proxy;
use boa_engine::builtins::regexp::RegExp;
use boa_engine::builtins::set::ordered_set::OrderedSet;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::{JsArray, JsArrayBuffer, JsDataView, JsDate, JsMap, JsRegExp, JsSet, JsTypedArray};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsArgs, JsBigInt, JsError, JsNativeError, JsResult, JsString, JsSymbol, JsValue, js_string};
use std::collections::HashMap;

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    define_globals([Method::new("structuredClone", 1, structured_clone)], context)
}

fn structured_clone(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if args.is_empty() {
        return Err(JsNativeError::typ().with_message("structuredClone needs a value").into());
    }
    relieve_memory(context);
    let transfer = transferred(args.get_or_undefined(1), context)?;
    let mut cloner = Cloner { context, made: HashMap::new(), open: Vec::new() };
    let root = cloner.value(args.get_or_undefined(0))?;
    while cloner.step()? {}
    for buffer in transfer {
        buffer.detach(&JsValue::undefined())?;
    }
    Ok(root)
}

/// The buffers to be moved rather than copied: cloned like the others, then taken from their owner.
fn transferred(options: &JsValue, context: &mut Context) -> JsResult<Vec<JsArrayBuffer>> {
    let Some(options) = options.as_object() else { return Ok(Vec::new()) };
    let Some(list) = option(&options, "transfer", context)?.as_object() else { return Ok(Vec::new()) };
    let length = list.get(js_string!("length"), context)?.to_length(context)?;
    let mut buffers = Vec::new();
    for index in 0..length {
        let buffer = list.get(index, context)?.as_object().and_then(|item| JsArrayBuffer::from_object(item).ok());
        match buffer {
            Some(buffer) => buffers.push(buffer),
            None => {
                let message = format!("transfer[{index}] cannot be transferred: only an ArrayBuffer can");
                return Err(named_error("DataCloneError", message, context));
            }
        }
    }
    Ok(buffers)
}

struct Cloner<'a> {
    context: &'a mut Context,
    /// By address of the original, which is held so that no other takes its place.
    made: HashMap<usize, (JsObject, JsObject)>,
    /// Objects whose contents are still being cloned, outermost first.
    open: Vec<Open>,
}

/// One object being filled.
struct Open {
    source: JsObject,
    target: JsObject,
    contents: Contents,
    /// Where in it the walk is, for messages.
    at: String,
}

enum Contents {
    Properties(std::vec::IntoIter<PropertyKey>),
    Pairs(std::vec::IntoIter<(JsValue, JsValue)>),
    Items(std::vec::IntoIter<JsValue>),
}

enum Next {
    Property(PropertyKey),
    Pair(JsValue, JsValue),
    Item(JsValue),
}

impl Cloner<'_> {
    /// Clones one more thing; `false` when nothing is left.
    fn step(&mut self) -> JsResult<bool> {
        let Some(open) = self.open.last_mut() else { return Ok(false) };
        let next = match &mut open.contents {
            Contents::Properties(keys) => keys.next().map(Next::Property),
            Contents::Pairs(pairs) => pairs.next().map(|(key, value)| Next::Pair(key, value)),
            Contents::Items(items) => items.next().map(Next::Item),
        };
        let (source, target) = (open.source.clone(), open.target.clone());
        match next {
            None => {
                self.open.pop();
            }
            Some(Next::Property(key)) => self.property(&source, &target, key)?,
            Some(Next::Pair(key, value)) => {
                // The pair is made at once; what is inside of either is filled after.
                let (key, value) = (self.value(&key)?, self.value(&value)?);
                JsMap::from_object(target)?.set(key, value, self.context)?;
            }
            Some(Next::Item(item)) => {
                let item = self.value(&item)?;
                if let Ok(set) = JsSet::from_object(target) {
                    set.add(item, self.context)?;
                }
            }
        }
        Ok(true)
    }

    fn property(&mut self, source: &JsObject, target: &JsObject, key: PropertyKey) -> JsResult<()> {
        if let Some(open) = self.open.last_mut() {
            open.at = match &key {
                PropertyKey::Index(index) => format!("[{}]", index.get()),
                key @ (PropertyKey::String(_) | PropertyKey::Symbol(_)) => format!(".{key}"),
            };
        }
        let value = source.get(key.clone(), self.context)?;
        let value = self.value(&value)?;
        if target.is::<Error>() {
            return define_hidden(target, key, value, self.context);
        }
        target.create_data_property_or_throw(key, value, self.context)?;
        Ok(())
    }

    /// The clone of a value; that of an object is filled by later steps.
    fn value(&mut self, value: &JsValue) -> JsResult<JsValue> {
        if value.is_symbol() {
            return Err(self.refusal("a symbol"));
        }
        pending::look(value, self.context)?;
        let Some(object) = value.as_object() else { return Ok(value.clone()) };
        let address = std::ptr::from_ref(object.as_ref()).addr();
        if let Some((_, clone)) = self.made.get(&address) {
            return Ok(clone.clone().into());
        }
        let (clone, contents) = self.shell(&object)?;
        self.made.insert(address, (object.clone(), clone.clone()));
        if let Some(contents) = contents {
            self.open.push(Open { source: object, target: clone.clone(), contents, at: String::new() });
        }
        Ok(clone.into())
    }

    /// A new object of the same kind, and what is to be put into it.
    fn shell(&mut self, object: &JsObject) -> JsResult<(JsObject, Option<Contents>)> {
        if object.is_callable() {
            return Err(self.refusal("a function"));
        }
        if object.is::<Proxy>() {
            return Err(self.refusal("a proxy"));
        }
        if object.is_array() {
            let length = object.get(js_string!("length"), self.context)?;
            let array: JsObject = JsArray::new(self.context)?.into();
            array.set(js_string!("length"), length, true, self.context)?;
            return Ok((array, Some(self.properties(object)?)));
        }
        if let Some(map) = object.downcast_ref::<OrderedMap<JsValue>>() {
            let pairs: Vec<_> = map.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
            return Ok((JsMap::new(self.context).into(), Some(Contents::Pairs(pairs.into_iter()))));
        }
        if let Some(set) = object.downcast_ref::<OrderedSet>() {
            let items: Vec<_> = set.iter().cloned().collect();
            return Ok((JsSet::new(self.context).into(), Some(Contents::Items(items.into_iter()))));
        }
        if object.is::<Error>() {
            let cause = own_value(object, js_string!("cause")).is_some();
            let cause = cause.then(|| Contents::Properties(vec![js_string!("cause").into()].into_iter()));
            return Ok((self.error(object)?, cause));
        }
        if let Some(clone) = self.whole(object)? {
            return Ok((clone, None));
        }
        if object.is_ordinary() {
            let clone = JsObject::with_object_proto(self.context.intrinsics());
            return Ok((clone, Some(self.properties(object)?)));
        }
        Err(self.refusal(&format!("a {}", platform_name(object))))
    }

    fn properties(&mut self, object: &JsObject) -> JsResult<Contents> {
        let mut keys = object.own_property_keys(self.context)?;
        keys.retain(|key| {
            let property = object.borrow().properties().get(key);
            !matches!(key, PropertyKey::Symbol(_))
                && property.is_some_and(|property| property.enumerable() == Some(true))
        });
        Ok(Contents::Properties(keys.into_iter()))
    }

    /// Objects that are cloned in one go.
    fn whole(&mut self, object: &JsObject) -> JsResult<Option<JsObject>> {
        let boxed = if let Some(value) = object.downcast_ref::<bool>() {
            Some(JsValue::from(*value))
        } else if let Some(value) = object.downcast_ref::<f64>() {
            Some(JsValue::from(*value))
        } else if let Some(value) = object.downcast_ref::<JsString>() {
            Some(JsValue::from(value.clone()))
        } else {
            object.downcast_ref::<JsBigInt>().map(|value| JsValue::from(value.clone()))
        };
        if let Some(boxed) = boxed {
            return boxed.to_object(self.context).map(Some);
        }
        if object.is::<JsSymbol>() {
            return Err(self.refusal("a symbol"));
        }
        if object.is::<Date>() {
            let time = JsDate::from_object(object.clone())?.get_time(self.context)?;
            let date = JsDate::new(self.context);
            date.set_time(time, self.context)?;
            return Ok(Some(date.into()));
        }
        if object.is::<RegExp>() {
            return self.pattern(object).map(Some);
        }
        if object.is::<ArrayBuffer>() {
            return self.buffer(object).map(Some);
        }
        if let Ok(array) = JsTypedArray::from_object(object.clone()) {
            return self.typed_array(&array).map(Some);
        }
        match JsDataView::from_object(object.clone()) {
            Ok(view) => self.view(&view).map(Some),
            Err(_) => Ok(None),
        }
    }

    fn pattern(&mut self, pattern: &JsObject) -> JsResult<JsObject> {
        let (source, flags) = pattern_text(pattern, self.context)?;
        JsRegExp::new(source, JsString::from(flags), self.context).map(Into::into)
    }

    fn error(&mut self, error: &JsObject) -> JsResult<JsObject> {
        let name = error.get(js_string!("name"), self.context)?;
        pending::look(&name, self.context)?;
        let name = name.as_string().map(|name| name.to_std_string_lossy()).unwrap_or_default();
        let classes = self.context.intrinsics().constructors();
        let class = match name.as_str() {
            "EvalError" => classes.eval_error(),
            "RangeError" => classes.range_error(),
            "ReferenceError" => classes.reference_error(),
            "SyntaxError" => classes.syntax_error(),
            "TypeError" => classes.type_error(),
            "URIError" => classes.uri_error(),
            _ => classes.error(),
        };
        let class = class.constructor();
        let message = own_value(error, js_string!("message"));
        let message = message.unwrap_or_default();
        let message = if message.is_undefined() { message } else { message.to_string(self.context)?.into() };
        class.construct(&[message], None, self.context)
    }

    fn buffer(&mut self, buffer: &JsObject) -> JsResult<JsObject> {
        let bytes = JsArrayBuffer::from_object(buffer.clone())?.to_vec();
        match bytes {
            Some(bytes) => {
                JsArrayBuffer::from_byte_block(AlignedVec::from_slice(0, &bytes), self.context).map(Into::into)
            }
            None => Err(self.refusal("a detached ArrayBuffer")),
        }
    }

    fn typed_array(&mut self, array: &JsTypedArray) -> JsResult<JsObject> {
        let buffer = array.buffer(self.context)?;
        let (offset, length) = (array.byte_offset(self.context)?, array.length(self.context)?);
        let Some((_, class)) = array.kind().and_then(views::class) else {
            return Err(self.refusal("a typed array of unknown kind"));
        };
        let buffer = self.value(&buffer)?;
        let class = class(self.context.intrinsics().constructors()).constructor();
        class.construct(&[buffer, offset.into(), length.into()], None, self.context)
    }

    fn view(&mut self, view: &JsDataView) -> JsResult<JsObject> {
        let buffer = view.buffer(self.context)?;
        let (offset, length) = (view.byte_offset(self.context)?, view.byte_length(self.context)?);
        let buffer = self.value(&buffer)?;
        let class = self.context.intrinsics().constructors().data_view().constructor();
        class.construct(&[buffer, offset.into(), length.into()], None, self.context)
    }

    fn refusal(&mut self, kind: &str) -> JsError {
        let path: String = self.open.iter().map(|open| open.at.as_str()).collect();
        named_error("DataCloneError", format!("value{path}: {kind} cannot be cloned"), self.context)
    }
}

#[cfg(test)]
mod tests;
