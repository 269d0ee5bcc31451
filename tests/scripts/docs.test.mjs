/*
 * Owns the promises between the pages of the docs: what a shipped page points at is shipped, a rule that is named is written down, and the sizes
 * in the README are those of what was built.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { root } from '../../scripts/lib/places.mjs';

const [{ files }] = JSON.parse(
  execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
);
const shipped = new Set(files.map(({ path }) => path));
const pages = [...shipped].filter(path => path.endsWith('.md'));
const textOf = page => readFileSync(join(root, page), 'utf8');
/** What stands in code is no link, and no rule. */
const proseOf = page =>
  textOf(page)
    .replaceAll(/^```.*?^```$/gms, '')
    .replaceAll(/`` .*? ``|`[^`\n]*`/g, code => (/\.md`$/.test(code) ? code : ''));

/** Where a page points: its links, and the other pages it names. */
function pointsAt(page) {
  const prose = proseOf(page);
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target).filter(target => !/^[a-z]+:/.test(target));
  const named = [...prose.matchAll(/(?<![\w/.-])(?:docs\/)?[\w-]+\.md\b/g)].map(([name]) => name);
  const beside = links.map(link => {
    const [path, anchor] = link.split('#');
    return { path: path ? normalize(join(dirname(page), path)) : page, anchor };
  });
  return [
    ...beside,
    ...named.map(name => ({
      path: name.startsWith('docs/') ? name : ([join(dirname(page), name), name].find(path => shipped.has(path)) ?? name),
    })),
  ];
}

const anchorsOf = page =>
  [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

test('what a shipped page points at is shipped', () => {
  assert.ok(pages.length > 5 && pages.includes('README.md') && pages.includes('docs/collect.md'));
  const lost = pages.flatMap(page =>
    pointsAt(page)
      .filter(({ path, anchor }) => !shipped.has(path) || (anchor !== undefined && !anchorsOf(path).includes(anchor)))
      .map(({ path, anchor = '' }) => `${page} -> ${path}${anchor && `#${anchor}`}`),
  );
  assert.deepEqual(lost, []);
});

test('a rule that a page names is in docs/rules.md, and the page says where', () => {
  const known = new Set([...textOf('docs/rules.md').matchAll(/^\| ([A-Z]\d+) \|/gm)].map(([, rule]) => rule));
  assert.equal(known.size, 4 + 1 + 5 + 9 + 14 + 11);
  for (const page of pages.filter(page => page !== 'docs/rules.md' && page !== 'docs/observations.md')) {
    const named = [...proseOf(page).matchAll(/\b[MDPCRK]\d{1,2}\b/g)].map(([rule]) => rule);
    assert.deepEqual([page, named.filter(rule => !known.has(rule))], [page, []]);
    if (named.length > 0) assert.match(textOf(page), /rules\.md/, `${page} names rules and does not say where they are`);
  }
});

test('the README’s sizes are about those of the engine', { skip: !existsSync(join(root, 'pkg/countersign_bg.wasm')) }, () => {
  const engine = readFileSync(join(root, 'pkg/countersign_bg.wasm'));
  const readme = textOf('README.md').replaceAll('\n', ' ');
  const said = /about ([\d.]+) MB, of which a server sends ([\d.]+) MB with gzip/.exec(readme);
  const measured = [engine.length, gzipSync(engine, { level: 9 }).length];
  for (const [at, bytes] of measured.entries()) {
    const ratio = bytes / (Number(said?.[at + 1]) * 1e6);
    assert.ok(Math.abs(ratio - 1) < 0.15, `README: ${said?.[at + 1]} MB; measured ${(bytes / 1e6).toFixed(1)} MB`);
  }
});

test('llms.txt names every page for users, and no page that is not there', () => {
  const named = [...textOf('llms.txt').matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path);
  const ofBuilders = ['docs/dependencies.md', 'docs/developing.md', 'ARCHITECTURE.md', 'CHANGELOG.md'];
  assert.deepEqual([...named].sort(), pages.filter(page => !ofBuilders.includes(page)).sort());
});
