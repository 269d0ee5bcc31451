//! Owns the limit on how deep code may nest. The engine compiles a tree by recursion, and what ends then is the native
//! stack of the worker, which no code of ours can catch in time. What must hold: code within these limits compiles in
//! a browser's worker with a fifth of its stack to spare; code beyond is refused by its line, never run.
//! Deliberately absent: the depth of calls while code runs, which needs no native stack.

use super::draws;
use super::flatten::{Flatten, PIECE, is_alternate};
use super::gather;
use super::probes::Probes;
use super::spreads;
use super::syntax::Fault;
use super::walk::Watcher;
use super::workarounds;
use oxc_ast::AstKind;
use oxc_ast::ast::{AssignmentTarget, BindingPattern, FunctionType};
use oxc_span::{GetSpan, Span};

/// The share of the stack that a tree may take, in the unit of [`cost`].
const MOST: u32 = 10_000;

/// What an assignment in brackets costs, which some calls and keys are put into.
const PLACED: u32 = 105;

/// What one part of `a, b, c` costs.
const SEQUENCE: u32 = 13;

/// Adds up what the nodes around each node cost.
#[derive(Default)]
pub(super) struct Depth<'a> {
    cost: u32,
    nodes: Vec<Node>,
    /// What is put around nodes, where there are probes.
    pub(super) probes: Option<Probes<'a>>,
    /// What is made flat and so costs little.
    pub(super) flat: Flatten,
    /// Where the limit was passed first.
    pub(super) fault: Option<Fault>,
}

#[derive(Clone, Copy, Default)]
struct Node {
    cost: u32,
    /// How many nodes of the same long chain are directly around.
    run: usize,
}

impl<'a> Watcher<'a> for Depth<'a> {
    fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]) {
        self.flat.enter(&node, above);
        let probed = self.probes.as_mut().map_or(0, |probes| {
            probes.enter(node, above);
            probes.take_cost(node.span())
        });
        let around = self.nodes.last().copied().unwrap_or_default();
        let run = if self.is_link(&node, above.last()) { around.run + 1 } else { 0 };
        let cost = if run > 2 * PIECE { 0 } else { cost(&node, above.last()) } + probed;
        self.cost += cost;
        self.nodes.push(Node { cost, run });
        if self.cost > MOST && self.fault.is_none() {
            self.fault = Some(too_deep(node.span(), cost));
        }
    }

    fn leave(&mut self, node: AstKind<'a>) {
        if let Some(probes) = &mut self.probes {
            probes.leave(&node);
        }
        self.cost -= self.nodes.pop().unwrap_or_default().cost;
    }
}

impl Depth<'_> {
    /// A node that is made flat with the one around it.
    fn is_link(&self, node: &AstKind<'_>, parent: Option<&AstKind<'_>>) -> bool {
        let span = node.span();
        match (node, parent) {
            (AstKind::IfStatement(_), Some(AstKind::IfStatement(outer))) => is_alternate(outer, span),
            (
                AstKind::CallExpression(_)
                | AstKind::StaticMemberExpression(_)
                | AstKind::ComputedMemberExpression(_)
                | AstKind::PrivateFieldExpression(_),
                Some(parent),
            ) => parent.span().start == span.start && self.flat.is_flat(span.start),
            _ => false,
        }
    }
}

/// A refusal that names the place, and a limit in levels of what is there.
fn too_deep(span: Span, cost: u32) -> Fault {
    // A sequence counts once for each of its parts.
    let limit = (MOST / if cost > 200 { SEQUENCE } else { cost.max(1) }) as usize;
    let mut fault =
        Fault::new(span.start, format!("the code nests too deep here; the limit is {limit} levels of this kind"));
    fault.limit = Some(limit);
    fault.hint("Give inner parts names of their own: variables, functions, a loop, a table.")
}

/// What one node takes, measured in Chromium's worker with the engine's code optimised, which has the largest frames:
/// 12,500 divided by the number of levels at which the stack ended, so that [`MOST`] leaves a fifth.
fn cost(node: &AstKind<'_>, parent: Option<&AstKind<'_>>) -> u32 {
    let own = match node {
        AstKind::ObjectExpression(_) => 92,
        AstKind::ParenthesizedExpression(_) => 90,
        AstKind::ArrayExpression(_) | AstKind::ArrowFunctionExpression(_) | AstKind::TemplateLiteral(_) => 82,
        AstKind::Function(function) => match (function.r#type, parent) {
            (_, Some(AstKind::MethodDefinition(_) | AstKind::ObjectProperty(_)))
            | (FunctionType::FunctionDeclaration, _) => 37,
            _ => 82,
        },
        AstKind::PropertyDefinition(_) => 85,
        AstKind::IfStatement(_)
        | AstKind::BlockStatement(_)
        | AstKind::ForStatement(_)
        | AstKind::ForInStatement(_)
        | AstKind::ForOfStatement(_)
        | AstKind::WhileStatement(_)
        | AstKind::DoWhileStatement(_)
        | AstKind::TryStatement(_)
        | AstKind::LabeledStatement(_) => 35,
        AstKind::SwitchStatement(_) => 70,
        AstKind::SequenceExpression(sequence) => {
            u32::try_from(sequence.expressions.len()).map_or(MOST, |count| SEQUENCE * count)
        }
        AstKind::CallExpression(_) | AstKind::NewExpression(_) | AstKind::Class(_) | AstKind::ImportExpression(_) => 13,
        AstKind::AssignmentExpression(assignment)
            if matches!(assignment.left, AssignmentTarget::ArrayAssignmentTarget(_)) =>
        {
            15 + draws::COST
        }
        AstKind::VariableDeclarator(declarator) if matches!(declarator.id, BindingPattern::ArrayPattern(_)) => {
            draws::COST
        }
        AstKind::AssignmentExpression(assignment) => 15 + gather::cost(assignment),
        AstKind::MethodDefinition(method) if method.computed => PLACED,
        AstKind::StaticMemberExpression(_)
        | AstKind::ComputedMemberExpression(_)
        | AstKind::PrivateFieldExpression(_)
        | AstKind::ConditionalExpression(_)
        | AstKind::FormalParameter(_)
        | AstKind::YieldExpression(_) => 15,
        AstKind::BinaryExpression(binary) if workarounds::is_unsigned(binary) => 13 + workarounds::NEGATED,
        AstKind::BinaryExpression(_)
        | AstKind::LogicalExpression(_)
        | AstKind::UnaryExpression(_)
        | AstKind::AwaitExpression(_)
        | AstKind::PrivateInExpression(_) => 13,
        AstKind::TaggedTemplateExpression(_) => 13 + PLACED,
        AstKind::ChainExpression(chain) if workarounds::is_placed(chain) => PLACED,
        AstKind::SpreadElement(_)
            if matches!(parent, Some(AstKind::ArrayExpression(_) | AstKind::ObjectExpression(_))) =>
        {
            spreads::COST
        }
        AstKind::ObjectPattern(_) | AstKind::ArrayPattern(_) => 9,
        _ => 0,
    };
    own + parent.map_or(0, |parent| inside(parent, node.span()))
}

/// What a node takes more because of where it stands in the node around it.
fn inside(parent: &AstKind<'_>, span: Span) -> u32 {
    let outside = match parent {
        AstKind::CallExpression(call) => GetSpan::span(&call.callee),
        AstKind::NewExpression(new) => GetSpan::span(&new.callee),
        AstKind::ComputedMemberExpression(member) => GetSpan::span(&member.object),
        _ => return 0,
    };
    if outside == span { 0 } else { 57 }
}
