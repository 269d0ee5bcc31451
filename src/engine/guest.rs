//! Owns [`Guest`]: one execution of guest code, step by step. What must hold: a step ends with no job left, and a guest that
//! trapped or was stopped is never stepped again. Deliberately absent: which outcome is delivered when, and why.

use super::builtins::{functions, rejected, timers};
use super::convert::{self, EncodeError};
use super::errors;
use super::jobs::Jobs;
use super::pending;
use super::realm;
use super::stack::{self, GUEST_PATH};
use super::state::{self, Origin};
use super::waits;
use crate::driver::{CallSite, Driver, Outcome};
use crate::error::RunError;
use crate::limits::Limits;
use crate::lower::Lowered;
use crate::position::Position;
use crate::value::Data;
use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsError, JsResult, JsValue, Source};
use std::path::Path;
use std::rc::Rc;

/// What a run gives its guest.
pub struct Setup {
    /// Takes the guest's calls.
    pub driver: Rc<dyn Driver>,
    /// Whole names, and whether the arguments arrive as one array.
    pub functions: Vec<(String, bool)>,
    /// The global `input`.
    pub input: Option<Data>,
    /// Drives the guest's chance.
    pub seed: u64,
    /// The limits of the run.
    pub limits: Limits,
    /// The code, fitted to the engine.
    pub lowered: Lowered,
    /// Calls may give pending values: looking at one ends the pass.
    pub collect: bool,
}

/// How a step ended; no job is left.
#[derive(Debug)]
pub enum Ended {
    /// The body waits for something.
    Idle,
    /// The body has finished, now or in an earlier step.
    BodyDone,
    /// The guest is over.
    Uncaught(Box<Uncaught>),
}

/// What ended a guest.
#[derive(Debug)]
pub struct Uncaught {
    /// Where it is an error we delivered and the code did not catch: the call it was delivered for.
    pub slot: Option<u32>,
    /// What it was.
    pub error: RunError,
}

/// One execution of guest code, from the top.
pub struct Guest {
    context: Context,
    jobs: Rc<Jobs>,
    body: Option<JsPromise>,
    /// Errors we delivered, to tell them from the code's own when one is not caught.
    delivered: Vec<Delivered>,
}

struct Delivered {
    error: JsValue,
    slot: u32,
    outcome: Outcome,
}

impl Guest {
    /// A guest without code, made ahead of a run: building the realm takes most of a short run's time.
    ///
    /// # Errors
    /// What the engine said, where it can't build its realm.
    pub fn prepare() -> Result<Self, String> {
        let jobs = Rc::new(Jobs::default());
        let context = realm::build(jobs.clone()).map_err(|error| error.to_string())?;
        Ok(Self { context, jobs, body: None, delivered: Vec::new() })
    }

    /// Runs the code up to where it first waits.
    pub fn start(&mut self, setup: Setup) -> Ended {
        let started = self.try_start(setup);
        self.end_step(started)
    }

    fn try_start(&mut self, setup: Setup) -> JsResult<()> {
        let Setup { driver, functions, input, seed, limits, lowered, collect } = setup;
        let context = &mut self.context;
        state::begin_run(context, driver, lowered.positions, seed, limits);
        #[cfg(target_arch = "wasm32")]
        state::state(context)?.measure_memory(crate::alloc::in_use);
        if collect {
            pending::guard(context)?;
        }
        functions::install(&functions, context)?;
        if let Some(input) = input {
            let value = convert::decode(&input, context)?;
            functions::install_input(value, context)?;
        }
        let source = Source::from_bytes(&lowered.source).with_path(Path::new(GUEST_PATH));
        let mut completion = context.eval(source)?;
        if !lowered.helpers.is_empty() {
            let code = completion.as_callable().ok_or_else(|| errors::broken("the code takes no helpers"))?;
            let helpers: Vec<_> =
                lowered.helpers.iter().map(|helper| pending::helpers::make(*helper, context)).collect();
            completion = code.call(&JsValue::undefined(), &helpers, context)?;
        }
        let body = completion.as_object().ok_or_else(|| errors::broken("the code gave no promise"))?;
        let body = JsPromise::from_object(body.clone())?;
        self.jobs.watch(body.clone());
        self.body = Some(body);
        Ok(())
    }

    /// Delivers the outcome of a call the code made.
    pub fn deliver(&mut self, call: &CallSite, outcome: &Outcome) -> Ended {
        let delivered = self.try_deliver(call, outcome);
        self.end_step(delivered)
    }

    fn try_deliver(&mut self, call: &CallSite, outcome: &Outcome) -> JsResult<()> {
        let context = &mut self.context;
        let resolvers = state::state(context)?.take_call(call.slot);
        let resolvers = resolvers.ok_or_else(|| errors::broken("an outcome was delivered twice"))?;
        let error = match outcome {
            Outcome::Fulfilled(value) => {
                let value = convert::decode(value, context)?;
                resolvers.resolve.call(&JsValue::undefined(), &[value], context)?;
                return Ok(());
            }
            Outcome::Pending => {
                let value = pending::make(call, context)?;
                resolvers.resolve.call(&JsValue::undefined(), &[value], context)?;
                return Ok(());
            }
            Outcome::Rejected(error) => convert::decode_error(error, context)?,
            Outcome::Refused { reason } => {
                let input = convert::decode(&call.input, context)?;
                let because = reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
                let message = format!("{} was not approved{because}", call.function);
                rejected::approval_rejected(context, &message, &call.function, input, &call.call_id, reason.as_deref())?
            }
        };
        if let (Some(object), Some(position)) = (error.as_object(), call.position) {
            let origin = Origin { function: call.function.clone(), position };
            state::state(context)?.set_origin(&object, origin);
        }
        self.delivered.push(Delivered { error: error.clone(), slot: call.slot, outcome: outcome.clone() });
        resolvers.reject.call(&JsValue::undefined(), &[error], context)?;
        Ok(())
    }

