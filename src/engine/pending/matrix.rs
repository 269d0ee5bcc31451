//! Owns the proof that no built-in sees through a pending value: every function that guest code can reach, with a pending value in every place, against
//! real values. What must hold: what is tried comes from the realm, so that a new built-in cannot be forgotten. Deliberately absent: the grammar,
//! which is proved where code is lowered.

mod seen;

use self::seen::Seen;
use super::make;
use crate::engine::jobs::Jobs;
use crate::engine::pending;
use crate::engine::testing::{Recorder, call_of};
use crate::engine::{realm, state};
use crate::limits::Limits;
use crate::position::PositionMap;
use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::{JsArray, JsFunction};
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, Source, js_string};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

thread_local! {
    static SEEN: RefCell<Seen> = RefCell::default();
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Guards {
    Yes,
    No,
}

struct Realm {
    context: Context,
    native: JsObject,
}

impl Realm {
    fn new(guards: Guards) -> Self {
        let jobs = Rc::new(Jobs::default());
        let driver = Recorder::new();
        let mut context = realm::build(jobs.clone()).unwrap();
        if guards == Guards::Yes {
            pending::guard(&mut context).unwrap();
        }
        SEEN.with_borrow_mut(|seen| *seen = Seen { driver: Some(driver), jobs: Some(jobs), ..Seen::default() });
        begin(&mut context);
        let native = JsObject::with_null_proto();
        let functions: [(&str, NativeFunctionPointer); 6] = [
            ("isConstructor", |_, args, _| Ok(args.get_or_undefined(0).as_constructor().is_some().into())),
            ("note", |_, args, context| seen::note(args, context)),
            ("pending", |_, _, _| Ok(SEEN.with_borrow(|seen| seen.pending.clone()))),
            ("text", |_, args, context| Ok(JsString::from(seen::text(args.get_or_undefined(0), context)).into())),
            ("attempt", attempt),
            ("built", built),
        ];
        for (name, function) in functions {
            let function = NativeFunction::from_fn_ptr(function);
            let function = FunctionObjectBuilder::new(context.realm(), function).build();
            native.set(js_string!(name), function, true, &mut context).unwrap();
        }
        Self { context, native }
    }

    fn function(&mut self, source: &str) -> JsFunction {
        let function = self
            .context
            .eval(Source::from_bytes(&format!("'use strict';\n{source}")).with_path(std::path::Path::new("guest.js")))
            .unwrap();
        JsFunction::from_object(function.as_object().unwrap()).unwrap()
    }

    fn text_of(&mut self, entry: &JsValue, key: &str) -> String {
        let text = entry.as_object().unwrap().get(js_string!(key), &mut self.context).unwrap();
        text.as_string().unwrap().to_std_string_lossy()
    }

    /// Every function there is.
    fn walk(&mut self) -> Vec<JsValue> {
        let walk = self.function(include_str!("matrix/walk.js"));
        let found = walk.call(&JsValue::undefined(), &[self.native.clone().into()], &mut self.context).unwrap();
        items(&found, &mut self.context)
    }
}

fn items(array: &JsValue, context: &mut Context) -> Vec<JsValue> {
    let array = JsArray::from_object(array.as_object().unwrap()).unwrap();
    let length = array.length(context).unwrap();
    (0..length).map(|index| array.get(index, context).unwrap()).collect()
}

/// Begins a run of its own, with a pending value in it.
fn begin(context: &mut Context) {
    let (driver, jobs) = SEEN.with_borrow(|seen| (seen.driver.clone().unwrap(), seen.jobs.clone().unwrap()));
    jobs.clear();
    driver.timers.borrow_mut().clear();
    driver.lines.borrow_mut().clear();
    driver.observed.borrow_mut().clear();
    let handler = state::state(context).ok().and_then(|state| state.pending.handler.take());
    state::begin_run(context, driver, PositionMap::identity(), 7, Limits::default());
    state::state(context).unwrap().pending.handler = handler;
    let pending = make(&call_of("v", 1), context).unwrap();
    SEEN.with_borrow_mut(|seen| {
        seen.pending = pending;
    });
}

/// `built(make)`: what it makes, if that ends no pass.
fn built(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    match args.get_or_undefined(0).as_callable().unwrap().call(&JsValue::undefined(), &[], context) {
        Err(error) if state::is_stop(&error) => {
            begin(context);
            Ok(JsValue::undefined())
        }
        made => made,
    }
}

/// `attempt(f, how, self, args, value)`: a text of all that can be seen of a call.
fn attempt(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    SEEN.with_borrow_mut(|seen| seen.value = args.get(4).cloned());
    let outcome = seen::outcome(args, context);
    let as_before = SEEN.with_borrow_mut(|seen| {
        seen.value = None;
        seen.notes.clear();
        !seen.random && seen.driver.as_ref().is_some_and(|driver| driver.timers.borrow().is_empty())
    });
    let text = match outcome {
        Ok(text) if as_before => text,
        Ok(text) => {
            begin(context);
            text
        }
        Err(error) if state::is_stop(&error) => {
            begin(context);
            "cut".to_owned()
        }
        Err(error) => return Err(error),
    };
    Ok(JsString::from(text).into())
}

/// Every function of the realm, in every place, against real values. `MATRIX=Array.prototype` tries some, `MATRIX_THOROUGH=1` with more beside each.
#[test]
fn no_built_in_sees_through_a_pending_value() {
    let only = std::env::var("MATRIX").unwrap_or_default();
    let wrong = in_parallel(&owners(&only), |owner| try_all_of(owner, &only, Guards::Yes, Values::Pending));
    assert!(wrong.is_empty(), "{} holes:\n{}", wrong.len(), wrong.join("\n"));
}

/// To a value that is not pending every built-in does what it did without guards, also while there are pending values.
#[test]
fn guards_change_nothing() {
    let only = std::env::var("MATRIX").unwrap_or_default();
    let wrong = in_parallel(&owners(&only), |owner| {
        let [with, without] = [Guards::Yes, Guards::No].map(|guards| try_all_of(owner, &only, guards, Values::Real));
        assert_eq!(with.len(), without.len(), "{owner}");
        let differ = with.into_iter().zip(without).filter(|(with, without)| with != without);
        differ.map(|(with, without)| format!("with guards {with}\nwithout them {without}")).collect()
    });
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Values {
    Pending,
    Real,
}

/// What functions are found on, as far as the name of one of them contains the text.
fn owners(only: &str) -> Vec<String> {
    let mut realm = Realm::new(Guards::No);
    let mut owners: Vec<String> = Vec::new();
    for entry in realm.walk() {
        let owner = realm.text_of(&entry, "owner");
        if realm.text_of(&entry, "name").contains(only) && !owners.contains(&owner) {
            owners.push(owner);
        }
    }
    owners
}

fn in_parallel(owners: &[String], job: impl Fn(&str) -> Vec<String> + Sync) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, |cores| cores.get()) {
            scope.spawn(|| {
                while let Some(owner) = owners.get(next.fetch_add(1, Ordering::Relaxed)) {
                    found.lock().unwrap().extend(job(owner));
                }
            });
        }
    });
    found.into_inner().unwrap()
}

/// Tries every function found on one object, in a realm of its own.
fn try_all_of(owner: &str, only: &str, guards: Guards, values: Values) -> Vec<String> {
    let mut realm = Realm::new(guards);
    SEEN.with_borrow_mut(|seen| seen.random = ["Math", "crypto"].contains(&owner));
    let attempts = realm.function(include_str!("matrix/try.js"));
    let thorough = std::env::var_os("MATRIX_THOROUGH").is_some();
    let mut found = Vec::new();
    for entry in realm.walk() {
        let name = realm.text_of(&entry, "name");
        if realm.text_of(&entry, "owner") != owner || !name.contains(only) {
            continue;
        }
        let args = [realm.native.clone().into(), entry, thorough.into(), (values == Values::Real).into()];
        let texts = attempts.call(&JsValue::undefined(), &args, &mut realm.context);
        let texts = texts.unwrap_or_else(|error| {
            let looked = SEEN.with_borrow(|seen| seen.driver.as_ref().unwrap().observed.borrow().clone());
            panic!("{name}: looked at {looked:?} {error}")
        });
        let texts = items(&texts, &mut realm.context);
        found.extend(texts.iter().map(|text| text.as_string().unwrap().to_std_string_lossy()));
    }
    found
}
