/*
 * Owns the proof that THIRD_PARTY_NOTICES names everybody whose work is shipped: by cargo's own list of what is linked, and by what esbuild noted in
 * the bundles, and that it is the text of today's dependencies.
 */
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bundledNames, notices } from '../../scripts/lib/notices.mjs';
import { root, wasmTarget } from '../../scripts/lib/places.mjs';
import { ask } from '../../scripts/lib/run.mjs';
import { shipped } from './kit.mjs';

const text = readFileSync(join(root, 'THIRD_PARTY_NOTICES'), 'utf8');
const names = name => text.includes(`\n${name} `);

test('every crate that is linked into the engine is named', () => {
  const tree = ask('cargo', [
    'tree',
    '--edges',
    'no-build,no-dev,no-proc-macro',
    '--target',
    wasmTarget,
    '--prefix',
    'none',
    '--format',
    '{p}',
  ]);
  const crates = [...new Set(tree.split('\n').map(line => line.split(' ')[0]))].filter(name => name && name !== 'countersign');
  assert.ok(crates.length > 100 && crates.includes('boa_engine') && crates.includes('oxc_parser'), `${crates.length}`);
  assert.deepEqual(
    crates.filter(name => !names(name)),
    [],
  );
});

test('every npm package that is bundled is named, and the notices are shipped', () => {
  const packages = bundledNames();
  for (const known of ['devalue', 'idb', '@noble/hashes', '@cfworker/json-schema']) assert.ok(packages.includes(known), known);
  assert.deepEqual(
    packages.filter(name => !names(name)),
    [],
  );
  assert.ok(shipped.includes('THIRD_PARTY_NOTICES'));
});

test('it is what `npm run notices` writes', () => {
  assert.ok(text === notices(), 'the dependencies have changed: run `npm run notices`, and look at what it changes');
});
