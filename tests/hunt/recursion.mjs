/*
 * Owns recursion through everything that calls back: `ways`, each a function `go(n)` that calls itself `n` levels deep. What must hold: `go(n)` of a
 * small `n` gives a value or a promise of one, and nothing but its depth is hostile. Deliberately absent: how deep is asked for.
 */

/** By name; each declares `go`. */
export const ways = {
  function: 'const go = n => n ? 1 + go(n - 1) : 0',
  declaration: 'function go(n) { if (n === 0) return 0; const a = n, b = [n]; return go(n - 1) + b.length }',
  'many arguments': 'function go(n, ...rest) { return n ? go(n - 1, ...rest.slice(0, 99), 1) : rest.length }',
  mutual: 'const other = n => go(n - 1); function go(n) { return n ? other(n) : 0 }',
  'try and finally': 'function go(n) { try { return n ? go(n - 1) : 0 } finally { n = 0 } }',
  'catch again': 'function go(n) { try { return n ? go(n - 1) : 0 } catch (e) { throw new Error("again", { cause: e }) } }',
  method: 'const o = { m(n) { return n ? this.m(n - 1) : 0 } }; const go = n => o.m(n)',
  getter: 'const go = n => n ? { get x() { return go(n - 1) } }.x : 0',
  'own getter': 'const o = { get x() { return this.n-- ? this.x : 0 } }; const go = n => (o.n = n, o.x)',
  setter: 'const o = { set x(n) { if (n) this.x = n - 1 } }; const go = n => { o.x = n; return 0 }',
  'static getter': 'class A { static n = 0; static get x() { return A.n-- > 0 ? A.x : 0 } } const go = n => (A.n = n, A.x)',
  'private method': 'class A { #m(n) { return n ? this.#m(n - 1) : 0 } m(n) { return this.#m(n) } } const go = n => new A().m(n)',
  constructor: 'class A { constructor(n) { if (n) this.a = new A(n - 1) } } const go = n => (new A(n), 0)',
  'class field': 'let left = 0; class A { a = left-- > 0 ? new A() : 0 } const go = n => (left = n, new A(), 0)',
  'static block': 'const go = n => { class A { static { if (n) go(n - 1) } } return 0 }',
  'super call': 'const go = n => { if (n === 0) return 0; class A { constructor() { go(n - 1) } } class B extends A {} new B(); return 0 }',
  'super method':
    'class A { m(n) { return n ? this.m(n - 1) : 0 } } class B extends A { m(n) { return super.m(n) } } const go = n => new B().m(n)',
  'chain of classes': 'const go = n => { let C = class {}; for (let i = 0; i < n; i++) C = class extends C {}; new C(); return 0 }',
  'chain of super methods':
    'const go = n => { let o = { m: () => 0 }; for (let i = 0; i < n; i++) { const inner = o; o = { __proto__: inner, m() { return super.m() } } } return o.m() }',
  call: 'function go(n) { return n ? go.call(null, n - 1) : 0 }',
  apply: 'function go(n) { return n ? go.apply(null, [n - 1]) : 0 }',
  bind: 'function go(n) { return n ? go.bind(null, n - 1)() : 0 }',
  'chain of bind': 'const go = n => { let f = () => 0; for (let i = 0; i < n; i++) f = f.bind(null); return f() }',
  'Reflect.apply': 'function go(n) { return n ? Reflect.apply(go, null, [n - 1]) : 0 }',
  'Reflect.construct': 'class A { constructor(n) { if (n) Reflect.construct(A, [n - 1]) } } const go = n => (new A(n), 0)',
  'Reflect.get': 'const o = { get x() { return this.n-- ? Reflect.get(o, "x") : 0 } }; const go = n => (o.n = n, o.x)',
  map: 'const go = n => n ? [n].map(() => go(n - 1))[0] : 0',
  forEach: 'const go = n => { if (n) [n].forEach(() => go(n - 1)); return 0 }',
  filter: 'const go = n => n ? [n].filter(() => go(n - 1)).length : 0',
  reduce: 'const go = n => n ? [1, 2].reduce(() => go(n - 1)) : 0',
  some: 'const go = n => n ? [n].some(() => go(n - 1)) : false',
  find: 'const go = n => n ? [n].find(() => go(n - 1)) : 0',
  findLast: 'const go = n => n ? [n].findLast(() => go(n - 1)) : 0',
  flatMap: 'const go = n => n ? [n].flatMap(() => go(n - 1)) : 0',
  sort: 'const go = n => n ? [2, 1].sort(() => go(n - 1)) && 0 : 0',
  toSorted: 'const go = n => n ? [2, 1].toSorted(() => go(n - 1)) && 0 : 0',
  'typed array map': 'const go = n => n ? new Uint8Array(1).map(() => go(n - 1))[0] : 0',
  'typed array sort': 'const go = n => n ? new Uint8Array([2, 1]).sort(() => go(n - 1)) && 0 : 0',
  'Array.from': 'const go = n => n ? Array.from([n], () => go(n - 1)) && 0 : 0',
  'Map.forEach': 'const go = n => { if (n) new Map([[1, 1]]).forEach(() => go(n - 1)); return 0 }',
  'Set.forEach': 'const go = n => { if (n) new Set([1]).forEach(() => go(n - 1)); return 0 }',
  'Object.groupBy': 'const go = n => n ? Object.groupBy([n], () => go(n - 1)) && 0 : 0',
  'Map.groupBy': 'const go = n => n ? Map.groupBy([n], () => go(n - 1)) && 0 : 0',
  replace: 'const go = n => n ? "a".replace("a", () => go(n - 1)) : "0"',
  'replace of a pattern': 'const go = n => n ? "a".replace(/a/g, () => go(n - 1)) : "0"',
  replaceAll: 'const go = n => n ? "a".replaceAll("a", () => go(n - 1)) : "0"',
  'JSON.parse': 'const go = n => n ? JSON.parse("1", () => go(n - 1)) : 0',
  'JSON.stringify': 'const go = n => n ? JSON.stringify([1], () => go(n - 1)) && 0 : 0',
  toJSON: 'const go = n => n ? JSON.stringify({ toJSON: () => go(n - 1) }) && 0 : 0',
  toString: 'const go = n => n ? `${{ toString: () => go(n - 1) }}` : "0"',
  'toString, added': 'const go = n => n ? "" + { toString: () => go(n - 1) } : "0"',
  valueOf: 'const go = n => n ? +{ valueOf: () => go(n - 1) } : 0',
  'valueOf, compared': 'const go = n => n ? ({ valueOf: () => go(n - 1) }) > 0 : 0',
  toPrimitive: 'const go = n => n ? +{ [Symbol.toPrimitive]: () => go(n - 1) } : 0',
  'as a key': 'const go = n => n ? ({})[{ toString: () => go(n - 1) }] : "0"',
  'String()': 'const go = n => n ? String({ toString: () => go(n - 1) }) : "0"',
  'Number()': 'const go = n => n ? Number({ valueOf: () => go(n - 1) }) : 0',
  'Math.max': 'const go = n => n ? Math.max({ valueOf: () => go(n - 1) }) : 0',
  'new Date': 'const go = n => n ? new Date({ valueOf: () => go(n - 1) }) && 0 : 0',
  join: 'const go = n => n ? [{ toString: () => go(n - 1) }].join() : "0"',
  'nested join': 'const go = n => { let a = []; for (let i = 0; i < n; i++) a = [a]; return String(a).length }',
  iterator: 'const go = n => n ? [...{ [Symbol.iterator]: () => (go(n - 1), [].values()) }] && 0 : 0',
  next: 'const go = n => n ? [...{ [Symbol.iterator]: () => ({ next: () => (go(n - 1), { done: true }) }) }] && 0 : 0',
  'for of':
    'const go = n => { if (n) for (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false }), return: () => (go(n - 1), {}) }) }) break; return 0 }',
  'array pattern':
    'const go = n => { if (n) { const [a] = { [Symbol.iterator]: () => ({ next: () => (go(n - 1), { done: true }) }) } } return 0 }',
  'default in a pattern': 'const go = n => { const { a = n ? go(n - 1) : 0 } = {}; return a }',
  'default of a parameter': 'const go = (n, a = n ? go(n - 1) : 0) => a',
  generator: 'function* walk(n) { if (n) yield* walk(n - 1); yield n } const go = n => [...walk(n)].length',
  'generator in a loop': 'function* walk(n) { if (n) for (const x of walk(n - 1)) yield x; yield n } const go = n => walk(n).next().value',
  'generator return':
    'function* walk(n) { try { yield 1 } finally { if (n) { const g = walk(n - 1); g.next(); g.return() } } } const go = n => { const g = walk(n); g.next(); g.return(); return 0 }',
  'iterator helper': 'const go = n => n ? [1].values().map(() => go(n - 1)).toArray() && 0 : 0',
  'chain of iterator helpers':
    'const go = n => { let it = [1].values(); for (let i = 0; i < n; i++) it = it.map(x => x); return it.next().value }',
  'async function': 'const go = async n => n ? await go(n - 1) : 0',
  'async after a wait': 'const go = async n => { await null; return n ? await go(n - 1) : 0 }',
  'async generator':
    'async function* walk(n) { if (n) yield* walk(n - 1); yield n } const go = async n => { let c = 0; for await (const x of walk(n)) c++; return c }',
  'new Promise': 'const go = n => n ? (new Promise(() => go(n - 1)), 0) : 0',
  then: 'const go = n => { let p = Promise.resolve(0); for (let i = 0; i < n; i++) p = p.then(x => x); return p }',
  'nested then': 'const go = n => Promise.resolve().then(() => n ? go(n - 1) : 0)',
  thenable: 'const go = n => n ? { then: f => f(go(n - 1)) } : 0',
  'tagged template': 'function go(s, n) { if (typeof s === "number") return go``, go`${s}`; return n > 0 ? go`${n - 1}` : 0 }',
  'template literal': 'const go = n => n ? `${go(n - 1)}` : "0"',
  'proxy get': 'const p = new Proxy({}, { get: (t, k, r) => +k ? r[k - 1] : 0 }); const go = n => p[n]',
  'proxy has': 'const p = new Proxy({}, { has: (t, k) => +k ? (k - 1) in p : true }); const go = n => +(n in p)',
  'proxy set': 'const p = new Proxy({}, { set: (t, k, v) => { if (v) p.x = v - 1; return true } }); const go = n => { p.x = n; return 0 }',
  'proxy apply': 'const p = new Proxy(() => 0, { apply: (t, self, [n]) => n ? p(n - 1) : 0 }); const go = n => p(n)',
  'proxy construct': 'const p = new Proxy(class {}, { construct: (t, [n]) => n ? new p(n - 1) : {} }); const go = n => (new p(n), 0)',
  'proxy ownKeys':
    'let left = 0; const p = new Proxy({}, { ownKeys: () => left-- > 0 ? Reflect.ownKeys(p) : [] }); const go = n => (left = n, Object.keys(p).length)',
  'proxy getPrototypeOf':
    'let left = 0; const p = new Proxy({}, { getPrototypeOf: () => left-- > 0 ? Object.getPrototypeOf(p) : null }); const go = n => (left = n, Object.getPrototypeOf(p), 0)',
  'chain of proxies': 'const go = n => { let p = { x: 0 }; for (let i = 0; i < n; i++) p = new Proxy(p, {}); return p.x }',
  'chain of proxied functions': 'const go = n => { let p = () => 0; for (let i = 0; i < n; i++) p = new Proxy(p, {}); return p() }',
  'chain of proxies, has': 'const go = n => { let p = { x: 0 }; for (let i = 0; i < n; i++) p = new Proxy(p, {}); return +("y" in p) }',
  'chain of proxies, isArray': 'const go = n => { let p = []; for (let i = 0; i < n; i++) p = new Proxy(p, {}); return +Array.isArray(p) }',
  'chain of proxies, keys':
    'const go = n => { let p = { x: 0 }; for (let i = 0; i < n; i++) p = new Proxy(p, {}); return Object.keys(p).length }',
  'chain of prototypes': 'const go = n => { let o = { x: 0 }; for (let i = 0; i < n; i++) o = Object.create(o); return o.x }',
  'chain of prototypes, missing': 'const go = n => { let o = null; for (let i = 0; i < n; i++) o = Object.create(o); return o?.y ?? 0 }',
  'chain of prototypes, set': 'const go = n => { let o = {}; for (let i = 0; i < n; i++) o = Object.create(o); o.z = 1; return 0 }',
  'chain of prototypes, for in':
    'const go = n => { let o = { x: 0 }; for (let i = 0; i < n; i++) o = Object.create(o); let c = 0; for (const k in o) c++; return c }',
  'chain of prototypes, instanceof':
    'const go = n => { let o = {}; for (let i = 0; i < n; i++) o = Object.create(o); return +(o instanceof Map) }',
  'chain of prototypes, isPrototypeOf':
    'const go = n => { const top = {}; let o = top; for (let i = 0; i < n; i++) o = Object.create(o); return +top.isPrototypeOf(o) }',
  hasInstance: 'const go = n => n ? +({} instanceof { [Symbol.hasInstance]: () => go(n - 1) }) : 0',
  species:
    'const go = n => { if (n) { const a = [1]; a.constructor = { get [Symbol.species]() { go(n - 1); return undefined } }; a.map(x => x) } return 0 }',
  'Object.assign': 'const go = n => n ? (Object.assign({}, { get x() { return go(n - 1) } }), 0) : 0',
  'object spread': 'const go = n => n ? ({ ...{ get x() { return go(n - 1) } } }, 0) : 0',
  'Object.defineProperty': 'const go = n => n ? (Object.defineProperty({}, "x", { get value() { return go(n - 1) } }), 0) : 0',
  'Object.fromEntries': 'const go = n => n ? (Object.fromEntries({ *[Symbol.iterator]() { go(n - 1) } }), 0) : 0',
  'new Map': 'const go = n => n ? (new Map({ *[Symbol.iterator]() { go(n - 1) } }), 0) : 0',
  'Promise.all': 'const go = n => n ? (Promise.all({ *[Symbol.iterator]() { go(n - 1) } }), 0) : 0',
  structuredClone: 'const go = n => n ? (structuredClone({ get x() { return go(n - 1) } }), 0) : 0',
  'structuredClone of depth': 'const go = n => { let o = []; for (let i = 0; i < n; i++) o = [o]; structuredClone(o); return 0 }',
  'JSON of depth':
    'const go = n => { let o = []; for (let i = 0; i < n; i++) o = [o]; return JSON.stringify(JSON.parse(JSON.stringify(o))).length }',
  'JSON of depth, reviver': 'const go = n => { JSON.parse("[".repeat(n) + "]".repeat(n), (k, v) => v); return 0 }',
  'flat of depth': 'const go = n => { let o = []; for (let i = 0; i < n; i++) o = [o]; return o.flat(Infinity).length }',
  'console.log':
    'const go = n => { if (n) console.log({ toJSON: () => go(n - 1), get x() { return go(n - 1) }, toString: () => go(n - 1) }); return 0 }',
  'console.log of depth': 'const go = n => { let o = []; for (let i = 0; i < n; i++) o = [o]; console.log(o); return 0 }',
  'error causes':
    'const go = n => { let e = new Error("0"); for (let i = 0; i < n; i++) e = new Error("x", { cause: e }); console.log(e); return 0 }',
  'a host function': 'const go = n => { if (n) { r({ get x() { return go(n - 1) } }).catch(() => 0) } return 0 }',
  queueMicrotask: 'const go = n => new Promise(done => { const f = n => n ? queueMicrotask(() => f(n - 1)) : done(0); f(n) })',
  'with a label': 'function go(n) { one: for (;;) { if (n) { go(n - 1); break one } return 0 } return 0 }',
  'optional call': 'const o = { f: n => n ? o?.f?.(n - 1) : 0 }; const go = n => o.f(n)',
  'deep pattern of a regular expression':
    'const go = n => { try { new RegExp("(".repeat(n) + ")".repeat(n)).test("a") } catch (e) { if (e.name !== "SyntaxError" && e.name !== "RangeError") throw e } return 0 }',
  backtracking: 'const go = n => { /^(?:a|b)*$/.test("ab".repeat(n)); return 0 }',
  'lazy backtracking': 'const go = n => { /^(a|ab)*?c/.test("ab".repeat(n)); return 0 }',
  'rope of text': 'const go = n => { let s = ""; for (let i = 0; i < n; i++) s = "a" + s; return s.indexOf("b") }',
  'nested closures': 'const go = n => { let f = () => 0; for (let i = 0; i < n; i++) { const g = f; f = () => g() } return f() }',
  'nested calls in flat': 'const go = n => n ? [[go(n - 1)]].flat()[0] : 0',
  matchAll: 'const go = n => n ? [..."a".matchAll({ [Symbol.matchAll]: () => (go(n - 1), []) })] && 0 : 0',
  'Symbol.replace': 'const go = n => n ? "a".replace({ [Symbol.replace]: () => go(n - 1) }, "") : 0',
  'Symbol.split': 'const go = n => n ? "a".split({ [Symbol.split]: () => go(n - 1) }) : 0',
  'own exec': 'const go = n => { if (n) { const x = /a/; x.exec = () => (go(n - 1), null); x.test("a") } return 0 }',
  'Set methods': 'const go = n => n ? (new Set([1]).union({ size: 1, has: () => true, keys: () => (go(n - 1), [].values()) }), 0) : 0',
  setTimeout: 'const go = n => new Promise(done => { const f = n => n ? setTimeout(f, 0, n - 1) : done(0); f(n) })',
  toLocaleString: 'const go = n => n ? [{ toLocaleString: () => go(n - 1) }].toLocaleString() : "0"',
  'concat spreadable': 'const go = n => n ? ([].concat({ get [Symbol.isConcatSpreadable]() { go(n - 1); return false } }), 0) : 0',
  toStringTag: 'const go = n => n ? (Object.prototype.toString.call({ get [Symbol.toStringTag]() { go(n - 1); return "" } }), 0) : 0',
  copyWithin: 'const go = n => n ? ([1].copyWithin({ valueOf: () => go(n - 1) }), 0) : 0',
  'error stack': 'const go = n => { if (n) { const e = new Error(); e.toString = () => go(n - 1); String(e) } return 0 }',
  'error name': 'const go = n => { if (n) String(Object.assign(new Error(), { name: { toString: () => go(n - 1) } })); return 0 }',
};

