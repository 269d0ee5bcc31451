/*
 * Owns the record of one part of a run while it is under way here: the claim and its renewals, what is written ahead of an effect and after it
 * (K5), and how the claim ends. What must hold: writes go one after another, each only while the claim is certainly this page's; after one that
 * failed nothing is written but what gives the run up; whatever happens, the lock is free in the end. Deliberately absent: what a run does
 * with a failure, and which calls are effects.
 */
import type { Checkpoint, RunId } from './api.js';
import { withBatches } from './appended.js';
import type { CheckpointFields } from './checkpoint.js';
import { type Claim, type GivenUp, giveUp, isMine, newClaim, RENEW_MS, untilFromNow } from './claims.js';
import { RunError } from './errors.js';
import type { Journal } from './journal.js';
import type { JournalEntry } from './protocol.js';
import type { Records } from './records.js';
import type { Batch } from './seal.js';
import { linkOf } from './signing.js';
import { messageOf } from './words.js';

/** A record without what changes with every write of it. */
export type Keepable = Omit<CheckpointFields, 'generation' | 'journal'>;

/** What the store has of a run that is this page's. */
interface Hold {
  readonly record: Keepable;
  /** As it was claimed. */
  checkpoint: Checkpoint;
  readonly unlock: () => void;
  /** What was appended since. */
  readonly batches: Batch[];
  claim: Claim;
  /** A renewal failed: nobody knows what the store has. */
  inDoubt: boolean;
}

export class Keeping {
  readonly #records: Records;
  readonly #journal: Journal;
  readonly #onLost: (error: RunError) => void;
  #hold: Hold | undefined;
  #generation = 0;
  #beginning: Promise<void> | undefined;
  /** How many entries of the journal the record has. */
  #kept = 0;
  /** Entries the record has and the journal has not yet: a start is written down first. */
  readonly #ahead = new Set<JournalEntry>();
  /** The same, about to be written. */
  #extra: JournalEntry[] = [];
  #writing: Promise<unknown> = Promise.resolve();
  /** The write that will take what comes now. */
  #next: Promise<void> | undefined;
  #broken: RunError | undefined;
  #renewal: ReturnType<typeof setInterval> | undefined;

  /** `onLost` is told once, when the run can't go on here. */
  constructor(records: Records, journal: Journal, onLost: (error: RunError) => void) {
    this.#records = records;
    this.#journal = journal;
    this.#onLost = onLost;
  }

  /** Of the record as it is now; 0 where there is none. */
  get generation(): number {
    return this.#generation;
  }

  /** The run is under way here, and has a record. */
  get isHeld(): boolean {
    return this.#hold !== undefined;
  }

  /** The same, or it is being made at this moment: what comes now is to be written. */
  get isKept(): boolean {
    return this.isHeld || this.#beginning !== undefined;
  }

  /** A record that was being made is there, or could not be. */
  async begun(): Promise<void> {
    await this.#beginning?.catch(() => {});
  }

