/*
 * Owns what is said when a hook was asked about a card and nobody decided it (C8): the rejection `run` ends with, and why each call
 * still waits. What must hold: it says what came of the asking, that nothing ran and the card still waits, and what to do; `cause` is
 * there. Deliberately absent: keeping the card.
 */

import type { Pending, PendingCall } from './api.js';
import { BY_NAME, RefusedDecisions } from './decisions.js';
import { SandboxError } from './errors.js';
import type { ErrorData } from './protocol.js';
import { errorOf, listed, messageOf, sentence } from './words.js';

export type Undecided =
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly error: SandboxError };

/** The `RunPending` of it. `result` is the card as it waits. */
export function undecided<T>(why: Undecided, result: Pending<T>): SandboxError {
  const pending = result.pending.map(call => withError(call, why));
  const cause = causeOf(why, pending);
  const message = `${said(why, cause)} Nothing ran, and the card still waits: \`error.result.resume(decisions)\` decides it, and \`error.result.checkpoint\` keeps it for later.`;
  return new SandboxError('RunPending', message, { result: { ...result, pending }, cause });
}

function said(why: Undecided, cause: unknown): string {
  if (why.kind === 'threw') return sentence(`the hook threw: ${messageOf(why.error)}`);
  if (why.kind === 'nothing') return `the hook decided nothing: ${messageOf(cause)}`;
  const { error } = why;
  if (!(error instanceof RefusedDecisions)) return sentence(`the hook's decisions do not count: ${error.message}`);
  return `the hook's decisions do not fit, so none of them counts:\n${error.list}\n`;
}

function causeOf(why: Undecided, pending: readonly PendingCall[]): unknown {
  if (why.kind !== 'nothing') return why.error;
  const count = pending.length;
  const card = count === 1 ? 'the one call on the card was not decided' : `none of the ${count} calls on the card was decided`;
  const unknown = pending.filter(({ state }) => state === 'unknown').map(({ callId, fn }) => `${fn} (${callId})`);
  if (unknown.length === count)
    return new SandboxError(
      'InvalidDecisions',
      `${card}: nobody knows whether ${listed(unknown)} finished. ${BY_NAME}. To leave the card for later, run without \`onApproval\`.`,
    );
  return new SandboxError(
    'InvalidDecisions',
    `${card}. A row without a tick is no answer: to say no, name it in \`reject\`, or say no to all that are not named with { decisions: { … }, defaultDecision: { approved: false } }. To leave the card for later, run without \`onApproval\`.`,
  );
}

/** Why the attempt to decide this call did not count, where it was one. */
function withError(call: PendingCall, why: Undecided): PendingCall {
  const error = why.kind === 'threw' ? errorOf(why.error) : why.kind === 'refused' ? refusalOf(call, why.error) : undefined;
  return error === undefined ? call : { ...call, error };
}

function refusalOf({ callId }: PendingCall, error: SandboxError): ErrorData | undefined {
  return error instanceof RefusedDecisions ? error.of(callId) : errorOf(error);
}
