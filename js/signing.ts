/*
 * Owns signatures: HMAC-SHA-256 through WebCrypto over what seal.ts lays out. The first key signs, all verify. What must hold: with a key nothing is
 * believed that none of the keys signed, be it a checkpoint, a batch appended to a record, its claim or a record that ended; without keys nothing is
 * signed and no signature is looked at. What was read is a copy, so what is verified is what is used. Deliberately absent: freshness: a record
 * as it was earlier is signed as well.
 */
import type { Checkpoint, SigningKey } from './api.js';
import { canonical } from './canonical.js';
import { type CheckpointFields, type EndedFields, fieldsOf, invalid, takeIn, takeInEnded } from './checkpoint.js';
import { invalidOptions } from './errors.js';
import type { JournalEntry } from './protocol.js';
import { type AppendedEntry, digestOf, type Part, partsOf, type Seal, type StoredEntry, sealOf } from './seal.js';

/** A checkpoint that was read. */
export interface Opened {
  readonly fields: CheckpointFields;
  /** As given, in a copy of its own. */
  readonly checkpoint: Checkpoint;
  /** What the next batch is chained to. */
  readonly seal: Seal;
}

/** Signed over nothing else: what is signed for one purpose is worth nothing for another. */
type Purpose = 'record' | 'entries' | 'claim';

export class Signing {
  readonly #keys: readonly SigningKey[];
  #imported: Promise<readonly CryptoKey[]> | undefined;

  /** `keys` as readSigningKeys gives them. */
  constructor(keys: readonly SigningKey[] = []) {
    this.#keys = keys;
  }

  /** The record to store or hand out: one that waits, is under way (its claim is signed apart, so without it the rest stays signed), or has ended. */
  async seal(record: Checkpoint): Promise<Checkpoint> {
    if (this.#keys.length === 0) return record;
    const [{ text }, ...batches] = partsOf(record);
    if (batches.length > 0) throw new Error('a record is sealed whole, without the heads of batches');
    const signature = await this.#sign(messageOf('record', text));
    const claim = record.claim as object | undefined;
    if (claim === undefined) return { ...record, signature };
    const signed = await this.#sign(messageOf('claim', canonical(claim), signature));
    return { ...record, signature, claim: { ...claim, signature: signed } };
  }

  /** A checkpoint from anywhere. Rejects with CheckpointInvalid. */
  async open(given: unknown): Promise<Opened> {
    const { plain, parts } = takeIn(given);
    await this.#verifyAll(parts);
    return { fields: fieldsOf(plain), checkpoint: plain, seal: sealOf(plain) };
  }

  /** The record of a run that ended. Rejects with CheckpointInvalid. */
  async openEnded(given: unknown): Promise<EndedFields> {
    const { plain, parts } = takeInEnded(given);
    await this.#verifyAll(parts);
    return plain;
  }

  /** The claim of a record that was opened, without its signature. Rejects with CheckpointInvalid. */
  async openClaim(record: Checkpoint): Promise<Readonly<Record<string, unknown>> | undefined> {
    const { claim } = record;
    if (claim === undefined) return undefined;
    if (typeof claim !== 'object' || claim === null) throw invalid('claim: expected an object');
    const { signature, ...content } = claim as Readonly<Record<string, unknown>>;
    const part: Part = { where: 'claim', text: canonical(content), digest: undefined, signature };
    if (this.#keys.length > 0) await this.#verifyPart('claim', part, record.signature as string);
    return content;
  }

  /**
   * What to give to the store's `append`: the entries behind one that seals them, chained to `after`. Costs what the batch costs. One
   * at a time: the next batch continues the `seal` of the one before.
   */
  async append(after: Seal, entries: readonly JournalEntry[]): Promise<{ entries: StoredEntry[]; seal: Seal }> {
    const plain = JSON.parse(JSON.stringify(entries)) as JournalEntry[];
    const text = canonical(plain);
    const digest = digestOf(text, after.digest);
    if (this.#keys.length === 0) return { entries: [{ e: 'appended', digest }, ...plain], seal: { digest, signature: undefined } };
    if (after.signature === undefined) throw new Error('a batch cannot be chained to what was not signed');
    const head: AppendedEntry = { e: 'appended', digest, signature: await this.#sign(messageOf('entries', text, after.signature)) };
    return { entries: [head, ...plain], seal: { digest, signature: head.signature } };
  }

  async #verifyAll(parts: readonly [Part, ...Part[]]): Promise<void> {
    if (this.#keys.length === 0) return;
    let before: string | undefined;
    for (const part of parts) {
      await this.#verifyPart(before === undefined ? 'record' : 'entries', part, before);
      before = part.signature as string;
    }
  }

  async #verifyPart(purpose: Purpose, { where, text, signature }: Part, before: string | undefined): Promise<void> {
    const what = where === '' ? 'it' : where;
    if (signature === undefined)
      throw invalid(
        `${what} is not signed, and this sandbox has a signingKey: it was made without one, or by somebody else. A sandbox without the key reads it, if you trust where it comes from`,
      );
    const bytes = bytesOf(signature);
    if (bytes === undefined) throw invalid(`${where === '' ? '' : `${where}.`}signature: expected 64 hexadecimal digits`);
    const message = messageOf(purpose, text, before);
    for (const key of await this.#ready()) if (await isBy(key, message, bytes)) return;
    throw invalid(
      `the signature of ${what === 'it' ? 'its content' : what} is of none of this sandbox's keys: it was altered, or signed with another key. After a change of keys give the older ones too: signingKey: [now, before]`,
    );
  }

  async #sign(message: BufferSource): Promise<string> {
    const [first] = await this.#ready();
    return hexOf(await crypto.subtle.sign('HMAC', first as CryptoKey, message));
  }

  #ready(): Promise<readonly CryptoKey[]> {
    this.#imported ??= Promise.all(this.#keys.map(imported)).catch((cause: unknown) => {
      this.#imported = undefined;
      throw invalidOptions('signingKey', `the platform refused the key: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
    });
    return this.#imported;
  }
}

async function imported(key: SigningKey): Promise<CryptoKey> {
  if (!(key instanceof Uint8Array)) return key;
  return crypto.subtle.importKey('raw', new Uint8Array(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

/** A key that may only sign verifies by signing again. */
async function isBy(key: CryptoKey, message: BufferSource, signature: Uint8Array<ArrayBuffer>): Promise<boolean> {
  if (key.usages.includes('verify')) return crypto.subtle.verify('HMAC', key, signature, message);
  const own = new Uint8Array(await crypto.subtle.sign('HMAC', key, message));
  // All of it, whatever differs first: how long it takes tells nothing.
  return own.reduce((difference, byte, at) => difference | (byte ^ (signature[at] ?? 0)), 0) === 0;
}

/** `before`: the signature it is chained to. */
function messageOf(purpose: Purpose, text: string, before?: string): BufferSource {
  return new TextEncoder().encode(`countersign ${purpose}\n${before === undefined ? '' : `${before}\n`}${text}`);
}

function bytesOf(hex: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof hex !== 'string' || !/^[0-9a-f]{64}$/.test(hex)) return undefined;
  return Uint8Array.from({ length: 32 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}

function hexOf(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), byte => byte.toString(16).padStart(2, '0')).join('');
}
