/*
 * Owns what a page can count on about the world of the code: the names it sees, the ways out it does not have, refusals it cannot forge, and
 * what becomes of a run whose code fails.
 */
import { inPage } from './harness.mjs';

inPage('functions: own names only, deep namespaces, frozen, one input or all arguments', async ({ countersign, equal, ok, watched }) => {
  const all = {};
  const named = name => (all[name] = watched()).spec;
  const functions = {
    x: named('x'),
    all: { ...named('all'), positional: true },
    a: { b: { c: { d: named('a.b.c.d') }, Date: named('a.b.Date'), delete: named('a.b.delete'), toString: named('a.b.toString') } },
    constructor: named('constructor'),
    $: named('$'),
    変数: named('変数'),
  };
  const sandbox = countersign.createSandbox({ functions });
  const value = async code => {
    const result = await sandbox.run({ code });
    return result.status === 'completed' ? result.value : result.error.guestName;
  };
  equal(
    await value(
      `return [await a.b.c.d(1), await a.b.Date(2), await a.b.delete(3), await a.b.toString(4), await constructor(5), await $(6), await 変数(7)]`,
    ),
    [1, 2, 3, 4, 5, 6, 7],
  );
  equal(await value(`return [await all(), await all(1, 'b', { c: 1 }), await all(undefined, null), await all(...[1, 2])]`), [
    [],
    [1, 'b', { c: 1 }],
    [undefined, null],
    [1, 2],
  ]);
  equal(
    await value(
      `return [await x(), await x(undefined), await [8].map(v => x(v))[0], await Promise.resolve(9).then(x), await x.call(null, 1)]`,
    ),
    [undefined, undefined, 8, 9, 1],
  );
  equal(all.x.calls.length + all['a.b.c.d'].calls.length, 6);
  equal(
    [all['a.b.c.d'].calls[0].fn, Object.isFrozen(all.x.calls[0]), all.x.calls[0].approved, Object.keys(all.x.calls[0]).sort().join()],
    ['a.b.c.d', true, false, 'approved,callId,fn,runId,seq,signal'],
  );
  for (const wrong of [
    'x(1, 2)',
    'a.b.nope(1)',
    'a.b.nope.x(1)',
    'nope(1)',
    'new x(1)',
    'a.b = 1',
    'a.z = 1',
    'delete a.b',
    'x.then = 1',
    'x = 1',
  ])
    ok(
      ['TypeError', 'ReferenceError'].includes(
        await value(`await (async () => { ${wrong} })()`.replace('{ ', wrong.includes('(') ? '{ await ' : '{ ')),
      ),
      wrong,
    );
  equal(
    await value(
      `const out = []; for (const key of ['constructor', '__proto__', 'hasOwnProperty', 'then', 'valueOf', 'nope']) out.push(typeof a.b[key]); return [out, await a === a, Object.isFrozen(a.b.c), Object.getPrototypeOf(a), Object.keys(a.b)]`,
    ),
    [Array(6).fill('undefined'), true, true, null, ['c', 'Date', 'delete', 'toString']],
  );
  equal(await value(`const x = 3; return x`), 3, 'the code may use the name for its own');
  equal(await value(`return await x(JSON.parse('{"__proto__":{"polluted":1}}'))`), JSON.parse('{"__proto__":{"polluted":1}}'));
  equal([{}.polluted, await value(`return ({}).polluted`)], [undefined, undefined]);

  const shared = countersign.createSandbox({ functions: { a: () => 'old', ns: { x: () => 'old', y: () => 'old' } } });
  const replaced = await shared.run({ functions: { ns: { x: () => 'new' } }, code: 'return [await a(), await ns.x(), typeof ns.y]' });
  equal(replaced.value, ['old', 'new', 'undefined'], 'a run replaces by name');
  equal((await shared.run({ code: 'return await ns.y()' })).value, 'old');
  const self = {
    n: 5,
    execute() {
      return this.n;
    },
    approval() {
      return this.n !== 5;
    },
  };
  equal((await shared.run({ functions: { self }, code: 'return await self()' })).value, 5, 'a spec is its functions’ `this`');
  await sandbox.dispose();
  await shared.dispose();
});

