/*
 * Owns one run from `run` or `resume` to its result: its parts, its record, and asking the hook between them (C8). What must hold: a run's record is
 * saved before its card is announced, and a claim is one save together with the decisions; every check comes before the claim (R1); outcomes are
 * data, and `ended` is told of each once; misuse, a start that failed, a store that failed before the claim and a card that somebody else decided
 * reject, and nothing is told of them; a card nobody decided rejects too, and has ended `pending`. Deliberately absent: how one part goes
 * (page-run.ts), and everything that is of no single run (sandbox.ts).
 */

import type {
  CallRecord,
  Checkpoint,
  Completed,
  Decisions,
  Failed,
  Limits,
  Pending,
  ResumeOptions,
  RunId,
  RunRequest,
  RunResult,
  RunStats,
} from './api.js';
import { type CardAnswer, CardAsking } from './card-asking.js';
import type { CheckpointFields } from './checkpoint.js';
import { compact } from './compact.js';
import { entriesOf, type NormalDecisions, normalise } from './decisions.js';
import { disposed, RunError, SandboxError } from './errors.js';
import { Journal, type Standing, sizeOf } from './journal.js';
import type { Line } from './line.js';
import { checkMode, readResumeOptions, type SandboxSettings } from './options.js';
import { PageRun } from './page-run.js';
import { type Beginning, begin, type Companions, goOn, NO_STATS, type RunFields } from './part.js';
import type { Records } from './records.js';
import { checkFunctions, checkLimits, isExpired, locate, lost, type Target, type Waiting } from './resume.js';
import { goesOn, type RunEnd, type RunPlan } from './run-plan.js';
import { take } from './take.js';
import { type Undecided, undecided } from './undecided.js';
import { messageOf } from './words.js';
import type { WorkerPool } from './worker-pool.js';

/** What the runs of a sandbox share. */
export interface House {
  readonly settings: SandboxSettings;
  readonly pool: WorkerPool;
  readonly line: Line;
  readonly records: Records;
  readonly isDisposed: () => boolean;
  /** The card of this run is decided, by this course. */
  claimed(runId: RunId, by: Course): void;
  /** A hook is about to be asked: it is to hear if its card is decided elsewhere. */
  asking(): void;
  resume<T>(target: Target, decisions: Decisions, options: ResumeOptions, kept: Companions): Promise<RunResult<T>>;
}

/** A run, or the part of it that goes on now. */
interface Part extends Beginning {
  readonly run: PageRun;
  readonly plan: RunPlan;
  /** The record it goes on from. */
  readonly before: CheckpointFields | undefined;
}

/** A card that is kept, and what there is to tell of the run until then. */
interface Card extends Pick<RunEnd, 'logs' | 'stats'> {
  readonly part: Part;
  readonly checkpoint: Checkpoint;
  /** Of `stats`, what the checkpoint does not know. */
  readonly humanMs: number;
}

type Step<T> = { readonly result: RunResult<T> } | { readonly card: Card };

/** A part that may claim its run. */
interface Ready {
  readonly part: Part;
  readonly waiting: Waiting;
  readonly decisions: NormalDecisions;
}

const SUPERSEDED =
  'its record was changed by somebody else meanwhile, so what came of it here does not count; nothing more of it runs here';

export class Course {
  readonly #house: House;
  #run: PageRun | undefined;
  #asking: CardAsking | undefined;

  constructor(house: House) {
    this.#house = house;
  }

  run<T>(request: RunRequest): Promise<RunResult<T>> {
    const { signal } = request;
    const part = this.#part(begin(request, this.#house.settings), { entries: [], before: undefined, statsBefore: NO_STATS, signal });
    const first = this.#go(part).then(end => this.#conclude<T>(part, end));
    return this.#follow(first, signal);
  }

  resume<T>(target: Target, decisions: Decisions, options: ResumeOptions, kept: Companions | undefined): Promise<RunResult<T>> {
    const first = this.#prepare<T>(target, decisions, options, kept).then(next => ('ready' in next ? this.#claim<T>(next.ready) : next));
    return this.#follow(first, options.signal);
  }

  dispose(): void {
    this.#run?.dispose();
    this.#asking?.withdraw('disposed', disposed());
  }

  /** The card a hook is being asked about. */
  get asksAbout(): { readonly runId: RunId; readonly generation: number } | undefined {
    return this.#asking;
  }

