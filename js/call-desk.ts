/*
 * Owns the host's side of every call of one run: recording, validating, judging and executing it, and what a person decided about it.
 * What must hold: this is the only place that executes a host function, and it starts one only if this page's own record says
 * that it was allowed or that a person approved it, at most once, and never after `close`; the worker only ever asks.
 * Deliberately absent: asking people, the run's clock, stores, and anything about replay.
 */

import { admitDecision, isReadable } from './admission.js';
import type { Answer } from './answers.js';
import { readAnswer } from './answers.js';
import type { Approval, CallContext, Limits, PendingCall, Policy, RunEventBody, RunId } from './api.js';
import { brokenWorker, isErrorData, isPlace, readDelivery } from './breach.js';
import { pendingCallOf } from './card.js';
import type { NormalDecisions } from './decisions.js';
import { entriesOf } from './decisions.js';
import { RunError } from './errors.js';
import type { Execution, Outcome } from './execution.js';
import { begin } from './execution.js';
import type { FunctionTable, HostEntry } from './functions.js';
import type { CallFacts, Journal } from './journal.js';
import { callIdOf, effectiveInput, isPlainRead, JournalConflict, mayStart } from './journal.js';
import type { CallMessage, CallReply, Decision, DeliveryEntry, ErrorData, JournalEntry } from './protocol.js';
import { cuts, type Ruling, rule } from './ruling.js';
import { isOver } from './text-bytes.js';
import { UNDEFINED } from './value.js';
import { errorOf, inWords } from './words.js';

export interface CallDeskOptions {
  readonly runId: RunId;
  readonly table: FunctionTable;
  readonly mode: Approval['mode'];
  readonly policy?: Policy | undefined;
  readonly strict: boolean;
  /** Lifts creation order for calls that ask (P2). */
  readonly concurrentApprovals?: boolean;
  readonly limits: Limits;
  /** Empty for a new run, else everything recorded so far. */
  readonly journal: Journal;
  /** Writes ahead what must not be lost (K5). None where nothing is kept. */
  readonly keep?: DeskKeeper;
  /** Must not throw. None where nobody listens. */
  readonly emit?: ((event: RunEventBody) => void) | undefined;
  /** Ms since the epoch. */
  readonly now?: () => number;
}

/** What is awaited before and after an effect. A rejection means that the run is over. */
export interface DeskKeeper {
  /** Undefined where this is not to be written down first. `approved`: by a person, and an effect either way. */
  start(entry: JournalEntry, approved: boolean): Promise<void> | undefined;
  settled(): Promise<void> | undefined;
}

type Settled = Exclude<Outcome, { state: 'abandoned' }>;

export class CallDesk {
  readonly #options: CallDeskOptions;
  readonly #executions = new Map<number, Execution>();
  /** Calls that start as soon as that is written down. */
  readonly #starting = new Set<number>();
  /** Calls being validated or judged at this moment, or waiting for their turn to say that they ask. */
  readonly #judging = new Map<number, Promise<void>>();
  #judgedSoFar: Promise<void> = Promise.resolve();
  /** Why the last attempt to decide a call did not count. */
  readonly #failures = new Map<number, { name: string; message: string }>();
  /** Settles when all that is in line to be executed has been (collect); none where nothing is. */
  #lastInLine: Promise<void> | undefined;
  #closed = false;
  #closedBecause: unknown;
  #hostMs = 0;
  #busySince = 0;

  constructor(options: CallDeskOptions) {
    this.#options = options;
  }

  /** Time in which at least one host function was being executed. */
  get hostMs(): number {
    return this.#hostMs + (this.#executions.size > 0 ? performance.now() - this.#busySince : 0);
  }

