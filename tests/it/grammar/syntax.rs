//! Owns whether a piece of code has a node of a kind in its syntax tree, as the parser names it. Deliberately absent: where in it the
//! operand stands; a value comes to its place as the code runs, and a reader sees it.

use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_ast_visit::Visit;
use oxc_parser::{ParseOptions, Parser};
use oxc_span::SourceType;

struct Kinds(Vec<String>);

impl<'a> Visit<'a> for Kinds {
    fn enter_node(&mut self, kind: AstKind<'a>) {
        self.0.push(format!("{:?}", kind.ty()));
    }
}

/// Whether the code has the node of this place: `IfStatement.test`.
pub(super) fn has_node(code: &str, at: &str) -> bool {
    let allocator = Allocator::default();
    let text = format!("async () => {{ {code} }}");
    let options = ParseOptions { allow_return_outside_function: true, ..ParseOptions::default() };
    let parsed = Parser::new(&allocator, &text, SourceType::mjs()).with_options(options).parse();
    let told = parsed.diagnostics.first().map(|diagnostic| diagnostic.message.to_string());
    assert!(told.is_none(), "{code} is not read: {told:?}");
    let mut kinds = Kinds(Vec::new());
    kinds.visit_program(&parsed.program);
    let node = match at.split('.').next().unwrap_or(at) {
        // No node of its own in the walk.
        "ClassHeritage" => "Class",
        node => node,
    };
    kinds.0.iter().any(|kind| kind == node)
}
