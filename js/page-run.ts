/*
 * Owns one run under way, seen from the page: it starts it in a worker, answers what the core asks, asks people, and ends
 * it. What must hold: a run ends exactly once, whatever comes first, and every ending has its logs, calls and sums; a run that
 * is cut short leaves no worker and no open hook behind; nothing the worker says is believed unseen. Deliberately absent:
 * executing host functions (call-desk.ts alone does), replay (the core's), and what is kept of a run (sandbox.ts).
 */
import type { Approval, CallRecord, Limits, LogEntry, Policy, RunEvent, RunEventBody, RunId, RunStats } from './api.js';
import { CallDesk } from './call-desk.js';
import { type RunHandlers, WorkerLost } from './channel.js';
import { RunError, type RunErrorName, runErrorFrom } from './errors.js';
import type { FunctionTable } from './functions.js';
import { Journal } from './journal.js';
import type { Place } from './line.js';
import type { Decision, Finish, JournalEntry, StartRequest, Text } from './protocol.js';
import { report } from './report.js';
import { RunClock } from './run-clock.js';
import { RunLogs } from './run-logs.js';
import { decode } from './value.js';
import type { Lease, WorkerPool } from './worker-pool.js';

export type PauseHook = Extract<Approval, { mode: 'pause' }>['onApproval'];

/** Everything that is settled before a run starts. */
export interface RunPlan {
  readonly runId: RunId;
  readonly code: string;
  readonly input: Text | undefined;
  readonly table: FunctionTable;
  /** What the guest sees: the names of the first pass (R14). */
  readonly names: StartRequest['functions'];
  readonly mode: 'deny' | 'pause';
  readonly hook: PauseHook | undefined;
  readonly concurrentApprovals: boolean;
  readonly policy: Policy | undefined;
  readonly strict: boolean;
  readonly limits: Limits;
  readonly signal: AbortSignal | undefined;
  readonly onEvent: ((event: RunEvent) => void) | undefined;
  readonly seed: string;
  readonly startedAt: number;
  /** Everything recorded so far. */
  readonly entries: JournalEntry[];
  /** The generation of the run's record; 0 where it has none yet. */
  readonly generation: number;
  readonly statsBefore: RunStats;
}

export type Ending =
  | { readonly status: 'completed'; readonly value: unknown }
  | { readonly status: 'pending' }
  | { readonly status: 'failed'; readonly error: RunError };

/** How a run ended, and what there is to tell of it. */
export interface RunEnd {
  readonly ending: Ending;
  readonly logs: LogEntry[];
  readonly calls: CallRecord[];
  readonly stats: RunStats;
}

type EndedByPage = 'Timeout' | 'Aborted' | 'Disposed' | 'JournalLimit' | 'EngineCrash';

export class PageRun {
  readonly journal: Journal;
  readonly desk: CallDesk;
  readonly #plan: RunPlan;
  readonly #pool: WorkerPool;
  readonly #place: Place;
  readonly #clock: RunClock;
  readonly #logs: RunLogs;
  readonly #hooks = new Map<number, AbortController>();
  readonly #aborted = (): void => this.#cut('Aborted', 'the run was given up by its signal');
  #settle: ((end: RunEnd) => void) | undefined;
  #lease: Lease | undefined;
  #held: RunEventBody[] | undefined = [];
  #ended = false;
  /** While the record is being claimed an ending waits: what was claimed must be told how it ended. */
  #claiming = false;
  #cutMeanwhile: (() => void) | undefined;
  #repeating: boolean;

  constructor(plan: RunPlan, pool: WorkerPool, place: Place) {
    this.#plan = plan;
    this.#pool = pool;
    this.#place = place;
    this.journal = new Journal(plan.entries);
    const { runId, table, mode, policy, strict, concurrentApprovals, limits } = plan;
    this.desk = new CallDesk({
      runId,
      table,
      mode,
      ...(policy ? { policy } : {}),
      strict,
      concurrentApprovals,
      limits,
      journal: this.journal,
      emit: event => this.#emit(event),
    });
    this.#clock = new RunClock(limits.timeoutMs, place, () => this.#timedOut());
    this.#logs = new RunLogs(limits.logBytes);
    this.#repeating = plan.entries.length > 0;
  }

