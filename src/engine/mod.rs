//! The only folder that names boa_engine. It runs guest code and knows nothing of approvals beyond "deliver this
//! outcome". Deliberately absent: verdicts, decisions, replay, and any clock but the one [`Driver`](crate::driver::Driver) gives.

mod builtins;
mod errors;
mod guest;
mod jobs;

use crate::driver;
pub use guest::{Ended, Guest, Setup, Uncaught};
