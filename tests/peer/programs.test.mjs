/*
 * Tests that plain programs over the whole language and library come to the same here and in the other engine, and that the known
 * differences are those of known.mjs. A file of programs/ holds programs under `--- name`; ` | needs expression` after it leaves the program out
 * where the other engine has not what it uses. `PEER=page node --test tests/peer/` compares with Chromium.
 */
import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { createSandbox } from '../../pkg/node.js';
import { differences, shown } from './both.mjs';
import { known } from './known.mjs';

const sandbox = createSandbox({ maxWorkers: 2, warm: 2 });
after(() => sandbox.dispose());

const folder = new URL('./programs/', import.meta.url);

function programsOf(file) {
  const parts = readFileSync(new URL(file, folder), 'utf8').split(/^--- /m).slice(1);
  return parts.map(part => {
    const [head, ...lines] = part.split('\n');
    const [name, needs] = head.split(' | needs ');
    return { name, needs, code: lines.join('\n') };
  });
}

/** Chromium has them all. */
const isThere = ({ needs }) => needs === undefined || process.env.PEER === 'page' || Boolean(new Function(`return ${needs}`)());

for (const file of readdirSync(folder)) {
  const programs = programsOf(file).filter(isThere);
  const perRun = file === 'refused.txt' ? 1 : 25;
  test(`${file}: ${programs.length} programs`, { timeout: 120_000 }, async () => {
    const found = await differences(sandbox, programs, perRun);
    assert.equal(found.length, 0, `${found.length} differ\n${found.map(shown).join('\n')}`);
  });
}

test('there are at least 300 programs, each under a name of its own', () => {
  const names = readdirSync(folder).flatMap(file => programsOf(file).map(({ name }) => `${file} ${name}`));
  assert.ok(names.length >= 300, `${names.length}`);
  assert.equal(new Set(names).size, names.length);
});

test('the known differences are still there, and users are told of them', { timeout: 120_000 }, async () => {
  const told = readFileSync(new URL('../../docs/limitations.md', import.meta.url), 'utf8').replace(/\s+/g, ' ');
  const programs = known.filter(isThere);
  const found = await differences(sandbox, programs, 1);
  for (const { name, here, told: words } of programs) {
    const difference = found.find(each => each.name === name);
    assert.ok(difference, `${name}: no difference any more; take it from known.mjs and docs/limitations.md`);
    assert.equal(difference.here, here, name);
    assert.ok(told.includes(words), `${name}: docs/limitations.md does not say ${words}`);
  }
});
