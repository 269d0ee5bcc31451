/*
 * Owns what a page can count on when a run that waits goes on: by its handle, from JSON, in another sandbox; who may, when, and what a
 * refusal leaves.
 */
import { inPage } from './harness.mjs';

inPage(
  'P4, R2, R3: through JSON, twice, each time in another sandbox; nothing runs twice',
  async ({ countersign, equal, ok, rejects, marked, watched, person, states, throughJson }) => {
    const r = watched(input => ({
      read: input,
      at: new Date(5),
      big: 7n,
      map: new Map([[1, new Set(['\ud800'])]]),
      minus: -0,
      nothing: undefined,
    }));
    const w = marked(input => ({ id: input.id }));
    const functions = { r: r.spec, w: w.spec };
    const code = `const start = [Date.now(), Math.random(), crypto.randomUUID()];
    const a = await r('x');
    const b = await w({ id: 1, a });
    const c = await r('y');
    const d = await w({ id: 2, start });
    return { a, ids: [b.id, c.read, d.id], same: start }`;
    const resumed = async (result, decisions) => {
      const sandbox = countersign.createSandbox({ functions });
      const next = await sandbox.resume(throughJson(result.checkpoint), decisions);
      return { sandbox, next };
    };
    const first = countersign.createSandbox({ functions });
    const one = await first.run({ code, approval: person('pause').approval, metadata: { title: 'a card' } });
    equal(
      [one.status, one.pending.map(call => call.input.id), states(one), one.checkpoint.code],
      ['pending', [1], ['fulfilled', 'pending'], code],
    );
    const { sandbox: second, next: two } = await resumed(one, { all: 'approve' });
    equal([two.status, two.pending.map(call => call.input.id), two.runId, two.stats.passes], ['pending', [2], one.runId, 2]);
    ok(two.checkpoint.generation > one.checkpoint.generation, 'a new card has a new generation');
    const { sandbox: third, next: three } = await resumed(two, { all: 'approve' });
    equal([three.status, three.value.ids, states(three), three.stats.passes], ['completed', [1, 'y', 2], Array(4).fill('fulfilled'), 3]);
    equal(three.value.same, w.inputs[1].start, 'the same world in every pass');
    const { a } = three.value;
    equal([a.at, a.big, a.map, a.minus, 'nothing' in a], [new Date(5), 7n, new Map([[1, new Set(['\ud800'])]]), -0, true]);
    equal(
      [r.inputs, w.inputs.map(input => input.id), w.calls.map(call => [call.seq, call.approved])],
      [
        ['x', 'y'],
        [1, 2],
        [
          [2, true],
          [4, true],
        ],
      ],
    );
    for (const again of [throughJson(two.checkpoint), three.runId]) await rejects(third.resume(again, { approve: [] }), 'RunNotPending');
    for (const sandbox of [first, second, third]) await sandbox.dispose();
  },
);

