/* docs/checkpoint-format.md says what js/checkpoint.ts reads: the same fields, in the same order, of the same shapes. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CHECKPOINT_VERSION, FORMAT } from '../../js/checkpoint.ts';

const page = readFileSync('docs/checkpoint-format.md', 'utf8');

/** The table after a heading: `{ name, optional, shape }` for each row; undefined where the section has none. */
function tableAfter(heading, from = page) {
  const start = from.indexOf(`\n${heading}\n`);
  assert.ok(start >= 0, `docs/checkpoint-format.md has no heading ${heading}`);
  const section = from.slice(start + heading.length + 2).split(/\n#+ /)[0];
  const rows = [...section.matchAll(/^\| `(\w+)(\??)` \| (.*?) \| .*\|$/gm)];
  return rows.map(([, name, mark, shape]) => ({ name, optional: mark === '?', shape }));
}

/** As a refusal words it, which is all a check tells of itself. */
function inWords({ check }) {
  const [, what] = /^at(?:\.e)?: expected (.*); this is /.exec(check(Symbol('none of it'), 'at')) ?? [];
  return what;
}

const told = shape => Object.entries(shape).map(([name, field]) => ({ name, optional: field.optional === true, shape: inWords(field) }));

test('each field of a checkpoint is on the page, as it is read', () => {
  assert.deepEqual(tableAfter('## Fields'), told(FORMAT.fields));
  assert.deepEqual(tableAfter('### Functions'), told(FORMAT.functions));
  assert.deepEqual(tableAfter('### Limits'), told(FORMAT.limits));
  assert.deepEqual(tableAfter('### Stats'), told(FORMAT.stats));
  assert.deepEqual(tableAfter('### Errors'), told(FORMAT.errors));
  assert.deepEqual(tableAfter('## Records in a store'), told(FORMAT.ended));
});

test('each kind of entry is on the page, as it is read, and no other', () => {
  for (const [kind, shape] of Object.entries(FORMAT.entries)) assert.deepEqual(tableAfter(`### \`${kind}\``), told(shape), kind);
  const headings = [...page.matchAll(/^### `(\w+)`$/gm)].map(([, kind]) => kind);
  assert.deepEqual(headings, Object.keys(FORMAT.entries));
});

test('the page is of the version that is written, and there are golden files of it', () => {
  assert.match(page, new RegExp(`^# The checkpoint, version ${CHECKPOINT_VERSION}\n`));
  assert.ok(readdirSync('tests/fixtures/checkpoints').some(name => name.startsWith(`v${CHECKPOINT_VERSION}-`)));
});
