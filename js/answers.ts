/*
 * Owns reading what a person (or the app on their behalf) said about one call, in every accepted form, into one. What must hold: only
 * what is listed in the contract is an answer; anything else is none, and never a yes; members are own members, each read once, so
 * nothing said on a prototype counts. Deliberately absent: whether the call may still be decided, and schemas.
 */
import { isPlain, Unreadable } from './take.js';
import { inWords, messageOf, shorten } from './words.js';

/** Own members alone count, and of an instance nobody sees what it answers with. */
export const NOT_PLAIN = 'expected a plain object, { … }; this is an instance of a class';

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
    if (answer instanceof Unreadable) throw answer.error;
    if (typeof answer === 'object' && answer !== null) return readObject(answer);
  } catch (error) {
    return { kind: 'none', problem: `reading the answer threw: ${messageOf(error)}` };
  }
  return { kind: 'none', problem: `${inWords(answer)} is not an answer. Use 'approve', 'reject', 'pause' or { decision: … }` };
}

/** Own members of what was given; one that was never there is not in it, one that is `undefined` is. */
export type Given = ReadonlyMap<string, unknown>;

/** Each is read once. A member nobody reads may be a slip that changes what was meant, an edit above all, so it is a problem. */
export function membersOf(source: object, known: readonly string[]): Given | { kind: 'none'; problem: string } {
  const names = Object.keys(source);
  const stray = names.find(name => !known.includes(name));
  if (stray !== undefined) return { kind: 'none', problem: `\`${shorten(stray)}\` is not read here; known are ${known.join(', ')}` };
  return new Map(names.map(name => [name, (source as Record<string, unknown>)[name]]));
}

function readObject(answer: object): Answer {
  if (Array.isArray(answer)) return { kind: 'none', problem: 'a list is not an answer about one call' };
  if (!isPlain(answer)) return { kind: 'none', problem: NOT_PLAIN };
  const given = membersOf(answer, ['decision', 'approved', 'reason', 'input', 'value']);
  if ('kind' in given) return given;
  if (given.has('decision') && given.has('approved')) return { kind: 'none', problem: 'the answer has both `decision` and `approved`' };
  if (given.has('value') && given.get('decision') !== 'respond')
    return { kind: 'none', problem: "the answer gives a value; to give a value use decision: 'respond'" };
  if (given.has('approved')) return readApproved(given);
  const decision = given.get('decision');
  switch (decision) {
    case 'approve':
      return approve(given);
    case 'reject':
      return reject(given.get('reason'));
    case 'respond':
      return given.has('value')
        ? { kind: 'respond', value: given.get('value') }
        : { kind: 'none', problem: 'the answer responds without a value' };
    case 'pause':
      return { kind: 'pause' };
    default:
      return { kind: 'none', problem: `${inWords(decision)} is not a decision. Use 'approve', 'reject', 'respond' or 'pause'` };
  }
}

/** `{ approved }`, as a hook answers and as a set of decisions spells one out. */
export function readApproved(given: Given): Answer {
  const approved = given.get('approved');
  if (approved === true) return approve(given);
  if (approved === false) return reject(given.get('reason'));
  return { kind: 'none', problem: `\`approved\` must be true or false; this is ${inWords(approved)}` };
}

export function approve(given: Given): Answer {
  return given.has('input') ? { kind: 'approve', edit: { input: given.get('input') } } : { kind: 'approve' };
}

export function reject(reason: unknown): Answer {
  if (reason === undefined) return { kind: 'reject' };
  if (typeof reason === 'string') return { kind: 'reject', reason };
  return { kind: 'none', problem: `a reason must be text; this is ${inWords(reason)}` };
}