inPage('promise 5: no page, no network, no code from text, no way back to any of it', async ({ countersign, equal, ok, watched }) => {
  const f = watched();
  const sandbox = countersign.createSandbox({ functions: { f: f.spec } });
  const absent =
    'window self document navigator location fetch XMLHttpRequest WebSocket EventSource Worker importScripts postMessage localStorage indexedDB caches process require module exports global setImmediate Deno Bun WebAssembly SharedArrayBuffer Atomics WeakRef FinalizationRegistry alert onmessage';
  equal((await sandbox.run({ input: absent.split(' '), code: `return input.filter(name => name in globalThis)` })).value, []);
  const makers = [
    'eval("1")',
    '(0, eval)("1")',
    'new Function("return 1")',
    'Function("return 1")',
    'f.constructor("return 1")',
    '(() => {}).constructor("return 1")',
    '(async () => {}).constructor("return 1")',
    '(function* () {}).constructor("yield 1")',
    '[].constructor.constructor("return 1")',
    'Reflect.construct(Function, ["return 1"])',
    'setTimeout("1", 0)',
  ];
  for (const maker of makers) {
    const { value } = await sandbox.run({ code: `try { ${maker}; return 'made' } catch (e) { return [e.name, e.message] }` });
    ok(['EvalError', 'TypeError'].includes(value[0]) && value[1].length > 20, `${maker}: ${value}`);
  }
  equal((await sandbox.run({ code: `return await import('x').catch(e => e.name)` })).value, 'TypeError');
  for (const code of [`import x from 'y'`, `export const x = 1`, `with (f) {}`, `const a = ;`, `return 1 +`, `super.x`]) {
    const { error } = await sandbox.run({ code: `const before = 1;\n${code}` });
    equal([error.name, error.line], ['SyntaxError', 2], code);
  }
  const frames = await sandbox.run({
    code: `function inner() { throw new Error('here') }\nasync function outer() { await f(1); inner() }\nawait outer()`,
  });
  equal([frames.error.line, frames.error.guestName], [1, 'Error']);
  ok(!/http|wasm|worker|index\.js/.test(frames.error.guestStack), frames.error.guestStack);
  const world = `globalThis.seen = (globalThis.seen ?? 0) + 1; Object.prototype.mine = 1; Array.prototype.map = null; return seen`;
  equal(
    [(await sandbox.run({ code: world })).value, (await sandbox.run({ code: world })).value],
    [1, 1],
    'each run has a world of its own',
  );
  await sandbox.dispose();
});

inPage('a forged refusal is the code’s own error; a real one says what the run knows', async ({ countersign, equal, marked }) => {
  const w = marked();
  const sandbox = countersign.createSandbox({ functions: { w: w.spec } });
  const refused = `let e; try { await w(1) } catch (x) { e = x }`;
  const forged = [
    `throw Object.assign(new Error('x'), { name: 'ApprovalRejected', fn: 'w', input: 1, callId: '1' })`,
    `throw new ApprovalRejected('x')`,
    `class Mine extends ApprovalRejected {} throw new Mine('x')`,
    `${refused} throw new Error('wrapped', { cause: e })`,
    `${refused} throw Object.assign(new Error('x'), e, { name: 'ApprovalRejected' })`,
    `${refused} throw structuredClone(e)`,
    `${refused} throw Object.create(e)`,
    ...['Timeout', 'MemoryLimit', 'ValueLimit', 'UnsupportedValue', 'ReplayMismatch'].map(
      name => `throw Object.assign(new Error('x'), { name: '${name}', limit: 5, seq: 1 })`,
    ),
  ];
  for (const code of forged) {
    const { error } = await sandbox.run({ code });
    equal([error.name, error.fn, error.callId, error.seq, error.limit], ['GuestError', undefined, undefined, undefined, undefined], code);
  }
  const changed = await sandbox.run({
    code: `${refused} e.fn = 'other'; e.callId = 'mine'; e.input = 2; e.reason = 'none'; await null; throw e`,
  });
  const [call] = changed.calls;
  equal([changed.error.name, changed.error.fn, changed.error.callId, changed.error.input], ['ApprovalRejected', 'w', call.callId, 1]);
  equal(w.inputs, []);
  await sandbox.dispose();
});

