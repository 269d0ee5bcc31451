/*
 * Owns what a page can count on while people are asked (pause): every form of their answers, what is shown to them, who is asked when,
 * and that nothing goes on once it is over.
 */
import { inPage } from './harness.mjs';

inPage(
  'P3, P5: every form of an answer; what is none of them is no yes',
  async ({ countersign, equal, ok, marked, states }) => {
    const sandbox = countersign.createSandbox();
    const boom = () => {
      throw new Error('boom');
    };
    const answered = async answer => {
      const w = marked();
      const approval = { mode: 'pause', onApproval: answer };
      const result = await sandbox.run({
        functions: { w: w.spec },
        approval,
        code: `try { return await w({ id: 1 }) } catch (e) { return [e.name, e.reason, e.fn] }`,
      });
      return { ...result, inputs: w.inputs };
    };
    const yes = [
      'approve',
      { decision: 'approve' },
      { approved: true },
      { approved: true, reason: 'fine' },
      Object.freeze({ decision: 'approve' }),
      Object.assign(Object.create(null), { approved: true }),
      Promise.resolve('approve'),
      { then: resolve => resolve('approve') },
    ];
    for (const answer of yes) {
      const { value, inputs, calls } = await answered(() => answer);
      equal([value, inputs, calls[0].state, calls[0].decision], [{ id: 1 }, [{ id: 1 }], 'fulfilled', 'approve']);
    }
    for (const answer of ['reject', { decision: 'reject' }, { approved: false }, { approved: false, input: { id: 2 } }]) {
      const { value, inputs, calls } = await answered(() => answer);
      equal([value, inputs, calls[0].state, calls[0].decision], [['ApprovalRejected', undefined, 'w'], [], 'declined', 'reject']);
    }
    for (const answer of [
      { decision: 'reject', reason: 'no' },
      { approved: false, reason: 'no' },
    ])
      equal((await answered(() => answer)).value, ['ApprovalRejected', 'no', 'w']);
    for (const value of [undefined, null, 0, { id: 'by hand' }, new Map([[1, new Date(5)]])]) {
      const result = await answered(() => ({ decision: 'respond', value }));
      equal([result.value, result.inputs, states(result)], [value, [], ['responded']]);
    }
    for (const answer of [
      { decision: 'approve', input: { id: 9 } },
      { approved: true, input: { id: 9 } },
    ]) {
      const { value, inputs, calls } = await answered(() => answer);
      equal([value, inputs, calls[0].input, calls[0].executedInput], [{ id: 9 }, [{ id: 9 }], { id: 1 }, { id: 9 }]);
    }
    for (const answer of ['pause', { decision: 'pause' }]) {
      const { status, pending, inputs } = await answered(() => answer);
      equal([status, pending.length, pending[0].error, inputs], ['pending', 1, undefined, []]);
    }

    let reads = 0;
    const odd = [
      ...[undefined, null, true, 1, 1n, Symbol('approve'), 'yes', 'Approve', 'approve ', '', ['approve'], new String('approve'), {}],
      ...[
        { approved: 'yes' },
        { approved: 1 },
        { approved: new Boolean(true) },
        { approved: undefined },
        { decision: 'ok' },
        { decision: true },
      ],
      ...[
        { approved: true, decision: 'reject' },
        { decision: 'approve', value: 1 },
        { decision: 'approve', edit: { id: 2 } },
      ],
      ...[
        { decision: 'reject', reason: 5 },
        { decision: 'respond' },
        { decision: 'respond', value: () => 1 },
        { decision: 'respond', value: document.body },
      ],
      ...[
        { decision: 'respond', value: 'x'.repeat(5e6) },
        { decision: 'approve', input: { f() {} } },
        { decision: 'approve', input: window },
      ],
      ...[
        Object.create({ approved: true }),
        new (class {
          approved = 'yes';
        })(),
        () => 'approve',
      ],
      {
        get decision() {
          return boom();
        },
      },
      {
        get decision() {
          return reads++ === 0 ? 'maybe' : 'approve';
        },
      },
      new Proxy({}, { get: () => 'approve', has: () => true }),
      new Proxy({}, { ownKeys: boom }),
    ];
    for (const [at, answer] of odd.entries()) {
      const { status, pending, inputs, calls } = await answered(() => answer);
      equal([at, status, pending?.length, inputs, calls[0].state, calls[0].decision], [at, 'pending', 1, [], 'pending', undefined]);
      ok(pending[0].error.message.length > 5, `answer ${at} should say why it was none`);
    }
    const thrown = [
      boom,
      () => Promise.reject(new TypeError('later')),
      () => {
        throw undefined;
      },
      () => Promise.reject(null),
      () => ({
        get then() {
          return boom();
        },
      }),
    ];
    for (const hook of thrown) {
      const { status, pending, inputs } = await answered(hook);
      equal([status, typeof pending[0].error.name, typeof pending[0].error.message, inputs], ['pending', 'string', 'string', []]);
    }

    // What stands on a prototype was said by nobody.
    Object.prototype.approved = true;
    Object.prototype.input = { id: 'polluted' };
    try {
      equal((await answered(() => ({}))).inputs, []);
      equal((await answered(() => ({ decision: 'approve' }))).inputs, [{ id: 1 }]);
    } finally {
      delete Object.prototype.approved;
      delete Object.prototype.input;
    }
    await sandbox.dispose();
  },
  { needsPage: true },
);

