import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { CLAIM_MS, RENEW_MS } from '../../js/claims.ts';
import { memoryStore } from '../../js/store/memory.ts';
import { collecting, gate, ids, settle, states, wt, yes } from './collect-kit.mjs';
import { kinds, never, two, waiting, watched } from './keeping-kit.mjs';
import { callsOnce, completed, marked, sandboxOf } from './sandbox-kit.mjs';

test('K5: a start is written before it, an outcome before it is delivered, each with everything since', async () => {
  const { store, writes, names } = watched();
  const seen = [];
  const execute = input => {
    seen.push(names().length);
    return input;
  };
  const { first } = await waiting(two, { store, execute });
  const done = await first.resume(yes);
  assert.equal(done.status, 'pending');
  assert.deepEqual(names(), ['save', 'save', 'append', 'append', 'save']);
  assert.deepEqual(seen, [3], 'the start was written down when it ran');
  assert.deepEqual(
    writes.filter(({ name }) => name === 'append').map(({ steps }) => kinds(steps)),
    [['began', 'started 1'], ['settled 1']],
  );
  // What came of the read is written with the next effect's start.
  assert.equal((await done.resume(yes)).status, 'completed');
  assert.deepEqual(
    writes.map(({ generation }) => generation),
    [1, 2, 2, 2, 3, 4, 4, 4, 5],
  );
});

test('a store that cannot append is given the whole record, at the same generation', async () => {
  const { store, writes } = watched({ appends: false });
  const { first, w } = await waiting([wt('a', { look: true })], { store });
  assert.equal((await first.resume(yes)).status, 'completed');
  assert.deepEqual(
    writes.map(({ generation }) => generation),
    [1, 2, 2, 2, 3],
  );
  assert.deepEqual(w.inputs, ['a']);
});

test('K1: in pause a record begins with the first approved call, and with no other', async () => {
  for (const [answer, expected] of [
    ['approve', ['save', 'append', 'save']],
    ['reject', []],
    [{ decision: 'respond', value: 1 }, []],
  ]) {
    const { store, names, inner } = watched();
    const held = [];
    const { functions } = marked(async input => {
      held.push(await inner.list());
      return input;
    });
    const { sandbox } = sandboxOf(callsOnce(), { store, functions });
    const done = await sandbox.run({ code: 'x', approval: { mode: 'pause', onApproval: () => answer } });
    assert.notEqual(done.status, 'pending');
    assert.deepEqual(names(), expected);
    if (held.length > 0) {
      const [[record]] = held;
      assert.deepEqual(
        [record.generation, kinds(record.journal), typeof record.claim.until],
        [1, ['call 1', 'judged 1', 'decided 1', 'started 1'], 'number'],
      );
    }
  }
});

test('K6: a run that ended leaves a small record for 30 days', async () => {
  const store = memoryStore();
  const { first, sandbox } = await waiting([wt('secret', { look: true })], { store });
  await first.resume(yes);
  const [left] = await store.list();
  const { endedAt, ...rest } = left;
  assert.deepEqual(rest, { version: 1, runId: first.runId, generation: 3, code: '', status: 'completed' });
  assert.ok(Math.abs(Date.now() - endedAt) < 60_000);
  await sandbox.pending();
  assert.equal((await store.list()).length, 1);
  const day = 24 * 60 * 60 * 1000;
  await store.save({ ...left, endedAt: Date.now() - 31 * day }, 3);
  await sandbox.pending();
  await settle();
  assert.equal((await store.list()).length, 0);
});

test('K3: a claim is renewed while its holder lives, and keeps the generation; then it runs out', async () => {
  mock.timers.enable({ apis: ['Date', 'setInterval'], now: Date.now() });
  try {
    const store = memoryStore();
    const { first, functions, w, sandbox } = await waiting([wt('a', { look: true })], { store, execute: never });
    void first.resume(yes);
    await settle();
    const other = collecting([wt('a', { look: true })], { store });
    for (let i = 0; i < 6; i++) {
      mock.timers.tick(RENEW_MS);
      await settle();
      const record = await store.load(first.runId);
      assert.deepEqual([record.generation, record.claim.until], [2, Date.now() + CLAIM_MS]);
      assert.equal((await other.sandbox.pending()).length, 0);
      await assert.rejects(other.sandbox.resume(first.runId, { approve: [] }), { name: 'RunNotPending', message: /under way/ });
    }
    // The holder does not come to it any more.
    mock.timers.setTime(Date.now() + CLAIM_MS + 1);
    const [run] = await other.sandbox.pending();
    assert.deepEqual([run.interrupted, run.generation, run.pending.map(({ state }) => state)], [true, 2, ['unknown']]);
    const done = await other.sandbox.resume(run, { approve: ids(run) }, { functions: { ...functions, w: other.w.spec } });
    assert.deepEqual([done.status, other.w.inputs, w.inputs], ['completed', ['a'], ['a']]);
    await sandbox.dispose();
  } finally {
    mock.timers.reset();
  }
});

