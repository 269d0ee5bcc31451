/*
 * Owns what a digest and a signature are taken over: the record as it was written whole, then each batch that was appended to it, every one
 * chained to the one before. What must hold: each member of a record is in exactly one part; a batch costs no more than its own
 * entries. Deliberately absent: keys (signing.ts), and what a record means (checkpoint.ts).
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Checkpoint } from './api.js';
import { canonical } from './canonical.js';
import type { JournalEntry } from './protocol.js';

/** Stands at the head of each batch in a journal that was appended to. Of the record, not of the run: who reads a journal leaves it out. */
export interface AppendedEntry {
  readonly e: 'appended';
  readonly digest: string;
  readonly signature?: string;
}

/** As a store that appends has it. */
export type StoredEntry = JournalEntry | AppendedEntry;

/** The last of what was sealed: what the next batch is chained to. */
export interface Seal {
  readonly digest: string;
  readonly signature?: string | undefined;
}

/** The record as it was written whole, or a batch; digest and signature are whatever stands there. */
export interface Part {
  /** Where it stands, for a message: empty for the record itself. */
  readonly where: string;
  /** Its canonical form. */
  readonly text: string;
  readonly digest: unknown;
  readonly signature: unknown;
}

/** Not in the record's own part: what is made over it, and the claim, which is renewed apart from it. */
const APART = ['digest', 'signature', 'claim'];

/** In the order in which they are chained; the first is the record's own. A journal may be anything yet. */
export function partsOf(record: Readonly<Record<string, unknown>>): [Part, ...Part[]] {
  const own = Object.fromEntries(Object.entries(record).filter(([name]) => !APART.includes(name)));
  const { digest, signature, journal } = record;
  const heads = Array.isArray(journal) ? journal.flatMap((entry, at) => (isAppended(entry) ? [at] : [])) : [];
  const [first] = heads;
  const whole = first === undefined ? own : { ...own, journal: (journal as unknown[]).slice(0, first) };
  const batches = heads.map((head, nth): Part => {
    const { digest, signature } = (journal as AppendedEntry[])[head] as AppendedEntry;
    return { where: `journal[${head}]`, text: canonical((journal as unknown[]).slice(head + 1, heads[nth + 1])), digest, signature };
  });
  return [{ where: '', text: canonical(whole), digest, signature }, ...batches];
}

/**
 * The SHA-256 of a part: of its canonical form, after the digest before it where it is a batch. From @noble/hashes, because the platform's own
 * is there only in a secure context (not on a page served over plain HTTP in a local network) and only as a promise; it has no
 * dependencies and is audited.
 */
export function digestOf(text: string, before?: string): string {
  return bytesToHex(sha256(utf8ToBytes(before === undefined ? text : `${before}\n${text}`)));
}

/** What the next batch is chained to. The record is sealed already. */
export function sealOf(record: Checkpoint): Seal {
  const { digest, signature } = (record.journal as readonly unknown[]).filter(isAppended).at(-1) ?? (record as unknown as Seal);
  return { digest, signature };
}

export function isAppended(entry: unknown): entry is AppendedEntry {
  return typeof entry === 'object' && entry !== null && Object.hasOwn(entry, 'e') && (entry as { e: unknown }).e === 'appended';
}
