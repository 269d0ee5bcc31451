/*
 * Owns what an exception is as data, apart from its text: which of its data cross, and the Error object that data make.
 * What must hold: an Error made here has the page's own class of its name, and no stack of ours.
 */

import { errorKeys } from './graph.js';
import { isError } from './kinds.js';

const CLASSES: Readonly<Record<string, ErrorConstructor | AggregateErrorConstructor>> = {
  AggregateError,
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
};
/** Causes of causes kept. */
const MAX_CAUSES = 10;
const OBJECT_THROWN = 'an object was thrown';

/** An Error with nothing but its message, and its name where no class has that name. */
export function makeError(name: string, message: string): Error {
  const error = new Error(message);
  const known = Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined;
  if (known !== undefined) Object.setPrototypeOf(error, known.prototype as object);
  else hide(error, 'name', name);
  hide(error, 'stack', `${name}: ${message}`);
  return error;
}

/** Gives an object one of its properties, whatever prototypes say. What the language keeps out of sight of errors stays so. */
export function give(target: object, key: string, value: unknown): void {
  if (!(target instanceof Error)) return own(target, key, value);
  if (key === 'name' || key === 'message' || key === 'stack') return;
  if (key === 'cause' || key === 'errors') hide(target, key, value);
  else own(target, key, value);
}

/** Name and message of whatever was thrown. */
export function saidBy(thrown: unknown): { name: string; message: string } {
  if (typeof thrown === 'function') return { name: 'Error', message: 'a function was thrown' };
  if (typeof thrown !== 'object' || thrown === null) return { name: 'Error', message: String(thrown) };
  const [name, message] = [read(thrown, 'name'), read(thrown, 'message')];
  return {
    name: typeof name === 'string' && name !== '' ? name : 'Error',
    message: typeof message === 'string' ? message : isError(thrown) ? '' : OBJECT_THROWN,
  };
}

/** The own data of whatever was thrown, as far as they cross; causes likewise. */
export function dataOf(
  thrown: unknown,
  crosses: (value: unknown) => boolean,
  causes = 0,
): { data: Record<string, unknown>; cause?: unknown } {
  const found: { data: Record<string, unknown>; cause?: unknown } = { data: {} };
  if (typeof thrown !== 'object' || thrown === null) return found;
  const keys = isError(thrown)
    ? errorKeys(thrown)
    : Object.keys(thrown).filter(key => key !== 'name' && key !== 'message' && key !== 'stack');
  for (const key of keys) {
    let value = read(thrown, key);
    if (key === 'cause' && isError(value)) value = causes < MAX_CAUSES ? cleaned(value, crosses, causes + 1) : undefined;
    if (value === undefined || !crosses(value)) continue;
    if (key === 'cause') found.cause = value;
    else own(found.data, key, value);
  }
  return found;
}

/** The same error with only what crosses. */
function cleaned(error: Error, crosses: (value: unknown) => boolean, causes: number): Error {
  const { name, message } = saidBy(error);
  const { data, cause } = dataOf(error, crosses, causes);
  const clean = makeError(name, message);
  for (const key of Object.keys(data)) give(clean, key, data[key]);
  if (cause !== undefined) give(clean, 'cause', cause);
  return clean;
}

/** A property whose getter may throw. */
function read(object: object, key: string): unknown {
  try {
    return (object as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}

function own(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

function hide(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: false, configurable: true });
}
