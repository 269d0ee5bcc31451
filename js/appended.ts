/*
 * Owns what a record has beyond the checkpoint it was claimed as: what was appended since, in batches at the end of its journal, each sealed
 * together with all that came before it (K5). What must hold: a record whose batches were changed, lost or reordered is refused; what is appended reads
 * as if it had been there from the start. Deliberately absent: when a batch is written.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Checkpoint } from './api.js';
import { canonical } from './canonical.js';
import type { CheckpointFields } from './checkpoint.js';
import { SandboxError } from './errors.js';
import type { JournalEntry } from './protocol.js';

/** One write of a run under way. `steps` is what tells it from an entry. */
export interface Batch {
  readonly steps: readonly JournalEntry[];
  readonly seal: string;
  readonly [field: string]: unknown;
}

/** `before`: the seal of the batch before it, or the digest of the checkpoint. */
export async function batchOf(steps: readonly JournalEntry[], before: string): Promise<Batch> {
  return { steps, seal: sealOf(steps, before) };
}

/** The record with these at the end, as a store without `append` is given it. */
export function withBatches(checkpoint: Checkpoint, batches: readonly Batch[]): Checkpoint {
  return { ...checkpoint, journal: [...(checkpoint.journal as JournalEntry[]), ...batches] };
}

/** How checkpoints are made and read here. */
export interface Scribe {
  make(fields: CheckpointFields): Promise<Checkpoint>;
  read(given: unknown): Promise<CheckpointFields>;
}

/** A record under way whose holder is gone, as the checkpoint of an interrupted run. Throws CheckpointInvalid. */
export async function merged(record: Checkpoint, scribe: Scribe): Promise<{ checkpoint: Checkpoint; fields: CheckpointFields }> {
  const journal: unknown[] = Array.isArray(record.journal) ? record.journal : [];
  const first = journal.findIndex(isBatch);
  const base = { ...record, journal: first < 0 ? journal : journal.slice(0, first) } as Checkpoint;
  const fields = await scribe.read(base);
  const steps = first < 0 ? [] : stepsOf(journal.slice(first), String(base.digest));
  const checkpoint = await scribe.make({ ...fields, interrupted: true, journal: [...fields.journal, ...steps] });
  // Read as any other: what was appended is checked with all that was there before.
  return { checkpoint, fields: await scribe.read(checkpoint) };
}

function stepsOf(batches: readonly unknown[], digest: string): JournalEntry[] {
  let before = digest;
  return batches.flatMap((batch, at) => {
    if (!isBatch(batch) || !Array.isArray(batch.steps) || sealOf(batch.steps, before) !== batch.seal)
      throw new SandboxError(
        'CheckpointInvalid',
        `this record cannot be continued: what was appended to it as number ${at + 1} was changed, or something before it is missing`,
      );
    before = batch.seal;
    return batch.steps;
  });
}

const isBatch = (entry: unknown): entry is Batch => typeof entry === 'object' && entry !== null && 'steps' in entry;

function sealOf(steps: readonly JournalEntry[], before: string): string {
  return bytesToHex(sha256(utf8ToBytes(canonical({ before, steps }))));
}
