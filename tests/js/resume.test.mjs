import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore } from '../../js/store/memory.ts';
import { collecting, wt } from './collect-kit.mjs';
import { turn } from './fake-worker.mjs';
import { callsOnce, marked, pause, sandboxOf } from './sandbox-kit.mjs';

const code = 'return await w({ id: 1 })';
const yes = { all: 'approve' };
const plain = value => JSON.parse(JSON.stringify(value));

/** A run that waits, in a sandbox of its own. */
async function waiting(request = {}, options = {}) {
  const { inputs, functions } = marked(options.execute);
  const { execute: _execute, ...rest } = options;
  const { sandbox, workers } = sandboxOf(callsOnce(), rest);
  const result = await sandbox.run({ code, functions, approval: pause, ...request });
  assert.equal(result.status, 'pending', result.error?.message);
  return { sandbox, workers, inputs, functions, result };
}

test('a waiting run has a card, a checkpoint of plain JSON, and is listed', async () => {
  const { sandbox, result } = await waiting({ metadata: { title: 'clean up' }, expiresInMs: 60_000 });
  assert.deepEqual(
    result.pending.map(call => [call.callId, call.fn, call.input, call.state]),
    [[`${result.runId}.1`, 'w', { id: 1 }, 'undecided']],
  );
  assert.deepEqual(
    result.calls.map(call => call.state),
    ['pending'],
  );
  assert.deepEqual(plain(result.checkpoint), result.checkpoint);
  const [listed, ...others] = await sandbox.pending();
  assert.deepEqual(
    [listed.runId, listed.generation, listed.metadata, listed.pending[0].input, others.length],
    [result.runId, 1, { title: 'clean up' }, { id: 1 }, 0],
  );
  assert.ok(listed.expiresAt > Date.now() && listed.createdAt <= Date.now());
});

test('resumed by handle, by checkpoint, by id and by listing, it runs once', async () => {
  const ways = {
    handle: ({ result }) => result.resume(yes),
    checkpoint: ({ sandbox, result, functions }) => sandbox.resume(plain(result.checkpoint), yes, { functions }),
    id: ({ sandbox, result, functions }) => sandbox.resume(result.runId, yes, { functions, generation: 1 }),
    listing: async ({ sandbox, functions }) => sandbox.resume((await sandbox.pending())[0], yes, { functions }),
  };
  for (const [name, way] of Object.entries(ways)) {
    const run = await waiting();
    const done = await way(run);
    assert.deepEqual([done.status, done.value, run.inputs, done.stats.passes], ['completed', { id: 1 }, [{ id: 1 }], 2], name);
    assert.equal((await run.sandbox.pending()).length, 0, name);
    for (const [again, other] of Object.entries(ways)) {
      if (again === 'listing') continue;
      await assert.rejects(async () => other(run), { name: 'RunNotPending' }, `${name}, then ${again}`);
    }
    assert.deepEqual(run.inputs, [{ id: 1 }], name);
  }
});

test('in a sandbox that never saw it, a checkpoint runs once', async () => {
  const { result, functions, inputs } = await waiting();
  const { sandbox } = sandboxOf(callsOnce(), { functions });
  assert.equal((await sandbox.resume(plain(result.checkpoint), yes)).status, 'completed');
  await assert.rejects(sandbox.resume(plain(result.checkpoint), yes), { name: 'RunNotPending' });
  assert.equal(inputs.length, 1);
});

