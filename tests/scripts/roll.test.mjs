/* Rolling declarations into one file: what is kept, what is hidden, and what is refused. */
import { strict as assert } from 'node:assert';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { roll } from '../../scripts/lib/types.mjs';

const place = mkdtempSync(join(tmpdir(), 'countersign-roll-'));
after(() => rmSync(place, { recursive: true }));

let cases = 0;

function rolled(files) {
  cases += 1;
  for (const [name, text] of Object.entries(files)) {
    const path = join(place, String(cases), `${name}.d.ts`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return roll(join(place, String(cases), 'index.d.ts'));
}

test('what is exported is there with its comment, what it names is there unexported, the rest is not', () => {
  const text = rolled({
    index: "/*\n * Head.\n */\nexport type * from './api.js';\nexport { run } from './deep/run.js';\n",
    api: '/** Says what. */\nexport interface Result {\n    value: number;\n}\n',
    'deep/run': [
      "import type { Result } from '../api.js';",
      "import type { Schema, Unused } from 'a-package';",
      'interface Hidden {\n    schema: Schema;\n}',
      '/** Goes on\n * over lines;\n */\nexport declare function run(options: Hidden): Result;',
      'export declare function run(options: string): Result;',
      'export interface Inner {\n}\n',
    ].join('\n'),
  });
  assert.equal(
    text,
    [
      "import type { Schema } from 'a-package';",
      '/** Says what. */\nexport interface Result {\n    value: number;\n}',
      'interface Hidden {\n    schema: Schema;\n}',
      '/** Goes on\n * over lines;\n */\nexport declare function run(options: Hidden): Result;',
      'export declare function run(options: string): Result;',
      'export {};\n',
    ].join('\n'),
  );
});

test('a comment in the first column inside a type does not end the type', () => {
  const type = "export type A = 'x'\n/** Why. */\n | {\n    a: 1;\n};";
  assert.ok(rolled({ index: `${type}\n` }).includes(type));
});

test('two declarations of one name are refused only if both are needed', () => {
  const index = "export { a } from './a.js';\nexport { b } from './b.js';\n";
  const a = 'interface Same {\n    a: 1;\n}\nexport declare const a: Same;\n';
  assert.doesNotThrow(() => rolled({ index, a, b: 'interface Same {\n    b: 1;\n}\nexport declare const b: 1;\n' }));
  assert.throws(
    () => rolled({ index, a, b: 'interface Same {\n    b: 1;\n}\nexport declare const b: Same;\n' }),
    /Same is declared in both/,
  );
});

test('a form that is not known is refused', () => {
  for (const form of ["import { a as b } from './a.js';", "import A from 'a';", 'export default 1;', 'export type A = {']) {
    assert.throws(() => rolled({ index: `${form}\n`, a: 'export {};\n' }), /does not know this form/, form);
  }
});

test('what an entry adds to the global scope stays, with what it names; from another module it would be lost, so it is refused', () => {
  const globals = 'declare global {\n    interface HTMLElementTagNameMap {\n        "an-element": Element;\n    }\n}\n';
  const text = rolled({
    index: `import { Element } from './a.js';\n${globals}export {};\n`,
    a: 'export interface Element {\n    own: number;\n}\n',
  });
  assert.equal(text, `\ninterface Element {\n    own: number;\n}\n${globals}export {};\n`);
  assert.throws(() => rolled({ index: "export * from './a.js';\n", a: globals }), /does not know this form/);
});

test('what an entry adds to another module stays, with the comment that makes it stand without that module', () => {
  const added = "/** @ts-ignore: nothing to add to */\ndeclare module 'react' {\n    interface Elements {\n        an: Own;\n    }\n}\n";
  const own = 'interface Own {\n    own: number;\n}\n';
  assert.equal(rolled({ index: `${own}${added}export {};\n`, a: 'export {};\n' }), `\n${own}${added}export {};\n`);
});
