/*
 * Owns what a page can count on about verdicts: what deny refuses, and that a mark is lifted by nothing but what the contract lists.
 * What people then say is asking.test.mjs's.
 */
import { inPage } from './harness.mjs';

inPage('D1: a marked call is refused in deny, however it is called, and says why', async ({ countersign, equal, ok, marked, states }) => {
  const w = marked();
  const sandbox = countersign.createSandbox({ functions: { ns: { w: w.spec } } });
  const caught = await sandbox.run({
    code: `const out = [];
      const { w } = ns;
      for (const call of [() => w(1), () => ns['w'](1), () => Reflect.apply(w, null, [1]), () => w.bind(null, 1)(), () => [1].map(x => w(x))[0]])
        try { await call(); out.push('ran') } catch (e) { out.push([e instanceof ApprovalRejected, e instanceof Error, e.name, e.fn, e.input, e.callId]) }
      return out`,
  });
  equal(
    caught.value,
    caught.calls.map(({ callId }) => [true, true, 'ApprovalRejected', 'ns.w', 1, callId]),
  );
  equal([states(caught), caught.calls[0].verdict, w.inputs], [Array(5).fill('denied'), 'deny', []]);
  ok(caught.calls[0].reason.includes('deny'), 'the reason names the mode');

  const { status, error, calls } = await sandbox.run({ code: `const one = 1;\nawait ns.w({ id: one })` });
  equal(
    [status, error.name, error.fn, error.input, error.line, error.callId],
    ['failed', 'ApprovalRejected', 'ns.w', { id: 1 }, 2, calls[0].callId],
  );

  const forgotten = await sandbox.run({ code: `ns.w(1);\nreturn 'done'` });
  equal([forgotten.value, forgotten.logs.map(entry => [entry.level, entry.line])], ['done', [['warn', 1]]]);
  equal(w.inputs, []);
  await sandbox.dispose();
});

inPage('M1, M2: only exactly false lifts a mark, under each of its names; the strictest wins', async ({ countersign, equal, watched }) => {
  const boom = () => {
    throw new Error('odd');
  };
  const changing = input => {
    input.id = 'changed';
    return false;
  };
  const lifts = [false, undefined, () => false, async () => false, () => ({ then: resolve => resolve(false) }), changing];
  const asks = [true, () => true, () => undefined, () => null, () => 0, () => '', () => 'false', () => new Boolean(false), () => ({})];
  const broken = [boom, async () => boom(), () => ({ then: boom }), () => Object.defineProperty({}, 'then', { get: boom })];
  const names = ['approval', 'needsApproval', 'requiresApproval'];
  const under = (marks, runs) => names.flatMap(name => marks.map(mark => ({ spec: { [name]: mark }, runs })));
  const table = [
    ...under(lifts, true),
    ...under([...asks, ...broken], false),
    { spec: { approval: false, needsApproval: true }, runs: false },
    { spec: { approval: () => false, requiresApproval: () => true }, runs: false },
    { spec: { needsApproval: false, requiresApproval: () => false }, runs: true },
  ];
  const functions = table.map(({ spec }) => watched(undefined, spec));
  const sandbox = countersign.createSandbox();
  const { value } = await sandbox.run({
    functions: Object.fromEntries(functions.map(({ spec }, at) => [`f${at}`, spec])),
    input: table.length,
    code: `const out = []; for (let at = 0; at < input; at++) try { await globalThis['f' + at]({ id: 1 }); out.push(true) } catch { out.push(false) } return out`,
  });
  for (const [at, { spec, runs }] of table.entries())
    equal([value[at], functions[at].inputs], [runs, runs ? [{ id: 1 }] : []], JSON.stringify(Object.entries(spec).map(String)));
  await sandbox.dispose();
});

inPage('M3: a policy answers what is listed, or the call is asked about', async ({ countersign, equal, watched, marked, person }) => {
  const boom = () => {
    throw new Error('odd');
  };
  const ran = ['ran', 'ran'];
  const no = ['ApprovalRejected', 'ApprovalRejected'];
  const table = [
    { answers: [() => undefined], asked: 'w', out: ['ApprovalRejected', 'ran'] },
    { answers: [() => 'allow', async () => 'allow', () => ({ then: resolve => resolve('allow') })], asked: '', out: ran },
    { answers: [() => 'ask', async () => 'ask'], asked: 'wr', out: no },
    { answers: [() => 'deny', () => ({ verdict: 'deny' }), () => ({ verdict: 'deny', reason: 5 })], asked: '', out: no },
    { answers: [() => ({ verdict: 'deny', reason: 'house rule' })], asked: '', out: ['house rule', 'house rule'] },
    {
      answers: [() => null, () => true, () => false, () => 'ALLOW', () => ({}), () => ['allow'], () => () => 'allow'],
      asked: 'wr',
      out: no,
    },
    { answers: [() => ({ verdict: 'allow' }), () => new String('allow'), () => new Proxy({}, { get: boom })], asked: 'wr', out: no },
    { answers: [boom, () => Promise.reject(new Error('odd')), () => ({ then: boom })], asked: 'wr', out: no },
  ].flatMap(({ answers, ...rest }) => answers.map(answer => ({ answer, ...rest })));
  const [w, r, { approval, cards }] = [marked(), watched(), person('reject')];
  const sandbox = countersign.createSandbox({ policy: ({ input }) => table[input].answer() });
  const { value } = await sandbox.run({
    functions: { w: w.spec, r: r.spec },
    approval,
    input: table.length,
    code: `const out = []; for (let at = 0; at < input; at++) out.push([await said(w, at), await said(r, at)]); return out;
      async function said(f, at) { try { await f(at); return 'ran' } catch (e) { return e.reason ?? e.name } }`,
  });
  for (const [at, { answer, asked, out }] of table.entries()) {
    const by = ({ input }) => input === at;
    equal(
      [
        value[at],
        cards
          .filter(by)
          .map(call => call.fn)
          .join(''),
      ],
      [out, asked],
      String(answer),
    );
    equal(
      [w, r].map(({ inputs }) => (inputs.includes(at) ? 'ran' : 'not')),
      out.map(text => (text === 'ran' ? text : 'not')),
      String(answer),
    );
  }
  await sandbox.dispose();

  const seen = [];
  const strict = countersign.createSandbox({
    strict: true,
    policy: call => {
      seen.push(structuredClone(call));
      call.input.id = 'changed';
      call.marked = false;
      call.sideEffects.push('changed');
    },
  });
  const mail = watched(undefined, { sideEffects: ['external'], approval: false });
  const look = watched(undefined, { sideEffects: [] });
  const { calls } = await strict.run({
    functions: { mail: mail.spec, look: look.spec },
    code: `await look({ id: 1 }); await mail({ id: 2 })`,
  });
  equal(
    calls.map(call => call.state),
    ['fulfilled', 'denied'],
    'strict marks what has side effects',
  );
  equal(seen, [
    { fn: 'look', input: { id: 1 }, seq: 1, sideEffects: [], marked: false },
    { fn: 'mail', input: { id: 2 }, seq: 2, sideEffects: ['external'], marked: true },
  ]);
  equal([look.inputs, mail.inputs], [[{ id: 1 }], []]);
  await strict.dispose();
});