test('K3: a holder that slept through its claim starts nothing more', async () => {
  for (const taken of [true, false]) {
    mock.timers.enable({ apis: ['Date', 'setInterval'], now: Date.now() });
    try {
      const store = memoryStore();
      const asleep = gate();
      const steps = [wt('a'), wt('b', { look: true })];
      const { first, w } = await waiting(steps, { store, execute: input => (input === 'a' ? asleep.passed : input) });
      const resumed = first.resume(yes);
      await settle();
      mock.timers.setTime(Date.now() + CLAIM_MS);
      const other = collecting(steps, { store });
      if (taken) {
        const [run] = await other.sandbox.pending();
        const done = await other.sandbox.resume(run, { respond: [{ callId: ids(run)[0], value: 'seen' }] });
        assert.deepEqual([done.status, other.w.inputs], ['completed', ['b']]);
      }
      asleep.open('late');
      const late = await resumed;
      assert.deepEqual([late.status, late.error.name, w.inputs], ['failed', 'Superseded', ['a']]);
      if (!taken) assert.equal((await other.sandbox.pending())[0].interrupted, true);
    } finally {
      mock.timers.reset();
    }
  }
});

test('a start that was written too late does not happen', async () => {
  mock.timers.enable({ apis: ['Date', 'setInterval'], now: Date.now() });
  try {
    const { store } = watched({ after: name => name === 'append' && mock.timers.setTime(Date.now() + CLAIM_MS) });
    const { first, w } = await waiting([wt('a', { look: true })], { store });
    const late = await first.resume(yes);
    assert.deepEqual([late.error.name, w.inputs], ['Superseded', []]);
  } finally {
    mock.timers.reset();
  }
});

test('K7: where only the repeat failed, the card waits as before', async () => {
  const store = memoryStore();
  const { first } = await waiting([wt('a', { look: true })], { store });
  const hanging = collecting(never, { store, limits: { timeoutMs: 30 } });
  const late = await hanging.sandbox.resume(first.checkpoint, yes, { limits: { timeoutMs: 30 } });
  assert.deepEqual([late.error.name, states(late), late.checkpoint.interrupted], ['Timeout', ['pending'], undefined]);
  const [run] = await hanging.sandbox.pending();
  assert.deepEqual([run.interrupted, run.generation, run.pending, run.checkpoint], [undefined, 3, first.pending, late.checkpoint]);
  await assert.rejects(first.resume(yes), { name: 'RunNotPending' });
  const other = collecting([wt('a', { look: true })], { store });
  assert.deepEqual([(await other.sandbox.resume(late.checkpoint, yes)).status, other.w.inputs], ['completed', ['a']]);
});

test('K7: a timeout, a crash and disposing leave an interrupted run, which goes on without being asked again', async () => {
  const endings = {
    Timeout: { limits: { timeoutMs: 60 } },
    EngineCrash: { after: workers => workers.at(-1).fire('error', { message: 'gone' }) },
    Disposed: { after: (_workers, sandbox) => sandbox.dispose() },
  };
  for (const [name, { limits, after }] of Object.entries(endings)) {
    const store = memoryStore();
    const steps = [wt('a', { look: true }), { fn: 'r', input: 1 }];
    const made = await waiting(steps, { store, read: never, ...(limits ? { limits } : {}) });
    const resumed = made.first.resume(yes);
    for (let i = 0; i < 200 && made.r.inputs.length === 0; i++) await settle();
    await after?.(made.workers, made.sandbox);
    const lost = await resumed;
    assert.deepEqual([lost.status, lost.error.name, lost.checkpoint.interrupted], ['failed', name, true]);
    assert.match(lost.error.message, /interrupted.*\{ approve: \[\] \}/);
    const other = collecting(steps, { store });
    const [run] = await other.sandbox.pending();
    assert.deepEqual([run.interrupted, run.pending, run.checkpoint], [true, [], lost.checkpoint]);
    const done = await other.sandbox.resume(run, { approve: [] });
    assert.deepEqual([done.status, made.w.inputs, other.w.inputs, other.r.inputs], ['completed', ['a'], [], [1]]);
  }
});

