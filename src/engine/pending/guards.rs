//! Owns the guards: built-ins that could tell a pending value from the real one without any trap of it, and look first. What must
//! hold: a guard is not visible: it is the same object as before, with the same name, length, properties and identity, and does the same
//! to every other value; what may pass unseen passes. Deliberately absent: which built-ins need one, which is `table.rs`, proved by the matrix.

mod arrays;
mod maps;
mod objects;
mod patterns;
mod proxies;
mod sets;
mod table;

use super::{Pendings, look};
use crate::engine::errors;
use crate::engine::look::{data_property, own_property, own_value};
use crate::engine::realm::STACK_FRAMES_LIMIT;
use crate::engine::stack::GUARD;
use crate::engine::state::state;
use boa_engine::native_function::NativeFunctionObject;
use boa_engine::object::builtins::JsFunction;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsResult, JsString, JsSymbol, JsValue, NativeFunction, js_string};
use boa_gc::{Finalize, Trace};

/// Arguments that a guard may look at.
const ARGS: usize = 4;

/// Does what a built-in does, and looks at what it must.
type Instead = fn(&JsValue, &[JsValue], &Original, &mut Context) -> JsResult<JsValue>;

/// Where a built-in must look.
#[derive(Debug, Clone, Copy)]
pub(super) struct Guard {
    this: bool,
    /// One bit for each argument.
    args: u8,
    /// The first argument, where there is no other.
    only_arg: bool,
    /// One bit for each argument that is called and whose results the engine asks.
    results: u8,
    /// What it gives, where the engine asks that.
    gives: bool,
    /// Also while there is no pending value yet: what it makes is used later, or it is quicker than asking.
    always: bool,
    /// A property of what it is called on, or of an argument, that decides.
    key: Option<Key>,
    instead: Option<Instead>,
    /// What that, or the built-in itself, looks at, in words; empty where it is nothing more.
    looks_at: &'static str,
}

/// A property that decides what a built-in does.
#[derive(Debug, Clone, Copy)]
enum Key {
    Text(&'static str),
    Symbol(fn() -> JsSymbol),
}

/// A guard, before it is said where it looks.
const fn looks() -> Guard {
    Guard {
        this: false,
        args: 0,
        only_arg: false,
        results: 0,
        gives: false,
        always: false,
        key: None,
        instead: None,
        looks_at: "",
    }
}

impl Guard {
    const fn this(mut self) -> Self {
        self.this = true;
        self
    }

    /// Counted from 0.
    const fn arg(mut self, at: u8) -> Self {
        self.args |= 1 << at;
        self
    }

    const fn only_arg(mut self) -> Self {
        self.only_arg = true;
        self
    }

    const fn result(mut self, at: u8) -> Self {
        self.args |= 1 << at;
        self.results |= 1 << at;
        self
    }

    const fn gives(mut self) -> Self {
        self.gives = true;
        self
    }

    const fn always(mut self) -> Self {
        self.always = true;
        self
    }

    const fn key(mut self, key: Key) -> Self {
        self.key = Some(key);
        self
    }

    const fn instead(mut self, instead: Instead, at: &'static str) -> Self {
        self.instead = Some(instead);
        self.looks_at = at;
        self
    }

    /// The built-in is ours and looks there itself.
    const fn itself(mut self, at: &'static str) -> Self {
        self.looks_at = at;
        self
    }

