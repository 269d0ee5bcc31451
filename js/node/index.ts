/*
 * Owns the package's entry in Node: the same API, with a worker thread in place of a web worker. Deliberately absent: everything else.
 */
import type { Disposing, Sandbox, SandboxOptions } from '../api.js';
import { openSandbox } from '../sandbox.js';
import { startThread } from './thread.js';

// All but this entry's own `createSandbox`, which stands before the other.
export * from '../index.js';

const ownWorker = (): URL => new URL('./node-worker.js', import.meta.url);

export function createSandbox(options?: SandboxOptions): Sandbox & Disposing {
  return openSandbox(options, { open: url => startThread(url ?? ownWorker()), address: ownWorker });
}
