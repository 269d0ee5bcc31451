import assert from 'node:assert/strict';
import { test } from 'node:test';
import { broken, desk, marked, spy, until, value } from './desk-kit.mjs';

test('an allowed call is executed at once with go, and in its turn without', async () => {
  const r = spy(x => [x]);
  const { desk: it, call, journal, types } = desk({ functions: { r: r.spec } });
  const reply = await call('r', 1);
  assert.deepEqual([reply.kind, value(reply), typeof reply.at], ['fulfilled', [1], 'number']);
  assert.deepEqual(await call('r', 2, { go: false }), { kind: 'allowed' });
  assert.deepEqual(r.inputs, [1]);
  assert.deepEqual(value(await it.execute(2)), [2]);
  assert.deepEqual(
    journal.entries.map(entry => `${entry.e} ${entry.seq}`),
    ['call 1', 'judged 1', 'started 1', 'settled 1', 'call 2', 'judged 2', 'started 2', 'settled 2'],
  );
  assert.deepEqual(types(), ['call 1 running', 'settled 1 fulfilled', 'call 2 running', 'settled 2 fulfilled']);
});

test('the context says which call it is; positional input is one array', async () => {
  const r = spy(() => 1, { positional: true });
  const { desk: it, call } = desk({ functions: { ns: { r: r.spec } } });
  await call('ns.r', [1, 'two']);
  const { signal, ...context } = r.calls[0];
  assert.deepEqual(context, { callId: 'run.1', runId: 'run', seq: 1, fn: 'ns.r', approved: false });
  assert.deepEqual(r.inputs, [[1, 'two']]);
  it.close();
  assert.equal(signal.aborted, false, 'a call that settled is over');
});

test('only an allowed or approved call is executed, whatever the worker asks', async () => {
  const w = marked();
  const r = spy();
  const { desk: it, call } = desk({ functions: { w: w.spec, r: r.spec }, policy: ({ input }) => (input === 'deny' ? 'deny' : undefined) });
  assert.deepEqual(await call('w', 1), { kind: 'ask' });
  await broken(it.execute(1), /neither allowed nor approved/);
  assert.equal((await call('r', 'deny')).kind, 'denied');
  await broken(it.execute(2));
  for (const seq of [0, -1, 3, 1.5, NaN, '1', null, undefined, 'constructor']) await broken(it.execute(seq), /never made/);
  await it.decide(1, 'reject');
  await broken(it.execute(1));
  assert.equal(w.count + r.count, 0);
});

test('each call is executed at most once: while it runs, after it settled, after it failed', async () => {
  let release;
  const gate = new Promise(done => {
    release = done;
  });
  const slow = spy(() => gate);
  const bad = spy(() => {
    throw new Error('no');
  });
  const { desk: it, call } = desk({ functions: { slow: slow.spec, bad: bad.spec } });
  const first = call('slow', 1);
  await until(() => slow.count === 1);
  await broken(it.execute(1));
  release(1);
  await first;
  await broken(it.execute(1));
  await call('bad', 1);
  await broken(it.execute(2));
  assert.deepEqual([slow.count, bad.count], [1, 1]);
});

test('a call while another of the same number is being judged is not executed twice either', async () => {
  let release;
  const gate = new Promise(done => {
    release = done;
  });
  const w = spy(x => x, {
    approval: async () => {
      await gate;
      return false;
    },
  });
  const { desk: it, call } = desk({ functions: { w: w.spec } });
  const first = call('w', 1);
  await broken(it.call({ seq: 1, fn: 'w', input: '1', go: true }), /again/);
  await broken(it.execute(1));
  release();
  await first;
  await broken(it.call({ seq: 1, fn: 'w', input: '1', go: true }), /again/);
  assert.equal(w.count, 1);
});

test('what no sound worker sends is refused and leaves no trace', async () => {
  const r = spy();
  const { desk: it, journal, events } = desk({ functions: { r: r.spec }, limits: { valueBytes: 20, calls: 1 } });
  const good = { seq: 1, fn: 'r', input: '1', go: true };
  const odd = [
    { seq: 2 },
    { seq: 0 },
    { seq: -1 },
    { seq: 1.5 },
    { seq: '1' },
    { seq: undefined },
    { fn: 'nope' },
    { fn: 'toString' },
    { fn: '__proto__' },
    { fn: undefined },
    { fn: {} },
    { input: 1 },
    { input: undefined },
    { input: '{' },
    { input: '~nonsense' },
    { input: '' },
    { input: `"${'x'.repeat(20)}"` },
    { line: 0 },
    { line: '1' },
    { column: 1.5 },
    { column: null },
  ];
  for (const change of odd) {
    await broken(it.call({ ...good, ...change }));
    assert.throws(() => it.invalid({ ...good, ...change }, { name: 'TypeError', message: 'x' }));
  }
  for (const error of [{}, { name: 1, message: 'x' }, { name: 'E', message: 'x', data: '{' }, { name: 'E', message: 'x', cause: 4 }])
    assert.throws(() => it.invalid(good, error));
  for (const entry of [
    { e: 'delivered', seq: 1, at: 1 },
    { e: 'fired', timer: 1, at: NaN },
    { e: 'fired', timer: 'x', at: 1 },
    { e: 'settled', seq: 1, at: 1 },
    { e: 'started', seq: 1, at: 1 },
  ])
    assert.throws(() => it.delivered([entry]));
  assert.deepEqual([r.count, events.length], [0, 0]);
  assert.deepEqual(journal.entries, []);
});

