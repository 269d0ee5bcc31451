/*
 * Owns what a forged checkpoint can do to a real engine: nothing. Of those that are read (a digest that fits, and no key: tests/js/hostile.test.mjs) a sample is
 * resumed in real workers; each comes to an outcome or a SandboxError, the engine never breaks, and the page goes on.
 */
import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { root } from '../../scripts/lib/places.mjs';
import { load } from '../js/desk-kit.mjs';
import { mutations, picker } from '../js/mutate.mjs';
import { pageTest } from './harness.mjs';

const PER_FILE = Number(process.env.HOSTILE ?? 40);
const { readCheckpoint, contentOf, digestOf, merged, Signing } = await load('checkpoint', 'seal', 'appended', 'signing');
const folder = `${root}tests/fixtures/checkpoints`;

function sampleOf(checkpoint, seed) {
  const forged = [];
  for (const { what, mutant } of mutations(checkpoint, seed)) {
    try {
      const sealed = { ...mutant, digest: digestOf(contentOf(mutant)) };
      readCheckpoint(sealed);
      forged.push({ what, text: JSON.stringify(sealed) });
    } catch {
      // Refused: it never comes to a worker.
    }
  }
  const pick = picker(seed);
  while (forged.length > PER_FILE) forged.splice(pick(forged.length), 1);
  return forged;
}

for (const [at, file] of readdirSync(folder).entries()) {
  const { verdict, record, decisions, owner, ...golden } = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'));
  if (!verdict.accepted) continue;
  const { claim: _, ...left } = record ?? {};
  const checkpoint = golden.checkpoint ?? (await merged(left, new Signing())).checkpoint;
  pageTest(`forged from ${file}`, async (_page, { run }) => {
    const forged = sampleOf(checkpoint, Number(process.env.SEED ?? 1) + at);
    const outcomes = await run(
      async ({ countersign, data, equal, load }) => {
        const { withIds, world } = await load('/tests/page/golden-kit.js');
        // All are of one run; each is to be met as if it were the first.
        const store = { load: async () => undefined, save: async () => true, delete: async () => true, list: async () => [] };
        const sandbox = countersign.createSandbox({ ...world([]), store });
        const outcomes = [];
        const resume = async ({ what, text }) => {
          const forged = JSON.parse(text);
          const began = performance.now();
          const options = { limits: { timeoutMs: 1_000 }, ...(data.owner ? { owner: data.owner } : {}) };
          const outcome = await sandbox.resume(forged, withIds(data.decisions, forged.runId), options).then(
            result => (result.status === 'failed' ? `failed: ${result.error.name}: ${result.error.message}` : result.status),
            error => (countersign.SandboxError.is(error) ? `refused: ${error.name}` : `THREW ${error.stack}`),
          );
          outcomes.push({ what, outcome, ms: performance.now() - began });
        };
        const rest = [...data.forged];
        const workers = Array.from({ length: 3 }, async () => {
          for (let next = rest.pop(); next; next = rest.pop()) await resume(next);
        });
        await Promise.all(workers);
        equal({}.polluted, undefined);
        equal((await sandbox.run({ code: 'return (await list({})).length' })).value, 3, 'the next run works');
        await sandbox.dispose();
        return outcomes;
      },
      { forged, decisions, owner },
    );
    if (process.env.HOSTILE) console.log(outcomes.map(({ what, outcome }) => `${outcome.slice(0, 60)} ← ${what}`).join('\n'));
    assert.equal(outcomes.length, forged.length);
    assert.deepEqual(
      outcomes.filter(({ outcome }) => /THREW|EngineCrash/.test(outcome)),
      [],
    );
    assert.deepEqual(
      outcomes.filter(({ ms }) => ms > 10_000),
      [],
    );
  });
}
