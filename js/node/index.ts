/*
 * Owns the package's entry in Node: the same API, with a worker thread in place of a web worker. Deliberately absent: everything else.
 */
import type { Disposing, Sandbox, SandboxOptions } from '../api.js';
import { openSandbox } from '../sandbox.js';
import { startThread } from './thread.js';

export type * from '../api.js';
export type { DecisionProblem, RunErrorName, SandboxErrorName } from '../errors.js';
export { RunError, SandboxError, unwrap } from '../errors.js';
export { functionsFrom, toIdentifier } from '../foreign.js';
export { defineFunction } from '../functions.js';
export { indexedDbStore } from '../store/indexed-db.js';
export { memoryStore } from '../store/memory.js';

const ownWorker = (): URL => new URL('./node-worker.js', import.meta.url);

export function createSandbox(options?: SandboxOptions): Sandbox & Disposing {
  return openSandbox(options, { open: url => startThread(url ?? ownWorker()), address: ownWorker });
}
