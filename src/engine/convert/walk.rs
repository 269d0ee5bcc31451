//! Owns the walk over an engine value: from the value to a [`Graph`]. What must hold: every object is met once, each
//! level of nesting costs no stack, and a value over the limit is given up before much of it has been gathered.
//! What one object holds is read in [`super::read`].

use super::graph::{Graph, Item, Node, NodeId, Shape};
use super::path::{Step, path};
use super::{BorderError, EncodeError, MAX_BIGINT_BITS, MAX_DEPTH, kind, read};
use boa_engine::{Context, JsObject, JsValue, JsVariant};
use std::collections::HashMap;

/// What a pending value in the value means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pendings {
    /// It is looked at: the pass ends.
    Look,
    /// It stands for something that may cross.
    Pass,
}

/// Reads all of `value`.
pub(super) fn walk(
    value: &JsValue,
    root: &str,
    limit: usize,
    pendings: Pendings,
    context: &mut Context,
) -> Result<Graph, EncodeError> {
    let graph = Graph { root: Item::Primitive(JsValue::undefined()), nodes: Vec::new(), plain: true };
    let (places, met, unread) = (Vec::new(), HashMap::new(), Vec::new());
    let mut walk = Walk { root, limit, pendings, least: 0, graph, places, met, unread };
    walk.graph.root = walk.item(value, None)?;
    while let Some(id) = walk.unread.pop() {
        let first_child = walk.unread.len();
        let shape = read::shape(&mut walk, id, context)?;
        // What was met first is read first, so the first thing that cannot cross is the one reported.
        if let Some(children) = walk.unread.get_mut(first_child..) {
            children.reverse();
        }
        if let Some(node) = walk.graph.nodes.get_mut(id) {
            node.shape = shape;
        }
    }
    Ok(walk.graph)
}

/// The walk under way.
pub(super) struct Walk<'a> {
    root: &'a str,
    limit: usize,
    pub(super) pendings: Pendings,
    /// The text will have at least this many bytes.
    least: usize,
    graph: Graph,
    /// Where each object was first met.
    places: Vec<Place>,
    /// The graph holds every object it has met, so an address is never used again meanwhile.
    met: HashMap<JsObject, NodeId>,
    unread: Vec<NodeId>,
}

struct Place {
    parent: Option<(NodeId, Step)>,
    depth: usize,
}

impl Walk<'_> {
    /// Takes a value met at a place: inside an object, or as the root.
    pub(super) fn item(&mut self, value: &JsValue, at: Option<(NodeId, Step)>) -> Result<Item, EncodeError> {
        // One character, and the comma or bracket after it.
        self.charge(if at.is_some() { 2 } else { 1 })?;
        match value.variant() {
            JsVariant::Null | JsVariant::Boolean(_) | JsVariant::Integer32(_) | JsVariant::String(_) => {}
            JsVariant::Float64(number) => {
                if !number.is_finite() || (number == 0.0 && number.is_sign_negative()) {
                    self.graph.plain = false;
                }
            }
            JsVariant::Undefined => self.graph.plain = false,
            JsVariant::BigInt(number) => {
                self.graph.plain = false;
                if number.as_inner().bits() > MAX_BIGINT_BITS {
                    return Err(self.refuse(at, kind::BIG_BIGINT));
                }
            }
            JsVariant::Symbol(_) => return Err(self.refuse(at, kind::SYMBOL)),
            JsVariant::Object(object) => return self.object(object, at),
        }
        Ok(Item::Primitive(value.clone()))
    }

    fn object(&mut self, object: JsObject, at: Option<(NodeId, Step)>) -> Result<Item, EncodeError> {
        if let Some(id) = self.met.get(&object).copied() {
            self.graph.plain = false;
            if let Some(node) = self.graph.nodes.get_mut(id) {
                node.uses += 1;
            }
            return Ok(Item::Node(id));
        }
        let depth = at.as_ref().and_then(|(parent, _)| self.places.get(*parent)).map_or(1, |place| place.depth + 1);
        if depth > MAX_DEPTH {
            return Err(self.refuse(at, kind::TOO_DEEP));
        }
        let id = self.graph.nodes.len();
        self.met.insert(object.clone(), id);
        self.graph.nodes.push(Node { shape: Shape::Unread(object), uses: 1 });
        self.places.push(Place { parent: at, depth });
        self.unread.push(id);
        Ok(Item::Node(id))
    }

    /// The object that has this number.
    pub(super) fn unread(&self, id: NodeId) -> Option<JsObject> {
        let Some(Shape::Unread(object)) = self.graph.shape(id) else { return None };
        Some(object.clone())
    }

    /// The value has something JSON cannot say.
    pub(super) fn not_plain(&mut self) {
        self.graph.plain = false;
    }

    /// Counts text that will be written for certain.
    pub(super) fn charge(&mut self, bytes: usize) -> Result<(), EncodeError> {
        self.least = self.least.saturating_add(bytes);
        if self.least > self.limit {
            return Err(BorderError::TooLarge { limit: self.limit }.into());
        }
        Ok(())
    }

    /// The error for what is met at this place.
    pub(super) fn refuse(&self, at: Option<(NodeId, Step)>, kind: impl Into<String>) -> EncodeError {
        let mut steps = Vec::new();
        let mut at = at.as_ref();
        while let Some((parent, step)) = at {
            steps.push(step.clone());
            at = self.places.get(*parent).and_then(|place| place.parent.as_ref());
        }
        steps.reverse();
        BorderError::Unsupported { path: path(self.root, &steps), kind: kind.into() }.into()
    }

    /// The error for an object already met.
    pub(super) fn refuse_node(&self, id: NodeId, kind: impl Into<String>) -> EncodeError {
        let place = self.places.get(id).and_then(|place| place.parent.clone());
        self.refuse(place, kind)
    }
}
