//! Owns the core's tests in a real browser: `wasm-pack test --headless --chrome . --test browser`. What must hold: they run in
//! a dedicated worker, as the core does on a page, and go through what the core exports. Deliberately absent: whatever a
//! native test can show.
#![cfg(target_arch = "wasm32")]

use countersign::wasm::{EngineHost, prepare, resume, run};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// A page in a few lines: `double` doubles, `write` is marked and the person approves it. It keeps the record as a page does.
#[wasm_bindgen(inline_js = "
export function host(journal) {
  const now = () => performance.timeOrigin + performance.now();
  const write = entry => journal.push(entry);
  const execute = async seq => {
    const { input } = journal.find(entry => entry.e === 'call' && entry.seq === seq);
    const value = JSON.stringify(JSON.parse(input) * 2);
    write({ e: 'started', seq, at: now() });
    write({ e: 'settled', seq, state: 'fulfilled', value, at: now() });
    return { kind: 'fulfilled', value, at: now() };
  };
  return {
    now,
    sleep: ms => new Promise(done => setTimeout(done, ms)),
    execute,
    call: async ({ go, ...call }) => {
      const verdict = call.fn === 'write' ? 'ask' : 'allow';
      write({ e: 'call', ...call });
      write({ e: 'judged', seq: call.seq, verdict });
      return verdict === 'ask' ? { kind: 'ask' } : execute(call.seq);
    },
    onApproval: async seq => {
      write({ e: 'decided', seq, decision: 'approve', at: now() });
      return { kind: 'approve', at: now() };
    },
    withdraw() {},
    invalid() {},
    log: entry => journal.logs.push(entry.text),
    journal: entries => journal.push(...entries),
  };
}
export function newJournal() { return Object.assign([], { logs: [] }); }
export function request(code, journal, limits) {
  return {
    runId: 'r', code, functions: [{ name: 'double', positional: false }, { name: 'write', positional: false }], mode: 'pause',
    hook: true, limits: limits ?? {}, seed: '0123456789abcdef', startedAt: 1750000000000, journal: [...journal],
  };
}
export function text(value) { return JSON.stringify(value); }
export function smallHeap() { return { memoryBytes: 8 << 20 }; }
export function kinds(journal) { return journal.map(entry => entry.e).join(' '); }
export function said(journal) { return journal.logs.join(' '); }
")]
extern "C" {
    #[wasm_bindgen(js_name = newJournal)]
    fn new_journal() -> JsValue;
    fn host(journal: &JsValue) -> EngineHost;
    fn request(code: &str, journal: &JsValue, limits: JsValue) -> JsValue;
    fn text(value: &JsValue) -> String;
    #[wasm_bindgen(js_name = smallHeap)]
    fn small_heap() -> JsValue;
    fn kinds(journal: &JsValue) -> String;
    fn said(journal: &JsValue) -> String;
}

#[wasm_bindgen_test]
fn tests_run_in_a_dedicated_worker() {
    let scope = js_sys::Reflect::get(&js_sys::global(), &JsValue::from_str("DedicatedWorkerGlobalScope"));
    assert!(scope.is_ok_and(|found| found.is_function()), "these tests prove something only in a dedicated worker");
}

#[wasm_bindgen_test]
async fn a_run_calls_its_host_asks_and_is_recorded() {
    let journal = new_journal();
    prepare();
    let code = "console.log('here'); const a = await double(4); return a + await write(5)";
    let finish = text(&run(request(code, &journal, JsValue::UNDEFINED), host(&journal)).await);
    assert!(finish.contains(r#""status":"completed""#) && finish.contains(r#""value":"18""#), "{finish}");
    assert_eq!(said(&journal), "here");
    assert_eq!(
        kinds(&journal),
        "call judged started settled delivered call judged decided started settled delivered",
        "the record of the run"
    );
}

/// R2: met again from its record, it calls nobody and ends in the same way.
#[wasm_bindgen_test]
async fn a_recorded_run_is_repeated_without_calling_anybody() {
    let journal = new_journal();
    let code = "await new Promise(done => setTimeout(done, 5)); return [await write(1), Date.now(), Math.random()]";
    let first = text(&run(request(code, &journal, JsValue::UNDEFINED), host(&journal)).await);
    let recorded = kinds(&journal);
    let again = text(&resume(request(code, &journal, JsValue::UNDEFINED), host(&journal)).await);
    let value = |finish: &str| finish.split(r#""stats""#).next().map(str::to_owned);
    assert_eq!(value(&again), value(&first));
    assert_eq!(kinds(&journal), recorded, "the repeat wrote something");
}

#[wasm_bindgen_test]
async fn a_full_heap_is_a_value_and_the_core_above_it_goes_on() {
    let journal = new_journal();
    let code = "await double(1); console.log('before'); const all = []; for (;;) all.push('x'.padEnd(1e5, all.length))";
    let finish = text(&run(request(code, &journal, small_heap()), host(&journal)).await);
    assert!(finish.contains(r#""name":"MemoryLimit""#) && finish.contains(r#""poisoned":true"#), "{finish}");
    assert_eq!((said(&journal), kinds(&journal)), ("before".into(), "call judged started settled delivered".into()));
}

#[wasm_bindgen_test]
async fn code_that_cannot_be_parsed_and_a_broken_message_are_values() {
    let journal = new_journal();
    let finish = text(&run(request("let a = ;", &journal, JsValue::UNDEFINED), host(&journal)).await);
    assert!(finish.contains(r#""name":"SyntaxError""#) && finish.contains(r#""line":1"#), "{finish}");
    let finish = text(&run(JsValue::from_str("no request"), host(&journal)).await);
    assert!(finish.contains(r#""name":"EngineCrash""#), "{finish}");
}
