//! Owns the list of marks and sites while it is made. What must hold: marks nest as the engine's do; sizes are those of the
//! engine's instructions, one byte and four for each operand, near enough to tell neighbours apart.

use super::{Function, Receiver, Site, Stretch, What};
use oxc_ast::ast::{Expression, Program};
use oxc_span::{GetSpan, Span};
use std::collections::{BTreeSet, HashMap};

/// Reads a program.
pub(super) fn read(program: &Program<'_>, text: &str) -> (Vec<Function>, Vec<Site>, BTreeSet<String>) {
    let mut reader = Reader::new(text);
    reader.enter_function();
    reader.mark(program.span.start, |reader| reader.statements(&program.body));
    reader.leave_function();
    (reader.functions, reader.sites, reader.properties)
}

pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    functions: Vec<Function>,
    sites: Vec<Site>,
    properties: BTreeSet<String>,
    /// The functions around, innermost last, each with the marks around.
    open: Vec<(usize, Vec<u32>)>,
    /// What the variables of a function are known to hold.
    pub(super) held: HashMap<(usize, &'a str), Receiver>,
    /// What the function that is read next is called with first.
    pub(super) given: Receiver,
    /// The assignment around, which a helper may add for.
    pub(super) addition: Option<Span>,
}

/// What a site is about.
#[derive(Clone)]
pub(super) struct Subject {
    pub(super) span: Option<Span>,
    pub(super) path: String,
    pub(super) receiver: Receiver,
}

impl Subject {
    pub(super) fn of(expression: &Expression<'_>) -> Self {
        Self::at(expression.without_parentheses().span())
    }

    pub(super) fn at(span: Span) -> Self {
        Self { span: Some(span), path: String::new(), receiver: Receiver::Unknown }
    }

    /// What has no expression.
    pub(super) fn named(name: impl Into<String>, receiver: Receiver) -> Self {
        Self { span: None, path: name.into(), receiver }
    }

    pub(super) fn with(&self, more: &str) -> Self {
        let receiver = self.receiver.clone();
        let receiver = self.span.map_or(Receiver::Unknown, |span| receiver.part(span));
        Self { span: self.span, path: format!("{}{more}", self.path), receiver }
    }
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            functions: Vec::new(),
            sites: Vec::new(),
            properties: BTreeSet::new(),
            open: Vec::new(),
            held: HashMap::new(),
            given: Receiver::Unknown,
            addition: None,
        }
    }

    pub(super) fn enter_function(&mut self) {
        let parent = self.open.last().map(|(function, _)| *function);
        let first = Stretch { at: None, size: 0, sites: Vec::new() };
        self.open.push((self.functions.len(), Vec::new()));
        self.functions.push(Function { parent, declared: HashMap::new(), stretches: vec![first] });
    }

    pub(super) fn leave_function(&mut self) {
        self.open.pop();
    }

    fn function(&mut self) -> Option<&mut Function> {
        let (at, _) = self.open.last()?;
        self.functions.get_mut(*at)
    }

    /// Instructions that the engine marks with the position of `at`.
    pub(super) fn mark(&mut self, at: u32, inside: impl FnOnce(&mut Self)) {
        if let Some((_, marks)) = self.open.last_mut() {
            marks.push(at);
        }
        self.stretch(Some(at));
        inside(self);
        let around = self.open.last_mut().and_then(|(_, marks)| {
            marks.pop();
            marks.last().copied()
        });
        self.stretch(around);
    }

    fn stretch(&mut self, at: Option<u32>) {
        if let Some(function) = self.function() {
            function.stretches.push(Stretch { at, size: 0, sites: Vec::new() });
        }
    }

    /// An instruction with so many operands.
    pub(super) fn op(&mut self, operands: u32) {
        if let Some(last) = self.function().and_then(|function| function.stretches.last_mut()) {
            last.size += 1 + 4 * operands;
        }
    }

    /// The instruction just added may fail.
    pub(super) fn site(&mut self, what: What, place: u32, whole: Span, subject: Subject) -> Option<&mut Site> {
        let index = self.sites.len();
        let function = self.open.last()?.0;
        if let Some(last) = self.function().and_then(|function| function.stretches.last_mut()) {
            last.sites.push((last.size, index));
        }
        let Subject { span, path, receiver } = subject;
        self.sites.push(Site {
            what,
            place,
            whole,
            subject: span,
            path,
            property: None,
            computed: false,
            receiver,
            received: span,
            argument: Receiver::Unknown,
            function,
        });
        self.sites.last_mut()
    }

    pub(super) fn declare(&mut self, name: &str, at: u32) {
        if let Some(function) = self.function() {
            function.declared.entry(name.to_owned()).or_insert(at);
        }
    }

    pub(super) fn property(&mut self, name: &str) {
        if !self.properties.contains(name) {
            self.properties.insert(name.to_owned());
        }
    }

    /// The innermost function around that declares a name.
    pub(super) fn declaring(&self, name: &str) -> Option<usize> {
        let declares = |at: &usize| self.functions.get(*at).is_some_and(|at| at.declared.contains_key(name));
        self.open.iter().rev().map(|(function, _)| *function).find(declares)
    }

    /// Whether the innermost function declares the name.
    pub(super) fn is_local(&self, name: &str) -> bool {
        let function = self.open.last().and_then(|(function, _)| self.functions.get(*function));
        function.is_some_and(|function| function.declared.contains_key(name))
    }

    /// Whether a function around declares the name. Names declared later in a function count only once they are read.
    pub(super) fn is_declared(&self, name: &str) -> bool {
        self.declaring(name).is_some()
    }
}