  /**
   * Runs to the end. `claim` is called when a worker is ready and before anything starts. Rejects only where there is no run to
   * report on: no worker could be started, or the claim was refused.
   */
  go(claim?: () => Promise<void>): Promise<RunEnd> {
    return new Promise((resolve, reject) => {
      this.#settle = resolve;
      const { signal } = this.#plan;
      if (signal?.aborted) return this.#aborted();
      signal?.addEventListener('abort', this.#aborted, { once: true });
      this.#start(claim).catch((error: unknown) => {
        if (!this.#ended) {
          this.#leave(this.#fate);
          reject(error);
        }
      });
    });
  }

  /** The sandbox goes away. */
  dispose(): void {
    this.#cut('Disposed', 'the sandbox was disposed of while the run was under way');
  }

  /** Says what happened to the app's listener, whose errors change nothing. */
  emitNow(event: RunEventBody): void {
    const { onEvent, runId } = this.#plan;
    if (!onEvent) return;
    try {
      const answer = onEvent({ runId, ...event } as RunEvent) as unknown;
      if (answer instanceof Promise) answer.catch(report);
    } catch (error) {
      report(error);
    }
  }

  /** What was decided is told once the run has started: until then it may still be refused. */
  #emit(event: RunEventBody): void {
    if (this.#held) this.#held.push(event);
    else this.emitNow(event);
  }

  async #start(claim: (() => Promise<void>) | undefined): Promise<void> {
    if (!(await this.#place.take())) return;
    const lease = await this.#pool.lease();
    if (this.#ended) return lease.giveBack();
    this.#lease = lease;
    if (claim) await this.#claim(claim);
    if (this.#ended) return;
    this.#release({ type: 'started', pass: this.#pass });
    // A listener may have ended the run.
    if (this.#ended) return;
    this.#clock.start();
    try {
      const finish = await lease.channel.start(this.#request(), this.#handlers());
      this.#finished(finish);
    } catch (error) {
      if (!(error instanceof WorkerLost)) throw error;
      const said = error.message ? ` (${error.message})` : '';
      this.#cut('EngineCrash', `the worker broke while the run was under way${said}; it is replaced, and the next run works`);
    }
  }

  async #claim(claim: () => Promise<void>): Promise<void> {
    this.#claiming = true;
    try {
      await claim();
    } finally {
      this.#claiming = false;
    }
    this.#cutMeanwhile?.();
  }

  /** A worker that was sent nothing yet is as good as new; one that is cut off in the middle is not. */
  get #fate(): 'keep' | 'kill' {
    return this.#held === undefined ? 'kill' : 'keep';
  }

  get #pass(): number {
    return this.#plan.statsBefore.passes + 1;
  }

  #release(started: RunEventBody): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const event of [...held, started]) this.#emit(event);
  }

  #request(): StartRequest {
    const { runId, code, input, names, mode, concurrentApprovals, hook, limits, seed, startedAt } = this.#plan;
    const { memoryBytes, codeBytes, valueBytes, journalBytes, logBytes, calls, concurrentCalls } = asFarAsTheCoreCounts(limits);
    return {
      runId,
      code,
      ...(input === undefined ? {} : { input }),
      functions: names,
      mode,
      concurrentApprovals,
      hook: hook !== undefined,
      limits: { memoryBytes, codeBytes, valueBytes, journalBytes, logBytes, calls, concurrentCalls },
      seed,
      startedAt,
      journal: [...this.journal.entries],
    };
  }

  #handlers(): RunHandlers {
    return {
      call: message => this.#recorded(() => this.desk.call(message)),
      execute: seq => this.#recorded(() => this.desk.execute(seq)),
      ask: seq => this.#recorded(() => this.#ask(seq)),
      withdraw: seq => this.#hooks.get(seq)?.abort(),
      invalid: (message, error) => {
        this.#pastRepeat();
        this.desk.invalid(message, error);
        this.#mindJournal();
      },
      journal: entries => {
        this.#pastRepeat();
        this.desk.delivered(entries);
        this.#mindJournal();
      },
      log: entry => {
        const kept = this.#logs.add(entry);
        if (kept) this.#emit({ type: 'log', entry: kept, pass: this.#pass });
      },
    };
  }

  async #recorded<T>(step: () => Promise<T>): Promise<T> {
    this.#pastRepeat();
    try {
      return await step();
    } finally {
      this.#mindJournal();
    }
  }

  /** Whatever is recorded is new to the run: it has the deadline for itself. */
  #pastRepeat(): void {
    if (!this.#repeating) return;
    this.#repeating = false;
    this.#clock.renew();
  }

  #mindJournal(): void {
    const { journalBytes } = this.#plan.limits;
    if (this.journal.bytes <= journalBytes) return;
    this.#cut(
      'JournalLimit',
      `the run's record is over limits.journalBytes: ${this.journal.bytes} bytes of ${journalBytes}. Let functions return less, or raise the limit.`,
      journalBytes,
    );
  }

  async #ask(seq: number): Promise<Decision> {
    const { hook, runId, generation } = this.#plan;
    const call = this.desk.pendingCall(seq);
    if (!hook) return { kind: 'pause', at: Date.now() };
    if (this.#hooks.has(seq)) throw new Error(`call ${seq} is being asked about already`);
    const wanted = new AbortController();
    this.#hooks.set(seq, wanted);
    try {
      return await this.#clock.asking(async () => {
        // The generation this card would have, were it saved now.
        const card = { generation: generation + 1 };
        this.#emit({ type: 'approval-required', pending: [call], ...card });
        if (wanted.signal.aborted) return unanswered();
        const answered = (async () => hook(this.desk.pendingCall(seq), { runId, ...card, signal: wanted.signal }))();
        const answer = await Promise.race([
          answered.then(
            value => ({ value }),
            error => ({ error }),
          ),
          aborted(wanted.signal),
        ]);
        if (wanted.signal.aborted || !answer) return unanswered();
        return 'error' in answer ? this.desk.hookFailed(seq, answer.error) : this.desk.decide(seq, answer.value);
      });
    } finally {
      this.#hooks.delete(seq);
    }
  }

  #finished(finish: Finish): void {
    const ending = this.#endingOf(finish);
    if (typeof ending === 'string') this.#cut('EngineCrash', ending);
    else this.#end(ending, finish.poisoned || isCrash(ending) ? 'kill' : 'keep', finish.stats);
  }

  /** What the worker says came of the run, where it can be believed; else what is wrong with it. */
  #endingOf(finish: Finish): Ending | string {
    switch (finish.status) {
      case 'completed':
        try {
          return { status: 'completed', value: decode(finish.value) };
        } catch (error) {
          return `the worker ended the run with a value that cannot be read (${String(error)})`;
        }
      case 'pending':
        if (this.#plan.mode !== 'deny' && this.desk.pendingCalls().length > 0) return { status: 'pending' };
        return 'the worker says the run waits for a person, and no call of it does';
      case 'failed': {
        const error = this.#withRan(runErrorFrom(finish.error, this.#plan.runId));
        return { status: 'failed', error };
      }
    }
  }

  /** R9: which calls this pass had executed before code and record parted. */
  #withRan(error: RunError): RunError {
    if (error.name !== 'ReplayMismatch') return error;
    const fresh = this.journal.entries.slice(this.#plan.entries.length);
    const ran = fresh.flatMap(entry => (entry.e === 'started' ? [`${this.#plan.runId}.${entry.seq}`] : []));
    return ran.length > 0 ? new RunError(error.name, error.message, { ...error, ran }) : error;
  }

  #timedOut(): void {
    const { timeoutMs } = this.#plan.limits;
    const open = this.journal.records(this.#plan.runId, 'under-way').filter(call => call.state === 'running');
    const doing =
      open.length > 0
        ? `It was waiting for ${open.map(call => `${call.fn} (call ${call.seq})`).join(', ')}.`
        : 'It was running code: look for a loop that does not end.';
    this.#cut('Timeout', `the run took longer than limits.timeoutMs (${timeoutMs} ms). ${doing}`, timeoutMs);
  }

  /** Every ending that is not the core's own: the worker goes. */
  #cut(name: EndedByPage, message: string, limit?: number): void {
    if (this.#claiming) {
      this.#cutMeanwhile ??= () => this.#cut(name, message, limit);
      return;
    }
    const guestMs = Math.max(0, this.#clock.runningMs - this.desk.hostMs);
    const details = { ...(limit === undefined ? {} : { limit }), ...(name === 'Aborted' ? { cause: this.#plan.signal?.reason } : {}) };
    this.#end({ status: 'failed', error: new RunError(name satisfies RunErrorName, message, details) }, this.#fate, {
      guestMs,
      peakMemoryBytes: 0,
    });
  }

  #end(ending: Ending, fate: 'keep' | 'kill', sums: { guestMs: number; peakMemoryBytes: number }): void {
    if (this.#ended) return;
    const started = this.#held === undefined;
    this.#leave(fate, ending.status === 'failed' ? ending.error : undefined);
    // What is told at the end is told also by a run that never started, but what it would have decided was not.
    this.#held = undefined;
    const before = this.#plan.statsBefore;
    this.#settle?.({
      ending,
      logs: this.#logs.entries,
      calls: this.journal.records(this.#plan.runId, ending.status === 'pending' ? 'pending' : 'ended'),
      stats: {
        passes: before.passes + (started ? 1 : 0),
        guestMs: before.guestMs + sums.guestMs,
        hostMs: before.hostMs + this.desk.hostMs,
        humanMs: before.humanMs + this.#clock.humanMs,
        peakMemoryBytes: Math.max(before.peakMemoryBytes, sums.peakMemoryBytes),
      },
    });
  }

  /** Nothing of the run goes on after this. */
  #leave(fate: 'keep' | 'kill', reason?: unknown): void {
    this.#ended = true;
    this.#plan.signal?.removeEventListener('abort', this.#aborted);
    this.#clock.end();
    if (fate === 'keep') this.#lease?.giveBack();
    else this.#lease?.kill();
    this.#place.leave();
    for (const hook of this.#hooks.values()) hook.abort(reason);
    this.desk.close(reason);
  }
}

/** The core counts in 32 bits, which no limit it keeps can reach. */
function asFarAsTheCoreCounts(limits: Limits): Limits {
  const most = 2 ** 32 - 1;
  return Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, Math.min(limit, most)])) as unknown as Limits;
}

const isCrash = (ending: Ending): boolean => ending.status === 'failed' && ending.error.name === 'EngineCrash';

const unanswered = (): Decision => ({ kind: 'pause', at: Date.now() });

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(undefined), { once: true }));
}