  /** The card of this run was decided by somebody else, or given up. */
  decidedElsewhere(runId: RunId, why = lost(runId)): void {
    if (this.#asking?.runId === runId) this.#asking.withdraw('elsewhere', why);
  }

  /** C8: with a hook card after card, until none is left or nobody decides. */
  async #follow<T>(first: Promise<Step<T>>, signal: AbortSignal | undefined): Promise<RunResult<T>> {
    let step = await first;
    while ('card' in step) {
      const { card } = step;
      const hook = card.part.companions.cardHook;
      if (!hook) return this.#pending<T>(card);
      const { runId } = card.part.fields;
      const asking = new CardAsking({ hook, runId, generation: card.checkpoint.generation, signal });
      this.#asking = asking;
      this.#house.asking();
      const answer = this.#house.isDisposed() ? ({ kind: 'disposed' } as const) : await asking.ask(card.part.run.desk.pendingCalls());
      this.#asking = undefined;
      step = await this.#answered<T>(withHumanMs(card, asking.humanMs), answer, signal);
    }
    return step.result;
  }

  async #answered<T>(card: Card, answer: CardAnswer, signal: AbortSignal | undefined): Promise<Step<T>> {
    switch (answer.kind) {
      case 'elsewhere':
        throw answer.why;
      case 'threw':
        throw this.#undecided(card, answer);
      case 'disposed':
        return { result: this.#leftWaiting(card) };
      case 'aborted':
        return { result: await this.#givenUp(card, signal?.reason) };
      case 'answered':
        return this.#decided<T>(card, answer.decisions, signal);
    }
  }

  /** The same way that a resume takes. */
  async #decided<T>(card: Card, decisions: unknown, signal: AbortSignal | undefined): Promise<Step<T>> {
    try {
      const next = await this.#prepare<T>(card.checkpoint, decisions, signal ? { signal } : {}, keptWith(card));
      if ('card' in next) throw this.#undecided(card, { kind: 'nothing' });
      return 'ready' in next ? await this.#claim<T>(next.ready) : next;
    } catch (error) {
      if (SandboxError.is(error, 'InvalidDecisions')) throw this.#undecided(card, { kind: 'refused', error });
      if (SandboxError.is(error, 'Disposed')) return { result: this.#leftWaiting(card) };
      throw error;
    }
  }

  /** Every check of a resume (R1), and what comes of it where nothing is claimed. */
  async #prepare<T>(
    target: Target,
    decisions: unknown,
    options: ResumeOptions,
    kept: Companions | undefined,
  ): Promise<Step<T> | { readonly ready: Ready }> {
    const { records, settings } = this.#house;
    const arrived = Date.now();
    const said = take(decisions);
    const waiting = await locate(target, options.owner ?? kept?.owner, options.generation, records);
    const { fields, cardNamed, checkpoint } = waiting;
    checkMode(options.approval, fields.mode);
    const given = goOn(fields, options, kept, settings);
    const beginning = { ...given, table: checkFunctions(given.table, fields) };
    const { humanMs } = beginning.companions;
    const statsBefore = plusHumanMs(fields.stats ?? NO_STATS, humanMs);
    const part = this.#part(beginning, { entries: [...fields.journal], before: fields, statsBefore, signal: options.signal });
    const { valueBytes } = beginning.fields.limits;
    const { journal } = part.run;
    checkLimits(beginning.fields.limits, fields, journal);
    const context = { runId: fields.runId, journal, table: beginning.table, valueBytes, cardNamed };
    const normal = await normalise(said, context);
    refuseLarge(normal, journal, beginning.fields.limits);
    this.#refuseIfDisposed();
    if (isExpired(fields, arrived)) return { result: await this.#expired(part, waiting) };
    refuseLate(normal, fields, journal, arrived);
    // R13: nothing was decided, so the card stands as it is.
    if (normal.list.length === 0 && !fields.interrupted)
      return { card: { part, checkpoint, humanMs, logs: part.companions.logs, stats: statsBefore } };
    return { ready: { part, waiting, decisions: normal } };
  }

  async #claim<T>({ part, waiting, decisions }: Ready): Promise<Step<T>> {
    const { fields, expected } = waiting;
    let claimed = false;
    const end = await this.#go(part, async () => {
      part.run.desk.applyDecisions(decisions);
      const record = { ...part.fields, stats: part.plan.statsBefore, expiresAt: fields.expiresAt };
      claimed = await part.run.keeping.claim(record, expected, Math.max(fields.generation, expected ?? 0) + 1);
      if (!claimed) throw lost(fields.runId);
      this.#house.claimed(fields.runId, this);
    });
    return claimed ? this.#conclude<T>(part, end) : { result: await this.#neverClaimed<T>(part, waiting, end) };
  }

  async #go(part: Part, claim?: () => Promise<void>): Promise<RunEnd> {
    this.#run = part.run;
    try {
      return await part.run.go(claim);
    } finally {
      this.#run = undefined;
    }
  }

  async #conclude<T>(part: Part, end: RunEnd): Promise<Step<T>> {
    const { keeping } = part.run;
    // What is being made at this moment must be told as well.
    await keeping.begun();
    if (end.ending.status === 'pending') return this.#keep<T>(part, end);
    if (!keeping.isHeld) return { result: endAs<T>(part, end) };
    const error = end.ending.status === 'failed' ? end.ending.error : undefined;
    if (error?.name === 'Superseded') keeping.drop();
    else if (error && goesOn(error)) return { result: await this.#interrupted(part, error, end) };
    else if (!(await keeping.end(part.fields, end.ending.status)))
      return { result: endFailed(part, new RunError('Superseded', `the run has ended, and ${SUPERSEDED}`), end) };
    return { result: endAs<T>(part, end) };
  }

  /** K7: it did not end, and somebody else may continue it. Where nothing new came of this part, all is as it was before. */
  async #interrupted(part: Part, error: RunError, end: RunEnd): Promise<Failed> {
    const { run, before, fields } = part;
    const back = end.onlyRepeated ? before : undefined;
    const left = back ?? { ...recordOf(part, end.stats, before?.expiresAt), interrupted: true as const };
    const checkpoint = await run.keeping.release({ ...left, stats: end.stats });
    const kept = checkpoint ? { checkpoint } : {};
    if (!back) return { ...endFailed(part, error, end), ...kept };
    const calls = new Journal(back.journal).records(fields.runId, back.interrupted ? 'ended' : 'pending');
    return { ...endFailed(part, error, end), calls, ...kept };
  }

  /** The record first, then the announcement (K8). */
  async #keep<T>(part: Part, end: RunEnd): Promise<Step<T>> {
    const { fields, run, companions } = part;
    const expiresAt = fields.expiresInMs === undefined ? undefined : Date.now() + fields.expiresInMs;
    let checkpoint: Checkpoint | undefined;
    try {
      const record = recordOf(part, end.stats, expiresAt);
      checkpoint = await run.keeping.wait({ ...record, journal: compact(record.journal) });
    } catch (error) {
      // Misuse that shows only now. What is under way has a record, and is given up whatever went wrong.
      if (!run.keeping.isHeld && !SandboxError.is(error, 'StoreFailed')) throw error;
      const message = `the run waits for a person, and could not be kept: ${messageOf(error)}`;
      const unkept = new RunError('StoreFailed', message, { cause: error });
      return { result: run.keeping.isHeld ? await this.#interrupted(part, unkept, end) : endFailed(part, unkept, end) };
    }
    if (!checkpoint) return { result: endFailed(part, new RunError('Superseded', `the run waits for a person, and ${SUPERSEDED}`), end) };
    const card: Card = { part, checkpoint, humanMs: 0, logs: end.logs, stats: end.stats };
    const { signal } = part.plan;
    if (signal?.aborted) return { result: await this.#givenUp(card, signal.reason) };
    if (companions.onEvent) run.emitNow({ type: 'approval-required', pending: run.desk.pendingCalls(), generation: checkpoint.generation });
    if (!companions.cardHook) run.emitNow({ type: 'ended', status: 'pending' });
    return { card };
  }

  /** K10. */
  async #expired(part: Part, waiting: Waiting): Promise<Failed> {
    const { fields } = waiting;
    const until = new Date(fields.expiresAt ?? 0).toISOString();
    const error = new RunError('ApprovalExpired', `the card could be answered until ${until}; nothing of it ran`);
    await this.#end(waiting);
    return endFailed(part, error, { logs: part.companions.logs, stats: part.plan.statsBefore });
  }

  /** The run ended before its record was touched: given up by its signal (K9), or the sandbox went away and the card waits on. */
  async #neverClaimed<T>(part: Part, waiting: Waiting, end: RunEnd): Promise<RunResult<T>> {
    const gone = end.ending.status === 'failed' && end.ending.error.name === 'Disposed';
    if (!gone) await this.#end(waiting);
    const result = endAs<T>(part, end);
    if (!gone || result.status !== 'failed') return result;
    return { ...result, calls: callsOf(part, 'pending'), checkpoint: waiting.checkpoint };
  }

  /** The signal of the run, while a person was asked or the card was being saved (K9). */
  async #givenUp(card: Card, cause: unknown): Promise<Failed> {
    const { part, checkpoint } = card;
    await this.#end({ fields: { ...part.fields, generation: checkpoint.generation }, expected: checkpoint.generation });
    return endFailed(part, new RunError('Aborted', 'the run was given up by its signal while a person was asked', { cause }), card);
  }

  /** The sandbox went away while a person was asked: the card waits on (K9). */
  #leftWaiting(card: Card): Failed {
    const { part, checkpoint } = card;
    const error = new RunError('Disposed', 'the sandbox was disposed of while a person was asked; the card waits in the store');
    return { ...endFailed(part, error, card), calls: callsOf(part, 'pending'), checkpoint };
  }

  /** C8: nobody decided, and the card waits. */
  #undecided(card: Card, why: Undecided): SandboxError {
    card.part.run.emitNow({ type: 'ended', status: 'pending' });
    return undecided(why, this.#pending(card));
  }

  #pending<T>(card: Card): Pending<T> {
    const { part, checkpoint, logs, stats } = card;
    const { run, fields } = part;
    return {
      status: 'pending',
      runId: fields.runId,
      logs,
      stats,
      // The app's to write on; the handle keeps its own.
      checkpoint: { ...checkpoint },
      calls: callsOf(part, 'pending'),
      pending: run.desk.pendingCalls(),
      resume: async (decisions, options) => this.#house.resume<T>(checkpoint, decisions, readResumeOptions(options), keptWith(card)),
    };
  }

  async #end({ fields, expected }: { fields: RunFields & { generation: number }; expected: number | undefined }): Promise<void> {
    const generation = Math.max(fields.generation, expected ?? 0) + 1;
    if (!(await this.#house.records.end(fields, generation, 'failed', expected))) throw lost(fields.runId);
  }

  #part(beginning: Beginning, { before, ...rest }: Pick<RunPlan, 'entries' | 'statsBefore' | 'signal'> & Pick<Part, 'before'>): Part {
    const { fields, companions, table } = beginning;
    const { settings, pool, line, records } = this.#house;
    const { policy, strict } = settings;
    const { hook, onEvent } = companions;
    const plan: RunPlan = { ...rest, fields, table, interrupted: before?.interrupted === true, hook, policy, strict, onEvent };
    return { ...beginning, plan, before, run: new PageRun(plan, pool, line.place(), records) };
  }

  #refuseIfDisposed(): void {
    if (this.#house.isDisposed()) throw disposed();
  }
}

