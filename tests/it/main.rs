//! The core's own tests, in one crate: each drives whole runs, natively, through the same session that the worker uses.

mod host;
mod scenario;
mod scenarios;
