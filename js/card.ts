/*
 * Owns a call as it is shown to whoever decides. What must hold: `input` is exactly what will run, from the recorded bytes, a copy
 * for each reader; an app's own sentence about it stands beside it and can neither change nor hide it.
 */
import type { PendingCall, RunId } from './api.js';
import type { HostEntry } from './functions.js';
import type { CallFacts } from './journal.js';
import { callIdOf, effectiveInput, waitsAs } from './journal.js';
import type { Text } from './protocol.js';
import { decode } from './value.js';

/** `entry` where the function is at hand: a list of waiting runs may have none. */
export function pendingCallOf(facts: CallFacts, runId: RunId, entry?: HostEntry, error?: { name: string; message: string }): PendingCall {
  const { call } = facts;
  const input = effectiveInput(facts);
  const summary = entry === undefined ? undefined : summaryOf(entry, input);
  return {
    callId: callIdOf(runId, call.seq),
    seq: call.seq,
    fn: call.fn,
    input: decode(input),
    ...(input === call.input ? {} : { proposed: decode(call.input) }),
    ...(entry?.description === undefined ? {} : { description: entry.description }),
    ...(summary === undefined ? {} : { summary }),
    ...(entry === undefined || entry.sideEffects.length === 0 ? {} : { sideEffects: [...entry.sideEffects] }),
    ...(call.line === undefined ? {} : { line: call.line }),
    ...(call.column === undefined ? {} : { column: call.column }),
    state: waitsAs(facts) === 'unknown' ? 'unknown' : 'undecided',
    ...(error === undefined ? {} : { error: { ...error } }),
  };
}

/** A summary that throws, or is no text, is left out: the input says all there is to say, and a card must never fail over a nicety. */
function summaryOf(entry: HostEntry, input: Text): string | undefined {
  try {
    const summary = entry.summarize?.(decode(input));
    if (typeof summary === 'string') return summary;
    // A promise is no summary either, and its rejection is nobody's error.
    if (summary instanceof Promise) summary.catch(() => {});
    return undefined;
  } catch {
    return undefined;
  }
}
