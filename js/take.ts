/*
 * Owns the copy of what a person decided, made when it is handed over: nothing that is changed afterwards counts, whoever holds the original.
 * What must hold: own members are read once, in order; values are copied as they would cross. Deliberately absent: whether any of it is a decision.
 */
import { decode, encode } from './value.js';

/** In place of decisions whose reading threw. */
export class Unreadable {
  constructor(readonly error: unknown) {}
}

/** Members that hold the app's own data; all others are part of how decisions are spelled. */
const DATA = ['input', 'value'];

/** What is neither a plain object nor a list is handed on as it is: it is refused by whoever reads it. */
export function take(given: unknown): unknown {
  try {
    return copy(given);
  } catch (error) {
    return new Unreadable(error);
  }
}

/** Whether an object is one that was written as `{ … }`, in this realm or another. */
export function isPlain(given: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(given);
  return prototype === null || (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'hasOwnProperty'));
}

function copy(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(copy);
  if (typeof given !== 'object' || given === null || !isPlain(given)) return given;
  const members = Object.entries(given).map(([name, value]) => [name, DATA.includes(name) ? copyOfData(value) : copy(value)]);
  return Object.fromEntries(members);
}

/** What can't cross stays what it is, to be refused with its path. */
function copyOfData(value: unknown): unknown {
  try {
    return decode(encode(value, ''));
  } catch {
    return value;
  }
}