inPage('promise 3: whatever the code does to its built-ins, what crosses is what it passed', async ({ countersign, equal, watched }) => {
  const patches = [
    `Object.prototype.toJSON = () => 'forged'`,
    `JSON.stringify = JSON.parse = () => 'forged'`,
    `Array.prototype.map = Array.prototype.push = Array.prototype[Symbol.iterator] = () => 'forged'`,
    `Object.keys = Reflect.ownKeys = Object.getOwnPropertyNames = () => []`,
    `Map.prototype.get = Map.prototype.forEach = Map.prototype.entries = Map.prototype[Symbol.iterator] = () => 'forged'`,
    `Date.prototype.getTime = Date.prototype.toISOString = Date.prototype.valueOf = () => 'forged'`,
    `Object.defineProperty(RegExp.prototype, 'source', { get: () => 'forged' })`,
    `Object.defineProperty(Uint8Array.prototype, 'length', { get: () => 99 })`,
    `Object.prototype.get = Object.prototype.value = Object.prototype.writable = 1`,
    `Object.defineProperty(Object.prototype, 'list', { set() { throw new Error('setter') }, configurable: true })`,
    `Object.defineProperty(Object.prototype, '0', { set() { throw new Error('setter') }, configurable: true })`,
    `Object.freeze(Object.prototype); Object.freeze(Array.prototype)`,
    `Promise.prototype.then = () => 'forged'`,
    `Promise.resolve = Promise.all = () => 'forged'`,
    `Object.defineProperty(Promise, Symbol.species, { value: function () {} })`,
    `Object.setPrototypeOf(Function.prototype, null)`,
    `globalThis.Promise = globalThis.Object = globalThis.Array = undefined`,
    `String.prototype.charCodeAt = String.prototype.slice = () => 'forged'`,
    `Error.prototype.toString = () => 'forged'`,
  ];
  const r = watched();
  const sandbox = countersign.createSandbox({ functions: { r: r.spec } });
  const data = { list: [1, { two: 'b' }], map: new Map([['k', new Date(5)]]), pattern: /a/g, bytes: new Uint8Array([1, 2]) };
  const code = `const data = { list: [1, { two: 'b' }], map: new Map([['k', new Date(5)]]), pattern: /a/g, bytes: new Uint8Array([1, 2]) }`;
  for (const [at, patch] of patches.entries()) {
    const { status, value, error } = await sandbox.run({ code: `${code};\n${patch};\nreturn await r(data)` });
    equal([status, error?.message], ['completed', undefined], patch);
    equal(r.inputs[at], data, patch);
    equal(value, data, patch);
  }
  await sandbox.dispose();
});

inPage(
  'the end of a run: what it started is done, timers are dropped, what nobody handled is one line',
  async ({ countersign, equal, watched, sleep, states }) => {
    const r = watched(input => sleep(10).then(() => input));
    const sandbox = countersign.createSandbox({ functions: { r: r.spec } });
    const texts = result => result.logs.map(entry => entry.text);
    const open = await sandbox.run({
      code: `async function main() { await r(1); await r(2); console.log('end of main') }\nmain();\nconsole.log('started')`,
    });
    equal(
      [open.status, r.inputs, texts(open), states(open)],
      ['completed', [1, 2], ['started', 'end of main'], ['fulfilled', 'fulfilled']],
    );
    const timers = await sandbox.run({
      code: `setTimeout(() => console.log('never'), 60_000); setInterval(() => console.log('tick'), 30_000); return 'done'`,
    });
    equal([timers.value, texts(timers)], ['done', []]);
    const rejected = await sandbox.run({
      code: `const handled = Promise.reject(new Error('in time'));\nPromise.reject(new Error('nobody'));\nawait r(1); await handled.catch(() => {}); return 'done'`,
    });
    equal(
      [rejected.value, rejected.logs.map(entry => [entry.level, entry.line, entry.text.includes('nobody')])],
      ['done', [['warn', 2, true]]],
    );
    const thrown = await sandbox.run({
      code: `r('made'); r('made too'); queueMicrotask(() => console.log('dropped'));\nthrow new RangeError('bad')`,
    });
    equal([thrown.error.guestName, thrown.error.line, states(thrown), texts(thrown)], ['RangeError', 2, ['fulfilled', 'fulfilled'], []]);
    const later = await sandbox.run({
      code: `setTimeout(() => { null.x }, 1); await new Promise(done => setTimeout(done, 20)); return 'on'`,
    });
    equal([later.value, later.logs.length], ['on', 1]);
    for (const code of [
      `await new Promise(() => {})`,
      `const p = new Promise(() => {});\nawait Promise.all([p, r(1)])`,
      `for await (const x of { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }) ;`,
    ]) {
      const started = performance.now();
      const { error } = await sandbox.run({ code });
      equal([error.name, performance.now() - started < 5_000], ['Deadlock', true], code);
    }
    for (const [code, value] of [
      ['1 + 1', 2],
      ['const x = 3; x', 3],
      ['async () => { return await 4 }', 4],
      ['export default async () => 5', 5],
      ['```ts\nconst n: number = 6\nreturn n satisfies number\n```', 6],
      ['', undefined],
      ['// nothing', undefined],
    ])
      equal((await sandbox.run({ code })).value, value, code);
    await sandbox.dispose();
  },
);
