//! Owns that a run that was stopped goes nowhere: whatever the code was in the middle of, it can't catch the stop, and nothing it
//! does after it can be seen.

use crate::answers::Answer;
use crate::desk::Desk;
use crate::host::Function;
use crate::play::{Program, STARTED_AT, ending};
use crate::queue::Settle;
use countersign::limits::Limits;
use countersign::run::Mode;

/// `stop()` makes the call that is one too many; `seen()` logs.
pub(crate) const FORMS: &[&str] = &[
    "try { stop(); } catch { seen(); } finally { seen(); } seen();",
    "try { try { stop(); } finally { throw new Error('mine'); } } catch { seen(); }",
    "(() => { try { stop(); } finally { return seen(); } })();",
    "for (;;) { try { stop(); } finally { seen(); break; } }",
    "await (async () => { try { await stop(); } catch { seen(); } finally { seen(); } })().catch(seen);",
    "await Promise.resolve().then(stop).catch(seen).finally(seen);",
    "await new Promise((resolve) => { stop(); resolve(); }).catch(seen);",
    "await new Promise((resolve) => setTimeout(() => { try { stop(); } finally { seen(); resolve(); } }, 1)); seen();",
    "queueMicrotask(() => { try { stop(); } catch { seen(); } }); await null; await null; seen();",
    "await { then(resolve) { try { stop(); } catch { seen(); } finally { resolve(1); } } }; seen();",
    "function* g() { try { yield 1; stop(); } catch { seen(); } finally { seen(); } } for (const x of g()) x; seen();",
    "function* g() { try { yield 1; } finally { seen(); } } for (const x of g()) stop(); seen();",
    "async function* g() { try { yield 1; } finally { seen(); } } for await (const x of g()) stop(); seen();",
    "const it = { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return: () => (seen(), {}) }) }; for (const x of it) stop();",
    "const it = { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return: () => (seen(), {}) }) }; Array.from(it, stop);",
    "const it = { [Symbol.iterator]: () => ({ next: () => ({ value: [1, 2], done: false }), return: () => (seen(), {}) }) }; new Map({ [Symbol.iterator]: () => it[Symbol.iterator](), x: stop() });",
    "[1, 2].map(() => { try { stop(); } catch { seen(); } }); seen();",
    "[2, 1, 3].sort(() => { try { stop(); } finally { seen(); } }); seen();",
    "'abc'.replace(/b/, () => { try { stop(); } finally { seen(); } }); seen();",
    "JSON.stringify({ toJSON() { try { stop(); } finally { seen(); } } }); seen();",
    "JSON.parse('[1]', () => { try { stop(); } finally { seen(); } }); seen();",
    "({ get x() { try { stop(); } finally { seen(); } } }).x; seen();",
    "`${{ toString() { try { stop(); } finally { seen(); } } }}`; seen();",
    "new Proxy({}, { get() { try { stop(); } finally { seen(); } } }).x; seen();",
    "Reflect.apply(stop, null, []); seen();",
    "try { Reflect.construct(class { constructor() { stop(); } }, []); } catch { seen(); }",
    "class A { static { try { stop(); } finally { seen(); } } } seen();",
    "class A { x = stop(); } try { new A(); } finally { seen(); }",
    "const { x = stop() } = {}; seen();",
    "try { ((a = stop()) => {})(); } catch { seen(); }",
    "structuredClone({ get x() { try { stop(); } finally { seen(); } } }); seen();",
    "r({ get x() { try { stop(); } finally { seen(); } } }); seen();",
    "console.log({ get x() { stop(); return seen(); } }); try { stop(); } finally { seen(); }",
    "await Promise.all([1].map(async () => { try { stop(); } finally { seen(); } })).catch(seen);",
    "await Promise.allSettled([(async () => stop())()]); seen();",
    "await Promise.race([new Promise((resolve) => setTimeout(resolve, 5)).then(seen), (async () => stop())()]).catch(seen);",
    "await Promise.any([(async () => { await null; stop(); })(), Promise.resolve().then(() => null)]); await r; seen();",
    "const gen = (function* () { try { yield; } finally { try { stop(); } finally { seen(); } } })(); gen.next(); gen.return(1); seen();",
    "const gen = (function* () { yield 1; })().map(() => { try { stop(); } finally { seen(); } }); [...gen]; seen();",
    "async function* g() { try { await stop(); yield 1; } catch { seen(); } finally { seen(); } } for await (const x of g()) seen();",
    "async function* g() { try { yield 1; } finally { try { await stop(); } finally { seen(); } } } for await (const x of g()) break; seen();",
    "label: try { stop(); } finally { seen(); break label; } seen();",
    "Object.defineProperty(Error.prototype, 'name', { get: () => (seen(), 'x') }); try { stop(); } catch (e) { seen(e); }",
];

#[test]
fn no_code_goes_on_after_a_stop() {
    let function = Function {
        name: "r".into(),
        marked: false,
        lifted: false,
        fresh: false,
        positional: false,
        answers: vec![Answer::Value("$input".into())],
        takes_ms: 50.0,
        judging_ms: 0.0,
        refused: None,
    };
    for form in FORMS {
        let program = Program {
            code: format!(
                "const seen = () => console.log('seen');\nconst stop = () => r('one too many');\nr('first').then(seen, seen);\n{form}\n"
            ),
            input: None,
            functions: vec![function.clone()],
            mode: Mode::Deny,
            concurrent_approvals: false,
            limits: Limits { calls: 1, ..Limits::default() },
        };
        let part = program.play(Desk::default(), None, Settle::InOrder, STARTED_AT);
        let ended = ending(&part.finish);
        assert!(ended.starts_with("failed CallLimit"), "{form}\n{ended}");
        assert!(!part.finish.poisoned, "{form}");
        let seen: Vec<_> = part.logs().into_iter().filter(|line| line.contains("seen")).collect();
        assert!(seen.is_empty(), "{form}\n{seen:?}");
        assert_eq!(part.desk.calls.len(), 1, "{form}");
        assert!(part.desk.calls[&1].settled, "what was under way is settled and recorded: {form}");
    }
}
