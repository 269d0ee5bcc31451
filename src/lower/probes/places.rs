//! Every kind of node of the syntax tree, and what becomes of a pending value at the places in it that take an expression. A kind that
//! the parser gets one day does not compile here before somebody has said what becomes of it.

use crate::limits::Limits;
use crate::lower::parse;
use crate::lower::walk::{Watcher, walk};
use crate::lower::{Helper, Lowered, lower_probed};
use oxc_allocator::Allocator;
use oxc_ast::{AstKind, AstType};
use oxc_span::SourceType;

/// A program in which a pending value, `u`, stands at one place.
enum Place {
    /// The engine does something with it that a proxy sees.
    Natural(&'static str),
    /// It is looked at.
    Probed(&'static str),
    /// It goes on as it is.
    Passes(&'static str),
    /// The program is not accepted.
    Refused(&'static str),
}

use Place::{Natural, Passes, Probed, Refused};

macro_rules! places {
    ($($kind:ident [$($place:expr),*])*) => {
        const PLACES: &[(AstType, &[Place])] = &[$((AstType::$kind, &[$($place),*])),*];

        /// Compiles only while every kind is there.
        fn is_listed(kind: AstType) -> bool {
            match kind {
                $(AstType::$kind => true,)*
            }
        }
    };
}

places! {
    ArrayExpression [Passes("x = [u]")]
    ArrayAssignmentTarget [Natural("[x] = u")]
    ArrayPattern [Natural("const [a] = u")]
    ArrowFunctionExpression [Passes("x = () => u")]
    AssignmentExpression [Passes("x = u"), Natural("x += u"), Natural("u.a = 1"), Probed("u ??= 1"), Probed("f().a &&= 1")]
    AssignmentPattern [Probed("const { a = 1 } = u"), Probed("const [a = 1] = [u]")]
    AssignmentTargetPropertyIdentifier [Natural("({ x } = u)"), Probed("({ x = 1 } = f())")]
    AssignmentTargetPropertyProperty [Natural("({ [u]: x } = 1)"), Natural("({ a: x } = u)"), Probed("({ a: f().x } = u)")]
    AssignmentTargetRest [Natural("[...x] = u"), Natural("({ ...x } = u)")]
    AssignmentTargetWithDefault [Probed("[x = 1] = f()"), Probed("[u.a = 1] = f()")]
    AwaitExpression [Passes("await u")]
    BinaryExpression [
        Natural("u + 1"), Natural("1 < u"), Natural("u in 1"), Natural("1 in u"), Natural("u instanceof x"), Natural("1 instanceof u"),
        Probed("u === 1"), Probed("1 == u"), Probed("u !== u"), Probed("u != f()")
    ]
    BindingProperty [Natural("const { [u]: a } = 1"), Natural("const { a } = u"), Probed("const { [f()]: a } = u")]
    BindingRestElement [Natural("const [...a] = u"), Natural("const { ...a } = u")]
    CallExpression [Natural("u(1)"), Passes("f(u)"), Natural("u?.(1)"), Probed("u?.(f())"), Probed("f().a?.(f())")]
    ChainExpression [Natural("u?.a"), Natural("u?.a.b"), Natural("delete u?.a")]
    Class [Natural("class A extends u {}")]
    ComputedMemberExpression [Natural("u[1]"), Natural("x[u]"), Natural("u?.[1]"), Probed("u?.[f()]")]
    ConditionalExpression [Probed("u ? 1 : 2"), Passes("x = 1 ? u : u")]
    DoWhileStatement [Probed("do f(); while (u)")]
    ExpressionStatement [Passes("u")]
    ForInStatement [Natural("for (const a in u) f()"), Probed("for (const { a = 1 } in x) f()")]
    ForOfStatement [Natural("for (const a of u) f()"), Natural("for await (const a of u) f()"), Probed("for ({ x = 1 } of f()) f()")]
    ForStatement [Probed("for (; u;) f()"), Passes("for (u; 1; u) f()")]
    FormalParameter [Probed("function g(a = 1) {}"), Natural("(([a]) => 1)(u)"), Natural("(({ a }) => 1)(u)")]
    Function [Passes("function g() { return u }"), Probed("function valueOf() { return u }")]
    IfStatement [Probed("if (u) f()")]
    ImportExpression [Natural("import(u)")]
    LogicalExpression [Probed("u && 1"), Probed("u || 1"), Probed("u ?? 1"), Passes("x = 1 && u")]
    MethodDefinition [Natural("class A { [u]() {} }"), Probed("class A { toString() { return u } }")]
    NewExpression [Natural("new u()"), Passes("new Map(u)"), Probed("x = new u()"), Passes("x = new Map(u)")]
    ObjectAssignmentTarget [Natural("({ x } = u)"), Probed("({} = u)")]
    ObjectExpression [Probed("x = { done: u }"), Passes("x = { a: u }")]
    ObjectPattern [Natural("const { a } = u"), Probed("const {} = u"), Passes("try {} catch ({}) {}")]
    ObjectProperty [
        Passes("x = { a: u }"), Natural("x = { [u]: 1 }"), Probed("x = { __proto__: u }"), Probed("x = { [Symbol.species]: u }"),
        Probed("x = { toJSON: () => u }")
    ]
    ParenthesizedExpression [Passes("(u)"), Probed("!(u)")]
    PrivateFieldExpression [Probed("class A { #a; b() { return u.#a } }"), Natural("class A { #a; b() { return this.#a } }")]
    PrivateInExpression [Probed("class A { #a; b() { return #a in u } }")]
    PropertyDefinition [Passes("class A { a = u }"), Natural("class A { [u] = 1 }"), Probed("class A { static [Symbol.species] = u }")]
    ReturnStatement [Passes("return u"), Probed("x = { valueOf() { return u } }")]
    SequenceExpression [Passes("(u, u)"), Probed("(f(), u) ? 1 : 2")]
    SpreadElement [Natural("x = [...u]"), Natural("f(...u)"), Natural("x = { ...u }")]
    StaticMemberExpression [Natural("u.a"), Natural("u?.a"), Natural("u.then")]
    SwitchCase [Probed("switch (1) { case u: }")]
    SwitchStatement [Probed("switch (u) { case 1: }"), Passes("switch (u) { default: }")]
    TaggedTemplateExpression [Natural("u`a`"), Passes("f`${u}`")]
    TemplateLiteral [Natural("`${u}`")]
    ThrowStatement [Passes("throw u")]
    UnaryExpression [
        Natural("-u"), Natural("+u"), Natural("~u"), Natural("delete u.a"), Passes("void u"), Probed("!u"), Probed("typeof u"),
        Probed("typeof u.a")
    ]
    UpdateExpression [Natural("u++"), Natural("--u.a")]
    VariableDeclarator [Passes("const a = u")]
    WhileStatement [Probed("while (u) f()")]
    YieldExpression [Passes("function* g() { yield u }"), Natural("function* g() { yield* u }")]

    // Not available, or no JavaScript.
    AccessorProperty [Refused("class A { accessor a = u }")]
    Decorator [Refused("@u class A {}")]
    ImportDeclaration [Refused("import a from 'u'")]
    ImportMeta [Refused("import.meta")]
    V8IntrinsicExpression [Refused("%u()")]
    WithStatement [Refused("with (u) f()")]
    ExportAllDeclaration [] ExportDeclaration [] ExportDefaultDeclaration [] ExportFromDeclaration [] ExportNamedDeclaration []
    ExportSpecifier [] ImportAttribute [] ImportDefaultSpecifier [] ImportNamespaceSpecifier [] ImportSpecifier [] WithClause []

    // Take no expression of their own.
    BigIntLiteral [] BindingIdentifier [] BlockStatement [] BooleanLiteral [] BreakStatement [] CatchClause [] CatchParameter []
    ClassBody [] ContinueStatement [] DebuggerStatement [] Directive [] Elision [] EmptyStatement [] FormalParameterRest []
    FormalParameters [] FunctionBody [] Hashbang [] IdentifierName [] IdentifierReference [] LabelIdentifier [] LabeledStatement []
    NewTarget [] NullLiteral [] NumericLiteral [] PrivateIdentifier [] Program [] RegExpLiteral [] StaticBlock [] StringLiteral []
    Super [] TemplateElement [] ThisExpression [] TryStatement [] VariableDeclaration []

    // TypeScript and JSX, which are gone before.
    JSDocNonNullableType [] JSDocNullableType [] JSDocUnknownType [] JSXAttribute [] JSXClosingElement [] JSXClosingFragment []
    JSXElement [] JSXEmptyExpression [] JSXExpressionContainer [] JSXFragment [] JSXIdentifier [] JSXMemberExpression []
    JSXNamespacedName [] JSXOpeningElement [] JSXOpeningFragment [] JSXSpreadAttribute [] JSXSpreadChild [] JSXText []
    TSAnyKeyword [] TSArrayType [] TSAsExpression [] TSBigIntKeyword [] TSBooleanKeyword [] TSCallSignatureDeclaration []
    TSClassImplements [] TSConditionalType [] TSConstructSignatureDeclaration [] TSConstructorType [] TSEnumBody []
    TSEnumDeclaration [] TSEnumMember [] TSExportAssignment [] TSExternalModuleDeclaration [] TSExternalModuleReference []
    TSFunctionType [] TSGlobalDeclaration [] TSImportEqualsDeclaration [] TSImportType [] TSImportTypeQualifiedName []
    TSIndexSignature [] TSIndexSignatureName [] TSIndexedAccessType [] TSInferType [] TSInstantiationExpression []
    TSInterfaceBody [] TSInterfaceDeclaration [] TSInterfaceHeritage [] TSIntersectionType [] TSIntrinsicKeyword []
    TSLiteralType [] TSMappedType [] TSMethodSignature [] TSModuleBlock [] TSNamedTupleMember [] TSNamespaceDeclaration []
    TSNamespaceExportDeclaration [] TSNeverKeyword [] TSNonNullExpression [] TSNullKeyword [] TSNumberKeyword []
    TSObjectKeyword [] TSOptionalType [] TSParenthesizedType [] TSPropertySignature [] TSQualifiedName [] TSRestType []
    TSSatisfiesExpression [] TSStringKeyword [] TSSymbolKeyword [] TSTemplateLiteralType [] TSThisParameter [] TSThisType []
    TSTupleType [] TSTypeAliasDeclaration [] TSTypeAnnotation [] TSTypeAssertion [] TSTypeLiteral [] TSTypeOperator []
    TSTypeParameter [] TSTypeParameterDeclaration [] TSTypeParameterInstantiation [] TSTypePredicate [] TSTypeQuery []
    TSTypeReference [] TSUndefinedKeyword [] TSUnionType [] TSUnknownKeyword [] TSVoidKeyword []
}

/// Whether a node of this kind is in a program.
struct Has(AstType, bool);

impl<'a> Watcher<'a> for Has {
    fn enter(&mut self, node: AstKind<'a>, _above: &[AstKind<'a>]) {
        self.1 |= node.ty() == self.0;
    }
}

fn has(kind: AstType, code: &str) -> bool {
    let allocator = Allocator::default();
    let mut has = Has(kind, false);
    walk(&parse(&allocator, code, SourceType::mjs()).program, &mut [&mut has]);
    has.1
}

/// Whether there is a probe in it.
fn looks(lowered: &Lowered) -> bool {
    lowered.helpers.iter().any(|helper| match helper {
        Helper::Look | Helper::After | Helper::Key | Helper::Same | Helper::Equal | Helper::Slot | Helper::Method => {
            true
        }
        Helper::Told
        | Helper::All
        | Helper::Spread
        | Helper::Draw
        | Helper::Add
        | Helper::Field
        | Helper::Room
        | Helper::Open
        | Helper::Raise
        | Helper::Wait => false,
    })
}

#[test]
fn every_place_of_the_grammar_is_what_it_is_said_to_be() {
    let mut wrong = Vec::new();
    for (kind, places) in PLACES {
        assert!(is_listed(*kind));
        for place in *places {
            let (Natural(code) | Probed(code) | Passes(code) | Refused(code)) = place;
            let made = lower_probed(&format!("let u = f(), x;\n{code}"), &Limits::default());
            let right = match (place, &made) {
                (Refused(_), Err(_)) => true,
                (Natural(_) | Passes(_), Ok(lowered)) => !looks(lowered) && has(*kind, code),
                (Probed(_), Ok(lowered)) => looks(lowered) && has(*kind, code),
                (Refused(_), Ok(_)) | (Natural(_) | Passes(_) | Probed(_), Err(_)) => false,
            };
            if !right {
                wrong
                    .push(format!("{kind:?}: {code}\n{}", made.map_or_else(|error| error.message, |made| made.source)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
