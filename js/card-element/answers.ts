/*
 * Owns what the card answers with, in the forms that `resume` and the hooks take. What must hold: "later" decides nothing, and is an answer of the
 * right form all the same; each call is named, none is covered by a word for all.
 */
import type { CallId, PauseDecision } from '../api.js';
import type { RowDecision } from './row.js';

/** Each decided call by its id. All three empty: later. */
export interface CardDecisions {
  readonly approve: (CallId | { callId: CallId; input: unknown })[];
  readonly reject: (CallId | { callId: CallId; reason: string })[];
  readonly respond: { callId: CallId; value: unknown }[];
}

export function decisionsFrom(rows: readonly (RowDecision | undefined)[]): CardDecisions {
  const decisions: CardDecisions = { approve: [], reject: [], respond: [] };
  for (const row of rows) {
    if (row === undefined) continue;
    const { callId } = row;
    if (row.mark === 'approve') decisions.approve.push(row.edit === undefined ? callId : { callId, input: row.edit.input });
    else if (row.mark === 'reject') decisions.reject.push(row.reason === undefined ? callId : { callId, reason: row.reason });
    else decisions.respond.push({ callId, value: row.value });
  }
  return decisions;
}

export function pauseDecisionFrom(row: RowDecision | undefined): PauseDecision {
  if (row === undefined) return 'pause';
  if (row.mark === 'approve') return row.edit === undefined ? 'approve' : { decision: 'approve', input: row.edit.input };
  if (row.mark === 'reject') return row.reason === undefined ? 'reject' : { decision: 'reject', reason: row.reason };
  return { decision: 'respond', value: row.value };
}

/** Whether an answer of the card decides nothing: the person chose later, or was not needed any more. */
export function isLater(answer: CardDecisions | PauseDecision): boolean {
  if (typeof answer === 'string') return answer === 'pause';
  if ('decision' in answer) return answer.decision === 'pause';
  return 'reject' in answer && answer.approve.length + answer.reject.length + answer.respond.length === 0;
}
