import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore } from '../../js/store/memory.ts';
import { collecting, ids, passOf, states, wt, yes } from './collect-kit.mjs';
import { turn } from './fake-worker.mjs';

const inputs = ({ pending }) => pending.map(({ input }) => input.id);
const plain = value => JSON.parse(JSON.stringify(value));

test('C1, R3: marked calls are one card; approved, each runs once, in order', async () => {
  const it = collecting([{ fn: 'r', input: 'users' }, wt({ id: 1 }), wt({ id: 2 }), wt({ id: 3 })]);
  const result = await it.run();
  assert.deepEqual(
    [result.status, inputs(result), it.w.inputs, it.r.inputs, states(result)],
    ['pending', [1, 2, 3], [], ['users'], ['fulfilled', 'pending', 'pending', 'pending']],
  );
  const done = await result.resume(yes);
  assert.deepEqual(
    [done.status, done.value.slice(1), it.w.inputs, it.r.inputs],
    ['completed', it.w.inputs, [{ id: 1 }, { id: 2 }, { id: 3 }], ['users']],
  );
  assert.deepEqual(states(done), Array(4).fill('fulfilled'));
});

test('the handle, the checkpoint through JSON text in another sandbox, and the id give the same', async () => {
  const steps = [{ fn: 'r', input: 1 }, wt({ id: 1 }, { look: true }), wt({ id: 2 })];
  const ways = {
    handle: (_it, result) => result.resume(yes),
    checkpoint: (it, result) => {
      const { functions } = it;
      return collecting(steps).sandbox.resume(plain(result.checkpoint), yes, { functions });
    },
    id: (it, result) => it.sandbox.resume(result.runId, yes, { generation: result.checkpoint.generation }),
    listing: async it => it.sandbox.resume((await it.sandbox.pending())[0], yes),
  };
  for (const [name, way] of Object.entries(ways)) {
    const it = collecting(steps);
    const first = await it.run();
    assert.deepEqual([inputs(first), it.r.inputs], [[1], [1]], name);
    const second = await way(it, first);
    assert.deepEqual([second.status, inputs(second), it.w.inputs], ['pending', [2], [{ id: 1 }]], name);
    const done = await second.resume(yes);
    assert.deepEqual([done.status, it.w.inputs, it.r.inputs.length], ['completed', [{ id: 1 }, { id: 2 }], 1], name);
  }
});

test('events: each call is announced once and settled once, and a pass that is repeated tells nothing', async () => {
  const it = collecting([{ fn: 'r', input: 1 }, { log: 'a' }, wt({ id: 1 }, { look: true }), { log: 'b' }, wt({ id: 2 })]);
  const first = await it.run();
  const second = await first.resume(yes);
  const done = await second.resume(yes);
  assert.deepEqual(it.types(), [
    'started 1',
    'call 1',
    'settled 1',
    'log 1',
    'call 2',
    'approval-required',
    'ended pending',
    'decided approve',
    'started 3',
    'log 3',
    'settled 2',
    'log 3',
    'call 3',
    'approval-required',
    'ended pending',
    'decided approve',
    'started 5',
    'log 5',
    'log 5',
    'settled 3',
    'ended completed',
  ]);
  assert.deepEqual(
    it.events.filter(({ type }) => type === 'approval-required').map(({ generation, pending }) => [generation, pending.length]),
    [
      [1, 1],
      [3, 1],
    ],
  );
  // R2: a repeat counts in the sums. The log is the one of the last pass.
  assert.deepEqual(
    [first, second, done].map(({ stats, logs }) => [stats.passes, logs.map(({ text }) => text).join('')]),
    [
      [1, 'a'],
      [3, 'ab'],
      [5, 'ab'],
    ],
  );
});

test('calls nobody decided stay pending under their ids, and nothing runs twice', async () => {
  const it = collecting(sideBySide(['a', 'b', 'c']));
  const first = await it.run();
  const [a, b, c] = ids(first);
  const second = await first.resume({ approve: [b] });
  assert.deepEqual(
    [second.status, ids(second), it.w.inputs, states(second)],
    ['pending', [a, c], ['b'], ['pending', 'fulfilled', 'pending']],
  );
  const third = await second.resume({ approve: [c] });
  assert.deepEqual([ids(third), it.w.inputs], [[a], ['b', 'c']]);
  const done = await third.resume(yes);
  assert.deepEqual([done.status, it.w.inputs, states(done)], ['completed', ['b', 'c', 'a'], Array(3).fill('fulfilled')]);
});

