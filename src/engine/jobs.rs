//! Owns the guest's jobs. What must hold: a drain ends when no job is left or one of them ends the pass, and never waits.
//! Deliberately absent: timers and anything that takes real time; those are the run's.

use super::state::{is_stopped, running};
use boa_engine::builtins::promise::PromiseState;
use boa_engine::job::{GenericJob, Job, JobExecutor, NativeAsyncJob, PromiseJob};
use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsResult, JsValue};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Poll, Waker};

enum Queued {
    Promise(PromiseJob),
    Generic(GenericJob),
    Async(NativeAsyncJob),
}

/// First in, first out, as promise jobs must run.
#[derive(Default)]
pub(crate) struct Jobs {
    queue: RefCell<VecDeque<Queued>>,
    body: RefCell<Option<JsPromise>>,
}

impl Jobs {
    /// From now on, when the body of the code has thrown, the jobs left are dropped.
    pub(crate) fn watch(&self, body: JsPromise) {
        *self.body.borrow_mut() = Some(body);
    }

    fn body_threw(&self) -> bool {
        self.body.borrow().as_ref().is_some_and(|body| matches!(body.state(), PromiseState::Rejected(_)))
    }

    /// Drops what is queued: nothing of it runs.
    pub(crate) fn clear(&self) {
        self.queue.borrow_mut().clear();
    }
}

impl JobExecutor for Jobs {
    fn enqueue_job(self: Rc<Self>, job: Job, _context: &mut Context) {
        match job {
            Job::PromiseJob(job) => self.queue.borrow_mut().push_back(Queued::Promise(job)),
            Job::GenericJob(job) => self.queue.borrow_mut().push_back(Queued::Generic(job)),
            Job::AsyncJob(job) => self.queue.borrow_mut().push_back(Queued::Async(job)),
            // The engine queues others for its own timers and for finalizers: this realm has neither.
            _ => {}
        }
    }

    fn run_jobs(self: Rc<Self>, context: &mut Context) -> JsResult<()> {
        loop {
            if self.body_threw() {
                self.clear();
            }
            // The engine loses the error that ends a pass where an async function goes on after an `await`, and where it closes an
            // iterator because of another one.
            if is_stopped(context) {
                self.clear();
                return running(context).map(|_| ());
            }
            let Some(job) = self.queue.borrow_mut().pop_front() else { return Ok(()) };
            let ran = match job {
                Queued::Promise(job) => job.call(context),
                Queued::Generic(job) => job.call(context),
                Queued::Async(job) => poll_once(job, context),
            };
            // Reactions catch what guest code throws; only an error that ends the pass comes this far.
            if let Err(error) = ran {
                self.clear();
                return Err(error);
            }
        }
    }
}

/// The one async job of this realm refuses an `import()`, and is ready at once.
fn poll_once(job: NativeAsyncJob, context: &mut Context) -> JsResult<JsValue> {
    let context = RefCell::new(context);
    let future = pin!(job.call(&context));
    match future.poll(&mut std::task::Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => Ok(JsValue::undefined()),
    }
}