inPage(
  'R3, R4, R10: reject with a reason, respond, edit, and some of several, decided one after another',
  async ({ countersign, equal, rejects, marked, person, states }) => {
    const w = marked(input => ({ id: input.id }), {
      inputSchema: { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] },
    });
    const sandbox = countersign.createSandbox({ functions: { w: w.spec } });
    const { approval } = person('pause', { concurrentApprovals: true });
    const start = code => sandbox.run({ code, approval });
    const one = `try { return await w({ id: 1 }) } catch (e) { return [e instanceof ApprovalRejected, e.reason, e.fn, e.input] }`;

    equal((await (await start(one)).resume({ all: 'reject', reason: 'not today' })).value, [true, 'not today', 'w', { id: 1 }]);
    const uncaught = await start(`const x = 1;\nawait w({ id: x })`);
    const [{ callId }] = uncaught.pending;
    const { error } = await uncaught.resume({ reject: [{ callId, reason: 'no' }] });
    equal(
      [error.name, error.fn, error.input, error.reason, error.callId, error.line],
      ['ApprovalRejected', 'w', { id: 1 }, 'no', callId, 2],
    );
    const given = await start(one);
    const responded = await given.resume({ respond: [{ callId: given.pending[0].callId, value: new Map([[1, 2]]) }] });
    equal([responded.value, states(responded)], [new Map([[1, 2]]), ['responded']]);
    equal(w.inputs, []);

    const edit = await start(one);
    const id = edit.pending[0].callId;
    await rejects(edit.resume({ approve: [{ callId: id, input: { id: 'two' } }] }), 'InvalidDecisions');
    const edited = await edit.resume({ approve: [{ callId: id, input: { id: 9 } }] });
    equal([edited.value, w.inputs, edited.calls[0].input, edited.calls[0].executedInput], [{ id: 9 }, [{ id: 9 }], { id: 1 }, { id: 9 }]);

    const three = await start(
      `return (await Promise.allSettled([w({ id: 1 }), w({ id: 2 }), w({ id: 3 })])).map(x => x.value?.id ?? x.reason.reason)`,
    );
    const ids = three.pending.map(call => call.callId);
    // R12: without a hook the others wait.
    const second = await sandbox.resume(three.checkpoint, { approve: [ids[1]] });
    equal(
      [second.status, second.pending.map(call => call.callId), states(second)],
      ['pending', [ids[0], ids[2]], ['pending', 'fulfilled', 'pending']],
    );
    await rejects(second.resume({ approve: [ids[1]] }), 'InvalidDecisions');
    // R12: with one they go there first.
    const { approval: asked, cards } = person({ decision: 'reject', reason: 'by the hook' });
    const done = await second.resume({ decisions: { [ids[0]]: { approved: false, reason: 'by name' } } }, { approval: asked });
    equal([done.value, cards.map(call => call.callId), w.inputs.length], [['by name', 2, 'by the hook'], [ids[2]], 2]);
    await rejects(three.resume({ all: 'approve' }), 'RunNotPending');

    const lone = await start(`w({ id: 5 }); return 'end'`);
    const ended = await lone.resume({ all: 'approve' });
    equal([ended.value, states(ended), w.inputs.at(-1)], ['end', ['fulfilled'], { id: 5 }], 'an un-awaited call is done as well');
    await sandbox.dispose();
  },
);

inPage(
  'R1: decisions that do not fit are refused whole, and the handle is usable after',
  async ({ countersign, equal, ok, rejects, marked, person }) => {
    const w = marked();
    const sandbox = countersign.createSandbox({ functions: { w: w.spec } });
    const code = `return [await Promise.all([w(1), w(2)])]`;
    const start = () => sandbox.run({ code, approval: person('pause', { concurrentApprovals: true }).approval });
    const waiting = await start();
    const [a, b] = waiting.pending.map(call => call.callId);
    const boom = () => {
      throw new Error('odd');
    };
    const wrong = [
      ...[
        undefined,
        null,
        true,
        5,
        'approve',
        [],
        {},
        () => 'approve',
        new Map(),
        Promise.resolve({ all: 'approve' }),
        Object.create({ all: 'approve' }),
      ],
      ...[
        { all: 'maybe' },
        { all: true },
        { all: 'approve', approve: [] },
        { all: 'reject', reason: 5 },
        { reason: 'x' },
        { approved: true },
      ],
      ...[{ approve: a }, { approve: ['nope'] }, { approve: [a, a] }, { approve: [a, null] }, { approve: [{}] }, { approve: new Set([a]) }],
      ...[{ approve: [a], reject: [a] }, { approve: [a], respond: [{ callId: a, value: 1 }] }, { approve: [{ callId: a, edit: 1 }] }],
      ...[
        { approve: [{ callId: a, input: () => 1 }] },
        { respond: [a] },
        { respond: [{ callId: a }] },
        { respond: [{ callId: a, value: document }] },
      ],
      ...[{ approve: [b], reject: [{ callId: a, reason: 1 }] }, { approve: [Object.create({ callId: a })] }],
      ...[
        { decisions: { [a]: true } },
        { decisions: { [a]: { approved: 'yes' } } },
        { decisions: { nope: { approved: true } } },
        { decisions: [a] },
      ],
      ...[
        { decisions: { [a]: Object.create({ approved: true }) } },
        { defaultDecision: true },
        { defaultDecision: { approved: true, input: 1 } },
      ],
      ...[{ approve: [a], extra: 1 }, { decisions: {}, all: 'approve' }, { approve: [`${waiting.runId}.7`] }],
      Object.defineProperty({}, 'all', { enumerable: true, get: boom }),
      new Proxy({}, { ownKeys: boom }),
    ];
    for (const [at, decisions] of wrong.entries()) {
      const error = await rejects(waiting.resume(decisions), 'InvalidDecisions');
      ok(countersign.SandboxError.is(error, 'InvalidDecisions') && error.message.length > 40, `set ${at}`);
    }
    // R13: nothing decided is the same card again.
    for (const none of [{ approve: [] }, { decisions: {} }, { approve: [], reject: [], respond: [] }]) {
      const same = await waiting.resume(none);
      equal([same.status, same.checkpoint.generation, same.pending.length], ['pending', waiting.checkpoint.generation, 2]);
    }
    equal(w.inputs, []);
    equal((await waiting.resume({ decisions: { [a]: { approved: true } }, defaultDecision: { approved: true } })).value, [[1, 2]]);
    await rejects(waiting.resume({ all: 'approve' }), 'RunNotPending');

    // K2: one winner, and all others are told.
    const [contended, before] = [await start(), w.inputs.length];
    const all = await Promise.allSettled([
      contended.resume({ all: 'approve' }),
      contended.resume({ all: 'approve' }),
      sandbox.resume(contended.checkpoint, { all: 'approve' }),
      sandbox.resume(contended.runId, { approve: contended.pending.map(call => call.callId) }),
    ]);
    equal([all.filter(one => one.status === 'fulfilled').length, w.inputs.length - before], [1, 2]);
    for (const { reason } of all.filter(one => one.status === 'rejected')) equal(reason.name, 'RunNotPending');
    await sandbox.dispose();
  },
  { needsPage: true },
);

