/*
 * Owns the entry that is one module: the same API, with worker and engine carried inside as text. What must hold: no other file is asked for, and
 * nothing depends on where the module lies. Deliberately absent: everything else.
 */
import type { Disposing, Sandbox, SandboxOptions } from '../api.js';
import { openSandbox } from '../sandbox.js';
import { inline } from './blob-worker.js';

// All but this entry's own `createSandbox`, which stands before the other.
export * from '../index.js';

export function createSandbox(options?: SandboxOptions): Sandbox & Disposing {
  return openSandbox(options, inline);
}
