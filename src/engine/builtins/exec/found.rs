//! Owns what the guest gets of a match: the array of `exec`. What must hold: its properties are those of the standard, in its order.

use super::matcher::Found;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsArray;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsString, JsValue, js_string};
use regress::Match;
use std::ops::Range;

impl Found {
    /// The whole match and its groups.
    pub(super) fn parts(&self, text: &JsString) -> impl Iterator<Item = JsValue> {
        self.found.groups().map(|range| part(text, range))
    }

    /// The object of the groups that have names, if there are any.
    pub(super) fn groups(&self, text: &JsString) -> JsValue {
        named(&self.found, |range| part(text, range))
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
        let mut pair = |range: Option<Range<usize>>| {
            range.map_or_else(JsValue::undefined, |range| {
                JsArray::from_iter([range.start.into(), range.end.into()], context).into()
            })
        };
        let pairs: Vec<JsValue> = self.found.groups().map(&mut pair).collect();
        let array = JsObject::from(JsArray::from_iter(pairs.iter().cloned(), context));
        // Which group has a name is told by what it matched: here each has matched its own number.
        let mut numbered = self.found.clone();
        for (capture, number) in numbered.captures.iter_mut().zip(1..) {
            *capture = capture.is_some().then_some(number..number);
        }
        let groups =
            named(&numbered, |number| number.and_then(|number| pairs.get(number.start).cloned()).unwrap_or_default());
        put(&array, js_string!("groups"), groups);
        array.into()
    }
}

/// What was matched there, or undefined.
pub(super) fn part(text: &JsString, range: Option<Range<usize>>) -> JsValue {
    range.map_or_else(JsValue::undefined, |range| text.slice(range.start, range.end).into())
}

/// The object with a value for each group that has a name, if there are any.
fn named(found: &Match, value: impl Fn(Option<Range<usize>>) -> JsValue) -> JsValue {
    let mut names = found.named_groups().peekable();
    if names.peek().is_none() {
        return JsValue::undefined();
    }
    let groups = JsObject::with_null_proto();
    for (name, range) in names {
        put(&groups, js_string!(name), value(range));
    }
    groups.into()
}

/// A plain property of an object that nobody has seen yet.
fn put(object: &JsObject, key: JsString, value: JsValue) {
    let property = PropertyDescriptor::builder().value(value).writable(true).enumerable(true).configurable(true);
    object.insert_property(key, property);
}
