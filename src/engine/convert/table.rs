//! Owns the table of the other form, devalue's: which entries it has, and what each refers to. What must hold: for
//! values devalue itself can write, entries and their order are its own (depth first, equal primitives once); no chain
//! of references is longer than [`NEAR`], because devalue reads by recursion. The text is written in [`super::text`].

use super::BorderError;
use super::errors::is;
use super::graph::{Graph, Item, NodeId, Shape};
use super::text;
use boa_engine::property::PropertyKey;
use boa_engine::{JsBigInt, JsString, JsValue, JsVariant};
use std::collections::HashMap;

/// Levels written in place; what is deeper is written apart, with `Fill`. devalue can read about 2,200 on V8's usual stack.
pub(super) const NEAR: usize = 200;

pub(super) const UNDEFINED: i64 = -1;
pub(super) const HOLE: i64 = -2;
pub(super) const NAN: i64 = -3;
pub(super) const INFINITY: i64 = -4;
pub(super) const NEGATIVE_INFINITY: i64 = -5;
pub(super) const NEGATIVE_ZERO: i64 = -6;
pub(super) const SPARSE: i64 = -7;

/// The text of any value, mark included.
pub(super) fn write(graph: &Graph, limit: usize) -> Result<String, BorderError> {
    let mut table = Table {
        graph,
        entries: Vec::new(),
        references: Vec::new(),
        numbers: vec![None; graph.nodes.len()],
        primitives: HashMap::new(),
        shown: HashMap::new(),
        apart: Vec::new(),
        contents: Vec::new(),
    };
    let root = table.number_all(&graph.root);
    text::write(&table, root, limit)
}

/// One line of the table; `at` is where its references begin.
#[derive(Debug, Clone, Copy)]
pub(super) enum Entry<'g> {
    Primitive(&'g JsValue),
    Key(&'g PropertyKey),
    Name(&'g JsString),
    Node {
        id: NodeId,
        at: usize,
    },
    /// `[name, message]` of an error.
    Said {
        at: usize,
    },
    /// What a node written apart holds.
    Contents {
        id: NodeId,
        at: usize,
    },
}

#[derive(Debug, PartialEq, Eq, Hash)]
enum Primitive {
    Null,
    Boolean(bool),
    Number(u64),
    Text(JsString),
    BigInt(JsBigInt),
}

/// Entries and what they refer to: other entries by number, or a negative number for what is no entry.
pub(super) struct Table<'g> {
    pub(super) graph: &'g Graph,
    pub(super) entries: Vec<Entry<'g>>,
    references: Vec<i64>,
    /// The entry of each object, and whether its contents are written apart.
    numbers: Vec<Option<(i64, bool)>>,
    primitives: HashMap<Primitive, i64>,
    /// Of buffers that nothing but one view refers to: from where and how many bytes the view shows.
    shown: HashMap<NodeId, (usize, usize)>,
    /// Objects whose contents are still to be written apart.
    apart: Vec<NodeId>,
    /// Pairs of an object's entry and its contents' entry.
    pub(super) contents: Vec<(i64, i64)>,
}

/// An object whose references are being numbered.
struct Open<'g> {
    shape: &'g Shape,
    at: usize,
    next: usize,
    /// Keys get numbers too: these are contents of an object, as pairs.
    keyed: bool,
}

impl<'g> Table<'g> {
    fn number_all(&mut self, root: &'g Item) -> i64 {
        let mut open = Vec::new();
        let root = self.number(root, &mut open);
        self.descend(&mut open);
        let mut done = 0;
        while let Some(id) = self.apart.get(done).copied() {
            done += 1;
            let Some(shape) = self.graph.shape(id) else { continue };
            let entry = self.entries.len() as i64;
            let keyed = matches!(shape, Shape::Object { .. } | Shape::Error { .. });
            let at = self.reserve(shape.children() * if keyed { 2 } else { 1 });
            self.entries.push(Entry::Contents { id, at });
            let target = self.numbers.get(id).copied().flatten().map_or(0, |(number, _)| number);
            self.contents.push((target, entry));
            open.push(Open { shape, at, next: 0, keyed });
            self.descend(&mut open);
        }
        root
    }

    /// What the reference at a place says.
    pub(super) fn reference(&self, at: usize) -> i64 {
        self.references.get(at).copied().unwrap_or(UNDEFINED)
    }

    /// Whether an object's contents are written apart.
    pub(super) fn is_apart(&self, id: NodeId) -> bool {
        self.numbers.get(id).copied().flatten().is_some_and(|(_, apart)| apart)
    }

    /// The part of a buffer that crosses, where it is not the whole.
    pub(super) fn shown(&self, buffer: NodeId) -> Option<(usize, usize)> {
        self.shown.get(&buffer).copied()
    }

    fn descend(&mut self, open: &mut Vec<Open<'g>>) {
        while let Some(top) = open.last_mut() {
            let Some(item) = top.shape.child(top.next) else {
                open.pop();
                continue;
            };
            let (shape, next, keyed) = (top.shape, top.next, top.keyed);
            let at = top.at + if keyed { next * 2 } else { next };
            top.next += 1;
            if keyed && let Some(key) = key_at(shape, next) {
                let number = self.key(key);
                self.refer(at, number);
            }
            let number = self.number(item, open);
            self.refer(at + usize::from(keyed), number);
        }
    }

