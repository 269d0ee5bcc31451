//! Owns the core's tests in a real browser: `wasm-pack test --headless --chrome . --test browser`. What must hold: they run in
//! a dedicated worker, as the core does on a page. Deliberately absent: whatever a native test can show.
#![cfg(target_arch = "wasm32")]

use boa_engine::{Context, Source};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

#[wasm_bindgen_test]
fn tests_run_in_a_dedicated_worker() {
    let scope = js_sys::Reflect::get(&js_sys::global(), &JsValue::from_str("DedicatedWorkerGlobalScope"));
    assert!(scope.is_ok_and(|found| found.is_function()), "these tests prove something only in a dedicated worker");
}

/// Its crates for time and random numbers build for wasm32 without their browser parts, and then fail when they are called.
#[wasm_bindgen_test]
fn the_engine_has_random_numbers_here() {
    let mut context = Context::default();
    let source = "const a = Math.random(), b = Math.random(); a !== b && a >= 0 && a < 1";
    let value = context.eval(Source::from_bytes(source));
    assert_eq!(value.map(|value| value.as_boolean()).map_err(|error| error.to_string()), Ok(Some(true)));
}
