//! Where probes are: each row is a program and what it becomes, without the wrapper. `u` is unknown; `k` is known.

use countersign::limits::Limits;
use countersign::lower::{Helper, lower, lower_probed};

const KNOWN: &str = "let u = f(), k = 1; ";

/// What a program becomes, and which helpers it needs.
fn probed(code: &str) -> (String, Vec<Helper>) {
    let lowered = lower_probed(code, &Limits::default()).unwrap_or_else(|error| panic!("{code}\n{}", error.message));
    let (_, body) = lowered.source.split_once("=>{").unwrap();
    let body = body.strip_suffix("()").unwrap_or(body).strip_suffix("\n})").unwrap();
    (body.to_owned(), lowered.helpers)
}

/// Rows without a second part stay as they are.
#[track_caller]
fn check(rows: &[&str]) {
    let mut wrong = Vec::new();
    for row in rows {
        let (code, expected) = row.split_once("  =>  ").unwrap_or((row, row));
        let (found, _) = probed(&format!("{KNOWN}{code}; if (k) k"));
        let found = found.strip_prefix(KNOWN).and_then(|found| found.strip_suffix("; if (k) k")).unwrap_or(&found);
        if found != expected {
            wrong.push(format!("{code}\n  gives    {found}\n  expected {expected}\n"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn truth() {
    check(&[
        "if (u) f()  =>  if ($look(u)) f()",
        "if (!u) f()  =>  if (!$look(u)) f()",
        "if (!!u) f()  =>  if (!!$look(u)) f()",
        "if (u.a) f(); else if (u()) f()  =>  if ($look(u.a)) f(); else if ($look(u())) f()",
        "if (u && f() || u.a) f()  =>  if ($look(u) && $look(f()) || $look(u.a)) f()",
        "u && f()  =>  $look(u) && f()",
        "u ?? f()  =>  $look(u) ?? f()",
        "x = (u || f()) ?? 1  =>  x = ($look(u) || $look(f())) ?? 1",
        "u ? f() : u  =>  $look(u) ? f() : u",
        "(u ? f() : u) ? 1 : 2  =>  ($look(u) ? $look(f()) : $look(u)) ? 1 : 2",
        "if ((f(), u)) f()  =>  if ((f(), $look(u))) f()",
        "if (u = f()) f()  =>  if ($look(u = f())) f()",
        "while (u) f()  =>  while ($look(u)) f()",
        "do f(); while (u)  =>  do f(); while ($look(u))",
        "for (; u; u++) f()  =>  for (; $look(u); u++) f()",
        "for (let i = 0; i < u.length; i++) if (i) f()",
        "if (await u) f()  =>  if ($look(await u)) f()",
        "if (u?.a) f()  =>  if ($look(u?.a)) f()",
        "if (u`a`) f()  =>  if ($look(($at=u`a`))) f()",
        "function* g() { if (yield u) f() }  =>  function* g() { if ($look(yield u)) f() }",
        "function g() { return this ? new.target || 1 : 2 }  =>  function g() { return $look(this) ? $look(new.target) || 1 : 2 }",
        "if (k || 'a' || 1n || null || `${u}` || [u] || { u } || (() => u) || class {} || u + 1 || -u || u > 1 || u in u || typeof k) f()",
        "for (;;) break",
    ]);
}

#[test]
fn equality_and_type() {
    check(&[
        "u === 1  =>  $look(u) === 1",
        "1 !== u  =>  1 !== $look(u)",
        "u == null  =>  $look(u) == null",
        "u === u.a  =>  $same(u ,    u.a)",
        "u !== f()  =>  !$same(u ,    f())",
        "u == f()  =>  $equal(u ,   f())",
        "u!=f()  =>  !$equal(u,  f())",
        "u === f() + 1  =>  $same(u ,    f() + 1)",
        "u === 1 === f()  =>  $look(u) === 1 === $look(f())",
        "f() + 1 === u  =>  f() + 1 === $look(u)",
        "(u && f()) === k  =>  ($look(u) && $look(f())) === k",
        "u /* a == */ === /* == */ f()  =>  $same(u /* a == */ ,    /* == */ f())",
        "k === 1",
        "u < 1",
        "typeof u  =>  (typeof u===\"function\"?typeof $look(u):typeof u)",
        "typeof (u)  =>  (typeof u===\"function\"?typeof $look(u):typeof (u))",
        "typeof u.a === 'b'  =>  typeof $look(u.a) === 'b'",
        "typeof k",
        "typeof nobody",
        "switch (u) { case 1: f(); case f(): }  =>  switch ($look(u)) { case 1: f(); case $look(f()): }",
        "switch (u) { default: f() }",
        "switch (u) {}",
        "switch (k) { case u: case 2: }  =>  switch (k) { case $look(u): case 2: }",
        "switch (true) { case u > 1: case !u: }  =>  switch (true) { case u > 1: case !$look(u): }",
        "switch (u) { case f(): f() }  =>  {const $own_1=       (u);switch($own_1) { case $after($look(f()),$own_1): f() }}",
    ]);
}

#[test]
fn defaults() {
    check(&[
        "const { a = 1 } = u  =>  const { a = 1 } = u,$own_1=$look(a)",
        "let [a = 1, { b: c = 2 }] = u, d = a  =>  let [a = 1, { b: c = 2 }] = u,$own_1=$after(0,a,c), d = a",
        "const { a, b: [c] = [] } = u",
        "for (let { a = 1 } = u;;) break  =>  for (let { a = 1 } = u,$own_1=$look(a);;) break",
        "for (const { a = 1 } of u) { f(a) }  =>  for (const { a = 1 } of u) {$look(a);{ f(a) }}",
        "for (const [a = 1] in u) { let a }  =>  for (const [a = 1] in u) {$look(a);{ let a }}",
        "let a; for ({ a = 1 } of u) { f(a) }  =>  let a; for ({ a = 1 } of u) {$look(a);{ f(a) }}",
        "try {} catch ({ a = 1 }) { f(a) }  =>  try {} catch ($thrown){let { a = 1 }=$told($thrown);  {;$look(a); f(a) }}",
        "let a; [a = 1] = u  =>  let a; $after([a = 1] = u,a)",
        "let a, b; f({ a = 1, c: b = 2 } = u)  =>  let a, b; f($after({ a = 1, c: b = 2 } = u,a,b))",
        "function g(a = 1, { b = 2 } = {}) { 'x'; f(a) }  =>  function g(a = 1, { b = 2 } = {}) { 'x';;$after(0,a,b); f(a) }",
        "const g = (a = 1) => f(a)  =>  const g = (a = 1) => ($look(a),f(a))",
        "const g = async (a = 1) => ({ a })  =>  const g = async (a = 1) => ($look(a),({ a }))",
        "class A { constructor(a = 1) { f() } set b(c = 1) {} }  =>  class A { constructor(a = 1) {;$look(a); f() } set b(c = 1) {;$look(c);} }",
        "function g(a = f(), b = f(), c = b) {}  =>  function g(a = f(), b = ($look(a),f()), c = b) {;$after(0,a,b,c);}",
        "function* g(a = f()) {}  =>  function* g(a = f(),...{[($look(a),\"length\")]:$own_1}) {}",
        "function* g(a = f(), b = 1, ) {}  =>  function* g(a = f(), b = 1,...{[($look(a),\"length\")]:$own_1}  ) {;$look(b);}",
        "function* g(a = f(), ...b) {}  =>  function* g(a = f(), ...b) {;$look(a);}",
        "x = { async *g({ a = f() } = {}) {} }  =>  x = { async *g({ a = f() } = {},...{[($look(a),\"length\")]:$own_1}) {} }",
        "const { a = f(), b } = x  =>  const { a = f(), [($look(a),\"b\")]:b } = x,$own_1=$look(a)",
        "const { a = f(), b: c, 'd': e } = x  =>  const { a = f(), [($look(a),\"b\")] : c, 'd': e } = x,$own_1=$look(a)",
        "({ a: u = f(), c, 'd': u, e = 1 } = x)  =>  ($after({ a: u = f(), [($look(u),\"c\")]:c, 'd': u, e = 1 } = x,u,e))",
        "({ a: u = f(), 'd': u } = x)  =>  ($after({ a: u = f(), [($look(u),'d')]: u } = x,u))",
        "x = ({ a = f(), b = 1, c, d: { e } }) => 1  =>  x = ({ a = f(), b = 1, [($look(a),\"c\")]:c, d: { e } }) => ($after(0,a,b),1)",
        "function g({ a = f(), [f()]: b }) {}  =>  function g({ a = f(), [($look(a),f())]: b }) {;$look(a);}",
        "const {} = u  =>  const {} = $look(u)",
        "({} = u)  =>  ({} = $look(u))",
        "const { [f()]: a } = u  =>  const { [f()]: a } = $look(u)",
        "const { [k]: a, ...b } = u",
        "const { ...a } = u",
        "const g = ({}, [{}], { [f()]: a }) => 1  =>  const g = ({\"\":$own_1}, [{\"\":$own_2}], {\"\":$own_3, [f()]: a }) => 1",
        "let a; ({ a: {} } = u)  =>  let a; ({ a: {\"\":[].x} } = u)",
        "[u.a = 1] = u  =>  [({o:u,set v(x){this.o.a=$look(x)}}).v   = 1] = u",
        "[u[f()] = 1] = u  =>  [({o:u,k:$key( f()),set v(x){this.o[this.k]=$look(x)}}).v  = 1] = u",
        "({ a: f().b } = u)  =>  ({ a: f().b } = $look(u))",
        "({ a: u.b } = u)",
    ]);
}

#[test]
fn logical_assignment() {
    check(&[
        "u ??= f()  =>  ($look(u),u ??= f())",
        "k ??= 1",
        "let a; a ??= 1",
        "u.a ||= f()  =>  $slot(u,\"a\").v   ||= f()",
        "(u.a) ||= f()  =>  ($slot(u,\"a\").v  ) ||= f()",
        "f()[f()] &&= 1  =>  $slot(f(), f()).v  &&= 1",
        "class A { #p; m() { this.#p ??= 1 } }  =>  class A { #p; m() { ({o:this,get v(){return $look(this.o.#p)},set v(x){this.o.#p=x}}).v    ??= 1 } }",
        "class A { m() { super.a ??= 1 } }  =>  class A { m() { ({g:()=>super.a,s:x=>super.a=x,get v(){return $look(this.g())},set v(x){this.s(x)}}).v        ??= 1 } }",
        "class A { m() { super[u] ??= 1 } }  =>  class A { m() { ({k:$key(      u),g:k=>super[k],s:(k,x)=>super[k]=x,get v(){return $look(this.g(this.k))},set v(x){this.s(this.k,x)}}).v  ??= 1 } }",
        "u.a += 1",
    ]);
}

#[test]
fn what_makes_objects() {
    check(&[
        "u = new u()  =>  u = $look(new u())",
        "u = new u  =>  u = $look(new u)",
        "u = new u.A(f())  =>  u = $look(new u.A(f()))",
        "new u()",
        "new u().a; (new u()).a",
        "u = new new u()()  =>  u = $look(new ($look(new u()))())",
        "u = new (new u()).a(); u = new (new u())[f()]()  =>  u = $look(new (new u()).a()); u = $look(new ($look(new u()))[f()]())",
        "u = new new u()[f()]()  =>  u = $look(new ($look(new u()))[f()]())",
        "u = new new u().a()  =>  u = $look(new new u().a())",
        "u = [new Map(), new Date(), new Error(u), new Uint8Array(1), new Promise(f)]",
        "class A {} class B extends A { constructor() { super(); (() => { return u })(); return } } u = [new A(), new B()]",
        "class A { constructor() { return u } } class B extends A {} u = [new A(), new B()]  =>  class A { constructor() { return u } } class B extends A {} u = [$look(new A()), $look(new B())]",
        "const A = class {}; u = new A()",
        "let A = class {}; A = u; u = new A()  =>  let A = class {}; A = u; u = $look(new A())",
        "u = { __proto__: u }  =>  u = { __proto__: $look(u) }",
        "u = { '__proto__': u }  =>  u = { '__proto__': $look(u) }",
        "u = { ['__proto__']: u, __proto__() {} }",
        "let __proto__ = f(); u = { __proto__ }",
        "u = { done: u, value: u }  =>  u = { done: $look(u), value: u }",
        "u = { value: u, done: k > 1 }",
        "let done = f(), value; u = { done, value }  =>  let done = f(), value; u = { done:$look(done), value }",
        "u = { done: u, other: u }",
        "u = { next() { u.done = u; return u } }  =>  u = { next() { u.done = $look(u); return u } }",
        "u.done = u",
        "u = { get done() { return u }, value: 1 }  =>  u = { get done() { return $look(u) }, value: 1 }",
        "u = { next: () => ({ done: u, more: u, ...u }) }  =>  u = { next: () => ({ done: $look(u), more: u, ...$room(u) }) }",
    ]);
}

#[test]
fn names_the_engine_calls() {
    check(&[
        "u = { valueOf() { return u } }  =>  u = { valueOf() { return $look(u) } }",
        "u = { toString: () => u ? 1 : u }  =>  u = { toString: () => $look(u) ? 1 : $look(u) }",
        "u = { 'toJSON': function () { return () => { return u } } }",
        "u = { get toJSON() { return u } }  =>  u = { get toJSON() { return $look(u) } }",
        "u = { async toJSON() { return u }, *toString() { return u } }",
        "u = { [Symbol.toPrimitive]: (x) => x }  =>  u = { [Symbol.toPrimitive]: (x) => $look(x) }",
        "u = { [Symbol['species']]: u, [Symbol.iterator]: u, [u]: u }  =>  u = { [Symbol['species']]: $look(u), [Symbol.iterator]: u, [u]: u }",
        "u = { *[Symbol.iterator]() { return u }, [Symbol.asyncIterator]() { return u } }",
        "class A { valueOf() { return u } static [Symbol.hasInstance] = u; toString = () => u }  =>  class A { valueOf() { return $look(u) } static [Symbol.hasInstance] = $look(u); toString = () => $look(u) }",
        "u.prototype.toString = function () { return u }  =>  u.prototype.toString = function () { return $look(u) }",
        "u[Symbol.toStringTag] = u  =>  u[Symbol.toStringTag] = $look(u)",
        "function valueOf() { return u } const toString = () => u  =>  function valueOf() { return $look(u) } const toString = () => $look(u)",
        "function other() { return u }",
        "u = { return() { return u }, async 'return'() { return u } }  =>  u = { return() { return $look(u) }, async 'return'() { return $look(u) } }",
        "u = { has: () => u, set(x) { return u } }",
        "u = new Proxy({}, { has: () => u, get: () => u })  =>  u = new Proxy({}, { has: () => $look(u), get: () => u })",
    ]);
}

#[test]
fn chains_and_private_names() {
    check(&[
        "u?.a; u?.[k]",
        "u?.a.b  =>  ($at=u?.a.b)",
        "u?.[f()]  =>  $look(u)?.[f()]",
        "u.a?.[f()]  =>  $look(u.a)?.[f()]",
        "u?.(k)  =>  ($at=u?.(k))",
        "u?.(f())  =>  ($at=$look(u)?.(f()))",
        "u?.(...u)  =>  ($at=$look(u)?.(...u))",
        "u.a?.(u, 1)  =>  ($at=u.a?.(u, 1))",
        "u.a?.(f())  =>  ($at=$method(u,o=>o.a)  ?.(f()))",
        "u[f()]?.(f())  =>  ($at=$method(u,(o,k)=>o[k], f()) ?.(f()))",
        "u?.a?.(f())  =>  ($at=(($own_0=u)==null?void 0:$method($own_0,o=>o.a)   )?.(f()))",
        "u?.a.b?.(f()).c  =>  ($at=(($own_0=u)==null?void 0:$method($own_0.  a,o=>o.b)  )?.(f()).c)",
        "u.a?.(f()).b?.(f())  =>  ($at=(($own_0=$method(u,o=>o.a)  )==null?void 0:$method($own_0  (f()),o=>o.b)  )?.(f()))",
        "u.a?.(k).b?.(f())  =>  ($at=(($own_0=$method(u,o=>o.a)  )==null?void 0:$method($own_0  (k),o=>o.b)  )?.(f()))",
        "class A { #p; m() { this.#p?.(f()); super.m?.(f()) } }  =>  class A { #p; m() { ($at=$method(this,o=>o.#p)   ?.(f())); ($at=$method(this,()=>super.m)       ?.(f())) } }",
        "(u?.a)(); delete u?.a.b",
        "class A { #p; m() { return u.#p + this.#p + (#p in u) } }  =>  class A { #p; m() { return $look(u).#p + this.#p + (#p in $look(u)) } }",
    ]);
}

#[test]
fn only_what_may_be_pending_is_looked_at() {
    check(&[
        "let n = 0, yes = false; for (const x of u) { n += x; if (n) yes = true } if (yes) f()",
        "let a, b = a, c = b; if (c) f()",
        "let a = b, b = c, c = 1; if (a) f(); c = f()  =>  let a = b, b = c, c = 1; if ($look(a)) f(); c = f()",
        "for (const name in u) if (name) f()",
        "function g(...list) { if (list) f() }",
        "if (input || undefined || Number(u)) f()",
        "if (Array.isArray(u)) f()  =>  if ($look(Array.isArray(u))) f()",
        "{ let a = 1 } { let a = u; if (a) f() }  =>  { let a = 1 } { let a = u; if ($look(a)) f() }",
        "let Number = f(); if (Number(1)) f()  =>  let Number = f(); if ($look(Number(1))) f()",
    ]);
    let (text, _) = probed("globalThis.a = f()\n{ let a = 1 }\nif (a) f()");
    assert!(text.ends_with("if ($look(a)) f()"), "{text}");
    let (_, helpers) = probed("let n = 0; while (n < 3) n++\nreturn n");
    assert_eq!(helpers, []);
    assert_eq!(
        lower_probed("return 1", &Limits::default()).unwrap().source,
        lower("return 1", &Limits::default()).unwrap().source
    );
}

#[test]
fn the_guest_cannot_name_a_helper() {
    let code = "const $look = f(), \\u0024same = $look; if ($look === $same) f($after)";
    let lowered = lower_probed(code, &Limits::default()).unwrap();
    assert!(lowered.source.starts_with("\"use strict\";(async($same1)=>{"), "{}", lowered.source);
    assert_eq!(lowered.helpers, [Helper::Same]);
    let this = lower_probed("if (f()) this.a\nf?.()\nthis?.b.c?.(f())", &Limits::default()).unwrap();
    assert!(this.source.starts_with("\"use strict\";(async($look,$method,$this,$at,$own_0)=>{"), "{}", this.source);
    assert_eq!(this.helpers, [Helper::Look, Helper::Method]);
}
