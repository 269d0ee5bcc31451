//! Owns the one walk over a tree: everything that looks at nodes looks at them here, so that the walk, which is large,
//! is in the module once. What must hold: `above` holds the nodes around, outermost first, without the node itself.

use oxc_ast::AstKind;
use oxc_ast::ast::{Directive, Program, Statement};
use oxc_ast_visit::Visit;

/// Is shown every node.
pub(super) trait Watcher<'a> {
    /// Before what is in the node.
    fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]);

    /// After what is in the node.
    fn leave(&mut self, _node: AstKind<'a>) {}
}

/// The directives and statements that stand one after another in a node, where it is a list of them.
pub(super) fn statements_of<'a>(node: &AstKind<'a>) -> Option<(&'a [Directive<'a>], &'a [Statement<'a>])> {
    Some(match node {
        AstKind::Program(program) => (&program.directives, &program.body),
        AstKind::FunctionBody(body) => (&body.directives, &body.statements),
        AstKind::BlockStatement(block) => (&[], &block.body),
        AstKind::StaticBlock(block) => (&[], &block.body),
        AstKind::SwitchCase(case) => (&[], &case.consequent),
        _ => return None,
    })
}

/// Shows every node of a program to each watcher. Recurses as deep as the tree, which `nesting.rs` has limited.
pub(super) fn walk<'a>(program: &Program<'a>, watchers: &mut [&mut dyn Watcher<'a>]) {
    Walk { watchers, above: Vec::new() }.visit_program(program);
}

struct Walk<'a, 'w, 's> {
    watchers: &'s mut [&'w mut dyn Watcher<'a>],
    above: Vec<AstKind<'a>>,
}

impl<'a> Walk<'a, '_, '_> {
    /// Apart from the walk, whose functions recurse and should have small frames.
    #[inline(never)]
    fn enter(&mut self, node: AstKind<'a>) {
        for watcher in self.watchers.iter_mut() {
            watcher.enter(node, &self.above);
        }
        self.above.push(node);
    }

    #[inline(never)]
    fn leave(&mut self, node: AstKind<'a>) {
        self.above.pop();
        for watcher in self.watchers.iter_mut() {
            watcher.leave(node);
        }
    }
}

impl<'a> Visit<'a> for Walk<'a, '_, '_> {
    fn enter_node(&mut self, node: AstKind<'a>) {
        self.enter(node);
    }

    fn leave_node(&mut self, node: AstKind<'a>) {
        self.leave(node);
    }
}
