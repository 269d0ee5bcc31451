/*
 * Owns the journal of a run on the page: its entries in order, and what they add up to for each call. What must hold: an entry that
 * contradicts those before it is refused, so whatever stands here is a possible history; facts and size are kept as entries come,
 * never computed anew. Deliberately absent: who may write an entry, limits, and anything live: values stay text until a record is asked for.
 */
import type { CallRecord, RunId } from './api.js';
import type { ErrorData, JournalEntry, Text } from './protocol.js';
import { utf8Bytes } from './text-bytes.js';
import { decode } from './value.js';

/**
 * How the run stands. `under-way`: it still runs. `pending`: it waits for a person. `ended`: nothing more will happen. `diverged`: it
 * ended where code and record parted, so nobody knows what its last pass would have come to (R9).
 */
export type Standing = 'under-way' | 'pending' | 'ended' | 'diverged';

type Entry<E extends JournalEntry['e']> = Extract<JournalEntry, { e: E }>;

/** What the journal says about one call so far. */
export interface CallFacts {
  readonly call: Entry<'call'>;
  readonly judged?: Entry<'judged'>;
  readonly invalid?: Entry<'invalid'>;
  readonly decided?: Entry<'decided'>;
  readonly started?: Entry<'started'>;
  readonly settled?: Entry<'settled'>;
  /** An earlier start nobody saw the end of, after which a person decided anew. */
  readonly lost?: Entry<'started'>;
  /** Which of the passes that were shown came to it last, and as which of its calls (collect). */
  readonly shownIn?: number;
  readonly shownAs?: number;
}
type Facts = { -readonly [K in keyof CallFacts]: CallFacts[K] };

/** An entry that cannot follow those before it. */
export class JournalConflict extends Error {
  override readonly name = 'JournalConflict';
}

export class Journal {
  readonly #entries: JournalEntry[] = [];
  readonly #calls: Facts[] = [];
  #bytes = 0;
  /** How many passes were shown, and whether another is under way. Without `shown` there is one pass, which goes on. */
  #shown = 0;
  #open = true;
  #metPending = false;

  /** Throws JournalConflict where `entries` are no possible history. */
  constructor(entries: readonly JournalEntry[] = []) {
    for (const entry of entries) this.append(entry);
  }

  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  /** What `journalBytes` counts: the text in the entries and a little for each. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How many calls were made: they are numbered 1 to this. */
  get calls(): number {
    return this.#calls.length;
  }

  /** In the pass under way the code was given a pending value: what it calls from now on is behind that call (C4). */
  get metPending(): boolean {
    return this.#open && this.#metPending;
  }

  facts(seq: number): CallFacts | undefined {
    return Number.isInteger(seq) ? this.#calls[seq - 1] : undefined;
  }

  append(entry: JournalEntry): void {
    this.#fold(entry);
    this.#entries.push(entry);
    this.#bytes += sizeOf(entry);
  }

  /** Every call, ordered by `seq`. */
  records(runId: RunId, standing: Standing): CallRecord[] {
    return this.#calls.map(facts => recordOf(facts, runId, standing, this.#mayBeReached(facts, standing)));
  }

  record(seq: number, runId: RunId, standing: Standing): CallRecord {
    const facts = this.#of(seq, 'record');
    return recordOf(facts, runId, standing, this.#mayBeReached(facts, standing));
  }

