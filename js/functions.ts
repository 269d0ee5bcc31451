/*
 * Owns the table of functions a run may call: reading what the app gave, once, and refusing what cannot be meant. What must hold:
 * names are own names only; every property of a spec is read once, when the table is built, so later changes mean nothing; a mark
 * can be missed neither by another project's name for it nor by a slip of the pen. Deliberately absent: calling any of them.
 */
import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { FunctionSpec, Functions, HostFunction, JsonSchema } from './api.js';
import { invalidOptions } from './errors.js';
import { isIdentifier, isTaken } from './names.js';
import type { Schema } from './schema.js';
import { compileSchema } from './schema.js';
import { inWords, listed, quote, shorten } from './words.js';

/** `true`, `false` or a predicate of one of the three names for a mark (M2). */
export type Mark = boolean | ((input: unknown, call: { fn: string; seq: number }) => unknown);

/** One function, read and checked. */
export interface HostEntry {
  /** Its whole name: `mail.send`. */
  readonly fn: string;
  readonly execute: HostFunction;
  readonly positional: boolean;
  /** The marks it bears, under whatever name; `false` ones included. */
  readonly marks: readonly Mark[];
  readonly sideEffects: readonly string[];
  readonly fresh: boolean;
  readonly description?: string;
  readonly summarize?: (input: unknown) => unknown;
  readonly inputSchema?: Schema;
  readonly outputSchema?: Schema;
}

export interface FunctionTable {
  readonly names: { name: string; positional: boolean }[];
  get(name: string): HostEntry | undefined;
  /** Those of `names` that the table does not have. */
  missing(names: readonly string[]): string[];
  /** The same table with nothing but `names` in it: a resumed run sees the functions of its first pass (R14). */
  only(names: readonly string[]): FunctionTable;
}

/** Later sources replace earlier ones by name at the top level. Throws InvalidOptions with the path of what is wrong: `functions.mail.send-it`. */
export function buildTable(...sources: (Functions | undefined)[]): FunctionTable {
  const top = new Map<string, HostEntry[]>();
  for (const source of sources) {
    if (source === undefined) continue;
    for (const [name, member] of members(source, 'functions')) {
      const path = `functions.${name}`;
      checkName(name, path, isTaken(name));
      top.set(name, readMember(member, name, path, 1));
    }
  }
  return table(new Map([...top.values()].flat().map(entry => [entry.fn, entry])));
}

/** Types the input from its schema. */
export function defineFunction<S extends StandardSchemaV1, O>(
  spec: Omit<FunctionSpec<StandardSchemaV1.InferOutput<S>, O>, 'inputSchema'> & { inputSchema: S },
): FunctionSpec<StandardSchemaV1.InferOutput<S>, O>;
export function defineFunction<I, O>(spec: FunctionSpec<I, O> & { inputSchema?: JsonSchema }): FunctionSpec<I, O>;
export function defineFunction(spec: FunctionSpec): FunctionSpec {
  return spec;
}

function table(entries: ReadonlyMap<string, HostEntry>): FunctionTable {
  return {
    names: [...entries.values()].map(({ fn, positional }) => ({ name: fn, positional })),
    get: name => entries.get(name),
    missing: names => names.filter(name => !entries.has(name)),
    only: names =>
      table(
        new Map(
          names.flatMap(name => {
            const entry = entries.get(name);
            return entry === undefined ? [] : [[name, entry]];
          }),
        ),
      ),
  };
}

/** A namespace in a namespace in … ends somewhere: a cycle would not. */
const DEEPEST = 8;

