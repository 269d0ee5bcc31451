/*
 * Owns what a page is told in collect: events once a call, the log of each pass, sums, the same world and the same values in every pass,
 * and whose time counts.
 */
import { inPage } from './harness.mjs';

inPage('K8: events over two cards: each call once, the log of each pass, the end', async ({ countersign, equal, ok, marked, watched }) => {
  const [w, r] = [marked(), watched()];
  const sandbox = countersign.createSandbox({ functions: { w: w.spec, r: r.spec }, approval: { mode: 'collect' } });
  const heard = [];
  const short = ({ type, pass, call, callId, pending, decision, status, entry }) =>
    [type, pass, call?.seq, call?.state, pending?.map(one => one.seq).join(), callId?.split('.').at(-1), decision, status, entry?.text]
      .filter(part => part !== undefined)
      .join(' ');
  const code = `
    const a = await r(1)
    const x = await w({ id: 1 })
    console.log('deleted', x)
    const y = await w({ id: x.id + 1 })
    console.log('and', y.id)
    return 'ok'`;
  const one = await sandbox.run({ code, onEvent: event => heard.push(event) });
  equal(heard.splice(0).map(short), [
    'started 1',
    'call 1 running',
    'settled 1 fulfilled',
    'call 2 running',
    'log 1 deleted [pending value of w, call 2]',
    'approval-required 2',
    'ended pending',
  ]);
  equal(
    one.logs.map(entry => entry.text),
    ['deleted [pending value of w, call 2]'],
  );
  const two = await one.resume({ all: 'approve' });
  equal(heard.splice(0).map(short), [
    'decided 2 approve',
    'started 3',
    'settled 2 fulfilled',
    'log 3 deleted { id: 1 }',
    'call 3 running',
    'approval-required 3',
    'ended pending',
  ]);
  const done = await two.resume({ all: 'approve' });
  equal(heard.map(short), [
    'decided 3 approve',
    'started 5',
    'log 5 deleted { id: 1 }',
    'settled 3 fulfilled',
    'log 5 and 2',
    'ended completed',
  ]);
  equal(
    done.logs.map(({ text, line }) => [line, text]),
    [
      [4, 'deleted { id: 1 }'],
      [6, 'and 2'],
    ],
  );
  equal(
    [one, two, done].map(result => result.stats.passes),
    [1, 3, 5],
  );
  for (const [before, after] of [
    [one, two],
    [two, done],
  ])
    for (const sum of ['guestMs', 'hostMs', 'humanMs', 'peakMemoryBytes']) ok(after.stats[sum] >= before.stats[sum], sum);
  const [, second] = done.calls;
  ok(second.decidedAt <= second.startedAt && second.startedAt <= second.settledAt);
  equal([second.verdict, second.decision, second.state, second.line], ['ask', 'approve', 'fulfilled', 3]);
  await sandbox.dispose();
});

inPage(
  'K8: a decision taken while the card is announced counts, and the run goes on from there',
  async ({ countersign, equal, marked, rejects }) => {
    const w = marked();
    const sandbox = countersign.createSandbox({ functions: { w: w.spec }, approval: { mode: 'collect' } });
    let going;
    const onEvent = event => {
      if (event.type === 'approval-required') going ??= sandbox.resume(event.runId, { approve: [event.pending[0].callId] });
    };
    const card = await sandbox.run({ code: `await w(1); await w(2); return 'ok'`, onEvent });
    const next = await going;
    equal([card.status, next.status, next.pending.map(call => call.input), w.inputs], ['pending', 'pending', [2], [1]]);
    await rejects(card.resume({ all: 'approve' }), 'RunNotPending');
    equal([(await next.resume({ all: 'approve' })).value, w.inputs], ['ok', [1, 2]]);
    await sandbox.dispose();
  },
);

