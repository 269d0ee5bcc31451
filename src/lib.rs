//! countersign's core: runs JavaScript that a model wrote, boxed in, and makes every call that needs a person wait for one.
//!
//! Dependencies point down this list only; a test checks it.
//!
//! - `wasm`: the only file that names wasm-bindgen: exports `run` and `resume`; `alloc`, its allocator.
//! - [`session`]: drives one run over one guest; asks the host through a trait.
//! - [`engine`]: the only folder that names boa_engine: the guest and its realm.
//! - [`lower`]: the only folder that names oxc: fits guest code to the engine.
//! - [`run`]: the state machine of a run: no I/O, no engine, no clock of its own.
//! - [`driver`]: what passes between a guest and whoever drives it; [`journal`]: the record of a run.
//! - [`value`], [`position`], [`limits`], [`error`]: the plain data all of them share.

#[cfg(target_arch = "wasm32")]
mod alloc;
pub mod driver;
pub mod engine;
pub mod error;
pub mod journal;
pub mod limits;
pub mod lower;
pub mod position;
pub mod run;
pub mod session;
pub mod value;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
