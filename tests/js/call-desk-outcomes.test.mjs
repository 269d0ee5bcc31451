import assert from 'node:assert/strict';
import { test } from 'node:test';
import { broken, desk, marked, page, spy, until, value } from './desk-kit.mjs';

test('what a function throws or cannot return becomes an error that names it', async () => {
  class Row {
    id = 1;
  }
  const table = {
    sync: () => {
      throw Object.assign(new RangeError('no row'), { code: 'E_ROW' });
    },
    later: async () => {
      throw new RangeError('no row');
    },
    text: () => {
      throw 'text';
    },
    nothing: () => {
      throw undefined;
    },
    returnsFn: () => ({ node: [() => 1] }),
    returnsRow: () => new Row(),
    getter: () => ({
      get a() {
        throw new Error('trap');
      },
    }),
    then: () => ({
      then() {
        throw new Error('bad then');
      },
    }),
  };
  const { call } = desk({ functions: table });
  const errors = {};
  for (const fn of Object.keys(table)) {
    const reply = await call(fn, 1);
    assert.equal(reply.kind, 'rejected', fn);
    errors[fn] = reply.error;
  }
  assert.deepEqual(
    [errors.sync.name, errors.sync.message, page.decode(errors.sync.data).code, errors.later.name],
    ['RangeError', 'no row', 'E_ROW', 'RangeError'],
  );
  assert.match(errors.returnsFn.message, /^returnsFn returned a value that cannot cross: result\.node\[0\]: a function/);
  assert.match(errors.returnsRow.message, /^returnsRow .*result: a/);
  assert.match(errors.getter.message, /^getter returned/);
  assert.equal(errors.then.message, 'bad then');
});

test('a value, or an error, over valueBytes is a ValueLimit error that names the function', async () => {
  const { call, states } = desk({
    functions: {
      big: () => 'é'.repeat(60),
      fits: () => 'é'.repeat(49),
      loud: () => {
        throw new Error('x'.repeat(200));
      },
    },
    limits: { valueBytes: 100 },
  });
  const [big, fits, loud] = [await call('big', 1), await call('fits', 1), await call('loud', 1)];
  assert.deepEqual([big.error.name, loud.error.name, fits.kind], ['ValueLimit', 'ValueLimit', 'fulfilled']);
  assert.match(big.error.message, /^big .*100 bytes/);
  assert.match(loud.error.message, /^loud .*100 bytes/);
  assert.deepEqual(states(), ['rejected', 'fulfilled', 'rejected']);
});

test('an edit, a given value or what a schema makes may not be over valueBytes', async () => {
  const grow = { '~standard': { version: 1, vendor: 'test', validate: value => ({ value: `${value}`.repeat(9) }) } };
  const { desk: it, call } = desk({
    functions: { w: marked().spec, grow: spy(x => x, { inputSchema: grow }).spec },
    limits: { valueBytes: 50 },
  });
  await call('w', 1);
  for (const answer of [
    { decision: 'approve', input: 'x'.repeat(60) },
    { decision: 'respond', value: 'x'.repeat(60) },
  ]) {
    assert.equal((await it.decide(1, answer)).kind, 'pause');
    assert.deepEqual([it.pendingCall(1).error.name, /50 bytes/.test(it.pendingCall(1).error.message)], ['ValueLimit', true]);
  }
  const reply = await call('grow', 'abcdefgh');
  assert.deepEqual([reply.kind, reply.error.name], ['invalid', 'ValueLimit']);
});

test('outputSchema: what does not fit is an error to the code although it ran; a Standard Schema may make data of it', async () => {
  class Row {
    constructor(id) {
      this.id = id;
    }
  }
  const toId = {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: row => (row.id > 0 ? { value: { id: row.id } } : { issues: [{ message: 'too small', path: [{ key: 'id' }] }] }),
    },
  };
  const json = { type: 'object', properties: { id: { type: 'integer' } } };
  const row = spy(id => new Row(id), { outputSchema: toId });
  const data = spy(id => ({ id }), { outputSchema: json });
  const { call, states } = desk({ functions: { row: row.spec, data: data.spec } });
  assert.deepEqual(value(await call('row', 1)), { id: 1 });
  assert.deepEqual(value(await call('data', 1)), { id: 1 });
  for (const [fn, bad] of [
    ['row', -1],
    ['data', 'x'],
  ]) {
    const { kind, error } = await call(fn, bad);
    assert.deepEqual([kind, error.name], ['rejected', 'TypeError']);
    assert.match(error.message, new RegExp(`^${fn} returned .*outputSchema: result\\.id: `));
  }
  assert.deepEqual([states(), row.count, data.count], [['fulfilled', 'fulfilled', 'rejected', 'rejected'], 2, 2]);
});

