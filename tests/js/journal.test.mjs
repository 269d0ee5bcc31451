import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './desk-kit.mjs';

const { Journal, JournalConflict } = page;
const call = (seq = 1, more = {}) => ({ e: 'call', seq, fn: 'f', input: '{"id":1}', ...more });
const judged = (verdict, more = {}) => ({ e: 'judged', seq: 1, verdict, ...more });
const decided = (decision, more = {}) => ({ e: 'decided', seq: 1, decision, at: 10, ...more });
const started = { e: 'started', seq: 1, at: 20 };
const settled = (state, more = {}) => ({ e: 'settled', seq: 1, state, at: 30, ...more });
const error = { name: 'RangeError', message: 'no' };
const record = (entries, ending) => new Journal(entries).records('run', ending)[0];

test('the state of a call, whatever happened to it, while the run is under way, pending and ended', () => {
  const ask = [call(), judged('ask')];
  const allow = [call(), judged('allow')];
  const yes = [...ask, decided('approve')];
  const table = [
    ['only made', [call()], 'running', 'not-run', 'not-run'],
    ['refused by its schema', [call(), { e: 'invalid', seq: 1, error, at: 5 }], 'invalid', 'invalid', 'invalid'],
    ['denied', [call(), judged('deny')], 'denied', 'denied', 'denied'],
    ['allowed, in line', allow, 'running', 'approved', 'not-run'],
    ['allowed, started', [...allow, started], 'running', 'unknown', 'unknown'],
    ['fulfilled', [...allow, started, settled('fulfilled', { value: '1' })], 'fulfilled', 'fulfilled', 'fulfilled'],
    ['rejected', [...allow, started, settled('rejected', { error })], 'rejected', 'rejected', 'rejected'],
    ['timed out', [...allow, started, settled('unknown', { error })], 'unknown', 'unknown', 'unknown'],
    ['asked', ask, 'pending', 'pending', 'not-run'],
    ['approved', yes, 'approved', 'approved', 'not-run'],
    ['approved, started', [...yes, started], 'running', 'unknown', 'unknown'],
    ['approved, fulfilled', [...yes, started, settled('fulfilled', { value: '1' })], 'fulfilled', 'fulfilled', 'fulfilled'],
    ['declined', [...ask, decided('reject')], 'declined', 'declined', 'declined'],
    ['responded', [...ask, decided('respond', { value: '1' })], 'responded', 'responded', 'responded'],
    ['lost, approved again', [...yes, started, decided('approve')], 'approved', 'approved', 'unknown'],
    ['lost, approved again, started', [...yes, started, decided('approve'), started], 'running', 'unknown', 'unknown'],
    [
      'lost, approved again, fulfilled',
      [...yes, started, decided('approve'), started, settled('fulfilled', { value: '1' })],
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ],
    ['lost, refused', [...yes, started, decided('reject')], 'unknown', 'unknown', 'unknown'],
    ['lost, responded', [...yes, started, decided('respond', { value: '1' })], 'responded', 'responded', 'responded'],
  ];
  for (const [what, entries, ...states] of table)
    assert.deepEqual(
      ['under-way', 'pending', 'ended'].map(ending => record(entries, ending).state),
      states,
      what,
    );
});

test('a record says all there is to say, and nothing that is not', () => {
  assert.deepEqual(record([call()], 'ended'), { callId: 'run.1', seq: 1, fn: 'f', input: { id: 1 }, state: 'not-run' });
  const entries = [
    call(1, { line: 3, column: 7 }),
    judged('ask', { shown: '{"id":2}' }),
    decided('approve', { edited: '{"id":9}' }),
    started,
    settled('rejected', { error: { ...error, data: '{"code":1}' } }),
  ];
  assert.deepEqual(record(entries, 'ended'), {
    callId: 'run.1',
    seq: 1,
    fn: 'f',
    input: { id: 1 },
    state: 'rejected',
    verdict: 'ask',
    decision: 'approve',
    decidedAt: 10,
    executedInput: { id: 9 },
    error,
    line: 3,
    column: 7,
    startedAt: 20,
    settledAt: 30,
  });
  assert.equal(record([call(), judged('deny', { reason: 'house rule' })], 'ended').reason, 'house rule');
  assert.equal(record([call(), judged('ask'), decided('reject', { reason: 'no' })], 'ended').reason, 'no');
});