test('K9: an abort gives the run up, also in the middle', async () => {
  const store = memoryStore();
  const { first, sandbox } = await waiting([wt('a', { look: true })], { store, execute: never });
  const controller = new AbortController();
  const resumed = first.resume(yes, { signal: controller.signal });
  await settle();
  controller.abort();
  assert.deepEqual([(await resumed).error.name, (await resumed).checkpoint], ['Aborted', undefined]);
  assert.equal((await sandbox.pending()).length, 0);
  await assert.rejects(sandbox.resume(first.runId, { approve: [] }), { name: 'RunNotPending' });
});

test('K5: of an unknown call a person says what came of it, or refuses it; it stays unknown', async () => {
  const lose = async () => {
    const store = memoryStore();
    const { first, sandbox } = await waiting([wt('a', { caught: true })], { store, execute: never });
    const resumed = first.resume(yes);
    await settle();
    await sandbox.dispose();
    await resumed;
    const other = collecting([wt('a', { caught: true })], { store });
    const [run] = await other.sandbox.pending();
    return { ...other, run, id: ids(run)[0] };
  };
  const said = await lose();
  const done = await said.sandbox.resume(said.run, { respond: [{ callId: said.id, value: 'seen in the log' }] });
  assert.deepEqual([done.value, said.w.inputs], [['seen in the log'], []]);
  const refused = await lose();
  const without = await refused.sandbox.resume(refused.run, { reject: [refused.id] });
  assert.deepEqual([states(without), refused.w.inputs], [['unknown'], []]);
  for (const [decisions, word] of [
    [yes, ', so `all` does not reach it'],
    [{ all: 'reject' }, ', so `all` does not reach it'],
    [{ defaultDecision: { approved: true } }, ', so `defaultDecision` does not reach it'],
    [{ approve: [] }, ''],
  ]) {
    const left = await lose();
    const still = await left.sandbox.resume(left.run, decisions);
    assert.deepEqual([still.status, still.pending.map(({ state }) => state), left.w.inputs], ['pending', ['unknown'], []]);
    const { name, message } = still.pending[0].error;
    assert.equal(name, 'InvalidDecisions');
    assert.ok(message.startsWith(`w was started, and nobody knows whether it finished${word}. Name it: in \`approve\``), message);
    const again = await still.resume({ approve: [left.id] });
    assert.deepEqual([again.status, left.w.inputs], ['completed', ['a']]);
  }
});

test('K10: an interrupted run is listed at any age, what was approved in time runs, and nothing else is decided', async () => {
  const store = memoryStore();
  const made = collecting([wt('a'), wt('b')], { store, execute: input => (input === 'a' ? never() : input) });
  const first = await made.run({ expiresInMs: 300 });
  const resumed = first.resume({ approve: [ids(first)[0]] });
  for (let i = 0; i < 200 && made.w.inputs.length === 0; i++) await settle();
  await made.sandbox.dispose();
  await resumed;
  await new Promise(done => setTimeout(done, 320));
  const other = collecting([wt('a'), wt('b')], { store });
  const [run] = await other.sandbox.pending();
  assert.deepEqual([run.interrupted, run.pending.map(({ state }) => state)], [true, ['unknown', 'undecided']]);
  await assert.rejects(other.sandbox.resume(run, { approve: ids(run) }), {
    name: 'InvalidDecisions',
    message: /could be answered until .*call 2/,
  });
  const next = await other.sandbox.resume(run, { approve: [ids(run)[0]] });
  assert.deepEqual([next.status, ids(next), other.w.inputs], ['pending', [ids(first)[1]], ['a']]);
  assert.ok(next.checkpoint.expiresAt > Date.now(), 'a new card, with its own time');
});

test('decided in another sandbox: the hook’s signal aborts, and the run that asked is told', async () => {
  const store = memoryStore();
  // The other's news keeps no process alive.
  const awake = setInterval(() => {}, 1000);
  let heard;
  const onApproval = (_pending, { signal }) => new Promise(() => signal.addEventListener('abort', () => (heard = signal.reason.name)));
  const one = collecting([wt('a', { look: true })], { store });
  const asked = one.run({ approval: { mode: 'collect', onApproval } });
  asked.catch(() => {});
  for (let i = 0; i < 50 && (await store.list()).length === 0; i++) await settle();
  const other = collecting([wt('a', { look: true })], { store });
  const [run] = await other.sandbox.pending();
  assert.equal((await other.sandbox.resume(run, yes)).status, 'completed');
  await assert.rejects(asked, { name: 'RunNotPending' });
  assert.deepEqual([heard, one.w.inputs, other.w.inputs], ['RunNotPending', [], ['a']]);
  await Promise.all([one.sandbox.dispose(), other.sandbox.dispose()]);
  clearInterval(awake);
});

