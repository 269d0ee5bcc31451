/*
 * Owns what a page may say when it shows a card. What must hold: the context of a hook is such options, so that a hook can be the card itself.
 */
import type { Functions, PendingCall } from '../api.js';
import type { CardWords } from './words.js';

export interface CardOptions {
  /** Closes the card when the answer is no longer wanted; it answers "later" then. */
  readonly signal?: AbortSignal;
  /** The run's functions: an edit is checked against the schema of its function as one types. */
  readonly functions?: Functions;
  /** The heading, instead of how many calls wait. */
  readonly title?: string;
  /** A sentence below the heading: where this card stands in the run. */
  readonly note?: string;
  /** The code of the run: each line that made a call is shown beside it. */
  readonly code?: string;
  /** A person may give a value in the function's place: `true`, or what to start from. Calls in state `unknown` offer it always. */
  readonly respond?: boolean | ((call: PendingCall) => unknown);
  /** The error with which the last decisions about this card were refused (`InvalidDecisions`): it is shown, and the marks are as they were left. */
  readonly refused?: unknown;
  readonly words?: Partial<CardWords>;
  /** Over the page, behind which nothing can be pressed, or where the element stands. Default: whether the element has the attribute `modal`. */
  readonly modal?: boolean;
}
