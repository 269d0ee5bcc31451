//! The only file that names wasm-bindgen. Exports `prepare`, `run` and `resume`; a run is a promise of a `Finish`
//! (`js/protocol.ts`). What must hold: everything that can trap happens inside `attempt`, since a trap outside of it leaves
//! the promise unsettled for ever; results are data, never thrown. Deliberately absent: rules and loops of its own.

use crate::alloc;
use crate::driver::LogLine;
use crate::engine::Guest;
use crate::error::RunError;
use crate::journal::Entry;
use crate::position::Position;
use crate::run::{Decision, Event, Reply, Request};
use crate::session::{self, Finish, FinishOutcome, Host, StartRequest, Stats, Trap};
use crate::value::{Data, ErrorData};
use js_sys::Promise;
use serde::{Serialize, de::DeserializeOwned};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

#[wasm_bindgen(inline_js = "
let thrown;
export function attempt(step) {
  try { step(); return true; } catch (error) { thrown = `${error?.name}: ${error?.message}`; return false; }
}
export function lastThrown() { return String(thrown); }
")]
extern "C" {
    /// Calls `step`; false if it threw. Gives no text, since that would allocate where the heap may be full.
    fn attempt(step: &mut dyn FnMut()) -> bool;
    /// What the last failed attempt threw.
    #[wasm_bindgen(js_name = lastThrown)]
    fn last_thrown() -> String;
}

