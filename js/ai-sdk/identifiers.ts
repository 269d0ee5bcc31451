/*
 * Owns how a tool of another system is called in code: `list-rows` is `list_rows`. What must hold: two tools never share a name; a name the guest
 * has already is never taken.
 */
import { invalidOptions } from '../errors.js';
import { isIdentifier, isTaken } from '../names.js';
import { quote } from '../words.js';

export function identifierOf(name: string): string {
  const text = name.normalize('NFC').replaceAll(/[^\p{ID_Continue}$]+/gu, '_');
  const whole = isIdentifier(text) ? text : `_${text}`;
  return isTaken(whole) === undefined ? whole : `${whole}_`;
}

/** `specs` by what code calls them. Throws InvalidOptions where two would be one. */
export function byIdentifier<T>(specs: readonly (readonly [name: string, spec: T])[]): Record<string, T> {
  const origins = new Map<string, string>();
  const found: Record<string, T> = Object.create(null) as Record<string, T>;
  for (const [name, spec] of specs) {
    const identifier = identifierOf(name);
    const other = origins.get(identifier);
    if (other !== undefined)
      throw invalidOptions(`tools.${name}`, `code would call it ${identifier}, and ${quote(other)} as well: rename one, or leave one out`);
    origins.set(identifier, name);
    found[identifier] = spec;
  }
  return found;
}
