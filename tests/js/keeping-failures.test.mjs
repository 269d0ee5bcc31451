import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { CLAIM_MS, RENEW_MS } from '../../js/claims.ts';
import { memoryStore } from '../../js/store/memory.ts';
import { collecting, gate, ids, settle, states, wt, yes } from './collect-kit.mjs';
import { fullDisk, never, two, waiting, watched } from './keeping-kit.mjs';
import { marked, sandboxOf } from './sandbox-kit.mjs';

test('the store is not the run’s time', async () => {
  const { store } = watched({ wait: () => new Promise(done => setTimeout(done, 40)) });
  const { first } = await waiting([wt('a'), wt('b'), wt('c', { look: true })], { store, limits: { timeoutMs: 100 } });
  const done = await first.resume(yes);
  assert.equal(done.status, 'completed', done.error?.message);
});

test('a store that fails at any write: what it says, and whoever continues', async () => {
  for (const when of ['fail', 'after']) {
    for (let nth = 1; nth < 9; nth++) {
      for (const appends of [true, false]) {
        let works = false;
        const broken = (_name, count) => {
          if (works || count !== nth) return;
          works = true;
          throw new Error('QuotaExceededError');
        };
        const { store } = watched({ [when]: broken, appends });
        const { first, w, sandbox } = await waiting(two, { store });
        let last = await first.resume(yes).catch(error => ({ status: 'rejected', error }));
        if (last.status === 'pending') last = await last.resume(yes).catch(error => ({ status: 'rejected', error }));
        const where = `${when} ${nth} ${appends}`;
        works = true;
        const listed = await sandbox.pending();
        if (last.status === 'completed') {
          assert.deepEqual([listed, w.inputs], [[], ['a', 'b']], where);
          continue;
        }
        assert.deepEqual([last.error.name, /QuotaExceededError/.test(last.error.message)], ['StoreFailed', true], where);
        const before = [...w.inputs];
        const [run] = listed;
        const unknown = run.pending.filter(({ state }) => state === 'unknown').map(({ input }) => input);
        assert.ok(
          unknown.every(input => before.includes(input)),
          `${where}: ${unknown}, and ${before} ran`,
        );
        let done = await sandbox.resume(run, { approve: ids(run) });
        if (done.status === 'pending') done = await done.resume(yes);
        assert.equal(done.status, 'completed', where);
        assert.deepEqual(
          w.inputs.filter((input, at) => w.inputs.indexOf(input) === at),
          ['a', 'b'],
          where,
        );
        assert.deepEqual(w.inputs.length, 2 + unknown.length, where);
      }
    }
  }
});

test('K7: a write that fails ends the run, which is continued from its record', async () => {
  let broken = true;
  const { store } = watched({ fail: (name, count) => broken && name === 'append' && count > 2 && fullDisk() });
  const { first, w, sandbox } = await waiting([wt('a'), wt('b', { look: true })], { store });
  const lost = await first.resume(yes);
  assert.deepEqual([lost.error.name, states(lost), w.inputs], ['StoreFailed', ['fulfilled', 'not-run'], ['a']]);
  assert.equal(lost.checkpoint.interrupted, true);
  broken = false;
  const done = await sandbox.resume(lost.checkpoint, { approve: [] });
  assert.deepEqual([done.status, w.inputs], ['completed', ['a', 'b']]);
  await assert.rejects(sandbox.resume(lost.checkpoint, { approve: [] }), { name: 'RunNotPending' });
});

test('a claim that can be given up nowhere is known to be, here and to whoever uses the store later', async () => {
  let broken = false;
  const { store, inner } = watched({ fail: () => broken && fullDisk() });
  const execute = input => {
    broken = true;
    return input;
  };
  const { first, w } = await waiting([wt('a', { look: true })], { store, execute });
  const lost = await first.resume(yes);
  assert.deepEqual([lost.error.name, w.inputs], ['StoreFailed', ['a']]);
  const other = collecting([wt('a', { look: true })], { store });
  const [listed] = await other.sandbox.pending();
  assert.deepEqual([listed.interrupted, listed.pending[0].state], [true, 'unknown'], 'all the store knows');
  broken = false;
  const [run] = await other.sandbox.pending();
  assert.deepEqual([run.interrupted, run.pending], [true, []], 'now the store knows what came of it');
  assert.equal((await inner.load(first.runId)).claim, undefined);
  assert.deepEqual([(await other.sandbox.resume(run, { approve: [] })).status, other.w.inputs], ['completed', []]);
});

test('a run that ended while the store failed has ended', async () => {
  let broken = false;
  const { store, inner, writes } = watched({ fail: (name, count) => name === 'save' && count > 2 && broken && fullDisk() });
  broken = true;
  const { first, sandbox } = await waiting([wt('a', { look: true })], { store });
  const done = await first.resume(yes);
  assert.deepEqual([done.status, done.value], ['completed', ['a']]);
  assert.equal((await sandbox.pending()).length, 0);
  await assert.rejects(sandbox.resume(first.runId, { approve: [] }), { name: 'RunNotPending', message: /ended/ });
  broken = false;
  assert.equal((await sandbox.pending()).length, 0);
  assert.equal((await inner.load(first.runId)).status, 'completed');
  assert.ok(writes.length > 0);
});

