//! What lowering refuses: each row is a program, and what whoever wrote it is told.

#![expect(clippy::panic, reason = "a test that fails should panic")]

use countersign::error::{ErrorName, RunError};
use countersign::limits::Limits;
use countersign::lower::lower;
use countersign::position::Position;

fn refused(code: &str) -> RunError {
    match lower(code, &Limits::default()) {
        Ok(lowered) => panic!("accepted: {code}\n{}", lowered.source),
        Err(error) => error,
    }
}

fn check(rows: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (code, expected) in rows {
        let error = refused(code);
        if error.name != ErrorName::SyntaxError || error.message != *expected {
            wrong.push(format!("{code}\n  says     {}\n  expected {expected}\n", error.message));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_fault_has_its_place_and_its_line() {
    let error = refused("let a = 1\nlet b = ;");
    assert_eq!(error.position, Some(Position { line: 2, column: 9 }));
    assert_eq!(error.source_line.as_deref(), Some("let b = ;"));
    assert_eq!(error.message, "Line 2, column 9: unexpected `;`. An expression is missing after `=`.");

    let fenced = refused("```ts\r\nlet é = '😀', b: string = ;\r\n```");
    assert_eq!(fenced.position, Some(Position { line: 2, column: 27 }));
    assert_eq!(fenced.source_line.as_deref(), Some("let é = '😀', b: string = ;"));

    let typed = refused("interface A { a: 1 }\nlet a: A; let b = a as any\nlet a = 2");
    assert_eq!(typed.position, Some(Position { line: 3, column: 5 }));
    assert_eq!(typed.source_line.as_deref(), Some("let a = 2"));
}

#[test]
fn of_a_long_line_only_what_is_near_is_quoted() {
    let error = refused(&format!("const a = '{}', b = ;, c = '{}'", "é".repeat(500), "x".repeat(500)));
    let line = error.source_line.unwrap_or_default();
    assert!(line.starts_with('…') && line.ends_with('…') && line.contains("', b = ;, c"), "{line}");
    assert_eq!(line.chars().count(), 242);
}

#[test]
fn code_that_is_too_long_is_not_read() {
    let limits = Limits { code_bytes: 10, ..Limits::default() };
    assert!(lower("return 'a'", &limits).is_ok());
    let Err(error) = lower("return 'é'", &limits) else { panic!("accepted") };
    assert_eq!((error.name, error.limit), (ErrorName::CodeLimit, Some(10)));
    assert!(error.message.contains("11 bytes") && error.message.contains("codeBytes"), "{}", error.message);
}

#[test]
fn what_cannot_be_parsed() {
    check(&[
        (
            "const x = {\n  a: 1,\n  b: [1, 2\n}",
            "Line 4, column 1: expected `,` or `]`, but found `}`. `[` was opened on line 3.",
        ),
        ("foo(1, 2\nbar()", "Line 2, column 1: expected `,` or `)`, but found `bar`. `(` was opened on line 1."),
        ("if (x) {\n  foo()", "Line 2, column 8: the code ends too early. The `{` opened on line 1 is never closed."),
        ("return (1 + 2", "Line 1, column 14: the code ends too early. The `(` opened on line 1 is never closed."),
        ("a +", "Line 1, column 4: the code ends too early. An expression is missing after `+`."),
        (
            "for (const x of y) {\n  f(x)\n}}",
            "Line 3, column 2: unexpected `}`. There is one closing bracket too many.",
        ),
        ("foo())", "Line 1, column 6: unexpected `)` after `)`. There is one closing bracket too many."),
        (
            "let s = 'abc",
            "Line 1, column 9: a string is not closed on its line. Close it with the same quote, or use a template literal with backticks for text of several lines.",
        ),
        (
            "const a = 'it's'",
            "Line 1, column 15: unexpected `s` after `'`. A quote inside a string ends it: write `\\` before it, or use other quotes around the string.",
        ),
        (
            "`abc",
            "Line 1, column 1: a template literal is not closed. Close it with a backtick, and each `${` in it with `}`.",
        ),
        ("const s = “abc”", "Line 1, column 11: a typographic quote. Use straight quotes: \" or '."),
        (
            "Here is the code:\n```js\nreturn 1\n```",
            "Line 1, column 6: unexpected `is` after `Here`. Send the code alone or in one Markdown fence, without other text before or after it.",
        ),
        (
            "I will do it.",
            "Line 1, column 3: unexpected `will` after `I`. An operator, a comma or a semicolon is missing between them; if this is prose, make it a comment.",
        ),
        (
            "{ a: 1, b: 2 }",
            "Line 1, column 10: unexpected `:` after `b`. To give an object as the result, write `return { … }` or put the object in parentheses.",
        ),
        (
            "items.forEach(item => {\n  await f(item)\n})",
            "Line 2, column 3: `await` inside a function that is not `async`. Write `async` before the function around it.",
        ),
        ("const a = <div>hi</div>", "Line 1, column 11: JSX is not available. Build plain data instead."),
        (
            "return /(/",
            "Line 1, column 9: invalid regular expression: Unterminated capturing group. Add the missing closing delimiter.",
        ),
        (
            "let a: 1\nreturn /[b-a]/",
            "Line 2, column 11: invalid regular expression: Character class atom range out of order. In a character range `[a-z]`, the first character must have a smaller code point than the second.",
        ),
        (
            "return /a/gg",
            "Line 1, column 12: flag g is mentioned twice in regular expression literal. Remove the duplicated flag here.",
        ),
        ("a ?? b || c", "Line 1, column 1: `??` mixed with `||` or `&&`. Put one of the two in parentheses."),
        ("const x;", "Line 1, column 7: a `const` without a value. Give it a value, or declare it with `let`."),
        (
            "f() = 1",
            "Line 1, column 1: this cannot be assigned to. Only a variable, a property or a pattern can be assigned to; to compare, write `===`.",
        ),
        ("const x: = 1", "Line 1, column 10: unexpected `=`. An expression is missing after `:`."),
        (
            "else { }",
            "Line 1, column 1: unexpected `else`. What it belongs to has ended before it: look for a bracket or a semicolon too many.",
        ),
        (
            "interface A { x: number\nlet b = 1",
            "Line 2, column 7: unexpected `=`. It stands in brackets that are open: the last bracket opened is the `{` of line 1.",
        ),
    ]);
}

/// What is written so in other languages, or was forgotten or made beautiful on its way.
#[test]
fn usual_slips_are_told_with_what_to_write() {
    check(&[
        (
            "const a = 1 const b = 2",
            "Line 1, column 13: unexpected `const` after `1`. A `;` or a line break is missing before `const`, which begins a statement.",
        ),
        (
            "const a = f() return a",
            "Line 1, column 15: unexpected `return` after `)`. A `;` or a line break is missing before `return`, which begins a statement.",
        ),
        (
            "function( {",
            "Line 1, column 9: a function without a name. Write a name after `function`, or give it to one: `const f = function () { … }`.",
        ),
        (
            "return /[a-/",
            "Line 1, column 8: a regular expression is not closed. Close it with `/`, and each `[` in it with `]`; a division has a value before it.",
        ),
        (
            "const s = `a ${b} c\nfoo()",
            "Line 1, column 11: a template literal is not closed. Close it with a backtick, and each `${` in it with `}`.",
        ),
        (
            "const a = 1\nconst s = `abc ${a\nreturn s",
            "Line 3, column 1: expected `}`, but found `return`. `{` was opened on line 2.",
        ),
        ("var class", "Line 1, column 5: `class` is a reserved word. Use another name."),
        ("const enum = 1", "Line 1, column 7: `enum` is a reserved word. Use another name."),
        ("function delete(x) {}", "Line 1, column 10: `delete` is a reserved word. Use another name."),
        (
            "const { default } = x",
            "Line 1, column 17: expected `:`, but found `}`. `default` is a reserved word: give it another name, `default: name`.",
        ),
        (
            "const x = 1, const y = 2",
            "Line 1, column 14: `const` is a reserved word. A comma continues the declaration: leave the word out, or end the declaration before it with `;`.",
        ),
        (
            "if x { foo() }",
            "Line 1, column 4: expected `(`, but found `x`. What follows `if` stands in parentheses: `if (…)`.",
        ),
        (
            "for x of y { }",
            "Line 1, column 5: expected `(`, but found `x`. What follows `for` stands in parentheses: `for (…)`.",
        ),
        (
            "if (x) then foo()",
            "Line 1, column 13: unexpected `foo` after `then`. There is no `then`: what is to be done follows the parentheses.",
        ),
        ("if (a and b) { }", "Line 1, column 7: expected `)`, but found `and`. It is written `&&`."),
        ("elif (x) {}", "Line 1, column 10: unexpected `{` after `)`. It is written `else if (…)`."),
        (
            "def f(x):\n  return x",
            "Line 1, column 5: unexpected `f` after `def`. A function is written `function name(…) { … }` or `async function name(…) { … }`.",
        ),
        ("print \"x\"", "Line 1, column 7: unexpected `\"` after `print`. It is written `console.log(…)`."),
        (
            "for (i = 0, i < 5, i++) { }",
            "Line 1, column 23: expected `;`, but found `)`. A `for` has three parts: `for (let i = 0; i < n; i++)`.",
        ),
        (
            "try { foo() }",
            "Line 1, column 14: a `try` without `catch`. Write `catch (error) { … }` or `finally { … }` after its block.",
        ),
        ("try { foo() } catch (e { }", "Line 1, column 24: expected `)`, but found `{`. `(` was opened on line 1."),
        (
            "switch (x) { foo() }",
            "Line 1, column 14: a statement outside of the cases of a `switch`. Put it behind `case …:` or `default:`.",
        ),
        (
            "const x == 1",
            "Line 1, column 7: a comparison where a `const` is given its value. A value is given with one `=`.",
        ),
        ("const a-b = 3", "Line 1, column 7: a `-` in a name. Names have letters, digits, `_` and `$`."),
        (
            "const a = 5px",
            "Line 1, column 12: letters after a number. A name cannot begin with a digit, and a number has no unit.",
        ),
        (
            "class A { function f() {} }",
            "Line 1, column 20: expected `;`, but found `f`. A method is written without `function`: `name(…) { … }`.",
        ),
        ("class A { const x = 1 }", "Line 1, column 11: `const` in a class. A field is written `name = value`."),
        ("x := 5", "Line 1, column 4: unexpected `=`. There is no `:=`: write `=`."),
        ("# comment\nfoo()", "Line 1, column 1: a `#` that begins nothing. A comment starts with `//`."),
        ("const x = \"a\" . \"b\"", "Line 1, column 17: unexpected `\"b\"`. Texts are joined with `+`."),
        (
            "const x = f\"abc {y}\"",
            "Line 1, column 12: unexpected `\"` after `f`. A text with values in it is written `…${value}…`, in backticks.",
        ),
        (
            "const x = '''abc'''",
            "Line 1, column 13: unexpected `'` after `'`. A text of several lines stands in backticks.",
        ),
        (
            "foo(() => { bar() )",
            "Line 1, column 19: unexpected `)` after `)`. Something is not closed before it: the last bracket opened is the `{` of line 1.",
        ),
        ("const x = a?.", "Line 1, column 14: the code ends too early. An expression is missing after `?.`."),
        ("const f = (x) -> x", "Line 1, column 16: unexpected `>`. It is written `=>`, without a space."),
        (
            "throw\nnew Error('x')",
            "Line 1, column 1: a line break after `throw`. Put what is thrown on the line of `throw`.",
        ),
        ("const x = a ?? ", "Line 1, column 15: the code ends too early. An expression is missing after `??`."),
        (
            "const fn = (x) { return x }",
            "Line 1, column 16: unexpected `{` after `)`. A function without a name is written `(a, b) => { … }` or `function (a, b) { … }`.",
        ),
        (
            "function f { return 1 }",
            "Line 1, column 12: expected `(`, but found `{`. The parameters stand in parentheses, `()` without any.",
        ),
        (
            "const s = \"a”",
            "Line 1, column 11: a string is not closed on its line. A typographic quote does not close it: use straight quotes, \" or '.",
        ),
        ("const x = …list", "Line 1, column 11: a typographic `…`. Write `...`."),
        ("return a – b", "Line 1, column 10: a typographic `–`. Write `-`."),
        ("foo（1）", "Line 1, column 4: a typographic `（`. Write `(`."),
    ]);
}

#[test]
fn what_is_not_available() {
    check(&[
        (
            "import fs from 'fs'\nreturn 1",
            "Line 1, column 1: imports are not available. The functions you may call are globals: remove the import and call them by their names.",
        ),
        (
            "import { type A, b } from 'c'; let x: A",
            "Line 1, column 1: imports are not available. The functions you may call are globals: remove the import and call them by their names.",
        ),
        (
            "export const a = 1",
            "Line 1, column 1: exports are not available. Remove `export`; give the result with `return`, or write `export default` and a function that returns it.",
        ),
        (
            "function f() {}\nexport { f as default }",
            "Line 2, column 1: exports are not available. Remove `export`; give the result with `return`, or write `export default` and a function that returns it.",
        ),
        (
            "return import.meta.url",
            "Line 1, column 8: `import.meta` is not available. There is no module and no URL; remove it.",
        ),
        (
            "namespace A { export const b = 1 }",
            "Line 1, column 1: namespaces are not available. Use an object: `const a = { f() { … } }`.",
        ),
        (
            "import x = require('y')\nconst a: number = 1",
            "Line 1, column 1: imports are not available. The functions you may call are globals: remove the import and call them by their names.",
        ),
        ("export = { a: 1 } as any", "Line 1, column 1: `export =` is not available. Give the result with `return`."),
        (
            "@dec class A {}\nconst x: number = 1",
            "Line 1, column 1: decorators are not available. Call the function on the value instead.",
        ),
        ("class A { accessor x = 1 }", "Line 1, column 11: `accessor` is not available. Write a getter and a setter."),
        ("using x = f()", "Line 1, column 1: `using` is not available. Use `const` and `try { … } finally { … }`."),
        (
            "enum A { B = 'b', C }",
            "Line 1, column 19: an enum member after one that is text has no value. Give it one: `A = 'a'`.",
        ),
        (
            "class A { constructor(public [a]: any) {} }",
            "Line 1, column 23: a parameter property may not be declared using a binding pattern.",
        ),
        (
            "class A extends B { constructor(public a: number) { if (a) { super() } } }",
            "Line 1, column 21: parameter properties need `super()` as a statement of the constructor's body. Move it there.",
        ),
    ]);
}

#[test]
fn what_a_module_refuses() {
    let again = |place: &str, name: &str, line: u32| {
        format!(
            "{place}: `{name}` is already declared on line {line}. Use another name, or assign to it with `{name} = …`."
        )
    };
    let rows = [
        ("let a\nlet a", "Line 2, column 5", "a", 1),
        ("let a; var a", "Line 1, column 12", "a", 1),
        ("var a; let a", "Line 1, column 12", "a", 1),
        ("let a; { var a }", "Line 1, column 14", "a", 1),
        ("function f() {}\nlet f", "Line 2, column 5", "f", 1),
        ("class A {}; let A", "Line 1, column 17", "A", 1),
        ("function f(a) { let a }", "Line 1, column 21", "a", 1),
        ("const f = (a) => { const a = 1 }", "Line 1, column 26", "a", 1),
        ("(a, a) => 1", "Line 1, column 5", "a", 1),
        ("function f({ a, b: [a] }) {}", "Line 1, column 21", "a", 1),
        ("try {} catch (e) { let e }", "Line 1, column 24", "e", 1),
        ("try {} catch ({ e }) { var e }", "Line 1, column 28", "e", 1),
        ("switch (1) { case 1: let a; case 2: let a }", "Line 1, column 41", "a", 1),
        ("for (let i of []) { var i }", "Line 1, column 25", "i", 1),
        ("function g() { function f() {} let f }", "Line 1, column 36", "f", 1),
        ("{ function f() {} function f() {} }", "Line 1, column 28", "f", 1),
        ("class A { static { var a; let a } }", "Line 1, column 31", "a", 1),
    ];
    for (code, place, name, line) in rows {
        assert_eq!(refused(code).message, again(place, name, line), "{code}");
    }
    check(&[
        (
            "let x\ndelete x",
            "Line 2, column 1: `delete x`, but only properties can be deleted. To empty a variable, assign `undefined` to it.",
        ),
        ("with (a) {}", "Line 1, column 1: `with` is not available. Name the object: `object.property`."),
        (
            "return 010",
            "Line 1, column 8: a number that starts with 0. Write octal numbers as `0o17`, others without the 0.",
        ),
        ("return 'a\\01'", "Line 1, column 10: an octal escape in a string. Write it as `\\xNN` or `\\u{N}`."),
        (
            "[1].forEach(x => { if (x) break })",
            "Line 1, column 27: `break` outside of a loop. To leave a callback such as that of `forEach`, use `return`, or a `for … of` loop instead.",
        ),
        (
            "a: for (;;) { (() => { continue a })() }",
            "Line 1, column 24: `continue a`, but no statement around it has the label `a`. Labels do not reach into functions; to leave a callback, use `return`, or a `for` loop instead.",
        ),
        (
            "a: { for (;;) { continue a } }",
            "Line 1, column 17: `continue a`, but `a` is not the label of a loop. Use `break`, or put the label on the loop.",
        ),
        ("a: a: for (;;) {}", "Line 1, column 4: the label `a` is used twice. Use another name."),
        (
            "if (1) function f() {}",
            "Line 1, column 8: a function is declared without a block around it. Put `{ }` around it.",
        ),
        ("let let = 1", "Line 1, column 5: `let` is a reserved word. Use another name."),
        ("eval = 1", "Line 1, column 1: `eval` cannot be assigned to. Use a variable of your own."),
        ("function arguments() {}", "Line 1, column 10: `arguments` cannot be declared. Use another name."),
        (
            "({ __proto__: a, '__proto__': b })",
            "Line 1, column 18: `__proto__` is given twice in one object. Give it once.",
        ),
        (
            "async (a = await 1) => {}",
            "Line 1, column 12: `await` in the default of a parameter. Move it into the function.",
        ),
        ("class A { static { await 1 } }", "Line 1, column 20: `await` in a static block. Move it out of the class."),
        (
            "class A { x = arguments }",
            "Line 1, column 15: `arguments` in a class field. Use a method with rest parameters.",
        ),
        (
            "function f(a = 1) { 'use strict' }",
            "Line 1, column 21: 'use strict' in a function whose parameters are not plain names. All code is strict already; remove it.",
        ),
        (
            "for (let x = 1 of []) {}",
            "Line 1, column 14: the variable of a `for … of` loop has a value of its own. Remove it; the loop gives the value.",
        ),
        (
            "super.x",
            "Line 1, column 1: `super` outside of a method. It means the parent of a method's object or class.",
        ),
        (
            "class A { constructor() { super() } }",
            "Line 1, column 27: `super()` outside of the constructor of a derived class. Only `class A extends B` has one.",
        ),
        (
            "class A { constructor() {} constructor() {} }",
            "Line 1, column 28: a class has two constructors. Make them one.",
        ),
        ("class A { #a; #a }", "Line 1, column 15: `#a` is declared twice in one class. Use another name."),
        (
            "class A { m() { this.#b } }",
            "Line 1, column 22: `#b` is not declared in a class around it. Declare it as a field of the class.",
        ),
    ]);
}

#[test]
fn what_a_module_allows() {
    for code in [
        "function f(a) { var a; return a }",
        "function f() { function g() {} function g() {} var g }",
        "var a; var a",
        "let a; { let a }",
        "let a; (a) => a",
        "try {} catch (e) { var e }",
        "for (let i;;) { let i; break }",
        "switch (1) { case 1: { let a } case 2: let a }",
        "let f = function f() { let f }",
        "class A { #a; get #b() {} set #b(x) {} static #c }",
        "a: for (;;) { b: for (;;) continue a }",
        "a: { break a }",
        "a: {} a: {}",
        "switch (1) { default: break }",
        "for (;;) { switch (1) { default: continue } }",
        "class A extends B { constructor() { (() => super())() } m() { return () => super.m() } x = super.y; static { super.z } }",
        "({ m() { return super.m }, get a() { return super.a } })",
        "({ __proto__: a, __proto__() {}, ['__proto__']: 1 })",
        "'\\0'",
        "`\\0`",
        "0.5 + 0",
        "function f(arguments_) { return arguments }",
        "class A { m() { return arguments } }",
        "class A { x = function () { return arguments } }",
        "class A { m(x) { return #a in x } #a }",
        "async function f() { await 1; for await (const x of y) {} }",
        "function F() { return new.target }",
        "import('x')",
        "eval('1')",
        "let async, of, get, set, type, as, from",
        "for (const async of []) {}",
        "x = { await: 1, yield: 2, static: 3 }",
        "label: for (const x of []) { continue label }",
    ] {
        let result = lower(code, &Limits::default());
        assert!(result.is_ok(), "{code}: {:?}", result.err().map(|error| error.message));
    }
}

#[test]
fn what_nests_too_deep() {
    let rows = [
        ("[", "]", 300, 222),
        ("(", ")", 120, 111),
        ("[", "]", 125, 121),
        ("{a:", "}", 112, 108),
        ("f(", ")", 150, 142),
        ("f(() => {", "})", 70, 0),
        ("`${", "}`", 124, 121),
        ("() => ", "", 125, 121),
        ("!", "", 800, 0),
        ("x[", "]", 145, 0),
        ("{", "}", 300, 0),
        ("if (a) {", "}", 145, 0),
        ("function f() {", "}", 280, 0),
    ];
    for (open, close, count, limit) in rows {
        let code = format!("const a = 1;\nreturn {}1{}", open.repeat(count), close.repeat(count));
        let code = if matches!(open, "{" | "if (a) {" | "function f() {") { code.replace("return ", "") } else { code };
        let error = refused(&code);
        assert!(error.message.contains("too deep") && error.message.contains("limit is"), "{open}: {}", error.message);
        assert_eq!(error.position.map(|place| place.line), Some(2), "{open}");
        assert!(limit == 0 || error.limit == Some(limit), "{open}: {:?}", error.limit);
    }
    for text in [
        "[",
        "(",
        "{",
        "!",
        "- ",
        "a=>",
        "a=",
        "a?b:",
        "a+",
        "a.b",
        "a()",
        "if(a)",
        "else ",
        "new ",
        "await ",
        "`${",
        "a<",
        "x as ",
        "a\n",
        "/",
        "'",
        "</",
        "class A{m(){",
    ] {
        for code in [text.repeat(260_000 / text.len()), format!("let a: {}", text.repeat(250_000 / text.len()))] {
            // Whatever comes of it, it comes, and soon.
            let _ = lower(&code, &Limits::default());
        }
    }
}