inPage('promise 3: what was shown is what runs, whoever changes its copy', async ({ countersign, equal, marked, watched, person }) => {
  const sandbox = countersign.createSandbox();
  const readers = {
    approval(input) {
      input.id = 'by the predicate';
      return true;
    },
    summarize(input) {
      input.id = 'by the summary';
      return `change ${input.id}`;
    },
  };
  const w = watched(input => Object.assign(input, { id: 'by the function' }), readers);

  const edit = { id: 'edited' };
  const { approval, cards } = person(call => {
    call.input.id = 'by the card';
    if (call.seq === 1) return 'approve';
    setTimeout(() => Object.assign(edit, { id: 'later' }));
    return { decision: 'approve', input: edit };
  });
  const code = `const a = { id: 'a' };
    const first = w(a); a.id = 'changed'; await first;
    let reads = 0;
    await w({ get id() { return reads++ === 0 ? 'read once' : 'read again' } });`;
  const result = await sandbox.run({ functions: { w: w.spec }, approval, code });
  equal(
    cards.map(card => [card.input, card.fn, card.seq, card.line, card.state, card.summary]),
    [
      [{ id: 'a' }, 'w', 1, 2, 'undecided', 'change by the summary'],
      [{ id: 'read once' }, 'w', 2, 4, 'undecided', 'change by the summary'],
    ],
  );
  equal(
    result.calls.map(call => [call.input, call.executedInput, call.value]),
    [
      [{ id: 'a' }, undefined, { id: 'by the function' }],
      [{ id: 'read once' }, { id: 'edited' }, { id: 'by the function' }],
    ],
  );
  equal(
    w.calls.map(call => [call.approved, call.fn, call.callId, call.signal.aborted]),
    result.calls.map(call => [true, 'w', call.callId, false]),
  );
  // A card never fails over a nicety.
  const niceties = [
    () => {
      throw new Error('odd');
    },
    () => 5,
    async () => 'late',
    () => Promise.reject(new Error('odd')),
    () => ({}),
  ];
  for (const summarize of niceties) {
    const { approval: yes, cards: shown } = person('approve');
    const functions = { w: marked(undefined, { summarize, description: 'one thing' }).spec };
    const { value } = await sandbox.run({ functions, approval: yes, code: 'return await w(1)' });
    equal([value, shown[0].description, 'summary' in shown[0]], [1, 'one thing', false]);
  }
  await sandbox.dispose();
});

