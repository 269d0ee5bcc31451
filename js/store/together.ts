/*
 * Owns how a store gives a record back that was appended to. What must hold: nothing of either part is read or changed.
 */
import type { Checkpoint, JournalEntry } from '../api.js';

/** What was appended stands at the end of `journal`; without it the record is as it was stored. */
export function together(checkpoint: Checkpoint, appended: readonly JournalEntry[]): Checkpoint {
  if (appended.length === 0) return checkpoint;
  const journal = Array.isArray(checkpoint.journal) ? checkpoint.journal : [];
  return { ...checkpoint, journal: [...journal, ...appended] };
}
