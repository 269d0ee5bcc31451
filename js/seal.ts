/*
 * Owns what digests and signatures are taken over: a record as it was written whole, and each batch that was appended to it, chained to what came
 * before. What must hold: each member of a record is covered by one of them, its claim by its own signature; a batch costs no more than its own
 * entries. Deliberately absent: keys (signing.ts), and what a record means (checkpoint.ts).
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { canonical } from './canonical.js';
import type { JournalEntry } from './protocol.js';

/** One write of a run under way: it stands at the end of the record's journal. `steps` is what tells it from an entry. */
export interface Batch {
  readonly steps: readonly JournalEntry[];
  /** A SHA-256 over the steps and the seal before, which for the first batch is the record's digest. */
  readonly seal: string;
  readonly signature?: string;
  readonly [field: string]: unknown;
}

/** What the next batch is chained to: the record as it was written whole, or the batch before. */
export interface Link {
  readonly seal: string;
  readonly signature?: string | undefined;
}

/** Made over the rest, or renewed apart from it. */
const APART = ['digest', 'signature', 'claim'];

/** The canonical form of what a record's digest and signature cover. */
export function contentOf(record: Readonly<Record<string, unknown>>): string {
  return canonical(Object.fromEntries(Object.entries(record).filter(([name]) => !APART.includes(name))));
}

const utf8 = new TextEncoder();

/**
 * SHA-256, from @noble/hashes, because the platform's own is there only in a secure context (not on a page served over plain HTTP in a local
 * network) and only as a promise; it has no dependencies and is audited.
 */
export function digestOf(text: string): string {
  return bytesToHex(sha256(utf8.encode(text)));
}

export const sealOf = (steps: unknown, before: string): string => digestOf(canonical({ before, steps }));

/** All that a batch has; only with these it is covered whole. */
const OF_BATCH = ['steps', 'seal', 'signature'];

/** Whether it follows what is before it, and nothing of it was changed. */
export function isSealed(batch: unknown, before: string): batch is Batch {
  if (!isBatch(batch) || !Array.isArray(batch.steps)) return false;
  return Object.keys(batch).every(name => OF_BATCH.includes(name)) && batch.seal === sealOf(batch.steps, before);
}

export function isBatch(entry: unknown): entry is Batch {
  return typeof entry === 'object' && entry !== null && Object.hasOwn(entry, 'steps');
}
