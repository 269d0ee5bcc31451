//! Owns what was probably meant where something is not there, and what is a promise that nobody awaited. What must hold: what is suggested
//! is there; where there is doubt nothing is said. Deliberately absent: what is wrong, which is `words.rs`.

use super::words::short;
use crate::engine::look;
use crate::engine::suggest::nearest;
use crate::lower::sites::{Receiver, Site, Sites, What};
use boa_engine::builtins::proxy::Proxy;
use boa_engine::object::JsObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsString, JsValue};
use std::collections::BTreeSet;

/// An object with more properties is not listed.
const LISTED: usize = 12;
/// Prototypes looked through for names.
const CHAIN: usize = 8;
/// Objects of the language whose methods are suggested where nothing is known of the receiver.
const USUAL: [&str; 8] = ["Array", "String", "Map", "Set", "Promise", "Date", "Number", "RegExp"];

/// Methods of strings that nobody means.
const OLD: [&str; 13] = [
    "anchor",
    "big",
    "blink",
    "bold",
    "fixed",
    "fontcolor",
    "fontsize",
    "italics",
    "link",
    "small",
    "strike",
    "sub",
    "sup",
];

/// `; did you mean users?`
pub(super) fn name_hint(name: &str, site: &Site, sites: &Sites, context: &mut Context) -> Option<String> {
    let globals = keys(&context.global_object(), context);
    let globals =
        globals.iter().map(String::as_str).filter(|global| !["undefined", "NaN", "Infinity"].contains(global));
    let candidates: BTreeSet<&str> = sites.names_at(site).chain(globals).collect();
    absent(name).or_else(|| given_as(name, context)).or_else(|| nearest(name, candidates).map(did_you_mean))
}

/// A function of this name in a namespace.
fn given_as(name: &str, context: &mut Context) -> Option<String> {
    let global = context.global_object();
    let namespaces = keys(&global, context).into_iter().filter(|owner| {
        let path = [owner.clone(), name.to_owned()];
        is_host_function(&path, context)
    });
    namespaces.map(|owner| did_you_mean(&format!("{owner}.{name}"))).next()
}

/// What to do instead of using what browsers, Node and other languages have and a guest has not.
const ABSENT: [(&str, &str); 23] = [
    (
        "fetch XMLHttpRequest WebSocket axios EventSource",
        "there is no network here. Call the functions that were given",
    ),
    ("require module exports", "there are no modules here. The functions that were given are globals"),
    (
        "process Deno Bun __dirname __filename",
        "there is no system here. What the code needs comes as `input` or from the functions that were given",
    ),
    (
        "window document navigator location history alert confirm prompt self",
        "there is no page here. Return data, or call the functions that were given",
    ),
    (
        "localStorage sessionStorage indexedDB caches",
        "nothing is kept between runs. Return what is to be kept, or call the functions that were given",
    ),
    (
        "fs path os http https lodash _ moment dayjs",
        "there are no packages here. The language's own objects are there, and the functions that were given",
    ),
    ("print println puts echo", "use console.log(…)"),
    ("len", "use list.length"),
    ("str", "use String(…)"),
    ("int float", "use Number(…) or Math.trunc(…)"),
    ("range", "use a `for` loop, or Array.from({ length: n }, (_, i) => i)"),
    ("sleep", "use await new Promise(done => setTimeout(done, ms))"),
    ("None nil NULL", "use null"),
    ("True", "use true"),
    ("False", "use false"),
    ("global", "use globalThis"),
    ("DOMException", "such errors are of the class Error here; compare error.name"),
    ("Temporal", "use Date, in UTC"),
    ("Buffer", "use Uint8Array, TextEncoder and TextDecoder, atob and btoa"),
    ("setImmediate requestAnimationFrame requestIdleCallback", "use setTimeout"),
    ("Intl", "use toLocaleString, toLocaleDateString or localeCompare, which know American English"),
    ("Worker SharedArrayBuffer Atomics", "there is one thread here"),
    ("WeakRef FinalizationRegistry", "keep the object itself, or use a WeakMap"),
];

/// What a table says of a name, which stands in a row with others.
fn row(table: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    table.iter().find(|(names, _)| names.split(' ').any(|known| known == name)).map(|(_, said)| *said)
}

/// `: there is no network here`
fn absent(name: &str) -> Option<String> {
    row(&ABSENT, name).map(|instead| format!(": {instead}"))
}

fn did_you_mean(name: &str) -> String {
    format!("; did you mean {name}?")
}