test('more calls than the limit are refused', async () => {
  const { call } = desk({ functions: { r: spy().spec }, limits: { calls: 2 } });
  await call('r', 1);
  await call('r', 2);
  await broken(call('r', 3), /limit, 2/);
});

test('a call that cannot cross is recorded, never judged', () => {
  const { desk: it, states, types, journal } = desk({ functions: { w: marked().spec } });
  it.invalid({ seq: 1, fn: 'w', input: '~-1', go: false, line: 3 }, { name: 'TypeError', message: 'input.f: a function cannot cross' });
  assert.deepEqual([states(), types()], [['invalid'], ['call 1 running', 'settled 1 invalid']]);
  const [record] = journal.records('run', 'ended');
  assert.deepEqual([record.error.message, record.line, record.verdict], ['input.f: a function cannot cross', 3, undefined]);
});

test('a verdict is given once per call, also when it is asked for in vain', async () => {
  let judged = 0;
  const w = spy(x => x, {
    approval: () => {
      judged++;
      return true;
    },
  });
  const { desk: it, call } = desk({
    functions: { w: w.spec },
    policy: () => {
      judged += 10;
    },
  });
  await call('w', 1);
  await it.decide(1, 'nonsense');
  await it.decide(1, 'approve');
  await it.execute(1);
  assert.equal(judged, 11);
});

test('D1: in deny mode a marked call is denied, recorded and not executed', async () => {
  const w = marked();
  const { desk: it, call, states, types } = desk({ functions: { w: w.spec }, mode: 'deny' });
  const reply = await call('w', 1);
  assert.equal(reply.kind, 'denied');
  assert.match(reply.reason, /nobody can/);
  assert.deepEqual([states(), types(), it.pendingCalls()], [['denied'], ['call 1 running', 'settled 1 denied'], []]);
  await broken(it.execute(1));
  await it.decide(1, 'approve');
  await broken(it.execute(1));
  assert.equal(w.count, 0);
});

test('an allow of the policy is not an approval by a person', async () => {
  const w = marked();
  const { call } = desk({ functions: { w: w.spec }, policy: () => 'allow' });
  await call('w', 1);
  assert.equal(w.calls[0].approved, false);
});

test('input that its schema refuses is refused before anyone is asked', async () => {
  let asked = 0;
  const w = spy(x => x, {
    approval: () => {
      asked++;
      return true;
    },
    inputSchema: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'], additionalProperties: false },
  });
  const { call, states, types } = desk({
    functions: { pay: w.spec },
    policy: () => {
      asked++;
      return 'allow';
    },
  });
  const reply = await call('pay', { amount: 'lots' });
  assert.deepEqual([reply.kind, reply.error.name], ['invalid', 'TypeError']);
  assert.match(reply.error.message, /^pay: .*input\.amount: /);
  assert.deepEqual([asked, w.count, states(), types()], [0, 0, ['invalid'], ['call 1 running', 'settled 1 invalid']]);
});

test('R4: a desk on a recorded journal goes on where it stopped: nothing is judged, decided or executed twice', async () => {
  let judged = 0;
  const w = spy(x => x, {
    approval: () => {
      judged++;
      return true;
    },
  });
  const r = spy();
  const functions = { w: w.spec, r: r.spec };
  const first = desk({ functions });
  await first.call('r', 1);
  for (const n of [2, 3, 4]) await first.call('w', n);
  await first.call('r', 5, { go: false });
  await first.desk.decide(2, 'approve');
  await first.desk.decide(3, 'reject');
  await first.desk.execute(2);
  const entries = JSON.parse(JSON.stringify(first.journal.entries));
  judged = 0;
  const second = desk({ functions, entries });
  assert.deepEqual(second.states('pending'), ['fulfilled', 'fulfilled', 'declined', 'pending', 'approved']);
  assert.deepEqual(
    second.desk.pendingCalls().map(({ seq }) => seq),
    [4],
  );
  for (const seq of [1, 2, 3, 4]) await broken(second.desk.execute(seq));
  await second.desk.execute(5);
  await second.desk.decide(4, 'approve');
  await second.desk.execute(4);
  await second.call('r', 6);
  assert.deepEqual(
    [judged, w.inputs, r.inputs, second.states()],
    [0, [2, 4], [1, 5, 6], ['fulfilled', 'fulfilled', 'declined', 'fulfilled', 'fulfilled', 'fulfilled']],
  );
});

