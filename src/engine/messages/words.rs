//! Owns what is said of a place: the expression as it was written, what is wrong with it, and what was probably meant. What
//! must hold: what is suggested is there.

use super::fault::Fault;
use crate::engine::look;
use crate::engine::suggest::nearest;
use crate::lower::sites::{Receiver, Site, Sites, What};
use boa_engine::builtins::proxy::Proxy;
use boa_engine::object::JsObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsString, JsValue};
use std::collections::BTreeSet;

/// Longer expressions are cut in the middle.
const MOST: usize = 60;
/// A namespace with more functions is not listed.
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

/// What an error says.
pub(super) fn of(fault: &Fault, site: &Site, sites: &Sites, context: &mut Context) -> Option<String> {
    let subject = short(&sites.subject(site)?);
    if makes_errors(&subject, site, context) {
        return None;
    }
    let whole = || sites.whole(site).map(|whole| short(&whole));
    Some(match fault {
        Fault::NotCallable => {
            format!("{subject} is not a function{}", member_hint(site, sites, context).unwrap_or_default())
        }
        Fault::NotConstructor => {
            format!("{subject} is not a constructor{}", member_hint(site, sites, context).unwrap_or_default())
        }
        Fault::Nullish => nullish(site, sites, &subject)?,
        Fault::Destructured(kind) => format!("cannot destructure {subject}: it is {kind}"),
        Fault::NotIterable(_) if site.what == What::Iterate && is_promise(site, context) => {
            format!("{subject} is not iterable: it is a promise. Await it first")
        }
        Fault::NotIterable(kind) if site.what == What::Iterate => not_iterable(&subject, kind),
        Fault::NotIterable(kind) => {
            format!(
                "{}{subject}(…) was given {} where it needs something to iterate over",
                new_word(site),
                with_article(kind)
            )
        }
        Fault::Pattern(reason) => format!("{}{subject}(…) was given no valid pattern: {reason}", new_word(site)),
        Fault::NotDefined(name) if sites.is_declared(site, name) => too_early(name),
        Fault::NotDefined(name) => {
            format!("{name} is not defined{}", name_hint(name, site, sites, context).unwrap_or_default())
        }
        Fault::TooEarly => too_early(&subject),
        Fault::NotDeclared(name) if sites.is_declared(site, name) => too_early(name),
        Fault::NotDeclared(name) => not_declared(name, site, sites, context),
        Fault::Constant(name) => {
            format!("cannot assign to {name}: it is a constant. Declare it with `let`, or use another name")
        }
        Fault::NoObject(kind) if site.what == What::In => {
            format!("cannot use 'in' on {subject}: it is {}, not an object", with_article(kind))
        }
        Fault::NoObject(_) => format!("cannot use 'instanceof' with {subject}: it is not a class"),
        Fault::Mixed => {
            format!("cannot mix a BigInt and another type in {}: convert one with BigInt(…) or Number(…)", whole()?)
        }
        Fault::Symbol => format!("cannot make a text or a number of a symbol in {}: use String(…)", whole()?),
        Fault::NoPrimitive => format!("cannot make a text or a number of an object in {}", whole()?),
        Fault::NeedsNew => format!("{subject} is a class; call it with `new`: new {subject}(…)"),
        Fault::ReadOnly => format!("cannot set {}{subject}: it is read-only or frozen", part(site, sites)),
        Fault::NotDeletable => format!("cannot delete {}{subject}: it cannot be removed", part(site, sites)),
        Fault::Private => {
            let property = sites.property(site)?;
            let verb = if site.what == What::Write { "set" } else { "read" };
            format!("cannot {verb} {property} of {subject}, which is no object of the class that declares {property}")
        }
        Fault::Callback => format!("{subject}(…) needs a function as its first argument"),
        Fault::InvalidDate => {
            format!(
                "{subject}(…) was called on an invalid date. Check what the date was made of: Number.isNaN(date.getTime()) tells"
            )
        }
        Fault::Executor => format!("{}{subject}(…) needs a function: (resolve, reject) => …", new_word(site)),
        Fault::Pairs => format!("{}{subject}(…) was given an element that is not a [key, value] pair", new_word(site)),
        Fault::NotGlobal => format!("{subject}(…) needs a pattern with the flag g, as in /x/g"),
        Fault::Escape => {
            format!("{subject}(…) was given a text with a % that starts no character; a % itself is written %25")
        }
        Fault::NoClass => format!("cannot extend {subject}: it is not a class"),
        Fault::Worded(..) => return None,
    })
}

