/*
 * Owns that the benchmark measures what it says: each of its programs and operations gives here what it gives in Node's own engine, and something
 * that depends on its work. Deliberately absent: time.
 */
import { strict as assert } from 'node:assert';
import { after, test } from 'node:test';
import { programs } from '../../benches/programs/index.js';
import { micro } from '../../benches/programs/micro.js';
import { createSandbox } from '../../pkg/node.js';

const AsyncFunction = (async () => {}).constructor;
const sandbox = createSandbox({ limits: { timeoutMs: 120_000 } });
after(() => sandbox.dispose());

/** What is compared in a page too: JSON. */
const plain = value => JSON.parse(JSON.stringify(value));

for (const { name, code, functions = {} } of [...programs, ...micro]) {
  test(`${name}: as in the platform's engine`, async () => {
    const expected = plain(await new AsyncFunction(...Object.keys(functions), code)(...Object.values(functions)));
    assert.ok(
      typeof expected === 'object' ? Object.keys(expected).length > 1 : expected > 1,
      `answers nothing worth comparing: ${expected}`,
    );
    const result = await sandbox.run({ code, functions });
    assert.equal(result.status, 'completed', `${result.error?.name}: ${result.error?.message}`);
    assert.deepEqual(plain(result.value), expected);
  });
}

test('names are told apart', () => {
  const names = [...programs, ...micro].map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
  assert.ok(programs.length >= 14);
});