inPage(
  'R10: schemas are asked first, for edits as well; the card shows what they made',
  async ({ countersign, equal, ok, marked, watched, person }) => {
    const sandbox = countersign.createSandbox();
    const trim = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: async value =>
          typeof value?.id === 'string' ? { value: { id: value.id.trim() } } : { issues: [{ message: 'must be text', path: ['id'] }] },
      },
    };
    const tried = async (inputSchema, input, answer) => {
      const w = marked(() => 'ran', { inputSchema });
      const { approval, cards } = person(answer ?? 'approve');
      const result = await sandbox.run({
        functions: { w: w.spec },
        input,
        approval,
        code: `try { return await w(input) } catch (e) { return [e.name, e.message] }`,
      });
      return { result, cards, inputs: w.inputs };
    };
    const shown = await tried(trim, { id: ' a ' });
    equal(
      [shown.cards[0].input, shown.cards[0].proposed, shown.inputs, shown.result.calls[0].input],
      [{ id: 'a' }, { id: ' a ' }, [{ id: 'a' }], { id: ' a ' }],
    );
    const edited = await tried(trim, { id: ' a ' }, { decision: 'approve', input: { id: ' b ' } });
    equal([edited.inputs, edited.result.calls[0].executedInput], [[{ id: 'b' }], { id: 'b' }]);
    const same = await tried(trim, { id: ' a ' }, { decision: 'approve', input: { id: 'a' } });
    equal([same.inputs, 'executedInput' in same.result.calls[0]], [[{ id: 'a' }], false], 'an edit that changes nothing is none');
    const misfit = await tried(trim, { id: 'a' }, { decision: 'approve', input: { id: 5 } });
    equal([misfit.result.status, misfit.inputs], ['pending', []]);
    ok(misfit.result.pending[0].error.message.includes('input.id: must be text'));

    const refused = await tried(trim, { id: 5 });
    equal([refused.cards, refused.inputs, refused.result.value[0], refused.result.calls[0].state], [[], [], 'TypeError', 'invalid']);
    ok(refused.result.value[1].includes('input.id: must be text'));
    const broken = [
      () => {
        throw new Error('odd');
      },
      () => undefined,
      () => 5,
      () => ({}),
      async () => Promise.reject(new Error('odd')),
      () => ({ value: () => 1 }),
    ];
    for (const validate of broken) {
      const { cards, inputs, result } = await tried({ '~standard': { version: 1, vendor: 'test', validate } }, 1);
      equal([cards, inputs, result.calls[0].state], [[], [], 'invalid']);
    }

    // JSON Schema speaks of JSON: nothing else passes for it, least of all NaN between two bounds. No input is an empty object, where that fits.
    const bounded = { type: 'object', properties: { n: { type: 'number', minimum: 1, maximum: 9 } }, additionalProperties: false };
    const pay = watched(() => 'ran', { inputSchema: bounded });
    const { value, calls } = await sandbox.run({
      functions: { pay: pay.spec },
      code: `const out = [];
      for (const input of [{ n: 5 }, { n: 50 }, { n: NaN }, { n: Infinity }, { n: 5n }, { n: 5, more: 1 }, {}, [], undefined, new Map([['n', 99]]), new Date(), JSON.parse('{"__proto__":1}')])
        try { out.push(await pay(input)) } catch (e) { out.push(e.name) }
      return out`,
    });
    const no = 'TypeError';
    equal(value, ['ran', no, no, no, no, no, 'ran', no, 'ran', no, no, no]);
    equal([pay.inputs, calls.filter(call => call.state === 'invalid').length], [[{ n: 5 }, {}, {}], 9]);
    await sandbox.dispose();
  },
);