    /// Where it looks, in words.
    fn places(&self) -> Vec<String> {
        let key = self.key.map(|key| match key {
            Key::Text(name) => format!("`{name}`"),
            Key::Symbol(symbol) => format!("`{}`", symbol().fn_name().to_std_string_lossy().trim_matches(['[', ']'])),
        });
        let said = |said: bool, words: &str| said.then(|| words.to_owned());
        let mut places: Vec<String> = said(self.this, "what it is called on").into_iter().collect();
        places.extend(said(self.only_arg, "the argument, where there is one"));
        for at in 0..ARGS {
            places.extend((self.args & (1 << at) != 0).then(|| format!("argument {}", at + 1)));
            places.extend((self.results & (1 << at) != 0).then(|| format!("what argument {} gives", at + 1)));
        }
        places.extend(said(self.gives, "what it gives"));
        places.extend(key);
        places.extend(said(!self.looks_at.is_empty(), self.looks_at));
        places
    }
}

/// Every guarded built-in, `get Map.prototype.size`, and where it looks, in words.
pub fn guarded() -> Vec<(String, Vec<String>)> {
    let mut list = Vec::new();
    for (holder, rows) in table::GUARDS {
        for (names, guard) in *rows {
            for name in names.split(", ") {
                let (accessor, name) = name
                    .split_once(' ')
                    .map_or((String::new(), name), |(accessor, name)| (format!("{accessor} "), name));
                let name = match (holder.is_empty(), name.strip_prefix("@@")) {
                    (true, _) => name.to_owned(),
                    (false, None) => format!("{holder}.{name}"),
                    (false, Some(symbol)) => format!("{holder}[Symbol.{symbol}]"),
                };
                list.push((accessor + &name, guard.places()));
            }
        }
    }
    list
}

/// A built-in before it was guarded.
#[derive(Debug, Clone, Trace, Finalize)]
pub(super) struct Original {
    guard: &'static Guard,
    /// What it did.
    inner: JsObject,
    /// What the guest knows it as, where it is a constructor.
    class: Option<JsObject>,
}

impl Original {
    /// Does what it did before. For a constructor `this` is the target of `new`, or undefined.
    fn call(&self, this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
        let (Some(class), Some(target)) = (&self.class, this.as_object()) else {
            return self.inner.call(this, args, context);
        };
        let target = if JsObject::equals(&target, class) { &self.inner } else { &target };
        self.inner.construct(args, Some(target), context).map(JsValue::from)
    }

    /// Does what `new` does.
    fn construct(&self, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
        self.inner.construct(args, None, context).map(JsValue::from)
    }

