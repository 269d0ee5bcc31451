//! Owns [`Sites`]: the places of a lowered program where the engine may say no, each with what stands there: what is called,
//! whose property is read, what is destructured. An error's message is made from it, and its place, since the engine tells of
//! many of its instructions only which function they are in. What must hold: read once something has failed, never before;
//! every text it gives is the user's; where two places fit, one is taken only by the size of the instructions between.
//! Deliberately absent: what is said about a place, which is `engine/messages.rs`.
//!
//! The engine marks the instructions of a call's arguments, of a property read, an assignment, an update, `delete`, `throw` and
//! a function's body with a position. `order` lists these marks in the order the engine compiles in, and the sites between
//! them; `align` finds an instruction's marks in that list. Goes when the engine gives each instruction its position.

mod align;
mod chains;
mod functions;
mod helpers;
mod members;
mod nodes;
mod order;
mod patterns;
mod receiver;
mod statements;

use crate::position::{Position, PositionMap};
use oxc_allocator::Allocator;
use oxc_span::{SourceType, Span};
use std::collections::{BTreeSet, HashMap};

/// What the engine does at a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    /// Calls the subject.
    Call,
    /// Calls the subject with `new`.
    New,
    /// Reads a property of the subject.
    Read,
    /// Sets a property of the subject.
    Write,
    /// Deletes a property of the subject.
    Delete,
    /// Takes the subject apart with an object pattern.
    Destructure,
    /// Iterates over the subject: `for of`, spread, an array pattern, `yield*`.
    Iterate,
    /// Reads the variable that the subject is.
    Name,
    /// Assigns to the variable that the subject is.
    Assign,
    /// `in` with the subject on its right side.
    In,
    /// `instanceof` with the subject on its right side.
    InstanceOf,
    /// An operator that makes numbers or texts of its operands, or a template.
    Operate,
    /// A class that extends the subject.
    Extend,
}

/// What a member call is made on, as far as the program tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Receiver {
    Unknown,
    /// A global and properties of it: `tools.mail`.
    Global(Vec<String>),
    /// An object made by this global class: an array literal is an `Array`.
    Class(&'static str),
    /// What a global function gave: `tools.list()`.
    Call(Vec<String>),
    /// An async function itself.
    Async,
    /// A list of such.
    List(Box<Receiver>),
    /// What was read from such an expression.
    Part(Box<Receiver>, Span),
}

impl Receiver {
    /// What is read from it. It is known where it is nothing but for a forgotten `await`.
    fn part(self, at: Span) -> Self {
        match self {
            Self::Part(..) => self,
            Self::Class("Promise") | Self::Call(_) | Self::List(_) => Self::Part(Box::new(self), at),
            Self::Class(_) | Self::Global(_) | Self::Async | Self::Unknown => Self::Unknown,
        }
    }
}

/// One place.
#[derive(Debug, Clone)]
pub(crate) struct Site {
    pub(crate) what: What,
    /// Where it is said to be, as an offset in lowered source.
    place: u32,
    /// All of it.
    whole: Span,
    /// What it is about, as an expression; without one, `path` alone says it.
    subject: Option<Span>,
    /// What follows the subject: `.a[0]` of a pattern in a pattern.
    path: String,
    /// The property's name, or the expression in brackets.
    property: Option<Span>,
    /// The property is in brackets.
    pub(crate) computed: bool,
    /// What a member call is made on, and what else is said to be wrong.
    pub(crate) receiver: Receiver,
    /// The expression that the receiver tells of.
    received: Option<Span>,
    /// What comes of the first argument.
    pub(crate) argument: Receiver,
    /// The function it is in.
    function: usize,
}

/// A function's marks and sites, in the order the engine compiles them.
#[derive(Debug)]
struct Function {
    parent: Option<usize>,
    /// Names declared in it, each with one place.
    declared: HashMap<String, u32>,
    stretches: Vec<Stretch>,
}

/// Instructions with one position.
#[derive(Debug)]
struct Stretch {
    /// Offset of the position; `None` before a function's body.
    at: Option<u32>,
    /// About how many bytes of instructions.
    size: u32,
    /// Sites, each with the size up to its last byte.
    sites: Vec<(u32, usize)>,
}

