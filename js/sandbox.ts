/*
 * Owns the sandbox as the app holds it: what its runs share, which of them are under way, the list of those that wait, and going away. What must
 * hold: nothing starts after it is disposed of, and disposing waits until every run is told. Deliberately absent: how a run goes from request
 * to result (course.ts), workers, and stores.
 */
import type {
  Decisions,
  DescribeOptions,
  Disposing,
  PendingRun,
  ResumeOptions,
  RunId,
  RunRequest,
  RunResult,
  Sandbox,
  SandboxOptions,
} from './api.js';
import { pendingCallOf } from './card.js';
import { Course, type House } from './course.js';
import { describe } from './describe.js';
import { disposed, type SandboxError } from './errors.js';
import { buildTable, type FunctionTable } from './functions.js';
import { Journal } from './journal.js';
import { Line } from './line.js';
import { News } from './news.js';
import {
  mergeLimits,
  readDescribeOptions,
  readOwner,
  readResumeOptions,
  readRunRequest,
  readSandboxOptions,
  type SandboxSettings,
} from './options.js';
import type { Companions } from './part.js';
import { ENDED_MS, Records, type WaitingRecord } from './records.js';
import { report } from './report.js';
import { discardable, idOf, isExpired, movedOn, notPending, type Target } from './resume.js';
import { Signing } from './signing.js';
import { memoryStore } from './store/memory.js';
import { type Platform, web } from './web-worker.js';
import { WorkerPool } from './worker-pool.js';

export function createSandbox(options?: SandboxOptions): Sandbox & Disposing {
  return openSandbox(options, web);
}

/** On a platform of which the package's entry knows. */
export function openSandbox(options: SandboxOptions | undefined, platform: Platform): Sandbox & Disposing {
  return new PageSandbox(readSandboxOptions(options), platform);
}

class PageSandbox implements Sandbox {
  readonly #settings: SandboxSettings;
  readonly #pool: WorkerPool;
  readonly #records: Records;
  readonly #house: House;
  readonly #courses = new Map<Course, Promise<unknown>>();
  #news: News | undefined;
  #disposed = false;

  constructor(settings: SandboxSettings, platform: Platform) {
    this.#settings = settings;
    // Refused now rather than with the first run.
    buildTable(settings.functions);
    const { warm, worker, workerUrl, wasm, maxWorkers, store, signingKey } = settings;
    this.#pool = new WorkerPool({ warm, worker, workerUrl, wasm }, platform);
    this.#records = new Records(store ?? memoryStore(), new Signing(signingKey));
    this.#house = {
      settings,
      pool: this.#pool,
      line: new Line(maxWorkers),
      records: this.#records,
      isDisposed: () => this.#disposed,
      claimed: (runId, by) => this.#decided(runId, by),
      asking: () => {
        if (!this.#disposed) this.#hear();
      },
      resume: (target, decisions, options, kept) => this.#resume(target, decisions, options, kept),
    };
    const { asyncDispose } = Symbol as { asyncDispose?: symbol };
    if (asyncDispose) Object.defineProperty(this, asyncDispose, { value: () => this.dispose() });
  }

  async run<T = unknown>(request: RunRequest): Promise<RunResult<T>> {
    this.#refuseIfDisposed();
    const given = readRunRequest(request);
    const course = new Course(this.#house);
    return this.#track(course, course.run<T>(given));
  }

  async resume<T = unknown>(run: Target, decisions: Decisions, options?: ResumeOptions): Promise<RunResult<T>> {
    return this.#resume<T>(run, decisions, readResumeOptions(options), undefined);
  }

  async pending(filter?: { owner?: string }): Promise<PendingRun[]> {
    this.#refuseIfDisposed();
    const owner = readOwner(filter);
    const table = buildTable(this.#settings.functions);
    const found = await this.#records.waiting(owner, report);
    // K10: a card nobody may answer any more is no card. Who answers it is told so, and after a month it is forgotten.
    const expired = found.filter(({ fields }) => isExpired(fields));
    for (const { fields, generation } of expired) {
      if (isExpired(fields, Date.now() - ENDED_MS)) this.#records.end(fields, generation + 1, 'failed', generation).catch(report);
    }
    return found
      .filter(record => !expired.includes(record))
      .sort((a, b) => a.fields.createdAt - b.fields.createdAt)
      .map(record => pendingRunOf(record, table));
  }

  async discard(run: Target, options?: { owner?: string | undefined }): Promise<void> {
    this.#refuseIfDisposed();
    const runId = idOf(run);
    const { generation, owner } = await discardable(runId, readOwner(options), this.#records);
    if (!(await this.#records.end({ runId, owner }, generation + 1, 'discarded', generation)))
      throw notPending(runId, 'it was decided meanwhile');
    this.#decided(runId, undefined, notPending(runId, 'it was given up'));
  }

  describe(options?: DescribeOptions): string {
    const { mode, rules, functions } = readDescribeOptions(options);
    const { approval, strict, limits, policy } = this.#settings;
    return describe({
      table: buildTable(this.#settings.functions, functions),
      mode: mode ?? approval.mode,
      strict,
      limits: mergeLimits(limits),
      policy: policy !== undefined,
      rules: rules ?? true,
    });
  }

  async warm(): Promise<void> {
    this.#refuseIfDisposed();
    await this.#pool.warm();
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    for (const course of this.#courses.keys()) course.dispose();
    this.#pool.dispose();
    this.#news?.close();
    await Promise.allSettled(this.#courses.values());
  }

  #refuseIfDisposed(): void {
    if (this.#disposed) throw disposed();
  }

  async #resume<T>(target: Target, decisions: Decisions, options: ResumeOptions, kept: Companions | undefined): Promise<RunResult<T>> {
    this.#refuseIfDisposed();
    const course = new Course(this.#house);
    return this.#track(course, course.resume<T>(target, decisions, options, kept));
  }

  /** `dispose` ends what is under way and waits until it is told. */
  async #track<T>(course: Course, outcome: Promise<RunResult<T>>): Promise<RunResult<T>> {
    this.#courses.set(course, outcome);
    try {
      return await outcome;
    } finally {
      this.#courses.delete(course);
    }
  }

  /** Nobody else here need ask about this card any more. */
  #decided(runId: RunId, by?: Course, why?: SandboxError): void {
    for (const course of this.#courses.keys()) if (course !== by) course.decidedElsewhere(runId, why);
    if (!this.#disposed) this.#hear().tell(runId);
  }

  #hear(): News {
    this.#news ??= new News(runId => void this.#moved(runId).catch(report));
    return this.#news;
  }

  /** Somebody says that a run has moved on. Where a hook is open about it, the store is asked whether that is so. */
  async #moved(runId: RunId): Promise<void> {
    const asking = [...this.#courses.keys()].flatMap(course => {
      const about = course.asksAbout;
      return about?.runId === runId ? [{ course, generation: about.generation }] : [];
    });
    if (asking.length === 0) return;
    const found = await this.#records.find(runId);
    for (const { course, generation } of asking) {
      const stands = found.kind === 'waiting' && found.generation === generation;
      // By now it may be asking about the card after.
      if (!stands && course.asksAbout?.generation === generation) course.decidedElsewhere(runId, movedOn(runId, found));
    }
  }
}

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
    ...(fields.interrupted ? { interrupted: true as const } : {}),
  };
}
