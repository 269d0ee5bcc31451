/*
 * Owns the journal of a run on the page: its entries in order, and what they add up to for each call. What must hold: an entry that
 * contradicts those before it is refused, so whatever stands here is a possible history; facts and size are kept as entries come,
 * never computed anew. Deliberately absent: who may write an entry, limits, and anything live: values stay text until a record is asked for.
 */
import type { CallRecord, RunId } from './api.js';
import type { ErrorData, JournalEntry, Text } from './protocol.js';
import { utf8Bytes } from './text-bytes.js';
import { decode } from './value.js';

/** How the run stands. `under-way`: it still runs. `pending`: it waits for a person. `ended`: nothing more will happen. */
export type Standing = 'under-way' | 'pending' | 'ended';

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
    return this.#calls.map(facts => recordOf(facts, runId, standing));
  }

  record(seq: number, runId: RunId, standing: Standing): CallRecord {
    return recordOf(this.#of(seq, 'record'), runId, standing);
  }

  /** Calls that wait for a person, ordered by `seq`. */
  waiting(): CallFacts[] {
    return this.#calls.filter(facts => waits(facts) !== undefined);
  }

  #fold(entry: JournalEntry): void {
    switch (entry.e) {
      case 'call':
        if (entry.seq !== this.#calls.length + 1) throw new JournalConflict(`call ${entry.seq} follows call ${this.#calls.length}`);
        this.#calls.push({ call: entry });
        return;
      case 'fired':
        return;
      case 'delivered':
        this.#of(entry.seq, entry.e);
        return;
      case 'judged':
        this.#once(entry.seq, entry.e, facts => facts.judged === undefined && facts.invalid === undefined).judged = entry;
        return;
      case 'invalid':
        this.#once(entry.seq, entry.e, facts => facts.judged === undefined && facts.invalid === undefined).invalid = entry;
        return;
      case 'decided':
        decide(
          this.#once(entry.seq, entry.e, facts => waits(facts) !== undefined),
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
 * Whether a person is to decide: nobody did, or it was started and nobody saw the end (K5; a plain read is made again instead). A call that is
 * being executed at this moment looks like the latter: whoever executes knows better.
 */
export function waits(facts: CallFacts): 'undecided' | 'unknown' | undefined {
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
export function effectiveInput({ call, judged, decided }: CallFacts): Text {
  return decided?.edited ?? judged?.shown ?? call.input;
}

function isPlainRead({ judged, decided }: CallFacts): boolean {
  return judged?.verdict === 'allow' && judged.lifted === undefined && decided === undefined;
}

function decide(facts: Facts, entry: Entry<'decided'>): void {
  facts.decided = entry;
  if (facts.started === undefined) return;
  facts.lost = facts.started;
  delete facts.started;
}

function recordOf(facts: CallFacts, runId: RunId, standing: Standing): CallRecord {
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
    state: stateOf(facts, standing),
    ...(judged === undefined ? {} : { verdict: judged.verdict }),
    ...(decided === undefined ? {} : { decision: decided.decision, decidedAt: decided.at }),
    ...(decided?.edited === undefined ? {} : { executedInput: decode(decided.edited) }),
    ...(value === undefined ? {} : { value: decode(value) }),
    ...(error === undefined ? {} : { error: { name: error.name, message: error.message } }),
    ...(reason === undefined ? {} : { reason }),
    ...(call.line === undefined ? {} : { line: call.line }),
    ...(call.column === undefined ? {} : { column: call.column }),
    ...(started === undefined ? {} : { startedAt: started.at }),
    ...(settled === undefined ? {} : { settledAt: settled.at }),
  };
}

export function callIdOf(runId: RunId, seq: number): string {
  return `${runId}.${seq}`;
}

function stateOf(facts: CallFacts, standing: Standing): CallRecord['state'] {
  const { judged, decided, started, settled, lost } = facts;
  if (facts.invalid !== undefined) return 'invalid';
  if (judged?.verdict === 'deny') return 'denied';
  if (settled !== undefined) return settled.state;
  if (started !== undefined) return standing === 'under-way' ? 'running' : 'unknown';
  if (decided?.decision === 'respond') return 'responded';
  if (decided?.decision === 'reject') return lost === undefined ? 'declined' : 'unknown';
  if (standing === 'ended') return lost === undefined ? 'not-run' : 'unknown';
  if (decided?.decision === 'approve') return 'approved';
  if (judged?.verdict === 'ask') return 'pending';
  if (standing === 'under-way') return 'running';
  // Allowed and in line when the run stopped to wait: it needs no person, and runs when its turn comes.
  return judged?.verdict === 'allow' ? 'approved' : 'not-run';
}

/** What an entry costs beside its text. */
const ENTRY_BYTES = 64;

function sizeOf(entry: JournalEntry): number {
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
    case 'started':
    case 'delivered':
    case 'fired':
      return ENTRY_BYTES;
  }
}

function errorBytes({ name, message, data, cause }: ErrorData): number {
  return textBytes(name, message, data, cause);
}

function textBytes(...texts: (string | undefined)[]): number {
  return texts.reduce((sum, text) => sum + (text === undefined ? 0 : utf8Bytes(text)), 0);
}
