/*
 * Owns one run's time and its place: the deadline, people's time, and giving the place up while a person decides. What must
 * hold: the deadline counts only while the run is in a worker, holds its place and nobody is asked (P1); people's time
 * is wall time, counted once however many hooks are open. Deliberately absent: what a timeout means.
 */
import type { Place } from './line.js';
import { LONGEST_TIMER_MS } from './timers.js';

export class RunClock {
  readonly #timeoutMs: number;
  readonly #place: Place;
  readonly #onTimeout: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since: number | undefined;
  #usedMs = 0;
  #totalMs = 0;
  #open = 0;
  #apart = 0;
  #askedSince = 0;
  #humanMs = 0;
  #over = false;

  constructor(timeoutMs: number, place: Place, onTimeout: () => void) {
    this.#timeoutMs = timeoutMs;
    this.#place = place;
    this.#onTimeout = onTimeout;
  }

  /** Time in which the deadline counted. */
  get runningMs(): number {
    return this.#totalMs + (this.#since === undefined ? 0 : performance.now() - this.#since);
  }

  get humanMs(): number {
    return this.#humanMs + (this.#open > 0 ? performance.now() - this.#askedSince : 0);
  }

  /** The run is in a worker. */
  start(): void {
    if (this.#over || this.#since !== undefined || this.#open > 0 || this.#apart > 0) return;
    this.#since = performance.now();
    this.#arm();
  }

  /** What comes now is new: it has the whole of the limit for itself. */
  renew(): void {
    const running = this.#since !== undefined;
    this.#stop();
    this.#usedMs = 0;
    if (running) this.start();
  }

  /** A person is asked meanwhile. Resolves when the run may go on: its place is back, or another hook is still open. */
  async asking<T>(hook: () => Promise<T>): Promise<T> {
    if (this.#open++ === 0) {
      this.#askedSince = performance.now();
      this.#stop();
      this.#place.leave();
    }
    try {
      return await hook();
    } finally {
      await this.#answered();
    }
  }

  /** The store, or another worker, is waited for meanwhile: nobody's time. */
  async apart<T>(wait: () => Promise<T>): Promise<T> {
    if (this.#apart++ === 0) this.#stop();
    try {
      return await wait();
    } finally {
      if (--this.#apart === 0 && this.#place.held) this.start();
    }
  }

  /** The run is over. */
  end(): void {
    this.#stop();
    this.#humanMs = this.humanMs;
    this.#open = 0;
    this.#over = true;
  }

  async #answered(): Promise<void> {
    if (this.#over || --this.#open > 0) return;
    this.#humanMs += performance.now() - this.#askedSince;
    const held = await this.#place.take();
    if (held) this.start();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    if (this.#since === undefined) return;
    const ms = performance.now() - this.#since;
    this.#usedMs += ms;
    this.#totalMs += ms;
    this.#since = undefined;
  }

  #arm(): void {
    const leftMs = this.#timeoutMs - this.#usedMs - (performance.now() - (this.#since ?? 0));
    this.#timer = setTimeout(
      () => {
        if (leftMs > LONGEST_TIMER_MS) this.#arm();
        // One more turn: if the page itself was busy, what the worker sent meanwhile is heard first.
        else this.#timer = setTimeout(this.#onTimeout, 0);
      },
      Math.min(Math.max(leftMs, 0), LONGEST_TIMER_MS),
    );
  }
}
