//! A pending value in the bare engine, and what a program does that meets it.

use crate::lowered::start;
use boa_engine::builtins::promise::PromiseState;
use boa_engine::value::TryFromJs as _;
use boa_engine::{Context, JsValue, Source};
use countersign::lower::{Helper, Lowered};

/// What a program calls outside of itself, and a pending value: whatever is done with it that a proxy sees, or that `look` is told,
/// cuts, and nothing can be seen after that.
const OUTSIDE: &str = r"
    let isCut = false;
    const cut = () => { isCut = true; throw 'cut' };
    const traps = new Proxy({}, { get: () => (target, key) => key === 'then' ? undefined : cut() });
    globalThis.pending = new Proxy(function () {}, traps);
    globalThis.begin = value => { isCut = false; globalThis.given = () => value };
    globalThis.wasCut = () => isCut;
    const look = value => value === pending ? cut() : value;
    const text = (value, depth = 0) => {
        look(value);
        if (typeof value !== 'object' || value === null) return typeof value + (typeof value === 'symbol' || typeof value === 'function' ? '' : value);
        if (depth > 3) return '...';
        return '{' + Object.keys(value).map(key => key + ':' + text(value[key], depth + 1)) + '}';
    };
    globalThis.note = (log, name) => { if (!isCut) log.push(String(name)) };
    globalThis.tell = (log, name, value) => { const shown = text(value); if (!isCut) log.push(name + ': ' + shown) };
    globalThis.seen = {
        look,
        after: (value, ...others) => { others.forEach(look); return value },
        key: value => { look(value); return typeof value === 'symbol' ? value : String(value) },
        same: (left, right) => look(left) === look(right),
        equal: (left, right) => look(left) == look(right),
        slot: (object, key) => {
            'use strict';
            if (object == null) object[key];
            look(key);
            key = typeof key === 'symbol' ? key : String(key);
            return { get v() { return look(object[key]) }, set v(value) { object[key] = value } };
        },
        method: (object, read, ...keys) => { const found = look(read(object, ...keys)); return found == null ? found : (...list) => Reflect.apply(found, object, list) },
    };
";

/// Helpers that see the pending value.
pub(crate) fn seeing(helper: Helper) -> &'static str {
    match helper {
        Helper::Look => "seen.look",
        Helper::After => "seen.after",
        Helper::Key => "seen.key",
        Helper::Same => "seen.same",
        Helper::Equal => "seen.equal",
        Helper::Slot => "seen.slot",
        Helper::Method => "seen.method",
        Helper::Told
        | Helper::All
        | Helper::Spread
        | Helper::Draw
        | Helper::Add
        | Helper::Field
        | Helper::Room
        | Helper::Open
        | Helper::Raise
        | Helper::Wait => crate::lowered::blind(helper),
    }
}

/// What a program did.
#[derive(Debug, PartialEq)]
pub(crate) struct Done {
    pub(crate) log: Vec<String>,
    pub(crate) cut: bool,
}

pub(crate) struct Stage {
    context: Context,
}

impl Stage {
    pub(crate) fn new() -> Self {
        let mut context = Context::default();
        context.eval(Source::from_bytes(OUTSIDE)).unwrap();
        Self { context }
    }

    fn eval(&mut self, code: &str) -> JsValue {
        self.context.eval(Source::from_bytes(code)).unwrap_or_else(|error| panic!("{code}\n{error}"))
    }

    pub(crate) fn run(
        &mut self,
        lowered: &Lowered,
        value: &str,
        helper_text: fn(Helper) -> &'static str,
    ) -> Result<Done, String> {
        self.eval(&format!("begin({value})"));
        let promise = start(lowered, helper_text, &mut self.context).map_err(|error| error.to_string())?;
        self.context.run_jobs().map_err(|error| error.to_string())?;
        let cut = self.eval("wasCut()").to_boolean();
        match promise.as_promise().map(|promise| promise.state()) {
            Some(PromiseState::Fulfilled(log)) => {
                let log = Vec::try_from_js(&log, &mut self.context).map_err(|error| error.to_string())?;
                Ok(Done { log, cut })
            }
            other => Err(format!("{other:?}")),
        }
    }
}
