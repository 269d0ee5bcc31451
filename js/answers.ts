/*
 * Owns reading what a person (or the app on their behalf) said about one call, in every accepted form, into one. What must hold: only
 * what is listed in the contract is an answer; anything else is none, and never a yes. Deliberately absent: whether the call
 * may still be decided, and schemas.
 */

/** `edit` and `value` are there when the answer has them, `undefined` included. */
export type Answer =
  | { kind: 'approve'; edit?: { input: unknown } }
  | { kind: 'reject'; reason?: string }
  | { kind: 'respond'; value: unknown }
  | { kind: 'pause' }
  /** None of those listed; says why. */
  | { kind: 'none'; problem: string };

/** Reads the answer of a hook in pause mode. Never throws. */
export function readAnswer(answer: unknown): Answer {
  try {
    if (answer === 'approve' || answer === 'reject' || answer === 'pause') return { kind: answer };
    if (typeof answer === 'object' && answer !== null) return readObject(answer);
  } catch (error) {
    return { kind: 'none', problem: `reading the answer threw: ${error instanceof Error ? error.message : String(error)}` };
  }
  return { kind: 'none', problem: `${inWords(answer)} is not an answer. Use 'approve', 'reject', 'pause' or { decision: … }` };
}

type Given = { decision?: unknown; approved?: unknown; reason?: unknown; input?: unknown; value?: unknown };

function readObject(given: Given): Answer {
  const { decision, approved, reason } = given;
  if ('decision' in given && 'approved' in given) return { kind: 'none', problem: 'the answer has both `decision` and `approved`' };
  if ('approved' in given) return readApproved(given, approved, reason);
  switch (decision) {
    case 'approve':
      return 'value' in given
        ? { kind: 'none', problem: "the answer approves and gives a value; to give a value use decision: 'respond'" }
        : approve(given);
    case 'reject':
      return reject(reason);
    case 'respond':
      return 'value' in given ? { kind: 'respond', value: given.value } : { kind: 'none', problem: 'the answer responds without a value' };
    case 'pause':
      return { kind: 'pause' };
    default:
      return { kind: 'none', problem: `${inWords(decision)} is not a decision. Use 'approve', 'reject', 'respond' or 'pause'` };
  }
}

/** `{ approved }`, as a hook answers and as a set of decisions spells one out. */
export function readApproved(given: Given, approved: unknown, reason: unknown): Answer {
  if (approved === true) return approve(given);
  if (approved === false) return reject(reason);
  return { kind: 'none', problem: `\`approved\` must be true or false; this is ${inWords(approved)}` };
}

function approve(given: Given): Answer {
  return 'input' in given ? { kind: 'approve', edit: { input: given.input } } : { kind: 'approve' };
}

export function reject(reason: unknown): Answer {
  if (reason === undefined) return { kind: 'reject' };
  if (typeof reason === 'string') return { kind: 'reject', reason };
  return { kind: 'none', problem: `a reason must be text; this is ${inWords(reason)}` };
}

/** A value in a message: short, and whatever it is. */
export function inWords(value: unknown): string {
  if (typeof value === 'string') return value.length > 40 ? `${JSON.stringify(value.slice(0, 40))}…` : JSON.stringify(value);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return typeof value === 'function' || typeof value === 'symbol' ? `a ${typeof value}` : String(value);
}
