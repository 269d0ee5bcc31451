//! Owns `for … in` inside another loop over something. When its body throws, the engine leaves its iterator open, and the loop around goes on with that one,
//! without end. So what is thrown is carried out of the loop, which `break` closes: `{let $out;for (k in o){try{ … }catch($e){$out=[$e];break}}if($out)throw $out[0];}`.
//! What must hold: nothing else of the loop changes. Goes when Boa closes the iterator of `for … in` (0.22 `compile_for_in_loop`).

use crate::lower::edits::Edits;
use crate::lower::names;
use crate::lower::walk::Watcher;
use oxc_ast::AstKind;
use oxc_span::{GetSpan, Span};

#[derive(Default)]
pub(super) struct Keys {
    /// The loop with its labels, and its body.
    found: Vec<(Span, Span)>,
}

impl<'a> Watcher<'a> for Keys {
    fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]) {
        let AstKind::ForInStatement(each) = node else { return };
        let mut around = above.iter().rev();
        let inside = around.by_ref().find_map(|node| match node {
            AstKind::ForOfStatement(_) | AstKind::ForInStatement(_) => Some(true),
            AstKind::Function(_) | AstKind::ArrowFunctionExpression(_) | AstKind::StaticBlock(_) => Some(false),
            _ => None,
        });
        if inside == Some(true) {
            let labels = above.iter().rev().map_while(|node| match node {
                AstKind::LabeledStatement(labelled) => Some(labelled.span),
                _ => None,
            });
            self.found.push((labels.last().unwrap_or(each.span), each.body.span()));
        }
    }
}

impl Keys {
    /// Adds the edits; whether there are any.
    pub(super) fn lower(&self, text: &str, edits: &mut Edits) -> bool {
        if self.found.is_empty() {
            return false;
        }
        let (stem, thrown) = (names::unused("$kept", text), names::unused("$e", text));
        for (number, (whole, body)) in self.found.iter().enumerate() {
            let name = format!("{stem}_{number}");
            edits.wrap(*whole, format!("{{let {name};"), format!("if({name})throw {name}[0];}}"));
            edits.wrap(*body, "{try{", format!("}}catch({thrown}){{{name}=[{thrown}];break}}}}"));
        }
        true
    }
}
