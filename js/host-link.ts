/*
 * Owns the worker's end of the channel: what the engine asks of the page becomes a message, and the page's reply finds the
 * promise that waits for it, by id. What must hold: a reply nobody waits for is ignored; nothing of a run is sent once it is closed. Deliberately absent: any rule about
 * calls or approvals; it passes on what it gets.
 */
import type { EngineHost } from './engine.js';
import type { Outbox } from './outbox.js';
import type { CallMessage, CallReply, Decision, DeliveryEntry, ErrorData, FromWorker, LogEntryData } from './protocol.js';
import { LONGEST_TIMER_MS } from './timers.js';

export class HostLink implements EngineHost {
  readonly #out: Outbox<FromWorker>;
  #isClosed = false;
  readonly #waiting = new Map<number, (reply: never) => void>();
  readonly #asked = new Map<number, number>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #lastId = 0;

  constructor(out: Outbox<FromWorker>) {
    this.#out = out;
  }

  /** The run is over: whatever its instance still does is not heard. */
  close(): void {
    this.#isClosed = true;
    this.#waiting.clear();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  /** A reply of the page. */
  settle(id: number, reply: CallReply | Decision): void {
    const resolve = this.#waiting.get(id);
    this.#waiting.delete(id);
    resolve?.(reply as never);
  }

  call(message: CallMessage): Promise<CallReply> {
    return this.#request(id => ({ type: 'call', id, call: message }));
  }

  execute(seq: number, ahead: boolean): Promise<CallReply> {
    return this.#request(id => ({ type: 'execute', id, seq, ...(ahead ? { ahead } : {}) }));
  }

  onApproval(seq: number): Promise<Decision> {
    return this.#request(id => {
      this.#asked.set(seq, id);
      return { type: 'ask', id, seq };
    });
  }

  withdraw(seq: number): void {
    const id = this.#asked.get(seq);
    if (id !== undefined) this.#waiting.delete(id);
    this.#asked.delete(seq);
    this.#post({ type: 'withdraw', seq });
  }

  invalid(call: CallMessage, error: ErrorData): void {
    this.#post({ type: 'invalid', call, error });
  }

  /** Whoever looks for an endless loop reads what was logged before it. */
  log(entry: LogEntryData): void {
    this.#tell({ type: 'log', entry });
  }

  /** Nobody waits to hear that an outcome was delivered; where a pass begins and ends, the page's clock does. */
  journal(entries: DeliveryEntry[]): void {
    const message: FromWorker = { type: 'journal', entries };
    if (!entries.every(isDelivered)) this.#tell(message);
    else if (!this.#isClosed) this.#out.add(message);
  }

  repeated(): void {
    this.#tell({ type: 'repeated' });
  }

  sleep(ms: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(
        () => {
          this.#timers.delete(timer);
          resolve();
        },
        Math.min(ms, LONGEST_TIMER_MS),
      );
      this.#timers.add(timer);
    });
  }

  /** Ms since the epoch that never go back, whatever is done to the machine's clock. */
  now(): number {
    return performance.timeOrigin + performance.now();
  }

  #post(message: FromWorker): void {
    if (!this.#isClosed) this.#out.post(message);
  }

  /** At once: the engine may never come to the end of its turn. */
  #tell(message: FromWorker): void {
    this.#post(message);
    if (!this.#isClosed) this.#out.flush();
  }

  #request<T extends CallReply | Decision>(message: (id: number) => FromWorker): Promise<T> {
    const id = ++this.#lastId;
    return new Promise<T>(resolve => {
      this.#waiting.set(id, resolve as (reply: never) => void);
      this.#post(message(id));
    });
  }
}

const isDelivered = ({ e }: DeliveryEntry): boolean => e === 'delivered' || e === 'fired';
