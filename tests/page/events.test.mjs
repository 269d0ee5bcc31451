/*
 * Owns what a page can count on in what it is told: events in order and once, sums that add up, errors that are known across copies, and
 * options that are refused by name.
 */
import { inPage } from './harness.mjs';

inPage(
  'events: each call once, in order, whatever becomes of it; a listener changes nothing',
  async ({ countersign, equal, ok, watched, marked, person, sleep }) => {
    const r = watched();
    const functions = {
      r: r.spec,
      bad: () => {
        throw new Error('bad');
      },
      w: marked().spec,
    };
    const sandbox = countersign.createSandbox({ functions });
    const short = ({ type, pass, call, callId, pending, decision, status, entry }) =>
      [type, pass, call?.seq, call?.state, pending?.map(one => one.seq).join(), callId?.split('.').at(-1), decision, status, entry?.text]
        .filter(part => part !== undefined)
        .join(' ');
    const heard = [];
    const onEvent = event => heard.push(event);
    const code = `console.log('a'); await r(1); await bad(2).catch(() => {}); await w(3).catch(() => {}); await w(4); await r(() => {}).catch(() => {}); return 'end'`;
    const { approval } = person(call => (call.seq === 3 ? { decision: 'reject', reason: 'no' } : { decision: 'approve', input: 5 }));
    const result = await sandbox.run({ code, approval, onEvent });
    equal(heard.map(short), [
      'started 1',
      'log 1 a',
      'call 1 running',
      'settled 1 fulfilled',
      'call 2 running',
      'settled 2 rejected',
      'call 3 running',
      'approval-required 3',
      'decided 3 reject',
      'settled 3 declined',
      'call 4 running',
      'approval-required 4',
      'decided 4 approve',
      'settled 4 fulfilled',
      'call 5 running',
      'settled 5 invalid',
      'ended completed',
    ]);
    equal(
      heard.filter(event => event.type === 'settled').map(event => event.call),
      result.calls,
      'the last word on a call is its record',
    );
    ok(heard.every(event => event.runId === result.runId));
    const { startedAt, settledAt, decidedAt } = result.calls[3];
    ok(decidedAt <= startedAt && startedAt <= settledAt && Math.abs(settledAt - Date.now()) < 60_000);

    // Over two parts of a run as well; what is repeated is told again only as log lines of a higher pass.
    heard.length = 0;
    const waiting = await sandbox.run({
      code: `console.log('a'); await r(1); await w(2); console.log('b')`,
      approval: person('pause').approval,
      onEvent,
    });
    equal(heard.at(-2).generation, waiting.checkpoint.generation, 'the announcement of what was saved');
    equal(heard.map(short).slice(-2), ['approval-required 2', 'ended pending']);
    const before = heard.length;
    const done = await waiting.resume({ all: 'approve' });
    equal(heard.slice(before).map(short), [
      'decided 2 approve',
      'started 2',
      'log 2 a',
      'settled 2 fulfilled',
      'log 2 b',
      'ended completed',
    ]);
    for (const { callId } of done.calls)
      for (const type of ['call', 'settled']) equal(heard.filter(event => event.type === type && event.call.callId === callId).length, 1);

    for (const [request, tail] of [
      [{ code: `return ;;; 1 +` }, ['started 1', 'ended failed']],
      [{ code: 'return 1', signal: AbortSignal.abort() }, ['ended failed']],
      [{ code: 'for (;;);', limits: { timeoutMs: 100 } }, ['started 1', 'ended failed']],
    ]) {
      heard.length = 0;
      await sandbox.run({ ...request, onEvent });
      equal(heard.map(short), tail);
    }

    const reported = [];
    const note = event => {
      reported.push(String((event.reason ?? event.error).message));
      event.preventDefault();
    };
    addEventListener('unhandledrejection', note);
    addEventListener('error', note);
    const boom = () => {
      throw new Error('listener');
    };
    const changing = event => {
      for (const part of [event, event.call, event.entry, event.pending?.[0]])
        if (part) for (const key of Object.keys(part)) part[key] = 'changed';
    };
    for (const listener of [boom, async () => boom(), changing]) {
      const { status, value, logs, calls } = await sandbox.run({
        code: `console.log('t'); return await w(await r(1))`,
        onEvent: listener,
        approval: person('approve').approval,
      });
      equal(
        [status, value, logs[0].text, calls.map(call => [call.input, call.state])],
        [
          'completed',
          1,
          't',
          [
            [1, 'fulfilled'],
            [1, 'fulfilled'],
          ],
        ],
      );
      await sleep(10);
    }
    ok(reported.length >= 10 && reported.every(text => text === 'listener'), 'a listener’s error is reported');

    // A listener that ends the run: nothing starts after it.
    for (const type of ['started', 'log', 'call', 'settled', 'approval-required', 'decided']) {
      const controller = new AbortController();
      const w = marked();
      const types = [];
      const stopping = event => {
        types.push(event.type);
        if (event.type === type) controller.abort();
      };
      const stopped = await sandbox.run({
        code: `console.log('t'); await r(1); return await w(2)`,
        functions: { w: w.spec },
        approval: person('approve').approval,
        signal: controller.signal,
        onEvent: stopping,
      });
      equal([type, stopped.error.name, w.inputs, types.at(-2), types.at(-1)], [type, 'Aborted', [], type, 'ended']);
    }
    await sandbox.dispose();
  },
  { needsPage: true },
);