    /// Runs a timer's callback.
    pub fn fire(&mut self, timer: u32) -> Ended {
        let fired = timers::fire(timer, &mut self.context);
        self.end_step(fired)
    }

    /// Runs every job and looks where the body stands.
    fn end_step(&mut self, step: JsResult<()>) -> Ended {
        if let Err(error) = step.and_then(|()| self.context.run_jobs()) {
            self.jobs.clear();
            return self.uncaught_error(error);
        }
        match self.body.as_ref().map(JsPromise::state) {
            None | Some(PromiseState::Pending) => Ended::Idle,
            Some(PromiseState::Fulfilled(_)) => Ended::BodyDone,
            Some(PromiseState::Rejected(value)) => self.uncaught(&value),
        }
    }

    fn uncaught_error(&mut self, error: JsError) -> Ended {
        match error.into_opaque(&mut self.context) {
            Ok(value) => self.uncaught(&value),
            Err(engine) => Ended::Uncaught(Box::new(Uncaught { slot: None, error: errors::of_engine(&engine) })),
        }
    }

    fn uncaught(&mut self, value: &JsValue) -> Ended {
        // Whether the error would have told of the value cannot be known, so throwing it out of the code is looking at it.
        let told = pending::look(value, &mut self.context).and_then(|()| errors::of_value(value, &mut self.context));
        let mut error = match told {
            Ok(error) => error,
            Err(stopped) => {
                return Ended::Uncaught(Box::new(Uncaught { slot: None, error: errors::of_engine(&stopped) }));
            }
        };
        let ours = self.delivered.iter().find(|delivered| JsValue::strict_equals(&delivered.error, value));
        if let Some(delivered) = ours {
            errors::name_after(&mut error, &delivered.outcome);
        }
        Ended::Uncaught(Box::new(Uncaught { slot: ours.map(|delivered| delivered.slot), error }))
    }

    /// A line for each rejection that nothing handled.
    pub fn unhandled_rejections(&mut self) -> Vec<crate::driver::LogLine> {
        state::unhandled_rejections(&mut self.context).unwrap_or_default()
    }

    /// The value of the finished body, serialised.
    ///
    /// # Errors
    /// `UnsupportedValue`, `ValueLimit`, or `GuestError` where a getter of the result threw.
    pub fn result(&mut self, limit: usize) -> Result<Data, RunError> {
        let Some(PromiseState::Fulfilled(value)) = self.body.as_ref().map(JsPromise::state) else {
            return Err(RunError::crash("the code has no result yet"));
        };
        convert::encode(&value, "result", limit, &mut self.context).map_err(|error| match error {
            EncodeError::Border(refusal) => errors::of_result(refusal),
            EncodeError::Engine(error) => errors::of_engine(&error),
        })
    }

    /// Whether the value of the finished body could cross, were it not for pending values in it. A getter of it that looks at one
    /// ends the pass, and is no error.
    ///
    /// # Errors
    /// As for [`result`](Self::result).
    pub fn check_result(&mut self, limit: usize) -> Result<(), RunError> {
        let Some(PromiseState::Fulfilled(value)) = self.body.as_ref().map(JsPromise::state) else {
            return Err(RunError::crash("the code has no result yet"));
        };
        match convert::check(&value, "result", limit, &mut self.context) {
            Ok(()) => Ok(()),
            Err(EncodeError::Border(refusal)) => Err(errors::of_result(refusal)),
            Err(EncodeError::Engine(error)) if state::is_stop(&error) => Ok(()),
            Err(EncodeError::Engine(error)) => Err(errors::of_engine(&error)),
        }
    }

    /// How many functions of the code are in one another now. May be asked after a trap.
    pub fn depth(&self) -> usize {
        self.context.stack_trace().count()
    }

    /// Where the function stands that called itself most, of those on top. May be asked after a trap.
    pub fn recurses_at(&self) -> Option<Position> {
        stack::recursing(&self.context)
    }

    /// Where the code waits, if its code says so (`lower_waiting`).
    pub(crate) fn waits_at(&mut self) -> Option<Position> {
        waits::last(&mut self.context)
    }

    /// Drops the guest and collects its heap: without that an instance keeps what each run used.
    pub fn retire(self) {
        drop(self);
        boa_gc::force_collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boa_engine::js_string;

    #[test]
    fn a_prepared_guest_has_no_body() {
        let mut guest = Guest::prepare().unwrap();
        assert!(matches!(guest.end_step(Ok(())), Ended::Idle));
        let name = guest.context.eval(Source::from_bytes("typeof globalThis")).unwrap();
        assert_eq!(name.as_string(), Some(js_string!("object")));
    }
}
