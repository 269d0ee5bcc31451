/*
 * Owns the order in which the page takes in what the code did (C5): calls, log lines, deliveries, the ends of passes. What must hold:
 * they are dealt with strictly one after another; while a call that is behind others is judged everything after it is held, and once such
 * a call cuts nothing after it leaves a trace, but that the pass ended there. Where nothing is held, each is dealt with at once.
 * Deliberately absent: what dealing with it means, and executing, which no order here holds up.
 */
import type { CallMessage, CallReply, DeliveryEntry, ErrorData, LogEntryData, ShownEntry } from './protocol.js';

/** Who deals with what is taken in. Throws and rejections mean that it does not fit the run. */
export interface Taker {
  /** Whether the call would run ahead of calls that wait (C4). */
  isBehind(message: CallMessage): boolean;
  /** Recorded before it returns. */
  call(message: CallMessage): Promise<CallReply>;
  /** Tells `known` once it is recorded with its verdict, or cuts. */
  callBehind(message: CallMessage, known: (cut: boolean) => void): Promise<CallReply>;
  invalid(message: CallMessage, error: ErrorData): void;
  entry(entry: DeliveryEntry): void;
  log(entry: LogEntryData): void;
  /** Something that was held does not fit the run. */
  broken(error: unknown): void;
}

/** What is to be done with something that came. A promise tells of failures, and nobody waits for it. */
type Step = () => unknown;

export class Intake {
  readonly #taker: Taker;
  /** Calls taken in so far, and whether each is behind others, in creation order. */
  readonly made = new Map<number, boolean>();
  #holding = false;
  readonly #held: Step[] = [];
  #next = 0;
  /** The call that cut this pass. */
  #cut: CallMessage | undefined;
  #cutShown = false;
  #broken = false;

  constructor(taker: Taker) {
    this.#taker = taker;
  }

  call(message: CallMessage): Promise<CallReply> {
    return new Promise((resolve, reject) => {
      this.#inTurn(() => {
        if (this.#cut) return resolve({ kind: 'cut' });
        const reply = this.#call(message);
        reply.then(resolve, reject);
        return reply;
      });
    });
  }

  invalid(message: CallMessage, error: ErrorData): void {
    this.#inTurn(() => {
      if (!this.#cut) this.#taker.invalid(message, error);
    });
  }

  log(entry: LogEntryData): void {
    this.#inTurn(() => {
      if (!this.#cut) this.#taker.log(entry);
    });
  }

  entries(entries: readonly DeliveryEntry[]): void {
    this.#inTurn(() => {
      for (const entry of entries) {
        if (!this.#cut) this.#taker.entry(entry);
        else if (entry.e === 'shown' && !this.#cutShown) {
          this.#cutShown = true;
          this.#taker.entry(endedAt(this.#cut, entry));
        }
      }
    });
  }

  /** Everything that came so far is dealt with. */
  drained(): Promise<void> {
    return new Promise(resolve => this.#inTurn(resolve));
  }

  #call(message: CallMessage): Promise<CallReply> {
    if (this.#taker.isBehind(message)) return this.#callBehind(message);
    // One that does not fit the run ends it: then nobody looks here any more.
    this.made.set(message.seq, false);
    return this.#taker.call(message);
  }

  async #callBehind(message: CallMessage): Promise<CallReply> {
    this.#holding = true;
    try {
      return await this.#taker.callBehind(message, cut => {
        if (cut) this.#cut = message;
        else this.made.set(message.seq, true);
        this.#holding = false;
        this.#goOn();
      });
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  #inTurn(step: Step): void {
    if (this.#holding) this.#held.push(step);
    else step();
  }

  #goOn(): void {
    while (!this.#holding && !this.#broken) {
      const step = this.#held[this.#next];
      if (!step) break;
      this.#next += 1;
      this.#doHeld(step);
    }
    if (this.#next < this.#held.length) return;
    this.#held.length = 0;
    this.#next = 0;
  }

  #doHeld(step: Step): void {
    try {
      const done = step();
      if (done instanceof Promise) done.catch((error: unknown) => this.#fail(error));
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Who sent it may not be there any more to be told that it does not fit. */
  #fail(error: unknown): void {
    if (this.#broken) return;
    this.#broken = true;
    this.#taker.broken(error);
  }
}

/** The pass as it was up to the call that cut it; what the worker had not heard of then is left out. */
function endedAt({ seq, line, column }: CallMessage, { calls }: ShownEntry): ShownEntry {
  const kept: [number, number][] = [];
  for (const [from, to] of calls) {
    const cutHere = from <= seq && seq <= to;
    if (!cutHere) kept.push([from, to]);
    else if (from < seq) kept.push([from, seq - 1]);
    if (cutHere) break;
  }
  return { e: 'shown', calls: kept, end: 'call', ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) };
}
