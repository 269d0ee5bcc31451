/*
 * Tests that random programs come to the same here and in the other engine. `SEEDS=5000 node --test tests/peer/random.test.mjs` tries more of them, `FROM=777`
 * others: a failure names the seed.
 */
import { strict as assert } from 'node:assert';
import { after, test } from 'node:test';
import { createSandbox } from '../../pkg/node.js';
import { differences, shown, words } from './both.mjs';
import { runThere } from './peer.mjs';
import { statements, written } from './random.mjs';

const seeds = Number(process.env.SEEDS ?? 200);
const from = Number(process.env.FROM ?? 1);
const atOnce = 100;

const sandbox = createSandbox({ maxWorkers: 2, warm: 2 });
after(() => sandbox.dispose());

const program = seed => ({ name: `seed ${seed}`, code: written(statements(seed)) });

test(`${seeds} random programs`, { timeout: 60_000 + seeds * 500 }, async () => {
  for (let first = from; first < from + seeds; first += atOnce) {
    const programs = Array.from({ length: Math.min(atOnce, from + seeds - first) }, (_, at) => program(first + at));
    const found = await differences(sandbox, programs, 20);
    assert.equal(found.length, 0, `${found.length} of the seeds from ${first} differ\n${found.map(shown).join('\n')}`);
  }
});

test('random programs do something', { timeout: 60_000 }, async () => {
  const came = (await runThere(Array.from({ length: 100 }, (_, seed) => program(seed)))).map(words);
  assert.ok(new Set(came).size > 95, `only ${new Set(came).size} of 100 come to something of their own`);
  assert.ok(
    came.every(text => text.includes('\nreturns ')),
    'each reaches its end',
  );
  const lines = came.map(text => text.split('\n').length).sort((a, b) => a - b);
  assert.ok(lines[50] > 15, `half of them log ${lines[50]} lines at most`);
});
