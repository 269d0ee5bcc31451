import assert from 'node:assert/strict';
import { test } from 'node:test';
import { broken, desk, marked, spy, until } from './desk-kit.mjs';

/** A desk in collect with a marked function, a read, an effect that needs no decision and a read that says `fresh`. */
function collecting(more = {}) {
  const w = marked();
  const r = spy();
  const mail = spy(x => x, { sideEffects: ['external'] });
  const fresh = spy(x => x, { fresh: true });
  const it = desk({
    mode: 'collect',
    functions: { w: w.spec, r: r.spec, mail: mail.spec, fresh: fresh.spec, ...more.functions },
    ...more.options,
  });
  let seq = it.journal.calls;
  const known = [];
  const message = (fn, input, extra) => ({ seq: ++seq, fn, input: JSON.stringify(input), go: false, ...extra });
  return {
    ...it,
    w,
    r,
    mail,
    fresh,
    known,
    call: (fn, input, extra) => it.desk.call(message(fn, input, extra)),
    behind: (fn, input, extra) => it.desk.callBehind(message(fn, input, { behind: true, ...extra }), cut => known.push(cut)),
    retry: () => (seq -= 1),
    kinds: () => it.journal.entries.map(({ e, seq }) => [e, seq].filter(Boolean).join(' ')),
  };
}

test('C5: a call behind others leaves no trace until it is judged, and one that cuts leaves none at all', async () => {
  let release;
  const gate = new Promise(done => {
    release = done;
  });
  const it = collecting({ functions: { slow: { approval: () => gate, execute: () => 1 } } });
  await it.call('w', 1);
  const before = it.kinds();
  const reply = it.behind('slow', 2);
  for (let i = 0; i < 3; i++) await new Promise(done => setImmediate(done));
  assert.deepEqual([it.kinds(), it.types(), it.known], [before, ['call 1 running'], []]);
  release(false);
  assert.deepEqual([await reply, it.kinds(), it.known], [{ kind: 'cut' }, before, [true]]);
  // The number is free again: it was not made.
  it.retry();
  assert.equal((await it.behind('slow', 3)).kind, 'cut');
  it.retry();
  assert.deepEqual(await it.behind('r', 4), { kind: 'allowed' });
  assert.deepEqual(it.kinds().slice(before.length), ['call 2', 'judged 2']);
});

test('C5: what cuts is what would run and is an effect or fresh', async () => {
  const policy = ({ input }) => ({ no: 'deny', ask: 'ask', yes: 'allow' })[input];
  const schema = { type: 'number' };
  const it = collecting({ options: { policy }, functions: { typed: { fresh: true, inputSchema: schema, execute: () => 1 } } });
  const kinds = [];
  for (const [fn, input] of [
    ['r', 1],
    ['w', 1],
    ['w', 'no'],
    ['mail', 'no'],
    ['mail', 'ask'],
    ['fresh', 'no'],
    ['fresh', 'ask'],
    ['typed', 'x'],
  ])
    kinds.push((await it.behind(fn, input)).kind);
  assert.deepEqual(kinds, ['allowed', 'ask', 'denied', 'denied', 'ask', 'denied', 'ask', 'invalid']);
  for (const [fn, input] of [
    ['mail', 1],
    ['mail', 'yes'],
    ['fresh', 1],
    ['fresh', 'yes'],
    ['w', 'yes'],
    ['typed', 5],
  ]) {
    assert.equal((await it.behind(fn, input)).kind, 'cut', `${fn} ${input}`);
    it.retry();
  }
  assert.equal(it.mail.count + it.fresh.count + it.w.count, 0);
  // Not behind anything they may run.
  assert.deepEqual([(await it.call('mail', 1)).kind, (await it.call('fresh', 1)).kind], ['allowed', 'allowed']);
});

test('C5: it is known that a call is on the record, and its reply waits for no other verdict', async () => {
  let release;
  const gate = new Promise(done => {
    release = done;
  });
  const it = collecting({ functions: { slow: { approval: () => gate, execute: () => 1 } } });
  const first = it.call('slow', 1);
  let replied = false;
  const second = it.behind('w', 2);
  void second.then(() => (replied = true));
  await until(() => it.known.length > 0);
  await new Promise(done => setImmediate(done));
  assert.deepEqual([it.known, replied, it.kinds().at(-1)], [[false], true, 'judged 2']);
  release(true);
  assert.deepEqual([(await first).kind, (await second).kind], ['ask', 'ask']);
});

test('C6: a read that runs ahead says so in its record, and nothing else may', async () => {
  const it = collecting();
  await it.call('w', 1);
  await it.behind('r', 2);
  await it.desk.execute(2, true);
  await it.call('r', 3);
  await it.desk.execute(3);
  assert.deepEqual(
    it.journal.records('run', 'pending').map(({ ahead }) => ahead),
    [undefined, true, undefined],
  );
  await it.call('mail', 4);
  await it.call('fresh', 5);
  await broken(it.desk.execute(4, true), /ahead/);
  await broken(it.desk.execute(5, true), /ahead/);
  await it.desk.decide(1, 'approve');
  await broken(it.desk.execute(1, true), /ahead/);
  assert.equal(it.mail.count + it.fresh.count + it.w.count, 0);
  const pause = desk({ functions: { r: spy().spec } });
  await pause.call('r', 1, { go: false });
  await broken(pause.desk.execute(1, true), /ahead/);
});

