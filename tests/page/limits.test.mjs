/*
 * Owns what a page can count on at the limits: time, memory, stack, sizes and counts end a run by name, wherever in the code it happens, and
 * the next run works.
 */
import { inPage } from './harness.mjs';

inPage('calls: one in flight or many, too many, too slow', async ({ countersign, equal, ok, watched, marked, person, sleep, states }) => {
  const sandbox = countersign.createSandbox();
  for (const concurrentCalls of [1, 2, 32]) {
    let [now, most] = [0, 0];
    const c = watched(async input => {
      most = Math.max(most, ++now);
      await sleep(5);
      now -= 1;
      return input;
    });
    const code = `return (await Promise.all([1, 2, 3, 4, 5].map(i => c(i)))).join()`;
    const { value } = await sandbox.run({ functions: { c: c.spec }, limits: { concurrentCalls }, code });
    equal([value, most, c.inputs], ['1,2,3,4,5', Math.min(5, concurrentCalls), [1, 2, 3, 4, 5]]);
  }
  const mixed = { r: watched(input => sleep(5).then(() => input)).spec, w: marked().spec };
  const inLine = await sandbox.run({
    functions: mixed,
    limits: { concurrentCalls: 1 },
    approval: person('approve').approval,
    code: `return (await Promise.all([w(1), r(2), w(3), r(4)])).join()`,
  });
  equal([inLine.value, states(inLine)], ['1,2,3,4', Array(4).fill('fulfilled')]);

  const r = watched();
  const few = { functions: { r: r.spec }, limits: { calls: 3 } };
  equal((await sandbox.run({ ...few, code: `for (let i = 0; i < 3; i++) await r(i); return 'ok'` })).value, 'ok');
  for (const code of [
    `for (let i = 0; i < 9; i++) await r(i)`,
    `for (let i = 0; i < 9; i++) try { await r(i) } catch {}`,
    `await Promise.all([...'123456789'].map(i => r(i)))`,
  ]) {
    const before = r.inputs.length;
    const result = await sandbox.run({ ...few, code: `const x = 1;\n${code}` });
    equal(
      [result.error.name, result.error.limit, result.error.line, states(result), r.inputs.length - before],
      ['CallLimit', 3, 2, Array(3).fill('fulfilled'), 3],
    );
  }

  let call;
  const never = (_, given) => {
    call = given;
    return new Promise(() => {});
  };
  const slow = { functions: { never, w: marked(never).spec, later: marked().spec }, limits: { callTimeoutMs: 40 } };
  const caught = await sandbox.run({
    ...slow,
    code: `try { await never(1) } catch (e) { return [e instanceof Error, e.name, e.message.includes('callTimeoutMs')] }`,
  });
  equal(
    [caught.value, states(caught), caught.calls[0].error.name, call.signal.aborted],
    [[true, 'TimeoutError', true], ['unknown'], 'TimeoutError', true],
  );
  const uncaught = await sandbox.run({ ...slow, code: `const x = 1;\nawait never(1)` });
  equal([uncaught.error.name, uncaught.error.guestName, uncaught.error.line], ['GuestError', 'TimeoutError', 2]);
  const people = await sandbox.run({
    ...slow,
    functions: { w: marked().spec },
    approval: person(() => sleep(100).then(() => 'approve')).approval,
    code: `return await w(1)`,
  });
  equal(people.value, 1, 'people’s time is not the call’s');
  // In replays it throws the same, and nobody is asked again.
  const first = await sandbox.run({
    ...slow,
    approval: person(({ fn }) => (fn === 'w' ? 'approve' : 'pause')).approval,
    code: `const x = await w(1).catch(e => e.name); return [x, await later(2)]`,
  });
  equal([first.status, states(first), first.pending.map(({ fn }) => fn)], ['pending', ['unknown', 'pending'], ['later']]);
  const done = await first.resume({ all: 'approve' });
  equal(
    [done.value, states(done)],
    [
      ['TimeoutError', 2],
      ['unknown', 'fulfilled'],
    ],
  );

  const timed = await sandbox.run({
    functions: { r: r.spec, never },
    limits: { timeoutMs: 600 },
    code: `await r(1); await never(2); await r(3)`,
  });
  equal([timed.error.name, timed.error.limit, states(timed), call.signal.aborted], ['Timeout', 600, ['fulfilled', 'unknown'], true]);
  ok(timed.error.message.includes('never'), 'it says what it was waiting for');
  await sandbox.dispose();
});