/// The error was made there by the code, with words of the code.
fn makes_errors(subject: &str, site: &Site, context: &Context) -> bool {
    let error = context.intrinsics().constructors().error().prototype();
    let prototype = || global_at(&[subject.to_owned(), "prototype".to_owned()], context);
    matches!(site.what, What::Call | What::New)
        && std::iter::successors(prototype(), JsObject::prototype)
            .take(CHAIN)
            .any(|object| JsObject::equals(&object, &error))
}

fn nullish(site: &Site, sites: &Sites, subject: &str) -> Option<String> {
    let verb = match site.what {
        What::Read => "read",
        What::Write => "set",
        What::Delete => "delete",
        What::Iterate => return Some(format!("{subject} is not iterable: it is null or undefined")),
        What::Call | What::New => {
            return Some(format!(
                "{}{subject}(…) was given null or undefined where it needs an object",
                new_word(site)
            ));
        }
        What::Destructure | What::Name | What::Assign | What::In | What::InstanceOf | What::Operate | What::Extend => {
            return None;
        }
    };
    let is = if matches!(subject, "null" | "undefined") { "" } else { ", which is null or undefined" };
    Some(format!("cannot {verb} {}{subject}{is}", part(site, sites)))
}

/// `'name' of `, `[key] of `.
fn part(site: &Site, sites: &Sites) -> String {
    match sites.property(site) {
        Some(property) if site.computed => format!("[{}] of ", short(&property)),
        Some(property) => format!("'{property}' of "),
        None => String::new(),
    }
}

fn new_word(site: &Site) -> &'static str {
    if site.what == What::New { "new " } else { "" }
}

/// As far as the program tells.
fn is_promise(site: &Site, context: &Context) -> bool {
    match &site.receiver {
        Receiver::Class(class) => *class == "Promise",
        Receiver::Call(path) => is_host_function(path, context),
        Receiver::Global(_) | Receiver::Async | Receiver::Unknown => false,
    }
}

fn not_iterable(subject: &str, kind: &str) -> String {
    let hint = match kind {
        "object" => {
            format!(". Use Object.values({subject}) or Object.entries({subject}), or await it if it is a promise")
        }
        "function" => ". Is a call missing?".to_owned(),
        _ => String::new(),
    };
    format!("{subject} is not iterable: it is {}{hint}", with_article(kind))
}

fn too_early(name: &str) -> String {
    format!("{name} is used before its declaration has run")
}

fn not_declared(name: &str, site: &Site, sites: &Sites, context: &mut Context) -> String {
    let hint = name_hint(name, site, sites, context).unwrap_or_default();
    format!("{name} is not declared; write `let {name} = …` first{}", hint.replacen("; did", ". Did", 1))
}

fn with_article(kind: &str) -> String {
    match kind {
        "undefined" | "null" => kind.to_owned(),
        "object" => "an object".to_owned(),
        kind => format!("a {kind}"),
    }
}

/// `; did you mean users?`
fn name_hint(name: &str, site: &Site, sites: &Sites, context: &mut Context) -> Option<String> {
    let globals = keys(&context.global_object(), context);
    let globals =
        globals.iter().map(String::as_str).filter(|global| !["undefined", "NaN", "Infinity"].contains(global));
    let candidates: BTreeSet<&str> = sites.names_at(site).chain(globals).collect();
    absent(name).map(str::to_owned).or_else(|| nearest(name, candidates).map(did_you_mean))
}

/// What to do instead of using what browsers and Node have and a guest has not.
fn absent(name: &str) -> Option<&'static str> {
    Some(match name {
        "fetch" | "XMLHttpRequest" | "WebSocket" | "axios" | "EventSource" => {
            ": there is no network here. Call the functions that were given"
        }
        "require" | "module" | "exports" => ": there are no modules here. The functions that were given are globals",
        "process" | "Deno" | "Bun" | "__dirname" | "__filename" => {
            ": there is no system here. What the code needs comes as `input` or from the functions that were given"
        }
        "window" | "document" | "navigator" | "location" | "history" | "alert" | "confirm" | "prompt" | "self" => {
            ": there is no page here. Return data, or call the functions that were given"
        }
        "localStorage" | "sessionStorage" | "indexedDB" | "caches" => {
            ": nothing is kept between runs. Return what is to be kept, or call the functions that were given"
        }
        "Buffer" => ": use Uint8Array, TextEncoder and TextDecoder, atob and btoa",
        "setImmediate" | "requestAnimationFrame" | "requestIdleCallback" => ": use setTimeout",
        "Intl" => ": use toLocaleString, toLocaleDateString or localeCompare, which know American English",
        "Worker" | "SharedArrayBuffer" | "Atomics" => ": there is one thread here",
        "WeakRef" | "FinalizationRegistry" => ": keep the object itself, or use a WeakMap",
        _ => return None,
    })
}

