/*
 * Owns the proof that nothing the guest does after a cut counts, also where it never stops: the card stands, and what comes next works.
 */
import { inPage } from './harness.mjs';

/** What a guest does once it was cut off at `p.id`, in code that the engine runs itself. With the real value none of it happens. */
const endless = {
  'closing the iterator of Array.from':
    'Array.from({ [Symbol.iterator]() { let n = 0; return { next: () => ({ done: n++ > 0, value: 1 }), return() { for (;;); } } } }, () => p.id)',
  'closing the iterator of new Map':
    'new Map({ [Symbol.iterator]() { let n = 0; return { next: () => ({ done: n++ > 0, value: n === 1 ? p : [1, 2] }), return() { for (;;); } } } })',
  'a finally in a generator': 'function* g() { let ok; try { yield p; ok = true } finally { for (; !ok;); } } g().map(x => x.id).toArray()',
};

/** The same in code that the guest would run itself: it is not run at all. */
const stopped = {
  finally: 'let ok; try { p.id; ok = true } finally { for (; !ok;); }',
  catch: 'try { p.id } catch { for (;;); }',
  'finally of a getter': 'const o = { get x() { let ok; try { p.id; ok = true } finally { for (; !ok;); } } }; o.x',
  'finally of an async function': 'async function f() { let ok; try { p.id; ok = true } finally { for (; !ok;); } } await f()',
  recursion: 'function f() { let ok; try { p.id; ok = true } finally { if (!ok) f() } } f()',
  'eating memory': 'let ok; try { p.id; ok = true } finally { if (!ok) { const a = []; for (;;) a.push(new Array(1e5).fill(1)) } }',
};

inPage(
  'C2: a guest that loops for ever after the cut: the card stands, complete, and the next run works',
  async ({ countersign, equal, marked, watched, data }) => {
    const [w, r] = [marked(), watched()];
    const sandbox = countersign.createSandbox({ functions: { w: w.spec, r: r.spec }, approval: { mode: 'collect' }, warm: 2 });
    const before = `const p = await w({ id: 1 });\nconst more = [r('queued'), w({ id: 2 })];`;
    for (const [name, look] of data) {
      const result = await sandbox.run({ code: `${before}\n${look}\nreturn (await Promise.all(more)).length` });
      equal(result.status, 'pending', name);
      equal(
        [result.pending.map(call => [call.seq, call.input.id]), w.inputs, r.inputs.splice(0)],
        [
          [
            [1, 1],
            [3, 2],
          ],
          [],
          ['queued'],
        ],
        name,
      );
      equal((await sandbox.run({ code: 'return 5' })).value, 5, `the run after: ${name}`);
    }
    await sandbox.dispose();
  },
  { data: [...Object.entries(endless), ...Object.entries(stopped)] },
);

const approved = async ({ countersign, equal, marked, watched, data }) => {
  const [w, r] = [marked(), watched()];
  const functions = { w: w.spec, r: r.spec };
  const sandbox = countersign.createSandbox({ functions, approval: { mode: 'collect' }, warm: 2, limits: { timeoutMs: 5_000 } });
  const before = `const p = await w({ id: 1 });\nconst more = [r('queued'), w({ id: 2 })];`;
  for (const [name, look] of data) {
    const result = await sandbox.run({ code: `${before}\n${look}\nreturn (await Promise.all(more)).length` });
    const done = await result.resume({ all: 'approve' });
    equal([done.status, done.error?.message, done.value, w.inputs.splice(0).length], ['completed', undefined, 2, 2], name);
  }
  await sandbox.dispose();
};

inPage('C2: and once it is approved the run completes', approved, { data: Object.entries(stopped) });

inPage('C2, R2: also where the engine itself went on after the cut, which it does again in the repeat', approved, {
  data: Object.entries(endless),
});

inPage('C2: after the cut every call, log line, timer and job is inert', async ({ countersign, equal, marked, watched }) => {
  const [w, r] = [marked(), watched()];
  const sandbox = countersign.createSandbox({ functions: { w: w.spec, r: r.spec }, approval: { mode: 'collect' } });
  const heard = [];
  const result = await sandbox.run({
    onEvent: event => heard.push(event.type),
    code: `
        const p = await w({ id: 1 })
        const shout = where => { console.log(where); r(where); w({ id: where }); setTimeout(() => console.log('timer'), 0); queueMicrotask(() => r('job')) }
        const once = () => { let n = 0; return { next: () => ({ done: n++ > 0, value: 1 }), return() { shout('return'); return {} } } }
        console.log('seen')
        try { Array.from({ [Symbol.iterator]: once }, () => p.id) } catch { shout('catch') } finally { shout('finally') }
        shout('after')
        return 'end'`,
  });
  equal([result.status, result.pending.map(call => call.input.id), r.inputs], ['pending', [1], []]);
  equal([result.logs.map(entry => entry.text), result.calls.length], [['seen'], 1]);
  equal(heard, ['started', 'call', 'log', 'approval-required', 'ended']);
  await sandbox.dispose();
});

inPage(
  'C2: a look cuts wherever the code is: generators, getters, callbacks, constructors, static blocks, tagged templates',
  async ({ countersign, equal, marked }) => {
    const w = marked();
    const sandbox = countersign.createSandbox({ functions: { w: w.spec }, approval: { mode: 'collect' } });
    const places = [
      'function* g() { yield p.id } ; [...g()]',
      'async function* g() { yield p.id } ; for await (const x of g()) x',
      'const o = { get x() { return p.id } }; o.x',
      '[1, 2].map(() => p.id)',
      '[2, 1].sort(() => p.id)',
      'class A { constructor() { this.id = p.id } } ; new A()',
      'class A { static { p.id } }',
      'class A { id = p.id } ; new A()',
      `const tag = (_, x) => x.id; tag\`a\${p}\``,
      `const text = 'a' + p`,
      `const text = \`a\${p}\``,
      'const { id } = p',
      'const [first] = [p]; const { id } = first',
      'JSON.stringify({ p })',
      'new Promise(() => p.id)',
      'await Promise.resolve(1).then(() => p.id)',
      'const f = (x = p.id) => x; f()',
      'for (const key in p) key',
      'if (p) 1',
      'p ?? 1',
      'p === 1',
      'typeof p',
      'switch (p) { case 1: }',
      'p.then',
    ];
    for (const place of places) {
      const code = `const p = await w({ id: 1 });\ntry { ${place} } catch { await w('caught') } finally { await w('finally') }\nawait w({ id: 2 })\nreturn 1`;
      const result = await sandbox.run({ code });
      equal([result.status, result.pending?.map(call => call.input)], ['pending', [{ id: 1 }]], place);
    }
    equal(w.inputs, []);
    await sandbox.dispose();
  },
);
