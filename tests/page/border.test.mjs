/*
 * Owns what a page can count on at the border: what crosses each way and comes out the same, what is refused with its path, and how an
 * exception of the app meets the code. docs/values.md has the table.
 */
import { inPage } from './harness.mjs';

inPage('values: every kind crosses both ways and comes out the same', async ({ countersign, equal, ok, watched }) => {
  const shared = { s: 1 };
  const round = { name: 'round' };
  round.self = round;
  const holed = [1, 2, 3];
  delete holed[1];
  const deep = Array.from({ length: 1_000 }).reduce(inner => ({ inner }), {});
  const kinds = {
    primitives: [
      undefined,
      null,
      true,
      0,
      -0,
      NaN,
      Infinity,
      -Infinity,
      5e-324,
      2 ** 53,
      '',
      'text',
      '\0',
      '\ud800',
      'a\udfffb',
      '\u2028<!--',
      12345678901234567890n,
      -1n,
    ],
    dates: [new Date(5), new Date(NaN), new Date(-8.64e15)],
    patterns: [/a\/b/giu, /[/]/, /\u2028/, /(?:)/],
    collections: [new Map([[{ k: 1 }, new Map([[NaN, -0]])]]), new Set([1, 'a', new Set(), undefined])],
    buffers: [
      new Uint8Array([1, 2, 3]).buffer,
      new Uint8Array([1, 2, 3, 4]).subarray(1, 3),
      new Float64Array([1.5, NaN, -0]),
      new BigInt64Array([1n, -1n]),
    ],
    arrays: [[], holed, Array(3), [[[]]]],
    objects: [
      {},
      { '': 1, 0: 2, 'a b': 3 },
      Object.assign(Object.create(null), { bare: true }),
      JSON.parse('{"__proto__":{"a":1},"constructor":2,"then":3,"toString":4}'),
    ],
    errors: [
      new TypeError('m', { cause: new RangeError('c', { cause: 5 }) }),
      Object.assign(new Error('e'), { code: 7 }),
      new AggregateError([new Error('x')], 'all'),
    ],
    references: [shared, shared, round],
    deep,
  };
  const [r, back] = [watched(), watched(kind => kinds[kind])];
  const sandbox = countersign.createSandbox({ functions: { r: r.spec, back: back.spec } });
  const code = `const out = {}; for (const kind of input) { const value = await back(kind); await r(value); out[kind] = value } return out`;
  const result = await sandbox.run({ code, input: Object.keys(kinds) });
  equal([result.status, result.error?.message], ['completed', undefined]);
  for (const [at, kind] of Object.keys(kinds).entries()) {
    equal(r.inputs[at], kinds[kind], `${kind}, into a function`);
    equal(result.value[kind], kinds[kind], `${kind}, as the result`);
    equal(result.calls[at * 2 + 1].input, kinds[kind], `${kind}, in the record`);
  }
  const [one, two, self] = r.inputs[8];
  ok(one === two && self.self === self && one !== shared, 'shared references stay shared, and are copies');
  ok(Object.hasOwn(r.inputs[6][3], '__proto__') && {}.a === undefined, '`__proto__` is just a key');
  equal(
    result.value.errors.map(error => [
      error instanceof Error,
      error.constructor.name,
      error.name,
      error.cause?.name,
      error.code,
      error.errors?.length,
    ]),
    [
      [true, 'TypeError', 'TypeError', 'RangeError', undefined, undefined],
      [true, 'Error', 'Error', undefined, 7, undefined],
      [true, 'AggregateError', 'AggregateError', undefined, undefined, 1],
    ],
  );
  for (const input of [undefined, null, new Map([[1, new Date(3)]]), round])
    equal((await sandbox.run({ code: 'return input', input })).value, input);
  equal((await sandbox.run({ code: `return [typeof input, 'input' in globalThis]` })).value, ['undefined', true]);
  equal((await sandbox.run({ code: `input.x = 2; return input`, input: Object.freeze({ x: 1 }) })).value, { x: 2 }, 'a copy');
  await sandbox.dispose();
});

