import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeCheckpoint, readCheckpoint } from '../../js/checkpoint.ts';
import { Journal } from '../../js/journal.ts';
import { collecting, ids, states, wt } from './collect-kit.mjs';

const through = value => JSON.parse(JSON.stringify(value));
/** With a digest that fits, as a forger or a bug of ours would have it. */
const sealed = ({ digest: _digest, version: _version, package: _package, ...fields }) => makeCheckpoint(fields);
const refused = (checkpoint, pattern) =>
  assert.throws(() => readCheckpoint(sealed(checkpoint)), { name: 'CheckpointInvalid', message: pattern });

/** Two passes: one approved and executed, one approved and held, a read ahead, one undecided. */
async function recorded() {
  const it = collecting([wt(1), wt(2), { fn: 'r', input: 3 }, wt(4, { look: true })]);
  const first = await it.run();
  const [a, , d] = ids(first);
  return first.resume({ approve: [a, d] });
}

test('a checkpoint of collect is plain JSON, and says of each call the same as before', async () => {
  const result = await recorded();
  assert.deepEqual(states(result), ['fulfilled', 'pending', 'fulfilled', 'approved']);
  const fields = readCheckpoint(through(result.checkpoint));
  assert.equal(fields.mode, 'collect');
  const journal = new Journal(fields.journal);
  assert.deepEqual(journal.records(result.runId, 'pending'), result.calls);
  const kinds = new Set(fields.journal.map(({ e }) => e));
  for (const kind of ['shown', 'delivered', 'decided']) assert.ok(kinds.has(kind), kind);
  assert.ok(fields.journal.some(({ ahead }) => ahead) && fields.journal.some(({ pending }) => pending));
  assert.deepEqual(through(makeCheckpoint(fields)), through(result.checkpoint));
});

test('what is wrong with a pass is named, also under a digest that fits', async () => {
  const kept = through((await recorded()).checkpoint);
  // As of a run that was under way and met the same again.
  const passes = kept.journal.filter(({ e }) => e === 'delivered' || e === 'shown');
  const base = { ...kept, journal: [...kept.journal, { e: 'began' }, ...passes] };
  const last = kind => base.journal.map(({ e }) => e).lastIndexOf(kind);
  const first = kind => base.journal.findIndex(({ e }) => e === kind);
  const at = (index, change) => {
    const copy = through(base);
    change(copy.journal[index], copy.journal);
    return copy;
  };
  const pending = base.journal.findIndex(entry => entry.pending);
  const ahead = base.journal.findIndex(entry => entry.ahead);
  const table = [
    [at(last('shown'), entry => delete entry.calls), /calls: it is missing/],
    [at(last('shown'), entry => Object.assign(entry, { calls: [[1]] })), /calls\[0\]: expected two whole numbers/],
    [at(last('shown'), entry => Object.assign(entry, { calls: [[0, 1]] })), /calls\[0\]/],
    [at(last('shown'), entry => Object.assign(entry, { calls: [['1', 2]] })), /calls\[0\]/],
    [at(last('shown'), entry => Object.assign(entry, { calls: [[2, 1]] })), /no calls 2 to 1/],
    [at(last('shown'), entry => Object.assign(entry, { calls: [[1, 5]] })), /no calls 1 to 5/],
    [
      at(last('shown'), entry =>
        Object.assign(entry, {
          calls: [
            [1, 2],
            [2, 3],
          ],
        }),
      ),
      /call 2 twice/,
    ],
    [at(last('shown'), entry => Object.assign(entry, { calls: [[1, 2 ** 32 - 1]] })), /no calls/],
    [at(last('shown'), entry => Object.assign(entry, { calls: [[1, 2 ** 40]] })), /calls\[0\]: expected two whole numbers/],
    [at(last('shown'), entry => Object.assign(entry, { end: 'cut' })), /end: expected/],
    [at(last('shown'), entry => Object.assign(entry, { line: 0 })), /line/],
    [at(last('shown'), entry => Object.assign(entry, { stray: 1 })), /stray/],
    [at(last('began'), entry => Object.assign(entry, { at: 1 })), /at: it has no place there/],
    [at(pending, entry => Object.assign(entry, { pending: false })), /pending/],
    [at(ahead, entry => Object.assign(entry, { ahead: 1 })), /ahead/],
    [at(first('shown'), (entry, journal) => journal.push(entry)), /no other began/],
    [at(last('began'), (_entry, journal) => journal.splice(last('began'), 1)), /no other began/],
    [at(first('shown'), (_entry, journal) => journal.splice(first('shown'), 1)), /no pass was shown before/],
    [
      at(0, (_entry, journal) => journal.push({ e: 'began' }, { e: 'delivered', seq: 1, at: 1, pending: true })),
      /call 1 has no pending value/,
    ],
    [{ ...base, mode: 'pause' }, /in mode 'pause' has no such entry/],
    [{ ...base, mode: 'deny' }, /in mode 'deny' has no such entry/],
  ];
  for (const [checkpoint, pattern] of table) refused(checkpoint, pattern);
  readCheckpoint(sealed(base));
});
