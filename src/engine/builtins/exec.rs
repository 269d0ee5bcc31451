//! Replaces what finds patterns in text: `exec`, `test`, `[Symbol.replace]` and `[Symbol.split]`. The engine's matcher copies the pattern, and a text of
//! bytes as a whole, for each match, so that every global pattern over a long text takes time that grows with its square; its `split` asks at each
//! character. Its `match`, `matchAll` and `search` find matches by `exec`. What must hold: where the guest changed what a method goes by, the
//! engine's own runs.

mod found;
mod matcher;
mod replacing;

use super::dense::species_of;
use super::{Method, define, define_hidden, engine_function, replace};
use crate::engine::look::{own_property, own_value};
use boa_engine::builtins::regexp::RegExp;
use boa_engine::object::builtins::{JsArray, JsFunction};
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::{Context, JsArgs, JsResult, JsString, JsSymbol, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Trace};

/// What the methods go by, kept from before the guest could replace it, and the engine's own method.
#[derive(Clone, Trace, Finalize)]
struct Own {
    method: JsFunction,
    exec: JsObject,
    flags: Vec<Option<JsValue>>,
    class: JsObject,
    prototype: JsObject,
    species: Option<JsValue>,
}

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let constructor = context.intrinsics().constructors().regexp();
    let (class, prototype) = (constructor.constructor(), constructor.prototype());
    replace(&prototype, [("exec", exec), ("compile", compile)], context)?;
    let own = |method: JsFunction| -> JsResult<Own> {
        Ok(Own {
            method,
            exec: engine_function(&prototype, js_string!("exec"))?.into(),
            flags: flag_getters(&prototype),
            species: species_of(&class),
            class: class.clone(),
            prototype: prototype.clone(),
        })
    };
    let test = Method::given("test", 1, test, own(engine_function(&prototype, js_string!("test"))?)?);
    define(&prototype, [test], context)?;
    let symbols: [(JsSymbol, &str, super::Given<Own>); 2] =
        [(JsSymbol::split(), "[Symbol.split]", split), (JsSymbol::replace(), "[Symbol.replace]", replacing::replace)];
    for (symbol, name, function) in symbols {
        let own = own(engine_function(&prototype, symbol.clone())?)?;
        let function = NativeFunction::from_copy_closure_with_captures(function, own);
        let function = FunctionObjectBuilder::new(context.realm(), function).name(js_string!(name)).length(2).build();
        define_hidden(&prototype, symbol, function, context)?;
    }
    Ok(())
}

fn exec(this: &JsValue, args: &[JsValue], engine: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    let Some(pattern) = this.as_object().filter(|object| object.is::<RegExp>()) else {
        return engine.call(this, args, context);
    };
    let text = args.get_or_undefined(0).to_string(context)?;
    let found = matcher::next(&pattern, &text, context)?;
    Ok(found.map_or_else(JsValue::null, |found| found.array(&text, context)))
}

/// Makes another pattern of the same object.
fn compile(this: &JsValue, args: &[JsValue], engine: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    let compiled = engine.call(this, args, context);
    matcher::forget(context);
    compiled
}

fn test(this: &JsValue, args: &[JsValue], own: &Own, context: &mut Context) -> JsResult<JsValue> {
    let Some(pattern) = this.as_object().filter(|object| own.finds(object)) else {
        return own.method.call(this, args, context);
    };
    let text = args.get_or_undefined(0).to_string(context)?;
    if !own.finds(&pattern) {
        return own.method.call(this, &[text.into()], context);
    }
    Ok(matcher::next(&pattern, &text, context)?.is_some().into())
}

fn split(this: &JsValue, args: &[JsValue], own: &Own, context: &mut Context) -> JsResult<JsValue> {
    let text = args.get_or_undefined(0).as_string().filter(|text| !text.is_empty());
    let (Some(pattern), Some(text)) = (this.as_object().filter(|object| own.splits(object)), text) else {
        return own.method.call(this, args, context);
    };
    let object = pattern;
    // Before the limit is asked for its number: that may change what the object is.
    let pattern = matcher::pattern_of(&object, context)?;
    let limit = match args.get_or_undefined(1) {
        none if none.is_undefined() => u32::MAX,
        limit => limit.to_u32(context)?,
    };
    if pattern.sticky || !own.finds(&object) {
        return own.method.call(this, &[text.into(), limit.into()], context);
    }
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut parts: Vec<JsValue> = Vec::new();
    let (mut from, mut at) = (0, 0);
    while at < text.len() && parts.len() < limit {
        let Some(found) = matcher::search(&pattern, &text, at, context) else { break };
        let (start, end) = (found.start(), found.end());
        if start >= text.len() {
            break;
        }
        if end == from {
            at = next_character(&text, at, pattern.unicode);
            continue;
        }
        parts.push(text.slice(from, start).into());
        parts.extend(found.groups().skip(1).map(|range| found::part(&text, range)));
        from = end;
        // An empty match is not met again.
        at = if end == start { next_character(&text, end, pattern.unicode) } else { end };
    }
    if parts.len() < limit {
        parts.push(text.slice(from, text.len()).into());
    }
    parts.truncate(limit);
    Ok(JsArray::from_iter(parts, context).into())
}

/// What `flags` is read from.
const FLAGS: [&str; 9] =
    ["flags", "hasIndices", "global", "ignoreCase", "multiline", "dotAll", "unicode", "unicodeSets", "sticky"];

fn flag_getters(prototype: &JsObject) -> Vec<Option<JsValue>> {
    let getter = |key: &&str| own_property(prototype, JsString::from(*key)).and_then(|flag| flag.get().cloned());
    FLAGS.iter().map(getter).collect()
}

impl Own {
    /// Whether matches of the object are found by the `exec` of the realm.
    fn finds(&self, pattern: &JsObject) -> bool {
        let exec = own_value(&self.prototype, js_string!("exec")).and_then(|exec| exec.as_object());
        pattern.is::<RegExp>()
            && pattern.prototype().is_some_and(|prototype| JsObject::equals(&prototype, &self.prototype))
            && own_property(pattern, js_string!("exec")).is_none()
            && exec.is_some_and(|exec| JsObject::equals(&exec, &self.exec))
    }

    /// Whether its flags are besides what it was made with.
    fn replaces(&self, pattern: &JsObject) -> bool {
        self.finds(pattern)
            && FLAGS.iter().all(|key| own_property(pattern, JsString::from(*key)).is_none())
            && flag_getters(&self.prototype) == self.flags
    }

    /// Whether a split besides makes its own pattern of the object by the class of the realm.
    fn splits(&self, pattern: &JsObject) -> bool {
        let key = js_string!("constructor");
        let class = own_value(&self.prototype, key.clone()).and_then(|class| class.as_object());
        self.replaces(pattern)
            && own_property(pattern, key).is_none()
            && class.is_some_and(|class| JsObject::equals(&class, &self.class))
            && species_of(&self.class) == self.species
    }
}

fn next_character(text: &JsString, at: usize, unicode: bool) -> usize {
    let pair = unicode
        && text.code_unit_at(at).is_some_and(|unit| (0xd800..0xdc00).contains(&unit))
        && text.code_unit_at(at + 1).is_some_and(|unit| (0xdc00..0xe000).contains(&unit));
    at + if pair { 2 } else { 1 }
}

#[cfg(test)]
mod tests;
