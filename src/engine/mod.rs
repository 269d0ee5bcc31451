//! The only folder that names boa_engine. It runs guest code and knows nothing of approvals beyond "deliver this
//! outcome". Deliberately absent: verdicts, decisions, replay, and any clock but the one [`Driver`] gives.

mod builtins;
mod clock;
mod console;
mod console_table;
mod convert;
mod driver;
mod inspect;
mod look;
pub(crate) mod realm;
pub(crate) mod stack;
pub(crate) mod state;
#[cfg(test)]
mod testing;

pub use driver::{Accept, BorderError, Driver, LogLevel, LogLine, MadeCall};
