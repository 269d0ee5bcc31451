//! Tests of the realm as a whole: its globals, that no text becomes code, time, limits, what a stop goes through, stacks.

use crate::driver::Accept;
use crate::engine::state::{self, Origin};
use crate::engine::testing::{Bench, START_MS, check, result};
use crate::position::Position;
use boa_engine::JsValue;

/// Every name of the global object. Whoever changes this list changes what model-written code may rely on: change the docs too.
const GLOBALS: &str = "AggregateError ApprovalRejected Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DataView \
    Date Error EvalError Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Iterator JSON Map Math NaN \
    Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError TextDecoder TextEncoder \
    TypeError URIError URL URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakSet atob btoa \
    clearInterval clearTimeout console crypto decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis \
    isFinite isNaN parseFloat parseInt performance queueMicrotask setInterval setTimeout structuredClone undefined unescape";

#[test]
fn globals_are_these_and_no_others() {
    let names = Bench::new().eval("Reflect.ownKeys(globalThis).map(String).sort().join(' ')").unwrap();
    assert_eq!(names.as_string().unwrap().to_std_string_lossy(), GLOBALS);
}

#[test]
fn given_names_are_the_only_enumerable_globals() {
    let mut bench = Bench::with_functions(&["list", "mail.send", "mail.drafts.list"]);
    super::super::builtins::functions::install_input(JsValue::from(5), &mut bench.context).unwrap();
    assert_eq!(bench.run("return [Object.keys(globalThis).join(), input]"), "[ 'list,mail,input', 5 ]");
}

#[test]
fn text_never_becomes_code() {
    let refused = "throws EvalError: ";
    for code in [
        "eval('1')",
        "globalThis.eval('1')",
        "(0, eval)('1')",
        "new Function('return 1')",
        "Function('return 1')()",
        "[].filter.constructor('return this')()",
        "(async () => {}).constructor('return 1')",
        "(function* () {}).constructor('yield 1')",
        "Object.getPrototypeOf(async function* () {}).constructor('yield 1')",
        "Reflect.construct(Function, ['return 1'])",
        "class F extends Function {}; return new F('return 1')",
        "setTimeout.constructor('return 1')",
    ] {
        let code = if code.contains("return new") { code.to_owned() } else { format!("return {code}") };
        let outcome = Bench::new().run(&code);
        assert!(outcome.starts_with(refused), "{code}: {outcome}");
        assert!(outcome.contains("write the code out"), "{outcome}");
    }
    check("return eval(5)", "5");
    check(
        "return setTimeout('work()', 5)",
        "throws TypeError: setTimeout needs a function to call, as in setTimeout(() => work(), 100)",
    );
}

#[test]
fn nothing_reachable_makes_code_of_text() {
    let walk = "
        const seen = new Set(), found = [], queue = [globalThis, function* () {}, async () => {}, async function* () {}, class {}, Object(Symbol()), Object(1n), Object(''), Object(1), Object(true)];
        while (queue.length) {
            const at = queue.pop();
            if (at === null || (typeof at !== 'object' && typeof at !== 'function') || seen.has(at)) continue;
            seen.add(at);
            queue.push(Object.getPrototypeOf(at));
            for (const key of Reflect.ownKeys(at)) {
                const property = Object.getOwnPropertyDescriptor(at, key);
                queue.push(property.value, property.get, property.set);
            }
            if (typeof at !== 'function') continue;
            for (const make of [() => at('return 7'), () => new at('return 7'), () => Reflect.construct(at, ['return 7'])]) {
                try { if (typeof make() === 'function' && make()() === 7) found.push(at.name) } catch {}
            }
        }
        return [seen.size > 600, found]";
    check(walk, "[ true, [] ]");
}

#[test]
fn nothing_can_be_imported() {
    check(
        "try { return await import('fs') } catch (e) { return [e.name, e.message] }",
        "[\n  'TypeError',\n  \"cannot import 'fs': there are no modules here; use the functions you were given\"\n]",
    );
}