inPage(
  'sizes: code, values, record and log are bounded, in bytes, and say which limit',
  async ({ countersign, equal, ok, rejects, watched, person, marked }) => {
    const r = watched();
    const sandbox = countersign.createSandbox({ functions: { r: r.spec, big: n => 'y'.repeat(n) } });
    const ended = async (code, limits, more) => {
      const { status, value, error } = await sandbox.run({ code, limits, ...more });
      return status === 'completed' ? value : [error.name, error.limit];
    };
    equal([await ended('return 1', { codeBytes: 8 }), await ended('return 12', { codeBytes: 8 })], [1, ['CodeLimit', 8]]);
    equal(await ended(`return '€'`, { codeBytes: 11 }), ['CodeLimit', 11], 'bytes, not characters');

    const valueBytes = 100;
    equal(
      [await ended(`return 'x'.repeat(98)`, { valueBytes }), await ended(`return 'x'.repeat(99)`, { valueBytes })],
      ['x'.repeat(98), ['ValueLimit', 100]],
    );
    equal(await ended(`return '€'.repeat(40)`, { valueBytes }), ['ValueLimit', 100]);
    const named = call => `try { return (await ${call}).length } catch (e) { return e.name }`;
    equal(
      [await ended(named(`r('x'.repeat(98))`), { valueBytes }), await ended(named(`r('x'.repeat(99))`), { valueBytes })],
      [98, 'ValueLimit'],
    );
    equal([await ended(named(`big(98)`), { valueBytes }), await ended(named(`big(99)`), { valueBytes })], [98, 'ValueLimit']);
    equal(r.inputs, ['x'.repeat(98)]);
    equal((await rejects(sandbox.run({ code: '1', input: 'x'.repeat(99), limits: { valueBytes } }), 'InvalidOptions')).path, 'input');
    const uncaught = await sandbox.run({ code: `const x = 1;\nawait r('x'.repeat(99))`, limits: { valueBytes } });
    equal([uncaught.error.name, uncaught.error.fn, uncaught.error.line, uncaught.calls[0].state], ['ValueLimit', 'r', 2, 'invalid']);
    for (const answer of [
      { decision: 'approve', input: 'x'.repeat(99) },
      { decision: 'respond', value: 'x'.repeat(99) },
    ]) {
      const w = marked();
      const { status, pending } = await sandbox.run({
        functions: { w: w.spec },
        approval: person(answer).approval,
        code: 'await w(1)',
        limits: { valueBytes },
      });
      equal([status, pending[0].error.name, w.inputs], ['pending', 'ValueLimit', []]);
    }

    for (const code of [`for (;;) await r('x'.repeat(50))`, `for (;;) try { await r('x'.repeat(50)) } catch {}`]) {
      const result = await sandbox.run({ code, limits: { journalBytes: 3_000, calls: 100_000 } });
      equal([result.error.name, result.error.limit, result.calls.every(call => call.state === 'fulfilled')], ['JournalLimit', 3_000, true]);
      ok(result.calls.length > 3 && result.calls.length < 30, result.calls.length);
    }

    const bytes = logs => logs.reduce((sum, { text }) => sum + new TextEncoder().encode(text).length, 0);
    for (const code of [
      `for (let i = 0; i < 3000; i++) console.log('line ' + i)`,
      `console.log('x'.repeat(100_000)); console.log('after')`,
      `console.log('€'.repeat(9_999))`,
      `console.log(Array(50_000).fill({ a: 1 }), 'z'.repeat(9_999))`,
    ]) {
      const { status, logs } = await sandbox.run({ code, limits: { logBytes: 2_000 } });
      ok(status === 'completed' && bytes(logs) <= 2_200, `${code}: ${bytes(logs)}`);
      ok(logs.at(-1).text.includes('logBytes'), `a marker: ${logs.at(-1).text.slice(-80)}`);
    }
    const killed = await sandbox.run({
      code: `console.log('first'); for (let i = 0; i < 500; i++) console.log('line ' + i); for (;;);`,
      limits: { logBytes: 500, timeoutMs: 1_000 },
    });
    equal([killed.error.name, killed.logs[0].text], ['Timeout', 'first']);
    ok(bytes(killed.logs) <= 700 && killed.logs.at(-1).text.includes('logBytes'));

    const most = 2 ** 52;
    const none = {
      memoryBytes: most,
      codeBytes: most,
      valueBytes: most,
      journalBytes: most,
      logBytes: most,
      calls: most,
      concurrentCalls: most,
      timeoutMs: most,
      callTimeoutMs: Infinity,
    };
    equal(await ended('console.log(1); return await r(1)', none), 1, 'as good as no limit');
    for (const memoryBytes of [1, 1_000])
      equal((await sandbox.run({ code: 'return 1', limits: { memoryBytes } })).error.name, 'MemoryLimit');
    await sandbox.dispose();
  },
);

