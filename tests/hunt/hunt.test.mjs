/*
 * Tests that hostile code ends by a name within its limits, and that the next run works. `SEEDS=20000 node --test tests/hunt/hunt.test.mjs` tries more of it,
 * `FROM=777` other: a find names its seed, and `node tests/hunt/show.mjs SEED` shows the code.
 */
import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { huntSeeds } from './parent.mjs';

const seeds = Number(process.env.SEEDS ?? 150);
const from = Number(process.env.FROM ?? 1);

test(`${seeds} hostile inputs`, { timeout: 120_000 + seeds * 2_000 }, async () => {
  const { finds, counts } = await huntSeeds(from, seeds, find => seeds > 1000 && console.error(JSON.stringify(find)));
  assert.deepEqual(finds, []);
  assert.equal(
    Object.values(counts).reduce((sum, count) => sum + count, 0),
    seeds,
  );
});