/// What something that cannot be called was meant to be.
pub(super) fn member_hint(site: &Site, sites: &Sites, context: &mut Context) -> Option<String> {
    if let Some(hint) = promise_hint(site, sites, context) {
        return Some(hint);
    }
    let Some(name) = sites.property(site) else { return missing(&site.receiver, context) };
    match (name.as_str(), &site.receiver) {
        ("length", _) | ("size", Receiver::Class("Map" | "Set")) => {
            return Some(format!("; {name} is a property: leave the parentheses out"));
        }
        ("size", _) => return Some("; use length, or size of a Map or Set, without parentheses".to_owned()),
        _ => {}
    }
    let object = || sites.received(site).map(|object| short(&object));
    match &site.receiver {
        Receiver::Global(path) => {
            let function = path.join(".");
            if is_host_function(path, context) {
                let called = format!("(await {function}(…)).{name}");
                return Some(format!("; {function} is a function: call it and await what it gives, {called}"));
            }
            if site.what == What::New && is_host_function(&[path, std::slice::from_ref(&name)].concat(), context) {
                return Some("; call it without `new`".to_owned());
            }
            if let Some(owner) = global_at(path, context) {
                return meant(&name, path, &owner, context).or_else(|| elsewhere(&name, None));
            }
        }
        Receiver::Class("Object") => {
            if methods_of("Array", context).contains(&name) {
                let object = object()?;
                return Some(format!(
                    "; {object} is an object: use Object.values({object}) or Object.entries({object})"
                ));
            }
        }
        Receiver::Class(class) => return of_class(&name, class, &object()?, context),
        Receiver::List(_) => return of_class(&name, "Array", &object()?, context),
        Receiver::Part(..) | Receiver::Call(_) | Receiver::Async | Receiver::Unknown => {}
    }
    let spelled: BTreeSet<&str> = sites.properties().filter(|spelled| *spelled != name).collect();
    let usual: BTreeSet<String> = USUAL.iter().flat_map(|class| methods_of(class, context)).collect();
    if usual.contains(&name) {
        let is_of = |class, context: &mut Context| methods_of(class, context).contains(&name);
        return match (is_of("Array", context), is_of("String", context)) {
            (true, false) => Some(format!("; {} is no array: await it if it is a promise", object()?)),
            (false, true) => Some(format!("; {} is no text", object()?)),
            _ => None,
        };
    }
    let known = usual.iter().map(String::as_str).chain(spelled);
    elsewhere(&name, None).or_else(|| nearest(&name, known).map(did_you_mean))
}

fn of_class(name: &str, class: &str, object: &str, context: &mut Context) -> Option<String> {
    let names = methods_of(class, context);
    let kind = match class {
        "Array" => "an array",
        "String" => "a string",
        "Number" => "a number",
        _ => return elsewhere(name, Some(class)).or_else(|| near(name, &names)),
    };
    elsewhere(name, Some(class)).or_else(|| near(name, &names)).or_else(|| {
        let usual = USUAL.iter().any(|class| methods_of(class, context).iter().any(|method| method == name));
        usual.then(|| format!("; {object} is {kind}"))
    })
}

fn near(name: &str, names: &[String]) -> Option<String> {
    nearest(name, names.iter().map(String::as_str)).map(did_you_mean)
}

/// What a name of an object that is there was meant to be, or what else it has.
fn meant(name: &str, path: &[String], owner: &JsObject, context: &mut Context) -> Option<String> {
    let names = own_and_inherited(owner, context);
    near(name, &names).or_else(|| listed(path, owner, context))
}

/// What other languages and libraries call a method, by what it is here. What has a class is only said of its objects.
const ELSEWHERE: [(&str, &str); 28] = [
    ("dumps dump encode", "stringify(…)"),
    ("loads load decode", "parse(…)"),
    ("append add push_back pushBack", "push(…)"),
    ("add_all addAll extend", "push(...list)"),
    ("contains include", "includes(…)"),
    ("has_key hasKey containsKey", "Object.hasOwn(object, key)"),
    ("len count", "length, without parentheses"),
    ("strip", "trim()"),
    ("lstrip", "trimStart()"),
    ("rstrip", "trimEnd()"),
    ("lower downcase toLower", "toLowerCase()"),
    ("upper upcase toUpper", "toUpperCase()"),
    ("ljust", "padEnd(…)"),
    ("rjust zfill", "padStart(…)"),
    ("first", "at(0)"),
    ("last", "at(-1)"),
    ("each", "forEach(…)"),
    ("collect", "map(…)"),
    ("select where", "filter(…)"),
    ("fold inject aggregate", "reduce(…)"),
    ("any", "some(…)"),
    ("all", "every(…)"),
    ("flatten", "flat()"),
    ("isEmpty empty", "length === 0"),
    ("remove removeAt insert", "splice(…)"),
    ("unique uniq distinct", "[...new Set(list)]"),
    ("sortBy orderBy sort_by", "toSorted((a, b) => …)"),
    ("json", "the value itself: functions give plain data"),
];

/// `; here that is push(…)`
fn elsewhere(name: &str, class: Option<&str>) -> Option<String> {
    if !matches!(class, None | Some("Array" | "String")) {
        return None;
    }
    row(&ELSEWHERE, name).map(|here| format!("; here that is {here}"))
}

/// `; rows is a promise: await it first`, where the program tells that this is what is wrong.
fn promise_hint(site: &Site, sites: &Sites, context: &Context) -> Option<String> {
    promise_in(&site.receiver, site, sites, context).or_else(|| {
        let promise = is_promise(&site.receiver, context);
        promise
            .then(|| sites.received(site))
            .flatten()
            .map(|rows| format!("; {} is a promise: await it first", short(&rows)))
    })
}