test('an entry that cannot follow those before it is refused and leaves the journal as it was', () => {
  const ask = [call(), judged('ask')];
  const yes = [...ask, decided('approve')];
  const done = [...yes, started, settled('fulfilled', { value: '1' })];
  const invalid = { e: 'invalid', seq: 1, error, at: 5 };
  const table = [
    [[], call(2)],
    [[], call(0)],
    [[call()], call(1)],
    [[call()], call(3)],
    [[], judged('ask')],
    [[], started],
    [[], { e: 'delivered', seq: 1, at: 1 }],
    [ask, judged('allow')],
    [ask, invalid],
    [[call(), invalid], judged('allow')],
    [[call(), invalid], invalid],
    [[call()], decided('approve')],
    [[call(), judged('allow')], decided('approve')],
    [[call(), judged('deny')], decided('approve')],
    [yes, decided('reject')],
    [[...ask, decided('reject')], decided('approve')],
    [done, decided('approve')],
    [[call()], started],
    [ask, started],
    [[call(), judged('deny')], started],
    [[call(), invalid], started],
    [[...ask, decided('reject')], started],
    [[...ask, decided('respond', { value: '1' })], started],
    [[...yes, started], started],
    [done, started],
    [yes, settled('fulfilled')],
    [done, settled('fulfilled')],
    [[...yes, started, decided('reject')], started],
    [[call(), judged('allow', { lifted: true }), started], started],
  ];
  for (const [entries, entry] of table) {
    const journal = new Journal(entries);
    const { bytes } = journal;
    assert.throws(() => journal.append(entry), JournalConflict, JSON.stringify([entries, entry]));
    assert.deepEqual([journal.entries, journal.bytes], [entries, bytes]);
  }
});

test('every history of four entries that is accepted never executes without an allow or a yes, and never twice for one', () => {
  const steps = [
    judged('allow', { lifted: true }),
    judged('ask'),
    judged('deny'),
    decided('approve'),
    decided('reject'),
    started,
    settled('fulfilled', { value: '1' }),
  ];
  let accepted = 0;
  const walk = (entries, depth) => {
    for (const step of steps) {
      const journal = new Journal(entries);
      try {
        journal.append(step);
      } catch (error) {
        assert.ok(error instanceof JournalConflict);
        continue;
      }
      accepted++;
      const history = journal.entries.map(({ e, verdict, decision }) => [e, verdict ?? decision].filter(Boolean).join(' '));
      const permits = history.filter(line => line === 'judged allow' || line === 'decided approve').length;
      const starts = history.filter(line => line === 'started').length;
      assert.ok(starts <= permits, history.join(', '));
      assert.ok(history.filter(line => line === 'settled').length <= 1);
      if (depth < 6) walk(journal.entries, depth + 1);
    }
  };
  walk([call()], 1);
  assert.ok(accepted > 20, `${accepted}`);
});

test('bytes grow with each entry by its text, in UTF-8', () => {
  const journal = new Journal();
  const growth = entry => {
    const before = journal.bytes;
    journal.append(entry);
    return journal.bytes - before;
  };
  const base = growth(call(1, { input: '""' }));
  assert.equal(growth(call(2, { input: `"${'x'.repeat(100)}"` })) - base, 100);
  assert.equal(growth(call(3, { input: `"${'é'.repeat(100)}"` })) - base, 200);
  assert.equal(growth(call(4, { input: `"${'😀'.repeat(100)}"` })) - base, 400);
  assert.equal(new Journal(journal.entries).bytes, journal.bytes);
  for (const text of ['', 'a', 'é', '€', '😀', '\ud800', '\udc00', '\ud800x', '\udc00\ud800', 'a😀é'])
    assert.equal(page.utf8Bytes(text), new TextEncoder().encode(text).length, JSON.stringify(text));
  for (const text of ['aaaa', 'éé', '😀']) for (const limit of [3, 4, 5]) assert.equal(page.isOver(text, limit), 4 > limit);
});

test('a journal of 10,000 calls: records and facts cost what they are', () => {
  const journal = new Journal();
  const started = performance.now();
  for (let seq = 1; seq <= 10_000; seq++)
    for (const entry of [
      call(seq),
      { ...judged('allow'), seq },
      { e: 'started', seq, at: 1 },
      { ...settled('fulfilled', { value: '1' }), seq },
    ]) {
      journal.append(entry);
      journal.record(seq, 'run', 'under-way');
    }
  assert.equal(journal.records('run', 'ended').length, 10_000);
  assert.ok(performance.now() - started < 2_000, `${performance.now() - started} ms`);
});

test('records are copies: changing one changes nothing', () => {
  const journal = new Journal([call()]);
  journal.records('run', 'ended')[0].input.id = 'changed';
  assert.equal(journal.records('run', 'ended')[0].input.id, 1);
});
