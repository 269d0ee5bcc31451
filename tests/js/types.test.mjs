import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { functionsFrom, toIdentifier } from '../../js/foreign.ts';
import { buildTable } from '../../js/functions.ts';
import { createSandbox } from '../../js/sandbox.ts';
import { cases, positional } from './types-cases.mjs';
import { COMPILERS, complaints, expression, programOf, taken } from './types-kit.mjs';
import { libraries } from './types-libraries.mjs';

const toolSets = new URL('../../tests/fixtures/tools/', import.meta.url);

/** What the schemas' tests leave for the compilers, which take their time: one program for all. */
const files = {};

for (const [what, all] of Object.entries({ json: cases, positional, libraries })) {
  test(`${what}: the schema takes what is good and refuses what is bad`, async () => {
    for (const [at, each] of all.entries()) files[`${what}-${at}.ts`] = `// ${each.name}\n${await programOf(each)}`;
  });
}

test('tool sets of five real projects: the schemas take what is good and refuse what is bad', async () => {
  const all = {};
  const names = readdirSync(toolSets).filter(name => name.endsWith('.json'));
  assert.equal(names.length, 5);
  for (const file of names) {
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
    files[`tools-${file.replace('.json', '.ts')}`] = `${createSandbox({ functions }).describe()}\n${lines.join('\n')}\nexport {};\n`;
    Object.assign(all, functions);
  }
  // A script, so that what it declares stands beside everything a browser has.
  files['tools-all.ts'] = createSandbox({ functions: all }).describe();
});

for (const typescript of COMPILERS) {
  test(`${typescript}: what is good compiles, what is bad does not`, () => {
    assert.ok(Object.keys(files).length > 140);
    // That a complaint is heard.
    files['wrong.ts'] = 'declare function f(input: string): Promise<unknown>;\nvoid f(1);\nexport {};\n';
    assert.match(complaints(typescript, 'types', files), /^wrong\.ts\(2,8\): error TS2345: .*$/);
  });
}

test('the text is the same each time, whatever a library counts', () => {
  const texts = [0, 1].map(() =>
    [...cases, ...libraries].map(({ schema }) => createSandbox({ functions: { f: { execute: () => 1, inputSchema: schema } } }).describe()),
  );
  assert.deepEqual(texts[0], texts[1]);
  // arktype and zod number what has no name.
  for (const text of texts[0]) assert.doesNotMatch(text, /(?:intersection|union|schema|alias)\d/i);
});
