import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './desk-kit.mjs';

const { Journal, JournalConflict, compact } = page;
const call = seq => ({ e: 'call', seq, fn: 'f', input: '1' });
const judged = (seq, verdict = 'ask', more = {}) => ({ e: 'judged', seq, verdict, ...more });
const made = (...seqs) => seqs.flatMap(seq => [call(seq), judged(seq)]);
const pends = seq => ({ e: 'delivered', seq, at: 1, pending: true });
const shown = (...calls) => ({ e: 'shown', calls, end: 'look' });
const began = { e: 'began' };
const decided = (seq, decision, more = {}) => ({ e: 'decided', seq, decision, at: 10, ...more });
const started = (seq, more = {}) => ({ e: 'started', seq, at: 20, ...more });
const settled = seq => ({ e: 'settled', seq, state: 'fulfilled', value: '1', at: 30 });
const states = (entries, standing) => new Journal(entries).records('run', standing).map(({ state }) => state);
const waiting = entries => new Journal(entries).waiting().map(facts => facts.call.seq);

/** Two on a card, one refused, and a pass that came to a third and not to the second. */
const another = [...made(1, 2), shown([1, 2]), decided(1, 'reject'), began, ...made(3), shown([1, 1], [3, 3])];

test('R8: what the last pass that was shown never came to is not-reached and not on the card', () => {
  const table = [
    ['one pass', [...made(1, 2), shown([1, 2])], ['pending', 'pending'], ['not-run', 'not-run'], [1, 2]],
    ['undecided, not come to', another, ['declined', 'not-reached', 'pending'], ['declined', 'not-reached', 'not-run'], [3]],
    [
      'another way, in the order in which the code came to them',
      [...made(1, 2), shown([1, 2]), decided(1, 'reject'), began, ...made(3, 4), shown([1, 1], [3, 4], [2, 2])],
      ['declined', 'pending', 'pending', 'pending'],
      ['declined', 'not-run', 'not-run', 'not-run'],
      [3, 4, 2],
    ],
    [
      'approved, not come to',
      [...made(1, 2), shown([1, 2]), decided(1, 'reject'), decided(2, 'approve'), began, shown([1, 1])],
      ['declined', 'not-reached'],
      ['declined', 'not-reached'],
      [],
    ],
    [
      'R5: approved, come to and held',
      [...made(1, 2), shown([1, 2]), decided(2, 'approve'), began, pends(1), pends(2), shown([1, 2])],
      ['pending', 'approved'],
      ['not-run', 'not-run'],
      [1],
    ],
    [
      'refused, and not come to later',
      [...made(1, 2), shown([1, 2]), decided(2, 'reject'), began, shown([1, 1])],
      ['pending', 'declined'],
      ['not-run', 'declined'],
      [1],
    ],
    [
      'responded, executed, and not come to later',
      [
        ...made(1, 2, 3),
        shown([1, 3]),
        decided(2, 'respond', { value: '1' }),
        decided(3, 'approve'),
        began,
        started(3),
        settled(3),
        shown([1, 1]),
      ],
      ['pending', 'responded', 'fulfilled'],
      ['not-run', 'responded', 'fulfilled'],
      [1],
    ],
    [
      'reached again',
      [...another, decided(3, 'reject'), began, shown([1, 3])],
      ['declined', 'pending', 'declined'],
      ['declined', 'not-run', 'declined'],
      [2],
    ],
    [
      'a read that was allowed and not come to',
      [...made(1), call(2), judged(2, 'allow'), shown([1, 2]), decided(1, 'reject'), began, shown([1, 1])],
      ['declined', 'approved'],
      ['declined', 'not-run'],
      [],
    ],
  ];
  for (const [what, entries, pending, ended, card] of table)
    assert.deepEqual([states(entries, 'pending'), states(entries, 'ended'), waiting(entries)], [pending, ended, card], what);
});

test('while a pass is under way, or ended without being shown, nothing is known not to be reached; R9: nor after a mismatch', () => {
  const open = [...another, began];
  assert.deepEqual(states(open, 'under-way'), ['declined', 'pending', 'pending']);
  assert.deepEqual(states(open, 'ended'), ['declined', 'not-run', 'not-run']);
  assert.deepEqual(states(another, 'diverged'), ['declined', 'not-run', 'not-run']);
  assert.deepEqual(states(another, 'under-way'), ['declined', 'pending', 'pending']);
});

test('a call lost in a crash waits whichever pass came to it', () => {
  const lost = [...made(1, 2), shown([1, 2]), decided(2, 'approve'), began, started(2), began, shown([1, 1])];
  assert.deepEqual(
    [waiting(lost), states(lost, 'pending')],
    [
      [1, 2],
      ['pending', 'unknown'],
    ],
  );
});

test('C6: what ran ahead says so', () => {
  const entries = [...made(1), call(2), judged(2, 'allow'), started(2, { ahead: true }), settled(2), shown([1, 2])];
  const [one, two] = new Journal(entries).records('run', 'pending');
  assert.deepEqual(['ahead' in one, two.ahead], [false, true]);
});

