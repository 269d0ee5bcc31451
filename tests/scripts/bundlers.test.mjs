/*
 * Owns the promise that docs/bundlers.md shows the files that `npm run bundlers` tries, letter by letter, and all that somebody would have to write. UPDATE_DOCS=1 writes them.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../scripts/lib/places.mjs';
import { apps, recipes } from '../../scripts/lib/recipes.mjs';

const page = 'docs/bundlers.md';
const read = path => readFileSync(join(root, path), 'utf8');
const quote = /^`(examples\/bundlers\/[^`]+)`:\n\n```javascript\n([\s\S]*?)```$/gm;

test('each quoted file is the one that is tried', () => {
  const text = read(page);
  const fresh = text.replace(quote, (_, path) => `\`${path}\`:\n\n\`\`\`javascript\n${read(path)}\`\`\``);
  if (process.env.UPDATE_DOCS === '1') writeFileSync(join(root, page), fresh);
  else assert.equal(text, fresh, 'UPDATE_DOCS=1 node --test tests/scripts/bundlers.test.mjs writes them');
  assert.ok([...text.matchAll(quote)].length >= 5);
});

test('every configuration is quoted, and every bundler is in the table', () => {
  const quoted = [...read(page).matchAll(quote)].map(([, path]) => path.replace('examples/bundlers/', ''));
  const own = recipes.flatMap(({ folder }) =>
    readdirSync(join(root, 'examples/bundlers', folder))
      .filter(name => /\.m?js$/.test(name) && name !== 'main.js')
      .map(name => `${folder}/${name}`),
  );
  assert.deepEqual(
    own.filter(path => !quoted.includes(path)),
    [],
  );
  for (const { name, ways } of recipes)
    for (const { way } of ways) assert.match(read(page), new RegExp(`^\\| ${name} [\\d.]+ \\| ${way} \\|`, 'm'), `${name}, ${way}`);
});

test('the app is the same with each bundler', () => {
  const apps = recipes.filter(({ folder }) => folder !== 'next').map(({ folder }) => read(`examples/bundlers/${folder}/main.js`));
  assert.equal(new Set(apps).size, 1);
});

test('each example that is an app says how to run it: two commands, with the tarball of this version', () => {
  const { name, version } = JSON.parse(read('package.json'));
  for (const from of new Set(apps.map(app => app.from))) {
    const [, commands] = /```sh\n([\s\S]*?)```/.exec(read(`${from}/README.md`));
    const [install, start, ...more] = commands.trim().split('\n');
    assert.deepEqual([install, more], [`npm install ../../${name}-${version}.tgz`, []], from);
    const script = /^npm (?:run )?(\w+)$/.exec(start)[1];
    assert.ok(JSON.parse(read(`${from}/package.json`)).scripts[script], `${from}: ${start}`);
  }
});

test('what React apps have of the card is the same in each example', () => {
  const plain = text =>
    text.replaceAll(/: Asked|<CountersignCard>|\?(?=\.(?:ask|then))|^(?:import type|type) .*\n|type CountersignCard, /gm, '');
  const next = plain(read('examples/next/app/card.tsx')).replace("'./sandbox'", "'./sandbox.js'");
  assert.equal(next.replaceAll(/\n{2,}/g, '\n'), plain(read('examples/vite-react/card.jsx')).replaceAll(/\n{2,}/g, '\n'));
});
