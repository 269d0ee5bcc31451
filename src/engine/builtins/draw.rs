//! What lowered code calls around a value that a pattern `[a, b]` takes apart, where an iterator that throws would end the instance
//! (`lower/draws.rs`). What must hold: a value that runs no code when it is iterated over is given back as it is, and so is one that is not iterable,
//! which the engine then says; of any other the iterator is asked, and closed, as the standard says for the pattern.

use super::dense;
use boa_engine::object::builtins::JsArray;
use boa_engine::value::JsValue;
use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsSymbol, js_string};

/// `draw(value, plan)`: the plan has a sign for each element, `*` for a rest, and brackets around a pattern in the pattern.
pub(in crate::engine) fn draw(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let plan = args.get_or_undefined(1).as_string().map(|plan| plan.to_std_string_lossy()).unwrap_or_default();
    take(args.get_or_undefined(0), &elements(&plan), context)
}

/// One element of a plan.
enum Element<'p> {
    One,
    Pattern(&'p str),
    Rest,
}

/// Recurses as deep as a plan nests, which the lowering limits.
fn take(value: &JsValue, plan: &[Element<'_>], context: &mut Context) -> JsResult<JsValue> {
    let quiet = dense::is_quiet(value, context)?;
    if quiet && !plan.iter().any(|element| matches!(element, Element::Pattern(_))) {
        return Ok(value.clone());
    }
    let Some(mut source) = Source::of(value, context)? else { return Ok(value.clone()) };
    let mut values = Vec::new();
    for element in plan {
        match element {
            Element::Rest => {
                while let Some(value) = source.step(context)? {
                    values.push(value);
                }
            }
            Element::One => values.push(source.step(context)?.unwrap_or_default()),
            Element::Pattern(inner) => {
                let value = source.step(context)?.unwrap_or_default();
                let taken = take(&value, &elements(inner), context);
                if taken.is_err() {
                    // What the iterator says to that is not heard.
                    source.close(context).ok();
                }
                values.push(taken?);
            }
        }
    }
    source.close(context)?;
    Ok(JsArray::from_iter(values, context).into())
}

fn elements(plan: &str) -> Vec<Element<'_>> {
    let mut found = Vec::new();
    let mut rest = plan;
    while let Some(sign) = rest.chars().next() {
        rest = rest.get(1..).unwrap_or_default();
        match sign {
            '(' => {
                let end = closing(rest);
                found.push(Element::Pattern(rest.get(..end).unwrap_or_default()));
                rest = rest.get(end + 1..).unwrap_or_default();
            }
            '*' => found.push(Element::Rest),
            _ => found.push(Element::One),
        }
    }
    found
}

/// The offset of the bracket that closes what was opened before.
fn closing(plan: &str) -> usize {
    let mut open = 1_usize;
    for (at, sign) in plan.bytes().enumerate() {
        open = match sign {
            b'(' => open + 1,
            b')' => open - 1,
            _ => open,
        };
        if open == 0 {
            return at;
        }
    }
    plan.len()
}

/// An iterator of the guest's.
struct Source {
    iterator: JsObject,
    next: JsValue,
    done: bool,
}

impl Source {
    /// `None` for what is not iterable.
    fn of(value: &JsValue, context: &mut Context) -> JsResult<Option<Self>> {
        if value.is_null_or_undefined() {
            return Ok(None);
        }
        let method = value.to_object(context)?.get(JsSymbol::iterator(), context)?;
        let Some(method) = method.as_callable() else { return Ok(None) };
        let iterator = method.call(value, &[], context)?;
        let no_object = || JsNativeError::typ().with_message("what Symbol.iterator gave is not an iterator");
        let iterator = iterator.as_object().ok_or_else(no_object)?;
        let next = iterator.get(js_string!("next"), context)?;
        Ok(Some(Self { iterator, next, done: false }))
    }

    /// The next value; `None` at the end and ever after. One that throws is at its end.
    fn step(&mut self, context: &mut Context) -> JsResult<Option<JsValue>> {
        if self.done {
            return Ok(None);
        }
        self.done = true;
        let no_next = || JsNativeError::typ().with_message("the `next` of the iterator is not a function");
        let next = self.next.as_callable().ok_or_else(no_next)?;
        let step = next.call(&self.iterator.clone().into(), &[], context)?;
        let no_step = || JsNativeError::typ().with_message("what the iterator's `next` gave is not an object");
        let step = step.as_object().ok_or_else(no_step)?;
        if step.get(js_string!("done"), context)?.to_boolean() {
            return Ok(None);
        }
        let value = step.get(js_string!("value"), context)?;
        self.done = false;
        Ok(Some(value))
    }

    fn close(&mut self, context: &mut Context) -> JsResult<()> {
        if self.done {
            return Ok(());
        }
        self.done = true;
        let method = self.iterator.get(js_string!("return"), context)?;
        if method.is_null_or_undefined() {
            return Ok(());
        }
        let no_function = || JsNativeError::typ().with_message("the `return` of the iterator is not a function");
        let closed = method.as_callable().ok_or_else(no_function)?.call(&self.iterator.clone().into(), &[], context)?;
        let no_object = || JsNativeError::typ().with_message("what the iterator's `return` gave is not an object");
        closed.is_object().then_some(()).ok_or_else(|| no_object().into())
    }
}

#[cfg(test)]
mod tests;
