//! Owns the early errors that only classes and methods have: constructors, private names, `super`, and `arguments` where
//! there are none. What must hold is what must hold in `early.rs`.

use super::syntax::Fault;
use super::walk::Watcher;
use oxc_ast::AstKind;
use oxc_ast::ast::{Class, ClassElement, MethodDefinitionKind, PropertyKey, PropertyKind};
use oxc_span::{GetSpan, Span};
use std::borrow::Cow;
use std::collections::HashMap;

/// Collects what is wrong, in the order of the program.
#[derive(Default)]
pub(super) struct Classes<'a> {
    /// The private names of the classes around, innermost last.
    private: Vec<HashMap<&'a str, Private>>,
    pub(super) faults: Vec<Fault>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Private {
    Getter,
    Setter,
    Whole,
}

impl<'a> Watcher<'a> for Classes<'a> {
    fn enter(&mut self, node: AstKind<'a>, above: &[AstKind<'a>]) {
        match node {
            AstKind::IdentifierReference(id) if id.name.as_str() == "arguments" => self.arguments_word(id.span, above),
            AstKind::PrivateIdentifier(id) => self.private_use(id.name.as_str(), id.span, above),
            AstKind::Super(word) => self.super_word(word.span, above),
            AstKind::Class(class) => {
                let exported = matches!(above.last(), Some(AstKind::ExportDefaultDeclaration(_)));
                if class.is_declaration() && class.id.is_none() && !exported {
                    self.fault(class.span, "a class without a name", "Write a name after `class`.");
                }
                self.class(class);
            }
            _ => {}
        }
    }

    fn leave(&mut self, node: AstKind<'a>) {
        if let AstKind::Class(_) = node {
            self.private.pop();
        }
    }
}

impl<'a> Classes<'a> {
    fn fault(&mut self, span: Span, message: impl Into<Cow<'static, str>>, hint: &'static str) {
        self.faults.push(Fault::new(span.start, message).hint(hint));
    }

    fn super_word(&mut self, span: Span, above: &[AstKind<'a>]) {
        let parent = above.last();
        let called = matches!(parent, Some(AstKind::CallExpression(call)) if call.callee.span() == span);
        let mut around = above.iter().rev().peekable();
        while let Some(node) = around.next() {
            match (node, around.peek()) {
                (AstKind::Function(_), Some(AstKind::MethodDefinition(method))) => {
                    if !called {
                        return;
                    }
                    let derived = above.iter().rev().find_map(|node| match node {
                        AstKind::Class(class) => Some(class.heritage.is_some()),
                        _ => None,
                    });
                    if method.kind == MethodDefinitionKind::Constructor && derived == Some(true) {
                        return;
                    }
                    break;
                }
                (AstKind::Function(_), Some(AstKind::ObjectProperty(property))) => {
                    if (property.method || property.kind != PropertyKind::Init) && !called {
                        return;
                    }
                    break;
                }
                (AstKind::PropertyDefinition(_) | AstKind::StaticBlock(_), _) if !called => return,
                (AstKind::Function(_) | AstKind::PropertyDefinition(_) | AstKind::StaticBlock(_), _) => break,
                _ => {}
            }
        }
        if called {
            self.fault(
                span,
                "`super()` outside of the constructor of a derived class",
                "Only `class A extends B` has one.",
            );
        } else {
            self.fault(span, "`super` outside of a method", "It means the parent of a method's object or class.");
        }
    }

    fn class(&mut self, class: &'a Class<'a>) {
        let mut names = HashMap::new();
        let mut constructors = 0;
        for element in &class.body.body {
            let (key, kind) = match element {
                ClassElement::MethodDefinition(method) => {
                    constructors += u32::from(method.kind == MethodDefinitionKind::Constructor);
                    if constructors > 1 {
                        self.fault(method.span, "a class has two constructors", "Make them one.");
                        constructors = 0;
                    }
                    let kind = match method.kind {
                        MethodDefinitionKind::Get => Private::Getter,
                        MethodDefinitionKind::Set => Private::Setter,
                        MethodDefinitionKind::Constructor | MethodDefinitionKind::Method => Private::Whole,
                    };
                    (&method.key, kind)
                }
                ClassElement::PropertyDefinition(property) => (&property.key, Private::Whole),
                ClassElement::AccessorProperty(accessor) => {
                    self.fault(accessor.span, "`accessor` is not available", "Write a getter and a setter.");
                    (&accessor.key, Private::Whole)
                }
                ClassElement::StaticBlock(_) | ClassElement::TSIndexSignature(_) => continue,
            };
            let PropertyKey::PrivateIdentifier(id) = key else { continue };
            let pair = |known| {
                matches!((known, kind), (Private::Getter, Private::Setter) | (Private::Setter, Private::Getter))
            };
            match names.insert(id.name.as_str(), kind) {
                Some(known) if pair(known) => {
                    names.insert(id.name.as_str(), Private::Whole);
                }
                Some(_) => {
                    self.fault(id.span, format!("`#{}` is declared twice in one class", id.name), "Use another name.")
                }
                None => {}
            }
        }
        self.private.push(names);
    }

    fn arguments_word(&mut self, span: Span, above: &[AstKind<'a>]) {
        for node in above.iter().rev() {
            match node {
                AstKind::Function(_) => return,
                AstKind::PropertyDefinition(property)
                    if property.value.as_ref().is_some_and(|value| value.span().contains_inclusive(span)) =>
                {
                    return self.fault(span, "`arguments` in a class field", "Use a method with rest parameters.");
                }
                AstKind::StaticBlock(_) => {
                    return self.fault(span, "`arguments` in a static block", "There are none; remove it.");
                }
                _ => {}
            }
        }
    }

    fn private_use(&mut self, name: &str, span: Span, above: &[AstKind<'a>]) {
        let used = matches!(above.last(), Some(AstKind::PrivateFieldExpression(_) | AstKind::PrivateInExpression(_)));
        if used && !self.private.iter().any(|names| names.contains_key(name)) {
            self.fault(
                span,
                format!("`#{name}` is not declared in a class around it"),
                "Declare it as a field of the class.",
            );
        }
    }
}