inPage('K8: a decision taken while the card is announced counts', async ({ countersign, equal, rejects, marked, person }) => {
  const sandbox = countersign.createSandbox({ functions: { w: marked().spec } });
  let [asked, inner] = [0, undefined];
  const onEvent = event => {
    // First the hook is asked, then the card is saved and announced.
    if (event.type !== 'approval-required' || ++asked < 2) return;
    inner = sandbox.resume(event.runId, { all: 'approve' }, { generation: event.generation });
  };
  const waiting = await sandbox.run({ code: `return await w(1)`, approval: person('pause').approval, onEvent });
  equal([(await inner).value, waiting.status], [1, 'pending']);
  await rejects(waiting.resume({ all: 'approve' }), 'RunNotPending');
  await sandbox.dispose();
});

inPage(
  'stats: what the code, the host and people took, summed over all passes',
  async ({ countersign, ok, equal, marked, person, sleep }) => {
    // When each was under way, to compare with what is told.
    let spans = [];
    const timed = ms => async input => {
      const from = performance.now();
      await sleep(ms);
      spans.push([from, performance.now()]);
      return input;
    };
    const functions = { slow: timed(60), w: marked(timed(40)).spec };
    const sandbox = countersign.createSandbox({ functions });
    const stats = async (code, more) => {
      spans = [];
      return (await sandbox.run({ code, ...more })).stats;
    };
    const within = (value, low, high, what) => ok(value >= low && value <= high, `${what}: ${value} is not between ${low} and ${high}`);
    const near = (value, expected, what) => within(value, expected - 10, expected + 60, what);
    const together = () => Math.max(...spans.map(([, to]) => to)) - Math.min(...spans.map(([from]) => from));
    const inTurn = () => spans.reduce((sum, [from, to]) => sum + to - from, 0);

    const busy = await stats(`let n = 0; for (let i = 0; i < 100_000; i++) n += i; return n`);
    equal([busy.passes, busy.hostMs, busy.humanMs], [1, 0, 0]);
    within(busy.guestMs, 0.1, 10_000, 'guestMs');
    near((await stats(`await Promise.all([slow(1), slow(2), slow(3)])`)).hostMs, together(), 'hostMs of three at once');
    near((await stats(`await slow(1); await slow(2); await slow(3)`)).hostMs, inTurn(), 'hostMs of one after another');
    const both = person(() => timed(80)('reject'), { concurrentApprovals: true });
    near(
      (await stats(`await Promise.allSettled([w(1), w(2)])`, { approval: both.approval })).humanMs,
      together(),
      'humanMs of two at once',
    );
    const one = person(() => timed(40)('reject'));
    near((await stats(`await Promise.allSettled([w(1), w(2)])`, { approval: one.approval })).humanMs, inTurn(), 'humanMs in turn');
    const slept = await stats(`await new Promise(done => setTimeout(done, 150))`);
    within(slept.guestMs + slept.hostMs + slept.humanMs, 0, 140, 'sleeping is nobody’s work');
    const large = await stats(`const a = []; for (let i = 0; i < 50_000; i++) a.push({ i }); return a.length`);
    ok(large.peakMemoryBytes > busy.peakMemoryBytes + 500_000 && large.peakMemoryBytes < 64 * 2 ** 20, `${large.peakMemoryBytes}`);

    const { approval } = person(() => sleep(30).then(() => 'pause'));
    let result = await sandbox.run({ code: `await slow(1); await w(1); await w(2)`, approval });
    for (let last = result.stats; result.status === 'pending'; last = result.stats) {
      result = await result.resume({ all: 'approve' });
      equal(result.stats.passes, last.passes + 1);
      for (const sum of ['guestMs', 'hostMs', 'humanMs', 'peakMemoryBytes']) ok(result.stats[sum] >= last[sum], sum);
    }
    within(result.stats.hostMs, 135, 2_000, 'hostMs over three passes');
    within(result.stats.humanMs, 55, 2_000, 'humanMs over three passes');
    const killed = await stats(`await slow(1); for (;;);`, { limits: { timeoutMs: 800 } });
    within(killed.hostMs, 55, 5_000, 'hostMs of what was cut off');
    within(killed.guestMs, 50, 5_000, 'guestMs of what was cut off');
    await sandbox.dispose();
  },
);

