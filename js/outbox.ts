/*
 * Owns how messages leave either end of the channel. Messages cost more by their number than by their length, so the first of a turn goes at once and all
 * that follow in the same turn go together, as one list. What must hold: messages arrive in the order they were posted, at the latest when the
 * turn ends. Deliberately absent: what a message says.
 */
export class Outbox<T> {
  readonly #send: (message: T | readonly T[]) => void;
  readonly #waiting: T[] = [];
  /** One has gone in this turn. */
  #wentOne = false;
  #inTurn = false;

  constructor(send: (message: T | readonly T[]) => void) {
    this.#send = send;
  }

  post(message: T): void {
    this.#waiting.push(message);
    if (!this.#wentOne) this.flush();
  }

  /** The same, for what nobody waits for: it goes with the next one, or when the turn ends. */
  add(message: T): void {
    this.#waiting.push(message);
    this.#endTurn();
  }

  /** For what must arrive although the turn may never end. */
  flush(): void {
    this.#wentOne = true;
    this.#endTurn();
    const [first, ...rest] = this.#waiting.splice(0);
    if (first !== undefined) this.#send(rest.length > 0 ? [first, ...rest] : first);
  }

  #endTurn(): void {
    if (this.#inTurn) return;
    this.#inTurn = true;
    queueMicrotask(() => {
      this.flush();
      this.#inTurn = this.#wentOne = false;
    });
  }
}
