/*
 * Owns the sizes: each file that is shipped, and what an app's bundle grows by, has a budget in budgets.json with its reason. What must hold: a file without
 * a budget fails, and so does a budget that is far too large, so that the figures stay those of the package.
 */
import { strict as assert } from 'node:assert';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build } from 'esbuild';
import { root } from '../../scripts/lib/places.mjs';
import { shipped } from './kit.mjs';

const budgets = JSON.parse(readFileSync(new URL('./budgets.json', import.meta.url), 'utf8'));

const compressed = promisify(brotliCompress);

/** As servers compress what they keep compressed; at a quality that does not take long, unless the budget says at which. */
async function brotli(bytes, quality = 9) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 22 };
  return (await compressed(bytes, { params })).length;
}

async function contentOf({ file, bundle }) {
  if (!bundle) return readFileSync(join(root, file));
  const stdin = { contents: bundle, resolveDir: root };
  const { outputFiles } = await build({
    stdin,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    absWorkingDir: root,
  });
  return outputFiles[0].contents;
}

for (const budget of budgets.filter(({ file }) => file !== '*')) {
  test(`${budget.file ?? budget.bundle} keeps to its budget`, async () => {
    const content = await contentOf(budget);
    const size = { raw: content.length, brotli: await brotli(content, budget.quality) };
    for (const kind of ['raw', 'brotli']) {
      const said = `${kind}: ${size[kind]} bytes, budget ${budget[kind]}`;
      assert.ok(size[kind] <= budget[kind], `${said}. Find what grew; if it is worth it, say why in budgets.json`);
      assert.ok(budget[kind] < 500 || size[kind] > budget[kind] * 0.75, `${said}: it has shrunk; lower the budget`);
    }
  });
}

test('every file of pkg/ has a budget, with a reason, and the package as a whole keeps to its own', () => {
  const budgeted = budgets.map(({ file }) => file);
  assert.deepEqual(
    shipped.filter(path => path.startsWith('pkg/') && !budgeted.includes(path)),
    [],
  );
  for (const { why } of budgets) assert.ok(why.length > 15);
  const whole = shipped.reduce((sum, path) => sum + statSync(join(root, path)).size, 0);
  const { raw } = budgets.find(({ file }) => file === '*');
  assert.ok(whole <= raw && whole > raw * 0.75, `unpacked ${whole} bytes, budget ${raw}`);
});