test('a record whose appended part was changed, cut or reordered is refused and reported', async () => {
  const store = memoryStore();
  const { first, sandbox } = await waiting([wt('a'), wt('b', { look: true })], {
    store,
    execute: input => (input === 'b' ? never() : input),
  });
  void first.resume(yes);
  await settle();
  const whole = { ...(await store.load(first.runId)), claim: undefined };
  const batches = whole.journal.filter(entry => 'steps' in entry);
  assert.equal(batches.length, 3);
  const at = whole.journal.length - 3;
  const base = whole.journal.slice(0, at);
  const changed = JSON.parse(JSON.stringify(batches).replace('fulfilled', 'rejected'));
  const gone = { by: 'nobody', until: 0 };
  const load = async journal => {
    const other = memoryStore();
    await other.save({ ...whole, journal, claim: gone }, undefined);
    return collecting([wt('a'), wt('b', { look: true })], { store: other }).sandbox.resume(first.runId, { approve: [] });
  };
  for (const damaged of [
    changed,
    batches.slice(1),
    [batches[1], batches[0], batches[2]],
    [...batches, batches[2]],
    [{ steps: 5, seal: '' }],
  ]) {
    await assert.rejects(load([...base, ...damaged]), { name: 'CheckpointInvalid' });
  }
  assert.equal((await load([...base, ...batches])).status, 'pending');
  await sandbox.dispose();
});

test('what is written grows with the calls, and with nothing else', async () => {
  const textOf = async count => {
    const { store, writes } = watched();
    const steps = Array.from({ length: count }, (_, n) => wt(n));
    const { first } = await waiting(steps, { store, limits: { calls: 1000 } });
    const done = await first.resume(yes);
    assert.equal(done.status, 'completed');
    return writes.reduce((sum, { text }) => sum + text, 0);
  };
  const [small, large] = [await textOf(20), await textOf(200)];
  assert.ok(large < small * 11, `${small} and ${large}`);
});

test('stale answers of a store lose the race and change nothing', async () => {
  const { store, inner } = watched();
  const { first, w, sandbox } = await waiting(two, { store });
  const old = await inner.load(first.runId);
  const second = await first.resume(yes);
  store.load = async () => old;
  await assert.rejects(sandbox.resume(first.checkpoint, yes), { name: 'RunNotPending' });
  await assert.rejects(sandbox.resume(first.runId, { approve: ids(first) }), { name: 'RunNotPending' });
  store.load = inner.load;
  assert.deepEqual([(await second.resume(yes)).status, w.inputs], ['completed', ['a', 'b']]);
});

test('a call that is being written down is not started twice', async () => {
  const { passed, open } = gate();
  const { store } = watched({ wait: () => passed });
  const { functions, inputs } = marked();
  const program = async (_request, { request }) => {
    const reply = await request({ type: 'call', call: { seq: 1, fn: 'w', input: '1', go: true } });
    assert.equal(reply.kind, 'ask');
    await request({ type: 'ask', seq: 1 });
    request({ type: 'execute', seq: 1 });
    request({ type: 'execute', seq: 1 });
    await settle();
    open();
  };
  const { sandbox } = sandboxOf(program, { store, functions });
  const result = await sandbox.run({ code: 'x', approval: { mode: 'pause', onApproval: () => 'approve' } });
  assert.deepEqual([result.error.name, inputs], ['EngineCrash', []]);
});

test('a store may keep what it is given, add to it, and append in place', async () => {
  const runs = new Map();
  const isAt = (runId, expected) => runs.get(runId)?.generation === expected;
  const store = {
    load: async runId => runs.get(runId),
    list: async () => [...runs.values()],
    delete: async (runId, expected) => isAt(runId, expected) && runs.delete(runId),
    save: async (record, expected) => {
      if (!isAt(record.runId, expected)) return false;
      runs.set(record.runId, record);
      return true;
    },
    append: async (runId, entries, expected) => {
      if (!isAt(runId, expected)) return false;
      runs.get(runId).journal.push(...entries);
      return true;
    },
  };
  const marking = { ...store, save: (record, expected) => store.save(record, expected).finally(() => (record.mark = 1)) };
  const marked = await waiting([wt('a', { look: true })], { store: { ...marking, load: async () => undefined } });
  assert.equal('mark' in marked.first.checkpoint, false);

  mock.timers.enable({ apis: ['Date', 'setInterval'], now: Date.now() });
  try {
    const second = gate();
    const steps = [wt('a'), wt('b', { look: true })];
    const { first, w, sandbox } = await waiting(steps, { store, execute: input => (input === 'b' ? second.passed : input) });
    const shown = JSON.stringify(first.checkpoint);
    const resumed = first.resume(yes);
    for (let i = 0; i < 50 && w.inputs.length < 2; i++) await settle();
    assert.equal(JSON.stringify(first.checkpoint), shown);
    const appended = () => runs.get(first.runId).journal.filter(entry => 'steps' in entry).length;
    const before = appended();
    mock.timers.tick(RENEW_MS);
    await settle();
    assert.deepEqual([appended(), before > 0], [before, true], 'what is renewed has each batch once');
    mock.timers.setTime(Date.now() + CLAIM_MS + 1);
    const [run] = await collecting(steps, { store }).sandbox.pending();
    assert.deepEqual([run.interrupted, run.pending.map(({ input, state }) => `${input} ${state}`)], [true, ['b unknown']]);
    second.open('b');
    await resumed;
    await sandbox.dispose();
  } finally {
    mock.timers.reset();
  }
});

test('K7: a card whose save fails when it has saved waits like any other', async () => {
  for (const nth of [0, 4]) {
    const { store, names } = watched({ after: (name, at) => name === 'save' && at === nth && fullDisk() });
    const { run, w, sandbox } = collecting(two, { store });
    let last = await run();
    if (nth > 0) last = await last.resume(yes);
    assert.deepEqual([last.status, names().length], ['pending', nth + 1]);
    assert.equal((await sandbox.pending())[0].generation, last.checkpoint.generation);
    while (last.status === 'pending') last = await last.resume(yes);
    assert.deepEqual([last.status, w.inputs], ['completed', ['a', 'b']]);
  }
});
