//! Owns the one walk over a tree: everything that looks at nodes looks at them here, so that the walk, which is large,
//! is in the module once. What must hold: `above` holds the nodes around, outermost first, without the node itself.

use oxc_ast::AstKind;
use oxc_ast::ast::Program;
use oxc_ast_visit::Visit;

/// Is shown every node.
pub(super) trait Watcher<'a> {
    /// Before what is in the node.
    fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]);

    /// After what is in the node.
    fn leave(&mut self, _node: AstKind<'a>) {}
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
