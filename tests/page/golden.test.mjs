/*
 * Owns the proof that checkpoints of every version stay readable, or are refused by name (K11): each golden file is resumed, and comes to its verdict.
 */
import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { accepted, refused } from '../../scripts/lib/golden-cases.mjs';
import { root } from '../../scripts/lib/places.mjs';
import { pageTest } from './harness.mjs';

const folder = `${root}tests/fixtures/checkpoints`;
const names = readdirSync(folder).map(file => file.replace(/\.json$/, ''));

test('each case has its file', () => {
  assert.deepEqual(
    [...Object.keys(accepted), ...Object.keys(refused)].filter(name => !names.includes(name)),
    [],
    'make them: node scripts/golden.mjs',
  );
});

for (const name of names) {
  const { verdict, ...golden } = JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'));
  pageTest(`${name}: ${golden.what}`, async (_page, { run }) => {
    // As text: `__proto__` in a literal would mean something else.
    const met = await run(async ({ countersign, data }) => {
      const { verdictOf } = await import('/tests/page/golden-kit.js');
      return verdictOf(countersign, JSON.parse(data));
    }, JSON.stringify(golden));
    assert.deepEqual(met, verdict);
  });
}