    /// Whether this is the constructor, as the guest knows it.
    fn is_class(&self, value: &JsValue) -> bool {
        value.as_object().zip(self.class.as_ref()).is_some_and(|(value, class)| JsObject::equals(&value, class))
    }
}

/// Puts every guard in its place.
pub(in crate::engine) fn install(context: &mut Context) -> JsResult<()> {
    // Each guard is one more frame.
    context.runtime_limits_mut().set_backtrace_limit(2 * STACK_FRAMES_LIMIT);
    for (holder, rows) in table::GUARDS {
        let object =
            find_holder(holder, context).ok_or_else(|| errors::broken(&format!("there is no {holder} to guard")))?;
        for (names, guard) in *rows {
            for name in names.split(", ") {
                let found = find(&object, name);
                let found = found.ok_or_else(|| errors::broken(&format!("{holder} has no {name} to guard")))?;
                put_before(&found, guard, context)?;
            }
        }
    }
    Ok(())
}

/// What guarded functions are found on.
fn find_holder(path: &str, context: &mut Context) -> Option<JsObject> {
    match path {
        "" => Some(context.global_object()),
        "%TypedArray%.prototype" => Some(context.intrinsics().constructors().typed_array().prototype()),
        "%AsyncGenerator%" => Some(context.intrinsics().objects().async_generator()),
        _ => {
            let mut at = context.global_object();
            for name in path.split('.') {
                at = data_property(&at, JsString::from(name))?.as_object()?;
            }
            Some(at)
        }
    }
}

/// A function of an object by the name the table has for it.
fn find(holder: &JsObject, name: &str) -> Option<JsObject> {
    let (accessor, name) = match name.split_once(' ') {
        Some((accessor, name)) => (accessor, name),
        None => ("", name),
    };
    let key: PropertyKey = match name {
        "@@hasInstance" => JsSymbol::has_instance().into(),
        "@@match" => JsSymbol::r#match().into(),
        "@@toPrimitive" => JsSymbol::to_primitive().into(),
        "@@toStringTag" => JsSymbol::to_string_tag().into(),
        name => JsString::from(name).into(),
    };
    let property = own_property(holder, key)?;
    let value = match accessor {
        "get" => property.get(),
        "set" => property.set(),
        _ => property.value(),
    };
    value?.as_object()
}

/// Guards a function in its place: it keeps its identity, what it did moves to another object.
fn put_before(function: &JsObject, guard: &'static Guard, context: &Context) -> JsResult<()> {
    if !function.is::<NativeFunctionObject>() {
        return Err(errors::broken("what is to be guarded is no function of the engine's"));
    }
    let constructs = function.is_constructor();
    let build = |native| JsObject::from(named(native, context).constructor(constructs).build());
    let inner = build(NativeFunction::from_fn_ptr(|_, _, _| Ok(JsValue::undefined())));
    if let Some(prototype) = own_value(function, js_string!("prototype")) {
        // Asked for where a class is called without `new`.
        let property = PropertyDescriptor::builder().value(prototype).writable(false).enumerable(false);
        inner.insert_property(js_string!("prototype"), property.configurable(false).build());
    }
    let class = constructs.then(|| function.clone());
    let original = Original { guard, inner: inner.clone(), class };
    let outer = build(NativeFunction::from_copy_closure_with_captures(run, original));
    swap(function, &inner);
    swap(function, &outer);
    Ok(())
}

/// Exchanges what two functions of the engine's do.
fn swap(one: &JsObject, other: &JsObject) {
    let (Some(mut one), Some(mut other)) =
        (one.downcast_mut::<NativeFunctionObject>(), other.downcast_mut::<NativeFunctionObject>())
    else {
        return;
    };
    std::mem::swap(&mut *one, &mut *other);
}

fn run(this: &JsValue, args: &[JsValue], original: &Original, context: &mut Context) -> JsResult<JsValue> {
    let guard = original.guard;
    if guard.this {
        look(this, context)?;
    }
    for (at, arg) in args.iter().enumerate().take(ARGS) {
        if guard.args & (1 << at) != 0 {
            look(arg, context)?;
        }
    }
    if let (true, [only]) = (guard.only_arg, args) {
        look(only, context)?;
    }
    if !guard.always && state(context).is_ok_and(|state| state.pending.is_empty()) {
        return original.call(this, args, context);
    }
    if let Some(key) = guard.key {
        for value in std::iter::once(this).chain(args) {
            look_at_key(value, key, context)?;
        }
    }
    if let Some(instead) = guard.instead {
        return instead(this, args, original, context);
    }
    if guard.gives {
        let result = original.call(this, args, context)?;
        look(&result, context)?;
        return Ok(result);
    }
    if guard.results == 0 {
        return original.call(this, args, context);
    }
    let args: Vec<_> = args
        .iter()
        .enumerate()
        .map(|(at, arg)| if at < ARGS && guard.results & (1 << at) != 0 { looking(arg, context) } else { arg.clone() })
        .collect();
    original.call(this, &args, context)
}

/// Ends the pass if a property that decides is a pending value. Runs no guest code, so what a getter gives is not known.
fn look_at_key(object: &JsValue, key: Key, context: &mut Context) -> JsResult<()> {
    let Some(object) = object.as_object() else { return Ok(()) };
    let key: PropertyKey = match key {
        Key::Text(name) => js_string!(name).into(),
        Key::Symbol(symbol) => symbol().into(),
    };
    match data_property(&object, key) {
        Some(value) => look(&value, context),
        None => Ok(()),
    }
}

/// The same function, but what it gives is looked at; what is none as it is.
fn looking(callback: &JsValue, context: &Context) -> JsValue {
    let Some(callback) = callback.as_callable() else { return callback.clone() };
    let native = NativeFunction::from_copy_closure_with_captures(
        |this, args, callback: &JsObject, context| {
            let result = callback.call(this, args, context)?;
            look(&result, context)?;
            Ok(result)
        },
        callback,
    );
    function(native, context).into()
}

/// A function of ours, which no stack shows.
fn function(native: NativeFunction, context: &Context) -> JsFunction {
    named(native, context).build()
}

fn named(native: NativeFunction, context: &Context) -> FunctionObjectBuilder<'_> {
    FunctionObjectBuilder::new(context.realm(), native).name(js_string!(GUARD))
}

impl Pendings {
    fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

#[cfg(test)]
mod speed;