test('R5: an approved call behind an undecided one waits for its turn, decided; R8: refused, the other is not reached', async () => {
  for (const decision of ['approve', 'reject']) {
    const it = collecting([wt({ id: 'backup' }), wt({ id: 'delete' })]);
    const first = await it.run();
    const [backup, remove] = ids(first);
    const second = await first.resume({ approve: [remove] });
    assert.deepEqual([second.status, ids(second), it.w.inputs, states(second)], ['pending', [backup], [], ['pending', 'approved']]);
    assert.equal(second.calls[1].decision, 'approve');
    await assert.rejects(second.resume({ reject: [remove] }), { name: 'InvalidDecisions', message: /decided already/ });
    const done = await second.resume({ [decision]: [backup] });
    if (decision === 'approve') assert.deepEqual([done.status, it.w.inputs.map(({ id }) => id)], ['completed', ['backup', 'delete']]);
    else assert.deepEqual([done.error.name, it.w.inputs, states(done)], ['ApprovalRejected', [], ['declined', 'not-reached']]);
  }
});

test('R8: a refusal nobody catches ends the run, and what comes after it is not reached, approved or not', async () => {
  const it = collecting([1, 2, 3, 4].map(id => wt({ id })));
  const first = await it.run();
  const [a, b, c] = ids(first);
  const done = await first.resume({ approve: [a, c], reject: [{ callId: b, reason: 'keep' }] });
  assert.deepEqual(
    [done.status, done.error.name, done.error.reason, it.w.inputs, states(done)],
    ['failed', 'ApprovalRejected', 'keep', [{ id: 1 }], ['fulfilled', 'declined', 'not-reached', 'not-reached']],
  );
});

test('R8: an undecided call the new way did not come to is not on the card, and may be again', async () => {
  let way = 0;
  // Pass after pass: w1 and w2; w1 refused and w3; then w2 once more.
  const it = collecting(async (request, talk) => {
    const pass = passOf(request, talk);
    pass.begin();
    pass.came.push(1);
    way += 1;
    if (way === 1) {
      for (const seq of [1, 2]) {
        await pass.call('w', seq);
        pass.deliver(seq, { pending: true });
        pass.open.push(seq);
      }
      pass.came.push(2);
      return pass.pend('body');
    }
    pass.deliver(1);
    if (pass.calls[3] === undefined) await pass.call('w', 3);
    pass.came.push(3);
    if (way === 2) {
      pass.deliver(3, { pending: true });
      return pass.pend('look', { line: 5, column: 1 });
    }
    pass.deliver(3);
    pass.came.push(2);
    pass.deliver(2, { pending: true });
    return pass.pend('look');
  });
  const first = await it.run();
  const [one, two] = ids(first);
  const second = await first.resume({ reject: [one] });
  assert.deepEqual([second.pending.map(({ seq }) => seq), states(second)], [[3], ['declined', 'not-reached', 'pending']]);
  assert.deepEqual(
    (await it.sandbox.pending())[0].pending.map(({ seq }) => seq),
    [3],
  );
  await assert.rejects(second.resume({ approve: [two] }), { name: 'InvalidDecisions', message: /did not come to it/ });
  const third = await second.resume({ all: 'reject' });
  assert.deepEqual([third.pending.map(({ seq }) => seq), states(third)], [[2], ['declined', 'pending', 'declined']]);
});

test('C7: an uncaught error while calls are pending ends the run, and they are not run', async () => {
  const it = collecting(async (request, talk) => {
    const pass = passOf(request, talk);
    await pass.call('w', 1);
    pass.came.push(1);
    pass.deliver(1, { pending: true });
    pass.fail({ name: 'GuestError', message: 'null has no x' });
  });
  const result = await it.run();
  assert.deepEqual([result.status, result.error.name, it.w.inputs, states(result)], ['failed', 'GuestError', [], ['not-run']]);
  assert.equal((await it.sandbox.pending()).length, 0);
});

test('R6, R9: approved calls that were come to and did not run are not-run; after a mismatch all are, and what ran is named', async () => {
  const ending = async error => {
    const it = collecting(async (request, talk) => {
      const pass = passOf(request, talk);
      pass.begin();
      if (request.journal.length === 0) {
        for (const seq of [1, 2, 3]) {
          await pass.call('w', seq, { behind: undefined });
          pass.came.push(seq);
        }
        return pass.pend('idle');
      }
      pass.came.push(1, 2);
      await pass.execute(1);
      return pass.fail(error);
    });
    const first = await it.run();
    const done = await first.resume(yes);
    return [done.error.name, done.error.ran, states(done), it.w.inputs, first.runId];
  };
  const [guest, , held] = await ending({ name: 'GuestError', message: 'x' });
  assert.deepEqual([guest, held], ['GuestError', ['fulfilled', 'not-run', 'not-reached']]);
  const [mismatch, ran, others, executed, runId] = await ending({ name: 'ReplayMismatch', message: 'x', seq: 2 });
  assert.deepEqual([mismatch, ran, others, executed], ['ReplayMismatch', [`${runId}.1`], ['fulfilled', 'not-run', 'not-run'], [1]]);
});