inPage(
  'P1, P2: others go on while one waits; people are asked in turn, or together',
  async ({ countersign, equal, ok, marked, watched, until, sleep, states }) => {
    const sandbox = countersign.createSandbox({ functions: { r: watched().spec, w: marked().spec } });
    const four = `const all = await Promise.allSettled([1, 2, 3, 4].map(id => w(id)));
    return all.map(one => one.value ?? one.reason.name)`;
    for (const concurrentApprovals of [false, true]) {
      const asked = [];
      let [open, most] = [0, 0];
      const onApproval = async (call, context) => {
        asked.push(call.seq);
        most = Math.max(most, ++open);
        // The later it was asked, the sooner it is answered.
        await sleep(40 - call.seq * 10);
        open -= 1;
        return context.signal.aborted ? 'approve' : call.seq === 2 ? 'reject' : 'approve';
      };
      const { value } = await sandbox.run({ approval: { mode: 'pause', onApproval, concurrentApprovals }, code: four });
      equal([value, asked, most], [[1, 'ApprovalRejected', 3, 4], [1, 2, 3, 4], concurrentApprovals ? 4 : 1]);
    }
    // One of them cannot decide: the others are no longer asked.
    const signals = [];
    const onApproval = (call, { signal }) => {
      signals[call.seq] = signal;
      return call.seq === 3 ? 'pause' : new Promise(() => {});
    };
    const paused = await sandbox.run({ approval: { mode: 'pause', onApproval, concurrentApprovals: true }, code: four });
    equal([paused.status, states(paused)], ['pending', Array(4).fill('pending')]);
    equal(
      [1, 2, 4].map(seq => signals[seq].aborted),
      [true, true, true],
    );

    let answer;
    let clock = 0;
    const running = sandbox.run({
      functions: { tick: () => (clock += 1) },
      limits: { timeoutMs: 1_000 },
      approval: { mode: 'pause', onApproval: () => new Promise(done => (answer = done)) },
      code: `const p = w({ id: 1 }); const a = await r('x'); await tick(); return [a, await p]`,
    });
    await until(() => answer && clock === 1);
    await sleep(1_100);
    answer('approve');
    const waited = await running;
    equal([waited.status, waited.value], ['completed', ['x', { id: 1 }]], 'the clock stands while a person decides');
    ok(waited.stats.humanMs >= 1_050, `humanMs is ${waited.stats.humanMs}`);

    // A person is asked although an earlier call, which needs nobody, is still under way.
    let open;
    const gate = () =>
      new Promise(done => {
        open = done;
      });
    const early = await sandbox.run({
      functions: { gate },
      approval: {
        mode: 'pause',
        onApproval: () => {
          open('opened by the person');
          return 'pause';
        },
      },
      code: `const p = gate(); return [await w(1), await p]`,
    });
    equal([early.status, states(early), early.calls[0].value], ['pending', ['fulfilled', 'pending'], 'opened by the person']);

    const forgotten = await sandbox.run({
      approval: { mode: 'pause', onApproval: async () => 'approve' },
      code: `w('un-awaited'); return 'end'`,
    });
    equal([forgotten.value, states(forgotten)], ['end', ['fulfilled']]);
    await sandbox.dispose();
  },
);

inPage(
  'whatever stage a run is in, abort, dispose and timeout end it and nothing runs after',
  async ({ countersign, equal, ok, until }) => {
    let [policy, reached, release, signal] = [undefined, false, undefined, undefined];
    const stall = (_, context) => {
      reached = true;
      signal = context?.signal;
      return new Promise(done => {
        release = done;
      });
    };
    const open = () => countersign.createSandbox({ maxWorkers: 1, policy: call => policy?.(call) });
    const lasting = open();
    const ran = [];
    const specs = {
      predicate: { approval: stall },
      policy: {},
      schema: { inputSchema: { '~standard': { version: 1, vendor: 'test', validate: stall } } },
      hook: { approval: true },
      execute: { execute: stall },
    };
    const late = { predicate: false, policy: 'allow', schema: { value: 1 }, hook: 'approve', execute: 1 };
    for (const stage of Object.keys(specs)) {
      for (const how of ['abort', 'dispose', 'timeout']) {
        if (stage === 'hook' && how === 'timeout') continue;
        [policy, reached, signal] = [stage === 'policy' ? stall : undefined, false, undefined];
        const sandbox = how === 'dispose' ? open() : lasting;
        const controller = new AbortController();
        const running = sandbox.run({
          functions: { f: { execute: input => ran.push(input), ...specs[stage] } },
          signal: controller.signal,
          limits: { timeoutMs: how === 'timeout' ? 500 : 20_000 },
          approval: { mode: 'pause', onApproval: stall },
          code: `console.log('before'); await f(1); return 'ran'`,
        });
        await until(() => reached);
        if (how === 'abort') controller.abort(new Error('enough'));
        if (how === 'dispose') sandbox.dispose();
        const result = await running;
        const name = { abort: 'Aborted', dispose: 'Disposed', timeout: 'Timeout' }[how];
        const state = stage === 'execute' ? 'unknown' : 'not-run';
        equal([stage, how, result.error.name, result.calls[0].state, result.logs.length], [stage, how, name, state, 1]);
        if (signal) ok(signal.aborted, 'the signal says that it is over');
        release(late[stage]);
        policy = undefined;
        if (how !== 'dispose') equal((await lasting.run({ code: 'return 2' })).value, 2);
        equal(ran, []);
      }
    }
    await lasting.dispose();
  },
);
