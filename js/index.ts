/*
 * Owns the public API of the package, all of it and nothing else. What must hold: importing it does nothing.
 */
export type * from './api.js';
export type { DecisionProblem, RunErrorName, SandboxErrorName } from './errors.js';
export { RunError, SandboxError, unwrap } from './errors.js';
export { functionsFrom, toIdentifier } from './foreign.js';
export { defineFunction } from './functions.js';
export { createSandbox } from './sandbox.js';
export { indexedDbStore } from './store/indexed-db.js';
export { memoryStore } from './store/memory.js';
