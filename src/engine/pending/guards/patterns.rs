//! Owns what is asked of patterns. What must hold: properties are read in the standard's order, once. Deliberately absent: what the engine makes
//! text or a number of, and so sees.

use super::Original;
use crate::engine::pending::look;
use boa_engine::builtins::regexp::RegExp;
use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsSymbol, JsValue, js_string};

/// The letters of flags and the properties that say whether they are set, in order.
const FLAGS: [(char, &str); 8] = [
    ('d', "hasIndices"),
    ('g', "global"),
    ('i', "ignoreCase"),
    ('m', "multiline"),
    ('s', "dotAll"),
    ('u', "unicode"),
    ('v', "unicodeSets"),
    ('y', "sticky"),
];

/// `RegExp(pattern)` gives the pattern itself where it is of that very class.
pub(super) fn make(this: &JsValue, args: &[JsValue], original: &Original, context: &mut Context) -> JsResult<JsValue> {
    let (Some(pattern), true) = (args.get_or_undefined(0).as_object(), this.is_undefined()) else {
        return original.call(this, args, context);
    };
    let is_pattern = says_pattern(&pattern, context)?;
    if is_pattern && args.get_or_undefined(1).is_undefined() {
        let class = pattern.get(js_string!("constructor"), context)?;
        look(&class, context)?;
        if original.is_class(&class) {
            return Ok(pattern.into());
        }
    }
    original.construct(args, context)
}

fn says_pattern(object: &JsObject, context: &mut Context) -> JsResult<bool> {
    let said = object.get(JsSymbol::r#match(), context)?;
    look(&said, context)?;
    Ok(if said.is_undefined() { object.is::<RegExp>() } else { said.to_boolean() })
}

/// `get RegExp.prototype.flags`
pub(super) fn flags(this: &JsValue, args: &[JsValue], original: &Original, context: &mut Context) -> JsResult<JsValue> {
    let Some(pattern) = this.as_object() else { return original.call(this, args, context) };
    let mut flags = String::new();
    for (letter, name) in FLAGS {
        let set = pattern.get(js_string!(name), context)?;
        look(&set, context)?;
        if set.to_boolean() {
            flags.push(letter);
        }
    }
    Ok(JsString::from(flags).into())
}

/// `RegExp.prototype.test`
pub(super) fn test(this: &JsValue, args: &[JsValue], original: &Original, context: &mut Context) -> JsResult<JsValue> {
    let Some(pattern) = this.as_object() else { return original.call(this, args, context) };
    let text = args.get_or_undefined(0).to_string(context)?;
    let exec = pattern.get(js_string!("exec"), context)?;
    look(&exec, context)?;
    let Some(exec) = exec.as_callable() else {
        // The built-in reads it again, and matches by itself.
        return original.call(this, &[text.into()], context);
    };
    let found = exec.call(this, &[text.into()], context)?;
    look(&found, context)?;
    if !found.is_object() && !found.is_null() {
        return Err(JsNativeError::typ().with_message("exec gave neither an object nor null").into());
    }
    Ok(found.is_object().into())
}

/// `startsWith`, `endsWith`, `includes` of strings: they refuse patterns, and `Symbol.match` says what is one.
pub(super) fn part(this: &JsValue, args: &[JsValue], original: &Original, context: &mut Context) -> JsResult<JsValue> {
    let Some(part) = args.get_or_undefined(0).as_object() else { return original.call(this, args, context) };
    let text = this.require_object_coercible()?.to_string(context)?;
    if says_pattern(&part, context)? {
        return Err(JsNativeError::typ().with_message("a pattern cannot be looked for here, only text").into());
    }
    let part = JsValue::from(part).to_string(context)?;
    let mut args = args.to_vec();
    if let Some(first) = args.first_mut() {
        *first = part.into();
    }
    original.call(&text.into(), &args, context)
}
