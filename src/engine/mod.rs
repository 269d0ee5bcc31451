//! The only folder that names boa_engine. It runs guest code and knows nothing of approvals beyond "deliver this
//! outcome". Deliberately absent: verdicts, decisions, replay, and any clock but the one [`Driver`] gives.

mod builtins;
mod convert;
mod driver;

pub use driver::{Accept, BorderError, Driver, LogLevel, LogLine, MadeCall};
