//! Owns the name `using`, which the engine takes for the start of a declaration wherever it stands alone. It is renamed, and the `name` of a
//! function called so is the new one. Goes when Boa knows `using` as a keyword only where it is one (0.22).

use crate::lower::edits::Edits;
use crate::lower::names;
use crate::lower::walk::Watcher;
use oxc_ast::AstKind;
use oxc_span::{GetSpan, Span};

const NAME: &str = "using";

#[derive(Default)]
pub(super) struct Reserved {
    /// Where it stands, and whether it stands for a property too.
    found: Vec<(Span, bool)>,
}

impl<'a> Watcher<'a> for Reserved {
    fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]) {
        let span = match node {
            AstKind::BindingIdentifier(id) if id.name == NAME => id.span,
            AstKind::IdentifierReference(id) if id.name == NAME => id.span,
            AstKind::LabelIdentifier(id) if id.name == NAME => id.span,
            _ => return,
        };
        let short = above.iter().rev().take(2).any(|around| match around {
            AstKind::ObjectProperty(property) => property.shorthand && property.key.span() == span,
            AstKind::BindingProperty(property) => property.shorthand && property.key.span() == span,
            AstKind::AssignmentTargetPropertyIdentifier(property) => property.binding.span == span,
            _ => false,
        });
        self.found.push((span, short));
    }
}

impl Reserved {
    /// Adds the edits; whether there are any.
    pub(super) fn lower(&self, text: &str, edits: &mut Edits) -> bool {
        if self.found.is_empty() {
            return false;
        }
        let name = names::unused("$using", text);
        for (span, short) in &self.found {
            let key = if *short { "using:" } else { "" };
            edits.replace(*span, format!("{key}{name}"));
        }
        true
    }
}
