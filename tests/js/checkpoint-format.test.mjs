/* docs/checkpoint-format.md says what js/checkpoint.ts reads: the same fields, in the same order, of the same shapes. */
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CHECKPOINT_VERSION, FORMAT } from '../../js/checkpoint.ts';
import { linkOf, Signing } from '../../js/signing.ts';

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

/** As the page says, written anew from that alone. */
const canonicalForm = value => {
  if (Array.isArray(value)) return `[${value.map(canonicalForm).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map(name => `${JSON.stringify(name)}:${canonicalForm(value[name])}`).join(',')}}`;
};
const sha256 = text => createHash('sha256').update(text).digest('hex');
const hmac = (key, ...lines) => createHmac('sha256', key).update(lines.join('\n')).digest('hex');

test('who follows the page gets the same digests and signatures', async () => {
  const golden = name => JSON.parse(readFileSync(`tests/fixtures/checkpoints/${name}.json`, 'utf8'));
  const { key: hex, checkpoint } = golden('v1-signed');
  const key = Buffer.from(hex, 'hex');
  const { digest, signature, ...content } = checkpoint;
  assert.equal(digest, sha256(canonicalForm(content)));
  assert.equal(signature, hmac(key, 'countersign record', canonicalForm(content)));

  const { journal, claim: _, ...record } = golden('v1-record-interrupted').record;
  const batches = journal.filter(entry => 'steps' in entry);
  assert.ok(batches.length > 2);
  let before = record.digest;
  for (const { steps, seal } of batches) {
    assert.equal(seal, sha256(canonicalForm({ before, steps })));
    before = seal;
  }

  const signing = new Signing([new Uint8Array(key)]);
  const { steps } = batches[0];
  const batch = await signing.batch(steps, linkOf(checkpoint));
  assert.equal(batch.signature, hmac(key, 'countersign batch', signature, canonicalForm(steps)));
  assert.equal((await signing.batch(steps, batch)).signature, hmac(key, 'countersign batch', batch.signature, canonicalForm(steps)));
  const claim = await signing.sealClaim({ until: 5, by: 'me' }, checkpoint);
  assert.equal(claim.signature, hmac(key, 'countersign claim', signature, canonicalForm({ by: 'me', until: 5 })));
});
