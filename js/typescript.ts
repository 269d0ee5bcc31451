/*
 * Owns writing a JSON Schema as a TypeScript type. What must hold: whatever the schema, the text is TypeScript that compiles, the same each
 * time, and of bounded size; a value the schema takes fits the type, and the type is as narrow as TypeScript can say. What a type cannot
 * say (`not`, `if`, a remote reference) makes it wider, never wrong. The exception is what is not listed: an object that may have
 * further members, but does not say of which kind, is shown with those it lists.
 * A type is worked on as the list of its union's members: `[]` is never.
 */
import { docComment, indent, stringLiteral } from './doc-comment.js';
import {
  isNothing,
  isObject,
  type JsonObject,
  limitsOf,
  listOf,
  membersOf,
  numberOf,
  partsOfArray,
  resolve,
  textsOf,
} from './json-schema.js';
import { isIdentifier } from './names.js';
import { kindOf } from './standard-json.js';

export type Members = readonly string[];
const UNKNOWN: Members = ['unknown'];

/** Parts of one schema: what is over is `unknown`. */
const MOST_PARTS = 4_000;
const DEEPEST = 60;
/** Of an enum: with more, only the kind of its values is said. */
const MOST_LITERALS = 100;
/** A type that is referred to more than once is given a name if it is longer. */
const WORTH_A_NAME = 60;
const WIDTH = 90;

export class Types {
  /** By name, without the namespace. `undefined`: being written. */
  readonly #bodies = new Map<string, string | undefined>();

  constructor(readonly namespace: string) {}

  /** `name` is for a type that refers to itself and has no name of its own. */
  of(schema: unknown, name: string): Members {
    return this.#written(schema, translation => translation.type(schema, name));
  }

  /** The members of a tuple as parameters; undefined if the schema is of no tuple. */
  parameters(schema: unknown, name: string): Parameter[] | undefined {
    return this.#written(schema, translation => translation.parameters(schema, name));
  }