/// The same of what the first argument is.
pub(super) fn argument_promise(site: &Site, sites: &Sites, context: &Context) -> String {
    promise_in(&site.argument, site, sites, context).unwrap_or_default()
}

/// Why something is not there: it was read from a promise, or there is another name for it.
pub(super) fn part_hint(site: &Site, sites: &Sites, context: &mut Context) -> String {
    let receiver = if matches!(site.what, What::Call | What::New) { &site.argument } else { &site.receiver };
    missing(receiver, context).or_else(|| promise_in(receiver, site, sites, context)).unwrap_or_default()
}

/// What a property of something global was meant to be, if it is not there.
fn missing(receiver: &Receiver, context: &mut Context) -> Option<String> {
    let Receiver::Global(path) = receiver else { return None };
    let (name, owners) = path.split_last().filter(|(_, owners)| !owners.is_empty())?;
    let owner = global_at(owners, context)?;
    let there = look::data_property(&owner, JsString::from(name.as_str())).is_some();
    if there { None } else { meant(name, owners, &owner, context) }
}

fn promise_in(receiver: &Receiver, site: &Site, sites: &Sites, context: &Context) -> Option<String> {
    let Receiver::Part(inner, span) = receiver else { return None };
    let (list, promise) = match &**inner {
        Receiver::List(element) => (true, &**element),
        promise => (false, promise),
    };
    if !is_promise(promise, context) {
        return None;
    }
    let text = short(&sites.words(*span)?);
    let line = sites.other_line(site, *span).map(|line| format!(" on line {line}")).unwrap_or_default();
    Some(if list {
        format!("; {text}{line} is a list of promises: await Promise.all(…) of it first")
    } else {
        format!("; {text}{line} is a promise: await it first")
    })
}

/// As far as the program tells.
pub(super) fn is_promise(receiver: &Receiver, context: &Context) -> bool {
    match receiver {
        Receiver::Class(class) => *class == "Promise",
        Receiver::Call(path) => is_host_function(path, context),
        Receiver::Global(_) | Receiver::Async | Receiver::List(_) | Receiver::Part(..) | Receiver::Unknown => false,
    }
}

/// Functions that were given are the enumerable ones.
fn is_host_function(path: &[String], context: &Context) -> bool {
    let Some((last, owners)) = path.split_last() else { return false };
    let Some(owner) = global_at(owners, context) else { return false };
    let property = look::own_property(&owner, JsString::from(last.as_str()));
    property.is_some_and(|property| {
        let callable = property.value().and_then(JsValue::as_object).is_some_and(|value| value.is_callable());
        callable && property.enumerable() == Some(true) && property.writable() == Some(false)
    })
}

/// `; tools has list, del`: what a namespace of host functions has, or the input.
fn listed(path: &[String], owner: &JsObject, context: &mut Context) -> Option<String> {
    let names = keys(owner, context);
    let given = owner.prototype().is_none() || path.first().is_some_and(|first| first == "input");
    let few = given && !names.is_empty() && names.len() <= LISTED;
    few.then(|| format!("; {} has {}", path.join("."), names.join(", ")))
}

/// The object a global path leads to, where no getter and no proxy stands in the way.
pub(super) fn global_at(path: &[String], context: &Context) -> Option<JsObject> {
    path.iter().try_fold(context.global_object(), |owner, name| {
        look::data_property(&owner, JsString::from(name.as_str()))?.as_object()
    })
}

/// Names on the prototype of a global class.
fn methods_of(class: &str, context: &mut Context) -> Vec<String> {
    let path = [class.to_owned(), "prototype".to_owned()];
    let mut names = global_at(&path, context).map(|prototype| keys(&prototype, context)).unwrap_or_default();
    names.retain(|name| !OLD.contains(&name.as_str()));
    names
}

fn own_and_inherited(object: &JsObject, context: &mut Context) -> Vec<String> {
    let chain = std::iter::successors(Some(object.clone()), JsObject::prototype);
    // What every function and every object has is not what a wrong name was meant to be.
    let constructors = context.intrinsics().constructors();
    let common = [constructors.function().prototype(), constructors.object().prototype()];
    let chain = chain.take(CHAIN).filter(|object| !common.iter().any(|common| JsObject::equals(common, object)));
    chain.flat_map(|object| keys(&object, context)).collect()
}

/// The names of an object's own properties, in order; none of a proxy's, which would run code.
fn keys(object: &JsObject, context: &mut Context) -> Vec<String> {
    if object.is::<Proxy>() {
        return Vec::new();
    }
    let keys = object.own_property_keys(context).unwrap_or_default();
    let names = keys.into_iter().filter_map(|key| match key {
        PropertyKey::String(name) => Some(name.to_std_string_lossy()),
        PropertyKey::Symbol(_) | PropertyKey::Index(_) => None,
    });
    names.collect()
}