inPage(
  'R1, K2, K6, K10: owner, generation, discard and expiry',
  async ({ countersign, equal, rejects, marked, person, sleep, throughJson }) => {
    const w = marked();
    const sandbox = countersign.createSandbox({ functions: { w: w.spec } });
    const start = more => sandbox.run({ code: `return await w({ id: 1 })`, approval: person('pause').approval, ...more });
    const ids = async filter => (await sandbox.pending(filter)).map(run => run.runId);

    const ann = await start({ owner: 'ann', metadata: { title: 'A', deep: { list: [1, null] } } });
    await sleep(3);
    const [bob, nobody, later] = [await start({ owner: 'bob' }), await start(), undefined];
    await sleep(3);
    const last = await start({ expiresInMs: 60_000 });
    equal(
      [await ids(), await ids({}), await ids({ owner: 'ann' }), await ids({ owner: 'zoe' })],
      [[nobody.runId, last.runId], [nobody.runId, last.runId], [ann.runId], []],
    );
    const [listed] = await sandbox.pending({ owner: 'ann' });
    equal(
      [listed.owner, listed.metadata, listed.generation, listed.pending, 'expiresAt' in listed],
      ['ann', { title: 'A', deep: { list: [1, null] } }, 1, ann.pending, false],
    );
    equal([later, (await sandbox.pending())[1].expiresAt - last.checkpoint.createdAt >= 60_000], [undefined, true]);

    const other = countersign.createSandbox({ functions: { w: w.spec } });
    for (const owner of [undefined, 'bob']) {
      await rejects(sandbox.resume(ann.runId, { approve: [] }, { owner }), 'AccessDenied');
      await rejects(sandbox.resume(ann.checkpoint, { all: 'approve' }, { owner }), 'AccessDenied');
      await rejects(other.resume(throughJson(ann.checkpoint), { all: 'approve' }, { owner }), 'AccessDenied');
      await rejects(sandbox.discard(ann.runId, { owner }), 'AccessDenied');
    }
    await rejects(sandbox.resume(nobody.checkpoint, { all: 'approve' }, { owner: 'ann' }), 'AccessDenied');
    equal((await sandbox.resume(listed, { all: 'approve' }, { owner: 'ann' })).value, { id: 1 });
    equal((await bob.resume({ all: 'approve' })).value, { id: 1 }, 'a handle is its owner’s');

    for (const decisions of [{ all: 'approve' }, { defaultDecision: { approved: true } }])
      await rejects(sandbox.resume(nobody.runId, decisions), 'InvalidDecisions');
    await rejects(sandbox.resume(nobody.runId, { all: 'approve' }, { generation: 9 }), 'RunNotPending');
    equal((await sandbox.resume(nobody.runId, { all: 'approve' }, { generation: nobody.checkpoint.generation })).value, { id: 1 });

    await sandbox.discard(last.runId);
    for (const call of [
      () => sandbox.discard(last.runId),
      () => sandbox.resume(last.runId, { approve: [] }),
      () => sandbox.discard('nobody'),
    ])
      await rejects(call(), 'RunNotFound');
    await rejects(last.resume({ all: 'approve' }), 'RunNotPending');
    await rejects(sandbox.resume(throughJson(last.checkpoint), { all: 'approve' }), 'RunNotPending');
    await rejects(sandbox.discard(ann.runId, { owner: 'ann' }), 'RunNotPending');

    const events = [];
    const brief = { expiresInMs: 20, onEvent: event => events.push(event.type) };
    const [late, unseen] = [await start(brief), await start({ expiresInMs: 20 })];
    await sleep(40);
    await rejects(late.resume({ all: 'maybe' }), 'InvalidDecisions');
    const expired = await late.resume({ all: 'approve' });
    equal([expired.status, expired.error.name, expired.calls[0].state, events.at(-1)], ['failed', 'ApprovalExpired', 'not-run', 'ended']);
    equal(await ids(), []);
    equal((await unseen.resume({ all: 'approve' })).error.name, 'ApprovalExpired');
    for (const run of [late, unseen]) await rejects(run.resume({ all: 'approve' }), 'RunNotPending');
    equal(w.inputs.length, 3);
    await sandbox.dispose();
    await other.dispose();
  },
);

