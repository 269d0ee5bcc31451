/*
 * Owns what a page can count on about a card in collect: which decisions it takes, who wins, what the store holds meanwhile, and what a
 * refusal leaves as it was.
 */
import { inPage } from './harness.mjs';

inPage(
  'R1, R10: decisions that do not fit are refused whole, nothing runs, and the handle is usable after',
  async ({ countersign, equal, ok, rejects, marked }) => {
    const w = marked(input => input, {
      inputSchema: { type: 'object', properties: { id: { type: 'number' } }, required: ['id'], additionalProperties: false },
    });
    const sandbox = countersign.createSandbox({ functions: { w: w.spec }, approval: { mode: 'collect' } });
    const card = await sandbox.run({ code: `return await Promise.all([w({ id: 1 }), w({ id: 2 }), w({ id: 3 })])` });
    const [a, b, c] = card.pending.map(call => call.callId);
    const wrong = [
      ...[undefined, null, 'approve', [], {}, { all: 'maybe' }, { all: 'approve', approve: [a] }, { approve: [a], extra: 1 }],
      ...[{ approve: ['nope'] }, { approve: [a, a] }, { approve: [a], reject: [a] }, { approve: [`${card.runId}.9`] }],
      ...[{ decisions: { nope: { approved: true } } }, { decisions: { [a]: true } }, { respond: [{ callId: a }] }],
      ...[{ approve: [b, { callId: a, input: { id: 'one' } }] }, { approve: [b, { callId: a, input: { id: 1, more: 2 } }] }],
    ];
    for (const decisions of wrong) {
      const error = await rejects(card.resume(decisions), 'InvalidDecisions');
      ok(countersign.SandboxError.is(error, 'InvalidDecisions') && /nothing runs/.test(error.message), error.message);
      await rejects(sandbox.resume(card.checkpoint, decisions), 'InvalidDecisions');
    }
    equal(w.inputs, []);
    const next = await card.resume({ approve: [{ callId: a, input: { id: 11 } }], reject: [{ callId: c, reason: 'no' }] });
    equal([next.status, next.error?.reason, w.inputs], ['failed', 'no', [{ id: 11 }]], 'b is undecided when the run ends');
    equal(
      next.calls.map(call => [call.state, call.input, call.executedInput]),
      [
        ['fulfilled', { id: 1 }, { id: 11 }],
        ['not-run', { id: 2 }, undefined],
        ['declined', { id: 3 }, undefined],
      ],
    );
    await sandbox.dispose();
  },
);

inPage(
  'R4, R10: what is decided is decided: not on the next card, and not to be decided again',
  async ({ countersign, equal, rejects, marked }) => {
    const asked = [];
    const w = marked(input => input, { approval: input => asked.push(input) > 0 });
    const policy = call => {
      asked.push(`policy ${call.input}`);
    };
    const sandbox = countersign.createSandbox({ functions: { w: w.spec }, policy, approval: { mode: 'collect' } });
    const one = await sandbox.run({ code: `await w(1); await w(2); await w(3); return 'ok'` });
    const [a, b, c] = one.pending.map(call => call.callId);
    const judged = [...asked];
    const two = await one.resume({ approve: [{ callId: b, input: 22 }] });
    equal(
      [two.pending.map(call => call.callId), two.calls.map(call => call.state)],
      [
        [a, c],
        ['pending', 'approved', 'pending'],
      ],
    );
    await rejects(two.resume({ approve: [b] }), 'InvalidDecisions');
    await rejects(two.resume({ reject: [a, b] }), 'InvalidDecisions');
    const done = await two.resume({ all: 'approve' });
    equal([done.value, w.inputs, asked], ['ok', [1, 22, 3], judged], 'in the order of the program, judged once');
    equal([done.calls[1].input, done.calls[1].executedInput], [2, 22]);
    await sandbox.dispose();
  },
);

inPage('R13: deciding nothing is the same card again', async ({ countersign, equal, marked, rejects }) => {
  const w = marked();
  const sandbox = countersign.createSandbox({ functions: { w: w.spec }, approval: { mode: 'collect' } });
  const card = await sandbox.run({ code: `console.log('shown'); return await w(1)` });
  const { generation } = card.checkpoint;
  for (const none of [{ approve: [] }, { decisions: {} }, { approve: [], reject: [], respond: [] }]) {
    for (const same of [await card.resume(none), await sandbox.resume(card.runId, none), await sandbox.resume(card.checkpoint, none)]) {
      equal([same.status, same.checkpoint, same.pending, same.calls], ['pending', card.checkpoint, card.pending, card.calls]);
    }
  }
  equal(
    (await sandbox.pending()).map(run => [run.runId, run.generation, run.pending]),
    [[card.runId, generation, card.pending]],
  );
  const [again] = await sandbox.pending();
  equal((await (await sandbox.resume(again, { approve: [] })).resume({ all: 'approve' })).value, 1);
  await rejects(card.resume({ approve: [] }), 'RunNotPending');
  await sandbox.dispose();
});

