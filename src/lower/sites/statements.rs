//! Owns the order of statements. The engine compiles the test of a `do` and the step of a `for` before the body, what a loop
//! iterates over before its variable, and all tests of a `switch` before its cases; functions are hoisted.

use super::order::{Reader, Subject};
use super::{Receiver, receiver};
use oxc_ast::ast::{
    BindingPattern, Declaration, Expression, ForStatement, ForStatementInit, ForStatementLeft, Statement,
    VariableDeclaration,
};
use oxc_span::Span;

impl<'a> Reader<'a> {
    pub(super) fn statements(&mut self, statements: &[Statement<'a>]) {
        for statement in statements {
            if let Statement::FunctionDeclaration(function) = statement
                && let Some(id) = &function.id
            {
                self.declare(id.name.as_str(), id.span.start);
                let held = if function.r#async && !function.generator { Receiver::Async } else { Receiver::Unknown };
                receiver::hold(self, id.name.as_str(), held);
            }
        }
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement<'a>) {
        match statement {
            Statement::ExpressionStatement(statement) => self.expression(&statement.expression),
            Statement::BlockStatement(block) => self.statements(&block.body),
            Statement::ReturnStatement(statement) => {
                if let Some(argument) = &statement.argument {
                    self.expression(argument);
                }
                self.op(2);
            }
            Statement::ThrowStatement(statement) => {
                let at = self.start(&statement.argument);
                self.mark(at, |reader| {
                    reader.expression(&statement.argument);
                    reader.op(1);
                });
            }
            Statement::IfStatement(branch) => {
                self.condition(&branch.test);
                self.statement(&branch.consequent);
                self.op(1);
                if let Some(alternate) = &branch.alternate {
                    self.statement(alternate);
                }
            }
            Statement::LabeledStatement(labelled) => self.statement(&labelled.body),
            Statement::WithStatement(with) => {
                self.expression(&with.object);
                self.statement(&with.body);
            }
            Statement::TryStatement(attempt) => {
                self.statements(&attempt.block.body);
                self.op(2);
                if let Some(handler) = &attempt.handler {
                    if let Some(param) = &handler.param {
                        self.op(1);
                        let subject = Subject::named("what was thrown", Receiver::Unknown);
                        self.pattern(&param.pattern, &subject);
                    }
                    self.statements(&handler.body.body);
                }
                if let Some(finalizer) = &attempt.finalizer {
                    self.op(4);
                    self.statements(&finalizer.body);
                    self.op(8);
                }
            }
            _ => self.loop_or_declaration(statement),
        }
    }

    fn loop_or_declaration(&mut self, statement: &Statement<'a>) {
        match statement {
            Statement::WhileStatement(cycle) => {
                self.op(0);
                self.condition(&cycle.test);
                self.statement(&cycle.body);
                self.op(1);
            }
            Statement::DoWhileStatement(cycle) => {
                self.op(1);
                self.condition(&cycle.test);
                self.statement(&cycle.body);
                self.op(1);
            }
            Statement::ForStatement(cycle) => self.for_loop(cycle),
            Statement::ForInStatement(cycle) => self.for_each(&cycle.left, &cycle.right, &cycle.body, None),
            Statement::ForOfStatement(cycle) => {
                // `for await` awaits what it is given.
                let subject = if cycle.r#await { Subject::of(&cycle.right) } else { self.subject(&cycle.right) };
                self.for_each(&cycle.left, &cycle.right, &cycle.body, Some(subject));
            }
            Statement::SwitchStatement(switch) => {
                self.expression(&switch.discriminant);
                for test in switch.cases.iter().filter_map(|case| case.test.as_ref()) {
                    self.expression(test);
                    self.op(5);
                }
                for case in &switch.cases {
                    self.statements(&case.consequent);
                }
            }
            _ => match statement.as_declaration() {
                Some(declaration) => self.declaration(declaration),
                None => self.op(1),
            },
        }
    }

    fn declaration(&mut self, declaration: &Declaration<'a>) {
        match declaration {
            Declaration::VariableDeclaration(declaration) => self.variables(declaration),
            Declaration::FunctionDeclaration(function) => {
                self.function_node(function, false);
            }
            Declaration::ClassDeclaration(class) => {
                if let Some(id) = &class.id {
                    self.declare(id.name.as_str(), id.span.start);
                }
                self.class(class);
            }
            _ => {}
        }
    }

    fn variables(&mut self, declaration: &VariableDeclaration<'a>) {
        for variable in &declaration.declarations {
            let subject = match &variable.init {
                Some(init) => {
                    self.expression(init);
                    self.subject(init)
                }
                None => {
                    self.op(1);
                    Subject::at(Span::empty(variable.span.end))
                }
            };
            if let BindingPattern::BindingIdentifier(id) = &variable.id {
                self.declare(id.name.as_str(), id.span.start);
                // A variable without a value is given one later.
                if variable.init.as_ref().is_some_and(|init| !init.is_null_or_undefined()) {
                    receiver::hold(self, id.name.as_str(), subject.receiver);
                }
            } else {
                self.pattern(&variable.id, &subject);
            }
        }
    }

    fn for_loop(&mut self, cycle: &ForStatement<'a>) {
        match &cycle.init {
            Some(ForStatementInit::VariableDeclaration(declaration)) => self.variables(declaration),
            Some(init) => {
                if let Some(expression) = init.as_expression() {
                    self.expression(expression);
                }
            }
            None => {}
        }
        self.op(2);
        if let Some(step) = &cycle.update {
            self.expression(step);
        }
        if let Some(test) = &cycle.test {
            self.condition(test);
        }
        self.statement(&cycle.body);
        self.op(1);
    }

    /// `of`: what a loop iterates over, where it does.
    fn for_each(
        &mut self,
        left: &ForStatementLeft<'a>,
        right: &Expression<'a>,
        body: &Statement<'a>,
        of: Option<Subject>,
    ) {
        self.expression(right);
        self.op(1);
        let iterates = of.is_some();
        if iterates {
            self.iterated(right);
        }
        self.op(5);
        let subject = of.unwrap_or_else(|| Subject::of(right)).with("[…]");
        match left {
            ForStatementLeft::VariableDeclaration(declaration) => {
                for variable in &declaration.declarations {
                    self.pattern(&variable.id, &subject);
                }
            }
            left => {
                if let Some(target) = left.as_assignment_target() {
                    self.assign_pattern(target, &subject);
                }
            }
        }
        self.statement(body);
        self.op(if iterates { 23 } else { 10 });
    }
}
