/*
 * Owns the verdict on a call: allow, ask or deny, from mode, marks and policy. What must hold: M1 to M4 and D1 of the design, and
 * that whatever goes wrong while judging asks. Deliberately absent: when to judge, and that each call is judged once; that is call-desk.ts.
 */
import type { Approval, Policy } from './api.js';
import type { HostEntry, Mark } from './functions.js';

export type Verdict =
  /** `effect`: an effect that needs no decision (M4): its function declares side effects, or bears a mark that a predicate or the policy lifted. */
  { kind: 'allow'; effect: boolean } | { kind: 'ask' } | { kind: 'deny'; reason?: string };

export interface Judgement {
  readonly entry: HostEntry;
  readonly seq: number;
  /** A fresh copy of the input each time: no reader sees what another did to it. */
  readonly input: () => unknown;
  readonly mode: Approval['mode'];
  readonly strict: boolean;
  readonly policy: Policy | undefined;
}

/** Never throws. */
export async function judge(judgement: Judgement): Promise<Verdict> {
  const marked = await isMarked(judgement);
  const answer = await askPolicy(judgement, marked);
  const verdict = combine(answer, marked, judgement.entry);
  if (verdict.kind === 'ask' && judgement.mode === 'deny') return { kind: 'deny', reason: NOBODY };
  return verdict;
}

const NOBODY = "it needs approval, and in this run (approval mode 'deny') nobody can give it";

/** Whether the marks ask for approval of this call; the strictest wins (M1, M2). */
async function isMarked({ entry, seq, input, strict }: Judgement): Promise<boolean> {
  if (strict && entry.sideEffects.length > 0) return true;
  if (entry.marks.includes(true)) return true;
  for (const mark of entry.marks) if (await asks(mark, entry.fn, seq, input)) return true;
  return false;
}

async function asks(mark: Mark, fn: string, seq: number, input: () => unknown): Promise<boolean> {
  if (typeof mark === 'boolean') return mark;
  try {
    return (await mark(input(), { fn, seq })) !== false;
  } catch {
    return true;
  }
}

type PolicyAnswer = { kind: 'allow' | 'ask' | 'by-marks' } | { kind: 'deny'; reason?: string };

async function askPolicy({ entry, seq, input, policy }: Judgement, marked: boolean): Promise<PolicyAnswer> {
  if (policy === undefined) return { kind: 'by-marks' };
  try {
    return readPolicyAnswer(await policy({ fn: entry.fn, input: input(), seq, sideEffects: [...entry.sideEffects], marked }));
  } catch {
    return { kind: 'ask' };
  }
}

/** M3: anything not listed asks. */
function readPolicyAnswer(answer: unknown): PolicyAnswer {
  if (answer === undefined) return { kind: 'by-marks' };
  if (answer === 'allow' || answer === 'ask' || answer === 'deny') return { kind: answer };
  if (typeof answer !== 'object' || answer === null) return { kind: 'ask' };
  const { verdict, reason } = answer as { verdict?: unknown; reason?: unknown };
  if (verdict !== 'deny') return { kind: 'ask' };
  return { kind: 'deny', ...(typeof reason === 'string' ? { reason } : {}) };
}

function combine(answer: PolicyAnswer, marked: boolean, entry: HostEntry): Verdict {
  switch (answer.kind) {
    case 'deny':
      return answer;
    case 'ask':
      return { kind: 'ask' };
    case 'allow':
      return { kind: 'allow', effect: isEffect(entry) };
    case 'by-marks':
      return marked ? { kind: 'ask' } : { kind: 'allow', effect: isEffect(entry) };
  }
}

/** A mark that is exactly `false` says there is none. */
function isEffect(entry: HostEntry): boolean {
  return entry.sideEffects.length > 0 || entry.marks.some(mark => mark !== false);
}