test('R1: a refused set of decisions leaves the card, and the handle, as they were', async () => {
  const it = collecting([wt(1), wt(2)]);
  const result = await it.run();
  const [a] = ids(result);
  for (const wrong of [{ approve: [a, 'nope'] }, { approve: [a], reject: [a] }, true, {}])
    await assert.rejects(result.resume(wrong), { name: 'InvalidDecisions' });
  await assert.rejects(result.resume(yes, { approval: { mode: 'pause', onApproval: () => 'approve' } }), { name: 'InvalidOptions' });
  const same = await result.resume({ approve: [] });
  assert.deepEqual([same.status, same.checkpoint, same.pending, it.w.inputs], ['pending', result.checkpoint, result.pending, []], 'R13');
  assert.equal((await same.resume(yes)).status, 'completed');
  await assert.rejects(result.resume(yes), { name: 'RunNotPending' });
});

test('R4: verdicts and decisions are kept: nothing is judged or asked again', async () => {
  const judged = [];
  const policy = ({ input, seq }) => {
    judged.push(seq);
    return input.id === 'deny' ? { verdict: 'deny', reason: 'house rule' } : undefined;
  };
  const it = collecting([wt({ id: 'deny' }, { caught: true }), wt({ id: 1 }), wt({ id: 2 }, { look: true }), wt({ id: 3 })], { policy });
  const first = await it.run();
  assert.deepEqual([states(first), first.calls[0].reason], [['denied', 'pending', 'pending'], 'house rule']);
  const second = await first.resume({ approve: [ids(first)[1]] });
  const third = await second.resume(yes);
  const done = await third.resume(yes);
  assert.deepEqual([done.status, judged, it.w.inputs.map(({ id }) => id)], ['completed', [1, 2, 3, 4], [1, 2, 3]]);
  assert.deepEqual(it.types().filter(type => type.startsWith('decided')).length, 3);
});

test('R3: rejected, a call throws where it was made; responded, it has that value; edited, it runs so', async () => {
  const it = collecting([wt({ id: 1 }, { caught: true }), wt({ id: 2 }), wt({ id: 3 })]);
  const first = await it.run();
  const [a, b, c] = ids(first);
  const done = await first.resume({ reject: [a], respond: [{ callId: b, value: 'by hand' }], approve: [{ callId: c, input: { id: 9 } }] });
  assert.deepEqual(
    [done.value, it.w.inputs, states(done), done.calls[2].executedInput],
    [['ApprovalRejected', 'by hand', { id: 9 }], [{ id: 9 }], ['declined', 'responded', 'fulfilled'], { id: 9 }],
  );
});

test('a store that fails when the card is kept fails the run, and nothing runs', async () => {
  const store = { ...memoryStore(), save: () => Promise.reject(new Error('disk full')) };
  const it = collecting([wt(1)], { store });
  const result = await it.run();
  assert.deepEqual([result.error.name, states(result), it.w.inputs], ['StoreFailed', ['not-run'], []]);
  assert.deepEqual(it.types().slice(-1), ['ended failed']);
});

test('K9: given up or left in the middle of a pass, the run ends with its calls as they stand', async () => {
  for (const way of ['abort', 'dispose']) {
    const controller = new AbortController();
    let reached;
    const it = collecting(async (request, talk) => {
      const pass = passOf(request, talk);
      await pass.call('w', 1);
      pass.deliver(1, { pending: true });
      reached = true;
    });
    const running = it.run({ signal: controller.signal });
    while (!reached) await turn();
    if (way === 'abort') controller.abort();
    else void it.sandbox.dispose();
    const result = await running;
    assert.deepEqual([result.error.name, states(result)], [way === 'abort' ? 'Aborted' : 'Disposed', ['not-run']]);
  }
});

/** Calls made at once: none is behind another. The code looks at the values when it has all of them. */
function sideBySide(list) {
  return async (request, talk) => {
    const pass = passOf(request, talk);
    pass.begin();
    for (const [at, input] of list.entries()) {
      if (!pass.calls[at + 1]) await pass.call('w', input);
      pass.came.push(at + 1);
    }
    for (const seq of pass.came) {
      const { decided, settled } = pass.calls[seq];
      if (!decided) pass.open.push(seq);
      if (decided && !settled) await pass.execute(seq, false);
      pass.deliver(seq, decided ? {} : { pending: true });
    }
    return pass.open.length > 0 ? pass.pend('look', { line: 1, column: 1 }) : pass.complete('"ok"');
  };
}

test('an app’s sentence about a call is made for those who see it, and for nobody else', async () => {
  let made = 0;
  const summarize = () => `sentence ${++made}`;
  const functions = { w: { approval: true, summarize, execute: input => input } };
  const { run } = collecting([wt('a', { look: true })], { functions });
  const first = await run({ onEvent: undefined });
  assert.deepEqual([made, first.pending[0].summary], [1, 'sentence 1']);
  assert.deepEqual([(await first.resume(yes)).status, made], ['completed', 1]);
  await run({ approval: { mode: 'collect', onApproval: () => yes } });
  assert.equal(made, 3, 'once in the event, once for the hook');
});
