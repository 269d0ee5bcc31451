//! Owns what the guest gets of a match: the array of `exec`. What must hold: its properties are those of the standard, in its order.

use super::matcher::Found;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsArray;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsString, JsValue, js_string};
use std::ops::Range;

impl Found {
    /// The whole match and its groups.
    pub(super) fn parts(&self, text: &JsString) -> impl Iterator<Item = JsValue> {
        let of =
            |range: Option<Range<usize>>| range.map_or_else(JsValue::undefined, |range| slice(text, &range).into());
        self.found.groups().map(of)
    }

    /// The object of the groups that have names, if there are any.
    pub(super) fn groups(&self, text: &JsString) -> JsValue {
        self.named(|range| range.map_or_else(JsValue::undefined, |range| slice(text, &range).into()))
    }

    fn named(&self, value: impl Fn(Option<Range<usize>>) -> JsValue) -> JsValue {
        let mut names = self.found.named_groups().peekable();
        if names.peek().is_none() {
            return JsValue::undefined();
        }
        let groups = JsObject::with_null_proto();
        for (name, range) in names {
            put(&groups, js_string!(name), value(range));
        }
        groups.into()
    }

    /// What `exec` gives.
    pub(super) fn array(&self, text: &JsString, context: &mut Context) -> JsValue {
        let array = JsObject::from(JsArray::from_iter(self.parts(text), context));
        put(&array, js_string!("index"), self.found.start().into());
        put(&array, js_string!("input"), text.clone().into());
        put(&array, js_string!("groups"), self.groups(text));
        if self.pattern.indices {
            let indices = self.indices(context);
            put(&array, js_string!("indices"), indices);
        }
        array.into()
    }

    /// Where the match and its groups are, for the flag `d`.
    fn indices(&self, context: &mut Context) -> JsValue {
        let pairs: Vec<(Option<Range<usize>>, JsValue)> = self
            .found
            .groups()
            .map(|range| {
                let pair =
                    range.clone().map(|range| JsArray::from_iter([range.start.into(), range.end.into()], context));
                (range, pair.map_or_else(JsValue::undefined, JsValue::from))
            })
            .collect();
        let array = JsObject::from(JsArray::from_iter(pairs.iter().map(|(_, pair)| pair.clone()), context));
        let groups = self.named(|range| {
            let pair = pairs.iter().skip(1).find(|(known, _)| *known == range);
            pair.map_or_else(JsValue::undefined, |(_, pair)| pair.clone())
        });
        put(&array, js_string!("groups"), groups);
        array.into()
    }
}

fn slice(text: &JsString, range: &Range<usize>) -> JsString {
    text.slice(range.start, range.end)
}

/// A plain property of an object that nobody has seen yet.
fn put(object: &JsObject, key: JsString, value: JsValue) {
    let property = PropertyDescriptor::builder().value(value).writable(true).enumerable(true).configurable(true);
    object.insert_property(key, property);
}
