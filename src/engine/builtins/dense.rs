//! Owns reading and making whole arrays at once, where nothing can tell it from doing it element by element. What must hold: only arrays
//! without holes, accessors and traps are read so, and what is iterated so has the iterators the language started with.
//! Deliberately absent: which built-in does so.

use crate::engine::look::{own_property, own_value};
use boa_engine::builtins::map::ordered_map::OrderedMap;
use boa_engine::builtins::set::ordered_set::OrderedSet;
use boa_engine::object::builtins::JsArray;
use boa_engine::object::{IndexPropertyValues, JsObject};
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsSymbol, JsValue, js_string};

/// What the language started with.
#[derive(Clone)]
struct Pristine {
    array: Protocol,
    set: Protocol,
    map: Protocol,
    string: Protocol,
    array_class: JsObject,
    species: Option<JsValue>,
}

/// How things of one kind are iterated over.
#[derive(Clone)]
struct Protocol {
    prototype: JsObject,
    iterator: Option<JsValue>,
    iterators: JsObject,
    next: Option<JsValue>,
}

impl Protocol {
    fn new(prototype: JsObject, iterators: JsObject) -> Self {
        let iterator = own_value(&prototype, JsSymbol::iterator());
        let next = own_value(&iterators, js_string!("next"));
        Self { prototype, iterator, iterators, next }
    }

    fn holds(&self) -> bool {
        own_value(&self.prototype, JsSymbol::iterator()) == self.iterator
            && own_value(&self.iterators, js_string!("next")) == self.next
    }

    /// Whether an object is iterated over so.
    fn holds_for(&self, object: &JsObject) -> bool {
        object.prototype().is_some_and(|prototype| JsObject::equals(&prototype, &self.prototype))
            && own_property(object, JsSymbol::iterator()).is_none()
            && self.holds()
    }
}

/// What says what the methods of a class make.
pub(super) fn species_of(class: &JsObject) -> Option<JsValue> {
    own_property(class, JsSymbol::species()).and_then(|property| property.get().cloned())
}

/// Remembers what the language starts with.
pub(super) fn install(context: &mut Context) {
    let iterators = context.intrinsics().objects().iterator_prototypes();
    let constructors = context.intrinsics().constructors();
    let array_class = constructors.array().constructor();
    let pristine = Pristine {
        array: Protocol::new(constructors.array().prototype(), iterators.array()),
        set: Protocol::new(constructors.set().prototype(), iterators.set()),
        map: Protocol::new(constructors.map().prototype(), iterators.map()),
        string: Protocol::new(constructors.string().prototype(), iterators.string()),
        species: species_of(&array_class),
        array_class,
    };
    context.insert_data(pristine);
}

fn pristine(context: &Context) -> JsResult<&Pristine> {
    let pristine = context.get_data::<Pristine>();
    pristine.ok_or_else(|| JsNativeError::typ().with_message("the realm has lost the engine's arrays").into())
}

/// Whether methods that make an array of this one make a plain one.
pub(super) fn makes_plain_arrays(array: &JsObject, context: &Context) -> JsResult<bool> {
    let own = pristine(context)?;
    let class = own_value(&own.array.prototype, js_string!("constructor")).and_then(|class| class.as_object());
    Ok(array.is_array()
        && array.prototype().is_some_and(|prototype| JsObject::equals(&prototype, &own.array.prototype))
        && own_property(array, js_string!("constructor")).is_none()
        && class.is_some_and(|class| JsObject::equals(&class, &own.array_class))
        && species_of(&own.array_class) == own.species)
}

/// The elements of an array that has no holes and no accessors.
pub(super) fn elements(array: &JsObject) -> Option<Vec<JsValue>> {
    with_elements(array, |values| match values {
        IndexPropertyValues::DenseI32(values) => values.copied().map(JsValue::from).collect(),
        IndexPropertyValues::DenseF64(values) => values.copied().map(JsValue::from).collect(),
        IndexPropertyValues::DenseElement(values) => values.cloned().collect(),
        IndexPropertyValues::SparseProperty(_) | IndexPropertyValues::SparseElement(_) => Vec::new(),
    })
}

/// Reads the elements of an array that has no holes and no accessors, as they lie there.
pub(super) fn with_elements<R>(array: &JsObject, read: impl FnOnce(IndexPropertyValues<'_>) -> R) -> Option<R> {
    if !array.is_array() {
        return None;
    }
    let length = own_value(array, js_string!("length"))?.as_number()?;
    let object = array.borrow();
    let values = object.properties().index_property_values();
    let count = match &values {
        IndexPropertyValues::DenseI32(values) => values.len(),
        IndexPropertyValues::DenseF64(values) => values.len(),
        IndexPropertyValues::DenseElement(values) => values.len(),
        IndexPropertyValues::SparseProperty(_) | IndexPropertyValues::SparseElement(_) => return None,
    };
    (count as f64 == length).then(|| read(values))
}

/// What iterating over a value gives, where it runs no code and nothing can tell; `None` elsewhere.
pub(in crate::engine) fn iterated(value: &JsValue, context: &mut Context) -> JsResult<Option<Vec<JsValue>>> {
    if let Some(text) = value.as_string() {
        return Ok(pristine(context)?.string.holds().then(|| characters(&text)));
    }
    let Some(object) = value.as_object() else { return Ok(None) };
    let own = pristine(context)?;
    if object.is_array() {
        return Ok(if own.array.holds_for(&object) { elements(&object) } else { None });
    }
    if let Some(set) = object.downcast_ref::<OrderedSet>() {
        return Ok(own.set.holds_for(&object).then(|| set.iter().cloned().collect()));
    }
    let entries: Vec<[JsValue; 2]> = match object.downcast_ref::<OrderedMap<JsValue>>() {
        Some(map) if own.map.holds_for(&object) => {
            map.iter().map(|(key, value)| [key.clone(), value.clone()]).collect()
        }
        _ => return Ok(None),
    };
    Ok(Some(entries.into_iter().map(|entry| JsArray::from_iter(entry, context).into()).collect()))
}

/// Whether iterating over a value runs no code.
pub(super) fn is_quiet(value: &JsValue, context: &Context) -> JsResult<bool> {
    let own = pristine(context)?;
    if value.is_string() {
        return Ok(own.string.holds());
    }
    let Some(object) = value.as_object() else { return Ok(false) };
    if object.is_array() {
        return Ok(own.array.holds_for(&object) && with_elements(&object, |_| ()).is_some());
    }
    if object.is::<OrderedSet>() {
        return Ok(own.set.holds_for(&object));
    }
    Ok(object.is::<OrderedMap<JsValue>>() && own.map.holds_for(&object))
}

/// The characters of a text: code points, and halves that stand alone.
fn characters(text: &JsString) -> Vec<JsValue> {
    text.code_points()
        .map(|point| match point {
            boa_engine::string::CodePoint::Unicode(char) => JsString::from(char.encode_utf8(&mut [0; 4]) as &str),
            boa_engine::string::CodePoint::UnpairedSurrogate(unit) => JsString::from(&[unit][..]),
        })
        .map(JsValue::from)
        .collect()
}
