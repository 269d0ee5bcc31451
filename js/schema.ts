/*
 * Owns checking a value against a schema: Standard Schema (zod, valibot, arktype …) or JSON Schema. What must hold: `check` never
 * throws, and whatever goes wrong in a schema is a value that does not fit. The caller's schema objects are never changed.
 * Deliberately absent: what a refusal means for the call; that is admission.ts and call-desk.ts.
 */

import type { OutputUnit } from '@cfworker/json-schema';
import { Validator } from '@cfworker/json-schema';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { invalidOptions } from './errors.js';
import { isPromise, messageOf } from './words.js';

/** One thing that does not fit. */
export interface Misfit {
  /** From the value that was checked to what does not fit in it. */
  readonly path: readonly (string | number)[];
  /** The keyword of JSON Schema that says so. */
  readonly keyword?: string;
  readonly message: string;
}

/** `problem` says all of it in a sentence; `misfits` by parts, none where the schema itself fails. */
export type Checked = { ok: true; value: unknown } | { ok: false; problem: string; misfits: readonly Misfit[] };

export interface Schema {
  /** What the app gave. */
  readonly given: unknown;
  /** Whether a value that fits may come back changed. */
  readonly transforms: boolean;
  /** `value` must be the caller's to give away: a schema may keep or change it. `root` is how the value is called in a problem: `input`. */
  check(value: unknown, root: string): Promise<Checked>;
  /** Whether it takes a value, as far as it says so at once. */
  takes(value: unknown): boolean;
}

/** Throws InvalidOptions where `schema` is neither; `path` names it: `functions.pay.inputSchema`. */
export function compileSchema(schema: unknown, path: string): Schema {
  const isObject = typeof schema === 'object' && schema !== null && !Array.isArray(schema);
  if ((isObject || typeof schema === 'function') && '~standard' in schema) return standard(schema, path);
  if (isObject || typeof schema === 'boolean') return json(schema, path);
  throw invalidOptions(path, "expected a Standard Schema (it has '~standard') or a JSON Schema (an object or a boolean)");
}

function standard(schema: object, path: string): Schema {
  const props = (schema as Partial<StandardSchemaV1>)['~standard'];
  const validate = props?.validate;
  if (typeof validate !== 'function') throw invalidOptions(path, "'~standard' has no function `validate`");
  return {
    given: schema,
    transforms: true,
    takes(value) {
      try {
        const result: unknown = validate.call(props, value);
        if (isPromise(result)) Promise.resolve(result).catch(() => undefined);
        else
          return typeof result === 'object' && result !== null && !(result as StandardSchemaV1.FailureResult).issues && 'value' in result;
      } catch {
        // Then it does not say so.
      }
      return false;
    },
    async check(value, root) {
      try {
        const result: unknown = await validate.call(props, value);
        if (typeof result !== 'object' || result === null) return failed('the schema gave no result');
        const issues = (result as StandardSchemaV1.FailureResult).issues;
        if (issues) return unfit(misfitsOfIssues(issues), root);
        if (!('value' in result)) return failed('the schema gave neither issues nor a value');
        return { ok: true, value: (result as StandardSchemaV1.SuccessResult<unknown>).value };
      } catch (error) {
        return threw(error);
      }
    },
  };
}

/** It says nothing of the value. */
const failed = (problem: string): Checked => ({ ok: false, problem, misfits: [] });
const threw = (error: unknown): Checked => failed(`the schema threw: ${messageOf(error)}`);

function unfit(misfits: readonly Misfit[], root: string): Checked {
  const lines = misfits.map(({ path, message }) => `${root}${path.map(step).join('')}: ${message}`);
  return { ok: false, problem: [...new Set(lines)].join('; '), misfits };
}

function misfitsOfIssues(issues: readonly StandardSchemaV1.Issue[]): Misfit[] {
  const misfits = Array.from(issues)
    .slice(0, 3)
    .map(({ path, message }) => ({ path: (path ?? []).map(keyOf), message }));
  return misfits.length > 0 ? misfits : [{ path: [], message: 'the schema refused it without saying why' }];
}

function keyOf(part: PropertyKey | StandardSchemaV1.PathSegment): string | number {
  const key = typeof part === 'object' && part !== null ? part.key : part;
  return typeof key === 'number' ? key : String(key);
}