test('a call that was being judged when its page went away is judged when it is made again, and must be the same', async () => {
  const w = marked();
  const entries = [{ e: 'call', seq: 1, fn: 'w', input: '1' }];
  const other = desk({ functions: { w: w.spec, r: spy().spec }, entries });
  await broken(other.desk.call({ seq: 1, fn: 'w', input: '2', go: true }));
  await broken(other.desk.call({ seq: 1, fn: 'r', input: '1', go: true }));
  assert.deepEqual(await other.desk.call({ seq: 1, fn: 'w', input: '1', go: true }), { kind: 'ask' });
  await broken(other.desk.call({ seq: 1, fn: 'w', input: '1', go: true }));
  assert.deepEqual(other.types(), [], 'announced in its first life');
});

test('K5: an effect nobody saw the end of is unknown: only a person can have it run again; a plain read is made again', async () => {
  const w = marked();
  const mail = spy(x => x, { sideEffects: ['mail'] });
  const r = spy();
  const functions = { w: w.spec, mail: mail.spec, r: r.spec };
  const first = desk({ functions });
  const start = async (fn, n) => {
    await first.call(fn, n, { go: false });
  };
  await start('w', 1);
  await start('mail', 2);
  await start('r', 3);
  await first.desk.decide(1, 'approve');
  const entries = [...first.journal.entries, ...[1, 2, 3].map(seq => ({ e: 'started', seq, at: 50 }))];
  const make = () => desk({ functions, entries });
  const it = make();
  assert.deepEqual(
    it.desk.pendingCalls().map(({ seq, state }) => [seq, state]),
    [
      [1, 'unknown'],
      [2, 'unknown'],
    ],
  );
  await broken(it.desk.execute(1));
  await broken(it.desk.execute(2));
  await it.desk.execute(3);
  await it.desk.decide(1, 'approve');
  await it.desk.execute(1);
  await broken(it.desk.execute(1));
  await it.desk.decide(2, 'reject');
  assert.deepEqual(
    [it.states(), w.inputs, w.calls[0].callId, mail.count, r.inputs],
    [['fulfilled', 'unknown', 'fulfilled'], [1], 'run.1', 0, [3]],
  );
  await broken(it.desk.execute(2));
  const said = make();
  await said.desk.decide(1, { decision: 'respond', value: 'seen' });
  assert.equal(said.states()[0], 'responded');
});

/** Every order in which a worker could ask for four things about one marked call, with a person who says no: it never runs. */
test('no order of requests runs a marked call without a yes', async () => {
  const permutations = list =>
    list.length < 2 ? [list] : list.flatMap((one, at) => permutations(list.toSpliced(at, 1)).map(rest => [one, ...rest]));
  for (const order of permutations(['call', 'execute', 'ask', 'deliver', 'again']))
    for (const answer of ['reject', 'pause', 'nonsense', { approved: 'yes' }]) {
      const w = marked();
      const { desk: it, states } = desk({ functions: { w: w.spec } });
      const steps = {
        call: () => it.call({ seq: 1, fn: 'w', input: '1', go: true }),
        again: () => it.call({ seq: 1, fn: 'w', input: '1', go: true }),
        execute: () => it.execute(1),
        ask: () => it.decide(1, answer),
        deliver: async () => it.delivered([{ e: 'delivered', seq: 1, at: 1 }]),
      };
      await Promise.allSettled(order.map(step => steps[step]()));
      await it.execute(1).catch(() => {});
      assert.equal(w.count, 0, `${order} ${JSON.stringify(answer)}`);
      assert.ok(!states().includes('fulfilled'));
    }
});

test('a value deeper than the stack passes every station', async () => {
  const schema = { '~standard': { version: 1, vendor: 'test', validate: value => ({ value }) } };
  const w = spy(x => x, { approval: () => 'yes', inputSchema: schema, outputSchema: schema, summarize: () => 'deep' });
  const { desk: it, states } = desk({ functions: { w: w.spec } });
  const input = '['.repeat(9_000) + ']'.repeat(9_000);
  assert.deepEqual(await it.call({ seq: 1, fn: 'w', input, go: true }), { kind: 'ask' });
  assert.equal((await it.decide(1, { decision: 'approve', input: it.pendingCall(1).input })).kind, 'approve');
  assert.equal((await it.execute(1)).value, input);
  assert.deepEqual(states(), ['fulfilled']);
});
