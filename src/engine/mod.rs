//! The only folder that names boa_engine. It runs guest code and knows nothing of approvals beyond "deliver this
//! outcome" and "deliver a pending value". Deliberately absent: verdicts, decisions, replay, and any clock but the one [`Driver`](crate::driver::Driver) gives.

mod builtins;
mod clock;
mod console;
mod console_table;
mod convert;
mod errors;
mod guest;
mod heap;
mod inspect;
mod jobs;
mod look;
mod messages;
mod pending;
mod realm;
mod stack;
mod state;
mod suggest;
#[cfg(test)]
mod testing;
mod thrown;
mod trace;
mod waits;

pub use guest::{Ended, Guest, Setup, Uncaught};
pub use pending::{PASSES, guarded};
