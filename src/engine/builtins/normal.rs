//! Replaces `normalize`: the engine's puts U+FFFD in the place of half a surrogate pair when it takes characters apart. What must hold: halves stay as
//! they are, and what stands between them is as the engine gives it. Goes when the engine normalises by code points.

use super::{Method, define, engine_function};
use boa_engine::object::builtins::JsFunction;
use boa_engine::string::CodePoint;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue, js_string};

/// The engine's own.
struct Own(JsFunction);

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().string().prototype();
    let own = Own(engine_function(&prototype, js_string!("normalize"))?);
    context.insert_data(own);
    define(&prototype, [Method::new("normalize", 0, normalize)], context)
}

fn normalize(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let own = context.get_data::<Own>().map(|own| own.0.clone());
    let own = own.ok_or_else(|| JsNativeError::typ().with_message("the realm has lost the engine's normalize"))?;
    let Some(text) = this.as_string().filter(has_halves) else { return own.call(this, args, context) };
    // The form is asked for once, by the engine, which refuses what is none.
    let form = match args {
        [form, ..] if !form.is_undefined() => form.to_string(context)?,
        _ => js_string!("NFC"),
    };
    own.call(&js_string!("").into(), &[form.clone().into()], context)?;
    let (mut made, mut part): (Vec<u16>, Vec<u16>) = (Vec::with_capacity(text.len()), Vec::new());
    for point in text.code_points() {
        match point {
            CodePoint::Unicode(char) => part.extend_from_slice(char.encode_utf16(&mut [0; 2])),
            CodePoint::UnpairedSurrogate(half) => {
                made.extend(normal(&own, &mut part, &form, context)?);
                made.push(half);
            }
        }
    }
    made.extend(normal(&own, &mut part, &form, context)?);
    Ok(JsString::from(made.as_slice()).into())
}

fn has_halves(text: &JsString) -> bool {
    text.code_points().any(|point| matches!(point, CodePoint::UnpairedSurrogate(_)))
}

/// The normal form of a part, which is empty afterwards.
fn normal(own: &JsFunction, part: &mut Vec<u16>, form: &JsString, context: &mut Context) -> JsResult<Vec<u16>> {
    let text = JsString::from(std::mem::take(part).as_slice());
    let given = own.call(&text.into(), &[form.clone().into()], context)?;
    Ok(given.to_string(context)?.to_vec())
}

#[cfg(test)]
mod tests {
    use crate::engine::testing::check;

    #[test]
    fn halves_of_pairs_stay() {
        check("return 'é\\ud83d'.normalize('NFD') === 'e\\u0301\\ud83d'", "true");
        check("return '\\udc00e\\u0301\\ud83d\\ud83d\\ude00'.normalize() === '\\udc00é\\ud83d😀'", "true");
        check(
            "return ['é'.normalize('NFD').length, 'ab'.normalize(), ''.normalize.name, ''.normalize.length].join()",
            "'2,ab,normalize,0'",
        );
        check("try { '\\ud83d'.normalize('NFX') } catch (e) { return e.name }", "'RangeError'");
    }
}