function readMember(member: unknown, fn: string, path: string, depth: number): HostEntry[] {
  if (typeof member === 'function') return [readFunction(member as HostFunction, fn, path)];
  if (typeof member !== 'object' || member === null || Array.isArray(member)) {
    throw invalidOptions(path, `expected a function, a spec with \`execute\`, or a namespace; this is ${inWords(member)}`);
  }
  const spec = member as { readonly execute?: unknown };
  const execute = read(spec, 'execute', `${path}.execute`);
  if (typeof execute === 'function') return [readSpec(spec as FunctionSpec, execute as HostFunction, fn, path)];
  refuseSpecWithoutExecute(spec, execute, path);
  if (depth > DEEPEST) throw invalidOptions(path, `namespaces nest deeper than ${DEEPEST}`);
  return members(member, path).flatMap(([name, inner]) => {
    const innerPath = `${path}.${name}`;
    // `await namespace` would call it.
    const taken =
      name === 'then'
        ? 'would be called whenever code awaits the namespace'
        : name === '__proto__'
          ? 'is not a name code can use'
          : undefined;
    checkName(name, innerPath, taken);
    return readMember(inner, `${fn}.${name}`, innerPath, depth + 1);
  });
}

export const SPEC_FIELDS: readonly (keyof FunctionSpec)[] = [
  'description',
  'inputSchema',
  'outputSchema',
  'approval',
  'needsApproval',
  'requiresApproval',
  'sideEffects',
  'fresh',
  'summarize',
  'positional',
];

/** A spec whose function goes by another name would be taken for a namespace, and its mark for a function of that. */
function refuseSpecWithoutExecute(member: object, execute: unknown, path: string): void {
  const names = Object.keys(member);
  const telling = names.find(name => isOfSpec(name, read(member, name, `${path}.${name}`)));
  if (telling === undefined && execute === undefined && !names.includes('execute')) return;
  const what = execute === undefined ? 'is missing' : `must be a function; this is ${inWords(execute)}`;
  const why = telling === undefined ? '' : ` This is the spec of one function, for it has \`${shorten(telling)}\`.`;
  const other = names.find(name => name !== telling && !isSpecField(name) && typeof read(member, name, `${path}.${name}`) === 'function');
  const hint = other === undefined ? '' : ` \`${shorten(other)}\` is not read: call it \`execute\`.`;
  throw invalidOptions(
    execute === undefined ? path : `${path}.execute`,
    `${execute === undefined ? '`execute` ' : ''}${what}.${why}${hint}`,
  );
}

const isSpecField = (name: string): name is keyof FunctionSpec => (SPEC_FIELDS as readonly string[]).includes(name);

/** What no function of a namespace can be; a predicate for a mark could, and would then be no mark. */
function isOfSpec(name: string, value: unknown): boolean {
  if (!isSpecField(name) || value === undefined) return false;
  if ((MARKS as readonly string[]).includes(name) || name === 'inputSchema' || name === 'outputSchema') return true;
  return typeof value !== 'function' && (typeof value !== 'object' || value === null || Array.isArray(value));
}

