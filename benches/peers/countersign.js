/*
 * Owns this package as a peer, with its defaults but for the limits that the benchmark goes beyond: fresh engine instance for each run, in a
 * worker that is killed if the run hangs.
 */
import { createSandbox } from '/pkg/index.js';

export const limits = { calls: 20_000, timeoutMs: 300_000 };

export function open(functions) {
  const sandbox = createSandbox({ functions, limits });
  return {
    sandbox,
    async run(code, own) {
      const result = await sandbox.run(own ? { code, functions: own } : { code });
      if (result.status !== 'completed') throw new Error(`${result.error?.name}: ${result.error?.message}`);
      return result.value;
    },
    close: () => sandbox.dispose(),
  };
}
