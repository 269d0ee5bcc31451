/*
 * Owns the known differences from other engines: a program that shows each, what it comes to here, and why it stays. What must hold: docs/limitations.md
 * says the same to users, by the words in `told`; a difference that has gone, or has changed, fails the test. Programs of random.mjs are made such that they meet none of these.
 */
export const known = [
  {
    name: 'an increment that throws empties the variable',
    code: `let a = Symbol('s'); try { a++ } catch {} return typeof a`,
    here: 'returns "undefined"',
    told: '`x++` of a value that cannot be a number',
  },
  {
    name: 'an increment whose value is used converts an object twice',
    code: `let o = { valueOf() { log('asked'); return 1 } }; return o++`,
    here: '"asked"\n"asked"\nreturns 1',
    told: 'asked for it twice',
  },
  {
    name: 'a variable of a switch can be read from a case that skipped its declaration',
    code: `switch (1) { case 0: let y = 1; case 1: y = 2; return y }`,
    here: 'returns 2',
    told: 'declared in another `case`',
  },
  {
    name: 'an assignment to a variable before its declaration',
    code: `const f = () => { y = 1; let y; return 'fine' }; return f()`,
    here: 'returns "fine"',
    told: 'assigned to before its declaration',
  },
  {
    name: 'var that repeats a parameter shares it with functions in defaults',
    code: `function g(a, b = () => a) { var a; a = 5; return b() } return g(3)`,
    here: 'returns 5',
    told: '`var` that repeats a parameter',
  },
  {
    name: 'a pattern asks an iterator again that has ended',
    code: `const it = { [Symbol.iterator]: () => ({ next: () => (log('next'), { done: true }) }) }; const [a, b] = it`,
    here: '"next"\n"next"\nreturns undefined',
    told: 'an iterator that has ended is asked again',
  },
  {
    name: 'computed keys beside a rest that is a property',
    code: `const o = {}; let a; ({ ['x']: a, ...o.r } = { x: 1, y: 2 }); return o.r`,
    here: 'returns {x: 1, y: 2}',
    told: '`...object.rest`',
  },
  {
    name: 'a proxy is asked for one property more beside a rest',
    code: `const seen = []; const { a: [x], ...r } = new Proxy({ a: [1] }, { get: (o, k) => (seen.push(k), o[k]) }); return seen`,
    here: 'returns [2]{0: "a", 1: "$rest_0"}',
    told: 'one property more',
  },
  {
    name: 'a function in a pattern behind a computed key has no name',
    code: `let f; ({ [\`f\`]: f = () => {} } = {}); return f.name`,
    here: 'returns ""',
    told: 'have no `name`',
  },
  {
    name: 'the length of arrow functions with such patterns',
    code: `return ((a, { ['b']: c = 1 }) => c).length`,
    here: 'returns 1',
    told: 'have no `name`',
  },
  {
    name: 'the name of a function called using',
    code: `function using() {} return using.name`,
    here: 'returns "$using"',
    told: '`$using`',
  },
  {
    name: 'the text of a class',
    code: `class K {} return String(K)`,
    here: 'returns "function K() { [native code] }"',
    told: 'text of a class',
  },
  {
    name: 'for in of a proxy does not go up',
    code: `const r = []; for (const k in new Proxy(Object.create({ a: 1 }), {})) r.push(k); return r`,
    here: 'returns [0]{}',
    told: '`for (key in proxy)`',
  },
  {
    name: 'Symbol.toPrimitive is an accessor',
    code: `return Symbol.toPrimitive in {}`,
    here: 'returns true',
    told: '`Symbol.toPrimitive in {}`',
  },
  {
    name: 'symbols are no keys of weak collections',
    code: `try { new WeakMap().set(Symbol('s'), 1); return 'fine' } catch (e) { return e.name }`,
    here: 'returns "TypeError"',
    told: 'symbols as keys of `WeakMap`',
  },
  { name: 'large numbers in bytes', code: `return new Uint8Array([1e21])[0]`, here: 'returns 255', told: 'beyond 2^63' },
  {
    name: 'the last digit of Math.hypot',
    code: `return Math.hypot(-1, -2.5)`,
    here: 'returns 2.692582403567252',
    told: 'the last digit',
  },
  { name: 'letters that fold to ASCII', code: `return /ſ/i.test('s')`, here: 'returns true', told: '`/ſ/i`' },
  { name: 'a braced escape without the flag u', code: `return /\\u{2}/.test('uu')`, here: 'returns false', told: '`/\\u{2}/`' },
  {
    name: 'the source of a line break after a backslash',
    code: `return new RegExp('\\\\\\n').source`,
    here: 'returns "\\\\\\\\n"',
    told: '`new RegExp(text).source`',
  },
  { name: 'statics of RegExp', code: `/(a)/.exec('a'); return RegExp.$1`, here: 'returns undefined', told: '`RegExp.$1`' },
  {
    name: 'pairs of indices are made twice',
    code: `const { indices } = /(?<a>b)/d.exec('b'); return indices[1] === indices.groups.a`,
    here: 'returns false',
    told: '`indices.groups`',
  },
  { name: 'a call as a target is refused early', code: `f() = 1`, here: 'refused SyntaxError', told: '`f() = 1`' },
  {
    name: 'a conversion that converts itself',
    code: `const o = { [Symbol.toPrimitive]() { return String(this) } }; try { return String(o) } catch (e) { return e.name }`,
    here: 'ends with StackOverflow',
    told: 'ends the run as `StackOverflow`',
  },
  {
    name: 'Array.fromAsync',
    code: `return typeof Array.fromAsync`,
    here: 'returns "undefined"',
    told: '`Array.fromAsync`',
    needs: 'Array.fromAsync',
  },
  {
    name: 'ArrayBuffer.prototype.transfer',
    code: `return typeof ArrayBuffer.prototype.transfer`,
    here: 'returns "undefined"',
    told: '`transfer` of buffers',
    needs: 'ArrayBuffer.prototype.transfer',
  },
];