test('200 rounds of 2, 4 and 8 resumes at once with different decisions: one winner each', async () => {
  for (let round = 0; round < 200; round++) {
    const store = memoryStore();
    const { first } = await waiting([wt('a', { caught: true })], { store });
    const racers = Array.from({ length: [2, 4, 8][round % 3] }, () => collecting([wt('a', { caught: true })], { store }));
    const [callId] = ids(first);
    const decisions = [{ approve: [callId] }, { reject: [callId] }, { respond: [{ callId, value: 'c' }] }];
    const outcomes = await Promise.allSettled(racers.map(({ sandbox }, by) => sandbox.resume(first.runId, decisions[by % 3])));
    const won = outcomes.flatMap(({ status, value }, by) => (status === 'fulfilled' ? [{ by, value }] : []));
    assert.equal(won.length, 1);
    const [{ by, value }] = won;
    assert.deepEqual(value.value, [['a', 'ApprovalRejected', 'c'][by % 3]]);
    assert.deepEqual(
      racers.flatMap(({ w }) => w.inputs),
      by % 3 === 0 ? ['a'] : [],
    );
    assert.ok(outcomes.every(({ reason }) => reason === undefined || reason.name === 'RunNotPending'));
    await Promise.all(racers.map(({ sandbox }) => sandbox.dispose()));
  }
});

test('R10, K5: of an edited call nobody saw the end of, what is shown again is what runs again', async () => {
  const asked = { id: 1000 };
  const edited = { id: 1 };
  for (const [more, expected] of [
    [undefined, edited],
    [{ input: edited }, edited],
    [{ input: asked }, asked],
    [{ input: { id: 5 } }, { id: 5 }],
  ]) {
    const store = memoryStore();
    const { first, sandbox, w } = await waiting([wt(asked, { look: true })], { store, execute: never });
    const resumed = first.resume({ approve: [{ callId: ids(first)[0], input: edited }] });
    for (let i = 0; i < 50 && w.inputs.length === 0; i++) await settle();
    await sandbox.dispose();
    await resumed;
    const other = collecting([wt(asked, { look: true })], { store });
    const [run] = await other.sandbox.pending();
    assert.deepEqual([run.pending[0].input, run.pending[0].proposed, run.pending[0].state], [edited, asked, 'unknown']);
    const [callId] = ids(run);
    const done = await other.sandbox.resume(run, { approve: [more ? { callId, ...more } : callId] });
    assert.deepEqual([done.status, w.inputs, other.w.inputs], ['completed', [edited], [expected]]);
    assert.deepEqual(done.calls[0].executedInput, expected === asked ? undefined : expected);
  }
  // Asked by the hook of pause.
  const { functions, inputs } = marked(input => (inputs.length === 1 ? never() : input));
  const store = memoryStore();
  const { sandbox } = sandboxOf(callsOnce('{"id":1000}'), { store, functions });
  const running = sandbox.run({ code: 'x', approval: { mode: 'pause', onApproval: () => ({ decision: 'approve', input: edited }) } });
  for (let i = 0; i < 50 && inputs.length === 0; i++) await settle();
  await sandbox.dispose();
  await running;
  const shown = [];
  const core = async (_request, { request, say }) => {
    await request({ type: 'ask', seq: 1 });
    await request({ type: 'execute', seq: 1 });
    say({ type: 'journal', entries: [{ e: 'delivered', seq: 1, at: 1 }] });
    say(completed());
  };
  const next = sandboxOf(core, { store, functions });
  const [run] = await next.sandbox.pending();
  const onApproval = call => {
    shown.push(call.input);
    return 'approve';
  };
  const done = await next.sandbox.resume(run, { approve: [] }, { approval: { mode: 'pause', onApproval } });
  assert.deepEqual([done.status, shown, inputs], ['completed', [edited], [edited, edited]]);
});

test('discard takes what resume takes', async () => {
  for (const target of [result => result.runId, result => result.checkpoint, (_, listed) => listed]) {
    const { first, sandbox, w } = await waiting([wt('a')]);
    const [listed] = await sandbox.pending();
    await sandbox.discard(target(first, listed));
    assert.deepEqual([await sandbox.pending(), w.inputs], [[], []]);
    await assert.rejects(sandbox.resume(first.runId, { approve: [] }), { name: 'RunNotFound' });
  }
});
