import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { functionsFrom, toIdentifier } from '../../js/foreign.ts';
import { buildTable } from '../../js/functions.ts';
import { createSandbox } from '../../js/sandbox.ts';
import { cases, positional } from './types-cases.mjs';
import { COMPILERS, complaints, expression, programOf, taken } from './types-kit.mjs';
import { libraries } from './types-libraries.mjs';

test('JSON Schema: a call compiles where the schema takes it, and does not where it refuses it', async () => {
  const files = {};
  for (const [at, each] of [...cases, ...positional].entries()) files[`case${at}.ts`] = `// ${each.name}\n${await programOf(each)}`;
  for (const typescript of COMPILERS) assert.equal(complaints(typescript, 'types-json', files), '');
});

test('zod, valibot, arktype: the same, by what they say of themselves', async () => {
  const files = {};
  for (const [at, each] of libraries.entries()) files[`case${at}.ts`] = `// ${each.name}\n${await programOf(each)}`;
  for (const typescript of COMPILERS) assert.equal(complaints(typescript, 'types-libraries', files), '');
});

test('a compiler that complains is heard', () => {
  const text = 'declare function f(input: string): Promise<unknown>;\nvoid f(1);\nexport {};\n';
  for (const typescript of COMPILERS) assert.match(complaints(typescript, 'types-wrong', { 'a.ts': text }), /a\.ts\(2,8\): error TS2345/);
});

const toolSets = new URL('../../tests/fixtures/tools/', import.meta.url);

test('tool sets of five real projects: one text for all, which compiles with what the schemas take and without what they refuse', async () => {
  const files = {};
  const all = {};
  for (const file of readdirSync(toolSets).filter(name => name.endsWith('.json'))) {
    const { tools, good, bad } = JSON.parse(readFileSync(new URL(file, toolSets), 'utf8'));
    const functions = functionsFrom(tools, () => 1);
    const table = buildTable(functions);
    const lines = [];
    for (const { name } of tools) {
      const identifier = toIdentifier(name);
      assert.ok(good[name].length > 0 && bad[name].length > 0, name);
      for (const [values, fits] of [
        [good[name], true],
        [bad[name], false],
      ]) {
        for (const value of values) {
          assert.equal(await taken(table.get(identifier), value), fits, `${name} ${expression(value)}`);
          lines.push(`${fits ? '' : '// @ts-expect-error\n'}void ${identifier}(${expression(value)});`);
        }
      }
    }
    files[file.replace('.json', '.ts')] = `${createSandbox({ functions }).describe()}\n${lines.join('\n')}\nexport {};\n`;
    Object.assign(all, functions);
  }
  assert.equal(Object.keys(files).length, 5);
  // A script, so that what it declares stands beside everything a browser has.
  files['all.ts'] = createSandbox({ functions: all }).describe();
  for (const typescript of COMPILERS) assert.equal(complaints(typescript, 'types-tools', files), '');
});
