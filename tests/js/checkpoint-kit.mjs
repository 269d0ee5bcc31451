/*
 * Owns making checkpoints for tests: one with a call that waits, and whatever a test wants to be different.
 */
import { makeCheckpoint } from '../../js/checkpoint.ts';
import { DEFAULT_LIMITS } from '../../js/options.ts';

export const JOURNAL = [
  { e: 'call', seq: 1, fn: 'w', input: '{"id":1}', line: 1, column: 7 },
  { e: 'judged', seq: 1, verdict: 'ask' },
  { e: 'call', seq: 2, fn: 'w', input: '{"id":2}', line: 2, column: 7 },
  { e: 'judged', seq: 2, verdict: 'ask' },
];

/** `checkpoint` is not signed; `fields` is what it was made of. */
export async function made(more = {}) {
  const fields = {
    runId: 'run-0123',
    generation: 1,
    code: 'await w({ id: 1 })\nawait w({ id: 2 })',
    mode: 'pause',
    concurrentApprovals: true,
    seed: '0123456789abcdef',
    startedAt: 1e12,
    createdAt: 1e12,
    functions: [{ name: 'w', positional: false }],
    limits: DEFAULT_LIMITS,
    journal: JOURNAL,
    ...more,
  };
  return { fields, checkpoint: makeCheckpoint(fields) };
}