inPage(
  'determinism: clock, chance and ids are the same in every pass; what was shown is what runs',
  async ({ countersign, equal, ok, marked, throughJson }) => {
    const w = marked();
    const functions = { w: w.spec };
    const [sandbox, other] = [0, 1].map(() => countersign.createSandbox({ functions, approval: { mode: 'collect' } }));
    const code = `
      const seen = () => [Date.now(), new Date().toISOString(), performance.now(), Math.random(), crypto.randomUUID(), String(crypto.getRandomValues(new Uint8Array(8)))]
      const first = seen()
      for (let id = 0; id < 3; id++) await w({ id, seen: seen() })
      const stack = (() => { try { null.x } catch (e) { return e.stack } })()
      const last = await w({ stack, locale: (1234.5).toLocaleString(), zone: new Date(0).getTimezoneOffset() })
      return last && first`;
    const card = await sandbox.run({ code });
    const shown = card.pending.map(call => call.input);
    equal(shown.length, 4);
    const done = await other.resume(throughJson(card.checkpoint), { all: 'approve' });
    equal([done.status, w.inputs], ['completed', shown]);
    const all = [done.value, ...shown.slice(0, 3).map(input => input.seen)];
    equal(new Set(all.map(seen => seen[4])).size, 4, 'ids differ within a run');
    ok(
      all.every((seen, at) => at === 0 || seen[0] >= all[at - 1][0]),
      'the clock never goes back',
    );
    ok(Math.abs(done.value[0] - Date.now()) < 60_000);
    const again = await sandbox.run({ code });
    ok(again.pending[0].input.seen[4] !== shown[0].seen[4], 'and between runs');
    await sandbox.dispose();
    await other.dispose();
  },
);

inPage('values beyond JSON are shown, run and recorded exactly', async ({ countersign, equal, marked, watched, throughJson }) => {
  const value = {
    when: new Date(5),
    big: 7n,
    map: new Map([['k', new Set([1])]]),
    minus: -0,
    nothing: undefined,
    lone: '\ud800',
    nan: NaN,
    text: /x/gi,
  };
  const [w, r] = [marked(), watched(() => value)];
  const functions = { w: w.spec, r: r.spec };
  const [sandbox, other] = [0, 1].map(() => countersign.createSandbox({ functions, approval: { mode: 'collect' } }));
  const card = await sandbox.run({ code: `const v = await r(1); const [p] = await Promise.all([w(v)]); return [p, p]` });
  equal(card.pending[0].input, value);
  // The card is a copy: nobody who reads it changes what runs.
  card.pending[0].input.map.clear();
  const done = await other.resume(throughJson(card.checkpoint), { all: 'approve' });
  const twice = structuredClone(value);
  equal([done.value, w.inputs, done.calls[1].value], [[twice, twice], [value], value]);
  equal(r.inputs.length, 1);
  await sandbox.dispose();
  await other.dispose();
});

inPage('timeoutMs counts for what is repeated and for what is new, each on its own', async ({ countersign, equal, ok, marked }) => {
  const w = marked();
  const sandbox = countersign.createSandbox({ functions: { w: w.spec }, approval: { mode: 'collect' } });
  const code = `let n = 0; for (let i = 0; i < 400_000; i++) n += i % 7; await w(1); return n`;
  // A pass takes what it takes on this machine: the limit is a little more than that, and less than two.
  let most = 0;
  let proven = false;
  for (let round = 0; round < 20 && !proven; round++) {
    const first = await sandbox.run({ code });
    most = Math.ceil(first.stats.guestMs * 1.5);
    const done = await first.resume({ all: 'approve' }, { limits: { timeoutMs: most } });
    if (done.status === 'failed') equal(done.error.name, 'Timeout');
    proven = done.status === 'completed' && done.stats.guestMs - first.stats.guestMs > most;
  }
  ok(proven, `a resume that takes longer than ${most} ms in two passes completes`);

  const slow = marked(() => new Promise(() => {}));
  const card = await sandbox.run({ code: `await w(1); await slow(2); await w(3)`, functions: { slow: slow.spec } });
  const late = await card.resume({ all: 'approve' }, { limits: { timeoutMs: 300 } });
  equal([late.status, late.error.name, late.calls.map(call => call.state)], ['failed', 'Timeout', ['fulfilled', 'unknown', 'not-run']]);
  equal((await sandbox.run({ code: 'return 5' })).value, 5);
  await sandbox.dispose();
});
