import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { canonical } from '../../js/canonical.ts';
import { readCheckpoint } from '../../js/checkpoint.ts';
import { SandboxError } from '../../js/errors.ts';
import { Journal } from '../../js/journal.ts';
import { Records } from '../../js/records.ts';
import { contentOf, digestOf, isBatch } from '../../js/seal.ts';
import { linkOf, Signing } from '../../js/signing.ts';
import { memoryStore } from '../../js/store/memory.ts';
import { mutations } from './mutate.mjs';
import { completed, finish, sandboxOf } from './sandbox-kit.mjs';

const folder = `${process.cwd()}/tests/fixtures/checkpoints`;
const golden = readdirSync(folder)
  .map(file => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')))
  .filter(({ verdict, checkpoint }) => verdict.accepted && checkpoint)
  // What is unsigned is what a forger has to begin with; signed ones are made below.
  .map(({ checkpoint: { signature, ...checkpoint } }) => checkpoint);

const signing = new Signing([Uint8Array.from({ length: 32 }, (_, at) => at)]);
/** With a digest that fits, as a forger would. Throws where there is nothing to take a digest of. */
const resealed = mutant => ({ ...mutant, digest: digestOf(contentOf(mutant)) });
const isRefusal = error => SandboxError.is(error, 'CheckpointInvalid') && error.message.startsWith('this is not a checkpoint');
const attempt = body => {
  try {
    return { value: body() };
  } catch (error) {
    return { error };
  }
};

/** Things the page has, and how they were. */
const untouched = () => {
  assert.equal({}.polluted, undefined);
  assert.deepEqual(Object.keys(Object.prototype), []);
  assert.deepEqual(Object.keys(Array.prototype), []);
};

test('with the digest it had, every change is refused', () => {
  let changes = 0;
  for (const [at, checkpoint] of golden.slice(0, 3).entries())
    for (const { what, mutant } of mutations(checkpoint, at)) {
      if (canonical(mutant) === canonical(checkpoint)) continue;
      changes++;
      const { error } = attempt(() => readCheckpoint(mutant));
      assert.ok(isRefusal(error), `${what}: ${error}`);
    }
  assert.ok(changes > 3_000, `${changes}`);
});

test('with a key, every change is refused, whatever digest it is given', async () => {
  let changes = 0;
  for (const [at, checkpoint] of golden.slice(0, 2).entries()) {
    const signed = await signing.seal(checkpoint);
    for (const { what, mutant } of mutations(signed, at)) {
      if (canonical(mutant) === canonical(signed)) continue;
      const { value: forged } = attempt(() => resealed(mutant));
      for (const each of [mutant, forged ?? mutant]) {
        // Put back as it was: of the digest alone no change is left.
        if (canonical(each) === canonical(signed)) continue;
        changes++;
        await assert.rejects(signing.open(each), isRefusal, what);
      }
    }
  }
  assert.ok(changes > 3_000, `${changes}`);
});

test('with a digest that fits and no key: refused, or a history that can be told; the page is as it was, and nothing hangs', () => {
  const counts = { refused: 0, read: 0 };
  let slowest = { ms: 0 };
  for (const [at, checkpoint] of golden.slice(3).entries())
    for (const { what, mutant } of mutations(checkpoint, 100 + at)) {
      const began = performance.now();
      const { value: fields, error } = attempt(() => readCheckpoint(resealed(mutant)));
      if (error) assert.ok(isRefusal(error), `${what}: ${error.stack}`);
      else
        for (const standing of ['under-way', 'pending', 'ended', 'diverged']) new Journal(fields.journal).records(fields.runId, standing);
      counts[error ? 'refused' : 'read']++;
      const ms = performance.now() - began;
      if (ms > slowest.ms) slowest = { ms, what };
      untouched();
    }
  assert.ok(counts.refused > 4_000 && counts.read > 500, JSON.stringify(counts));
  assert.ok(slowest.ms < 5_000, JSON.stringify(slowest));
});

const storeOf = record => ({ load: async () => record, list: async () => [record], save: async () => true, delete: async () => true });

/** A record under way whose holder is gone, and of that what was appended; what a forger changes is sealed anew. */
async function abandoned(checkpoint) {
  const decided = checkpoint.journal.filter(({ e }) => e === 'decided').map(({ seq }) => seq);
  const { seq } = checkpoint.journal.find(({ e, verdict, seq }) => e === 'judged' && verdict === 'ask' && !decided.includes(seq));
  const batches = [];
  for (const steps of [
    [
      { e: 'decided', seq, decision: 'approve', at: 1e12 },
      ...(checkpoint.mode === 'collect' ? [{ e: 'began' }] : []),
      { e: 'started', seq, at: 1e12 },
    ],
    [{ e: 'settled', seq, state: 'fulfilled', value: '{"deleted":2}', at: 1e12 }],
  ])
    batches.push(await new Signing().batch(steps, batches.at(-1) ?? linkOf(checkpoint)));
  return { ...checkpoint, claim: { by: 'run-gone', until: 1 }, journal: [...checkpoint.journal, ...batches] };
}

async function resealedRecord(mutant) {
  const { claim, journal, ...rest } = mutant;
  if (!Array.isArray(journal)) return mutant;
  const first = journal.findIndex(isBatch);
  const base = resealed({ ...rest, journal: first < 0 ? journal : journal.slice(0, first) });
  const batches = [];
  for (const batch of first < 0 ? [] : journal.slice(first))
    batches.push(
      Array.isArray(batch?.steps) ? { ...batch, ...(await new Signing().batch(batch.steps, batches.at(-1) ?? linkOf(base))) } : batch,
    );
  return { ...base, journal: [...base.journal, ...batches], ...(claim === undefined ? {} : { claim }) };
}

const functions = Object.fromEntries(['list', 'count', 'when', 'note', 'wipe', 'fail'].map(name => [name, () => 1]));
const marked = { approval: true, execute: () => 1 };

test('a sandbox that is handed one, or finds it in its store: an outcome or a SandboxError, never anything else', async t => {
  const previous = globalThis.reportError;
  globalThis.reportError = error => assert.ok(SandboxError.is(error, 'CheckpointInvalid'), `${error}`);
  t.after(() => {
    globalThis.reportError = previous;
  });
  const counts = {};
  for (const [at, checkpoint] of golden.entries())
    for (const { what, mutant } of mutations(checkpoint, 200 + at)) {
      const { value: forged, error } = attempt(() => resealed(mutant));
      if (error) continue;
      // A sandbox is made for those that are read, and a sample of the others.
      const refused = attempt(() => readCheckpoint(forged)).error !== undefined;
      if (at % 4 !== 1 || (refused && what.length % 16 !== 0)) continue;
      const store = {
        ...memoryStore(),
        list: async () => [forged],
        save: async () => true,
        load: async id => (id === 'elsewhere' ? undefined : forged),
      };
      const all = { ...functions, add: { execute: () => 3, positional: true }, records: { delete: marked }, mail: { send: marked } };
      const program = (request, { say }) => say(request.journal.length % 2 ? completed() : finish({ status: 'pending' }));
      const { sandbox } = sandboxOf(program, { functions: all, store, warm: 0 });
      const owner = typeof forged.owner === 'string' ? { owner: forged.owner } : {};
      const attempts = [
        () => sandbox.pending(owner),
        () => sandbox.resume(forged, { approve: [] }, owner),
        () => sandbox.resume(forged, { all: 'reject' }, owner),
        () => sandbox.resume(String(forged.runId), { approve: [`${forged.runId}.1`] }, owner),
        () => sandbox.discard(String(forged.runId), owner),
      ];
      for (const attempted of attempts) {
        const outcome = await attempted().then(
          value => value?.status ?? 'listed',
          failure => {
            assert.ok(SandboxError.is(failure), `${what}: ${failure?.stack}`);
            return failure.name;
          },
        );
        counts[outcome] = (counts[outcome] ?? 0) + 1;
      }
      await sandbox.dispose();
      untouched();
    }
  assert.ok(counts.listed > 300 && counts.CheckpointInvalid > 50, JSON.stringify(counts));
});

test('a record under way that was changed in the store, sealed anew: read as an interrupted run, or refused and reported', async t => {
  const previous = globalThis.reportError;
  const reported = [];
  globalThis.reportError = error => reported.push(error);
  t.after(() => {
    globalThis.reportError = previous;
  });
  const counts = { listed: 0, reported: 0 };
  for (const checkpoint of golden.filter(({ metadata }) => !metadata).slice(0, 2)) {
    const record = await abandoned(checkpoint);
    assert.equal((await new Records(storeOf(record)).waiting(undefined, assert.fail)).length, 1);
    for (const { what, mutant } of mutations(record, 300)) {
      const forged = await resealedRecord(mutant).catch(() => mutant);
      reported.length = 0;
      const records = new Records(storeOf(forged));
      const found = await records.waiting(undefined, error => reported.push(error));
      for (const error of reported) assert.ok(isRefusal(error), `${what}: ${error.stack}`);
      counts.listed += found.length;
      counts.reported += reported.length;
      await records.find(forged.runId).catch(error => assert.ok(SandboxError.is(error), `${what}: ${error.stack}`));
      untouched();
    }
  }
  assert.ok(counts.listed > 100 && counts.reported > 500, JSON.stringify(counts));
});
