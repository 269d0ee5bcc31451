//! Owns the names `using` and `async`, which the engine takes for the start of a declaration or of an arrow function wherever they stand alone.
//! They are renamed, and the `name` of a function called so is the new one. Deliberately absent: `async` that the program declares nowhere, which
//! `early.rs` refuses. Goes when Boa knows them as keywords only where they are (0.22).

use crate::lower::edits::Edits;
use crate::lower::names;
use crate::lower::walk::Watcher;
use oxc_ast::AstKind;
use oxc_span::{GetSpan, Span};

const NAMES: [&str; 2] = ["using", "async"];

#[derive(Default)]
pub(super) struct Reserved {
    /// Where one stands, and whether it stands for a property too.
    found: Vec<(&'static str, Span, bool)>,
    declares_async: bool,
}

impl<'a> Watcher<'a> for Reserved {
    fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]) {
        let (name, span) = match node {
            AstKind::BindingIdentifier(id) => (id.name.as_str(), id.span),
            AstKind::IdentifierReference(id) => (id.name.as_str(), id.span),
            AstKind::LabelIdentifier(id) => (id.name.as_str(), id.span),
            _ => return,
        };
        let Some(name) = NAMES.into_iter().find(|known| *known == name) else { return };
        self.declares_async |= name == "async" && !matches!(node, AstKind::IdentifierReference(_));
        let short = above.iter().rev().take(2).any(|around| match around {
            AstKind::ObjectProperty(property) => property.shorthand && property.key.span() == span,
            AstKind::BindingProperty(property) => property.shorthand && property.key.span() == span,
            AstKind::AssignmentTargetPropertyIdentifier(property) => property.binding.span == span,
            _ => false,
        });
        self.found.push((name, span, short));
    }
}

impl Reserved {
    /// Adds the edits; whether there are any.
    pub(super) fn lower(&mut self, text: &str, edits: &mut Edits) -> bool {
        self.found.retain(|(name, ..)| *name != "async" || self.declares_async);
        for (name, span, short) in &self.found {
            let key = if *short { format!("{name}:") } else { String::new() };
            edits.replace(*span, key + &names::unused(&format!("${name}"), text));
        }
        !self.found.is_empty()
    }
}
