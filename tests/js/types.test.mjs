import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cases, positional } from './types-cases.mjs';
import { COMPILERS, complaints, programOf } from './types-kit.mjs';

test('JSON Schema: a call compiles where the schema takes it, and does not where it refuses it', async () => {
  const files = {};
  for (const [at, each] of [...cases, ...positional].entries()) files[`case${at}.ts`] = `// ${each.name}\n${await programOf(each)}`;
  for (const typescript of COMPILERS) assert.equal(complaints(typescript, 'types-json', files), '');
});
