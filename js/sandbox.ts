/*
 * Owns the sandbox as the app holds it: runs from request to result, what is kept of those that wait, and going away. What must
 * hold: outcomes are data, only misuse and a start that failed reject; a run's record is saved before its card is announced, and a
 * claim is one save together with the decisions. Deliberately absent: how one run goes (page-run.ts), workers, and stores.
 */
import type {
  Checkpoint,
  Decisions,
  DescribeOptions,
  PendingRun,
  ResumeOptions,
  RunId,
  RunRequest,
  RunResult,
  RunStats,
  Sandbox,
  SandboxOptions,
} from './api.js';
import { pendingCallOf } from './card.js';
import type { CheckpointFields } from './checkpoint.js';
import { normalise } from './decisions.js';
import { describe } from './describe.js';
import { disposed, invalidOptions, RunError, SandboxError } from './errors.js';
import { buildTable, type FunctionTable } from './functions.js';
import { newRunId } from './ids.js';
import { Journal } from './journal.js';
import { Line } from './line.js';
import {
  checkMode,
  mergeLimits,
  readDescribeOptions,
  readOwner,
  readResumeOptions,
  readRunRequest,
  readSandboxOptions,
  type SandboxSettings,
} from './options.js';
import { PageRun, type RunEnd, type RunPlan } from './page-run.js';
import { type Beginning, begin, type Companions, goOn, NO_STATS } from './part.js';
import { Records, type WaitingRecord } from './records.js';
import { report } from './report.js';
import { checkFunctions, locate, notPending, type Target, type Waiting, waitingRecord } from './resume.js';
import { memoryStore } from './store/memory.js';
import { WorkerPool } from './worker-pool.js';

const SUPERSEDED = 'the run waits for a person, and its record was changed by somebody else meanwhile; nothing more of it runs here';

/** A run, or the part of it that goes on now. */
interface Part extends Beginning {
  readonly run: PageRun;
  readonly plan: RunPlan;
}

export function createSandbox(options?: SandboxOptions): Sandbox {
  return new PageSandbox(readSandboxOptions(options));
}

class PageSandbox implements Sandbox {
  readonly #settings: SandboxSettings;
  readonly #pool: WorkerPool;
  readonly #line: Line;
  readonly #records: Records;
  readonly #runs = new Map<PageRun, Promise<unknown>>();
  #disposed = false;

  constructor(settings: SandboxSettings) {
    this.#settings = settings;
    // Refused now rather than with the first run.
    buildTable(settings.functions);
    const { warm, worker, workerUrl, wasm, maxWorkers, store } = settings;
    this.#pool = new WorkerPool({ warm, worker, workerUrl, wasm });
    this.#line = new Line(maxWorkers);
    this.#records = new Records(store ?? memoryStore(), newRunId());
    const { asyncDispose } = Symbol as { asyncDispose?: symbol };
    if (asyncDispose) Object.defineProperty(this, asyncDispose, { value: () => this.dispose() });
  }

  async run<T = unknown>(request: RunRequest): Promise<RunResult<T>> {
    this.#refuseIfDisposed();
    const given = readRunRequest(request);
    const part = this.#part(begin(given, this.#settings), { entries: [], generation: 0, statsBefore: NO_STATS, signal: given.signal });
    return this.#track(
      part.run,
      part.run.go().then(end => this.#conclude<T>(part, end)),
    );
  }

  async resume<T = unknown>(run: Target, decisions: Decisions, options?: ResumeOptions): Promise<RunResult<T>> {
    return this.#resume<T>(run, decisions, readResumeOptions(options), undefined);
  }