    fn reserve(&mut self, count: usize) -> usize {
        let at = self.references.len();
        self.references.resize(at + count, UNDEFINED);
        at
    }

    fn refer(&mut self, at: usize, number: i64) {
        if let Some(reference) = self.references.get_mut(at) {
            *reference = number;
        }
    }

    fn number(&mut self, item: &'g Item, open: &mut Vec<Open<'g>>) -> i64 {
        match item {
            Item::Primitive(value) => self.primitive(value),
            Item::Node(id) => self.node(*id, open),
        }
    }

    fn node(&mut self, id: NodeId, open: &mut Vec<Open<'g>>) -> i64 {
        if let Some((number, _)) = self.numbers.get(id).copied().flatten() {
            return number;
        }
        let Some(shape) = self.graph.shape(id) else { return UNDEFINED };
        let number = self.entries.len() as i64;
        let apart = shape.children() > 0 && (must_be_apart(shape) || (open.len() >= NEAR && can_be_apart(shape)));
        if let Some(slot) = self.numbers.get_mut(id) {
            *slot = Some((number, apart));
        }
        if let Shape::View { buffer: Item::Node(buffer), offset, bytes, .. } = shape
            && self.graph.nodes.get(*buffer).is_some_and(|node| node.uses == 1)
        {
            self.shown.insert(*buffer, (*offset, *bytes));
        }
        if let Shape::Error { name, message, .. } = shape {
            self.error(id, name, message);
        } else {
            let at = self.reserve(if apart { 0 } else { shape.children() });
            self.entries.push(Entry::Node { id, at });
            if !apart {
                open.push(Open { shape, at, next: 0, keyed: false });
            }
        }
        if apart {
            self.apart.push(id);
        }
        number
    }

    fn error(&mut self, id: NodeId, name: &'g JsString, message: &'g JsString) {
        let at = self.reserve(3);
        self.entries.push(Entry::Node { id, at });
        self.refer(at, self.entries.len() as i64);
        self.entries.push(Entry::Said { at: at + 1 });
        let name = self.once(Primitive::Text(name.clone()), Entry::Name(name));
        self.refer(at + 1, name);
        let message = self.once(Primitive::Text(message.clone()), Entry::Name(message));
        self.refer(at + 2, message);
    }

    fn key(&mut self, key: &'g PropertyKey) -> i64 {
        let text = match key {
            PropertyKey::String(text) => text.clone(),
            PropertyKey::Index(index) => JsString::from(index.get().to_string().as_str()),
            PropertyKey::Symbol(_) => JsString::default(),
        };
        self.once(Primitive::Text(text), Entry::Key(key))
    }

    fn primitive(&mut self, value: &'g JsValue) -> i64 {
        let primitive = match value.variant() {
            JsVariant::Undefined | JsVariant::Object(_) | JsVariant::Symbol(_) => return UNDEFINED,
            JsVariant::Null => Primitive::Null,
            JsVariant::Boolean(boolean) => Primitive::Boolean(boolean),
            JsVariant::Integer32(number) => Primitive::Number(f64::from(number).to_bits()),
            JsVariant::Float64(number) if number.is_nan() => return NAN,
            JsVariant::Float64(number) if number.is_infinite() => {
                return if number > 0.0 { INFINITY } else { NEGATIVE_INFINITY };
            }
            JsVariant::Float64(number) if number == 0.0 && number.is_sign_negative() => return NEGATIVE_ZERO,
            JsVariant::Float64(number) => Primitive::Number(number.to_bits()),
            JsVariant::String(text) => Primitive::Text(text),
            JsVariant::BigInt(number) => Primitive::BigInt(number),
        };
        self.once(primitive, Entry::Primitive(value))
    }

    fn once(&mut self, primitive: Primitive, entry: Entry<'g>) -> i64 {
        let next = self.entries.len() as i64;
        let number = *self.primitives.entry(primitive).or_insert(next);
        if number == next {
            self.entries.push(entry);
        }
        number
    }
}

/// Errors, because a reader makes them before it knows what they hold; a key `__proto__`, because devalue refuses it.
fn must_be_apart(shape: &Shape) -> bool {
    match shape {
        Shape::Error { .. } => true,
        Shape::Object { items, .. } => items.iter().any(|(key, _)| is(key, "__proto__")),
        Shape::Unread(_)
        | Shape::Array(_)
        | Shape::Sparse { .. }
        | Shape::Map(_)
        | Shape::Set(_)
        | Shape::Date(_)
        | Shape::RegExp(..)
        | Shape::Buffer(_)
        | Shape::View { .. } => false,
    }
}

/// What a reader can fill in later. A typed array cannot be without its buffer, and refers to nothing else.
fn can_be_apart(shape: &Shape) -> bool {
    match shape {
        Shape::Array(_) | Shape::Sparse { .. } | Shape::Object { .. } | Shape::Map(_) | Shape::Set(_) => true,
        Shape::Error { .. } => true,
        Shape::Unread(_) | Shape::Date(_) | Shape::RegExp(..) | Shape::Buffer(_) | Shape::View { .. } => false,
    }
}

fn key_at(shape: &Shape, at: usize) -> Option<&PropertyKey> {
    if let Shape::Object { items, .. } | Shape::Error { items, .. } = shape {
        return items.get(at).map(|(key, _)| key);
    }
    None
}