test('what no worker and no checkpoint can have met is refused, and leaves the journal as it was', () => {
  const yes = decided(1, 'approve');
  const allow = [call(1), judged(1, 'allow')];
  const card = [...made(1, 2), shown([1, 2])];
  const table = [
    [[], began],
    [made(1), began],
    [made(1), shown([1, 2])],
    [made(1), shown([0, 1])],
    [made(1), shown([-1, 1])],
    [made(1), shown([2, 2])],
    [made(1, 2), shown([2, 1])],
    [made(1), shown([1, 1], [1, 1])],
    [made(1, 2, 3), shown([1, 2], [2, 3])],
    [made(1), shown([1, 1e9])],
    [card, shown([1, 2])],
    [card, call(3)],
    [card, { e: 'delivered', seq: 1, at: 1 }],
    [card, pends(1)],
    [card, { e: 'fired', timer: 1, at: 1 }],
    [[], pends(1)],
    [[call(1)], pends(1)],
    [allow, pends(1)],
    [[call(1), judged(1, 'deny')], pends(1)],
    [[call(1), { e: 'invalid', seq: 1, error: { name: 'E', message: 'm' }, at: 1 }], pends(1)],
    [[...made(1), decided(1, 'reject')], pends(1)],
    [[...made(1), decided(1, 'respond', { value: '1' })], pends(1)],
    [[...made(1), yes, started(1), settled(1)], pends(1)],
    [[...allow, started(1)], pends(1)],
    [another, decided(2, 'approve')],
    [[...made(1), shown()], yes],
  ];
  for (const [entries, entry] of table) {
    const journal = new Journal(entries);
    const before = [journal.bytes, journal.waiting().length, states(entries, 'pending')];
    assert.throws(() => journal.append(entry), JournalConflict, JSON.stringify([entries, entry]));
    assert.deepEqual(
      [journal.entries, [journal.bytes, journal.waiting().length, journal.records('run', 'pending').map(({ state }) => state)]],
      [entries, before],
    );
  }
});

test('what can have been met is accepted', () => {
  const yes = decided(1, 'approve');
  for (const entries of [
    [...made(1), pends(1), pends(1)],
    [...made(1), yes, pends(1)],
    [...made(1, 2), shown([2, 2], [1, 1]), began, began, shown([1, 2])],
    [...made(1), call(2), shown([1, 2]), judged(2, 'allow'), started(2), settled(2)],
    [...made(1), call(2), shown([1, 2]), { e: 'invalid', seq: 2, error: { name: 'E', message: 'm' }, at: 1 }],
    [call(1), judged(1, 'allow', { lifted: true }), started(1), pends(1)],
    [shown()],
  ])
    assert.equal(new Journal(entries).entries.length, entries.length);
});

test('C4: that a pending value was met is known of the pass under way alone', () => {
  const journal = new Journal(made(1));
  const met = entry => {
    journal.append(entry);
    return journal.metPending;
  };
  assert.deepEqual(
    [journal.metPending, met(pends(1)), met(call(2)), met(shown([1, 2])), met(began), met({ e: 'fired', timer: 1, at: 2 }), met(pends(1))],
    [false, true, true, false, false, false, true],
  );
});

test('a pass takes room by its ranges, and ten thousand calls of one cost ten times a thousand', () => {
  const bytes = entries => new Journal(entries).bytes;
  const base = bytes(made(1, 2, 3));
  assert.equal(bytes([...made(1, 2, 3), shown([1, 1], [2, 2], [3, 3])]) - bytes([...made(1, 2, 3), shown([1, 3])]), 32);
  assert.ok(bytes([...made(1, 2, 3), shown([1, 3])]) > base);
  const entries = Array.from({ length: 10_000 }, (_, at) => made(at + 1)).flat();
  const begun = process.cpuUsage();
  const journal = new Journal([
    ...entries,
    shown([1, 10_000]),
    ...Array.from({ length: 10_000 }, (_, at) => decided(at + 1, 'approve')),
    began,
    shown([1, 10_000]),
  ]);
  assert.equal(journal.waiting().length, 0);
  const ms = process.cpuUsage(begun).user / 1_000;
  assert.ok(ms < 2_000, `${ms} ms`);
});

test('R2: of the passes of a journal the last is kept with a card, and what became of each call stays', () => {
  const journals = [
    [...made(1, 2), pends(1), shown([1, 2])],
    another,
    [
      ...another,
      decided(3, 'approve'),
      began,
      started(3),
      settled(3),
      { e: 'fired', timer: 1, at: 2 },
      ...made(4),
      pends(4),
      shown([1, 1], [3, 4]),
    ],
  ];
  for (const journal of journals) {
    const kept = compact(journal);
    assert.deepEqual(states(kept, 'pending'), states(journal, 'pending'));
    assert.deepEqual(waiting(kept), waiting(journal));
    assert.equal(kept.filter(({ e }) => e === 'shown' || e === 'began').length, 1);
    assert.deepEqual(compact(kept), kept);
  }
});
