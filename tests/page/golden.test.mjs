/*
 * Owns the proof that checkpoints of every version stay readable, or are refused by name (K11): each golden file is resumed, and comes to its verdict.
 */
import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { accepted, records, refused } from '../../scripts/lib/golden-cases.mjs';
import { root } from '../../scripts/lib/places.mjs';
import { inPage } from './harness.mjs';

const folder = `${root}tests/fixtures/checkpoints`;
const names = readdirSync(folder).map(file => file.replace(/\.json$/, ''));

test('each case has its file', () => {
  assert.deepEqual(
    [accepted, records, refused].flatMap(cases => Object.keys(cases)).filter(name => !names.includes(name)),
    [],
    'make them: node scripts/golden.mjs',
  );
});

for (const name of names) {
  const { verdict, ...golden } = JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'));
  inPage(
    `${name}: ${golden.what}`,
    async ({ countersign, equal, load, data }) => {
      const { verdictOf } = await load('/tests/page/golden-kit.js');
      // As text: `__proto__` in a literal would mean something else.
      equal(await verdictOf(countersign, JSON.parse(data.golden)), JSON.parse(data.verdict));
    },
    { data: { golden: JSON.stringify(golden), verdict: JSON.stringify(verdict) } },
  );
}
