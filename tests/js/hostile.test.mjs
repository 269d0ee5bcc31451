import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { canonical } from '../../js/canonical.ts';
import { readCheckpoint } from '../../js/checkpoint.ts';
import { SandboxError } from '../../js/errors.ts';
import { Journal } from '../../js/journal.ts';
import { contentOf, digestOf } from '../../js/seal.ts';
import { Signing } from '../../js/signing.ts';
import { memoryStore } from '../../js/store/memory.ts';
import { mutations } from './mutate.mjs';
import { completed, finish, sandboxOf } from './sandbox-kit.mjs';

const folder = `${process.cwd()}/tests/fixtures/checkpoints`;
const golden = readdirSync(folder)
  .map(file => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')))
  .filter(({ verdict }) => verdict.accepted)
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
  for (const [at, checkpoint] of golden.slice(0, 5).entries())
    for (const { what, mutant } of mutations(checkpoint, at)) {
      if (canonical(mutant) === canonical(checkpoint)) continue;
      changes++;
      const { error } = attempt(() => readCheckpoint(mutant));
      assert.ok(isRefusal(error), `${what}: ${error}`);
    }
  assert.ok(changes > 4_000, `${changes}`);
});

test('with a key, every change is refused, whatever digest it is given', async () => {
  let changes = 0;
  for (const [at, checkpoint] of golden.slice(0, 3).entries()) {
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
  for (const [at, checkpoint] of golden.entries())
    for (const { what, mutant } of mutations(checkpoint, 100 + at, { rich: at === 1 })) {
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
  assert.ok(counts.refused > 5_000 && counts.read > 500, JSON.stringify(counts));
  assert.ok(slowest.ms < 1_000, JSON.stringify(slowest));
});

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
      if (at % 2 === 0 || (refused && what.length % 16 !== 0)) continue;
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
  assert.ok(counts.listed > 500 && counts.CheckpointInvalid > 100, JSON.stringify(counts));
});
