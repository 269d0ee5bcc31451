/*
 * Owns the signature of one function as a model sees it. What must hold: a call that the compiler takes by it is one that the schema takes,
 * as far as types can say, and its input may be left out exactly where the run takes a call without one.
 */
import type { HostEntry } from './functions.js';
import { isReserved } from './names.js';
import { saidOf } from './schema-words.js';
import { jsonSchemaOf } from './standard-json.js';
import type { Parameter } from './translation.js';
import { titled } from './type-names.js';
import { print } from './type-text.js';
import type { Types } from './typescript.js';

export interface Signature {
  /** `(input: { id: number }): Promise<unknown>` */
  readonly text: string;
  /** Lines for its comment. */
  readonly said: readonly string[];
}

export function signatureOf(entry: HostEntry, types: Types): Signature {
  const name = titled(entry.fn.split('.').at(-1) ?? '') ?? 'Function';
  const taken = entry.positional ? positional : single;
  // Data that throws when it is read tells nothing.
  const input = attempt(
    () => taken(entry, jsonSchemaOf(entry.inputSchema?.given ?? true, 'input'), `${name}Input`, types),
    () => taken(entry, true, '', types),
  );
  const output = attempt(
    () => result(jsonSchemaOf(entry.outputSchema?.given ?? true, 'output'), `${name}Output`, types),
    () => result(true, '', types),
  );
  return { text: `(${input.text}): Promise<${output.text}>`, said: [...input.said, ...output.said] };
}

function attempt<T>(make: () => T, otherwise: () => T): T {
  try {
    return make();
  } catch {
    return otherwise();
  }
}

const tagged = (tag: string, [first, ...more]: readonly string[]): string[] => (first === undefined ? [] : [`${tag} ${first}`, ...more]);

function result(schema: unknown, wish: string, types: Types): Signature {
  return { text: print(types.of(schema, wish)), said: tagged('@returns', saidOf(schema, schema)) };
}

function single({ inputSchema }: HostEntry, schema: unknown, wish: string, types: Types): Signature {
  const optional = inputSchema === undefined || inputSchema.takes(undefined) || inputSchema.takes({});
  return {
    text: `input${optional ? '?' : ''}: ${print(types.of(schema, wish))}`,
    said: tagged('@param input', saidOf(schema, schema)),
  };
}

function positional(_entry: HostEntry, schema: unknown, wish: string, types: Types): Signature {
  const parameters = types.parameters(schema, wish);
  if (parameters === undefined) {
    const members = types.of(schema, wish);
    const listed = members.length > 0 && members.every(member => member.endsWith(']'));
    return { text: `...input: ${listed ? print(members) : 'unknown[]'}`, said: [] };
  }
  const names = namesOf(parameters);
  const text = parameters.map(
    ({ ends, type }, at) => `${ends === 'rest' ? '...' : ''}${names[at]}${ends === 'optional' ? '?' : ''}: ${type}`,
  );
  return { text: text.join(', '), said: parameters.flatMap(({ said }, at) => tagged(`@param ${names[at]}`, said)) };
}

/** A title names a parameter; there is nothing else in a schema that does. */
function namesOf(parameters: readonly Parameter[]): string[] {
  const names: string[] = [];
  for (const { title, ends } of parameters) {
    const type = title === undefined ? undefined : titled(title);
    const wish =
      type === undefined ? (ends === 'rest' ? 'more' : `value${names.length + 1}`) : type.slice(0, 1).toLowerCase() + type.slice(1);
    let name = isReserved(wish) ? `${wish}_` : wish;
    while (names.includes(name)) name += '_';
    names.push(name);
  }
  return names;
}
