//! Owns what one object holds. What must hold: kinds are told by the engine's internal data, never by properties the
//! guest can forge; keys are read before values; getters and proxy traps run once each.

use super::errors::{is, threw};
use super::graph::{Item, NodeId, Shape};
use super::path::Step;
use super::views::{self, Constructor};
use super::walk::{Pendings, Walk};
use super::{EncodeError, kind};
use crate::engine::builtins::own;
use crate::engine::look::pattern_text;
use crate::engine::pending;
use boa_engine::builtins::error::Error;
use boa_engine::builtins::map::ordered_map::OrderedMap;
use boa_engine::builtins::proxy::Proxy;
use boa_engine::builtins::regexp::RegExp;
use boa_engine::builtins::typed_array::TypedArray;
use boa_engine::object::builtins::{JsArrayBuffer, JsDate, JsSet, JsTypedArray};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, JsVariant, js_string};

/// What object `id` is and holds; what it holds is registered with `walk`.
pub(super) fn shape(walk: &mut Walk<'_>, id: NodeId, context: &mut Context) -> Result<Shape, EncodeError> {
    let Some(object) = walk.unread(id) else {
        return Err(walk.refuse_node(id, "a value that was read before"));
    };
    if let Some(slot) = pending::slot_of_object(&object, context) {
        return match walk.pendings {
            Pendings::Look => Err(EncodeError::Engine(pending::observe(slot, context))),
            Pendings::Pass => Ok(Shape::Array(Vec::new())),
        };
    }
    let mut reader = Reader { walk, id, object, context };
    if reader.object.is_callable() {
        return Err(reader.refuse(kind::FUNCTION));
    }
    if reader.object.is::<Proxy>() {
        return reader.proxy();
    }
    if reader.object.is_array() {
        reader.instance_of(|classes| classes.array())?;
        return reader.array();
    }
    if reader.object.is_ordinary() {
        let prototype = reader.object.prototype();
        let null = reader.is_null_or_plain(prototype)?;
        return reader.plain(null);
    }
    reader.walk.not_plain();
    reader.builtin()
}

struct Reader<'r, 'w> {
    walk: &'r mut Walk<'w>,
    id: NodeId,
    object: JsObject,
    context: &'r mut Context,
}

type Read<T> = Result<T, EncodeError>;

impl Reader<'_, '_> {
    fn refuse(&self, kind: impl Into<String>) -> EncodeError {
        self.walk.refuse_node(self.id, kind)
    }

    /// What guest code threw, if it did.
    fn ran<T>(&mut self, result: JsResult<T>) -> Read<T> {
        result.map_err(|error| threw(error, self.context))
    }

    fn item(&mut self, value: &JsValue, step: Step) -> Read<Item> {
        self.walk.item(value, Some((self.id, step)))
    }

    fn instance_of(&mut self, class: Constructor) -> Read<()> {
        let prototype = self.object.prototype();
        self.look_at_prototype(prototype.as_ref())?;
        if prototype.as_ref() == Some(&class(self.context.intrinsics().constructors()).prototype()) {
            return Ok(());
        }
        Err(self.refuse(kind::of_instance(prototype)))
    }

    /// Whether a plain object has no prototype; an error where it is no plain object.
    fn is_null_or_plain(&mut self, prototype: Option<JsObject>) -> Read<bool> {
        self.look_at_prototype(prototype.as_ref())?;
        match prototype {
            None => Ok(true),
            Some(prototype) if prototype == self.context.intrinsics().constructors().object().prototype() => Ok(false),
            other => Err(self.refuse(kind::of_instance(other))),
        }
    }

    /// The `prototype` of a function may be a pending value.
    fn look_at_prototype(&mut self, prototype: Option<&JsObject>) -> Read<()> {
        match prototype {
            Some(prototype) => pending::look(&prototype.clone().into(), self.context).map_err(EncodeError::Engine),
            None => Ok(()),
        }
    }