inPage(
  'R1, R11, R14: what is no checkpoint, misses functions or changes the mode starts nothing',
  async ({ countersign, equal, ok, rejects, marked, watched, person, throughJson }) => {
    const [w, r] = [marked(), watched()];
    const functions = { w: w.spec, deep: { r: r.spec } };
    const maker = countersign.createSandbox({ functions });
    const waiting = await maker.run({
      code: `await deep.r(1); return [await w({ id: 1000001 }), typeof more]`,
      approval: person('pause').approval,
    });
    const fresh = () => throughJson(waiting.checkpoint);
    const sandbox = countersign.createSandbox();
    const swapped = (from, to) => JSON.parse(JSON.stringify(waiting.checkpoint).replaceAll(from, to));
    const boom = () => {
      throw new Error('odd');
    };
    const wrong = [
      ...[null, undefined, 5, true, [], {}, { checkpoint: {}, pending: [] }, new Proxy({}, { ownKeys: boom, get: boom })],
      ...[
        { ...fresh(), code: `return 'other code'` },
        { ...fresh(), version: 99 },
        { ...fresh(), digest: undefined },
        { ...fresh(), journal: [] },
      ],
      ...[
        { ...fresh(), runId: 'run-of-mine' },
        { ...fresh(), extra: 1 },
        { ...fresh(), owner: 'me' },
        { ...fresh(), mode: 'deny' },
      ],
      ...[
        swapped('1000001', '1000002'),
        swapped('"verdict":"ask"', '"verdict":"allow"'),
        JSON.parse(JSON.stringify(waiting.checkpoint).replace('"code"', '"__proto__"')),
      ],
      Object.defineProperty(fresh(), 'code', { enumerable: true, get: boom }),
    ];
    for (const target of wrong) await rejects(sandbox.resume(target, { all: 'approve' }, { functions }), 'CheckpointInvalid');
    await rejects(sandbox.resume('run-of-nobody', { approve: [] }, { functions }), 'RunNotFound');

    const none = await rejects(sandbox.resume(fresh(), { all: 'approve' }), 'FunctionsMissing');
    equal([...none.names].sort(), ['deep.r', 'w']);
    const part = await rejects(
      sandbox.resume(fresh(), { all: 'approve' }, { functions: { w: w.spec, deep: { other: r.spec } } }),
      'FunctionsMissing',
    );
    equal([part.names, part.message.includes('deep.r')], [['deep.r'], true]);
    for (const approval of [{ mode: 'deny' }, { mode: 'nope' }, {}]) {
      const error = await rejects(sandbox.resume(fresh(), { all: 'approve' }, { functions, approval }), 'InvalidOptions');
      ok(error.path.startsWith('approval'), error.path);
    }
    for (const options of [{ fnctions: {} }, { generation: -1 }, { owner: 5 }, { signal: {} }, { onEvent: 1 }, 5])
      await rejects(sandbox.resume(fresh(), { all: 'approve' }, options), 'InvalidOptions');
    equal([w.inputs, r.inputs], [[], [1]]);
    const done = await sandbox.resume(fresh(), { all: 'approve' }, { functions: { ...functions, more: () => 1 } });
    equal([done.status, done.value], ['completed', [{ id: 1000001 }, 'undefined']], 'more functions are accepted and not seen');
    await maker.dispose();
    await sandbox.dispose();
  },
);

