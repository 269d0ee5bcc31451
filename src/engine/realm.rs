//! Owns [`build`]: the world guest code runs in, before any run is known. What must hold: nothing in it reads a real
//! clock, a real source of randomness, a locale or a zone of the machine; no text becomes code; the list of globals is
//! pinned by a test. Deliberately absent: the run's own data, which [`begin_run`](super::state::begin_run) adds.

use super::clock::GuestClock;
use super::state::{Origin, memory_left, relieve_memory, state};
use super::{builtins, console, heap, messages, stack, thrown};
use boa_engine::builtins::promise::{OperationType, Promise, PromiseState};
use boa_engine::context::{ContextBuilder, HostHooks};
use boa_engine::job::JobExecutor;
use boa_engine::module::{Module, ModuleLoader, ModuleRequest, Referrer};
use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsPromise;
use boa_engine::realm::Realm;
use boa_engine::{Context, JsError, JsNativeError, JsResult, JsString, js_string};
use std::cell::RefCell;
use std::rc::Rc;

/// Guest functions calling guest functions take no native stack. In the worker the heap's limit is what ends them: that traps,
/// while the error of this limit is lost in an async function that has waited once, and its promise is never settled.
const RECURSION_LIMIT: usize = if cfg!(target_arch = "wasm32") { usize::MAX } else { 12_000 };
/// Values on the engine's stack: arguments and registers of all frames, 8 bytes each. As above.
const STACK_VALUES_LIMIT: usize = if cfg!(target_arch = "wasm32") { usize::MAX } else { 2 << 20 };
/// Frames kept of an error. Enough to read, few enough that an error stays cheap in deep recursion.
pub(super) const STACK_FRAMES_LIMIT: usize = 30;

/// Objects that show when the collector ran, which no replay could repeat; those that make no sense alone; and one that
/// no other engine has as a global.
const REMOVED: [&str; 5] = ["Atomics", "FinalizationRegistry", "SharedArrayBuffer", "TypedArray", "WeakRef"];

/// Makes the realm: everything but the run's data, its functions and its input.
pub(crate) fn build<J: JobExecutor + 'static>(jobs: Rc<J>) -> JsResult<Context> {
    heap::make_room();
    let clock = Rc::new(GuestClock::default());
    let mut context = ContextBuilder::new()
        .job_executor(jobs)
        .clock(clock.clone())
        .host_hooks(Rc::new(Hooks))
        .module_loader(Rc::new(NoModules))
        .build()?;
    context.insert_data(clock);
    let limits = context.runtime_limits_mut();
    limits.set_recursion_limit(RECURSION_LIMIT);
    limits.set_stack_size_limit(STACK_VALUES_LIMIT);
    limits.set_backtrace_limit(STACK_FRAMES_LIMIT);
    limits.disable_loop_iteration_limit();
    for name in REMOVED {
        context.global_object().delete_property_or_throw(js_string!(name), &mut context)?;
    }
    stack::install(&mut context)?;
    console::install(&mut context)?;
    builtins::install(&mut context)?;
    Ok(context)
}

/// What the engine asks of its host.
struct Hooks;

impl HostHooks for Hooks {
    fn promise_rejection_tracker(&self, promise: &JsObject<Promise>, operation: OperationType, context: &mut Context) {
        if let (OperationType::Reject, Ok(rejected)) = (operation, JsPromise::from_object(promise.clone().upcast()))
            && let PromiseState::Rejected(reason) = rejected.state()
        {
            messages::improve(&reason, context);
        }
        if let Ok(state) = state(context) {
            state.track_rejection(promise, operation);
        }
    }

    fn ensure_can_compile_strings(
        &self,
        _realm: Realm,
        _parameters: &[JsString],
        _body: &JsString,
        direct: bool,
        _context: &mut Context,
    ) -> JsResult<()> {
        let what = if direct { "eval" } else { "making a function of text (eval, new Function and their kind)" };
        let message = format!("{what} is not available here: write the code out, or choose between functions by name");
        Err(JsNativeError::eval().with_message(message).into())
    }

    /// The zone is UTC, on every machine.
    fn local_timezone_offset_seconds(&self, _unix_time_seconds: i64) -> i32 {
        0
    }

    /// Asked before each buffer is made, so this is where garbage held by buffers is let go of. A buffer larger than what is left
    /// is refused with words that say so, rather than by the allocator.
    fn max_buffer_size(&self, context: &mut Context) -> u64 {
        relieve_memory(context);
        memory_left(context)
    }
}

/// `import()` rejects: there is nothing to import.
struct NoModules;

impl ModuleLoader for NoModules {
    async fn load_imported_module(
        self: Rc<Self>,
        _referrer: Referrer,
        request: ModuleRequest,
        context: &RefCell<&mut Context>,
    ) -> JsResult<Module> {
        let name = request.specifier().to_std_string_lossy();
        let message = format!("cannot import '{name}': there are no modules here; use the functions you were given");
        let context = &mut **context.borrow_mut();
        let error = JsNativeError::typ().with_message(message).into_opaque(context);
        if let Some(position) = thrown::place_of(&request.specifier().clone().into(), context) {
            state(context)?.set_origin(&error, Origin { function: "import".to_owned(), position });
        }
        Err(JsError::from_opaque(error.into()))
    }
}

#[cfg(test)]
mod tests;