#[test]
fn dates_use_the_guests_clock_and_utc() {
    check("return [Date.now(), new Date().getTime()]", &format!("[ {0}, {0} ]", START_MS.floor()));
    check("return new Date(2024, 6, 1, 12).toISOString()", "'2024-07-01T12:00:00.000Z'");
    check("return new Date().getTimezoneOffset()", "0");
    check("return String(new Date(0))", "'Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)'");
    let mut bench = Bench::new();
    bench.driver.now_ms.set(START_MS + 250.0);
    assert_eq!(bench.run("return [Date.now() - performance.timeOrigin, performance.now()]"), "[ 249.5, 250 ]");
}

#[test]
fn honest_recursion_works_and_endless_recursion_cannot_be_caught() {
    check("const sum = n => n ? n + sum(n - 1) : 0; return sum(10000)", "50005000");
    check("const even = async n => n ? await even(n - 1) : 'done'; return even(2000)", "'done'");
    let mut bench = Bench::new();
    let error = bench
        .try_run("const f = n => 1 + f(n + 1); try { f(0) } catch { return 'caught' } finally { return 'went on' }");
    assert!(error.unwrap_err().as_engine().is_some());
    assert_eq!(bench.run("return 'next'"), "'next'");
}

#[test]
fn many_arguments_fit() {
    check(
        "const a = Array.from({ length: 200000 }, (_, i) => i); return [Math.max(...a), Math.max.apply(null, a)]",
        "[ 199999, 199999 ]",
    );
}

#[test]
fn buffers_are_limited_by_the_memory_limit() {
    check(
        "return new Uint8Array(2 ** 40)",
        "throws RangeError: cannot allocate a buffer that exceeds the maximum buffer size",
    );
    check(
        "return new ArrayBuffer(65 << 20)",
        "throws RangeError: cannot allocate a buffer that exceeds the maximum buffer size",
    );
    check("return new Uint8Array(60 << 20).length", "62914560");
}

#[test]
fn garbage_of_buffers_is_collected_when_much_memory_is_in_use() {
    use std::cell::Cell;
    thread_local! {
        static READS: Cell<usize> = const { Cell::new(0) };
        static IN_USE: Cell<usize> = const { Cell::new(20 << 20) };
    }
    let mut bench = Bench::new();
    state::state(&mut bench.context).unwrap().measure_memory(|| {
        READS.set(READS.get() + 1);
        IN_USE.get()
    });
    // Each time: once before a collection, once after, once for what is left.
    let mut reads_at = |of_the_run: usize| {
        IN_USE.set((20 << 20) + of_the_run);
        READS.set(0);
        bench.run("new Uint8Array(8)");
        READS.get()
    };
    assert_eq!(reads_at(12 << 20), 2);
    assert_eq!(reads_at(40 << 20), 3);
    // The next is due at 52 MiB.
    assert_eq!(reads_at(51 << 20), 2);
    assert_eq!(reads_at(64 << 20), 3);
    // Nearly full, not at every step.
    assert_eq!(reads_at((64 << 20) + 1000), 2);
}

#[test]
fn a_buffer_that_does_not_fit_what_is_left_is_refused_with_words() {
    use std::cell::Cell;
    thread_local!(static IN_USE: Cell<usize> = const { Cell::new(5 << 20) });
    let mut bench = Bench::new();
    state::state(&mut bench.context).unwrap().measure_memory(|| IN_USE.get());
    IN_USE.set(65 << 20);
    let said = bench.run("try { new Uint8Array(8 << 20) } catch (e) { return String(e) }");
    assert_eq!(said, "'RangeError: cannot allocate a buffer that exceeds the maximum buffer size'");
    assert_eq!(bench.run("return new Uint8Array(2 << 20).length"), "2097152");
}

