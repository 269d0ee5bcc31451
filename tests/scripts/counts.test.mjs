/* Reading what test runners print. */
import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { cargoCounts, nodeCounts } from '../../scripts/lib/counts.mjs';

test("cargo's summaries add up, and only they count", () => {
  const text = [
    'test a ... ok',
    'test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s',
    'a program printed: 9 passed; 9 failed;',
    'test result: \u001b[31mFAILED\u001b[0m. 2 passed; 1 failed; 0 ignored; 0 filtered out',
  ];
  assert.deepEqual(cargoCounts(text.join('\n')), { passed: 5, failed: 1 });
});

test("node's summary counts in both its forms; what was cancelled failed", () => {
  assert.deepEqual(nodeCounts('ℹ tests 4\nℹ pass 2\nℹ fail 1\nℹ cancelled 1\nℹ skipped 0\n'), { passed: 2, failed: 2 });
  assert.deepEqual(nodeCounts('# tests 1\n# pass 1\n# fail 0\n# cancelled 0\n'), { passed: 1, failed: 0 });
});

test('no summary is no test', () => {
  assert.deepEqual(nodeCounts('pass 3'), { passed: 0, failed: 0 });
});
