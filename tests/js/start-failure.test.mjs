import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explain, PolicyWatch } from '../../js/start-failure.ts';

test('a bundle that lost import.meta.url is told so, not that a URL is invalid', async () => {
  const error = await explain(new TypeError("Failed to construct 'URL': Invalid URL"), undefined, new PolicyWatch());
  assert.equal(error.name, 'StartFailed');
  assert.match(error.message, /--format=esm.*workerUrl/);
});
