/*
 * Owns the proof that the README's first examples run as they stand: making a sandbox and a run, and one card for a batch.
 */
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { root } from '../../scripts/lib/places.mjs';
import { pageTest } from './harness.mjs';

const blocks = [...readFileSync(`${root}README.md`, 'utf8').matchAll(/^```js\n(.*?)^```$/gms)].map(([, text]) => text);
const example = blocks
  .slice(0, 2)
  .join('\n')
  .replace(/^import .*$/m, `const { createSandbox } = await import('/pkg/index.js');`);

pageTest('the README’s examples run', async page => {
  const asked = [];
  const said = [];
  page.on('dialog', dialog => {
    asked.push(dialog.message());
    dialog.accept();
  });
  page.on('console', message => said.push(message.text()));
  const ended = await page.evaluate(`(async () => {
    ${example}
    return { value: result.value, cards: waiting.pending.map(call => call.input), calls: result.calls.map(call => call.state) };
  })()`);
  assert.deepEqual(ended, { value: 1, cards: [{ id: 1 }, { id: 2 }], calls: ['fulfilled', 'fulfilled'] });
  assert.deepEqual(asked, ['records.delete {"id":1}?', 'records.delete {"id":1}?', 'records.delete {"id":2}?']);
  assert.match(said.at(-1), /^completed /);
});
