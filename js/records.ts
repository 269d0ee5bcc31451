/*
 * Owns what the store holds of the runs of one sandbox, and the shapes a record has: waiting or interrupted (a checkpoint as it was made), under way
 * (the same, claimed, with what was appended since) and ended (who, when, how; no values). What must hold: every write is a compare-and-set on the
 * generation, so of two that want the same run one wins; a store's own failure is `StoreFailed`. Deliberately absent: who may do what, and
 * the writes of a run under way (keeping.ts).
 */

import type { Checkpoint, JournalEntry, RunId, RunStore } from './api.js';
import { merged } from './appended.js';
import { CHECKPOINT_VERSION, type CheckpointFields, type EndedAs, makeCheckpoint } from './checkpoint.js';
import { knownHere, whoLives } from './claims.js';
import { SandboxError } from './errors.js';
import { type Opened, Signing } from './signing.js';
import { goesWithPage } from './store/memory.js';
import { inWords, messageOf } from './words.js';

/** What a store has under a run's id. */
export type Found =
  | { readonly kind: 'none' }
  | ({ readonly generation: number; readonly owner: string | undefined } & (
      | { readonly kind: 'waiting'; readonly checkpoint: Checkpoint; readonly fields: CheckpointFields }
      | { readonly kind: 'under way' }
      | { readonly kind: 'ended'; readonly as: EndedAs }
    ));

/** It waits for a person, or was interrupted (`fields.interrupted`). */
export type WaitingRecord = Extract<Found, { kind: 'waiting' }>;

/** How long it is known that a run has ended (K6). */
export const ENDED_MS = 30 * 24 * 60 * 60 * 1000;

/** A store that says nothing for so long is taken for one that fails: nobody waits for it for ever. */
export const SILENCE_MS = 30_000;

/** What a store could not be told when it was to be: whoever asks it next tells it first. */
const owed = new WeakMap<RunStore, Map<RunId, { readonly record: Checkpoint; readonly expected: number }>>();

export class Records {
  /** Makes and believes what is kept. */
  readonly signing: Signing;
  readonly #store: RunStore;
  readonly #owed: Map<RunId, { readonly record: Checkpoint; readonly expected: number }>;