const names = Object.keys(ways);

/** Those that take no native stack, and what works in steps. */
const flat = new Set([
  ...[
    'function',
    'declaration',
    'many arguments',
    'mutual',
    'try and finally',
    'catch again',
    'method',
    'private method',
    'constructor',
    'static block',
  ],
  ...[
    'super call',
    'super method',
    'chain of classes',
    'bind',
    'async function',
    'async after a wait',
    'then',
    'nested then',
    'thenable',
    'tagged template',
  ],
  ...[
    'template literal',
    'default in a pattern',
    'default of a parameter',
    'proxy apply',
    'optional call',
    'with a label',
    'nested closures',
    'nested calls in flat',
  ],
  ...[
    'JSON of depth',
    'JSON of depth, reviver',
    'structuredClone of depth',
    'console.log of depth',
    'error causes',
    'rope of text',
    'backtracking',
  ],
  ...['lazy backtracking', 'queueMicrotask', 'setTimeout', 'chain of proxied functions', 'chain of prototypes, for in'],
]);

/** How deep honest code may go this way, at least: what docs/limitations.md promises. */
export const honest = name => (flat.has(name) ? 3_000 : name.startsWith('chain of pro') ? 1_000 : 150);

/** Recursion, deeper than anything or a few levels, somewhere. */
export function recursion(chance) {
  const name = chance.pick(names);
  const depth = chance.pick(['Infinity', 'Infinity', 'Infinity', '1e5', '2e4', '5000', '1000', '300', '20']);
  // What builds a chain would build it for ever.
  const levels = depth === 'Infinity' && /for \(let i|repeat\(/.test(ways[name]) ? '1e5' : depth;
  const start = chance.pick([
    `return await go(${levels})`,
    `try { await go(${levels}) } catch (e) { console.log(e.name) } return 1`,
    `await null; return await go(${levels})`,
    `return await (async () => { await null; try { return await go(${levels}) } catch (e) { return e.message } })()`,
    `function* g() { yield go(${levels}) } for (const x of g()) await x; return 1`,
    `async function* g() { yield go(${levels}) } for await (const x of g()) x; return 1`,
    `setTimeout(() => go(${levels}), 1); await new Promise(done => setTimeout(done, 5)); return 1`,
    `Promise.resolve().then(() => go(${levels})); await r(1); return 1`,
    `return { get x() { return go(${levels}) } }`,
    `return r({ get x() { return go(${levels}) } })`,
    `throw { get message() { return go(${levels}) }, toString: () => go(${levels}) }`,
    `class A { static { go(${levels}) } } return 1`,
    `for (let i = 0; i < 5; i++) try { await go(${levels}) } catch {} return 1`,
    `try { try { await go(${levels}) } finally { await go(${levels}) } } catch {} return await go(10)`,
    `return [1].map(() => go(${levels}))`,
  ]);
  return { kind: `recursion: ${name}`, code: `${ways[name]};\n${start}` };
}