test('what collect alone has is refused elsewhere, and executing at once in collect', async () => {
  const it = collecting();
  await broken(it.call('r', 1, { go: true }), /mode collect/);
  for (const mode of ['deny', 'pause']) {
    const other = desk({ mode, functions: { r: spy().spec, w: marked().spec } });
    await broken(other.call('r', 1, { behind: true }), /mode/);
    const { desk: alone } = desk({ mode, functions: { r: spy().spec, w: marked().spec } });
    await alone.call({ seq: 1, fn: 'r', input: '1', go: false });
    for (const entry of [{ e: 'began' }, { e: 'shown', calls: [[1, 1]], end: 'body' }, { e: 'delivered', seq: 1, at: 1, pending: true }])
      assert.throws(() => alone.delivered([entry]), /only collect/);
  }
});

test('the steps of passes are recorded as they are, without what has no place there', async () => {
  const it = collecting();
  await it.call('w', 1);
  await it.call('r', 2);
  it.desk.delivered([
    { e: 'delivered', seq: 1, at: 5, spared: 0, pending: true, stray: 1 },
    { e: 'shown', calls: [[1, 2]], end: 'look', line: 3, column: 4, stray: 1 },
  ]);
  await it.desk.decide(1, 'approve');
  it.desk.delivered([{ e: 'began', stray: 1 }]);
  assert.deepEqual(
    it.journal.entries.filter(({ e }) => ['delivered', 'shown', 'began'].includes(e)),
    [
      { e: 'delivered', seq: 1, at: 5, spared: 0, pending: true },
      { e: 'shown', calls: [[1, 2]], end: 'look', line: 3, column: 4 },
      { e: 'began' },
    ],
  );
});

test('a step that cannot be is refused, and leaves no trace', async () => {
  let release;
  const gate = new Promise(done => {
    release = done;
  });
  const it = collecting({ functions: { slow: { approval: true, execute: () => gate } } });
  await it.call('slow', 1);
  await it.call('r', 2);
  await it.desk.decide(1, 'approve');
  const running = it.desk.execute(1);
  const before = it.kinds();
  for (const entry of [
    { e: 'delivered', seq: 1, at: 1, pending: true },
    { e: 'delivered', seq: 2, at: 1, pending: true },
    { e: 'shown', calls: [[1, 3]], end: 'look' },
    { e: 'shown', calls: [[1, 2]], end: 'look', line: 0 },
    { e: 'shown', calls: [[1, 2]], end: 'look', column: 1.5 },
    { e: 'began' },
    { e: 'call', seq: 3, fn: 'r', input: '1' },
  ])
    await broken((async () => it.desk.delivered([entry]))());
  assert.deepEqual(it.kinds(), before);
  release(1);
  await running;
  it.desk.delivered([{ e: 'shown', calls: [[1, 2]], end: 'body' }]);
  await broken(it.call('r', 3), /was shown/);
});

test('idle waits for what is judged and what is executed, and never longer than the run lasts', async () => {
  const gates = [];
  const hang = () => new Promise(done => gates.push(done));
  const it = collecting({ functions: { judged: { approval: hang, execute: () => 1 }, slow: { execute: hang } } });
  await it.desk.idle();
  const first = it.call('judged', 1);
  await it.call('slow', 2);
  const second = it.desk.execute(2);
  let idle = false;
  void it.desk.idle().then(() => (idle = true));
  const step = () => new Promise(done => setImmediate(done));
  await step();
  gates[1]('done');
  await second;
  await step();
  assert.equal(idle, false);
  gates[0](true);
  await first;
  await step();
  assert.equal(idle, true);
  await it.call('slow', 3);
  const third = assert.rejects(it.desk.execute(3));
  const ended = it.desk.idle();
  it.desk.close();
  await Promise.all([third, ended]);
});

test('what is in line was allowed and never started', async () => {
  const it = collecting();
  await it.call('r', 1);
  await it.call('w', 2);
  assert.deepEqual([it.desk.isInLine(1), it.desk.isInLine(2)], [true, false]);
  await it.desk.execute(1);
  await it.desk.decide(2, 'approve');
  assert.deepEqual([it.desk.isInLine(1), it.desk.isInLine(2)], [false, false]);
});

test('C1: calls are executed one after another, in the order in which this was asked for', async () => {
  const gates = [];
  const ran = [];
  const execute = input => new Promise(done => gates.push(() => done(ran.push(input))));
  const it = collecting({ functions: { slow: { execute } } });
  for (const input of [1, 2, 3]) await it.call('slow', input);
  const running = [3, 1, 2].map(seq => it.desk.execute(seq));
  for (let at = 0; at < 3; at++) {
    await until(() => gates.length > at);
    await new Promise(done => setImmediate(done));
    assert.equal(gates.length, at + 1, 'one at a time');
    gates[at]();
  }
  await Promise.all(running);
  await it.desk.idle();
  assert.deepEqual(ran, [3, 1, 2]);
});