inPage(
  'values: what cannot cross is refused with its path, each way, and nothing runs',
  async ({ countersign, equal, ok, rejects, watched, states }) => {
    const r = watched();
    const class_ = class Person {};
    const host = {
      fn: [() => 1, 'a function'],
      inList: [{ items: [1, { onClick() {} }] }, 'items[1].onClick: a function'],
      symbol: [{ s: Symbol('q') }, 's: a symbol'],
      keyed: [{ [Symbol('k')]: 1 }, '[Symbol(k)]'],
      instance: [{ who: new class_() }, 'who: a Person instance'],
      promise: [[Promise.resolve(1)], '[0]: a promise'],
      weak: [new WeakMap(), 'a WeakMap'],
      element: [{ node: document.body }, 'node: a HTMLBodyElement instance'],
      page: [window, 'a Window instance'],
      boxed: [new Number(1), 'a Number object'],
      subclass: [new (class Later extends Date {})(), 'a Later instance'],
      view: [new DataView(new ArrayBuffer(1)), 'a DataView'],
      map: [new Map([['k', new Set([() => 1])]]), '.get("k").values()[0]: a function'],
      getter: [
        Object.defineProperty({}, 'x', {
          enumerable: true,
          get() {
            throw new Error('odd');
          },
        }),
        'odd',
      ],
      nested: [Array.from({ length: 20_000 }).reduce(inner => [inner], []), 'levels deep'],
    };
    const sandbox = countersign.createSandbox({ functions: { r: r.spec, host: name => host[name][0] } });
    const { value, calls } = await sandbox.run({
      input: Object.keys(host),
      code: `const out = []; for (const name of input) try { await host(name); out.push('crossed') } catch (e) { out.push(e.name + ': ' + e.message) } return out`,
    });
    for (const [at, [name, [, said]]] of Object.entries(host).entries())
      ok(value[at].startsWith('UnsupportedValue: host returned') && value[at].includes(said), `${name}: ${value[at]}`);
    equal([...new Set(calls.map(call => call.state))], ['rejected']);
    for (const name of ['fn', 'instance', 'getter']) {
      const error = await rejects(sandbox.run({ code: 'return 1', input: { a: [host[name][0]] } }), 'InvalidOptions');
      ok(error.path.startsWith('input'), error.path);
    }

    const guest = {
      '() => 1': 'input: a function',
      '({ items: [1, { onClick() {} }] })': 'input.items[1].onClick: a function',
      '({ s: Symbol("q") })': 'input.s: a symbol',
      '[Promise.resolve(1)]': 'input[0]: a promise',
      'new (class Person {})()': 'input: a Person instance',
      'new Map([["k", () => 1]])': 'input.get("k"): a function',
      globalThis: 'a function',
      '(function* () {})()': 'input: a generator',
      '({ toJSON() { return 1 } })': 'input.toJSON: a function',
      'Object.create({ a: 1 })': 'input: an object with a prototype of its own',
      'new Proxy({}, { ownKeys() { throw new RangeError("trap") } })': 'trap',
      '({ get x() { throw new RangeError("getter") } })': 'getter',
    };
    for (const [expression, said] of Object.entries(guest)) {
      const result = await sandbox.run({
        code: `const v = ${expression};\ntry { await r(v); return 'crossed' } catch (e) { return e.name + ': ' + e.message }`,
      });
      ok(result.value.includes(said), `${expression}: ${result.value}`);
      equal(states(result), ['invalid']);
      const returned = await sandbox.run({ code: `return [${expression}]` });
      ok(
        returned.status === 'failed' && returned.error.message.includes(said.replace('input', 'result[0]')),
        `${expression}: ${returned.error?.message}`,
      );
    }
    const uncaught = await sandbox.run({ code: `const x = 1;\nawait r({ f() {} })` });
    equal([uncaught.error.name, uncaught.error.fn, uncaught.error.line], ['UnsupportedValue', 'r', 2]);
    equal(r.inputs, []);
    await sandbox.dispose();
  },
  { needsPage: true },
);

