//! Owns what is said of a place: the expression as it was written, what is wrong with it, and what was probably meant. What
//! must hold: what is suggested is there.

use super::fault::Fault;
use super::hints::{argument_promise, global_at, is_promise, member_hint, name_hint, part_hint};
use crate::lower::sites::{Site, Sites, What};
use boa_engine::Context;
use boa_engine::object::JsObject;

/// Longer expressions are cut in the middle.
const MOST: usize = 60;
/// Prototypes looked through for names.
const CHAIN: usize = 8;
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
        Fault::Nullish => nullish(site, sites, &subject)? + &part_hint(site, sites, context),
        Fault::Destructured(kind) => {
            format!("cannot destructure {subject}: it is {kind}{}", part_hint(site, sites, context))
        }
        Fault::NotIterable(_) if site.what == What::Iterate && is_promise(&site.receiver, context) => {
            format!("{subject} is not iterable: it is a promise. Await it first")
        }
        Fault::NotIterable(kind) if site.what == What::Iterate => match part_hint(site, sites, context) {
            hint if hint.is_empty() => not_iterable(&subject, kind),
            hint => format!("{subject} is not iterable: it is {}{hint}", with_article(kind)),
        },
        Fault::NotIterable(kind) => {
            format!(
                "{}{subject}(…) was given {} where it needs something to iterate over{}",
                new_word(site),
                with_article(kind),
                argument_promise(site, sites, context)
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

/// On one line, and not too long. A chain of methods over several lines is put together.
pub(super) fn short(text: &str) -> String {
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