fn did_you_mean(name: &str) -> String {
    format!("; did you mean {name}?")
}

/// What a member that cannot be called was meant to be.
fn member_hint(site: &Site, sites: &Sites, context: &mut Context) -> Option<String> {
    let name = sites.property(site)?;
    if matches!(name.as_str(), "length" | "size") {
        return Some(format!("; {name} is a property: leave the parentheses out"));
    }
    match &site.receiver {
        Receiver::Global(path) => {
            if let Some(owner) = global_at(path, context) {
                let names = own_and_inherited(&owner, context);
                let near = nearest(&name, names.iter().map(String::as_str)).map(did_you_mean);
                return near.or_else(|| listed(&path.join("."), &owner, context));
            }
        }
        Receiver::Class("Object") => {
            if methods_of("Array", context).contains(&name) {
                let object = object_of(site, sites, &name)?;
                return Some(format!(
                    "; {object} is an object: use Object.values({object}) or Object.entries({object})"
                ));
            }
        }
        Receiver::Class(class) => {
            let names = methods_of(class, context);
            let near = nearest(&name, names.iter().map(String::as_str)).map(did_you_mean);
            return near.or_else(|| match *class {
                "Promise" => promise_hint(site, sites, &name),
                "Array" | "String" | "Number" => {
                    let object = object_of(site, sites, &name)?;
                    let kind = if *class == "Array" { "an array" } else { "a string" };
                    let kind = if *class == "Number" { "a number" } else { kind };
                    let usual = USUAL.iter().any(|class| methods_of(class, context).contains(&name));
                    usual.then(|| format!("; {object} is {kind}"))
                }
                _ => None,
            });
        }
        Receiver::Call(path) if is_host_function(path, context) => return promise_hint(site, sites, &name),
        Receiver::Call(_) | Receiver::Async | Receiver::Unknown => {}
    }
    let spelled: BTreeSet<&str> = sites.properties().filter(|spelled| *spelled != name).collect();
    let usual: BTreeSet<String> = USUAL.iter().flat_map(|class| methods_of(class, context)).collect();
    if usual.contains(&name) {
        return None;
    }
    nearest(&name, usual.iter().map(String::as_str).chain(spelled)).map(did_you_mean)
}

/// `; rows is a promise: await it first`.
fn promise_hint(site: &Site, sites: &Sites, name: &str) -> Option<String> {
    Some(format!("; {} is a promise: await it first", object_of(site, sites, name)?))
}

/// What a member is read from.
fn object_of(site: &Site, sites: &Sites, name: &str) -> Option<String> {
    let subject = sites.subject(site)?;
    Some(short(subject.strip_suffix(name)?.trim_end().trim_end_matches(['.', '?'])))
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

/// `; tools has list, del`: what a namespace of host functions has.
fn listed(path: &str, owner: &JsObject, context: &mut Context) -> Option<String> {
    let names = keys(owner, context);
    let namespace = owner.prototype().is_none() && !names.is_empty() && names.len() <= LISTED;
    namespace.then(|| format!("; {path} has {}", names.join(", ")))
}

/// The object a global path leads to, where no getter and no proxy stands in the way.
fn global_at(path: &[String], context: &Context) -> Option<JsObject> {
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

/// On one line, and not too long. A chain of methods over several lines is put together.
fn short(text: &str) -> String {
    let mut line = String::new();
    for part in text.split_whitespace() {
        let joined = line.is_empty() || part.starts_with('.') || part.starts_with("?.");
        if !joined {
            line.push(' ');
        }
        line.push_str(part);
    }
    let letters: Vec<char> = line.chars().collect();
    if letters.len() <= MOST {
        return line;
    }
    let half = MOST / 2 - 1;
    let head: String = letters.iter().take(half).collect();
    let tail: String = letters.iter().skip(letters.len() - half).collect();
    format!("{}…{}", head.trim_end(), tail.trim_start())
}
