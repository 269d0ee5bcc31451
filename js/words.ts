/*
 * Owns how a value is named in a message. What must hold: whatever it is, and however large, a few words come of it: a message
 * is read by people, and a value may be kilobytes of anything.
 */

/** As much of a name or an id as tells which is meant. */
const LONGEST = 60;

export const shorten = (text: string, longest = LONGEST): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** Text in quotes. */
export const quote = (text: string): string =>
  text.length > LONGEST ? `${JSON.stringify(text.slice(0, LONGEST))}…` : JSON.stringify(text);

export function inWords(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? 'a list' : isPromise(value) ? 'a promise (is an `await` missing?)' : 'an object';
  return typeof value === 'function' || typeof value === 'symbol' ? `a ${typeof value}` : shorten(String(value));
}

/** What an error says, whatever was thrown. Never throws. */
export function messageOf(thrown: unknown): string {
  const message = memberOf(thrown, 'message');
  if (typeof message === 'string') return message;
  try {
    return inWords(thrown);
  } catch {
    return 'something that cannot be read';
  }
}

/** The same with its name. Never throws. */
export function errorOf(thrown: unknown): { name: string; message: string } {
  const name = memberOf(thrown, 'name');
  return { name: typeof name === 'string' && typeof thrown === 'object' && name !== '' ? name : 'Error', message: messageOf(thrown) };
}

function memberOf(thrown: unknown, name: 'name' | 'message'): unknown {
  try {
    return (thrown as Partial<Error> | null | undefined)?.[name];
  } catch {
    return undefined;
  }
}

/** Names in a list of them. */
export function listed(names: readonly string[], most = 8): string {
  const shown = names
    .slice(0, most)
    .map(name => shorten(name))
    .join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

/** With the full stop that a sentence of somebody else's may have already. */
export const sentence = (text: string): string => (/[.!?…]\s*$/.test(text) ? text.trimEnd() : `${text}.`);

/** What `await` was forgotten before. */
export function isPromise(value: unknown): boolean {
  try {
    return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
  } catch {
    return false;
  }
}