function recordOf(part: Part, stats: RunStats, expiresAt: number | undefined): Omit<CheckpointFields, 'generation'> {
  return { ...part.fields, stats, expiresAt, journal: part.run.journal.entries };
}

/** K10: of an interrupted run what was approved in time runs, and what has no answer by now gets none. */
function refuseLate({ list }: NormalDecisions, fields: CheckpointFields, journal: Journal, arrived: number): void {
  if (!fields.interrupted || fields.expiresAt === undefined || fields.expiresAt > arrived) return;
  const late = list.filter(({ seq }) => journal.facts(seq)?.started === undefined);
  if (late.length === 0) return;
  throw new SandboxError(
    'InvalidDecisions',
    `the card could be answered until ${new Date(fields.expiresAt).toISOString()}, so call ${late.map(({ seq }) => seq).join(', ')} can't be decided any more. The run was interrupted: { approve: [] } continues it with what was decided in time.`,
  );
}

/** R1: what was decided is recorded as well. */
function refuseLarge(decisions: NormalDecisions, journal: Journal, { journalBytes }: Limits): void {
  const bytes = journal.bytes + entriesOf(decisions).reduce((sum, entry) => sum + sizeOf(entry), 0);
  if (decisions.list.length === 0 || bytes <= journalBytes) return;
  throw new SandboxError(
    'InvalidDecisions',
    `with these decisions the run's record would be over limits.journalBytes: ${bytes} bytes of ${journalBytes}. Give shorter reasons, values and inputs, or raise the limit in the options of this resume.`,
  );
}

