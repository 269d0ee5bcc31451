/*
 * Owns what of a journal is kept with a card: every fact about its calls, and of its passes the last that was shown, which is the one
 * a resume repeats (R2). What must hold: a record does not grow with the number of cards before it. Deliberately absent: pause, where one pass goes on.
 */
import type { JournalEntry } from './protocol.js';

/** Of each kind about a pass, the entries of earlier ones are left out; the last needs no `began` then. */
export function compact(entries: readonly JournalEntry[]): JournalEntry[] {
  const last = entries.map(({ e }) => e).lastIndexOf('began');
  return entries.filter((entry, at) => at > last || !isOfPass(entry));
}

function isOfPass({ e }: JournalEntry): boolean {
  return e === 'began' || e === 'shown' || e === 'delivered' || e === 'fired';
}
