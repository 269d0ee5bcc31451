/*
 * Owns asking the app's hook about one card (C8). What must hold: the hook is asked once, with copies of its own; whatever ends the question
 * first is its answer, and what comes later is ignored; its signal aborts when an answer is no longer wanted. Deliberately absent: what an answer
 * means, and what is done then.
 */
import type { Approval, ApprovalContext, PendingCall, RunId } from './api.js';
import { asked } from './asked.js';

export type CardHook = NonNullable<Extract<Approval, { mode: 'collect' }>['onApproval']>;

export type CardAnswer =
  | { readonly kind: 'answered'; readonly decisions: unknown }
  | { readonly kind: 'threw'; readonly error: unknown }
  /** The run's signal: it is given up. */
  | { readonly kind: 'aborted' }
  /** The sandbox went away. */
  | { readonly kind: 'disposed' }
  /** Somebody in this sandbox decided the card meanwhile, or gave the run up. */
  | { readonly kind: 'elsewhere'; readonly why: unknown };

export interface Question {
  readonly hook: CardHook;
  readonly runId: RunId;
  readonly generation: number;
  /** The run's own. */
  readonly signal: AbortSignal | undefined;
}

export class CardAsking {
  readonly #question: Question;
  readonly #wanted = new AbortController();
  readonly #since = performance.now();
  #withdrawn: CardAnswer | undefined;
  #humanMs = 0;

  constructor(question: Question) {
    this.#question = question;
  }

  get runId(): RunId {
    return this.#question.runId;
  }

  get generation(): number {
    return this.#question.generation;
  }

  /** How long people had, once there is an answer. */
  get humanMs(): number {
    return this.#humanMs;
  }

  /** Never rejects. */
  async ask(card: PendingCall[]): Promise<CardAnswer> {
    const { hook, runId, generation, signal } = this.#question;
    const context: ApprovalContext = { runId, generation, signal: this.#wanted.signal };
    const aborted = (): void => this.withdraw('aborted', signal?.reason);
    if (signal?.aborted) aborted();
    signal?.addEventListener('abort', aborted, { once: true });
    const answer = await asked(this.#wanted.signal, () => hook(card, context));
    signal?.removeEventListener('abort', aborted);
    this.#humanMs = performance.now() - this.#since;
    if (!answer) return this.#withdrawn ?? { kind: 'disposed' };
    return 'said' in answer ? { kind: 'answered', decisions: answer.said } : { kind: 'threw', error: answer.threw };
  }

  /** The answer is not wanted any more, or never was. The first reason counts. */
  withdraw(kind: 'aborted' | 'disposed' | 'elsewhere', reason: unknown): void {
    this.#withdrawn ??= kind === 'elsewhere' ? { kind, why: reason } : { kind };
    this.#wanted.abort(reason);
  }
}
