/*
 * Owns one run under way, seen from the page: it starts it in a worker, answers what the core asks, and ends it. What must hold: a run ends
 * exactly once, whatever comes first, and every ending has its logs, calls and sums; a run that is cut short leaves no worker and no open hook
 * behind; nothing the worker says is believed unseen. Deliberately absent: executing host functions (call-desk.ts alone does), the order of what
 * arrives (intake.ts), replay (the core's), and what is kept of a run (course.ts).
 */
import type { RunEvent, RunEventBody } from './api.js';
import { brokenWorker } from './breach.js';
import { CallDesk } from './call-desk.js';
import { type RunHandlers, WorkerLost } from './channel.js';
import { RunError, type RunErrorName } from './errors.js';
import { endingOf, isCut, NOBODY_WAITS } from './finish.js';
import { Intake } from './intake.js';
import { Journal } from './journal.js';
import { type Keepable, Keeping } from './keeping.js';
import type { Place } from './line.js';
import { PauseAsking } from './pause-asking.js';
import type { DeliveryEntry, Finish, JournalEntry, LogEntryData, ShownEntry } from './protocol.js';
import type { Records } from './records.js';
import { report } from './report.js';
import { RunClock } from './run-clock.js';
import { RunLogs } from './run-logs.js';
import { type Ending, goesOn, type RunEnd, type RunPlan, repeatsFirst, requestOf } from './run-plan.js';
import { messageOf } from './words.js';
import type { Lease, WorkerPool } from './worker-pool.js';

/** What the engine may still do after a cut before its worker is replaced. */
const AFTER_CUT_MS = 100;

type EndedByPage = 'Timeout' | 'Aborted' | 'Disposed' | 'JournalLimit' | 'EngineCrash';

const GOES_ON = ' What ran is recorded, and the run is listed as interrupted: `resume(result.checkpoint, { approve: [] })` continues it.';

export class PageRun {
  readonly journal: Journal;
  readonly desk: CallDesk;
  readonly keeping: Keeping;
  readonly #plan: RunPlan;
  readonly #pool: WorkerPool;
  readonly #place: Place;
  readonly #clock: RunClock;
  readonly #logs: RunLogs;
  readonly #asking: PauseAsking;
  readonly #intake: Intake;
  readonly #aborted = (): void => this.#endNow('Aborted', 'the run was given up by its signal');
  #settle: ((end: RunEnd) => void) | undefined;
  #lease: Lease | undefined;
  #held: RunEventBody[] | undefined = [];
  #ended = false;
  /** While the record is being claimed an ending waits: what was claimed must be told how it ended. */
  #claiming = false;
  #endMeanwhile: (() => void) | undefined;
  #repeating: boolean;
  /** How the pass of this part ended, once it did (collect). */
  #shown: ShownEntry | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  /** The repeat came to where the code was stopped when it was shown. */
  #repeatMet = false;
  #passesBegun = 0;

  constructor(plan: RunPlan, pool: WorkerPool, place: Place, records: Records) {
    this.#plan = plan;
    this.#pool = pool;
    this.#place = place;
    this.journal = new Journal(plan.entries);
    this.keeping = new Keeping(records, this.journal, error => this.#endBy(error));
    const { table, policy, strict, hook, fields } = plan;
    const { runId, mode, limits } = fields;
    const generation = (): number => this.keeping.generation;
    const emit = plan.onEvent && ((event: RunEventBody): void => this.#emit(event));
    this.desk = new CallDesk({
      runId,
      table,
      mode,
      ...(policy ? { policy } : {}),
      strict,
      concurrentApprovals: fields.concurrentApprovals === true,
      limits,
      journal: this.journal,
      keep: { start: (entry, approved) => this.#writeAhead(entry, approved), settled: () => this.#writeSettled() },
      emit,
    });
    this.#clock = new RunClock(limits.timeoutMs, place, () => this.#timedOut());
    this.#logs = new RunLogs(limits.logBytes);
    this.#asking = new PauseAsking({ runId, generation, hook, desk: this.desk, clock: this.#clock, emit });
    this.#intake = this.#takeIn();
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
        if (this.#ended) return;
        // What was claimed must be told how it ended, also where there is no worker to go on in.
        if (this.keeping.isHeld) return this.#broken(error);
        this.#leave(this.#fate);
        reject(error);
      });
    });
  }