  async pending(filter?: { owner?: string }): Promise<PendingRun[]> {
    this.#refuseIfDisposed();
    const owner = readOwner(filter);
    const table = buildTable(this.#settings.functions);
    const found = await this.#records.waiting(owner, report);
    // K10: a card nobody may answer any more is no card.
    const expired = found.filter(({ fields }) => isExpired(fields));
    await Promise.all(expired.map(({ fields, generation }) => this.#records.end(fields, generation + 1, 'failed', generation)));
    return found
      .filter(record => !expired.includes(record))
      .sort((a, b) => a.fields.createdAt - b.fields.createdAt)
      .map(record => pendingRunOf(record, table));
  }

  async discard(run: RunId, options?: { owner?: string }): Promise<void> {
    this.#refuseIfDisposed();
    const { fields, generation } = await waitingRecord(run, readOwner(options), this.#records);
    if (!(await this.#records.end(fields, generation + 1, 'discarded', generation))) throw notPending(run, 'it was decided meanwhile');
  }

  describe(options?: DescribeOptions): string {
    const { mode, rules, functions } = readDescribeOptions(options);
    const { approval, strict, limits } = this.#settings;
    return describe({
      table: buildTable(this.#settings.functions, functions),
      mode: mode ?? approval.mode,
      strict,
      limits: mergeLimits(limits),
      rules: rules ?? true,
    });
  }

  async warm(): Promise<void> {
    this.#refuseIfDisposed();
    await this.#pool.warm();
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    for (const run of this.#runs.keys()) run.dispose();
    this.#pool.dispose();
    await Promise.allSettled(this.#runs.values());
  }

  #refuseIfDisposed(): void {
    if (this.#disposed) throw disposed();
  }

  #part(beginning: Beginning, rest: Pick<RunPlan, 'entries' | 'generation' | 'statsBefore' | 'signal'>): Part {
    const { fields, companions, table } = beginning;
    const { runId, code, input, functions, mode, concurrentApprovals, limits, seed, startedAt } = fields;
    if (mode === 'collect') throw invalidOptions('approval.mode', "'collect' is not in this version of the package");
    const { policy, strict } = this.#settings;
    const { hook, onEvent } = companions;
    const about = { runId, code, input, mode, limits, seed, startedAt, concurrentApprovals: concurrentApprovals === true };
    const plan: RunPlan = { ...about, ...rest, table, names: [...functions], hook, policy, strict, onEvent };
    return { ...beginning, plan, run: new PageRun(plan, this.#pool, this.#line.place()) };
  }

  /** `dispose` ends what is under way and waits until it is told. */
  async #track<T>(run: PageRun, outcome: Promise<RunResult<T>>): Promise<RunResult<T>> {
    this.#runs.set(run, outcome);
    try {
      return await outcome;
    } finally {
      this.#runs.delete(run);
    }
  }

  async #resume<T>(target: Target, decisions: Decisions, options: ResumeOptions, kept: Companions | undefined): Promise<RunResult<T>> {
    this.#refuseIfDisposed();
    const waiting = await locate(target, options.owner ?? kept?.owner, options.generation, this.#records);
    const { fields, expected, cardNamed } = waiting;
    checkMode(options.approval, fields.mode);
    const given = goOn(fields, options, kept, this.#settings);
    const beginning = { ...given, table: checkFunctions(given.table, fields) };
    const statsBefore = fields.stats ?? NO_STATS;
    const generation = Math.max(fields.generation, expected ?? 0) + 1;
    const part = this.#part(beginning, { entries: [...fields.journal], generation, statsBefore, signal: options.signal });
    const { journal, desk } = part.run;
    const { valueBytes } = beginning.fields.limits;
    const context = { runId: fields.runId, journal, table: beginning.table, valueBytes, cardNamed };
    const normal = await normalise(decisions, desk.pendingCalls(), context);
    this.#refuseIfDisposed();
    if (isExpired(fields)) return this.#expire<T>(part, waiting);
    // R13: nothing was decided, so the card stands as it is.
    if (normal.list.length === 0)
      return this.#pendingResult<T>(part, waiting.checkpoint, { logs: part.companions.logs, stats: statsBefore });
    let claimed = false;
    const claim = async (): Promise<void> => {
      desk.applyDecisions(normal);
      claimed = await this.#records.claim(this.#record(part, generation, statsBefore, fields.expiresAt), expected);
      if (!claimed) throw lost(fields.runId);
    };
    return this.#track(
      part.run,
      part.run.go(claim).then(end => (claimed ? this.#conclude<T>(part, end) : this.#neverClaimed<T>(part, waiting, end))),
    );
  }

  /** K10. */
  async #expire<T>(part: Part, { fields, expected }: Waiting): Promise<RunResult<T>> {
    if (!(await this.#records.end(fields, part.plan.generation, 'failed', expected))) throw lost(fields.runId);
    const error = new RunError(
      'ApprovalExpired',
      `the card could be answered until ${new Date(fields.expiresAt ?? 0).toISOString()}; nothing of it ran`,
    );
    const calls = part.run.journal.records(fields.runId, 'ended');
    return this.#ended<T>(part, { ending: { status: 'failed', error }, logs: part.companions.logs, calls, stats: part.plan.statsBefore });
  }

  /** The run ended before its record was touched: given up by its signal (K9), or the sandbox went away and the card waits on. */
  async #neverClaimed<T>(part: Part, { fields, checkpoint, expected }: Waiting, end: RunEnd): Promise<RunResult<T>> {
    const gone = end.ending.status === 'failed' && end.ending.error.name === 'Disposed';
    if (!gone && !(await this.#records.end(fields, part.plan.generation, 'failed', expected))) throw lost(fields.runId);
    const result = this.#ended<T>(part, end);
    return gone && result.status === 'failed' ? { ...result, checkpoint } : result;
  }

  async #conclude<T>(part: Part, end: RunEnd): Promise<RunResult<T>> {
    if (end.ending.status === 'pending') return this.#keep<T>(part, end);
    const { generation } = part.plan;
    if (generation > 0) {
      // The outcome stands, whatever the store does: what was claimed is not listed, so nothing runs twice.
      await this.#records.end(part.fields, generation + 1, end.ending.status, generation).catch(report);
    }
    return this.#ended<T>(part, end);
  }

  /** The record first, then the announcement (K8). */
  async #keep<T>(part: Part, end: RunEnd): Promise<RunResult<T>> {
    const { plan, fields, run } = part;
    const expiresAt = fields.expiresInMs === undefined ? undefined : Date.now() + fields.expiresInMs;
    const expected = plan.generation === 0 ? undefined : plan.generation;
    try {
      const checkpoint = await this.#records.wait(this.#record(part, plan.generation + 1, end.stats, expiresAt), expected);
      if (!checkpoint) return this.#notKept<T>(part, end, new RunError('Superseded', SUPERSEDED));
      run.emitNow({ type: 'approval-required', pending: run.desk.pendingCalls(), generation: checkpoint.generation });
      run.emitNow({ type: 'ended', status: 'pending' });
      return this.#pendingResult<T>(part, checkpoint, end);
    } catch (error) {
      if (!SandboxError.is(error, 'StoreFailed')) throw error;
      const message = `the run waits for a person, and could not be kept: ${error.message}`;
      return this.#notKept<T>(part, end, new RunError('StoreFailed', message, { cause: error }));
    }
  }

  #notKept<T>(part: Part, end: RunEnd, error: RunError): RunResult<T> {
    const calls = part.run.journal.records(part.fields.runId, 'ended');
    return this.#ended<T>(part, { ...end, calls, ending: { status: 'failed', error } });
  }

  #record(part: Part, generation: number, stats: RunStats, expiresAt: number | undefined): CheckpointFields {
    return { ...part.fields, generation, stats, expiresAt, journal: part.run.journal.entries };
  }

  #pendingResult<T>(part: Part, checkpoint: Checkpoint, { logs, stats }: Pick<RunEnd, 'logs' | 'stats'>): RunResult<T> {
    const { run, fields, companions } = part;
    const kept: Companions = { ...companions, logs };
    return {
      status: 'pending',
      runId: fields.runId,
      logs,
      stats,
      checkpoint,
      calls: run.journal.records(fields.runId, 'pending'),
      pending: run.desk.pendingCalls(),
      resume: async (decisions, options) => this.#resume<T>(checkpoint, decisions, readResumeOptions(options), kept),
    };
  }

  #ended<T>({ run, fields }: Part, { ending, logs, calls, stats }: RunEnd): RunResult<T> {
    run.emitNow({ type: 'ended', status: ending.status });
    const outcome = { runId: fields.runId, logs, calls, stats };
    if (ending.status === 'completed') return { status: 'completed', value: ending.value as T, ...outcome };
    if (ending.status === 'failed') return { status: 'failed', error: ending.error, ...outcome };
    throw new Error('a run that waits has not ended');
  }
}

const isExpired = ({ expiresAt }: CheckpointFields): boolean => expiresAt !== undefined && expiresAt <= Date.now();

const lost = (runId: RunId): SandboxError => notPending(runId, 'somebody else was first');

function pendingRunOf({ checkpoint, fields }: WaitingRecord, table: FunctionTable): PendingRun {
  const { runId, generation, owner, metadata, createdAt, expiresAt, journal } = fields;
  const calls = new Journal(journal).waiting();
  return {
    runId,
    generation,
    pending: calls.map(facts => pendingCallOf(facts, runId, table.get(facts.call.fn))),
    checkpoint,
    createdAt,
    ...(owner === undefined ? {} : { owner }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}
