/*
 * Owns what the store holds of the runs of one sandbox, and the shapes a record has: waiting or interrupted (a checkpoint as it was made), under way
 * (the same, claimed, with what was appended since) and ended (who, when, how; no values). What must hold: every write is a compare-and-set on the
 * generation, so of two that want the same run one wins; a store's own failure is `StoreFailed`. Deliberately absent: who may do what, and
 * the writes of a run under way (keeping.ts).
 */
import { inWords } from './answers.js';
import type { Checkpoint, JournalEntry, RunId, RunResult, RunStore } from './api.js';
import { merged, type Scribe } from './appended.js';
import { CHECKPOINT_VERSION, type CheckpointFields, makeCheckpoint, readCheckpoint } from './checkpoint.js';
import { knownHere, whoLives } from './claims.js';
import { SandboxError } from './errors.js';
import { goesWithPage } from './store/memory.js';

export type EndedAs = Exclude<RunResult['status'], 'pending'> | 'discarded';

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

/** What a store could not be told when it was to be: whoever asks it next tells it first. */
const owed = new WeakMap<RunStore, Map<RunId, { readonly record: Checkpoint; readonly expected: number }>>();

export class Records implements Scribe {
  readonly #store: RunStore;
  readonly #owed: Map<RunId, { readonly record: Checkpoint; readonly expected: number }>;

  constructor(store: RunStore) {
    this.#store = store;
    this.#owed = owed.get(store) ?? new Map();
    owed.set(store, this.#owed);
  }

  /** A page that goes away leaves its runs behind. */
  get outliveThePage(): boolean {
    return !goesWithPage(this.#store);
  }

  /** Throws InvalidOptions where the fields are not plain JSON. */
  async make(fields: CheckpointFields): Promise<Checkpoint> {
    return makeCheckpoint(fields);
  }

  /** Throws CheckpointInvalid. */
  async read(given: unknown): Promise<CheckpointFields> {
    return readCheckpoint(given);
  }

  async find(runId: RunId): Promise<Found> {
    await this.#payOff(runId);
    const record = await this.#ask('load', () => this.#store.load(runId));
    if (record === undefined || record === null) return { kind: 'none' };
    if (record.runId !== runId) throw broken(`load: it gave ${inWords(record)}, not the record of ${runId}`);
    const [lives] = await whoLives([{ runId, claim: record.claim }]);
    return this.#found(record, lives === true);
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
  end(run: { runId: RunId; owner?: string | undefined }, generation: number, as: EndedAs, expected: number | undefined): Promise<boolean> {
    return this.save(this.ended(run, generation, as), expected);
  }

  /** All that is kept of a run that ended (K6). */
  ended({ runId, owner }: { runId: RunId; owner?: string | undefined }, generation: number, as: EndedAs): Checkpoint {
    const of = owner === undefined ? {} : { owner };
    return { version: CHECKPOINT_VERSION, runId, generation, ...of, code: '', status: as, endedAt: Date.now() };
  }

  save(checkpoint: Checkpoint, expected: number | undefined): Promise<boolean> {
    return this.#ask('save', () => this.#store.save(checkpoint, expected));
  }

  /** Undefined where the store cannot append. */
  async append(runId: RunId, entries: readonly JournalEntry[], expected: number): Promise<boolean | undefined> {
    const { append } = this.#store;
    return append === undefined ? undefined : this.#ask('append', () => append.call(this.#store, runId, entries, expected));
  }

  /** The store failed, and is told later; until then whoever looks here is told how the run was left. */
  owe(record: Checkpoint, expected: number): void {
    this.#owed.set(record.runId, { record, expected });
  }

  async #payOff(runId: RunId): Promise<void> {
    const debt = this.#owed.get(runId);
    if (!debt) return;
    try {
      await this.#store.save(debt.record, debt.expected);
      this.#owed.delete(runId);
    } catch {
      // It still fails.
    }
  }

  async #found(record: Checkpoint, lives: boolean): Promise<Found> {
    const { generation, owner, status, claim } = record;
    const about = { generation, owner };
    if (status === 'completed' || status === 'failed' || status === 'discarded') return { kind: 'ended', ...about, as: status };
    if (claim === undefined) return { kind: 'waiting', ...about, checkpoint: record, fields: await this.read(record) };
    if (lives) return { kind: 'under way', ...about };
    const known = knownHere(claim);
    if (known === 'completed' || known === 'failed') return { kind: 'ended', ...about, as: known };
    const { claim: _claim, ...left } = record;
    return { kind: 'waiting', ...about, ...(await merged(left as Checkpoint, this)) };
  }

  #forgetOld(records: readonly Checkpoint[], report: (error: unknown) => void): void {
    for (const { runId, generation, endedAt, status } of records) {
      const old = status !== undefined && typeof endedAt === 'number' && endedAt < Date.now() - ENDED_MS;
      if (old) this.#ask('delete', () => this.#store.delete(runId, generation)).catch(report);
    }
  }

  async #ask<T>(what: 'load' | 'save' | 'list' | 'append' | 'delete', request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (cause) {
      throw broken(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
    }
  }
}

function broken(what: string, cause?: unknown): SandboxError {
  return new SandboxError('StoreFailed', `the store failed to ${what}`, { cause });
}