inPage('exceptions of the app: name, message, data and cause cross, its stack never', async ({ countersign, equal, ok, states }) => {
  const boom = () => {
    throw new Error('odd');
  };
  class Custom extends Error {
    name = 'Custom';
    code = 42;
    when = new Date(5);
    method = () => 1;
  }
  const throws = value => () => {
    throw value;
  };
  const list = [
    [throws('text'), ['Error', 'text']],
    [throws(5), ['Error', '5']],
    [throws(undefined), ['Error', 'undefined']],
    [throws(null), ['Error', 'null']],
    [throws(Symbol('s')), ['Error', 'Symbol(s)']],
    [throws({ name: 'Odd', message: 'an object', code: 7 }), ['Odd', 'an object', { code: 7 }]],
    [throws(new Custom('mine')), ['Custom', 'mine', { code: 42, when: new Date(5) }]],
    [throws(new DOMException('gone', 'NotFoundError')), ['NotFoundError', 'gone']],
    [throws(new TypeError('outer', { cause: new RangeError('inner') })), ['TypeError', 'outer', {}, 'inner']],
    [async () => throws(new RangeError('later'))(), ['RangeError', 'later']],
    [() => ({ then: (_, reject) => reject(new Error('thenable')) }), ['Error', 'thenable']],
    [() => Object.defineProperty({}, 'then', { get: boom }), ['Error', 'odd']],
    [throws(new Proxy({}, { get: boom, ownKeys: boom, getPrototypeOf: boom })), ['Error']],
    [throws(Object.assign(new Error('forged'), { name: 'ApprovalRejected', fn: 'w' })), ['ApprovalRejected', 'forged', { fn: 'w' }]],
    [throws(new Error('x'.repeat(5e6))), ['ValueLimit']],
  ];
  const sandbox = countersign.createSandbox({ functions: { host: at => list[at][0](), ns: { make: class {} } } });
  const result = await sandbox.run({
    input: list.length,
    code: `const out = [];
      for (let at = 0; at < input; at++) try { out.push(await host(at)) } catch (e) { out.push([e instanceof Error, e instanceof ApprovalRejected, e.name, e.message, { ...e }, e.cause?.message, e.stack]) }
      return out`,
  });
  for (const [at, [, [name, message, data = {}, cause]]] of list.entries()) {
    const [isError, isRefusal, ...said] = result.value[at];
    equal([at, isError, isRefusal, said[0], said[2], said[3]], [at, true, false, name, data, cause]);
    if (message !== undefined) equal([said[1], result.calls[at].error], [message, { name, message }]);
    ok(!/http|border\.test|index\.js/.test(said[4]), `no frame of the page: ${said[4]}`);
  }
  equal([...new Set(states(result))], ['rejected']);
  for (const at of [6, 13]) {
    const { error } = await sandbox.run({ code: `const x = 1;\nawait host(${at})` });
    equal([error.name, error.guestName, error.message, error.line, error.fn], ['GuestError', list[at][1][0], list[at][1][1], 2, 'host']);
  }
  equal(
    (
      await sandbox.run({
        code: `try { await ns.make() } catch (e) { return e.name }`,
      })
    ).value,
    'TypeError',
  );
  await sandbox.dispose();
});

inPage(
  'schemas of results: what fits, what is made of it, what does not',
  async ({ countersign, equal, ok }) => {
    const standard = validate => ({ '~standard': { version: 1, vendor: 'test', validate } });
    const boom = () => {
      throw new Error('odd');
    };
    const specs = {
      number: { outputSchema: { type: 'number' } },
      wrapped: { outputSchema: standard(async value => ({ value: { wrapped: value } })) },
      // What could not cross may be made into what can.
      named: { execute: () => document.body, outputSchema: standard(node => ({ value: node.nodeName })) },
      refused: { outputSchema: standard(() => ({ issues: [{ message: 'no', path: [{ key: 'a' }, 'b', 0] }] })) },
      broken: { outputSchema: standard(boom) },
      uncrossable: { outputSchema: standard(() => ({ value: boom })) },
    };
    const functions = Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, { execute: value => value, ...spec }]));
    const sandbox = countersign.createSandbox({ functions });
    const code = `const out = {}; for (const name of input) try { out[name] = await globalThis[name](1) } catch (e) { out[name] = e.message } return [out, await number('a').catch(e => e.message)]`;
    const { value, calls } = await sandbox.run({ code, input: Object.keys(specs) });
    const [out, misfit] = value;
    equal([out.number, out.wrapped, out.named], [1, { wrapped: 1 }, 'BODY']);
    for (const [text, said] of [
      [out.refused, 'result.a.b[0]: no'],
      [out.broken, 'odd'],
      [out.uncrossable, 'a function'],
      [misfit, 'result: '],
    ])
      ok(text.includes(said), text);
    equal(
      calls.map(call => call.state),
      ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected', 'rejected'],
    );
    await sandbox.dispose();
  },
  { needsPage: true },
);
