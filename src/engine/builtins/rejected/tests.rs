//! Tests of `ApprovalRejected` as the guest sees it, whatever it has replaced.

use super::approval_rejected;
use crate::engine::testing::{Bench, check};
use boa_engine::{JsValue, js_string};

fn rejected(bench: &mut Bench, reason: Option<&str>) -> JsValue {
    let context = &mut bench.context;
    let error = approval_rejected(context, "no", "mail.send", JsValue::from(5), "run-1:3", reason).unwrap();
    context.global_object().set(js_string!("refused"), error.clone(), true, context).unwrap();
    error
}

#[test]
fn it_is_an_error_with_the_fields_of_the_call() {
    let mut bench = Bench::new();
    rejected(&mut bench, Some("too late"));
    assert_eq!(
        bench.run("const e = refused; return [e instanceof Error, e instanceof ApprovalRejected, e.name, e.message, e.fn, e.input, e.callId, e.reason, Object.keys(e).join(), String(e)].join('|')"),
        "'true|true|ApprovalRejected|no|mail.send|5|run-1:3|too late|fn,input,callId,reason|ApprovalRejected: no'"
    );
    rejected(&mut bench, None);
    assert_eq!(bench.run("return ['reason' in refused, typeof refused.stack]"), "[ false, 'string' ]");
}

#[test]
fn making_one_depends_on_nothing_the_guest_can_patch() {
    let mut bench = Bench::new();
    bench.run(
        "const steal = { get() { throw 'guest code ran' }, set() { throw 'guest code ran' } };
        for (const key of ['fn', 'input', 'callId', 'name', 'message']) Object.defineProperty(Object.prototype, key, steal);
        delete Error.prototype.name; delete ApprovalRejected.prototype.name;
        globalThis.Error = globalThis.ApprovalRejected = null; Reflect.construct = null",
    );
    rejected(&mut bench, None);
    assert_eq!(bench.run("return refused.fn"), "'mail.send'");
}

#[test]
fn the_guest_can_make_and_extend_it() {
    check(
        "class Mine extends ApprovalRejected { constructor() { super('m', { cause: 1 }); this.x = 2 } }
        const e = new Mine(), plain = ApprovalRejected('p');
        return [e instanceof Mine, e instanceof ApprovalRejected, e.message, e.cause, e.x, plain.message, plain instanceof ApprovalRejected,
            ApprovalRejected.name, ApprovalRejected.length, Object.prototype.toString.call(e)].join('|')",
        "'true|true|m|1|2|p|true|ApprovalRejected|1|[object Error]'",
    );
}

#[test]
fn a_log_shows_it_as_an_error() {
    let mut bench = Bench::new();
    rejected(&mut bench, Some("too late"));
    bench.run("console.log(refused)");
    assert_eq!(
        bench.log(false),
        ["Log: ApprovalRejected: no {\n  fn: 'mail.send',\n  input: 5,\n  callId: 'run-1:3',\n  reason: 'too late'\n}"]
    );
}
