/*
 * Owns what a record has beyond the checkpoint it was claimed as: what was appended since, in batches at the end of its journal, each sealed
 * together with all that came before it (K5). What must hold: a record whose batches were changed, lost or reordered is refused; what is appended reads
 * as if it had been there from the start. Deliberately absent: when a batch is written, and how it is sealed (seal.ts, signing.ts).
 */
import type { Checkpoint } from './api.js';
import { fieldsOf, makeCheckpoint } from './checkpoint.js';
import type { JournalEntry } from './protocol.js';
import { type Batch, isBatch } from './seal.js';
import type { Opened, Signing } from './signing.js';

/** The record with these at the end: what a renewal saves, and each write where the store cannot append. */
export function withBatches(checkpoint: Checkpoint, batches: readonly Batch[]): Checkpoint {
  return { ...checkpoint, journal: [...(checkpoint.journal as JournalEntry[]), ...batches] };
}

/** A record under way whose holder is gone, as the checkpoint of an interrupted run. Rejects with CheckpointInvalid. */
export async function merged(record: Checkpoint, signing: Signing): Promise<Opened> {
  const journal: unknown[] = Array.isArray(record.journal) ? record.journal : [];
  const first = journal.findIndex(isBatch);
  const { fields, checkpoint: base } = await signing.open(first < 0 ? record : { ...record, journal: journal.slice(0, first) });
  const steps = first < 0 ? [] : await signing.openBatches(journal.slice(first), base);
  const checkpoint = await signing.seal(makeCheckpoint({ ...fields, interrupted: true, journal: [...fields.journal, ...steps] }));
  // What was appended is checked with all that was there before.
  return { checkpoint, fields: fieldsOf(checkpoint) };
}
