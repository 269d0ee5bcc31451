/*
 * Random workers and random people against one desk. What must hold whatever they do is written at the end of each run.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk, LIMITS, page } from './desk-kit.mjs';

/** Small, seeded, the same on every machine: a linear congruential generator, of which the high bits are good enough. */
const random = seed => {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return { below: n => Math.floor(next() * n), pick: list => list[Math.floor(next() * list.length)], chance: p => next() < p };
};

const ANSWERS = [
  'approve',
  'reject',
  'pause',
  'yes',
  undefined,
  { decision: 'respond', value: 'by hand' },
  { approved: true, input: { n: 1_000 } },
  { decision: 'approve', input: { n: 'no number' } },
  { approved: 'true' },
];

const play = async seed => {
  const { below, pick, chance } = random(seed);
  const executed = [];
  const tick = () => new Promise(done => setImmediate(done));
  const run = extra => ({
    ...extra,
    execute: async (input, { callId }) => {
      executed.push({ callId, input: structuredClone(input) });
      input.n = 'spoiled';
      for (let i = below(3); i > 0; i--) await tick();
      if (chance(0.2)) throw new Error('no');
      return input;
    },
  });
  const schema = { type: 'object', properties: { n: { type: 'number' } } };
  const functions = {
    w: run({ approval: true, inputSchema: schema }),
    maybe: run({
      approval: async ({ n }) => {
        await tick();
        return n % 2 === 0 ? false : 'yes';
      },
      sideEffects: ['x'],
    }),
    r: run({}),
  };
  const verdicts = ['allow', 'ask', 'deny', undefined, undefined, undefined, 'odd'];
  const mode = pick(['deny', 'pause', 'pause', 'collect']);
  const it = desk({ functions, mode, policy: ({ input }) => verdicts[input.n % 13] });
  const pending = [];
  let closedAt = Infinity;
  for (let step = 0; step < 60; step++) {
    const seq = chance(0.85) ? it.journal.calls + 1 : below(8);
    const any = Math.max(0, it.journal.calls + 1 - below(6));
    const act = pick([
      () =>
        it.desk.call({
          seq,
          fn: pick(['w', 'maybe', 'r', 'nope']),
          input: JSON.stringify({ n: below(20) }),
          go: mode !== 'collect' && chance(0.5),
        }),
      () => it.desk.execute(any),
      () => it.desk.execute(any),
      () => it.desk.decide(any, chance(0.5) ? 'approve' : pick(ANSWERS)),
      async () => it.desk.hookFailed(any, new Error('x')),
      async () => it.desk.delivered([{ e: 'delivered', seq: any, at: step }]),
      tick,
    ]);
    pending.push(act().catch(error => assert.ok(page.RunError.is(error), String(error))));
    if (chance(0.5)) await tick();
    if (closedAt === Infinity && chance(0.01)) {
      it.desk.close();
      closedAt = executed.length;
    }
  }
  await Promise.race([
    Promise.all(pending),
    new Promise((_, reject) => setTimeout(() => reject(new Error('a request that never settles')), 5_000).unref()),
  ]);
  return { ...it, mode, executed, closedAt };
};

test('whatever a worker asks and a person answers: no execution without an allow or a yes, at most one for each, with the bytes that were shown', async () => {
  let executions = 0;
  let approvals = 0;
  for (let seed = 1; seed <= 400; seed++) {
    const { journal, executed, closedAt, mode, events } = await play(seed);
    assert.ok(executed.length <= closedAt, `seed ${seed}: executed after close`);
    for (const { callId, input } of executed) {
      const { call, judged, decided } = journal.facts(Number(callId.split('.')[1]));
      const permitted = decided === undefined ? judged.verdict === 'allow' : decided.decision === 'approve';
      assert.ok(permitted, `seed ${seed}: ${callId} ran unasked`);
      assert.deepEqual(input, JSON.parse(decided?.edited ?? judged.shown ?? call.input), `seed ${seed}: ${callId} ran with another input`);
      assert.equal(executed.filter(other => other.callId === callId).length, 1, `seed ${seed}: ${callId} ran twice`);
      assert.ok(mode !== 'deny' || decided === undefined);
      if (decided) approvals++;
    }
    const once = events.filter(({ type }) => type !== 'decided').map(({ type, call }) => `${type} ${call.callId}`);
    assert.equal(new Set(once).size, once.length, `seed ${seed}: an event came twice`);
    executions += executed.length;
  }
  assert.ok(executions > 500 && approvals > 50, `${executions} executions, ${approvals} approvals`);
});

test('whatever happened: the record survives a checkpoint, and says of each call the same as before', async () => {
  for (let seed = 1_001; seed <= 1_060; seed++) {
    const { journal, table, mode } = await play(seed);
    const fields = {
      runId: 'run',
      generation: 1,
      code: '',
      mode,
      seed: '0'.repeat(16),
      startedAt: 1,
      functions: table.names,
      limits: LIMITS,
      createdAt: 1,
    };
    const read = page.readCheckpoint(JSON.parse(JSON.stringify(page.makeCheckpoint({ ...fields, journal: journal.entries }))));
    const again = new page.Journal(read.journal);
    for (const ending of ['under-way', 'pending', 'ended'])
      assert.deepEqual(again.records('run', ending), journal.records('run', ending), `seed ${seed}`);
    assert.equal(again.bytes, journal.bytes);
  }
});