function step(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/** The library writes into the schemas it is given, and compiling is the dear part: one private copy for each schema as it read when it was given. */
const compiled = new WeakMap<object, { text: string; validator: Validator }>();

function json(schema: object | boolean, path: string): Schema {
  if (typeof schema === 'object' && !isPlainData(schema)) {
    throw invalidOptions(
      path,
      "this is an object of a schema library that speaks no Standard Schema (it has no '~standard'): give the schema itself and not what is around it, a version of " +
        'its library that does, or the JSON Schema that the library makes of it',
    );
  }
  const validator = compile(schema, path);
  const fitsAll = schema === true || (typeof schema === 'object' && Object.keys(schema).length === 0);
  const check = (value: unknown, root: string): Checked => {
    if (fitsAll) return { ok: true, value };
    try {
      const alien = asJson(value);
      if (alien !== undefined) return unfit([alien], root);
      const { valid, errors } = validator.validate(value);
      return valid ? { ok: true, value } : unfit(misfitsOfErrors(errors), root);
    } catch (error) {
      return threw(error);
    }
  };
  return {
    given: schema,
    transforms: false,
    check: async (value, root) => check(value, root),
    takes: value => check(value, '').ok,
  };
}

/** A schema object of a library that speaks neither would pass for a JSON Schema without keywords, which takes anything. */
function isPlainData(schema: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(schema);
  const plain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return plain && Object.values(schema).every(keyword => typeof keyword !== 'function');
}

function compile(schema: object | boolean, path: string): Validator {
  try {
    const text = JSON.stringify(schema);
    const known = typeof schema === 'object' ? compiled.get(schema) : undefined;
    if (known?.text === text) return known.validator;
    const validator = new Validator(JSON.parse(text, withNull), '2020-12', true);
    if (typeof schema === 'object') compiled.set(schema, { text, validator });
    return validator;
  } catch (cause) {
    throw invalidOptions(path, `not a JSON Schema that can be used: ${messageOf(cause)}`, cause);
  }
}

/** OpenAPI's `nullable`, which JSON Schema has not, and which whoever writes it means. */
function withNull(_name: string, at: unknown): unknown {
  const { type, nullable } = (at ?? {}) as { type?: unknown; nullable?: unknown };
  return nullable === true && typeof type === 'string' ? { ...(at as object), type: [type, 'null'] } : at;
}

/** Where a member stands: the way back to the top. */
interface Place {
  readonly above: Place | undefined;
  readonly key: string | number;
}

function pathTo(place: Place | undefined): (string | number)[] {
  const path = [];
  for (let at = place; at !== undefined; at = at.above) path.push(at.key);
  return path.reverse();
}

/**
 * Makes of a value what a JSON Schema sees: a member that is `undefined` is absent, as it would be in JSON text. What is no JSON fits
 * nothing, and is returned: a validator takes a Map for an empty object and NaN for a number within every bound. Works through a list
 * rather than by recursion: values can be deeper than the stack.
 */
function asJson(value: unknown): Misfit | undefined {
  const todo: { holder: Record<string, unknown>; place: Place | undefined }[] = [];
  const seen = new Set<object>();
  const look = (at: unknown, place: Place | undefined): Misfit | undefined => {
    const kind = notJson(at);
    if (kind !== undefined) return { path: pathTo(place), message: `${kind}, which a JSON Schema cannot describe` };
    if (typeof at === 'object' && at !== null && !seen.has(at)) {
      seen.add(at);
      todo.push({ holder: at as Record<string, unknown>, place });
    }
    return undefined;
  };
  if (value === undefined) return { path: [], message: 'it is missing, and the schema asks for a value' };
  const first = look(value, undefined);
  if (first !== undefined) return first;
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { holder, place: above } = next;
    const isList = Array.isArray(holder);
    for (const key of Object.keys(holder)) {
      const member = holder[key];
      if (member === undefined && !isList) delete holder[key];
      else {
        const misfit = look(member, { above, key: isList ? Number(key) : key });
        if (misfit !== undefined) return misfit;
      }
    }
  }
  return undefined;
}

/** What kind of data a value is that JSON does not have. */
function notJson(value: unknown): string | undefined {
  switch (typeof value) {
    case 'bigint':
      return 'a bigint';
    case 'undefined':
      return 'undefined';
    case 'number':
      return Number.isFinite(value) ? undefined : String(value);
    case 'object': {
      if (value === null || Array.isArray(value)) return undefined;
      const tag = Object.prototype.toString.call(value).slice(8, -1);
      return tag === 'Object' ? undefined : `${/^[AEIOU]/.test(tag) ? 'an' : 'a'} ${tag}`;
    }
    default:
      return undefined;
  }
}

/** The innermost complaints: those above them only say that something below does not fit. */
function misfitsOfErrors(errors: readonly OutputUnit[]): Misfit[] {
  const depth = (unit: OutputUnit): number => unit.instanceLocation.split('/').length;
  const deepest = Math.max(...errors.map(depth));
  const leaves = errors.filter(unit => depth(unit) === deepest && unit.keyword !== 'properties' && unit.keyword !== '$ref').slice(0, 3);
  return (leaves.length > 0 ? leaves : errors.slice(0, 1)).map(({ instanceLocation, keyword, error }) => ({
    path: fromPointer(instanceLocation),
    keyword,
    message: error,
  }));
}

function fromPointer(pointer: string): (string | number)[] {
  const parts = decodeURIComponent(pointer)
    .split('/')
    .slice(1)
    .map(part => part.replace(/~1/g, '/').replace(/~0/g, '~'));
  return parts.map(part => (/^(?:0|[1-9]\d{0,14})$/.test(part) ? Number(part) : part));
}