  /** K1: the record begins here, with this call's start; what is written meanwhile comes after it. Rejects with what `onLost` is told. */
  async begin(record: Keepable, start: JournalEntry): Promise<void> {
    this.#beginning = this.#inTurn(async () => {
      if (!(await this.claim(record, undefined, 1, [start]))) throw superseded('a run of the same id is in the store');
    });
    try {
      await this.#beginning;
    } finally {
      this.#beginning = undefined;
    }
  }

  /** The run is this page's from now on. False: somebody else was first. `first`: entries the journal does not have yet. */
  async claim(record: Keepable, expected: number | undefined, generation: number, first: readonly JournalEntry[] = []): Promise<boolean> {
    const { claim, unlock } = await newClaim(record.runId, this.#records.outliveThePage);
    try {
      const checkpoint = await this.#saveWhole(record, claim, expected, generation, first);
      if (!checkpoint) {
        unlock();
        return false;
      }
      this.#hold = { record, checkpoint, claim, unlock, batches: [], inDoubt: false };
      this.#keepRenewing();
      return true;
    } catch (error) {
      // It may have been written all the same, and nobody holds it.
      giveUp(claim.by, 'interrupted');
      unlock();
      throw error;
    }
  }

  /** Everything the journal has by now is in the record, and `extra`, when this is done. Rejects with what `onLost` is told. */
  write(extra: readonly JournalEntry[] = []): Promise<void> {
    this.#extra.push(...extra);
    this.#next ??= this.#inTurn(() => this.#flush());
    return this.#next;
  }

  /** The run waits for a person from now on. Undefined: somebody else was first. Rejects where the store fails, and the run is still held. */
  async wait(fields: Omit<CheckpointFields, 'generation'>): Promise<Checkpoint | undefined> {
    const checkpoint = await this.#records.make({ ...fields, generation: this.#generation + 1 });
    try {
      return (await this.#leave(checkpoint)) ? checkpoint : undefined;
    } catch (error) {
      if (!(await this.#isThere(checkpoint))) throw error;
      this.#generation = checkpoint.generation;
      this.#free();
      return checkpoint;
    }
  }

  /** A store may fail when it has written. */
  async #isThere({ runId, digest }: Checkpoint): Promise<boolean> {
    const found = await this.#records.find(runId).catch(() => undefined);
    return found?.kind === 'waiting' && found.checkpoint.digest === digest;
  }

  /** Somebody else may continue it (K7, K9). Undefined: somebody did, or no record of it could be made. */
  async release(fields: Omit<CheckpointFields, 'generation'>): Promise<Checkpoint | undefined> {
    const { left, record } = await this.#giveUp(() => this.#records.make({ ...fields, generation: this.#generation + 1 }), 'interrupted');
    return left ? record : undefined;
  }

  /** The run has ended. False: somebody else had taken it. */
  async end(run: { runId: RunId; owner?: string | undefined }, as: 'completed' | 'failed'): Promise<boolean> {
    const { left } = await this.#giveUp(() => this.#records.ended(run, this.#generation + 1, as), as);
    return left;
  }

  /** Nothing more is written, and whoever looks here knows. */
  drop(as: GivenUp = 'interrupted'): void {
    if (this.#hold) giveUp(this.#hold.claim.by, as);
    this.#free();
  }

  /** What the store could not be told now, it is told later. */
  async #giveUp(make: () => Promise<Checkpoint>, as: GivenUp): Promise<{ left: boolean; record?: Checkpoint }> {
    const expected = this.#generation;
    let record: Checkpoint | undefined;
    try {
      record = await make();
      return { left: await this.#leave(record), record };
    } catch {
      this.drop(as);
      if (record === undefined) return { left: true };
      this.#records.owe(record, expected);
      return { left: true, record };
    }
  }

  async #leave(record: Checkpoint): Promise<boolean> {
    clearInterval(this.#renewal);
    await this.#writing.catch(() => {});
    const saved = await this.#records.save(record, this.#generation === 0 ? undefined : this.#generation);
    if (!saved) this.drop();
    else this.#generation = record.generation;
    this.#free();
    return saved;
  }

  #free(): void {
    clearInterval(this.#renewal);
    this.#hold?.unlock();
    this.#hold = undefined;
  }

  async #flush(): Promise<void> {
    this.#next = undefined;
    const hold = this.#mine();
    const extra = this.#extra.splice(0);
    const since = this.#journal.entries.slice(this.#kept).filter(entry => !this.#ahead.delete(entry));
    this.#kept = this.#journal.entries.length;
    for (const entry of extra) this.#ahead.add(entry);
    if (since.length + extra.length === 0) return;
    if (hold.inDoubt) return this.#claimAnew(hold);
    const { batches, checkpoint, record } = hold;
    const batch = await this.#records.signing.batch([...since, ...extra], batches.at(-1) ?? linkOf(checkpoint));
    batches.push(batch);
    const written = await this.#records.append(record.runId, [batch], this.#generation);
    if (written === undefined) await this.#saveAgain(hold);
    else if (!written) throw superseded(CHANGED);
    // A store may take its time: what was written when the claim had run out, whoever took the run over has not seen.
    this.#mine();
  }

  async #saveAgain(hold: Hold): Promise<void> {
    const claim = { ...hold.claim, until: untilFromNow() };
    const { checkpoint, batches } = hold;
    const signed = await this.#records.signing.sealClaim(claim, checkpoint);
    if (!(await this.#records.save({ ...withBatches(checkpoint, batches), claim: signed }, this.#generation))) throw superseded(CHANGED);
    this.#renewed(hold, claim);
  }

  /** What failed may still land, and would undo what was written since: of the next generation it can't. */
  async #claimAnew(hold: Hold): Promise<void> {
    const claim = { ...hold.claim, until: untilFromNow() };
    const checkpoint = await this.#saveWhole(hold.record, claim, this.#generation, this.#generation + 1);
    if (!checkpoint) throw superseded(CHANGED);
    hold.checkpoint = checkpoint;
    hold.batches.length = 0;
    hold.inDoubt = false;
    this.#renewed(hold, claim);
  }

  /** Whoever looked after the claim had run out may take the run over, although a later one was written since. */
  #renewed(hold: Hold, claim: Claim): void {
    this.#mine();
    hold.claim = claim;
  }

  /** All there is by now as one record of this page's. Undefined: somebody else was first. */
  async #saveWhole(
    record: Keepable,
    claim: Claim,
    expected: number | undefined,
    generation: number,
    first: readonly JournalEntry[] = [],
  ): Promise<Checkpoint | undefined> {
    const entries = [...this.#journal.entries];
    for (const entry of entries.slice(this.#kept)) this.#ahead.delete(entry);
    for (const entry of first) this.#ahead.add(entry);
    this.#kept = entries.length;
    const checkpoint = await this.#records.make({ ...record, generation, journal: [...entries, ...this.#ahead] });
    const signed = await this.#records.signing.sealClaim(claim, checkpoint);
    if (!(await this.#records.save({ ...checkpoint, claim: signed }, expected))) return undefined;
    this.#generation = generation;
    return checkpoint;
  }

  #mine(): Hold {
    if (this.#broken) throw this.#broken;
    if (!this.#hold) throw superseded('its record is not held here');
    if (!isMine(this.#hold.claim.until)) throw superseded('this page did not renew its claim in time, as one that slept can not');
    return this.#hold;
  }

  async #inTurn(write: () => Promise<void>): Promise<void> {
    const turn = this.#writing.then(write, write).catch((error: unknown) => {
      throw this.#lost(error);
    });
    this.#writing = turn.catch(() => {});
    return turn;
  }

  #keepRenewing(): void {
    const renewal = setInterval(() => void this.#renew(), RENEW_MS);
    (renewal as { unref?: () => void }).unref?.();
    this.#renewal = renewal;
  }

  /** Where the store fails there is time to try once more. */
  #renew(): void {
    const renew = async (): Promise<void> => {
      if (!this.#hold || this.#broken) return;
      const hold = this.#mine();
      if (hold.inDoubt) return this.#claimAnew(hold);
      try {
        await this.#saveAgain(hold);
      } catch (error) {
        if (RunError.is(error)) throw error;
        hold.inDoubt = true;
      }
    };
    this.#inTurn(renew).catch(() => {});
  }

  #lost(error: unknown): RunError {
    if (this.#broken) return this.#broken;
    const why = `what the run does could not be recorded: ${messageOf(error)}`;
    this.#broken = RunError.is(error) ? error : new RunError('StoreFailed', why, { cause: error });
    this.#onLost(this.#broken);
    return this.#broken;
  }
}

const CHANGED = 'its record was changed by somebody else';

function superseded(why: string): RunError {
  return new RunError(
    'Superseded',
    `the run does not go on here: ${why}. Nothing more of it runs here; \`pending()\` lists it, if nobody continues it elsewhere.`,
  );
}
