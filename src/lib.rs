//! countersign's core: runs JavaScript that a model wrote, boxed in, and makes every call that needs a person wait for one.
//!
//! Dependencies point down this list only; a test checks it.
//!
//! - `wasm`: the only file that names wasm-bindgen: exports `run` and `resume`.
//! - [`session`]: drives one run over one guest; asks the host through a trait.
//! - [`engine`]: the only folder that names boa_engine: the guest and its realm.
//! - [`lower`]: the only folder that names oxc: fits guest code to the engine.
//! - [`run`]: the state machine of a run: no I/O, no engine, no clock of its own.
//! - [`value`], [`position`], [`limits`], [`error`]: the plain data all of them share.

pub mod engine;
pub mod error;
pub mod limits;
pub mod lower;
pub mod position;
pub mod value;
