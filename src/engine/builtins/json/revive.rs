//! Owns what `JSON.parse` does with a reviver. What must hold: values are revived from the inside out as the standard says,
//! without recursion.

use super::super::own;
use super::super::repeat::check_elements;
use super::parse::Source;
use super::text_of_key;
use boa_engine::object::JsObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsResult, JsString, JsValue, js_string};

/// A container whose items are being revived.
struct Open {
    object: JsObject,
    keys: Vec<PropertyKey>,
    next: usize,
    source: Option<usize>,
    /// Where it is in what contains it.
    holder: JsObject,
    key: PropertyKey,
}

struct Reviving<'a> {
    reviver: &'a JsObject,
    text: &'a JsString,
    sources: &'a [Source],
    context: &'a mut Context,
}

pub(super) fn revive(
    value: JsValue,
    reviver: &JsObject,
    text: &JsString,
    sources: &[Source],
    context: &mut Context,
) -> JsResult<JsValue> {
    let root = JsObject::with_object_proto(context.intrinsics());
    let key = PropertyKey::from(js_string!());
    root.create_data_property_or_throw(key.clone(), value, context)?;
    let mut reviving = Reviving { reviver, text, sources, context };
    let mut open: Vec<Open> = Vec::new();
    let mut next = Some((root, key, sources.len().checked_sub(1)));
    loop {
        let mut revived = match next.take() {
            Some((holder, key, source)) => reviving.enter(holder, key, source, &mut open)?,
            None => None,
        };
        // What is done goes back into what holds it.
        loop {
            let Some(last) = open.last_mut() else { return Ok(revived.unwrap_or_default()) };
            if let Some(value) = revived.take() {
                let key = last.keys.get(last.next).cloned();
                last.next += 1;
                if let Some(key) = key {
                    reviving.put(&last.object, key, value)?;
                }
            }
            if let Some(key) = last.keys.get(last.next) {
                let source = reviving.source_of(last.source, key, last.next);
                next = Some((last.object.clone(), key.clone(), source));
                break;
            }
            let Some(done) = open.pop() else { break };
            revived = Some(reviving.call(&done.holder, &done.key, done.object.into(), done.source)?);
        }
    }
}

impl Reviving<'_> {
    /// Revives a primitive; opens a container.
    fn enter(
        &mut self,
        holder: JsObject,
        key: PropertyKey,
        source: Option<usize>,
        open: &mut Vec<Open>,
    ) -> JsResult<Option<JsValue>> {
        let value = holder.get(key.clone(), self.context)?;
        let Some(object) = value.as_object() else { return self.call(&holder, &key, value, source).map(Some) };
        let keys = if own::is_array(&object, self.context)? {
            let length = object.get(js_string!("length"), self.context)?.to_length(self.context)?;
            check_elements(length, self.context)?;
            (0..length).map(PropertyKey::from).collect()
        } else {
            own::keys(&object, self.context)?
        };
        open.push(Open { object, keys, next: 0, source, holder, key });
        Ok(None)
    }

    fn source_of(&self, container: Option<usize>, key: &PropertyKey, at: usize) -> Option<usize> {
        match self.sources.get(container?)? {
            Source::Array(places) => places.get(at).copied(),
            Source::Object(places) => places.get(key).copied(),
            Source::Primitive(..) => None,
        }
    }

    fn put(&mut self, object: &JsObject, key: PropertyKey, value: JsValue) -> JsResult<()> {
        if value.is_undefined() {
            own::delete(object, &key, self.context)?;
        } else {
            object.create_data_property(key, value, self.context)?;
        }
        Ok(())
    }

    /// A primitive that is still what was read is told with its text.
    fn call(
        &mut self,
        holder: &JsObject,
        key: &PropertyKey,
        value: JsValue,
        source: Option<usize>,
    ) -> JsResult<JsValue> {
        let details = JsObject::with_object_proto(self.context.intrinsics());
        if let Some(Source::Primitive(range, read)) = source.and_then(|source| self.sources.get(source))
            && JsValue::strict_equals(read, &value)
            && let Some(text) = self.text.get(range.clone())
        {
            details.create_data_property_or_throw(js_string!("source"), text, self.context)?;
        }
        let args = [text_of_key(key).into(), value, details.into()];
        self.reviver.call(&holder.clone().into(), &args, self.context)
    }
}