const plusHumanMs = (stats: RunStats, humanMs: number): RunStats => ({ ...stats, humanMs: stats.humanMs + humanMs });

const withHumanMs = (card: Card, more: number): Card => ({
  ...card,
  humanMs: card.humanMs + more,
  stats: plusHumanMs(card.stats, more),
});

/** What a handle on this card keeps. */
const keptWith = ({ part, logs, humanMs }: Card): Companions => ({ ...part.companions, logs, humanMs });

const callsOf = ({ run, fields }: Part, standing: Standing): CallRecord[] => run.journal.records(fields.runId, standing);

function endFailed(part: Part, error: RunError, { logs, stats }: Pick<RunEnd, 'logs' | 'stats'>): Failed {
  part.run.emitNow({ type: 'ended', status: 'failed' });
  const calls = callsOf(part, error.name === 'ReplayMismatch' ? 'diverged' : 'ended');
  return { status: 'failed', error, runId: part.fields.runId, calls, logs, stats };
}

function endAs<T>(part: Part, { ending, logs, stats }: RunEnd): Completed<T> | Failed {
  if (ending.status === 'failed') return endFailed(part, ending.error, { logs, stats });
  if (ending.status === 'pending') throw new Error('a run that waits has not ended');
  part.run.emitNow({ type: 'ended', status: 'completed' });
  return { status: 'completed', value: ending.value as T, runId: part.fields.runId, calls: callsOf(part, 'ended'), logs, stats };
}
