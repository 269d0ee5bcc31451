/*
 * Owns the proof that the card's declarations name the element to JSX where React's types are, and stand by themselves where they are not: in an app outside of
 * the checkout, declarations checked.
 */
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../scripts/lib/places.mjs';
import { installed } from './kit.mjs';

const app = installed();
const bring = name => cpSync(join(root, 'node_modules', name), join(app, 'node_modules', name), { recursive: true });
bring('@standard-schema/spec');

const options =
  '--noEmit --strict --skipLibCheck false --module esnext --moduleResolution bundler --target es2022 --lib es2023,dom,dom.iterable --jsx react-jsx';

function compiles(file, text) {
  writeFileSync(join(app, file), text);
  for (const compiler of ['typescript', 'typescript-6']) {
    const tsc = join(root, 'node_modules', compiler, 'bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...options.split(' '), file], { cwd: app, encoding: 'utf8' });
    assert.equal(status, 0, `${compiler}: ${stdout}`);
  }
}

test('without React nothing is missing', () => {
  compiles('plain.ts', "import { askInDialog } from 'countersign/card';\nexport const asks: typeof askInDialog = askInDialog;\n");
});

test('with React it is an element of JSX, with its properties and no others', () => {
  bring('@types/react');
  bring('csstype');
  compiles(
    'app.tsx',
    `import type { CountersignCard } from 'countersign/card';
import { createRef } from 'react';
const ref = createRef<CountersignCard>();
export const card = <countersign-card ref={ref} modal className="x" words={{ approve: 'Ja' }} functions={{ f: () => 1 }} />;
// @ts-expect-error no such property
export const wrong = <countersign-card modall />;
`,
  );
});