/** Own enumerable names with their values, each read once. */
function members(source: unknown, path: string): [string, unknown][] {
  if (typeof source !== 'object' || source === null || Array.isArray(source))
    throw invalidOptions(path, `expected a record of functions; this is ${inWords(source)}`);
  const names = Object.keys(source);
  if (names.length === 0 && !isPlain(source)) {
    throw invalidOptions(
      path,
      'it has no functions of its own. What a class keeps on its prototype is not read: give a record, { send: input => mailer.send(input) }',
    );
  }
  return names.map(name => [name, read(source, name, `${path}.${name}`)]);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function checkName(name: string, path: string, taken: string | undefined): void {
  if (!isIdentifier(name))
    throw invalidOptions(
      path,
      `${quote(name)} is not an identifier, so code could not call it. Use letters, digits, _ and $; nest records for a dotted name`,
    );
  if (taken !== undefined) throw invalidOptions(path, `\`${shorten(name)}\` ${taken}; choose another name`);
}

/** A bare function carries no marks; one that looks as if it did would run unasked. */
function readFunction(execute: HostFunction, fn: string, path: string): HostEntry {
  for (const name of MARKS) {
    if (read(execute, name, `${path}.${name}`) !== undefined)
      throw invalidOptions(`${path}.${name}`, `a mark is read from a spec, not from a function: write { execute, ${name}: … }`);
  }
  return {
    fn,
    execute: (input, call) => execute(input, call),
    positional: false,
    marks: [],
    sideEffects: [],
    fresh: false,
  };
}

export const MARKS = ['approval', 'needsApproval', 'requiresApproval'] as const;

function readSpec(spec: FunctionSpec, execute: HostFunction, fn: string, path: string): HostEntry {
  refuseNearMarks(spec, path);
  const field = <T>(name: keyof FunctionSpec, expected: string, fits: (value: unknown) => value is T): T | undefined => {
    const value = read(spec, name, `${path}.${name}`);
    if (value === undefined) return undefined;
    if (!fits(value)) throw invalidOptions(`${path}.${name}`, `expected ${expected}; this is ${inWords(value)}`);
    return value;
  };
  const schema = (name: 'inputSchema' | 'outputSchema'): Schema | undefined => {
    const value = read(spec, name, `${path}.${name}`);
    return value === undefined ? undefined : compileSchema(value, `${path}.${name}`);
  };
  const marks = MARKS.flatMap(name => {
    const mark = field(name, 'true, false or a function', isMark);
    return mark === undefined ? [] : [typeof mark === 'function' ? bind(mark, spec) : mark];
  });
  const description = field('description', 'text', isText);
  const summarize = field('summarize', 'a function', isFunction);
  const inputSchema = schema('inputSchema');
  const outputSchema = schema('outputSchema');
  return {
    fn,
    execute: bind(execute, spec),
    positional: field('positional', 'true or false', isBoolean) ?? false,
    marks,
    sideEffects: Object.freeze([...(field('sideEffects', 'a list of words', isWords) ?? [])]),
    fresh: field('fresh', 'true or false', isBoolean) ?? false,
    ...(description === undefined ? {} : { description }),
    ...(summarize === undefined ? {} : { summarize: bind(summarize, spec) }),
    ...(inputSchema === undefined ? {} : { inputSchema }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
  };
}

export const isLikeMark = (name: string): boolean => /approv|confirm/i.test(name);

/** `requireApproval: true` would otherwise be a mark that nobody reads. `marks`: those that are read. */
export function refuseNearMarks(spec: object, path: string, marks: readonly string[] = MARKS): void {
  for (const name of new Set([...Object.keys(spec).filter(isLikeMark), ...MARKS])) {
    if (marks.includes(name)) continue;
    const value = read(spec, name, `${path}.${name}`);
    if (value === undefined || value === false) continue;
    const those = marks.length > 1 ? `The marks are ${marks.join(', ')}` : `The mark here is ${marks.join()}`;
    throw invalidOptions(`${path}.${name}`, `is not a mark that is read here, and it looks like one. ${those}`);
  }
}

/** A mark by the name of a function that is not there was meant for one that is. `false` marks nothing. */
export function refuseLostMarks(marks: object, names: readonly string[], path: string, what: 'function' | 'tool'): void {
  for (const name of Object.keys(marks)) {
    const mark = read(marks, name, `${path}.${name}`);
    if (mark !== undefined && mark !== false && !names.includes(name))
      throw invalidOptions(`${path}.${name}`, `there is no ${what} ${quote(name)}; there are ${listed(names) || 'none'}`);
  }
}

/** Methods of a spec see it as `this`, as they would if they were called on it. */
function bind<A extends unknown[], R>(method: (...args: A) => R, spec: object): (...args: A) => R {
  return (...args) => Reflect.apply(method, spec, args) as R;
}

export function read(source: object, name: string, path: string): unknown {
  try {
    return (source as Record<string, unknown>)[name];
  } catch (cause) {
    throw invalidOptions(path, 'reading it threw', cause);
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isFunction = (value: unknown): value is (...args: unknown[]) => unknown => typeof value === 'function';
const isMark = (value: unknown): value is Mark => typeof value === 'boolean' || typeof value === 'function';
const isWords = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
