/*
 * Owns the page's word on a call: its schema's and its size's, then the verdict, as the entry the record will have. What must hold:
 * each is asked once for a call, in this order, and nothing is recorded here. Deliberately absent: when a call is judged, and what follows.
 */
import { admit } from './admission.js';
import type { Approval, Policy } from './api.js';
import type { HostEntry } from './functions.js';
import type { JournalEntry, Text } from './protocol.js';
import { decode } from './value.js';
import { judge } from './verdict.js';

export interface RulingOptions {
  readonly mode: Approval['mode'];
  readonly strict: boolean;
  readonly policy?: Policy | undefined;
  readonly limits: { readonly valueBytes: number };
}

export type Ruling = Omit<Extract<JournalEntry, { e: 'invalid' }>, 'at'> | Extract<JournalEntry, { e: 'judged' }>;

/** `goOn` is called after every wait and throws where the run has ended: then nobody else is asked. */
export async function rule(seq: number, input: Text, entry: HostEntry, options: RulingOptions, goOn: () => void): Promise<Ruling> {
  const { mode, policy, strict, limits } = options;
  const admission = await admit(entry, input, limits.valueBytes);
  goOn();
  if (!admission.ok) return { e: 'invalid', seq, error: admission.error };
  const verdict = await judge({ entry, seq, mode, strict, policy, input: () => decode(admission.shown ?? input) });
  goOn();
  return {
    e: 'judged',
    seq,
    verdict: verdict.kind,
    ...(admission.shown === undefined ? {} : { shown: admission.shown }),
    ...(verdict.kind === 'deny' && verdict.reason !== undefined ? { reason: verdict.reason } : {}),
    ...(verdict.kind === 'allow' && verdict.effect ? { lifted: true } : {}),
  };
}

/** C5: it would run ahead of what waits, and must not: an effect that needs no decision, or a read that says `fresh`. */
export function cuts(ruling: Ruling, entry: HostEntry): boolean {
  return ruling.e === 'judged' && ruling.verdict === 'allow' && (ruling.lifted === true || entry.fresh);
}
