/*
 * Owns the checks that cases use inside the page. What must hold: `equal` tells apart all that can cross the border: -0 from 0,
 * a Map from an object, undefined from an absent key, a shared reference from a copy.
 */

export function ok(value, message = 'expected something true') {
  if (!value) throw new Error(`${message}: ${show(value)}`);
}

export function equal(actual, expected, message = 'not equal') {
  const difference = compare(actual, expected, 'value', new Map());
  if (difference) throw new Error(`${message}: ${difference}\n  actual   ${show(actual)}\n  expected ${show(expected)}`);
}

/** The error of a promise that must reject, with that `name` if one is given. */
export async function rejects(promise, name) {
  const outcome = await promise.then(
    value => ({ value }),
    error => ({ error }),
  );
  if (!('error' in outcome)) throw new Error(`expected ${name ?? 'a rejection'}, got ${show(outcome.value)}`);
  if (name !== undefined && outcome.error?.name !== name) throw new Error(`expected ${name}, got ${show(outcome.error)}`);
  return outcome.error;
}

/** Waits for a condition that nothing announces; asks after every turn of the page. */
export async function until(condition, message = 'waited for something that did not come', timeoutMs = 10_000) {
  const end = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(message);
    await new Promise(done => setTimeout(done));
  }
}

/** Where two values differ first, or undefined. `pairs` holds what is being compared: cycles end, and shared references must match. */
function compare(a, b, path, pairs) {
  if (Object.is(a, b)) return undefined;
  const differ = () => `${path}: ${show(a)} is not ${show(b)}`;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return differ();
  if (pairs.has(a)) return pairs.get(a) === b ? undefined : `${path}: shared with another place than expected`;
  pairs.set(a, b);
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return differ();
  if (a instanceof Date || a instanceof RegExp) return String(a) === String(b) && Object.is(Number(a), Number(b)) ? undefined : differ();
  if (a instanceof Error && (a.name !== b.name || a.message !== b.message)) return differ();
  if (a instanceof ArrayBuffer) return compare([...new Uint8Array(a)], [...new Uint8Array(b)], path, pairs);
  if (a instanceof Map || a instanceof Set) return compare([...a], [...b], `${path} (entries)`, pairs);
  return compareKeys(a, b, path, pairs);
}

function compareKeys(a, b, path, pairs) {
  const keys = [Object.keys(a).sort(), Object.keys(b).sort()];
  if (keys[0].join('\0') !== keys[1].join('\0')) return `${path}: keys ${keys[0].join(', ')} are not ${keys[1].join(', ')}`;
  if (Array.isArray(a) && a.length !== b.length) return `${path}.length: ${a.length} is not ${b.length}`;
  for (const key of keys[0]) {
    const found = compare(a[key], b[key], `${path}.${key}`, pairs);
    if (found) return found;
  }
  return undefined;
}

/** Short enough to read: a result says all a run knows. */
function show(value) {
  const text = inFull(value);
  return text.length > 1_500 ? `${text.slice(0, 1_500)}…` : text;
}

function inFull(value) {
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (typeof value === 'bigint') return `${value}n`;
  if (Object.is(value, -0)) return '-0';
  if (value instanceof Map || value instanceof Set) return `${value.constructor.name} ${inFull([...value])}`;
  try {
    return JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner)) ?? String(value);
  } catch {
    return String(value);
  }
}

/** A host function that remembers what it was given, as `inputs`, and in which contexts, as `calls`. Give `spec` to the sandbox. */
export function watched(execute = input => input, more = {}) {
  const inputs = [];
  const calls = [];
  const spec = {
    ...more,
    execute(input, call) {
      inputs.push(input);
      calls.push(call);
      return execute(input, call);
    },
  };
  return { spec, inputs, calls };
}

/** The same, marked: it waits for a person. */
export function marked(execute, more) {
  return watched(execute, { approval: true, ...more });
}

export const states = result => result.calls.map(call => call.state);
export const sleep = ms => new Promise(done => setTimeout(done, ms));
/** A person who says `answer`: an answer, or a function of the call. `cards`: what they were shown, as it was then. */
export function person(answer, more) {
  const cards = [];
  const onApproval = (call, context) => {
    cards.push(structuredClone(call));
    return typeof answer === 'function' ? answer(call, context) : answer;
  };
  return { cards, approval: { mode: 'pause', onApproval, ...more } };
}

export const throughJson = data => JSON.parse(JSON.stringify(data));
