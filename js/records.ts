/*
 * Owns what the store holds of the runs of one sandbox, and the three shapes a record has: waiting (a checkpoint as it was
 * made), under way (the same, claimed) and ended (who, when, how; no values). What must hold: every write is a compare-and-set
 * on the generation, so of two that want the same run one wins; a store's own failure is `StoreFailed`. Deliberately absent:
 * who may do what.
 */
import { inWords } from './answers.js';
import type { Checkpoint, RunId, RunStore } from './api.js';
import { CHECKPOINT_VERSION, type CheckpointFields, type EndedAs, makeCheckpoint } from './checkpoint.js';
import { SandboxError } from './errors.js';
import { type Opened, Signing } from './signing.js';

/** What a store has under a run's id. */
export type Found =
  | { readonly kind: 'none' }
  | ({ readonly generation: number; readonly owner: string | undefined } & (
      | { readonly kind: 'waiting'; readonly checkpoint: Checkpoint; readonly fields: CheckpointFields }
      | { readonly kind: 'under way' }
      | { readonly kind: 'ended'; readonly as: EndedAs }
    ));

export type WaitingRecord = Extract<Found, { kind: 'waiting' }>;

export class Records {
  readonly #store: RunStore;
  readonly #by: string;
  readonly #signing: Signing;

  /** `by`: who claims. */
  constructor(store: RunStore, by: string, signing = new Signing()) {
    this.#store = store;
    this.#by = by;
    this.#signing = signing;
  }

  /** A checkpoint from anywhere. Rejects with CheckpointInvalid. */
  open(given: unknown): Promise<Opened> {
    return this.#signing.open(given);
  }

  async find(runId: RunId): Promise<Found> {
    const record = await this.#ask('load', () => this.#store.load(runId));
    if (record === undefined || record === null) return { kind: 'none' };
    if (record.runId !== runId) throw broken(`load: it gave ${inWords(record)}, not the record of ${runId}`);
    return this.#read(record);
  }

  /** Everything of this owner that waits; a record that cannot be read is reported and left where it is. */
  async waiting(owner: string | undefined, report: (error: unknown) => void): Promise<WaitingRecord[]> {
    const records = await this.#ask('list', () => this.#store.list(owner === undefined ? {} : { owner }));
    if (!Array.isArray(records)) throw broken(`list: it gave ${inWords(records)}, not a list`);
    const found = await Promise.all(
      records.map(async record => {
        try {
          return record.owner === owner ? await this.#read(record) : undefined;
        } catch (error) {
          report(error);
          return undefined;
        }
      }),
    );
    return found.filter(each => each?.kind === 'waiting');
  }

  /** The run waits from now on. Undefined: somebody else was first. */
  async wait(fields: CheckpointFields, expected: number | undefined): Promise<Checkpoint | undefined> {
    const checkpoint = await this.#signing.seal(makeCheckpoint(fields));
    return (await this.#save(checkpoint, expected)) ? checkpoint : undefined;
  }

  /** The run is this sandbox's from now on. False: somebody else was first. */
  async claim(fields: CheckpointFields, expected: number | undefined): Promise<boolean> {
    const checkpoint = await this.#signing.seal(makeCheckpoint(fields));
    return this.#save({ ...checkpoint, claim: await this.#signing.sealClaim({ by: this.#by }, checkpoint) }, expected);
  }

  /** Nothing more of the run will run. False: somebody else was first. */
  async end(
    run: { runId: RunId; owner?: string | undefined },
    generation: number,
    as: EndedAs,
    expected: number | undefined,
  ): Promise<boolean> {
    const { runId, owner } = run;
    const about = { version: CHECKPOINT_VERSION, runId, generation, ...(owner === undefined ? {} : { owner }), code: '' };
    return this.#save(await this.#signing.seal({ ...about, status: as, endedAt: Date.now() }), expected);
  }

  /** With a key nothing of it is believed that was not signed. */
  async #read(record: Checkpoint): Promise<Found> {
    const { claim, ...checkpoint } = record;
    if (isEnded(checkpoint)) {
      const { generation, owner, status } = await this.#signing.openEnded(checkpoint);
      return { kind: 'ended', generation, owner, as: status };
    }
    const { fields, checkpoint: plain } = await this.#signing.open(checkpoint);
    const { generation, owner } = fields;
    if (claim === undefined) return { kind: 'waiting', generation, owner, checkpoint: plain, fields };
    await this.#signing.openClaim({ ...plain, claim });
    return { kind: 'under way', generation, owner };
  }

  #save(checkpoint: Checkpoint, expected: number | undefined): Promise<boolean> {
    return this.#ask('save', () => this.#store.save(checkpoint, expected));
  }

  async #ask<T>(what: 'load' | 'save' | 'list', request: () => Promise<T>): Promise<T> {
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

const isEnded = ({ status }: Checkpoint): boolean => status === 'completed' || status === 'failed' || status === 'discarded';