inPage(
  'K2, K6: of resumes at once one wins; what was given up or is over is RunNotPending for ever',
  async ({ countersign, equal, rejects, marked, throughJson }) => {
    const w = marked();
    const sandbox = countersign.createSandbox({ functions: { w: w.spec }, approval: { mode: 'collect' } });
    const start = () => sandbox.run({ code: `return await Promise.all([w(1), w(2)])` });
    const all = { all: 'approve' };

    const contended = await start();
    const [listed] = await sandbox.pending();
    const ways = await Promise.allSettled([
      contended.resume(all),
      contended.resume({ all: 'reject' }),
      sandbox.resume(throughJson(contended.checkpoint), all),
      sandbox.resume(listed, all),
      sandbox.resume(contended.runId, { approve: contended.pending.map(call => call.callId) }),
      sandbox.resume(contended.runId, all, { generation: contended.checkpoint.generation }),
    ]);
    const winners = ways.filter(way => way.status === 'fulfilled');
    equal([winners.length, winners[0].value.value, w.inputs], [1, [1, 2], [1, 2]]);
    for (const { reason } of ways.filter(way => way.status === 'rejected')) equal(reason.name, 'RunNotPending');
    for (const late of [contended.checkpoint, listed, contended.runId])
      await rejects(sandbox.resume(late, { approve: [] }), 'RunNotPending');

    const waiting = await start();
    await rejects(sandbox.resume(waiting.runId, all), 'InvalidDecisions');
    await rejects(sandbox.resume(waiting.runId, all, { generation: 7 }), 'RunNotPending');
    await rejects(sandbox.discard('nobody'), 'RunNotFound');
    await sandbox.discard(waiting.runId);
    equal(await sandbox.pending(), []);
    await rejects(waiting.resume(all), 'RunNotPending');
    await rejects(sandbox.resume(throughJson(waiting.checkpoint), all), 'RunNotPending');
    await rejects(sandbox.resume(waiting.runId, { approve: [] }), 'RunNotFound');
    await rejects(sandbox.discard(waiting.runId), 'RunNotFound');
    equal(w.inputs, [1, 2]);
    await sandbox.dispose();
  },
);

inPage('K1: what a memoryStore holds from card to card', async ({ countersign, equal, marked, rejects }) => {
  const kept = countersign.memoryStore();
  const saves = [];
  const store = {
    ...kept,
    async save(checkpoint, expected) {
      const done = await kept.save(checkpoint, expected);
      saves.push([expected, checkpoint.generation, done]);
      return done;
    },
  };
  let during;
  const w = marked(async (input, call) => {
    during = [await sandbox.pending(), await sandbox.resume(call.runId, { approve: [] }).catch(error => error.name)];
    return input;
  });
  const sandbox = countersign.createSandbox({ functions: { w: w.spec }, store, approval: { mode: 'collect' } });
  equal([(await sandbox.run({ code: 'return 1' })).value, saves], [1, []], 'a run without a card is kept nowhere');
  const one = await sandbox.run({ code: `const a = await w({ id: 1 }); const b = await w({ id: a.id + 1 }); return b.id` });
  equal(saves, [[undefined, 1, true]]);
  const two = await one.resume({ all: 'approve' });
  equal([during, two.checkpoint.generation], [[[], 'RunNotPending'], 3], 'under way it is not listed');
  const done = await two.resume({ all: 'approve' });
  equal(done.value, 2);
  equal(
    saves,
    [
      [undefined, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 5],
    ].map(save => [...save, true]),
  );
  const record = await kept.load(done.runId);
  equal([record.code, 'journal' in record, 'input' in record, record.generation], ['', false, false, 5], 'of what is over nothing is left');
  equal([await kept.save({ ...record, generation: 9 }, 4), (await kept.load(done.runId)).generation], [false, 5]);
  for (const { checkpoint } of [one, two]) await rejects(sandbox.resume(checkpoint, { all: 'approve' }), 'RunNotPending');
  await sandbox.dispose();
});

inPage(
  'R1, R11, R14, K10: functions, mode, expiry and what was altered are checked before anything is claimed',
  async ({ countersign, equal, rejects, marked, throughJson, sleep }) => {
    const w = marked();
    const u = marked();
    const make = functions => countersign.createSandbox({ functions, approval: { mode: 'collect' } });
    const sandbox = make({ w: w.spec, u: u.spec });
    const code = `const p = await w({ id: 1 }); const also = typeof more; if (p) return [also, typeof u]`;
    const card = await sandbox.run({ code });
    const all = { all: 'approve' };

    const poor = make({ w: w.spec });
    const error = await rejects(poor.resume(throughJson(card.checkpoint), all), 'FunctionsMissing');
    equal(error.names, ['u']);
    for (const change of [{ code: 'return 2' }, { input: '5' }, { seed: 1 }, { generation: 4 }, { version: 99 }])
      await rejects(sandbox.resume({ ...throughJson(card.checkpoint), ...change }, all), 'CheckpointInvalid');
    await rejects(card.resume(all, { approval: { mode: 'pause', onApproval: () => 'approve' } }), 'InvalidOptions');
    await rejects(card.resume(all, { approval: { mode: 'deny' } }), 'InvalidOptions');
    equal(w.inputs, []);
    const rich = make({ w: w.spec, u: u.spec, more: () => 1 });
    const done = await rich.resume(throughJson(card.checkpoint), all);
    equal([done.value, w.inputs], [['undefined', 'function'], [{ id: 1 }]], 'more functions are accepted, and not visible');

    const short = await sandbox.run({ code, expiresInMs: 30 });
    const [listed] = await sandbox.pending();
    equal(listed.runId, card.runId, 'the other sandbox has a store of its own');
    await sleep(40);
    const late = await short.resume(all);
    equal([late.status, late.error.name, w.inputs.length], ['failed', 'ApprovalExpired', 1]);
    equal(
      late.calls.map(call => call.state),
      ['not-run'],
    );
    await rejects(short.resume(all), 'RunNotPending');
    const forgotten = await sandbox.run({ code, expiresInMs: 30 });
    await sleep(40);
    equal(
      (await sandbox.pending()).map(run => run.runId),
      [card.runId],
      'an expired card is not listed',
    );
    equal((await forgotten.resume(all)).error.name, 'ApprovalExpired', 'whoever answers it is told why');
    await rejects(forgotten.resume(all), 'RunNotPending');
    for (const each of [sandbox, poor, rich]) await each.dispose();
  },
);