  /** The sandbox goes away. */
  dispose(): void {
    this.#endNow('Disposed', 'the sandbox was disposed of while the run was under way');
  }

  /** Says what happened to the app's listener, whose errors change nothing. */
  emitNow(event: RunEventBody): void {
    const { onEvent, fields } = this.#plan;
    if (!onEvent) return;
    try {
      const answer = onEvent({ runId: fields.runId, ...event } as RunEvent) as unknown;
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
    this.#release();
    // A listener may have ended the run.
    if (this.#ended) return;
    this.#clock.start();
    let finish = await this.#inWorker(lease);
    if (finish !== 'broken' && this.#repeating && this.#repeatMet && finish?.status !== 'failed') {
      const fresh = await this.#replaced(lease);
      if (!fresh) return;
      finish = await this.#inWorker(fresh);
    }
    if (finish !== 'broken') await this.#finished(finish);
  }

  /** How the worker says the run ended; undefined where it is gone, and what it had to tell was told. */
  async #inWorker(lease: Lease): Promise<Finish | undefined | 'broken'> {
    try {
      return await lease.channel.start(requestOf(this.#plan, this.journal.entries, this.#repeatMet), this.#handlers());
    } catch (error) {
      if (!(error instanceof WorkerLost)) throw error;
      // What a worker dies of after a cut can't be seen.
      if (this.#patience !== undefined && error.why !== 'protocol') return undefined;
      this.#broken(error);
      return 'broken';
    } finally {
      clearTimeout(this.#patience);
      this.#patience = undefined;
    }
  }

  /** R2: what was shown is repeated, and the engine did not come to rest after it: the decisions apply in another worker. */
  async #replaced(lease: Lease): Promise<Lease | undefined> {
    lease.kill();
    const fresh = await this.#clock.apart(() => this.#pool.lease());
    if (this.#ended) return void fresh.giveBack();
    this.#lease = fresh;
    return fresh;
  }

  async #claim(claim: () => Promise<void>): Promise<void> {
    this.#claiming = true;
    try {
      await claim();
    } finally {
      this.#claiming = false;
    }
    this.#endMeanwhile?.();
  }

  /** A worker that was sent nothing yet is as good as new; one that is cut off in the middle is not. */
  get #fate(): 'keep' | 'kill' {
    return this.#held === undefined ? 'kill' : 'keep';
  }

  /** The number of the pass that is new in this part of the run. */
  get #pass(): number {
    return this.#plan.statsBefore.passes + (repeatsFirst(this.#plan) ? 2 : 1);
  }

  #release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    this.#passesBegun = 1;
    for (const event of held) this.#emit(event);
    if (!repeatsFirst(this.#plan)) this.#emit({ type: 'started', pass: this.#pass });
  }

  #handlers(): RunHandlers {
    return {
      call: message => this.#recorded(() => this.#intake.call(message)),
      execute: (seq, ahead) => this.#recorded(() => this.desk.execute(seq, ahead)),
      ask: seq => this.#recorded(() => this.#asking.ask(seq)),
      withdraw: seq => this.#asking.withdraw(seq),
      invalid: (message, error) => {
        this.#pastRepeat();
        this.#intake.invalid(message, error);
      },
      journal: entries => {
        this.#mindCut(entries);
        this.#intake.entries(entries);
      },
      log: entry => this.#intake.log(entry),
      repeated: () => this.#repeated(),
    };
  }

  #takeIn(): Intake {
    return new Intake({
      isBehind: message => this.#plan.fields.mode === 'collect' && (message.behind === true || this.journal.metPending),
      call: message => this.desk.call(message),
      callBehind: (message, known) => this.desk.callBehind(message, known),
      invalid: (message, error) => {
        this.desk.invalid(message, error);
        this.#mindJournal();
      },
      entry: entry => this.#entry(entry),
      log: entry => this.#log(entry),
      broken: error => this.#broken(error),
    });
  }

  #entry(entry: DeliveryEntry): void {
    if (this.#ended) return;
    const begins = entry.e === 'began' && repeatsFirst(this.#plan);
    if (!begins) this.#pastRepeat();
    else if (!this.#repeating) throw brokenWorker('begin another pass');
    this.desk.delivered([entry]);
    if (begins) this.#begin();
    if (entry.e === 'shown') this.#shown = entry;
    this.#mindJournal();
  }

  #log(line: LogEntryData): void {
    // Of what is repeated nothing is told, nor of what the engine still does after a cut.
    if ((this.#repeating && repeatsFirst(this.#plan)) || (this.#shown && isCut(this.#shown))) return;
    const kept = this.#logs.add(line);
    if (kept) this.#emit({ type: 'log', entry: kept, pass: this.#pass });
  }

  async #recorded<T>(step: () => Promise<T>): Promise<T> {
    this.#pastRepeat();
    try {
      return await step();
    } finally {
      this.#mindJournal();
    }
  }

  /** Whatever is recorded is new to the run: it has the deadline for itself. In collect the core says where the new begins, and before that nothing may happen (R2). */
  #pastRepeat(): void {
    if (!this.#repeating) return;
    if (repeatsFirst(this.#plan)) throw brokenWorker('go on before what was shown is repeated');
    this.#repeating = false;
    this.#clock.renew();
  }

  /** R2: what was shown is repeated, and what comes now is new. */
  #begin(): void {
    this.#repeating = false;
    clearTimeout(this.#patience);
    this.#patience = undefined;
    this.#passesBegun = 2;
    this.#clock.renew();
    this.#emit({ type: 'started', pass: this.#pass });
  }

  #mindCut(entries: readonly DeliveryEntry[]): void {
    if (entries.some(entry => entry.e === 'shown' && isCut(entry))) this.#havePatience();
  }

  /** From the moment the page hears that the code was stopped. One more turn: if the page itself was busy, what the worker sent meanwhile is heard first. */
  #havePatience(): void {
    if (this.#patience !== undefined) return;
    const replace = (): void => this.#lease?.kill();
    this.#patience = setTimeout(() => (this.#patience = setTimeout(replace, 0)), AFTER_CUT_MS);
  }

  /** The code was stopped in the repeat, where it was when it was shown. */
  #repeated(): void {
    if (!this.#repeating || this.#repeatMet || !repeatsFirst(this.#plan)) throw brokenWorker('have repeated what is not repeated now');
    this.#repeatMet = true;
    this.#havePatience();
  }

  /** K1: in pause the record begins with the first call that a person approved. K5: from then on no effect starts that is not written down. */
  #writeAhead(entry: JournalEntry, approved: boolean): Promise<void> | undefined {
    const { keeping } = this;
    const begins = !keeping.isKept && approved && this.#plan.fields.mode === 'pause';
    if (!keeping.isKept && !begins) return undefined;
    const record: Keepable = { ...this.#plan.fields, stats: this.#plan.statsBefore };
    return this.#clock.apart(() => (begins ? keeping.begin(record, entry) : keeping.write([entry])));
  }

  #writeSettled(): Promise<void> | undefined {
    return this.keeping.isKept ? this.#clock.apart(() => this.keeping.write()) : undefined;
  }

  #mindJournal(): void {
    const { journalBytes } = this.#plan.fields.limits;
    if (this.journal.bytes <= journalBytes) return;
    this.#endNow(
      'JournalLimit',
      `the run's record is over limits.journalBytes: ${this.journal.bytes} bytes of ${journalBytes}. Let functions return less, or raise the limit.`,
      journalBytes,
    );
  }

  /** `finish` is missing where the worker is gone, and the pass was cut before that. */
  async #finished(finish: Finish | undefined): Promise<void> {
    const { entries, fields } = this.#plan;
    const { runId, mode } = fields;
    await this.#intake.drained();
    if (this.#ended) return;
    const about = { runId, mode, journal: this.journal, recordedBefore: entries.length, shown: this.#shown, waits: () => this.desk.waits };
    const ending = endingOf(finish, about);
    if (typeof ending === 'string') return this.#endNow('EngineCrash', ending);
    if (mode === 'collect' && ending.status === 'pending') await this.#completeCard();
    if (this.#ended) return;
    const broken = finish === undefined || finish.poisoned || isCrash(ending);
    this.#end(ending, broken ? 'kill' : 'keep', finish?.stats ?? { guestMs: this.#guestMs, peakMemoryBytes: 0 });
  }

  /**
   * C3: what is in flight is awaited, what was called is judged, and what may run is executed, one after another, in creation order. The worker is not
   * needed for this, and may be gone.
   */
  async #completeCard(): Promise<void> {
    const { desk } = this;
    try {
      await desk.idle();
      for (const [seq, behind] of this.#intake.made) if (desk.isInLine(seq)) await this.#recorded(() => desk.execute(seq, behind));
    } catch (error) {
      return this.#broken(error);
    }
    if (!this.#ended && !desk.waits) this.#endNow('EngineCrash', NOBODY_WAITS);
  }

  #broken(error: unknown): void {
    const said = messageOf(error);
    const why = said === '' ? '' : ` (${said})`;
    this.#endNow('EngineCrash', `the worker broke while the run was under way${why}; it is replaced, and the next run works`);
  }

  #timedOut(): void {
    const { timeoutMs } = this.#plan.fields.limits;
    const open = this.journal.records(this.#plan.fields.runId, 'under-way').filter(call => call.state === 'running');
    const doing =
      open.length > 0
        ? `It was waiting for ${open.map(call => `${call.fn} (call ${call.seq})`).join(', ')}.`
        : 'It was running code: look for a loop that does not end.';
    this.#endNow('Timeout', `the run took longer than limits.timeoutMs (${timeoutMs} ms). ${doing}`, timeoutMs);
  }

  /** Every ending that is not the core's own: the worker goes. */
  #endNow(name: EndedByPage, message: string, limit?: number): void {
    if (this.#claiming) {
      this.#endMeanwhile ??= () => this.#endNow(name, message, limit);
      return;
    }
    const details = { ...(limit === undefined ? {} : { limit }), ...(name === 'Aborted' ? { cause: this.#plan.signal?.reason } : {}) };
    const error = new RunError(name satisfies RunErrorName, message, details);
    const more = this.keeping.isHeld && goesOn(error) && !this.#onlyRepeated ? GOES_ON : '';
    this.#endBy(more ? new RunError(name, message + more, details) : error);
  }

  #endBy(error: RunError): void {
    this.#end({ status: 'failed', error }, this.#fate, { guestMs: this.#guestMs, peakMemoryBytes: 0 });
  }

  /** K7. */
  get #onlyRepeated(): boolean {
    return this.#repeating;
  }

  /** As far as the page can tell. */
  get #guestMs(): number {
    return Math.max(0, this.#clock.runningMs - this.desk.hostMs);
  }

  #end(ending: Ending, fate: 'keep' | 'kill', sums: { guestMs: number; peakMemoryBytes: number }): void {
    if (this.#ended) return;
    try {
      this.#leave(fate, ending.status === 'failed' ? ending.error : undefined);
    } catch (error) {
      // A fault in the clearing up is told, and the run has its ending all the same.
      report(error);
    }
    // What is told at the end is told also by a run that never started, but what it would have decided was not.
    this.#held = undefined;
    const before = this.#plan.statsBefore;
    this.#settle?.({
      ending,
      logs: this.#logs.entries,
      onlyRepeated: this.#onlyRepeated,
      stats: {
        passes: before.passes + this.#passesBegun,
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
    clearTimeout(this.#patience);
    this.#plan.signal?.removeEventListener('abort', this.#aborted);
    this.#clock.end();
    if (fate === 'keep') this.#lease?.giveBack();
    else this.#lease?.kill();
    this.#place.leave();
    this.#asking.end(reason);
    this.desk.close(reason);
  }
}

const isCrash = (ending: Ending): boolean => ending.status === 'failed' && ending.error.name === 'EngineCrash';
