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
  const input = jsonSchemaOf(entry.inputSchema?.given ?? true, 'input');
  const output = jsonSchemaOf(entry.outputSchema?.given ?? true, 'output');
  const taken = entry.positional ? positional(input, `${name}Input`, types) : single(entry, input, `${name}Input`, types);
  const result = print(types.of(output, `${name}Output`));
  const returns = saidOf(output, output).map((line, at) => (at === 0 ? `@returns ${line}` : line));
  return { text: `(${taken.text}): Promise<${result}>`, said: [...taken.said, ...returns] };
}

function single({ inputSchema }: HostEntry, schema: unknown, wish: string, types: Types): Signature {
  const optional = inputSchema === undefined || inputSchema.takes(undefined) || inputSchema.takes({});
  return {
    text: `input${optional ? '?' : ''}: ${print(types.of(schema, wish))}`,
    said: saidOf(schema, schema).map((line, at) => (at === 0 ? `@param input ${line}` : line)),
  };
}

function positional(schema: unknown, wish: string, types: Types): Signature {
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
  const said = parameters.flatMap(({ said: [first, ...more] }, at) =>
    first === undefined ? [] : [`@param ${names[at]} ${first}`, ...more],
  );
  return { text: text.join(', '), said };
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
