/*
 * Owns the entry that is one module: the same API, with worker and engine carried inside as text. What must hold: no other file is asked for, and
 * nothing depends on where the module lies. Deliberately absent: everything else.
 */
import type { Disposing, Sandbox, SandboxOptions } from '../api.js';
import { openSandbox } from '../sandbox.js';
import { inline } from './blob-worker.js';

export type * from '../api.js';
export { RunError, SandboxError, unwrap } from '../errors.js';
export { defineFunction } from '../functions.js';
export { indexedDbStore } from '../store/indexed-db.js';
export { memoryStore } from '../store/memory.js';

export function createSandbox(options?: SandboxOptions): Sandbox & Disposing {
  return openSandbox(options, inline);
}
