/*
 * Owns the proof that docs/card.md is true: its examples run and log what they say, and its tables name every custom property and part there is.
 */
import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { blocksOf } from '../../scripts/lib/examples.mjs';
import { root } from '../../scripts/lib/places.mjs';
import { pageTest } from './harness.mjs';

const imported = text =>
  text.replaceAll(
    /^import (\{.*\}) from 'countersign(\/card)?';$/gm,
    (_, names, entry) => `const ${names} = await import('/pkg/${entry ? 'card' : 'index'}.js');`,
  );

const [scene, ...others] = blocksOf('docs/card.md').map(imported);
const readmeCard = blocksOf('README.md')
  .find(text => text.includes('countersign/card'))
  .replace("'countersign/card'", "'/pkg/card.js'");

/** Approves whatever is asked, as soon as a press counts. */
const person = `setInterval(() => {
  for (const element of document.querySelectorAll('countersign-card')) {
    const card = element.shadowRoot?.querySelector('.card[data-armed]');
    card?.querySelector('.group .many .approve')?.click();
    card?.querySelector('.foot .primary:enabled')?.click();
  }
}, 50);`;

const run = (page, scene, blocks) =>
  page.evaluate(`(async () => {
    ${person}
    const logged = [];
    const text = value => (typeof value === 'string' ? value : JSON.stringify(value));
    const console = { log: (...values) => logged.push(values.map(text).join(' ')) };
    ${scene}
    ${blocks.map(block => `{ ${block} }`).join('\n')}
    return logged;
  })()`);

pageTest('the lines of docs/card.md log what it says', async page => {
  const expected = [...[scene, ...others].join('\n').matchAll(/^\s*console\.log\(.*\); \/\/ → (.*)$/gm)].map(([, line]) => line);
  assert.ok(expected.length >= 5);
  assert.deepEqual(await run(page, scene, others), expected);
});

pageTest('the README’s card runs', async page => {
  const records = `const { createSandbox, SandboxError } = await import('/pkg/index.js');
    const sandbox = createSandbox({ functions: { records: { list: async () => [{ id: 1 }, { id: 2 }], delete: { approval: true, execute: async ({ id }) => id } } } });`;
  const [logged] = await run(page, records, [readmeCard]);
  assert.match(logged, /^completed .*"fulfilled".*"fulfilled".*"fulfilled"/);
});

const sources = readdirSync(`${root}js/card-element`).map(name => readFileSync(`${root}js/card-element/${name}`, 'utf8'));
const page = readFileSync(`${root}docs/card.md`, 'utf8');
const named = (text, pattern) => [...new Set([...text.matchAll(pattern)].map(([, name, other]) => name ?? other))].sort();

test('docs/card.md gives the size of the file as it is', () => {
  const file = readFileSync(`${root}pkg/card.js`);
  const said = /about (\d+) kB, of which a server sends (\d+) kB/.exec(page);
  for (const [at, bytes] of [file.length, brotliCompressSync(file).length].entries()) {
    assert.ok(Math.abs(bytes / (Number(said[at + 1]) * 1_000) - 1) < 0.15, `${said[at + 1]} kB; measured ${bytes} bytes`);
  }
});

test('on a server the import does nothing, and works', async () => {
  assert.equal(typeof globalThis.HTMLElement, 'undefined');
  const { askInDialog, CountersignCard, isLater } = await import('../../pkg/card.js');
  assert.deepEqual([typeof askInDialog, typeof CountersignCard, isLater('pause')], ['function', 'function', true]);
});

test('docs/card.md names every custom property, and no other', () => {
  // Colours stand in a table: each has two values.
  const there = named(sources.join('\n'), /var\(--countersign-([a-z-]+)|^ {2}'?([a-z-]+)'?: \['#/gm);
  const table = page.split('| property |')[1].split('| parts |')[0];
  assert.ok(there.length > 15);
  assert.deepEqual(named(table, /`--countersign-([a-z-]+)`/g), there);
});

pageTest('docs/card.md names every part, and no other', async page_ => {
  const there = await page_.evaluate(async () => {
    await import('/pkg/card.js');
    const parts = new Set();
    const collect = root => {
      for (const element of root.querySelectorAll('[part]')) for (const part of element.part) parts.add(part);
    };
    const call = (seq, more) => ({
      callId: `run.${seq}`,
      seq,
      fn: 'f',
      line: 1,
      state: 'undecided',
      input: { a: 'p\u0430y\u200b', b: '1', c: new Date(), long: 'x'.repeat(100) },
      ...more,
    });
    const full = { description: 'd', summary: 's', sideEffects: ['e'], error: { name: 'E', message: 'm' } };
    for (const calls of [[call(1, full)], [call(1, { ...full, state: 'unknown' }), call(2, full), call(3), call(4, { fn: 'g' })]]) {
      for (const press of ['', '.exact', 'Reject…', 'Give a value…']) {
        const element = document.createElement('countersign-card');
        document.body.append(element);
        element.ask(calls.length === 1 ? calls[0] : calls, { note: 'n', respond: true });
        await new Promise(done => setTimeout(done, 450));
        const root = element.shadowRoot;
        collect(root);
        for (const button of root.querySelectorAll('.tools button')) button.click();
        [...root.querySelectorAll('.foot button')].find(({ textContent }) => textContent === press)?.click();
        collect(root);
        element.remove();
      }
    }
    return [...parts].sort();
  });
  const table = page.split('| parts |')[1].split('Keep `sign`')[0];
  const rows = table.split('\n').map(row => row.split('|')[1] ?? '');
  assert.deepEqual(named(rows.join('\n'), /`([a-z-]+)`/g), there);
});