  /** Calls that wait for a person, in the order in which the last pass that was shown came to them. */
  waiting(): CallFacts[] {
    // What it did not come to can stand anywhere.
    const place = ({ call, shownIn, shownAs = call.seq }: CallFacts): number => (shownIn === this.#shown ? shownAs : call.seq);
    return this.#calls.filter(facts => this.waits(facts)).sort((a, b) => place(a) - place(b));
  }

  /** Whether a person can decide about it now: it waits, and the last pass that was shown came to it (R8). */
  waits(facts: CallFacts): boolean {
    const waiting = waitsAs(facts);
    return waiting === 'unknown' || (waiting === 'undecided' && (this.#shown === 0 || facts.shownIn === this.#shown));
  }

  /** False: the last pass is over, and never came to it. */
  #mayBeReached(facts: CallFacts, standing: Standing): boolean {
    return standing === 'diverged' || this.#shown === 0 || this.#open || facts.shownIn === this.#shown;
  }

  #fold(entry: JournalEntry): void {
    switch (entry.e) {
      case 'call':
        this.#refuseIfShown(entry.e);
        if (entry.seq !== this.#calls.length + 1) throw new JournalConflict(`call ${entry.seq} follows call ${this.#calls.length}`);
        this.#calls.push({ call: entry });
        return;
      case 'fired':
        this.#refuseIfShown(entry.e);
        return;
      case 'delivered':
        this.#deliver(entry);
        return;
      case 'began':
        if (this.#shown === 0) throw new JournalConflict('began: no pass was shown before');
        this.#open = true;
        this.#metPending = false;
        return;
      case 'shown':
        this.#show(entry);
        return;
      case 'judged':
        this.#once(entry.seq, entry.e, facts => facts.judged === undefined && facts.invalid === undefined).judged = entry;
        return;
      case 'invalid':
        this.#once(entry.seq, entry.e, facts => facts.judged === undefined && facts.invalid === undefined).invalid = entry;
        return;
      case 'decided':
        decide(
          this.#once(entry.seq, entry.e, facts => this.waits(facts)),
          entry,
        );
        return;
      case 'started':
        this.#once(entry.seq, entry.e, mayStart).started = entry;
        return;
      case 'settled':
        this.#once(entry.seq, entry.e, facts => facts.started !== undefined && facts.settled === undefined).settled = entry;
        return;
    }
  }

  #deliver({ e, seq, pending }: Entry<'delivered'>): void {
    this.#refuseIfShown(e);
    const facts = this.#of(seq, e);
    if (!pending) return;
    const held = facts.decided?.decision === 'approve' && facts.started === undefined;
    if (waitsAs(facts) === undefined && !held) throw new JournalConflict(`${e}: call ${seq} has no pending value, as it does not wait`);
    this.#metPending = true;
  }

  #show({ e, calls }: Entry<'shown'>): void {
    this.#refuseIfShown(e);
    const came = new Set<Facts>();
    for (const [from, to] of calls) {
      if (from > to || from < 1 || to > this.#calls.length) throw new JournalConflict(`${e}: there are no calls ${from} to ${to}`);
      for (let seq = from; seq <= to; seq++) {
        const facts = this.#of(seq, e);
        if (came.has(facts)) throw new JournalConflict(`${e}: the pass came to call ${seq} twice`);
        came.add(facts);
      }
    }
    this.#open = false;
    this.#shown += 1;
    let place = 0;
    for (const facts of came) {
      facts.shownIn = this.#shown;
      facts.shownAs = ++place;
    }
  }

  /** What the guest does is of a pass, and that is over. */
  #refuseIfShown(what: string): void {
    if (!this.#open) throw new JournalConflict(`${what}: the pass was shown, and no other began`);
  }

  #of(seq: number, what: string): Facts {
    const facts = this.#calls[seq - 1];
    if (facts === undefined) throw new JournalConflict(`${what}: there is no call ${seq}`);
    return facts;
  }

  #once(seq: number, what: string, fits: (facts: Facts) => boolean): Facts {
    const facts = this.#of(seq, what);
    if (!fits(facts)) throw new JournalConflict(`${what}: call ${seq} is past that or not there yet`);
    return facts;
  }
}

/**
 * Whether a person is to decide, if the code comes to it: nobody did, or it was started and nobody saw the end (K5; a plain read is made again instead). A call that is
 * being executed at this moment looks like the latter: whoever executes knows better.
 */
export function waitsAs(facts: CallFacts): 'undecided' | 'unknown' | undefined {
  if (facts.judged === undefined || facts.settled !== undefined) return undefined;
  if (facts.started !== undefined) return isPlainRead(facts) ? undefined : 'unknown';
  return facts.judged.verdict === 'ask' && facts.decided === undefined ? 'undecided' : undefined;
}

/** Allowed or approved, and not executed; the one question that stands between a request and an effect. */
export function mayStart(facts: CallFacts): boolean {
  if (facts.judged === undefined || facts.settled !== undefined) return false;
  if (facts.decided !== undefined) return facts.decided.decision === 'approve' && facts.started === undefined;
  return facts.judged.verdict === 'allow' && (facts.started === undefined || isPlainRead(facts));
}

/** What the function receives, and what a person is shown. */
export const effectiveInput = (facts: CallFacts): Text => facts.decided?.edited ?? uneditedInput(facts);

/** The same without an approver's edit. */
export const uneditedInput = ({ call, judged }: CallFacts): Text => judged?.shown ?? call.input;

/** Allowed, and no effect. */
export function isPlainRead({ judged, decided }: CallFacts): boolean {
  return judged?.verdict === 'allow' && judged.lifted === undefined && decided === undefined;
}

function decide(facts: Facts, entry: Entry<'decided'>): void {
  facts.decided = entry;
  if (facts.started === undefined) return;
  facts.lost = facts.started;
  delete facts.started;
}

function recordOf(facts: CallFacts, runId: RunId, standing: Standing, reachable: boolean): CallRecord {
  const { call, judged, decided, settled } = facts;
  const started = facts.started ?? facts.lost;
  const value = settled?.value ?? decided?.value;
  const error = settled?.error ?? facts.invalid?.error;
  const reason = decided === undefined ? judged?.reason : decided.reason;
  return {
    callId: callIdOf(runId, call.seq),
    seq: call.seq,
    fn: call.fn,
    input: decode(call.input),
    state: stateOf(facts, standing, reachable),
    ...(judged === undefined ? {} : { verdict: judged.verdict }),
    ...(decided === undefined ? {} : { decision: decided.decision, decidedAt: decided.at }),
    ...(decided?.edited === undefined ? {} : { executedInput: decode(decided.edited) }),
    ...(value === undefined ? {} : { value: decode(value) }),
    ...(error === undefined ? {} : { error: { name: error.name, message: error.message } }),
    ...(reason === undefined ? {} : { reason }),
    ...(started?.ahead === undefined ? {} : { ahead: started.ahead }),
    ...(call.line === undefined ? {} : { line: call.line }),
    ...(call.column === undefined ? {} : { column: call.column }),
    ...(started === undefined ? {} : { startedAt: started.at }),
    ...(settled === undefined ? {} : { settledAt: settled.at }),
  };
}

export function callIdOf(runId: RunId, seq: number): string {
  return `${runId}.${seq}`;
}

function stateOf(facts: CallFacts, standing: Standing, reachable: boolean): CallRecord['state'] {
  const { judged, decided, started, settled, lost } = facts;
  if (facts.invalid !== undefined) return 'invalid';
  if (judged?.verdict === 'deny') return 'denied';
  if (settled !== undefined) return settled.state;
  if (started !== undefined) return standing === 'under-way' ? 'running' : 'unknown';
  if (decided?.decision === 'respond') return 'responded';
  if (decided?.decision === 'reject') return lost === undefined ? 'declined' : 'unknown';
  // R8. Approved or asked for, and the last pass never came to it.
  if (standing !== 'under-way' && !reachable && judged?.verdict === 'ask' && lost === undefined) return 'not-reached';
  if (standing === 'ended' || standing === 'diverged') return lost === undefined ? 'not-run' : 'unknown';
  if (decided?.decision === 'approve') return 'approved';
  if (judged?.verdict === 'ask') return 'pending';
  if (standing === 'under-way') return 'running';
  // Allowed and in line when the run stopped to wait: it needs no person, and runs when its turn comes.
  return judged?.verdict === 'allow' ? 'approved' : 'not-run';
}

/** What an entry costs beside its text. */
const ENTRY_BYTES = 64;
const RANGE_BYTES = 16;

/** What `journalBytes` counts of an entry. */
export function sizeOf(entry: JournalEntry): number {
  switch (entry.e) {
    case 'call':
      return ENTRY_BYTES + utf8Bytes(entry.fn) + utf8Bytes(entry.input);
    case 'judged':
      return ENTRY_BYTES + textBytes(entry.shown, entry.reason);
    case 'invalid':
      return ENTRY_BYTES + errorBytes(entry.error);
    case 'decided':
      return ENTRY_BYTES + textBytes(entry.reason, entry.edited, entry.value);
    case 'settled':
      return ENTRY_BYTES + textBytes(entry.value) + (entry.error === undefined ? 0 : errorBytes(entry.error));
    case 'shown':
      return ENTRY_BYTES + RANGE_BYTES * entry.calls.length;
    case 'started':
    case 'delivered':
    case 'fired':
    case 'began':
      return ENTRY_BYTES;
  }
}

function errorBytes({ name, message, data, cause }: ErrorData): number {
  return textBytes(name, message, data, cause);
}

function textBytes(...texts: (string | undefined)[]): number {
  return texts.reduce((sum, text) => sum + (text === undefined ? 0 : utf8Bytes(text)), 0);
}