#[wasm_bindgen]
extern "C" {
    /// What the worker gives a run: `EngineHost` in `js/worker.ts`.
    pub type EngineHost;
    #[wasm_bindgen(method, catch)]
    fn call(this: &EngineHost, message: JsValue) -> Result<Promise, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn execute(this: &EngineHost, seq: u32, ahead: bool) -> Result<Promise, JsValue>;
    #[wasm_bindgen(method, catch, js_name = onApproval)]
    fn on_approval(this: &EngineHost, seq: u32) -> Result<Promise, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn withdraw(this: &EngineHost, seq: u32) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn invalid(this: &EngineHost, call: JsValue, error: JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn log(this: &EngineHost, entry: JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn journal(this: &EngineHost, entries: JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn repeated(this: &EngineHost) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn sleep(this: &EngineHost, ms: f64) -> Result<Promise, JsValue>;
    #[wasm_bindgen(method)]
    fn now(this: &EngineHost) -> f64;
}

thread_local! {
    static PREPARED: RefCell<Option<Guest>> = const { RefCell::new(None) };
    /// What the last panic said, while nothing has asked.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Makes a guest ahead of the run. The build calls this once and ships the memory as it is then (`scripts/lib/snapshot.mjs`), so that each
/// instance begins with its guest; what is done here can depend on nothing that differs between machines. Gives whether there is a guest.
#[wasm_bindgen]
pub fn prepare() -> bool {
    if PREPARED.with_borrow(Option::is_some) {
        return true;
    }
    std::panic::set_hook(Box::new(|info| {
        // What comes now must be able to allocate.
        alloc::arm(false);
        PANIC.with_borrow_mut(|panic| *panic = Some(info.to_string()));
    }));
    let mut made = None;
    if attempt(&mut || made = Guest::prepare().ok()) {
        PREPARED.set(made);
    }
    PREPARED.with_borrow(Option::is_some)
}

/// Runs code from its start. `request`: a StartRequest with an empty journal.
#[wasm_bindgen]
pub async fn run(request: JsValue, host: EngineHost) -> JsValue {
    start(request, host).await
}

/// Continues a run from its record. `request`: a StartRequest with the journal so far.
#[wasm_bindgen]
pub async fn resume(request: JsValue, host: EngineHost) -> JsValue {
    start(request, host).await
}

async fn start(request: JsValue, host: EngineHost) -> JsValue {
    let finish = match from_js::<StartRequest>(request) {
        Ok(request) => {
            alloc::set_limit(alloc::in_use().saturating_add(request.limits.memory_bytes));
            session::drive(Rc::new(Page::new(host)), PREPARED.take(), request).await
        }
        Err(message) => {
            let error = RunError::crash(format!("the start message is broken: {message}"));
            Finish {
                outcome: FinishOutcome::Failed { error: Box::new(error) },
                stats: Stats { guest_ms: 0.0, peak_memory_bytes: alloc::peak() },
                poisoned: false,
            }
        }
    };
    to_js(&finish)
}

/// The page, as the session knows it.
struct Page {
    host: EngineHost,
    inbox: Rc<Inbox>,
    /// The time a sleep under way ends.
    sleeping_until: Rc<Cell<Option<f64>>>,
}

#[derive(Default)]
struct Inbox {
    events: RefCell<VecDeque<Event>>,
    waker: RefCell<Option<Waker>>,
}

impl Inbox {
    fn push(&self, event: Event) {
        self.events.borrow_mut().push_back(event);
        if let Some(waker) = self.waker.borrow_mut().take() {
            waker.wake();
        }
    }
}

#[derive(Serialize)]
struct CallMessage<'a> {
    seq: u32,
    #[serde(rename = "fn")]
    function: &'a str,
    input: &'a Data,
    #[serde(flatten)]
    position: Option<Position>,
    go: bool,
    #[serde(skip_serializing_if = "is_false")]
    behind: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl Page {
    fn new(host: EngineHost) -> Self {
        Self { host, inbox: Rc::default(), sleeping_until: Rc::default() }
    }

    /// Waits for a promise of the page and puts what it gives into the inbox.
    fn expect<T: DeserializeOwned + 'static>(
        &self,
        promise: Result<Promise, JsValue>,
        event: impl FnOnce(Result<T, String>) -> Event + 'static,
    ) {
        let inbox = self.inbox.clone();
        spawn_local(async move {
            let answer = match promise {
                Ok(promise) => JsFuture::from(promise).await.map_err(|error| describe(&error)).and_then(from_js::<T>),
                Err(error) => Err(describe(&error)),
            };
            inbox.push(event(answer));
        });
    }

    /// Plain data can always be posted; where that fails all the same, the run does not go on as if it had been heard.
    fn check(&self, sent: Result<(), JsValue>) {
        if let Err(error) = sent {
            self.inbox.push(Event::Lost { message: describe(&error) });
        }
    }

    fn expect_reply(&self, seq: u32, promise: Result<Promise, JsValue>) {
        self.expect(promise, move |answer| {
            let reply = answer.unwrap_or_else(|message| Reply::Rejected {
                error: ErrorData { name: "Error".into(), message, data: None, cause: None },
            });
            Event::Reply { seq, reply }
        });
    }
}

impl Host for Page {
    fn send(&self, request: Request) {
        let _unlimited = alloc::lift();
        let unheard = match request {
            Request::Call { seq, function, input, position, go, behind } => {
                let message = to_js(&CallMessage { seq, function: &function, input: &input, position, go, behind });
                self.expect_reply(seq, self.host.call(message));
                Ok(())
            }
            Request::Execute { seq, ahead } => {
                self.expect_reply(seq, self.host.execute(seq, ahead));
                Ok(())
            }
            Request::Ask { seq } => {
                // An answer that can't be read is not a yes: P5.
                self.expect(self.host.on_approval(seq), move |answer| Event::Decision {
                    seq,
                    decision: answer.unwrap_or(Decision::Pause),
                });
                Ok(())
            }
            Request::Withdraw { seq } => self.host.withdraw(seq),
            Request::Invalid { seq, function, input, position, error } => {
                let message =
                    to_js(&CallMessage { seq, function: &function, input: &input, position, go: false, behind: false });
                self.host.invalid(message, to_js(&error))
            }
        };
        self.check(unheard);
    }

    fn log(&self, line: LogLine) {
        let _unlimited = alloc::lift();
        self.check(self.host.log(to_js(&line)));
    }

    fn record(&self, entries: Vec<Entry>) {
        let _unlimited = alloc::lift();
        self.check(self.host.journal(to_js(&entries)));
    }

    fn repeated(&self) {
        let _unlimited = alloc::lift();
        self.check(self.host.repeated());
    }

    fn now_ms(&self) -> f64 {
        self.host.now()
    }

    async fn next(&self, until_ms: Option<f64>) -> Event {
        if let Some(until_ms) = until_ms
            && self.sleeping_until.get().is_none_or(|sleeping| sleeping > until_ms)
        {
            self.sleeping_until.set(Some(until_ms));
            let (inbox, sleeping) = (self.inbox.clone(), self.sleeping_until.clone());
            let slept = self.host.sleep((until_ms - self.now_ms()).max(0.0));
            spawn_local(async move {
                if let Ok(slept) = slept
                    && JsFuture::from(slept).await.is_ok()
                {
                    if sleeping.get() == Some(until_ms) {
                        sleeping.set(None);
                    }
                    inbox.push(Event::Woken);
                }
            });
        }
        poll_fn(|context| match self.inbox.events.borrow_mut().pop_front() {
            Some(event) => Poll::Ready(event),
            None => {
                *self.inbox.waker.borrow_mut() = Some(context.waker().clone());
                Poll::Pending
            }
        })
        .await
    }

    fn contain(&self, step: &mut dyn FnMut()) -> Result<(), Trap> {
        PANIC.set(None);
        alloc::arm(true);
        let returned = attempt(&mut || step());
        alloc::arm(false);
        if returned {
            return Ok(());
        }
        let thrown = last_thrown();
        let panic = PANIC.take();
        // The parser's arena says so by itself; what else an allocation that was refused ends in says nothing.
        let full = ["capacity overflow", "out of memory"];
        let silent = panic.as_deref().is_none_or(|panic| full.iter().any(|sign| panic.contains(sign)));
        // Chromium, Safari; Firefox; the engine's own stack in linear memory, which lies below everything else.
        if ["call stack", "too much recursion", "out of bounds"].iter().any(|sign| thrown.contains(sign)) {
            Err(Trap::Stack)
        } else if silent && (alloc::refused() || panic.is_some()) {
            Err(Trap::Memory)
        } else {
            Err(Trap::Crash(panic.unwrap_or(thrown)))
        }
    }

    fn peak_memory_bytes(&self) -> usize {
        alloc::peak()
    }
}

fn describe(error: &JsValue) -> String {
    error.dyn_ref::<js_sys::Error>().map_or_else(|| format!("{error:?}"), |error| String::from(error.message()))
}

fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, String> {
    serde_wasm_bindgen::from_value(value).map_err(|error| error.to_string())
}

fn to_js<T: Serialize>(value: &T) -> JsValue {
    // Nothing of ours fails to serialise: plain structs, strings and numbers.
    value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).unwrap_or(JsValue::UNDEFINED)
}
