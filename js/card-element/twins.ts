/*
 * Owns telling rows apart that a person might take for the same: an input that another row has too, or one that only looks like another's. What must hold:
 * both are said at the later row, by the number of the earlier one.
 */
import type { PendingCall } from '../api.js';
import { exactly } from './exact.js';
import { skeleton } from './look-alikes.js';

export interface Twin {
  readonly of: PendingCall;
  readonly as: PendingCall;
  readonly how: 'same' | 'looks-like';
}

/** Inputs are told apart by so much of their beginning, and those that share it by so much of the whole; of what is longer still nothing is said. */
const COMPARED = 4_000;
const LONGEST = 200_000;

/** Calls of one function. */
export function twinsOf(calls: readonly PendingCall[]): Twin[] {
  const starts = calls.map(call => ({ call, start: exactly(call.input, { limit: COMPARED }) }));
  const times = new Map<string, number>();
  for (const { start } of starts) times.set(start.text, (times.get(start.text) ?? 0) + 1);
  const twins: Twin[] = [];
  const byText = new Map<string, PendingCall>();
  const byLook = new Map<string, PendingCall>();
  for (const { call, start } of starts) {
    const isShared = start.cut && (times.get(start.text) ?? 0) > 1;
    const { text, cut } = isShared ? exactly(call.input, { limit: LONGEST }) : start;
    const same = byText.get(text);
    if (same !== undefined) {
      if (!cut) twins.push({ of: call, as: same, how: 'same' });
      continue;
    }
    byText.set(text, call);
    const look = lookOf(start.text);
    const like = byLook.get(look);
    if (like === undefined) byLook.set(look, call);
    else twins.push({ of: call, as: like, how: 'looks-like' });
  }
  return twins;
}

/** Escapes stand for what can't be seen, and quotes are easily overlooked. */
const lookOf = (text: string): string =>
  skeleton(text.replaceAll(/\\u([\da-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))).replaceAll('"', ''));
