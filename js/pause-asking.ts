/*
 * Owns asking the app's hook about single calls while the run is under way (pause). What must hold: a call is asked about once at a time;
 * an answer nobody wants any more is ignored, and its hook's signal has aborted by then; people's time is not the run's.
 * Deliberately absent: what an answer means; that is the desk's.
 */
import type { RunEventBody, RunId } from './api.js';
import { asked } from './asked.js';
import type { CallDesk } from './call-desk.js';
import type { Decision } from './protocol.js';
import type { RunClock } from './run-clock.js';
import type { PauseHook } from './run-plan.js';

export interface PauseAskingOptions {
  readonly runId: RunId;
  /** Of the run's record now. */
  readonly generation: () => number;
  readonly hook: PauseHook | undefined;
  readonly desk: CallDesk;
  readonly clock: RunClock;
  /** None where nobody listens. */
  readonly emit: ((event: RunEventBody) => void) | undefined;
}

export class PauseAsking {
  readonly #options: PauseAskingOptions;
  readonly #open = new Map<number, AbortController>();

  constructor(options: PauseAskingOptions) {
    this.#options = options;
  }

  async ask(seq: number): Promise<Decision> {
    const { hook, runId, generation, desk, clock, emit } = this.#options;
    desk.refuseUnlessWaiting(seq);
    if (!hook) return unanswered();
    if (this.#open.has(seq)) throw new Error(`call ${seq} is being asked about already`);
    const wanted = new AbortController();
    this.#open.set(seq, wanted);
    try {
      return await clock.asking(async () => {
        // The generation this card would have, were it saved now.
        const card = { generation: generation() + 1 };
        emit?.({ type: 'approval-required', pending: [desk.pendingCall(seq)], ...card });
        const answer = await asked(wanted.signal, () => hook(desk.pendingCall(seq), { runId, ...card, signal: wanted.signal }));
        if (!answer) return unanswered();
        return 'threw' in answer ? desk.hookFailed(seq, answer.threw) : desk.decide(seq, answer.said);
      });
    } finally {
      this.#open.delete(seq);
    }
  }

  /** The answer about this call is not wanted any more. */
  withdraw(seq: number): void {
    this.#open.get(seq)?.abort();
  }

  /** No answer is. */
  end(reason: unknown): void {
    for (const hook of this.#open.values()) hook.abort(reason);
  }
}

const unanswered = (): Decision => ({ kind: 'pause', at: Date.now() });