/// The engine divides whole numbers without a look at the sign of a zero.
#[test]
fn a_zero_that_is_divided_keeps_its_sign() {
    for (code, expected) in [
        ("return Object.is(0 / -3, -0)", "true"),
        ("const a = 0, b = -3; return [Object.is(a / b, -0), Object.is(a / -b, 0), a / b / b]", "[true,true,0]"),
        ("const sum = l => l.reduce((a, b) => a + b, 0), n = -2; return Object.is(sum([]) / n, -0)", "true"),
        ("let y = 9, n = -3, z = 2\ny -n / n\nreturn y -n / n - -z / z", "9"),
        ("const a = 6n, b = -3n; return String(a / b)", "\"-2\""),
        ("const a = 6, l = [1, 2]; return l[a / 3 - 1] + a / l.length", "5"),
        ("const s = '6', n = 3; return [s / n, null / n, undefined / n, -s / n]", "~[[1,2,-3,3],2,0,-2]"),
    ] {
        assert_eq!(result(code), expected, "{code}");
    }
}

#[test]
fn a_stop_goes_through_everything() {
    for code in [
        "try { stop() } catch { log('catch') } finally { log('finally') }",
        "function* g() { try { yield stop() } finally { log('finally') } } [...g()]",
        "async function f() { try { await stop() } catch { log('catch') } finally { log('finally') } } await f()",
        "await Promise.resolve().then(() => stop()).catch(() => log('catch')).finally(() => log('finally'))",
        "for (const x of { [Symbol.iterator]: () => ({ next: () => ({ value: 1 }), return: () => log('return') }) }) stop()",
        "Array.from({ [Symbol.iterator]: () => ({ next: () => ({ value: 1 }), return: () => log('return') }) }, () => stop())",
        "new Map({ [Symbol.iterator]: () => ({ next: () => stop(), return: () => log('return') }) })",
        "[3, 1, 2].sort(() => stop()); log('after')",
        "JSON.stringify({ toJSON() { stop() } }); log('after')",
        "new Promise(() => stop()).catch(() => log('catch')); log('after')",
        "({ then: () => stop() }); await { then: () => stop() }; log('after')",
        "await Promise.all([1].map(async () => stop())); log('after')",
        "new Proxy({}, { get: () => stop() }).x; log('after')",
        "async function* g() { try { yield stop() } finally { log('finally') } } for await (const x of g()) log('step'); log('after')",
        "queueMicrotask(() => stop()); await 1; await 2; log('after')",
    ] {
        let mut bench = Bench::with_functions(&["log", "stop"]);
        bench.driver.accept.set(Accept::Stop);
        let error = bench.try_run(&format!("log.toString; {code}")).expect_err(code);
        assert!(state::is_stop(&error), "{code}: {error}");
        // Whatever the guest still does is not seen.
        let _ = bench.context.run_jobs();
        let calls: Vec<_> = bench.driver.calls.borrow().iter().map(|call| call.function.clone()).collect();
        assert_eq!(calls, ["stop"], "{code}");
    }
}

#[test]
fn nothing_is_seen_after_a_stop() {
    let mut bench = Bench::with_functions(&["stop", "list"]);
    bench.driver.accept.set(Accept::Stop);
    let _ = bench.try_run("stop()");
    for code in ["list()", "console.log(1)", "setTimeout(() => {})", "queueMicrotask(() => {})", "return Math.random()"]
    {
        let error = bench.try_run(code).expect_err(code);
        assert!(state::is_stop(&error), "{code}");
    }
    assert!(bench.driver.lines.borrow().is_empty());
    assert!(bench.driver.timers.borrow().is_empty());
    assert_eq!(bench.driver.calls.borrow().len(), 1);
}

#[test]
fn a_limit_of_the_engine_is_no_stop() {
    let error = Bench::new().try_run("const f = () => f(); f()").unwrap_err();
    assert!(error.as_engine().is_none() || !state::is_stop(&error));
}