    fn builtin(&mut self) -> Read<Shape> {
        if self.object.is::<OrderedMap<JsValue>>() {
            return self.map();
        }
        if let Ok(set) = JsSet::from_object(self.object.clone()) {
            self.instance_of(|classes| classes.set())?;
            let members: Vec<JsValue> = set.borrow().data().iter().cloned().collect();
            let members = members.iter().enumerate();
            return members
                .map(|(at, member)| self.item(member, Step::Member(at)))
                .collect::<Read<_>>()
                .map(Shape::Set);
        }
        if let Ok(date) = JsDate::from_object(self.object.clone()) {
            self.instance_of(|classes| classes.date())?;
            let time = date.get_time(self.context);
            return Ok(Shape::Date(self.ran(time)?.as_number().unwrap_or(f64::NAN)));
        }
        if self.object.is::<RegExp>() {
            self.instance_of(|classes| classes.regexp())?;
            let text = pattern_text(&self.object, self.context);
            let (source, flags) = self.ran(text)?;
            return Ok(Shape::RegExp(source, flags));
        }
        if self.object.is::<TypedArray>() {
            return self.view();
        }
        if let Ok(buffer) = JsArrayBuffer::from_object(self.object.clone()) {
            self.instance_of(|classes| classes.array_buffer())?;
            let whole = buffer.data().is_some();
            return if whole { Ok(Shape::Buffer(buffer)) } else { Err(self.refuse(kind::DETACHED_BUFFER)) };
        }
        if self.object.is::<Error>() {
            return self.error();
        }
        Err(self.refuse(kind::of_object(&self.object)))
    }

    fn map(&mut self) -> Read<Shape> {
        self.instance_of(|classes| classes.map())?;
        let entries: Vec<(JsValue, JsValue)> = match self.object.downcast_ref::<OrderedMap<JsValue>>() {
            Some(map) => map.iter().map(|(key, value)| (key.clone(), value.clone())).collect(),
            None => Vec::new(),
        };
        let mut items = Vec::with_capacity(entries.len());
        for (at, (key, value)) in entries.into_iter().enumerate() {
            let key_item = self.item(&key, Step::MapKey(at))?;
            items.push((key_item, self.item(&value, Step::MapValue(key, at))?));
        }
        Ok(Shape::Map(items))
    }

    fn view(&mut self) -> Read<Shape> {
        let view = JsTypedArray::from_object(self.object.clone());
        let view = self.ran(view)?;
        let Some((class, constructor)) = view.kind().and_then(views::class) else {
            return Err(self.refuse(kind::of_object(&self.object)));
        };
        self.instance_of(constructor)?;
        let (buffer, offset) = (view.buffer(self.context), view.byte_offset(self.context));
        let (length, bytes) = (view.length(self.context), view.byte_length(self.context));
        let buffer = self.ran(buffer)?;
        let (offset, length, bytes) = (self.ran(offset)?, self.ran(length)?, self.ran(bytes)?);
        let buffer = self.item(&buffer, Step::Buffer)?;
        Ok(Shape::View { class, buffer, offset, length, bytes })
    }

    fn error(&mut self) -> Read<Shape> {
        let name = self.text(js_string!("name"))?.filter(|name| !name.is_empty());
        let message = self.text(js_string!("message"))?;
        let mut items = Vec::new();
        for key in self.keys()? {
            if !["name", "message", "stack"].iter().any(|own| is(&key, own)) {
                // Not enumerable, and data all the same.
                let kept = is(&key, "cause") || is(&key, "errors");
                items.extend(self.property(key, kept)?);
            }
        }
        Ok(Shape::Error { name: name.unwrap_or(js_string!("Error")), message: message.unwrap_or_default(), items })
    }

    fn text(&mut self, key: JsString) -> Read<Option<JsString>> {
        let value = self.object.get(key, self.context);
        let value = self.ran(value)?;
        if self.walk.pendings == Pendings::Look {
            pending::look(&value, self.context).map_err(EncodeError::Engine)?;
        }
        match value.variant() {
            JsVariant::String(text) => Ok(Some(text)),
            JsVariant::Boolean(_) | JsVariant::Float64(_) | JsVariant::Integer32(_) => {
                Ok(Some(JsString::from(value.display().to_string().as_str())))
            }
            JsVariant::Null
            | JsVariant::Undefined
            | JsVariant::BigInt(_)
            | JsVariant::Object(_)
            | JsVariant::Symbol(_) => Ok(None),
        }
    }

    fn plain(&mut self, null: bool) -> Read<Shape> {
        if null {
            self.walk.not_plain();
        }
        let mut items = Vec::new();
        for key in self.keys()? {
            items.extend(self.property(key, false)?);
        }
        Ok(Shape::Object { null, items })
    }