  /** Written twice where a first try shows that some types need names. */
  #written<T>(schema: unknown, write: (translation: Translation) => T): T {
    const trial = new Translation(schema, new Types(this.namespace), new Set());
    const first = write(trial);
    const shared = trial.shared();
    return shared.size === 0 && trial.named === 0 ? first : write(new Translation(schema, this, shared));
  }

  /** A name for a type, to be declared. */
  reserve(wish: string): string {
    let name = wish;
    for (let count = 2; this.#bodies.has(name); count++) name = `${wish}${count}`;
    this.#bodies.set(name, undefined);
    return name;
  }

  /** Answers with the name under which the type is there: another's, if that is the same type. */
  declare(name: string, body: string): string {
    for (const [other, text] of this.#bodies) {
      if (text === undefined || this.#renamed(body, name, other) !== text) continue;
      this.#bodies.delete(name);
      for (const [each, its] of this.#bodies) if (its !== undefined) this.#bodies.set(each, this.#renamed(its, name, other));
      return other;
    }
    this.#bodies.set(name, body);
    return name;
  }

  reference = (name: string): string => `${this.namespace}.${name}`;

  #renamed(text: string, from: string, to: string): string {
    return text.replace(new RegExp(`\\b${this.namespace}\\.${from}(?![\\p{ID_Continue}$])`, 'gu'), this.reference(to));
  }

  /** The declarations of what was named, or nothing. */
  declarations(): string {
    if (this.#bodies.size === 0) return '';
    const types = [...this.#bodies].map(([name, body]) => `  type ${name} = ${indent(body ?? 'unknown').trimStart()};`);
    return `declare namespace ${this.namespace} {\n${types.join('\n')}\n}`;
  }
}

export interface Parameter {
  readonly title: string | undefined;
  readonly type: string;
  readonly ends: 'required' | 'optional' | 'rest';
  readonly said: readonly string[];
}

/** A schema that is being written. `level`: how many objects and lists it is in, for a type may refer to itself only from within one. */
interface Open {
  readonly level: number;
  readonly wish: string;
  name?: string;
}

class Translation {
  readonly #open = new Map<JsonObject, Open>();
  /** Those that have a name by now. */
  readonly #done = new Map<JsonObject, Members>();
  readonly #uses = new Map<JsonObject, number>();
  readonly #long = new Set<JsonObject>();
  /** The schemas that the one at hand is a part of, as a branch of their `anyOf`: of the same value. */
  #around: readonly JsonObject[] = [];
  #level = 0;
  #parts = 0;
  named = 0;

  constructor(
    readonly root: unknown,
    readonly types: Types,
    readonly worthNaming: ReadonlySet<JsonObject>,
  ) {}

  shared(): Set<JsonObject> {
    return new Set([...this.#long].filter(schema => (this.#uses.get(schema) ?? 0) > 1));
  }

  type(schema: unknown, wish: string): Members {
    if (isNothing(schema)) return [];
    if (!isObject(schema)) return UNKNOWN;
    const open = this.#open.get(schema);
    if (open !== undefined) return open.level === this.#level ? UNKNOWN : [this.types.reference(this.#name(open))];
    const done = this.#done.get(schema);
    if (done !== undefined) return done;
    if (++this.#parts > MOST_PARTS || this.#open.size > DEEPEST) return UNKNOWN;
    const opened: Open = { level: this.#level, wish };
    this.#open.set(schema, opened);
    if (this.worthNaming.has(schema)) this.#name(opened);
    const members = this.#whole(schema, wish);
    this.#open.delete(schema);
    const text = print(members);
    if (text.length > WORTH_A_NAME) this.#long.add(schema);
    if (opened.name === undefined) return members;
    const named = [this.types.reference(this.types.declare(opened.name, text))];
    this.#done.set(schema, named);
    return named;
  }

  #name(open: Open): string {
    this.named++;
    return (open.name ??= this.types.reserve(open.wish));
  }

  /** One level further in. */
  #inner(schema: unknown, wish: string): Members {
    const around = this.#around;
    this.#around = [];
    this.#level++;
    const members = this.type(schema, wish);
    this.#level--;
    this.#around = around;
    return members;
  }

  #whole(schema: JsonObject, wish: string): Members {
    const all = listOf(schema.allOf);
    const merged = all.filter(isPlainObjectPart);
    const around = this.#around;
    this.#around = [...merged, schema, ...around];
    const parts: Members[] = [this.#own(schema, merged, wish)];
    for (const word of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const ref = schema[word];
      if (typeof ref === 'string') parts.push(this.#referred(ref, wish));
    }
    for (const each of all) if (!merged.includes(each as JsonObject)) parts.push(this.type(each, wish));
    for (const word of ['anyOf', 'oneOf']) {
      const branches = listOf(schema[word]);
      if (branches.length > 0) parts.push(union(branches.map(branch => this.type(branch, wish))));
    }
    this.#around = around;
    return meet(parts);
  }

  #referred(ref: string, wish: string): Members {
    const target = resolve(ref, this.root);
    if (!isObject(target)) return target === false ? [] : UNKNOWN;
    this.#uses.set(target, (this.#uses.get(target) ?? 0) + 1);
    const around = this.#around;
    this.#around = [];
    const members = this.type(target, ownName(ref) ?? wish);
    this.#around = around;
    return members;
  }

  /** What the keywords of the schema itself say, without references and combinations. */
  #own(schema: JsonObject, merged: readonly JsonObject[], wish: string): Members {
    const kind = kindOf(schema);
    if (kind !== undefined) return [kind];
    const values = schema.const !== undefined ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : undefined;
    const types = typesOf(schema) ?? implied([schema, ...merged]);
    const kinds = types.length === 0 ? UNKNOWN : union(types.map(type => this.#ofKind(type, schema, merged, wish, values !== undefined)));
    return values === undefined ? kinds : meet([kinds, literals(values)]);
  }

  #ofKind(type: string, schema: JsonObject, merged: readonly JsonObject[], wish: string, listed: boolean): Members {
    switch (type) {
      case 'string':
      case 'boolean':
      case 'number':
      case 'null':
        return [type];
      case 'integer':
        return ['number'];
      case 'array':
        return this.#array(schema, wish);
      case 'object':
        // Its values are listed: the members are theirs.
        return listed ? ['{ [key: string]: unknown }'] : [this.#object([schema, ...merged], wish)];
      default:
        return UNKNOWN;
    }
  }

  parameters(schema: unknown, wish: string): Parameter[] | undefined {
    let tuple = schema;
    for (let hops = 0; isObject(tuple) && typeof tuple.$ref === 'string' && hops < DEEPEST; hops++) tuple = resolve(tuple.$ref, this.root);
    if (!isObject(tuple) || (tuple.type !== undefined && tuple.type !== 'array')) return undefined;
    const { prefix, rest } = partsOfArray(tuple);
    if (prefix.length === 0) return undefined;
    const least = numberOf(tuple.minItems) ?? 0;
    const found: Parameter[] = prefix.map((each, at) => ({
      title: isObject(each) && typeof each.title === 'string' ? each.title : undefined,
      type: print(this.#inner(each, wish)),
      ends: at < least ? 'required' : 'optional',
      said: saidOf(each, isObject(each) ? String(each.title) : '', this.root),
    }));
    // Who says nothing of further ones does not mean them.
    if (rest === undefined || isNothing(rest)) return found;
    return [...found, { title: undefined, type: `${grouped(this.#inner(rest, wish))}[]`, ends: 'rest', said: saidOf(rest, '', this.root) }];
  }

  #array(schema: JsonObject, wish: string): Members {
    const { prefix, rest } = partsOfArray(schema);
    const least = numberOf(schema.minItems) ?? 0;
    const most = numberOf(schema.maxItems) ?? Number.POSITIVE_INFINITY;
    if (prefix.length === 0) {
      if (isNothing(rest) || most === 0) return ['[]'];
      const element = grouped(this.#inner(rest, wish));
      return least === most && most <= 4 && element !== 'unknown' ? [`[${Array(most).fill(element).join(', ')}]`] : [`${element}[]`];
    }
    const elements = prefix.map((each, at) => {
      const members = this.#inner(each, wish);
      return at < least ? print(members) : `${grouped(members)}?`;
    });
    if (!isNothing(rest) && most > prefix.length) elements.push(`...${grouped(this.#inner(rest, wish))}[]`);
    return [`[${elements.join(', ')}]`];
  }

  #object(schemas: readonly JsonObject[], wish: string): string {
    const properties = new Map<string, unknown[]>();
    const add = (name: string, schema: unknown): unknown => properties.set(name, [...(properties.get(name) ?? []), schema]);
    for (const schema of schemas) for (const [name, each] of membersOf(schema.properties)) add(name, each);
    const required = new Set(schemas.flatMap(schema => textsOf(schema.required)));
    const others = schemas.flatMap(schema => this.#others(schema, add, properties));
    for (const name of required) if (!properties.has(name)) add(name, others[0] ?? this.#listedAround(name));
    const written = [...properties].map(([name, each]) => {
      const members = meet(each.map(one => this.#inner(one, (name.length > 2 ? titled(name) : undefined) ?? wish)));
      return { name, optional: !required.has(name), members, doc: docOf(each, name, this.root) };
    });
    if (others.length > 0) {
      const own = written.map(({ members, optional }) => (optional ? union([members, ['undefined']]) : members));
      const members = union([...others.map(each => this.#inner(each, wish)), ...own]);
      return literalOf(written, print(members));
    }
    if (written.length > 0) return literalOf(written, undefined);
    const hasNone = schemas.some(schema => isObject(schema.properties) || isNothing(furtherOf(schema)));
    return literalOf([], hasNone ? 'never' : 'unknown');
  }

  /** A branch that only requires a member means the one that is listed around it. */
  #listedAround(name: string): unknown {
    const home = this.#around.find(({ properties }) => isObject(properties) && Object.hasOwn(properties, name));
    return home === undefined ? true : (home.properties as JsonObject)[name];
  }

  /** The schemas of members that are not listed. Where `propertyNames` lists them, they are added instead. */
  #others(schema: JsonObject, add: (name: string, schema: unknown) => unknown, listed: ReadonlyMap<string, unknown>): unknown[] {
    const further = furtherOf(schema);
    const open = further === undefined || isNothing(further) ? [] : [further];
    const target =
      isObject(schema.propertyNames) && typeof schema.propertyNames.$ref === 'string'
        ? resolve(schema.propertyNames.$ref, this.root)
        : schema.propertyNames;
    const names = isObject(target) ? textsOf(target.const === undefined ? target.enum : [target.const]) : [];
    if (names.length > 0 && names.length <= MOST_LITERALS && !isNothing(further)) {
      for (const name of names) if (!listed.has(name)) add(name, further ?? true);
      return [];
    }
    return [...membersOf(schema.patternProperties).map(([, each]) => each), ...open];
  }
}

const furtherOf = (schema: JsonObject): unknown => schema.additionalProperties ?? schema.unevaluatedProperties;

/** Keywords of an object alone, so that an `allOf` of them is one object. */
const OBJECT_WORDS = ['properties', 'required', 'additionalProperties', 'unevaluatedProperties', 'patternProperties', 'propertyNames'];
const isPlainObjectPart = (schema: unknown): schema is JsonObject =>
  isObject(schema) &&
  (schema.type === undefined || schema.type === 'object') &&
  OBJECT_WORDS.some(word => schema[word] !== undefined) &&
  !['$ref', '$dynamicRef', '$recursiveRef', 'allOf', 'anyOf', 'oneOf', 'not', 'enum', 'const', 'nullable'].some(
    word => schema[word] !== undefined,
  );

/** `nullable` is OpenAPI's, and is read where the schema is checked too. */
function typesOf({ type, nullable }: JsonObject): string[] | undefined {
  if (typeof type === 'string') return nullable === true ? [type, 'null'] : [type];
  return Array.isArray(type) ? textsOf(type) : undefined;
}

/** Who writes `properties` without `type` means an object, though any text would fit such a schema too. */
function implied(schemas: readonly JsonObject[]): string[] {
  const has = (words: readonly string[]): boolean => schemas.some(schema => words.some(word => schema[word] !== undefined));
  if (schemas.some(({ type }) => type === 'object') || has(OBJECT_WORDS)) return ['object'];
  return has(['items', 'prefixItems']) ? ['array'] : [];
}

// ─── Names ───────────────────────────────────────────────────────────────────────────────────────

/** `#/$defs/tree-node` is TreeNode; what a library numbered (`__schema0`) is no name. */
function ownName(ref: string): string | undefined {
  const last = ref.split(/[/#]/).at(-1) ?? '';
  return /^_*(?:schema|intersection|union|morph|alias|proto|domain|unit|sequence|structure|definition)?_?\d*$/i.test(last)
    ? undefined
    : titled(last);
}

/** Text as the name of a type, or undefined. */
export function titled(text: string): string | undefined {
  const words = text.split(/[^\p{ID_Continue}]+|_+/u).filter(word => word !== '');
  const name = words.map(word => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
  return isIdentifier(name) ? name : isIdentifier(`T${name}`) && name !== '' ? `T${name}` : undefined;
}

// ─── Unions and intersections ────────────────────────────────────────────────────────────────────

export function print(members: Members): string {
  const [only] = members;
  if (only === undefined) return 'never';
  return members.length === 1 && only.startsWith('(') && only.endsWith(')') ? only.slice(1, -1) : members.join(' | ');
}

const grouped = (members: Members): string =>
  members.length === 1 ? (members[0] ?? '') : members.length === 0 ? 'never' : `(${members.join(' | ')})`;

export function union(types: readonly Members[]): Members {
  const members = new Set(types.flat());
  if (members.has('unknown')) return UNKNOWN;
  if (members.has('true') && members.has('false')) {
    const rest = [...members].filter(member => member !== 'true' && member !== 'false' && member !== 'boolean');
    return ['boolean', ...rest];
  }
  return [...members];
}

/** What fits all of them. */
function meet(types: readonly Members[]): Members {
  return types.reduce((one, other) => {
    if (one === UNKNOWN || print(one) === 'unknown') return other;
    if (print(other) === 'unknown' || print(one) === print(other)) return one;
    const left = one.filter(member => other.some(each => overlap(member, each)));
    const right = other.filter(member => one.some(each => overlap(member, each)));
    if (left.length === 0 || right.length === 0) return [];
    if ([...left, ...right].every(isPrimitive)) return union(left.map(member => right.flatMap(each => narrower(member, each))));
    return [`(${grouped(left)} & ${grouped(right)})`];
  }, UNKNOWN);
}

/** The kind of a type by its text; undefined for a name or an intersection, which can be anything. */
function kindOfText(text: string): string | undefined {
  if (text.startsWith('"')) return 'string';
  if (/^-?\d/.test(text)) return text.endsWith('n') ? 'bigint' : 'number';
  if (text === 'true' || text === 'false') return 'boolean';
  if (text.endsWith(']')) return 'array';
  return text.startsWith('{') ? 'object' : /^[a-z]+$/.test(text) ? text : undefined;
}

const isPrimitive = (text: string): boolean => !['array', 'object', undefined].includes(kindOfText(text));

function overlap(one: string, other: string): boolean {
  const [left, right] = [kindOfText(one), kindOfText(other)];
  if (left === undefined || right === undefined) return true;
  return left === right && (one === other || one === left || other === right || !isPrimitive(one));
}

const narrower = (one: string, other: string): Members => (overlap(one, other) ? [one === kindOfText(one) ? other : one] : []);

// ─── Text ────────────────────────────────────────────────────────────────────────────────────────

function literals(values: readonly unknown[]): Members {
  const found = union(values.map(value => [literal(value, 0)]));
  return found.length > MOST_LITERALS ? union(found.map(text => [kindOfLong(text)])) : found;
}

const kindOfLong = (text: string): string => {
  const kind = kindOfText(text);
  return kind === 'object' ? '{ [key: string]: unknown }' : kind === 'array' ? 'unknown[]' : (kind ?? 'unknown');
};

function literal(value: unknown, depth: number): string {
  if (depth > 4) return 'unknown';
  switch (typeof value) {
    case 'string':
      return stringLiteral(value);
    case 'number':
      return Number.isFinite(value) ? String(value) : 'number';
    case 'bigint':
      return `${value}n`;
    case 'boolean':
    case 'undefined':
      return String(value);
    case 'object': {
      if (value === null) return 'null';
      if (Array.isArray(value)) return `[${value.map(each => literal(each, depth + 1)).join(', ')}]`;
      const members = Object.entries(value).map(([name, each]) => `${keyOf(name)}: ${literal(each, depth + 1)}`);
      return members.length === 0 ? '{ [key: string]: never }' : `{ ${members.join('; ')} }`;
    }
    default:
      return 'unknown';
  }
}

const keyOf = (name: string): string => (isIdentifier(name) ? name : stringLiteral(name));

interface Written {
  readonly name: string;
  readonly optional: boolean;
  readonly members: Members;
  readonly doc: string;
}

/** `further`: the type of members that are not listed. */
function literalOf(properties: readonly Written[], further: string | undefined): string {
  const lines = properties.map(({ name, optional, members, doc }) => `${doc}${keyOf(name)}${optional ? '?' : ''}: ${print(members)}`);
  if (further !== undefined) lines.push(`[key: string]: ${further}`);
  const inOne = `{ ${lines.join('; ')} }`;
  return inOne.length <= WIDTH && !inOne.includes('\n') ? inOne : `{\n${indent(lines.map(line => `${line};`).join('\n'))}\n}`;
}

/** What is said of a value: by its own schema, or where that says nothing, by the one it refers to or is chosen from. */
function docOf(schemas: readonly unknown[], name: string, root: unknown): string {
  return docComment(schemas.flatMap(schema => saidOf(schema, name, root)));
}

export function saidOf(schema: unknown, name: string, root: unknown, depth = 0): string[] {
  if (!isObject(schema) || depth > 3) return [];
  const limits = limitsOf(schema);
  const choices = [...listOf(schema.anyOf), ...listOf(schema.oneOf), ...listOf(schema.allOf)].filter(
    each => !(isObject(each) && each.type === 'null'),
  );
  const inner = typeof schema.$ref === 'string' ? resolve(schema.$ref, root) : choices.length === 1 ? choices[0] : undefined;
  const own = describedBy(schema, name, limits);
  const said = own.length > 0 && typeof schema.description === 'string' ? own : [...saidOf(inner, name, root, depth + 1), ...own];
  return schema.deprecated === true ? [...said, '@deprecated'] : said;
}

function describedBy(schema: JsonObject, name: string, limits: readonly string[]): string[] {
  const plain = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  const { description, title } = schema;
  const text =
    typeof description === 'string' ? description.trim() : typeof title === 'string' && plain(title) !== plain(name) ? title : '';
  const listed = listOf(schema.enum);
  const many =
    listed.length > MOST_LITERALS
      ? [
          `one of ${listed.length}, such as ${listed
            .slice(0, 3)
            .map(each => literal(each, 3))
            .join(', ')}`,
        ]
      : [];
  const more = [...many, ...limits].join(', ');
  if (more === '') return text === '' ? [] : [text];
  return [text === '' ? more : `${text} (${more})`];
}
