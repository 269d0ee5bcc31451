//! Owns a piece of code for every operator of the language; the lists are complete, or this does not compile.

use oxc_ast::ast::{AssignmentOperator, BinaryOperator, LogicalOperator, UnaryOperator, UpdateOperator};

/// A list of every variant: a new one has no place in the `match`.
macro_rules! every {
    ($of:ident: $($name:ident)*) => {{
        let complete = |one: $of| match one { $($of::$name => ()),* };
        let list = [$($of::$name),*];
        list.into_iter().for_each(complete);
        list
    }};
}

type Row = (&'static str, bool, String);

fn binary() -> Vec<Row> {
    let all = every!(BinaryOperator: Equality Inequality StrictEquality StrictInequality LessThan LessEqualThan GreaterThan
        GreaterEqualThan Addition Subtraction Multiplication Division Remainder Exponential ShiftLeft ShiftRight
        ShiftRightZeroFill BitwiseOR BitwiseXOR BitwiseAnd In Instanceof);
    let mut rows = Vec::new();
    for operator in all {
        let (left, right): (&[&str], &[&str]) = match operator {
            BinaryOperator::In => (&["{ a: 1 }", "[1]"], &["'a'", "0"]),
            BinaryOperator::Instanceof => (&["Object", "Date", "class A {}"], &["({})"]),
            _ => (&["1", "'a'", "null", "$"], &["1", "'a'", "undefined"]),
        };
        let sign = operator.as_str();
        rows.extend(left.iter().map(|other| ("BinaryExpression.left", false, format!("$ {sign} {other}"))));
        rows.extend(right.iter().map(|other| ("BinaryExpression.right", false, format!("{other} {sign} $"))));
        let last = if matches!(operator, BinaryOperator::In | BinaryOperator::Instanceof) { "Object" } else { "1" };
        rows.push(("BinaryExpression.left", false, format!("(tell('left'), $) {sign} (tell('right'), {last})")));
        rows.push(("BinaryExpression.right", false, format!("(tell('left'), 1) {sign} (tell('right'), $)")));
    }
    rows
}

fn unary() -> Vec<Row> {
    let all = every!(UnaryOperator: UnaryPlus UnaryNegation LogicalNot BitwiseNot Typeof Void Delete);
    let mut rows = Vec::new();
    for operator in all {
        let sign = operator.as_str();
        match operator {
            UnaryOperator::Delete => {
                rows.push((false, "delete $.x".to_owned()));
                rows.push((false, "delete $?.x".to_owned()));
                rows.push((false, "delete $['x']".to_owned()));
                rows.push((false, "delete [$][0]".to_owned()));
            }
            UnaryOperator::Void => rows.push((true, "void $".to_owned())),
            UnaryOperator::Typeof => {
                rows.push((false, "typeof $".to_owned()));
                rows.push((false, "typeof ($)".to_owned()));
                rows.push((false, "typeof $ === 'object'".to_owned()));
                rows.push((false, "typeof (() => $)()".to_owned()));
                rows.push((false, "[typeof nothing, typeof $]".to_owned()));
            }
            UnaryOperator::UnaryPlus | UnaryOperator::UnaryNegation | UnaryOperator::BitwiseNot => {
                rows.push((false, format!("{sign}$")));
                rows.push((false, format!("{sign}(1, $)")));
            }
            UnaryOperator::LogicalNot => {
                rows.push((false, "!$".to_owned()));
                rows.push((false, "!!$".to_owned()));
                rows.push((false, "!(1 && $)".to_owned()));
            }
        }
    }
    rows.into_iter().map(|(free, code)| ("UnaryExpression.argument", free, code)).collect()
}

fn logical() -> Vec<Row> {
    let mut rows = Vec::new();
    for operator in every!(LogicalOperator: Or And Coalesce) {
        let sign = operator.as_str();
        rows.push(("LogicalExpression.left", false, format!("$ {sign} 1")));
        rows.push(("LogicalExpression.left", false, format!("$ {sign} tell('right')")));
        rows.push(("LogicalExpression.left", false, format!("(0, $) {sign} 1")));
        rows.push(("LogicalExpression.left", false, format!("($ {sign} 1) {sign} tell('right')")));
        rows.push(("LogicalExpression.left", false, format!("await $ {sign} tell('right')")));
        rows.push(("LogicalExpression.right", false, format!("(null {sign} $) {sign} tell('right')")));
        rows.push(("LogicalExpression.right", false, format!("(1 {sign} $) ? tell('yes') : tell('no')")));
    }
    rows
}

fn update() -> Vec<Row> {
    let mut rows = Vec::new();
    for operator in every!(UpdateOperator: Increment Decrement) {
        let sign = operator.as_str();
        for code in [
            format!("tell(p{sign}, p);"),
            format!("tell({sign}p, p);"),
            format!("const o = {{ a: $ }}; tell(o.a{sign}, o.a);"),
            format!("const o = {{ a: $ }}; tell({sign}o['a'], o.a);"),
            format!("const o = {{ get a() {{ tell('get'); return $; }}, set a(v) {{ tell('set'); }} }}; o.a{sign};"),
            format!("class A {{ #a = $; run() {{ this.#a{sign}; return this.#a; }} }} tell(new A().run());"),
        ] {
            rows.push(("UpdateExpression.argument", false, code));
        }
    }
    rows
}

fn assignment() -> Vec<Row> {
    let all = every!(AssignmentOperator: Assign Addition Subtraction Multiplication Division Remainder Exponential ShiftLeft
        ShiftRight ShiftRightZeroFill BitwiseOR BitwiseXOR BitwiseAnd LogicalOr LogicalAnd LogicalNullish);
    let mut rows = Vec::new();
    for operator in all {
        let sign = operator.as_str();
        let plain = operator == AssignmentOperator::Assign;
        for code in [
            format!("p {sign} 1; tell('after');"),
            format!("tell(p {sign} tell('right'));"),
            format!("const o = {{ a: $ }}; o.a {sign} tell('right'); tell('after');"),
            format!("const o = {{ a: $ }}; o[(tell('key'), 'a')] {sign} (tell('right'), 1); tell('after');"),
            format!(
                "const o = {{ get a() {{ tell('get'); return $; }}, set a(v) {{ tell('set'); }} }}; o.a {sign} (tell('right'), 1);"
            ),
            format!("class A {{ #a = $; run() {{ this.#a {sign} tell('right'); }} }} new A().run(); tell('after');"),
        ] {
            rows.push(("AssignmentExpression.left", plain, code));
        }
        let kept = matches!(
            operator,
            AssignmentOperator::Assign | AssignmentOperator::LogicalOr | AssignmentOperator::LogicalNullish
        );
        rows.push(("AssignmentExpression.right", kept, format!("let a; a {sign} $; tell(a);")));
        rows.push(("AssignmentExpression.right", kept, format!("const o = {{ a: null }}; o['a'] {sign} $; tell(o);")));
        rows.push(("AssignmentExpression.right", plain, format!("let a = 1; a {sign} $; tell(a);")));
        rows.push(("AssignmentExpression.right", false, format!("let a = 0; a {sign} $; tell(a ? 'yes' : 'no');")));
        rows.push(("AssignmentExpression.right", false, format!("let a = 1; tell((a {sign} $) === 1);")));
        rows.push((
            "ComputedMemberExpression.expression",
            false,
            format!("const o = {{ a: 1 }}; o[$] {sign} tell('right'); tell('after');"),
        ));
    }
    rows
}

pub(super) fn all() -> impl Iterator<Item = Row> {
    [binary(), unary(), logical(), update(), assignment()].into_iter().flatten()
}
