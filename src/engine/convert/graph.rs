//! Owns [`Graph`]: what a value holds, taken from the engine once. Writing it asks the engine for nothing but the
//! bytes of buffers and the characters of strings, so no guest code runs any more.

use boa_engine::object::builtins::JsArrayBuffer;
use boa_engine::property::PropertyKey;
use boa_engine::{JsObject, JsString, JsValue};

/// An object's number in [`Graph::nodes`].
pub(super) type NodeId = usize;

/// A primitive that can cross, or an object.
#[derive(Debug, Clone)]
pub(super) enum Item {
    /// Never an object or a symbol.
    Primitive(JsValue),
    /// An object.
    Node(NodeId),
}

/// What an object is and holds.
#[derive(Debug)]
pub(super) enum Shape {
    /// Met, not looked into yet.
    Unread(JsObject),
    /// An array without holes.
    Array(Vec<Item>),
    /// An array with holes: its elements by index, ascending.
    Sparse { length: u32, items: Vec<(u32, Item)> },
    /// A plain object; `null`: without a prototype.
    Object { null: bool, items: Vec<(PropertyKey, Item)> },
    /// Entries in order.
    Map(Vec<(Item, Item)>),
    /// Members in order.
    Set(Vec<Item>),
    /// A time value.
    Date(f64),
    /// Source and flags.
    RegExp(JsString, String),
    /// An ArrayBuffer.
    Buffer(JsArrayBuffer),
    /// A typed array: its class, its buffer, and which part of it.
    View { class: &'static str, buffer: Item, offset: usize, length: usize, bytes: usize },
    /// An error and its own data, cause included.
    Error { name: JsString, message: JsString, items: Vec<(PropertyKey, Item)> },
}

/// One object.
#[derive(Debug)]
pub(super) struct Node {
    /// What it is and holds.
    pub(super) shape: Shape,
    /// How often it is referred to.
    pub(super) uses: usize,
}

/// A value.
#[derive(Debug)]
pub(super) struct Graph {
    /// The value itself.
    pub(super) root: Item,
    /// Every object it holds, once.
    pub(super) nodes: Vec<Node>,
    /// JSON can say it: nothing but its kinds, and no object twice.
    pub(super) plain: bool,
}

impl Graph {
    /// What an object is and holds.
    pub(super) fn shape(&self, id: NodeId) -> Option<&Shape> {
        self.nodes.get(id).map(|node| &node.shape)
    }
}

impl Shape {
    /// The number of items [`Shape::child`] gives.
    pub(super) fn children(&self) -> usize {
        match self {
            Self::Array(items) | Self::Set(items) => items.len(),
            Self::Sparse { items, .. } => items.len(),
            Self::Object { items, .. } | Self::Error { items, .. } => items.len(),
            Self::Map(entries) => entries.len() * 2,
            Self::View { .. } => 1,
            Self::Unread(_) | Self::Date(_) | Self::RegExp(..) | Self::Buffer(_) => 0,
        }
    }

    /// The item at a place; of a Map keys and values in turn.
    pub(super) fn child(&self, at: usize) -> Option<&Item> {
        match self {
            Self::Array(items) | Self::Set(items) => items.get(at),
            Self::Sparse { items, .. } => items.get(at).map(|(_, item)| item),
            Self::Object { items, .. } | Self::Error { items, .. } => items.get(at).map(|(_, item)| item),
            Self::Map(entries) => {
                entries.get(at / 2).map(|(key, value)| if at.is_multiple_of(2) { key } else { value })
            }
            Self::View { buffer, .. } => (at == 0).then_some(buffer),
            Self::Unread(_) | Self::Date(_) | Self::RegExp(..) | Self::Buffer(_) => None,
        }
    }
}