test('two at once: one wins, and the other is told', async () => {
  const { result, inputs } = await waiting(
    {},
    {
      execute: async input => {
        await turn();
        return input;
      },
    },
  );
  const both = await Promise.allSettled([result.resume(yes), result.resume(yes)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  assert.equal(both.find(({ status }) => status === 'rejected').reason.name, 'RunNotPending');
  assert.equal(inputs.length, 1);
});

test('R1: a refusal leaves the run waiting and the handle usable', async () => {
  const { sandbox, result, functions, inputs } = await waiting({ owner: 'ada' });
  const other = { owner: 'ada', functions };
  await assert.rejects(result.resume({ approve: ['nope'] }), { name: 'InvalidDecisions' });
  await assert.rejects(result.resume(yes, { approval: { mode: 'deny' } }), { name: 'InvalidOptions', path: 'approval.mode' });
  await assert.rejects(result.resume(yes, { owner: 'bob' }), { name: 'AccessDenied' });
  await assert.rejects(sandbox.resume(result.runId, yes, other), { name: 'InvalidDecisions' });
  await assert.rejects(sandbox.resume(result.runId, yes, { functions, generation: 1 }), { name: 'AccessDenied' });
  await assert.rejects(sandbox.resume(result.runId, yes, { ...other, generation: 9 }), { name: 'RunNotPending' });
  await assert.rejects(sandbox.resume(result.runId, yes, { owner: 'ada', generation: 1 }), { name: 'FunctionsMissing', names: ['w'] });
  await assert.rejects(sandbox.resume('no-such-run', { approve: [] }), { name: 'RunNotFound' });
  for (const junk of [{}, [], null, 7, { ...plain(result.checkpoint), code: 'other' }])
    await assert.rejects(sandbox.resume(junk, yes, other), { name: 'CheckpointInvalid' });
  assert.equal(inputs.length, 0);
  assert.equal((await result.resume(yes)).status, 'completed');
});

test('the handle keeps functions, hook, listener and owner; options replace them', async () => {
  const events = [];
  const { result, inputs } = await waiting({ owner: 'ada', onEvent: event => events.push(event.type) });
  const replaced = marked(() => 'other');
  const done = await result.resume(yes, { functions: replaced.functions });
  assert.deepEqual([done.value, inputs.length, replaced.inputs.length], ['other', 0, 1]);
  assert.deepEqual(events, [
    'started',
    'call',
    'approval-required',
    'approval-required',
    'ended',
    'decided',
    'started',
    'settled',
    'ended',
  ]);
});

test('R3: a rejection throws at the call site, a response is its value, and nothing runs', async () => {
  const refused = await waiting();
  const done = await refused.result.resume({ reject: [{ callId: refused.result.pending[0].callId, reason: 'no' }] });
  assert.deepEqual(
    [done.error.name, done.error.fn, done.error.input, done.error.callId, done.error.reason],
    ['ApprovalRejected', 'w', { id: 1 }, `${refused.result.runId}.1`, 'no'],
  );
  const answered = await waiting();
  const value = await answered.result.resume({ respond: [{ callId: answered.result.pending[0].callId, value: 'by hand' }] });
  assert.deepEqual([value.value, value.calls[0].state, answered.inputs, refused.inputs], ['by hand', 'responded', [], []]);
});

test('R13: deciding nothing gives the present card again', async () => {
  const { result, inputs } = await waiting();
  const same = await result.resume({ approve: [] });
  assert.deepEqual([same.status, same.checkpoint.generation, same.pending], ['pending', 1, result.pending]);
  assert.equal((await same.resume(yes)).status, 'completed');
  assert.equal(inputs.length, 1);
});

test('what is given up is gone', async () => {
  const { sandbox, result, functions } = await waiting({ owner: 'ada' });
  await assert.rejects(sandbox.discard(result.runId), { name: 'AccessDenied' });
  await sandbox.discard(result.runId, { owner: 'ada' });
  await assert.rejects(sandbox.discard(result.runId, { owner: 'ada' }), { name: 'RunNotFound' });
  await assert.rejects(sandbox.resume(result.runId, { approve: [] }, { owner: 'ada', functions }), { name: 'RunNotFound' });
  await assert.rejects(result.resume(yes), { name: 'RunNotPending' });
  await assert.rejects(sandbox.resume(plain(result.checkpoint), yes, { owner: 'ada', functions }), { name: 'RunNotPending' });
  assert.equal((await sandbox.pending({ owner: 'ada' })).length, 0);
});

test('only its owner lists a run', async () => {
  const store = memoryStore();
  const { sandbox } = await waiting({ owner: 'ada' }, { store });
  await waiting({}, { store });
  const counts = await Promise.all(
    [{ owner: 'ada' }, { owner: 'bob' }, undefined].map(async filter => (await sandbox.pending(filter)).length),
  );
  assert.deepEqual(counts, [1, 0, 1]);
});

test('K10: past its time a card is neither listed nor answered', async () => {
  for (const listFirst of [true, false]) {
    const { sandbox, result, inputs } = await waiting({ expiresInMs: 1 });
    await new Promise(done => setTimeout(done, 5));
    if (listFirst) assert.equal((await sandbox.pending()).length, 0);
    const done = await result.resume(yes);
    assert.deepEqual([done.status, done.error.name, done.calls[0].state], ['failed', 'ApprovalExpired', 'not-run']);
    await assert.rejects(result.resume(yes), { name: 'RunNotPending' });
    assert.equal(inputs.length, 0);
  }
});

test('a worker that cannot be started leaves the card waiting', async () => {
  const { result, functions } = await waiting();
  let broken = true;
  const working = sandboxOf(callsOnce(), { functions });
  const store = memoryStore();
  const failing = sandboxOf(callsOnce(), {
    functions,
    store,
    worker: () => {
      if (broken) throw new Error('offline');
    },
  });
  await assert.rejects(failing.sandbox.resume(plain(result.checkpoint), yes), { name: 'StartFailed' });
  broken = false;
  assert.equal((await working.sandbox.resume(plain(result.checkpoint), yes)).status, 'completed');
  assert.equal(await store.load(result.runId), undefined);
});

test('K9: an abort before the claim gives the run up, dispose leaves it waiting', async () => {
  const aborted = await waiting();
  const given = await aborted.result.resume(yes, { signal: AbortSignal.abort() });
  assert.deepEqual([given.error.name, given.calls[0].state], ['Aborted', 'not-run']);
  await assert.rejects(aborted.result.resume(yes), { name: 'RunNotPending' });

  const store = memoryStore();
  const run = await waiting({}, { store });
  const slow = sandboxOf(callsOnce(), {
    store,
    functions: run.functions,
    worker: () => ({ postMessage() {}, terminate() {}, addEventListener() {} }),
  });
  const resuming = slow.sandbox.resume(run.result.runId, yes, { generation: 1 });
  for (let i = 0; i < 5; i++) await turn();
  await slow.sandbox.dispose();
  const gone = await resuming;
  assert.deepEqual([gone.error.name, gone.checkpoint, gone.calls[0].state], ['Disposed', run.result.checkpoint, 'pending']);
  assert.equal((await run.result.resume(yes)).status, 'completed');
});

test('a store that fails says so, and nothing runs', async () => {
  const inner = memoryStore();
  let broken = false;
  const refuse = () => Promise.reject(new Error('disk full'));
  const store = {
    ...inner,
    save: (...args) => (broken ? refuse() : inner.save(...args)),
    load: (...args) => (broken === 'load' ? refuse() : inner.load(...args)),
  };
  const { result, inputs, sandbox, functions } = await waiting({}, { store });
  broken = true;
  await assert.rejects(result.resume(yes), { name: 'StoreFailed', message: /disk full/ });
  const lost = await sandbox.run({ code, functions, approval: pause });
  assert.deepEqual([lost.status, lost.error.name, lost.calls[0].state], ['failed', 'StoreFailed', 'not-run']);
  broken = 'load';
  await assert.rejects(result.resume(yes), { name: 'StoreFailed' });
  assert.equal(inputs.length, 0);
  broken = false;
  assert.equal((await result.resume(yes)).status, 'completed');
});

test('R14: more functions are accepted and not seen', async () => {
  const { result, functions, inputs } = await waiting();
  let seen;
  const stranger = { extra: () => inputs.push('extra') };
  const { sandbox } = sandboxOf(
    async (request, talk) => {
      seen = request.functions;
      talk.request({ type: 'call', call: { seq: 2, fn: 'extra', input: '1', go: true } });
    },
    { functions: { ...functions, ...stranger } },
  );
  const done = await sandbox.resume(plain(result.checkpoint), yes);
  assert.deepEqual([seen, done.error.name, inputs], [[{ name: 'w', positional: false }], 'EngineCrash', []]);
});

test('R1: limits and decisions that what is recorded does not fit into are refused, and the card waits', async () => {
  const { run, w } = collecting([wt('x'.repeat(300)), wt('b', { look: true })]);
  const first = await run({ code: 'y'.repeat(100) });
  for (const limits of [{ codeBytes: 99 }, { valueBytes: 200 }, { journalBytes: 400 }, { calls: 1 }]) {
    const [name] = Object.keys(limits);
    await assert.rejects(first.resume(yes, { limits }), { name: 'InvalidOptions', path: `limits.${name}`, message: /met already/ });
  }
  const long = { reject: [{ callId: first.pending[0].callId, reason: 'z'.repeat(5000) }] };
  await assert.rejects(first.resume(long, { limits: { journalBytes: 4000 } }), {
    name: 'InvalidDecisions',
    message: /limits.journalBytes/,
  });
  first.checkpoint.note = 'the app may write on what it was given';
  const done = await first.resume(yes, { limits: { codeBytes: 100, valueBytes: 400, journalBytes: 9000, calls: 2 } });
  assert.deepEqual([done.status, w.inputs.length], ['completed', 2]);
});

test('K10: what counts is when the decisions arrive, however long the store takes', async () => {
  const inner = memoryStore();
  let slow = false;
  const load = async runId => {
    if (slow) await new Promise(done => setTimeout(done, 250));
    return inner.load(runId);
  };
  const { run, w } = collecting([wt('a', { look: true })], { store: { ...inner, load } });
  const first = await run({ expiresInMs: 200 });
  slow = true;
  assert.deepEqual([(await first.resume(yes)).status, w.inputs], ['completed', ['a']]);
});

test('a record that cannot be read can be given up, by its owner', async () => {
  const reported = [];
  globalThis.reportError = error => reported.push(error.name);
  try {
    const store = memoryStore();
    const { run, sandbox } = collecting([wt('a', { look: true })], { store });
    const { runId } = await run({ owner: 'anna' });
    const record = await store.load(runId);
    await store.save({ ...record, code: 'changed' }, record.generation);
    const anna = { owner: 'anna' };
    assert.deepEqual([await sandbox.pending(anna), reported], [[], ['CheckpointInvalid']]);
    await assert.rejects(sandbox.resume(runId, yes, { ...anna, generation: 1 }), { name: 'CheckpointInvalid' });
    await assert.rejects(sandbox.discard(runId), { name: 'AccessDenied' });
    await sandbox.discard(runId, anna);
    await sandbox.pending(anna);
    assert.deepEqual([(await store.load(runId)).status, reported.length], ['discarded', 1]);
    await assert.rejects(sandbox.discard('{"version":1}'), { name: 'CheckpointInvalid' });
  } finally {
    delete globalThis.reportError;
  }
});