inPage('time: whatever keeps the engine busy is ended, and the next run works', async ({ countersign, equal, ok, watched }) => {
  const sandbox = countersign.createSandbox({ functions: { r: watched().spec }, limits: { timeoutMs: 120 }, warm: 2 });
  const loop = 'for (;;);';
  const busy = [
    `await null; ${loop}`,
    `const f = () => Promise.resolve().then(f); await f()`,
    `queueMicrotask(function f() { queueMicrotask(f) }); await new Promise(done => setTimeout(done, 1))`,
    `({ get x() { ${loop} } }).x`,
    `String({ toString() { ${loop} } })`,
    `new Proxy({}, { get() { ${loop} } }).x`,
    `[1, 2].sort(() => { ${loop} })`,
    `JSON.stringify({ toJSON() { ${loop} } })`,
    `JSON.parse('[1]', () => { ${loop} })`,
    `'a'.replace(/a/, () => { ${loop} })`,
    `await { then() { ${loop} } }`,
    `setTimeout(() => { ${loop} }, 1); await new Promise(done => setTimeout(done, 50))`,
    `await r({ get x() { ${loop} } })`,
    `return { get x() { ${loop} } }`,
    `for (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) });`,
    `/(x+x+)+y/.exec('x'.repeat(50))`,
    `let n = 3n; for (;;) n = n * n % 10n ** 50n`,
    `setInterval(() => {}, 1); await new Promise(() => {})`,
    `try { ${loop} } finally { ${loop} }`,
  ];
  const results = await Promise.all(busy.map(code => sandbox.run({ code })));
  for (const [at, { error, stats }] of results.entries()) {
    equal([error?.name, error?.limit], ['Timeout', 120], busy[at]);
    ok(stats.guestMs < 3_000);
  }
  // What is thrown is not asked for anything.
  for (const code of [
    `throw { get message() { ${loop} }, toString() { ${loop} } }`,
    `Promise.reject({ get message() { ${loop} } }); return 1`,
    `console.log({ get x() { ${loop} }, toString() { ${loop} } }, new Proxy({}, { get() { ${loop} } })); return 1`,
  ])
    ok((await sandbox.run({ code, limits: { timeoutMs: 5_000 } })).error?.name !== 'Timeout', code);
  equal((await sandbox.run({ code: 'return 1', limits: { timeoutMs: 5_000 } })).value, 1);
  await sandbox.dispose();
});