inPage(
  'R2, P4: the guest stands still while it waits; calls in flight are kept and come first',
  async ({ countersign, equal, ok, marked, person, sleep, states }) => {
    const order = [];
    const slow = input => sleep(40).then(() => order.push(`slow ${input}`));
    const note = input => void order.push(input);
    const w = marked(input => note(`w ${input}`));
    const sandbox = countersign.createSandbox({ functions: { slow, note, w: w.spec }, limits: { concurrentCalls: 2 } });
    const code = `const before = Date.now();
    const rest = [slow(1), slow(2), slow(3)];
    rest[0].then(() => note('after slow 1'));
    await w('write');
    const after = Date.now();
    await Promise.all(rest);
    return after - before;`;
    const { approval } = person('pause', { concurrentApprovals: true });
    const waiting = await sandbox.run({ code, approval });
    equal([waiting.status, order.slice(0, 2), states(waiting)[3]], ['pending', ['slow 1', 'slow 2'], 'pending']);
    await sleep(300);
    const done = await waiting.resume({ all: 'approve' });
    equal([done.status, [...order].sort()], ['completed', ['after slow 1', 'slow 1', 'slow 2', 'slow 3', 'w write']]);
    ok(done.value >= 300 && done.value < 20_000, `people's time passes for the code as well: ${done.value}`);

    // What replaces nothing is kept by the handle; what is given replaces.
    const heard = [];
    const first = await sandbox.run({
      code: `console.log('one'); await w(1); console.log('two'); return [await mine(1), await yours(1)]`,
      functions: { mine: () => 'mine', yours: () => 'yours' },
      approval,
      onEvent: event => heard.push(`old ${event.type}`),
    });
    heard.length = 0;
    const onEvent = event => heard.push(`new ${event.type}`);
    const second = await first.resume({ all: 'approve' }, { functions: { yours: () => 'new' }, onEvent });
    equal(
      [second.value, second.logs.map(entry => entry.text)],
      [
        ['mine', 'new'],
        ['one', 'two'],
      ],
    );
    ok(heard.length > 0 && heard.every(text => text.startsWith('new')), heard.join());
    await sandbox.dispose();
  },
);

inPage(
  'R1, K9: an abort gives a waiting run up, dispose leaves it; neither runs anything',
  async ({ countersign, equal, rejects, marked, person, until, sleep }) => {
    const w = marked(() => sleep(60));
    const store = countersign.memoryStore();
    const sandbox = countersign.createSandbox({ functions: { w: w.spec }, store });
    const start = () => sandbox.run({ code: `return await w(1)`, approval: person('pause').approval });
    const given = async (how, options = {}) => {
      const controller = new AbortController();
      const waiting = await start();
      if (how === 'before') controller.abort();
      const onEvent = event => how === event.type && controller.abort();
      const running = waiting.resume({ all: 'approve' }, { signal: controller.signal, onEvent, ...options });
      if (how === 'at once') controller.abort();
      if (how === 'executing') {
        await until(() => w.inputs.length > 0);
        controller.abort();
      }
      const { status, error, calls } = await running;
      await rejects(waiting.resume({ all: 'approve' }), 'RunNotPending');
      return [status, error.name, calls[0].state, w.inputs.splice(0).length];
    };
    for (const how of ['before', 'at once', 'decided', 'started']) equal(await given(how), ['failed', 'Aborted', 'not-run', 0], how);
    equal(await given('executing'), ['failed', 'Aborted', 'unknown', 1]);
    equal(await sandbox.pending(), []);

    const waiting = await start();
    const leaving = countersign.createSandbox({ functions: { w: w.spec }, store });
    const running = leaving.resume(waiting.checkpoint, { all: 'approve' });
    await leaving.dispose();
    await running.catch(error => equal(error.name, 'Disposed'));
    equal([(await sandbox.pending()).length, w.inputs], [1, []]);
    equal((await waiting.resume({ all: 'approve' })).status, 'completed');
    await sandbox.dispose();
    await rejects(waiting.resume({ all: 'approve' }), 'Disposed');
  },
);