    fn keys(&mut self) -> Read<Vec<PropertyKey>> {
        let keys = self.object.own_property_keys(self.context);
        self.ran(keys)
    }

    /// One own property where it is enumerable, or asked for all the same; `None` too where a getter has removed it.
    fn property(&mut self, key: PropertyKey, all_the_same: bool) -> Read<Option<(PropertyKey, Item)>> {
        let property = self.object.borrow().properties().get(&key);
        let Some(property) = property.filter(|property| all_the_same || property.enumerable() == Some(true)) else {
            return Ok(None);
        };
        if matches!(key, PropertyKey::Symbol(_)) {
            return Err(self.walk.refuse(Some((self.id, Step::Key(key))), kind::SYMBOL_KEY));
        }
        // The quotes of the key, or its number where objects are written apart from their contents.
        self.walk.charge(2)?;
        let value = self.value(&property, &key)?;
        let item = self.item(&value, Step::Key(key.clone()))?;
        Ok(Some((key, item)))
    }

    fn value(&mut self, property: &PropertyDescriptor, key: &PropertyKey) -> Read<JsValue> {
        match property.value() {
            Some(value) => Ok(value.clone()),
            None => {
                let got = self.object.get(key.clone(), self.context);
                self.ran(got)
            }
        }
    }

    fn array(&mut self) -> Read<Shape> {
        let length = self.object.borrow().properties().get(&js_string!("length").into());
        let length = length.and_then(|property| property.value().and_then(JsValue::as_number)).unwrap_or(0.0) as u32;
        let mut indexes: Vec<u32> = self.object.borrow().properties().index_property_keys().collect();
        indexes.sort_unstable();
        let mut items = Vec::with_capacity(indexes.len());
        for index in indexes {
            let key = PropertyKey::from(index);
            let property = self.object.borrow().properties().get(&key);
            if let Some(property) = property {
                let value = self.value(&property, &key)?;
                items.push((index, self.item(&value, Step::Key(key))?));
            }
        }
        self.elements(length, items)
    }

    /// Other properties of an array (a match's `index`, `groups`) are no part of it. A hole counts as one byte: it takes
    /// none in the text, and whoever loops over the array at the other end pays for it all the same.
    fn elements(&mut self, length: u32, items: Vec<(u32, Item)>) -> Read<Shape> {
        if items.len() == length as usize {
            return Ok(Shape::Array(items.into_iter().map(|(_, item)| item).collect()));
        }
        self.walk.not_plain();
        self.walk.charge((length as usize).saturating_sub(items.len()))?;
        Ok(Shape::Sparse { length, items })
    }

    /// A proxy is what its traps say. It is no Map, Date or the like: those it could not act for.
    fn proxy(&mut self) -> Read<Shape> {
        let is_array = own::is_array(&self.object, self.context);
        let is_array = self.ran(is_array)?;
        let prototype = own::prototype_of(&self.object, self.context);
        let prototype = self.ran(prototype)?;
        if is_array {
            if prototype != Some(self.context.intrinsics().constructors().array().prototype()) {
                return Err(self.refuse(kind::of_instance(prototype)));
            }
            return self.proxy_array();
        }
        let null = self.is_null_or_plain(prototype)?;
        let copy = JsObject::with_null_proto();
        let proxy = std::mem::replace(&mut self.object, copy.clone());
        let copied = copy.copy_data_properties(&proxy.into(), Vec::<PropertyKey>::new(), self.context);
        self.ran(copied)?;
        self.plain(null)
    }

    fn proxy_array(&mut self) -> Read<Shape> {
        let length = self.object.get(js_string!("length"), self.context);
        let length = self.ran(length)?.as_number().filter(|length| *length >= 0.0).unwrap_or(0.0) as u32;
        let mut items = Vec::new();
        for key in self.keys()? {
            if let PropertyKey::Index(index) = &key
                && index.get() < length
            {
                let value = self.object.get(key.clone(), self.context);
                let value = self.ran(value)?;
                items.push((index.get(), self.item(&value, Step::Key(key))?));
            }
        }
        items.sort_by_key(|(index, _)| *index);
        self.elements(length, items)
    }
}