test('a call over callTimeoutMs is a TimeoutError to the code, unknown in the record, and its signal aborts', async () => {
  let late;
  const slow = spy(
    () =>
      new Promise(done => {
        late = done;
      }),
  );
  const quick = spy();
  const { desk: it, call, states, types } = desk({ functions: { slow: slow.spec, quick: quick.spec }, limits: { callTimeoutMs: 20 } });
  const [reply] = await Promise.all([call('slow', 1), call('quick', 2)]);
  assert.deepEqual([reply.kind, reply.error.name], ['unknown', 'TimeoutError']);
  assert.match(reply.error.message, /^slow .*20 ms/);
  assert.deepEqual([slow.calls[0].signal.aborted, quick.calls[0].signal.aborted, states()], [true, false, ['unknown', 'fulfilled']]);
  late(1);
  await new Promise(done => setImmediate(done));
  assert.deepEqual(
    [states(), types().filter(type => type.startsWith('settled 1')), it.pendingCalls()],
    [['unknown', 'fulfilled'], ['settled 1 unknown'], []],
  );
  await broken(it.execute(1));
});

test('close: nothing is started any more; what was started and not settled is unknown; signals abort with the reason', async () => {
  const slow = spy(() => new Promise(() => {}));
  const w = marked();
  let release;
  const gate = new Promise(done => {
    release = done;
  });
  const judged = spy(x => x, {
    approval: async () => {
      await gate;
      return false;
    },
  });
  const { desk: it, call, states, journal, events } = desk({ functions: { slow: slow.spec, w: w.spec, judged: judged.spec } });
  const running = call('slow', 1);
  await call('w', 2);
  await it.decide(2, 'approve');
  await call('w', 3);
  const judging = call('judged', 4);
  await until(() => slow.count === 1);
  const reason = new Error('time is up');
  const [entries, emitted] = [journal.entries.length, events.length];
  it.close(reason);
  it.close(new Error('again'));
  release();
  for (const promise of [running, judging, it.call({ seq: 5, fn: 'slow', input: '1', go: true }), it.execute(2)])
    await assert.rejects(promise, error => page.RunError.is(error, 'Aborted'));
  assert.equal((await it.decide(3, 'approve')).kind, 'pause');
  assert.deepEqual([slow.calls[0].signal.aborted, slow.calls[0].signal.reason], [true, reason]);
  assert.deepEqual(
    [states(), w.count, judged.count, journal.entries.length, events.length],
    [['unknown', 'not-run', 'not-run', 'not-run'], 0, 0, entries, emitted],
  );
});

test('a host function, or a listener, may end the run from inside', async () => {
  let it;
  const signals = [];
  const ender = spy((_, { signal }) => {
    signals.push(signal);
    it.desk.close();
    return 1;
  });
  it = desk({ functions: { ender: ender.spec } });
  await assert.rejects(it.call('ender', 1), error => page.RunError.is(error, 'Aborted'));
  assert.deepEqual([signals[0].aborted, it.states()], [true, ['unknown']]);
  const r = spy();
  const other = desk({ functions: { r: r.spec }, onEvent: () => other.desk.close() });
  await assert.rejects(other.call('r', 1), error => page.RunError.is(error, 'Aborted'));
  assert.deepEqual([r.count, other.states()], [0, ['not-run']]);
});

test('hostMs is time with at least one function at work, not the sum', async () => {
  const wait = spy(() => new Promise(done => setTimeout(done, 60)));
  const { desk: it, call } = desk({ functions: { wait: wait.spec } });
  assert.equal(it.hostMs, 0);
  await Promise.all([1, 2, 3, 4].map(n => call('wait', n)));
  const spent = it.hostMs;
  assert.ok(spent >= 50 && spent < 200, `${spent}`);
  await new Promise(done => setTimeout(done, 20));
  assert.equal(it.hostMs, spent);
});

test('close at any moment after a function settled: nothing is written to the record afterwards', async () => {
  for (let steps = 0; steps < 20; steps++) {
    let release;
    const gate = new Promise(done => {
      release = done;
    });
    const r = spy(() => gate);
    const { desk: it, call, journal, events } = desk({ functions: { r: r.spec } });
    const running = call('r', 1).catch(() => {});
    await until(() => r.count === 1);
    release(1);
    for (let step = 0; step < steps; step++) await null;
    it.close();
    const [entries, emitted] = [journal.entries.length, events.length];
    await running;
    assert.deepEqual([journal.entries.length, events.length], [entries, emitted], `after ${steps} steps`);
  }
});