/// Where an instruction stands: its offset in a function's code, and the function's marks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Trace {
    pub(crate) pc: u32,
    /// Where marks begin, and the position of each, as line and column of lowered source.
    pub(crate) marks: Vec<(u32, Option<(u32, u32)>)>,
}

/// All places of a program.
#[derive(Debug)]
pub(crate) struct Sites {
    functions: Vec<Function>,
    /// The function of each position.
    owners: HashMap<u32, usize>,
    sites: Vec<Site>,
    /// Names of properties that the program spells.
    properties: BTreeSet<String>,
    map: PositionMap,
}

impl Sites {
    /// Reads lowered source; `None` where there is none to read.
    pub(crate) fn read(map: &PositionMap) -> Option<Self> {
        let text = map.lowered()?;
        let allocator = Allocator::default();
        let parsed = super::parse(&allocator, text, SourceType::mjs());
        if !parsed.diagnostics.is_empty() {
            return None;
        }
        let (functions, sites, properties) = order::read(&parsed.program, text);
        Some(Self { owners: align::owners(&functions), functions, sites, properties, map: map.clone() })
    }

    /// The site of one of these kinds whose instruction stands there.
    pub(crate) fn find(&self, trace: &Trace, wanted: impl Fn(&Site) -> bool) -> Option<&Site> {
        let marks = trace
            .marks
            .iter()
            .map(|&(pc, position)| (pc, position.and_then(|(line, column)| self.map.lowered_offset(line, column))));
        let found = align::find(&self.functions, &self.owners, &marks.collect::<Vec<_>>(), trace.pc, |site| {
            self.sites.get(site).is_some_and(&wanted)
        });
        self.sites.get(found?)
    }

    /// The user's place of a site.
    pub(crate) fn place(&self, site: &Site) -> Option<Position> {
        self.map.place_of(site.place).or_else(|| self.map.place_of(site.whole.start))
    }

    /// What a site is about, in the user's words; `None` where it has none.
    pub(crate) fn subject(&self, site: &Site) -> Option<String> {
        let text = match site.subject {
            Some(span) => self.map.words(span.start, span.end)?,
            None => String::new(),
        };
        let in_brackets = !site.path.is_empty() && text.starts_with("await ");
        Some(if in_brackets { format!("({text}){}", site.path) } else { text + &site.path })
    }

    /// All of a site, in the user's words.
    pub(crate) fn whole(&self, site: &Site) -> Option<String> {
        self.map.words(site.whole.start, site.whole.end)
    }

    /// What the receiver tells of, in the user's words.
    pub(crate) fn received(&self, site: &Site) -> Option<String> {
        self.words(site.received?)
    }

    pub(crate) fn words(&self, span: Span) -> Option<String> {
        self.map.words(span.start, span.end)
    }

    /// The user's line of an expression, where a site is on another one.
    pub(crate) fn other_line(&self, site: &Site, span: Span) -> Option<u32> {
        let line = self.map.place_of(span.start)?.line;
        (self.place(site)?.line != line).then_some(line)
    }

    /// The property's name or the expression in brackets.
    pub(crate) fn property(&self, site: &Site) -> Option<String> {
        self.map.words(site.property?.start, site.property?.end)
    }

    /// Whether the program declares this name where the site stands.
    pub(crate) fn is_declared(&self, site: &Site, name: &str) -> bool {
        self.names_at(site).any(|known| known == name)
    }

    /// The names the user declared around a site, in any order.
    pub(crate) fn names_at(&self, site: &Site) -> impl Iterator<Item = &str> {
        let functions =
            std::iter::successors(self.functions.get(site.function), |function| self.functions.get(function.parent?));
        let declared = functions.flat_map(|function| &function.declared);
        declared.filter(|(_, at)| self.map.place_of(**at).is_some()).map(|(name, _)| name.as_str())
    }

    /// Names of properties that the program spells.
    pub(crate) fn properties(&self) -> impl Iterator<Item = &str> {
        self.properties.iter().map(String::as_str)
    }
}
