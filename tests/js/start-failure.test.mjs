import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PolicyWatch } from '../../js/policy-watch.ts';
import { explain } from '../../js/start-failure.ts';

test('a bundle that lost import.meta.url is told so, not that a URL is invalid', async () => {
  const error = await explain(new TypeError("Failed to construct 'URL': Invalid URL"), {}, new PolicyWatch());
  assert.equal(error.name, 'StartFailed');
  assert.match(error.message, /countersign\/inline.*--format=esm.*workerUrl/);
});