  /**
   * The code made a call: record it, validate it, judge it, and with `go` execute it if it is allowed. Rejects with `EngineCrash` if this is nothing
   * a sound worker would ask, and with `Aborted` if the run ended meanwhile.
   */
  async call(message: CallMessage): Promise<CallReply> {
    const { seq, input } = message;
    const entry = this.#check(message);
    this.#make(message);
    const reply = await this.#whileJudging(seq, async before => {
      const made = this.#record(await this.#rule(seq, input, entry));
      if (made.kind === 'ask') await this.#inTurn(before);
      return made;
    });
    return message.go && reply.kind === 'allowed' ? this.execute(seq) : reply;
  }

  /**
   * The same for a call that is behind calls that wait: it is judged before anything of it is recorded, and one that must not run ahead never is
   * (C5). `known` is told as soon as that is clear: from then on the record may go on.
   */
  async callBehind(message: CallMessage, known: (cut: boolean) => void): Promise<CallReply> {
    const { seq, input } = message;
    const entry = this.#check(message);
    return this.#whileJudging(seq, async before => {
      const ruling = await this.#rule(seq, input, entry);
      const cut = cuts(ruling, entry);
      if (!cut) this.#make(message);
      const reply: CallReply = cut ? { kind: 'cut' } : this.#record(ruling);
      known(cut);
      if (reply.kind === 'ask') await this.#inTurn(before);
      return reply;
    });
  }

  /**
   * Executes a call that was allowed and in line, or approved. Rejects, and executes nothing, for any other. `ahead`: of a call that waits (C6).
   * In collect calls are executed one after another, in the order in which this was asked for (C1).
   */
  execute(seq: number, ahead = false): Promise<CallReply> {
    if (this.#options.mode !== 'collect') return this.#execute(seq, ahead);
    const turn = this.#lastInLine;
    const executed = turn === undefined ? this.#execute(seq, ahead) : turn.then(() => this.#execute(seq, ahead));
    const last: Promise<void> = executed.then(nothing, nothing).then(() => {
      if (this.#lastInLine === last) this.#lastInLine = undefined;
    });
    this.#lastInLine = last;
    return executed;
  }

  async #execute(seq: number, ahead: boolean): Promise<CallReply> {
    this.#refuseIfClosed();
    const facts = this.#facts(seq);
    if (this.#isStarted(seq) || !mayStart(facts))
      throw brokenWorker(`execute call ${seq} (${facts.call.fn}), which is neither allowed nor approved, or was executed already`);
    const entry = this.#entry(facts.call.fn);
    const mayRunAhead = this.#options.mode === 'collect' && isPlainRead(facts) && !entry.fresh;
    if (ahead && !mayRunAhead) throw brokenWorker(`execute call ${seq} (${entry.fn}) ahead of a call that waits, as only reads are`);
    const { runId, limits } = this.#options;
    const approved = facts.decided?.decision === 'approve';
    const effect = !isPlainRead(facts);
    const started: JournalEntry = { e: 'started', seq, at: this.#now(), ...(ahead ? { ahead: true } : {}) };
    const written = effect ? this.#options.keep?.start(started, approved) : undefined;
    if (written) await this.#whileStarting(seq, written);
    this.#append(started);
    const context: Omit<CallContext, 'signal'> = { callId: callIdOf(runId, seq), runId, seq, fn: entry.fn, approved };
    return this.#perform(seq, begin(entry, effectiveInput(facts), context, limits), effect);
  }

  async #whileStarting(seq: number, written: Promise<void>): Promise<void> {
    this.#starting.add(seq);
    try {
      await written;
    } finally {
      this.#starting.delete(seq);
    }
    this.#refuseIfClosed();
  }

  #isStarted(seq: number): boolean {
    return this.#executions.has(seq) || this.#starting.has(seq);
  }

  /** Allowed, and never started. */
  isInLine(seq: number): boolean {
    const { judged, started } = this.#facts(seq);
    return judged?.verdict === 'allow' && started === undefined;
  }

  /** Nothing is being judged or executed any more. */
  async idle(): Promise<void> {
    do await Promise.all([this.#lastInLine, ...this.#judging.values(), ...[...this.#executions.values()].map(({ outcome }) => outcome)]);
    while (!this.#closed && (this.#lastInLine !== undefined || this.#judging.size + this.#executions.size > 0));
  }

  /** The code made a call whose input cannot cross the border. */
  invalid(message: CallMessage, error: ErrorData): void {
    if (!isErrorData(error)) throw brokenWorker('record an error that is none');
    this.#check(message);
    this.#make(message);
    this.#record({ e: 'invalid', seq: message.seq, error });
  }

  /** What the guest met, in order, and how its passes begin and end. */
  delivered(entries: readonly DeliveryEntry[]): void {
    for (const given of entries) {
      const entry = readDelivery(given);
      const ofCollect = entry.e === 'began' || entry.e === 'shown' || (entry.e === 'delivered' && entry.pending !== undefined);
      if (ofCollect && this.#options.mode !== 'collect') throw brokenWorker(`record '${entry.e}' of a pass, as only collect has them`);
      if (entry.e === 'delivered' && entry.pending && this.#isStarted(this.#facts(entry.seq).call.seq))
        throw brokenWorker(`give a pending value for call ${entry.seq}, which is being executed`);
      try {
        this.#append(entry);
      } catch (error) {
        throw error instanceof JournalConflict ? brokenWorker(`record what cannot be (${error.message})`) : error;
      }
    }
  }

  /** A call that waits, as it is shown. Throws if it does not wait. */
  pendingCall(seq: number): PendingCall {
    return this.#show(this.#waiting(seq));
  }

  refuseUnlessWaiting(seq: number): void {
    this.#waiting(seq);
  }

  /** Every call that waits, in the order in which the code came to them. */
  pendingCalls(): PendingCall[] {
    return this.#options.journal
      .waiting()
      .filter(facts => this.#isWaiting(facts))
      .map(facts => this.#show(facts));
  }

  /** Whether any call waits. */
  get waits(): boolean {
    return this.#options.journal.waiting().some(facts => this.#isWaiting(facts));
  }

  /** A hook's answer, in any form, becomes the record's decision. Never throws: what is no valid answer is no yes, and the call goes on waiting (P5). */
  async decide(seq: number, answer: unknown): Promise<Decision> {
    const at = this.#now();
    if (!this.#canDecide(seq)) return { kind: 'pause', at };
    const entry = await this.#entryOf(seq, readAnswer(answer), at);
    // Validating an edit takes time, in which the run may have ended or somebody else decided.
    if (entry === undefined || !this.#canDecide(seq)) return { kind: 'pause', at };
    this.#decided(entry);
    const reason = entry.reason === undefined ? {} : { reason: entry.reason };
    if (entry.decision === 'reject') return { kind: 'reject', ...reason, at };
    return entry.decision === 'respond' ? { kind: 'respond', value: entry.value ?? UNDEFINED, at } : { kind: 'approve', at };
  }

  /** The hook threw: no yes either (P5). */
  hookFailed(seq: number, error: unknown): Decision {
    this.#failures.set(seq, errorOf(error));
    return { kind: 'pause', at: this.#now() };
  }

  /** Decisions of a resume that `normalise` accepted, as one: throws before any is recorded if one of the calls does not wait. */
  applyDecisions(decisions: NormalDecisions): void {
    const entries = entriesOf(decisions);
    const stray = entries.find(({ seq }) => !this.#canDecide(seq));
    if (stray !== undefined) throw new RunError('EngineCrash', `a decision on call ${stray.seq}, which does not wait for one`);
    for (const entry of entries) this.#decided(entry);
    for (const [seq, why] of decisions.unreached) this.#failures.set(seq, why);
  }

  /** The run ended: nothing is started any more, and what is being executed is not waited for. */
  close(reason?: unknown): void {
    if (this.#closed) return;
    this.#closed = true;
    const cause = reason ?? new DOMException('the run ended', 'AbortError');
    this.#hostMs = this.hostMs;
    const executions = [...this.#executions.values()];
    this.#executions.clear();
    this.#closedBecause = cause;
    for (const execution of executions) execution.abandon(cause);
  }

  /** Checks a message against the record. Nothing is awaited between this and `#make` but the verdict on a call that may cut. */
  #check(message: CallMessage): HostEntry {
    this.#refuseIfClosed();
    const { seq, fn, input, line, column, go, behind } = message;
    const { journal, limits, mode } = this.#options;
    const entry = this.#entry(fn);
    if (mode === 'collect' ? go : behind) throw brokenWorker(`call ${fn} as it is not done in mode ${mode}`);
    if (!isPlace(line) || !isPlace(column)) throw brokenWorker(`call ${fn} from a place that is none`);
    if (typeof input !== 'string' || isOver(input, limits.valueBytes) || !isReadable(input))
      throw brokenWorker(`call ${fn} with an input that is too large or cannot be read`);
    const known = journal.facts(seq);
    if (known !== undefined) {
      // Made in an earlier life of this run that ended while it was being judged: the record goes on where it stopped.
      const unjudged = known.judged === undefined && known.invalid === undefined && !this.#judging.has(seq);
      if (!unjudged || known.call.fn !== fn || known.call.input !== input) throw brokenWorker(`make call ${seq} again`);
      return entry;
    }
    if (seq !== journal.calls + 1) throw brokenWorker(`make call ${inWords(seq)} after call ${journal.calls}`);
    if (seq > limits.calls) throw brokenWorker(`make more calls than the limit, ${limits.calls}`);
    return entry;
  }

  #make({ seq, fn, input, line, column }: CallMessage): void {
    const { journal, runId, emit } = this.#options;
    if (journal.facts(seq) !== undefined) return;
    const place = { ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) };
    try {
      this.#append({ e: 'call', seq, fn, input, ...place });
    } catch (error) {
      throw error instanceof JournalConflict ? brokenWorker(`make a call that cannot be (${error.message})`) : error;
    }
    emit?.({ type: 'call', call: journal.record(seq, runId, 'under-way') });
  }

  /** `before`: the verdict on every call made earlier is known. */
  async #whileJudging<T>(seq: number, step: (before: Promise<void>) => Promise<T>): Promise<T> {
    let judged = (): void => {};
    const own = new Promise<void>(resolve => (judged = resolve));
    const before = this.#judgedSoFar;
    this.#judgedSoFar = before.then(() => own);
    this.#judging.set(seq, own);
    try {
      return await step(before);
    } finally {
      this.#judging.delete(seq);
      judged();
    }
  }

  /** P2: in pause the worker hears of calls that ask in creation order, each when the verdict on every earlier call is known; what these do then is not waited for. */
  async #inTurn(before: Promise<void>): Promise<void> {
    if (this.#options.concurrentApprovals || this.#options.mode === 'collect') return;
    await before;
    this.#refuseIfClosed();
  }

  #rule(seq: number, input: string, entry: HostEntry): Promise<Ruling> {
    return rule(seq, input, entry, this.#options, () => this.#refuseIfClosed());
  }

  /** What the page said of a call goes into the record, and back to the worker. */
  #record(ruling: Ruling): CallReply {
    const { seq } = ruling;
    const at = this.#now();
    if (ruling.e === 'invalid') {
      this.#append({ ...ruling, at });
      this.#emitSettled(seq);
      return { kind: 'invalid', error: ruling.error, at };
    }
    this.#append(ruling);
    const shown = ruling.shown === undefined ? {} : { shown: ruling.shown };
    if (ruling.verdict !== 'deny') return { kind: ruling.verdict === 'ask' ? 'ask' : 'allowed', ...shown };
    this.#emitSettled(seq);
    return { kind: 'denied', ...(ruling.reason === undefined ? {} : { reason: ruling.reason }), at };
  }

  /** Recorded in the same step as it is seen: between two, the run could end. */
  async #perform(seq: number, execution: Execution, effect: boolean): Promise<CallReply> {
    // The function may have ended the run before it returned.
    if (this.#closed) execution.abandon(this.#closedBecause);
    else {
      if (this.#executions.size === 0) this.#busySince = performance.now();
      this.#executions.set(seq, execution);
    }
    const outcome = await execution.outcome;
    if (this.#closed || outcome.state === 'abandoned') throw runEnded();
    this.#executions.delete(seq);
    if (this.#executions.size === 0) this.#hostMs += performance.now() - this.#busySince;
    const reply = this.#settle(seq, outcome);
    const written = effect ? this.#options.keep?.settled() : undefined;
    if (written) await written;
    if (written) this.#refuseIfClosed();
    return reply;
  }

  #settle(seq: number, outcome: Settled): CallReply {
    const at = this.#now();
    this.#append({ e: 'settled', seq, ...outcome, at });
    this.#emitSettled(seq);
    const { state, ...rest } = outcome;
    return { kind: state, ...rest, at } as CallReply;
  }

  /** The decision an answer is, or undefined where it is none; then the call keeps the reason. */
  async #entryOf(seq: number, answer: Answer, at: number): Promise<DecidedEntry | undefined> {
    if (answer.kind === 'pause') return undefined;
    if (answer.kind === 'none') return this.#notDecided(seq, { name: 'InvalidDecisions', message: answer.problem });
    const facts = this.#facts(seq);
    const { table, limits } = this.#options;
    const admitted = await admitDecision(answer, facts, table.get(facts.call.fn), limits.valueBytes);
    return admitted.ok ? { e: 'decided', seq, at, ...admitted.decided } : this.#notDecided(seq, admitted.error);
  }

  #notDecided(seq: number, { name, message }: ErrorData): undefined {
    this.#failures.set(seq, { name, message });
  }

  #decided(entry: DecidedEntry): void {
    this.#append(entry);
    this.#options.emit?.({ type: 'decided', callId: callIdOf(this.#options.runId, entry.seq), decision: entry.decision });
    if (entry.decision !== 'approve') this.#emitSettled(entry.seq);
  }

  #canDecide(seq: number): boolean {
    const facts = this.#options.journal.facts(seq);
    return !this.#closed && facts !== undefined && this.#isWaiting(facts);
  }

  #isWaiting(facts: CallFacts): boolean {
    return this.#options.journal.waits(facts) && !this.#isStarted(facts.call.seq);
  }

  #waiting(seq: number): CallFacts {
    const facts = this.#facts(seq);
    if (!this.#isWaiting(facts)) throw brokenWorker(`ask a person about call ${seq} (${facts.call.fn}), which does not wait for one`);
    return facts;
  }

  #show(facts: CallFacts): PendingCall {
    return pendingCallOf(facts, this.#options.runId, this.#options.table.get(facts.call.fn), this.#failures.get(facts.call.seq));
  }

  #entry(fn: string): HostEntry {
    const entry = this.#options.table.get(fn);
    if (entry === undefined) throw brokenWorker(`call ${inWords(fn)}, which is not a function of this run`);
    return entry;
  }

  #facts(seq: number): CallFacts {
    const facts = this.#options.journal.facts(seq);
    if (facts === undefined) throw brokenWorker(`go on with call ${inWords(seq)}, which was never made`);
    return facts;
  }

  #append(entry: JournalEntry): void {
    this.#options.journal.append(entry);
  }

  #emitSettled(seq: number): void {
    const { journal, runId, emit } = this.#options;
    emit?.({ type: 'settled', call: journal.record(seq, runId, 'under-way') });
  }

  #refuseIfClosed(): void {
    if (this.#closed) throw runEnded();
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }
}

type DecidedEntry = Extract<JournalEntry, { e: 'decided' }>;

const nothing = (): void => {};

function runEnded(): RunError {
  return new RunError('Aborted', 'the run ended; nothing more of it is executed');
}
