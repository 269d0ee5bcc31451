//! Owns a piece of code for every place of the grammar: `$` is the operand, and stands once for a pending value itself, once for one in
//! an array and once for one in an object; where the code has a `p` instead, only the value itself fits there. What ends in `;` or `}` is a statement,
//! anything else an expression whose value is told. Deliberately absent: what must cut, which the values themselves show (`grammar.rs`);
//! only what the design lists as no observation says so, and may not.

/// A place and code for it.
pub(super) struct Place {
    pub(super) at: &'static str,
    /// No observation, as the design says: it must not cut.
    pub(super) free: bool,
    pub(super) code: &'static [&'static str],
}

const fn at(at: &'static str, code: &'static [&'static str]) -> Place {
    Place { at, free: false, code }
}

const fn free(at: &'static str, code: &'static [&'static str]) -> Place {
    Place { at, free: true, code }
}

/// Places in which no code that runs has a value, and why.
pub(super) const NONE: &[(&str, &str)] = &[
    ("WithStatement.object", "strict code has no `with`"),
    ("AccessorProperty.key", "a decorators proposal"),
    ("AccessorProperty.value", "a decorators proposal"),
    ("ImportExpression.source", "`import` is refused"),
    ("ImportExpression.options", "`import` is refused"),
    ("ExportDefaultDeclaration.declaration", "the program itself"),
    ("V8IntrinsicExpression.arguments", "no JavaScript"),
];

/// Where it is known that a look comes too late: a getter or an iterator of the guest runs between two defaults of one pattern that both do
/// something (`src/lower/probes/patterns.rs`). The pass is cut there all the same.
pub(super) const HOLES: &[&str] = &[
    "const [a = tell(1), b = tell(2)] = { *[Symbol.iterator]() { yield $; tell('between'); yield; } }; tell('after');",
    "let a, b; ({ a = tell(1), b = tell(2) } = { a: $, get b() { tell('between'); } }); tell('after');",
    "const { a = tell(1), ...b } = { a: $, get c() { tell('between'); } }; tell('after');",
    "(function* (a = tell(1), ...b) {})($); tell('after');",
];

pub(super) const PLACES: &[Place] = &[
    // Kept and passed on.
    free("ArrayExpression.elements", &["[$]", "[1, $, , $]", "[[$]]"]),
    free(
        "ObjectProperty.value",
        &["({ a: $ })", "({ ['a']: $, b: 1 })", "({ '__proto': $ })", "({ ['__proto__']: $ })", "({ a: { b: $ } })"],
    ),
    free(
        "CallExpression.arguments",
        &[
            "((a) => [a])($)",
            "((...a) => a)(1, $)",
            "Array.of($)",
            "const g = (function* () { try { yield 1; } catch (e) { tell(e); } })(); g.next(); g.throw($);",
            "[].concat([[$]])",
        ],
    ),
    free(
        "NewExpression.arguments",
        &["new (class { constructor(a) { this.a = a; } })($)", "new Error('e', { cause: $ }).cause"],
    ),
    free(
        "AssignmentExpression.right",
        &[
            "let a; a = $; tell(a);",
            "const o = {}; o.a = $; tell(o);",
            "const o = []; o[1] = $; tell(o);",
            "const o = { set a(v) { tell(v); } }; o.a = $;",
        ],
    ),
    free("VariableDeclarator.init", &["const a = $; tell(a);", "let a = $, b = a; tell(b);", "var a = $; tell(a);"]),
    free("ParenthesizedExpression.expression", &["($)", "(($))"]),
    free("SequenceExpression.expressions", &["(1, $)", "($, 1)"]),
    free("ExpressionStatement.expression", &["$; tell('after');"]),
    free("AwaitExpression.argument", &["await $", "await (async () => await $)()", "await (await $, $)"]),
    free("ConditionalExpression.consequent", &["true ? $ : 1"]),
    free("ConditionalExpression.alternate", &["false ? 1 : $"]),
    free("LogicalExpression.right", &["true && $", "false || $", "null ?? $"]),
    free(
        "ReturnStatement.argument",
        &[
            "(() => { return $; })()",
            "await (async () => { return $; })()",
            "await (async () => { try { return $; } finally { tell('f'); } })()",
            "(function* () { return $; })().next()",
            "await (async function* () { return $; })().next()",
            "({ get a() { return $; } }).a",
            "new (class { m() { return $; } })().m()",
            "[1].map(() => { return $; })",
            "await Promise.resolve(1).then(() => { return $; })",
            "await new Promise((ok) => { ok($); return $; })",
            "Array.from([1], () => { return $; })",
        ],
    ),
    free("ArrowFunctionExpression.body", &["(() => $)()", "await (async () => $)()", "[1, 2].map(() => $)"]),
    free(
        "YieldExpression.argument",
        &[
            "(function* () { yield $; })().next()",
            "[...(function* () { yield $; })()]",
            "await (async function* () { yield $; })().next()",
            "const o = []; for await (const x of (async function* () { yield $; })()) o.push(x); tell(o);",
            "const g = (function* () { const s = yield $; return [s]; })(); g.next(); tell(g.next($));",
        ],
    ),
    free(
        "PropertyDefinition.value",
        &[
            "new (class { a = $; })()",
            "(class { static a = $; }).a",
            "new (class { #a = $; get() { return [this.#a]; } })().get()",
        ],
    ),
    free(
        "ThrowStatement.argument",
        &[
            "try { throw $; } catch (e) { tell(e); }",
            "try { try { throw $; } finally { tell('f'); } } catch { tell('caught'); }",
            "await (async () => { throw $; })().catch((e) => tell(e));",
        ],
    ),
    free("CatchParameter.pattern", &["try { throw p; } catch (p) { tell([p]); }"]),
    at("AssignmentPattern.right", &["const [a = $] = []; tell(a);", "const { a = $ } = {}; tell(a);"]),
    at("AssignmentTargetWithDefault.init", &["let a; [a = $] = []; tell(a);", "let a; ({ b: a = $ } = {}); tell(a);"]),
    at("AssignmentTargetPropertyIdentifier.init", &["let a; ({ a = $ } = {}); tell(a);"]),
    at("FormalParameter.initializer", &["((a = $) => [a])()", "((a, b = $) => [a, b])(1)"]),
    free("FormalParameter.pattern", &["((p) => [p])(p)", "(([p]) => [p])([p])", "(({ p }) => [p])({ p })"]),
    free(
        "BindingRestElement.argument",
        &["const [...p2] = [p]; tell(p2);", "const { a, ...p2 } = { a: 1, p }; tell(p2);", "((...p) => [p])(p)"],
    ),
    free("AssignmentTargetRest.target", &["let q; [...p] = [p, 1]; tell(p);", "({ ...p } = { p }); tell(p);"]),
    free(
        "BindingProperty.value",
        &[
            "{ const { q: p } = { q: [1] }; tell(p); }",
            "{ const { p } = { p: [1] }; tell(p); }",
            "{ const { p: { a } } = { p: { a: 1 } }; tell(a, p); }",
        ],
    ),
    free("ArrayPattern.elements", &["const [q] = [p]; tell(q);", "{ const [p] = [1]; tell(p); }"]),
    free("VariableDeclarator.id", &["{ const p = [1]; tell(p); }", "const [q, [r1]] = [p, [p]]; tell(q, r1);"]),
    free("AssignmentTargetWithDefault.binding", &["[p = 1] = [2]; tell(p);"]),
    free("AssignmentTargetPropertyProperty.binding", &["({ a: p } = { a: [p] }); tell(p);"]),
    free("AssignmentTargetPropertyIdentifier.binding", &["({ p } = { p: [p] }); tell(p);"]),
    free("ArrayAssignmentTarget.elements", &["[p] = [[p]]; tell(p);", "let q; [q, p] = [p, 1]; tell(q, p);"]),
    free("AssignmentExpression.left", &["p = 1; tell(p);"]),
    free("ForOfStatement.left", &["for (p of [1, [2]]) tell(p);"]),
    free("ForInStatement.left", &["for (p in { a: 1 }) tell(p);"]),
    free(
        "ForStatement.init",
        &["let q, n = 0; for (q = $; n < 1; n++) tell(q);", "let n = 0; for ($; n < 1; n++) tell(n);"],
    ),
    free("ForStatement.update", &["let n = 0; for (; n < 2; n++, $) tell(n);"]),
    free("AssignmentPattern.left", &["{ const [p = 1] = []; tell(p); }"]),
    // Looked at.
    at(
        "ObjectProperty.value",
        &["({ __proto__: $ })", "({ __proto__: $ }).id", "({ '__proto__': $, a: 1 })", "Object.keys({ __proto__: $ })"],
    ),
    at(
        "ObjectProperty.key",
        &["({ [$]: 1 })", "({ [$]() {} })", "({ get [$]() { return 1; } })", "({ async *[$]() {} })"],
    ),
    at("TemplateLiteral.expressions", &["`a${$}b`", "`${1}${$}`", "((s, ...v) => v)`a${$}b`", "String.raw`a${$}b`"]),
    at("TaggedTemplateExpression.tag", &["$`a`"]),
    at(
        "ComputedMemberExpression.object",
        &[
            "$['id']",
            "$[0]",
            "$['then']",
            "$['x'] = 1",
            "delete $['id']",
            "$[(tell('key'), 'id')]",
            "$['id'] ??= 1",
            "$['id']++",
        ],
    ),
    at(
        "ComputedMemberExpression.expression",
        &[
            "({ a: 1 })[$]",
            "[1, 2][$]",
            "({})[$] = 1",
            "delete ({ a: 1 })[$]",
            "({})[$] ??= 1",
            "({ a: 1 })?.[$]",
            "(null)?.[$]",
            "'abc'[$]",
            "(() => 1)[$]?.($)",
            "({ 1: 1 })[$]++",
            "null[$]",
        ],
    ),
    at(
        "StaticMemberExpression.object",
        &[
            "$.id",
            "$.length",
            "$.then",
            "$.x = 1",
            "delete $.id",
            "$.id?.x",
            "$.constructor",
            "$.x ??= 1",
            "$.x ||= 1",
            "$.x &&= 1",
            "$.x += 1",
            "$.x++",
            "$.toString()",
        ],
    ),
    at(
        "PrivateFieldExpression.object",
        &[
            "class A { #a = 1; static get(o) { return o.#a; } } tell(A.get($));",
            "class A { #a = 1; static set(o) { o.#a = 2; } } A.set($);",
            "class A { #a = 1; static get(o) { return o?.#a; } } tell(A.get($));",
            "class A { #a() {} static call(o) { o.#a(); } } A.call($);",
        ],
    ),
    at("CallExpression.callee", &["$()", "$(1)", "$?.()", "$?.(tell('argument'))", "$(tell('argument'))", "(0, $)()"]),
    at("NewExpression.callee", &["new $", "new $()", "new $(tell('argument'))"]),
    at(
        "SpreadElement.argument",
        &[
            "[...$]",
            "[0, ...$, 1]",
            "((...a) => a)(...$)",
            "({ ...$ })",
            "({ a: 1, ...$, b: 2 })",
            "new Array(...$)",
            "Math.max(...$)",
        ],
    ),
    at("UpdateExpression.argument", &["p++; tell(p);", "++p; tell(p);", "p--; tell(p);", "--p; tell(p);"]),
    at("PrivateInExpression.right", &["class A { #a; static has(o) { return #a in o; } } tell(A.has($));"]),
    at("LogicalExpression.left", &["($ && 1) === 1"]),
    at(
        "ConditionalExpression.test",
        &[
            "$ ? 1 : 2",
            "$ ? tell('yes') : tell('no')",
            "!$ ? 1 : 2",
            "($, 0) ? 1 : 2",
            "(1 && $) ? 1 : 2",
            "($ ? 0 : $) ? 1 : 2",
        ],
    ),
    at(
        "ChainExpression.expression",
        &[
            "$?.id",
            "$?.id.x",
            "$?.[0]",
            "$?.['id']?.x",
            "$?.[(tell('key'), 'id')]",
            "$?.id()",
            "$?.then",
            "delete $?.id",
        ],
    ),
    at(
        "IfStatement.test",
        &[
            "if ($) tell('yes'); else tell('no');",
            "if (!$) tell('no');",
            "if ((0, $)) tell('yes');",
            "if ($ && 1) tell('yes');",
            "if (0 || $) tell('yes');",
            "if (null ?? $) tell('yes');",
            "if (true ? $ : 0) tell('yes');",
            "let a; if (a = $) tell('yes');",
            "if (await $) tell('yes');",
            "if (((x) => x)($)) tell('yes');",
        ],
    ),
    at(
        "DoWhileStatement.test",
        &["let n = 0; do { tell(n); } while (++n < 3 && $);", "let n = 0; do { if (n++) break; } while ($); tell(n);"],
    ),
    at("WhileStatement.test", &["let n = 0; while ($) { tell('in'); if (n++) break; } tell('out');"]),
    at(
        "ForStatement.test",
        &[
            "for (let n = 0; $; n++) { tell('in'); if (n) break; } tell('out');",
            "for (let q = $, n = 0; q; n++) { tell('in'); if (n) break; } tell('out');",
        ],
    ),
    at(
        "ForInStatement.right",
        &["for (const k in $) tell(k);", "for (const k in $) { tell('in'); break; } tell('out');"],
    ),
    at(
        "ForOfStatement.right",
        &[
            "for (const x of $) tell(x);",
            "for (const [x] of $) tell(x);",
            "for await (const x of $) tell(x);",
            "for (const x of [$]) for (const y of x) tell(y);",
        ],
    ),
    at(
        "SwitchStatement.discriminant",
        &[
            "switch ($) { case 1: tell('one'); break; case 'a': tell('a'); default: tell('other'); }",
            "switch ($) { case undefined: tell('none'); }",
            "switch ($) { default: tell('other'); }",
            "switch ($) {} tell('after');",
        ],
    ),
    at(
        "SwitchCase.test",
        &[
            "switch (1) { case $: tell('it'); break; default: tell('other'); }",
            "switch (1) { case 1: tell('one'); break; case $: tell('it'); }",
            "switch (true) { case !$: tell('it'); break; default: tell('other'); }",
        ],
    ),
    at(
        "ReturnStatement.argument",
        &[
            "new (class { constructor() { this.a = 1; return $; } })()",
            "new (class extends Object { constructor() { super(); this.a = 1; return $; } })()",
            "new (function () { this.a = 1; return $; })()",
            "Reflect.construct(function () { this.a = 1; return $; }, [])",
            "class A { constructor() { return $; } } class B extends A { b = 1; } tell(new B());",
            "({ valueOf() { return $; } }) + 1",
            "`${{ toString() { return $; } }}`",
            "+({ [Symbol.toPrimitive]() { return $; } })",
            "JSON.stringify({ toJSON() { return $; } })",
            "[...{ [Symbol.iterator]() { return $; } }]",
            "let n = 0; tell(...{ [Symbol.iterator]() { return { next() { return n++ ? { done: true } : $; } }; } });",
            "let n = 0; for (const x of { [Symbol.iterator]() { return { next() { return { value: n, done: n++ ? $ : false }; } }; } }) { tell(x); if (n > 2) break; }",
            "for (const x of { [Symbol.iterator]() { return { next: () => ({ value: 1, done: false }), return() { return $; } }; } }) break;",
            "const g = (function* () { yield* { [Symbol.iterator]() { return { next() { return $; } }; } }; })(); tell(g.next());",
            "let n = 0; for await (const x of { [Symbol.asyncIterator]() { return { next() { return n++ ? { done: true } : $; } }; } }) tell(x);",
            "[1, 2].filter(() => { return $; })",
            "[1, 2].find(() => { return $; })",
            "[1, 2].some(() => { return $; })",
            "[1, 2].every(() => { return $; })",
            "[2, 1].sort(() => { return $; })",
            "'abc'.replace(/b/, () => { return $; })",
            "JSON.parse('[1]', () => { return $; })",
            "JSON.stringify([1], (k) => { return k ? 'x' : $; })",
            "new Proxy({}, { get() { return $; } }).a",
            "'a' in new Proxy({}, { has() { return $; } })",
            "1 instanceof { [Symbol.hasInstance]() { return $; } }",
            "Array.from({ length: 2 }, () => { return $; }).length",
            "new (class { static get [Symbol.species]() { return $; } })()",
            "class A extends Array { static get [Symbol.species]() { return $; } } tell(new A(1, 2).map((x) => x));",
            "await { get then() { return $; } }",
        ],
    ),
    at(
        "YieldExpression.argument",
        &[
            "[...(function* () { yield* $; })()]",
            "(function* () { yield* $; })().next()",
            "await (async function* () { yield* $; })().next()",
            "new Map((function* () { yield $; })())",
            "const [[a]] = (function* () { yield $; })(); tell(a);",
        ],
    ),
    at(
        "ThrowStatement.argument",
        &[
            "try { throw $; } catch ({ id = 2 }) { tell(id); }",
            "try { throw $; } catch (e) { if (e) tell('yes'); }",
            "try { throw $; } catch (e) { tell(e instanceof Error); }",
        ],
    ),
    at(
        "CatchParameter.pattern",
        &[
            "try { throw [p]; } catch ([{ id = 2 }]) { tell(id); }",
            "try { throw p; } catch ({ message }) { tell(message); }",
        ],
    ),
    at(
        "AssignmentPattern.left",
        &[
            "const [a = tell(1), b = tell(2)] = { *[Symbol.iterator]() { yield $; tell('between'); yield; } }; tell('after');",
            "const { a = tell(1), b = tell(2) } = { a: $, get b() { tell('between'); } }; tell('after');",
            "const { a = tell(1), ...b } = { a: $, get c() { tell('between'); } }; tell('after');",
            "const { a = tell(1), b } = { a: $, get b() { tell('between'); } }; tell('after');",
            "const { a = tell(1), 'b': c } = { a: $, get b() { tell('between'); } }; tell('after');",
            "(({ a = tell(1), b }) => tell('after'))({ a: $, get b() { tell('between'); } });",
            "const { a = tell(1), [tell('between')]: b = tell(2) } = { a: $ }; tell('after');",
            "const [a = tell('default')] = [$]; tell('after');",
            "const { a = 1 } = { a: $ }; tell('after');",
            "const { a: { b } = { b: 1 } } = { a: $ }; tell(b);",
            "for (const [a = tell('default')] of [[$]]) tell('in');",
        ],
    ),
    at(
        "AssignmentTargetWithDefault.binding",
        &[
            "let a; [a = tell('default')] = [$]; tell('after');",
            "let a; ({ b: a = tell('default') } = { b: $ }); tell('after');",
            "const o = {}; [o.a = tell('default')] = [$]; tell('after');",
        ],
    ),
    at(
        "AssignmentTargetPropertyIdentifier.init",
        &[
            "let a; ({ a = tell('default') } = { a: $ }); tell('after');",
            "let a, b; ({ a = tell(1), b = tell(2) } = { a: $, get b() { tell('between'); } }); tell('after');",
            "let a, b; ({ a = tell(1), b } = { a: $, get b() { tell('between'); } }); tell('after');",
        ],
    ),
    at(
        "FormalParameter.initializer",
        &[
            "((a = tell('default')) => tell('after'))($);",
            "(function (a, b = tell('default')) { tell('after'); })(1, $);",
            "(function* (a = tell('default')) {})($); tell('after');",
            "(async function* (a = tell('default'), b) {})($); tell('after');",
            "({ *m({ a = tell('default') }) {} }).m({ a: $ }); tell('after');",
            "(function* (a = tell(1), ...b) {})($); tell('after');",
            "(({ a = tell('default') } = {}) => tell('after'))({ a: $ });",
            "new (class { constructor(a = tell('default')) { tell('after'); } })($);",
            "new (class { set a(v = tell('default')) { tell('after'); } })().a = $;",
        ],
    ),
    at(
        "VariableDeclarator.id",
        &[
            "const { id } = $; tell(id);",
            "const [a] = $; tell(a);",
            "const { ...rest } = $; tell(rest);",
            "const [...rest] = $; tell(rest);",
            "const {} = $; tell('after');",
            "const [] = $; tell('after');",
            "const { length } = $; tell(length);",
            "const { then } = $; tell(then);",
            "const { [(tell('key'), 'id')]: a } = $; tell(a);",
            "let { id: a = 1 } = $; tell(a);",
        ],
    ),
    at(
        "AssignmentExpression.left",
        &[
            "let a; ({ id: a } = $); tell(a);",
            "let a; [a] = $; tell(a);",
            "({} = $); tell('after');",
            "[] = $; tell('after');",
            "p += 1; tell(p);",
            "p ??= 1; tell(p);",
            "$.a = 1; tell('after');",
            "$[0] = tell('right');",
        ],
    ),
    at("AssignmentTargetPropertyProperty.name", &["let a; ({ [$]: a } = { 1: 1, a: 2 }); tell(a);"]),
    at(
        "AssignmentTargetPropertyProperty.binding",
        &["({ a: $.x } = { a: 1 }); tell('after');", "({ a: ({})[$] } = { a: 1 }); tell('after');"],
    ),
    at("ArrayAssignmentTarget.elements", &["[$.x] = [1]; tell('after');", "const o = {}; [o[$]] = [1]; tell(o);"]),
    at("AssignmentTargetRest.target", &["[...$.x] = [1]; tell('after');"]),
    at(
        "ForOfStatement.left",
        &[
            "for ($.x of [1]) tell('in');",
            "for (const { id } of [$]) tell(id);",
            "for (const [a] of [$]) tell(a);",
            "let a; for ([a] of [$]) tell(a);",
        ],
    ),
    at("ForInStatement.left", &["for ($.x in { a: 1 }) tell('in');", "const o = {}; for (o[$] in { a: 1 }) tell(o);"]),
    at(
        "ForStatement.init",
        &["let n = 0; for (let { id } = $; n < 1; n++) tell(id);", "let n = 0; for ($.x = 1; n < 1; n++) tell('in');"],
    ),
    at("ForStatement.update", &["let n = 0; for (; n < 2; n++, $.x) tell(n);"]),
    at(
        "BindingProperty.key",
        &[
            "const { [$]: a } = { 1: 1, a: 2 }; tell(a);",
            "(({ [$]: a }) => tell(a))({ 1: 1 });",
            "const { [$]: a, ...rest } = { 1: 1, b: 2 }; tell(a, rest);",
        ],
    ),
    at(
        "BindingProperty.value",
        &[
            "const { a: { id } } = { a: $ }; tell(id);",
            "const { a: [b] } = { a: $ }; tell(b);",
            "const { a: {} } = { a: $ }; tell('after');",
        ],
    ),
    at(
        "ArrayPattern.elements",
        &["const [{ id }] = [$]; tell(id);", "const [[a]] = [$]; tell(a);", "const [{}] = [$]; tell('after');"],
    ),
    at(
        "BindingRestElement.argument",
        &[
            "((...[a]) => tell([a]))(p);",
            "const [...{ length }] = [p]; tell(length);",
            "const [...[{ id }]] = [p]; tell(id);",
        ],
    ),
    at(
        "FormalParameter.pattern",
        &[
            "(({ id }) => tell(id))($);",
            "(([a]) => tell(a))($);",
            "(({}) => tell('in'))($);",
            "new (class { set a({ id }) { tell(id); } })().a = $;",
        ],
    ),
    at(
        "ClassHeritage.expression",
        &[
            "class A extends $ {} tell('after');",
            "new (class extends $ {})()",
            "class A extends (tell('before'), $) {} tell('after');",
        ],
    ),
    at(
        "MethodDefinition.key",
        &[
            "class A { [$]() {} } tell(Object.getOwnPropertyNames(A.prototype));",
            "class A { static get [$]() { return 1; } } tell(Object.getOwnPropertyNames(A).length);",
            "class A { static async *[$]() {} } tell('after');",
        ],
    ),
    at("PropertyDefinition.key", &["new (class { [$] = 1; })()", "class A { static [$] = 1; } tell(Object.keys(A));"]),
    at(
        "PropertyDefinition.value",
        &["new (class { a = $ ? 1 : 2; })()", "(class { static a = !$; }).a", "new (class { a = $ ?? 1; })().a === 1"],
    ),
    at(
        "ArrowFunctionExpression.body",
        &["(() => $)() ? 1 : 2", "[1].filter(() => $)", "[1, 2].flatMap(() => $)", "Object.groupBy([1], () => $)"],
    ),
    at("AwaitExpression.argument", &["(await $) ? 1 : 2", "(await $) === 1", "(await $)?.id", "typeof await $"]),
    at("SequenceExpression.expressions", &["($, $) ? 1 : 2"]),
    at(
        "ArrayExpression.elements",
        &[
            "[$].includes(1)",
            "[$, 1].indexOf(1)",
            "[$].join()",
            "[[1], $].flat()",
            "`${[$]}`",
            "[...[$]].length ? [$][0] ? 1 : 2 : 3",
            "[$] == 1",
        ],
    ),
    at(
        "CallExpression.arguments",
        &[
            "((a) => a ? 1 : 2)($)",
            "Boolean($)",
            "await { then(ok) { ok($); } }",
            "await { then(ok, no) { no($); } }",
            "String($)",
            "Array.isArray($)",
            "Object($) === $",
            "r($);",
            "r([$]);",
            "r({ a: $ });",
            "r(1, $);",
            "(function () { return arguments[0] ? 1 : 2; })($)",
            "class A { constructor(a) { this.a = a; } } class B extends A { constructor() { super($); } } tell(new B().a ? 1 : 2);",
            "class A { m(a) { return a; } } class B extends A { m() { return super.m($) === 1; } } tell(new B().m());",
            "class A { constructor(a) { return a; } } class B extends A { constructor() { super($); this.b = 1; } } tell(new B());",
        ],
    ),
    at(
        "NewExpression.arguments",
        &[
            "new Array($)",
            "new Map([[$, 1]]).has(1)",
            "new Set([$]).has(1)",
            "new Map($)",
            "new Date($)",
            "new Proxy($, {})",
            "new Error($)",
            "new Promise($)",
            "new (class { constructor(a) { this.a = a ? 1 : 2; } })($)",
        ],
    ),
    at(
        "AssignmentExpression.right",
        &[
            "let a = 1; a += $; tell(a);",
            "let a = null; a ??= $; tell(a === 1);",
            "({ length: [].length } = $); tell('after');",
            "[].length = $;",
            "({}).__proto__ = $; tell('after');",
            "const o = []; o.length = $; tell(o);",
        ],
    ),
    at(
        "VariableDeclarator.init",
        &[
            "const a = $; tell(a ? 1 : 2);",
            "let a = $; const f = () => a; tell(f() === 1);",
            "var a = $; if (typeof a === 'string') tell('text');",
        ],
    ),
    at("ParenthesizedExpression.expression", &["($) ? 1 : 2", "(($)) === 1"]),
    at("ConditionalExpression.consequent", &["(true ? $ : 1) ? 1 : 2"]),
    at("ConditionalExpression.alternate", &["(false ? 1 : $) === 1"]),
    at("LogicalExpression.right", &["(true && $) ? 1 : 2", "(null ?? $) === 1"]),
    at("ExpressionStatement.expression", &["$.id; tell('after');"]),
];