inPage(
  'errors are known by name across copies of the package; unwrap gives the value or throws',
  async ({ countersign, load, equal, ok, rejects, marked, person }) => {
    const copy = await load('/pkg/index.js?another');
    ok(copy.RunError !== countersign.RunError);
    const sandbox = countersign.createSandbox({ functions: { w: marked().spec } });
    const failed = await sandbox.run({ code: `const o = {};\no.a.b` });
    const { error } = failed;
    const misuse = await rejects(sandbox.run({}), 'InvalidOptions');
    for (const { RunError, SandboxError } of [countersign, copy]) {
      equal(
        [RunError.is(error), RunError.is(error, 'GuestError'), RunError.is(error, 'Timeout'), SandboxError.is(error)],
        [true, true, false, false],
      );
      equal(
        [SandboxError.is(misuse), SandboxError.is(misuse, 'InvalidOptions'), SandboxError.is(misuse, 'Disposed'), RunError.is(misuse)],
        [true, true, false, false],
      );
      const boom = () => {
        throw new Error('odd');
      };
      for (const other of [
        undefined,
        null,
        5,
        'GuestError',
        {},
        { name: 'GuestError' },
        new Error('x'),
        Object.assign(new Error('x'), { name: 'GuestError' }),
        new Proxy({}, { get: boom }),
      ])
        equal([RunError.is(other), SandboxError.is(other)], [false, false]);
    }
    ok(error instanceof Error && error instanceof countersign.RunError && misuse instanceof countersign.SandboxError);
    equal([error.name, error.guestName, error.line, typeof error.guestStack], ['GuestError', 'TypeError', 2, 'string']);

    const thrown = body => {
      try {
        return body();
      } catch (caught) {
        return caught;
      }
    };
    equal(countersign.unwrap(await sandbox.run({ code: 'return 3' })), 3);
    ok(thrown(() => countersign.unwrap(failed)) === error && thrown(() => copy.unwrap(failed)) === error);
    const waiting = await sandbox.run({ code: 'return await w(1)', approval: person('pause').approval });
    const pending = thrown(() => countersign.unwrap(waiting));
    ok(copy.SandboxError.is(pending, 'RunPending') && pending.result === waiting);
    for (const slip of [undefined, null, {}, Promise.resolve()]) equal(thrown(() => countersign.unwrap(slip)).name, 'InvalidOptions');

    await sandbox[Symbol.asyncDispose]();
    for (const call of [
      () => sandbox.run({ code: '1' }),
      () => sandbox.warm(),
      () => sandbox.pending(),
      () => sandbox.discard(waiting.runId),
      () => waiting.resume({ all: 'approve' }),
    ])
      await rejects(call(), 'Disposed');
    await sandbox.dispose();
  },
);

