//! Owns which node of the syntax tree an operand stands in. Deliberately absent: which field of it; the table names that, and a reader sees it.

use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_ast_visit::Visit;
use oxc_parser::{ParseOptions, Parser};
use oxc_span::SourceType;

struct Parents {
    stack: Vec<String>,
    found: Vec<String>,
}

impl<'a> Visit<'a> for Parents {
    fn enter_node(&mut self, kind: AstKind<'a>) {
        let name = match kind {
            AstKind::IdentifierReference(name) => Some(name.name.as_str()),
            AstKind::BindingIdentifier(name) => Some(name.name.as_str()),
            AstKind::IdentifierName(name) => Some(name.name.as_str()),
            _ => None,
        };
        if matches!(name, Some("$" | "p" | "p2")) {
            self.found.extend(self.stack.iter().cloned());
        }
        self.stack.push(format!("{:?}", kind.ty()));
    }

    fn leave_node(&mut self, _: AstKind<'a>) {
        self.stack.pop();
    }
}

/// Whether an operand of the code stands, at whatever depth, in the node of this place: `IfStatement.test`.
pub(super) fn stands_in(code: &str, at: &str) -> bool {
    let allocator = Allocator::default();
    let text = format!("async () => {{ {code} }}");
    let options = ParseOptions { allow_return_outside_function: true, ..ParseOptions::default() };
    let parsed = Parser::new(&allocator, &text, SourceType::mjs()).with_options(options).parse();
    assert!(
        parsed.diagnostics.is_empty(),
        "{code} is not read: {:?}",
        parsed.diagnostics.first().map(|d| d.message.to_string())
    );
    let mut parents = Parents { stack: Vec::new(), found: Vec::new() };
    parents.visit_program(&parsed.program);
    let node = at.split('.').next().unwrap_or(at);
    parents.found.iter().any(|found| found == node)
}
