/*
 * Owns signatures: HMAC-SHA-256 through WebCrypto over what seal.ts lays out. The first key signs, all verify. What must hold: with a key nothing is
 * believed that none of the keys signed, be it a checkpoint, a batch appended to a record, its claim or a record that ended; without keys nothing is
 * signed and no signature is looked at. What was read is a copy, so what is verified is what is used. Deliberately absent: freshness: a record
 * as it was earlier is signed as well.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Checkpoint, SigningKey } from './api.js';
import { canonical } from './canonical.js';
import { type CheckpointFields, type EndedFields, fieldsOf, invalid, plainCopy, takeIn, takeInEnded } from './checkpoint.js';
import { invalidOptions } from './errors.js';
import type { JournalEntry } from './protocol.js';
import { type Batch, contentOf, isSealed, type Link, sealOf } from './seal.js';
import { messageOf } from './words.js';

/** A checkpoint that was read. */
export interface Opened {
  readonly fields: CheckpointFields;
  /** As given, in a copy of its own. */
  readonly checkpoint: Checkpoint;
}

/** Signed over nothing else: what is signed for one purpose is worth nothing for another. */
type Purpose = 'record' | 'batch' | 'claim';

export class Signing {
  readonly #keys: readonly SigningKey[];
  #imported: Promise<readonly CryptoKey[]> | undefined;

  /** `keys` as readSigningKeys gives them. */
  constructor(keys: readonly SigningKey[] = []) {
    this.#keys = keys;
  }

  /** A checkpoint, or the record of a run that ended, to store or to hand out. A claim is not covered: it is renewed apart from the rest. */
  async seal(record: Checkpoint): Promise<Checkpoint> {
    if (this.#keys.length === 0) return record;
    return { ...record, signature: await this.#sign('record', contentOf(record)) };
  }

  /** A checkpoint from anywhere. Rejects with CheckpointInvalid. */
  async open(given: unknown): Promise<Opened> {
    const { plain, content } = takeIn(given);
    await this.#verify('record', '', content, plain.signature);
    return { fields: fieldsOf(plain), checkpoint: plain };
  }

  /** The record of a run that ended. Rejects with CheckpointInvalid. */
  async openEnded(given: unknown): Promise<EndedFields> {
    const { plain, content } = takeInEnded(given);
    await this.#verify('record', '', content, (plain as { signature?: unknown }).signature);
    return plain;
  }

  /** A claim on a sealed record; made again with each renewal. */
  async sealClaim<T extends object>(claim: T, { signature }: Checkpoint): Promise<T & { signature?: string }> {
    if (this.#keys.length === 0) return claim;
    return { ...claim, signature: await this.#sign('claim', canonical(claim), linked(signature)) };
  }

  /** The claim of a record that was opened, without its signature; undefined where there is none. Rejects with CheckpointInvalid. */
  async openClaim({ claim, signature: before }: Checkpoint): Promise<Readonly<Record<string, unknown>> | undefined> {
    if (claim === undefined) return undefined;
    const plain = plainCopy(claim);
    if (typeof plain !== 'object' || plain === null) throw invalid('claim: expected an object');
    const { signature, ...content } = plain as Readonly<Record<string, unknown>>;
    await this.#verify('claim', 'claim', canonical(content), signature, before);
    return content;
  }

  /**
   * What to give to the store's `append`, chained to `before`: the sealed record for the first (`linkOf`), then the batch before. Costs what the batch
   * costs. One at a time.
   */
  async batch(steps: readonly JournalEntry[], before: Link): Promise<Batch> {
    const plain = JSON.parse(JSON.stringify(steps)) as JournalEntry[];
    const seal = sealOf(plain, before.seal);
    if (this.#keys.length === 0) return { steps: plain, seal };
    return { steps: plain, seal, signature: await this.#sign('batch', canonical(plain), linked(before.signature)) };
  }

  /** The steps of the batches at the end of a record's journal, whose other part was opened. Rejects with CheckpointInvalid. */
  async openBatches(batches: readonly unknown[], record: Checkpoint): Promise<JournalEntry[]> {
    const steps: JournalEntry[] = [];
    let before = linkOf(record);
    for (const [at, batch] of (plainCopy(batches) as unknown[]).entries()) {
      const where = `what was appended to it as number ${at + 1}`;
      if (!isSealed(batch, before.seal)) throw invalid(`${where} was changed, or something before it is missing`);
      await this.#verify('batch', where, canonical(batch.steps), batch.signature, before.signature);
      before = { seal: batch.seal, signature: batch.signature };
      for (const step of batch.steps) steps.push(step);
    }
    return steps;
  }

  async #verify(purpose: Purpose, where: string, content: string, signature: unknown, before?: unknown): Promise<void> {
    if (this.#keys.length === 0) return;
    if (signature === undefined)
      throw invalid(
        `${where || 'it'} is not signed, and this sandbox has a signingKey: it was made without one, or by somebody else. A sandbox without the key reads it, if you trust where it comes from`,
      );
    const bytes = bytesOf(signature);
    if (bytes === undefined) throw invalid(`${where ? `the signature of ${where}` : 'its signature'}: expected 64 hexadecimal digits`);
    const message = signedBytes(purpose, content, purpose === 'record' ? undefined : String(before));
    for (const key of await this.#ready()) if (await isBy(key, message, bytes)) return;
    throw invalid(
      `the signature of ${where || 'its content'} is of none of this sandbox's keys: it was altered, or signed with another key. After a change of keys give the older ones too: signingKey: [now, before]`,
    );
  }

  async #sign(purpose: Purpose, content: string, before?: string): Promise<string> {
    const [first] = await this.#ready();
    const bytes = await crypto.subtle.sign('HMAC', first as CryptoKey, signedBytes(purpose, content, before));
    return bytesToHex(new Uint8Array(bytes));
  }

  #ready(): Promise<readonly CryptoKey[]> {
    this.#imported ??= Promise.all(this.#keys.map(imported)).catch((cause: unknown) => {
      this.#imported = undefined;
      throw invalidOptions('signingKey', `the platform refused the key: ${messageOf(cause)}`, cause);
    });
    return this.#imported;
  }
}

/** What the first batch of a record is chained to. The record is sealed. */
export function linkOf({ digest, signature }: Checkpoint): Link {
  return { seal: digest as string, signature: signature as string | undefined };
}

function linked(signature: unknown): string {
  if (typeof signature !== 'string') throw new Error('nothing can be chained to what was not signed');
  return signature;
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
function signedBytes(purpose: Purpose, text: string, before?: string): BufferSource {
  return new TextEncoder().encode(`countersign ${purpose}\n${before === undefined ? '' : `${before}\n`}${text}`);
}

function bytesOf(hex: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof hex !== 'string' || !/^[0-9a-f]{64}$/.test(hex)) return undefined;
  return Uint8Array.from({ length: 32 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}