  constructor(store: RunStore, signing = new Signing()) {
    this.#store = store;
    this.signing = signing;
    this.#owed = owed.get(store) ?? new Map();
    owed.set(store, this.#owed);
  }

  /** A page that goes away leaves its runs behind. */
  get outliveThePage(): boolean {
    return !goesWithPage(this.#store);
  }

  /** Rejects with InvalidOptions where the fields are not plain JSON. */
  async make(fields: CheckpointFields): Promise<Checkpoint> {
    return this.signing.seal(makeCheckpoint(fields));
  }

  /** A checkpoint from anywhere. Rejects with CheckpointInvalid. */
  open(given: unknown): Promise<Opened> {
    return this.signing.open(given);
  }

  async find(runId: RunId): Promise<Found> {
    await this.#payOff(runId);
    const record = await this.#ask('load', () => this.#store.load(runId));
    if (record === undefined || record === null) return { kind: 'none' };
    if (record.runId !== runId) throw broken(`load: it gave ${inWords(record)}, not the record of ${runId}`);
    const [lives] = await whoLives([{ runId, claim: record.claim }]);
    return this.#found(record, lives === true);
  }

  /** Of a record that cannot be read, what giving it up needs; undefined where not even that is there. */
  async asKept(runId: RunId): Promise<Pick<Checkpoint, 'generation' | 'owner'> | undefined> {
    const record = await this.#ask('load', () => this.#store.load(runId));
    return record?.runId === runId && Number.isSafeInteger(record.generation) ? record : undefined;
  }

  /** Everything of this owner that waits or was interrupted; a record that cannot be read is reported and left where it is. */
  async waiting(owner: string | undefined, report: (error: unknown) => void): Promise<WaitingRecord[]> {
    await Promise.all([...this.#owed.keys()].map(runId => this.#payOff(runId)));
    const all = await this.#ask('list', () => this.#store.list(owner === undefined ? {} : { owner }));
    if (!Array.isArray(all)) throw broken(`list: it gave ${inWords(all)}, not a list`);
    const records = all.filter(record => record !== null && typeof record === 'object' && record.owner === owner);
    this.#forgetOld(records, report);
    const live = await whoLives(records.map(({ runId, claim }) => ({ runId, claim })));
    const found = await Promise.all(
      records.map(async (record, at) => {
        try {
          return await this.#found(record, live[at] === true);
        } catch (error) {
          report(error);
          return { kind: 'none' as const };
        }
      }),
    );
    return found.filter(record => record.kind === 'waiting');
  }

  /** Nothing more of the run will run. False: somebody else was first. */
  async end(
    run: { runId: RunId; owner?: string | undefined },
    generation: number,
    as: EndedAs,
    expected: number | undefined,
  ): Promise<boolean> {
    return this.save(await this.ended(run, generation, as), expected);
  }

  /** All that is kept of a run that ended (K6). */
  ended({ runId, owner }: { runId: RunId; owner?: string | undefined }, generation: number, as: EndedAs): Promise<Checkpoint> {
    const of = owner === undefined ? {} : { owner };
    return this.signing.seal({ version: CHECKPOINT_VERSION, runId, generation, ...of, code: '', status: as, endedAt: Date.now() });
  }

  save(checkpoint: Checkpoint, expected: number | undefined): Promise<boolean> {
    return this.#whether('save', () => this.#store.save(ofItsOwn(checkpoint), expected));
  }

  /** Undefined where the store cannot append. */
  async append(runId: RunId, entries: readonly JournalEntry[], expected: number): Promise<boolean | undefined> {
    const { append } = this.#store;
    if (append === undefined) return undefined;
    const own = entries.map(entry => ({ ...entry }));
    return this.#whether('append', () => append.call(this.#store, runId, own, expected));
  }

  /** The store failed, and is told later; until then whoever looks here is told how the run was left. */
  owe(record: Checkpoint, expected: number): void {
    this.#owed.set(record.runId, { record, expected });
  }

  async #payOff(runId: RunId): Promise<void> {
    const debt = this.#owed.get(runId);
    if (!debt) return;
    try {
      await this.#ask('save', () => this.#store.save(debt.record, debt.expected));
      this.#owed.delete(runId);
    } catch {
      // It still fails.
    }
  }

  /** With a key nothing of it is believed that was not signed. */
  async #found(record: Checkpoint, lives: boolean): Promise<Found> {
    const { claim, ...left } = record;
    if (isEnded(record)) {
      const { generation, owner, status } = await this.signing.openEnded(left);
      return { kind: 'ended', generation, owner, as: status };
    }
    if (claim === undefined) return waiting(await this.open(left));
    await this.signing.openClaim(record);
    const { generation, owner } = record;
    if (lives) return { kind: 'under way', generation, owner };
    const known = knownHere(claim);
    if (known === 'completed' || known === 'failed') return { kind: 'ended', generation, owner, as: known };
    return waiting(await merged(left as Checkpoint, this.signing));
  }

  #forgetOld(records: readonly Checkpoint[], report: (error: unknown) => void): void {
    for (const { runId, generation, endedAt, status } of records) {
      const old = status !== undefined && typeof endedAt === 'number' && endedAt < Date.now() - ENDED_MS;
      if (old) this.#whether('delete', () => this.#store.delete(runId, generation)).catch(report);
    }
  }

  /** A compare-and-set whose answer is unclear may have been won by somebody else. */
  async #whether(what: 'save' | 'append' | 'delete', request: () => Promise<boolean>): Promise<boolean> {
    const answer: unknown = await this.#ask(what, request);
    if (typeof answer !== 'boolean') throw broken(`${what}: it gave ${inWords(answer)}, not true or false`);
    return answer;
  }

  async #ask<T>(what: 'load' | 'save' | 'list' | 'append' | 'delete', request: () => Promise<T>): Promise<T> {
    try {
      // Memory answers at once, and a timer costs more than it does.
      return await (this.outliveThePage ? withinPatience(request) : request());
    } catch (cause) {
      throw broken(`${what}: ${messageOf(cause)}`, cause);
    }
  }
}

async function withinPatience<T>(request: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it said nothing for ${SILENCE_MS / 1000} seconds`)), SILENCE_MS);
  });
  try {
    return await Promise.race([request(), silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** A store may keep what it is given, add to it, and append to its journal in place. */
const ofItsOwn = (record: Checkpoint): Checkpoint =>
  Array.isArray(record.journal) ? { ...record, journal: [...record.journal] } : { ...record };

function broken(what: string, cause?: unknown): SandboxError {
  return new SandboxError('StoreFailed', `the store failed to ${what}`, { cause });
}

const isEnded = ({ status }: Checkpoint): boolean => status === 'completed' || status === 'failed' || status === 'discarded';

function waiting({ checkpoint, fields }: Opened): WaitingRecord {
  const { generation, owner } = fields;
  return { kind: 'waiting', generation, owner, checkpoint, fields };
}