inPage(
  'InvalidOptions: what cannot be meant is refused with its path, before anything runs',
  async ({ countersign, equal, ok, rejects }) => {
    const f = () => 1;
    const boom = () => {
      throw new Error('odd');
    };
    const getter = name => Object.defineProperty({}, name, { enumerable: true, get: boom });
    const round = {};
    round.round = round;
    const ofSandbox = [
      ['options', [5, 'x', [], true, f]],
      ['strct', [{ strct: true }]],
      ['strict', [{ strict: 1 }, { strict: 'true' }, { strict: null }, getter('strict')]],
      ['policy', [{ policy: 'x' }, { policy: null }]],
      ['approval', [{ approval: 'deny' }, { approval: null }, getter('approval')]],
      ['approval.mode', [{ approval: {} }, { approval: { mode: 'allow' } }, { approval: getter('mode') }]],
      [
        'approval.onApproval',
        [{ approval: { mode: 'pause' } }, { approval: { mode: 'pause', onApproval: null } }, { approval: { mode: 'deny', onApproval: f } }],
      ],
      ['approval.concurrentApprovals', [{ approval: { mode: 'pause', onApproval: f, concurrentApprovals: 1 } }]],
      ['limits', [{ limits: 5 }, { limits: null }]],
      ['limits.timoutMs', [{ limits: { timoutMs: 5 } }]],
      ['limits.timeoutMs', [0, -1, 1.5, NaN, '5', Infinity, null, 5n].map(timeoutMs => ({ limits: { timeoutMs } }))],
      ['warm', [{ warm: -1 }, { warm: 1.5 }]],
      ['maxWorkers', [{ maxWorkers: 0 }, { maxWorkers: '2' }]],
      ['store.load', [{ store: {} }]],
      ['functions', [{ functions: null }, { functions: [] }, { functions: 5 }]],
      ['functions.a', [5, 'x', null, undefined, []].map(a => ({ functions: { a } }))],
      ['functions.a-b', [{ functions: { 'a-b': f } }]],
      ...['Date', 'input', 'console', 'globalThis', 'await', 'class', 'undefined'].map(name => [
        `functions.${name}`,
        [{ functions: { [name]: f } }],
      ]),
      ['functions.__proto__', [{ functions: Object.fromEntries([['__proto__', f]]) }]],
      ['functions.ns.then', [{ functions: { ns: { then: f } } }]],
      ['functions.a.approval', ['yes', 1, null, {}].map(approval => ({ functions: { a: { execute: f, approval } } }))],
      ['functions.a.needsApproval', [{ functions: { a: { execute: f, needsApproval: 'no' } } }]],
      ['functions.a.requireApproval', [{ functions: { a: { execute: f, requireApproval: true } } }]],
      ['functions.a.approval', [{ functions: { a: Object.assign(() => 1, { approval: true }) } }]],
      [
        'functions.a.inputSchema',
        [5, [], { '~standard': {} }, { parse: f }, new Map()].map(inputSchema => ({ functions: { a: { execute: f, inputSchema } } })),
      ],
      ['functions.a.sideEffects', [{ functions: { a: { execute: f, sideEffects: 'x' } } }]],
      ['functions.a.execute', [{ functions: { a: getter('execute') } }]],
      [
        'functions.ns',
        [
          {
            functions: {
              ns: new (class {
                m() {}
              })(),
            },
          },
        ],
      ],
    ];
    const path = (body, expected) => {
      try {
        body();
      } catch (error) {
        return equal([error.name, error.path, error.message.length > 20], ['InvalidOptions', expected, true]);
      }
      throw new Error(`${expected} was accepted`);
    };
    for (const [expected, list] of ofSandbox) for (const options of list) path(() => countersign.createSandbox(options), expected);
    try {
      countersign.createSandbox({ functions: { round } });
      ok(false, 'a cycle was accepted');
    } catch (error) {
      ok(error.path?.startsWith('functions.round.round'), error.path);
    }

    const sandbox = countersign.createSandbox();
    const ofRun = [
      ['code', [{}, { code: 5 }, { code: null }, { code: new String('1') }, getter('code')]],
      ['strict', [{ code: '1', strict: true }]],
      ['functions.a-b', [{ code: '1', functions: { 'a-b': f } }]],
      [
        'signal',
        [
          { code: '1', signal: {} },
          { code: '1', signal: 5 },
        ],
      ],
      ['onEvent', [{ code: '1', onEvent: 5 }]],
      ['owner', [{ code: '1', owner: 5 }]],
      ['metadata', [5, [], { a: 1n }, round, getter('x')].map(metadata => ({ code: '1', metadata }))],
      ['expiresInMs', [0, -5, 1.5, Infinity, '5'].map(expiresInMs => ({ code: '1', expiresInMs }))],
      [
        'input',
        [
          { code: '1', input: f },
          { code: '1', input: getter('x') },
        ],
      ],
      ['input.a[0]', [{ code: '1', input: { a: [document] } }]],
    ];
    for (const [expected, list] of ofRun)
      for (const request of list) {
        const error = await rejects(sandbox.run(request), 'InvalidOptions');
        equal(error.path, expected);
      }
    for (const request of [undefined, null, 5, 'return 1', []]) await rejects(sandbox.run(request), 'InvalidOptions');

    // Read once: later changes of what was given mean nothing.
    const options = { approval: { mode: 'deny' }, limits: { timeoutMs: 800 } };
    const careful = countersign.createSandbox(options);
    options.approval.mode = 'pause';
    options.limits.timeoutMs = 60_000;
    const denied = await careful.run({ functions: { w: { approval: true, execute: f } }, code: 'await w(1)' });
    equal([denied.error.name, (await careful.run({ code: 'for (;;);' })).error.limit], ['ApprovalRejected', 800]);
    await sandbox.dispose();
    await careful.dispose();
  },
  { needsPage: true },
);
