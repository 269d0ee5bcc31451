/*
 * Owns the proof that the built package runs at all: from a static server, unbundled, under a strict policy.
 */
import { inPage } from './harness.mjs';

inPage('a page runs code in the sandbox', async ({ countersign, equal }) => {
  const sandbox = countersign.createSandbox();
  const result = await sandbox.run({ code: 'return 1 + 1' });
  equal(result.status, 'completed', result.error?.message);
  equal(result.value, 2);
  await sandbox.dispose();
});
