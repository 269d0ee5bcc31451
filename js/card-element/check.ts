/*
 * Owns what an edit is checked against: the schema of its function, where the app gave its functions, read as the sandbox reads them. What must hold: it is
 * advice while one types, and the sandbox checks again; whatever is wrong with the functions given, an edit is then just not checked.
 */
import type { Functions } from '../api.js';
import { type Checked, compileSchema, type Schema } from '../schema.js';
import { jsonSchemaOf } from '../standard-json.js';

export type Check = (value: unknown) => Promise<Checked>;

export interface Checker {
  readonly check: Check;
  /** Its JSON Schema, as far as it has one: for the fields of an edit. */
  readonly schema: () => unknown;
}

/** Undefined where there is no schema to check against. */
export function checkerOf(functions: Functions | undefined, fn: string): Checker | undefined {
  const schema = schemaOf(functions, fn);
  return schema && { check: value => schema.check(structuredClone(value), 'input'), schema: () => jsonSchemaOf(schema.given, 'input') };
}

function schemaOf(functions: Functions | undefined, fn: string): Schema | undefined {
  try {
    let at: unknown = functions;
    for (const name of fn.split('.')) {
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
      at = (at as Record<string, unknown>)[name];
    }
    const schema: unknown = (at as { inputSchema?: unknown }).inputSchema;
    return schema === undefined ? undefined : compileSchema(schema, fn);
  } catch {
    return undefined;
  }
}