inPage('memory and stack: used up anywhere, it is a named end, and the next run works', async ({ countersign, equal, ok, watched }) => {
  const sandbox = countersign.createSandbox({
    functions: { r: watched(() => 'x'.repeat(2e6)).spec },
    limits: { memoryBytes: 12 * 2 ** 20, timeoutMs: 20_000 },
    warm: 2,
  });
  const fill = `const a = []; for (;;) a.push({ s: 'x' + a.length });`;
  const recurse = `(function f() { return f() + 1 })()`;
  const memory = [
    fill,
    `try { ${fill} } catch { return 'caught' } finally { console.log('finally') }`,
    `await r({ get x() { ${fill} } })`,
    `return { get x() { ${fill} } }`,
    `String({ toString() { ${fill} } })`,
    `new Proxy({}, { get() { ${fill} } }).x`,
    `[3, 2, 1].sort(() => { ${fill} })`,
    `JSON.parse('[1, 2]', () => { ${fill} })`,
    `JSON.parse('[' + '1,'.repeat(2e6) + '1]')`,
    `console.log(Array(200_000).fill('x'.repeat(50)).join())`,
    `'a'.repeat(4e6).split('')`,
    `let s = 'x'; for (;;) s += s`,
    `const m = new Map(); for (let i = 0; ; i++) m.set(i, {})`,
    `for (;;) setTimeout(() => {}, 1e6)`,
    `for (;;) queueMicrotask(() => {})`,
    `const a = []; for (;;) a.push(new Promise(() => {}))`,
    `const a = [...(function* () { for (;;) yield {} })()]`,
    `const a = []; for (;;) a.push(await r(1))`,
    `structuredClone(Array.from({ length: 200_000 }, (_, i) => ({ i })))`,
    `for (;;) Promise.reject(new Error('x'))`,
  ];
  const stack = [
    recurse,
    `try { ${recurse} } catch { return 'caught' }`,
    `await r({ get x() { ${recurse} } })`,
    `return { get x() { ${recurse} } }`,
    `const o = { get x() { return o.x } }; o.x`,
    `const f = () => [2, 1].sort(f); f()`,
    `const f = () => 'a'.replace(/a/g, f); f()`,
    `const o = { toJSON() { return JSON.stringify(o) } }; JSON.stringify(o)`,
    `const p = new Proxy({}, { get: (target, key, self) => self[key] }); p.x`,
    `class A { constructor() { new A() } } new A()`,
    `const f = () => JSON.parse('[1]', f); f()`,
  ];
  const names = { MemoryLimit: memory, StackOverflow: stack };
  for (const [name, list] of Object.entries(names)) {
    const results = await Promise.all(list.map(code => sandbox.run({ code })));
    for (const [at, { status, error, logs }] of results.entries()) {
      equal([status, error?.name, logs.length], ['failed', name, 0], list[at]);
      if (name === 'MemoryLimit') equal(error.limit, 12 * 2 ** 20);
    }
    equal((await sandbox.run({ code: 'return 1 + 1' })).value, 2);
  }
  // What is merely deep or large, or a RangeError in any engine, is no ending.
  const fine = {
    'function f(n) { return n ? f(n - 1) + 1 : 0 } return f(3_000)': 3_000,
    'let p = Promise.resolve(1); for (let i = 0; i < 5_000; i++) p = p.then(x => x); return await p': 1,
    'let o = []; for (let i = 0; i < 20_000; i++) o = [o]; console.log(o); return 1': 1,
    'try { "x".repeat(-1) } catch (e) { return e.name }': 'RangeError',
    'try { new ArrayBuffer(2 ** 50) } catch (e) { return e.name }': 'RangeError',
    'try { new Array(-1) } catch (e) { return e.name }': 'RangeError',
  };
  for (const [code, value] of Object.entries(fine)) equal((await sandbox.run({ code })).value, value, code);
  for (const deep of [
    '('.repeat(9_999) + ')'.repeat(9_999),
    `${'['.repeat(9_999)}${']'.repeat(9_999)}`,
    `return ${'1 + '.repeat(30_000)}1`,
    'if (1) '.repeat(9_999),
  ]) {
    const { error } = await sandbox.run({ code: deep });
    ok(error.name === 'SyntaxError' && error.line === 1, error.name);
  }
  await sandbox.dispose();
});

inPage(
  'many at once: each its own world, whatever happens to its neighbours',
  async ({ countersign, equal, ok, marked, person, sleep }) => {
    for (const options of [{ maxWorkers: 1 }, { maxWorkers: 2, warm: 0 }, {}]) {
      const sandbox = countersign.createSandbox(options);
      let [now, most] = [0, 0];
      const run = i => {
        const me = async () => {
          most = Math.max(most, ++now);
          await sleep(2);
          now -= 1;
          return i;
        };
        const codes = { 7: 'for (;;);', 9: 'const a = []; for (;;) a.push({})', 11: 'null.x' };
        return sandbox.run({
          functions: { me, w: marked().spec },
          approval: person(() => sleep(i % 7).then(() => (i % 3 ? 'approve' : 'reject'))).approval,
          limits: { memoryBytes: 8e6, ...(i === 7 ? { timeoutMs: 100 } : {}) },
          code:
            codes[i] ??
            `globalThis.leak = (globalThis.leak ?? 0) + 1; const x = await w(${i}).catch(e => e.name); return [await me(), leak, x]`,
        });
      };
      const results = await Promise.all(Array.from({ length: 24 }, (_, i) => run(i)));
      const errors = { 7: 'Timeout', 9: 'MemoryLimit', 11: 'GuestError' };
      for (const [i, { value, error }] of results.entries())
        equal(errors[i] ? error.name : value, errors[i] ?? [i, 1, i % 3 ? i : 'ApprovalRejected']);
      ok(most <= (options.maxWorkers ?? 4), `${most} at once`);
      equal(new Set(results.map(result => result.runId)).size, 24);
      await sandbox.dispose();
    }
  },
);