#[test]
fn stacks_show_the_users_places_and_nothing_else() {
    let code = "function boo() { throw new TypeError('bah') }
try { [1].map(x => boo()) } catch (e) { return e.stack }";
    check(
        code,
        "'TypeError: bah\\n    at boo (guest.js:1:53)\\n    at guest.js:2:23\\n    at guest.js:2:14\\n    at guest.js:3:3'",
    );
    check("return [Object.keys(new Error('x')), 'stack' in new Error('x')]", "[ [], true ]");
    check("const e = new Error('x'); e.stack = 'mine'; return [e.stack, Object.keys(e)]", "[ 'mine', [] ]");
    check("return Object.getOwnPropertyDescriptor(Error.prototype, 'stack').get.call({})", "undefined");
}

#[test]
fn an_error_is_made_where_new_was_said() {
    let code = "class Mine extends Error { constructor(m) {
super(m); this.name = 'Mine' } }
function boo() {
throw new Mine('x') }
try { boo() } catch (e) { return e.stack.split('\\n').slice(0, 2) }";
    check(code, "[ 'Mine: x', '    at boo (guest.js:4:7)' ]");
}

#[test]
fn errors_written_for_node_work() {
    check(
        "class Mine extends Error { constructor(m) { super(m); Error.captureStackTrace(this, this.constructor) } }
        const o = { name: 'O', message: 'm' }; Error.captureStackTrace(o);
        return [new Mine('x').stack.split('\\n')[0], o.stack.split('\\n')[0], Object.keys(o).join()]",
        "[ 'Error: x', 'O: m', 'name,message' ]",
    );
}

#[test]
fn reading_a_stack_runs_no_guest_code() {
    let code = "const e = new Error('x'); let ran = 0;
        Object.defineProperty(e, 'message', { get() { ran++; return 'y' } });
        Object.defineProperty(e, 'name', { get() { ran++; return 'y' } });
        return [e.stack.split('\\n')[0], ran]";
    check(code, "[ 'Error', 0 ]");
}

#[test]
fn an_error_from_outside_shows_the_call_it_came_back_from() {
    let mut bench = Bench::new();
    let error = boa_engine::JsNativeError::typ().with_message("no row 7").into_opaque(&mut bench.context);
    let origin = Origin { function: "rows.get".to_owned(), position: Position { line: 3, column: 9 } };
    state::state(&mut bench.context).unwrap().set_origin(&error, origin);
    let stack = super::stack::describe(&error, &mut bench.context);
    assert_eq!(stack, "TypeError: no row 7\n    at rows.get (guest.js:3:9)");
    assert_eq!(super::stack::position_of(&error.into(), &mut bench.context).unwrap().line, 3);
}

#[test]
fn unhandled_rejections_are_listed_in_order_with_their_lines() {
    let mut bench = Bench::new();
    bench.run(
        "Promise.reject(new Error('first'));
const late = Promise.reject(new Error('late'));
(async () => { throw 'text' })();
setTimeout; await 1; late.catch(() => {});
Promise.allSettled([Promise.reject(new Error('settled'))]);",
    );
    let list = state::unhandled_rejections(&mut bench.context).unwrap();
    let list: Vec<_> = list.iter().map(|entry| (entry.text.as_str(), entry.line)).collect();
    assert_eq!(list, [("Error: first (line 1)", Some(1)), ("text", None)]);
}

#[test]
fn a_realm_without_a_run_reaches_no_driver() {
    let mut context = super::build(std::rc::Rc::new(boa_engine::job::SimpleJobExecutor::new())).unwrap();
    let source = boa_engine::Source::from_bytes("console.log(1)");
    assert!(context.eval(source).unwrap_err().as_engine().is_some());
    let source = boa_engine::Source::from_bytes("Date.now()");
    assert_eq!(context.eval(source).unwrap().as_number(), Some(0.0));
}
