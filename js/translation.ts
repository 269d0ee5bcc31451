/*
 * Owns writing a JSON Schema as a TypeScript type. What must hold: whatever the schema, the text is TypeScript that compiles, the same each
 * time, and of bounded size; a value the schema takes fits the type, and the type is as narrow as TypeScript can say. What a type cannot
 * say (`not`, `if`, a remote reference) makes it wider, never wrong. The exception is what is not listed: an object that may have
 * further members, but does not say of which kind, is shown with those it lists.
 */
import { docComment, indent } from './doc-comment.js';
import {
  furtherOf,
  isNothing,
  isObject,
  type JsonObject,
  listOf,
  membersOf,
  numberOf,
  partsOfArray,
  resolve,
  textsOf,
} from './json-schema.js';
import { saidOf } from './schema-words.js';
import { kindOf } from './standard-json.js';
import { ownName, type TypeNames, titled } from './type-names.js';
import { grouped, keyOf, literals, type Members, MOST_LITERALS, meet, print, UNKNOWN, union } from './type-text.js';

/** Parts of one schema: what is over is `unknown`. */
const MOST_PARTS = 2_000;
const DEEPEST = 30;
/** A type that is referred to more than once is given a name if it is longer. */
const WORTH_A_NAME = 60;
const WIDTH = 90;

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

export class Translation {
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

  /** What references without an address are about: the schema, or one in it with an address of its own. */
  #root: unknown;

  constructor(
    readonly whole: unknown,
    readonly types: TypeNames,
    readonly worthNaming: ReadonlySet<JsonObject>,
  ) {
    this.#root = whole;
  }

  shared(): Set<JsonObject> {
    return new Set([...this.#long].filter(schema => (this.#uses.get(schema) ?? 0) > 1));
  }

  type(given: unknown, wish: string): Members {
    if (isReference(given)) return this.#referred(given.$ref, wish);
    return this.#type(given, wish);
  }

  #type(schema: unknown, wish: string): Members {
    if (isNothing(schema)) return [];
    if (!isObject(schema)) return UNKNOWN;
    const open = this.#open.get(schema);
    if (open !== undefined) return open.level === this.#level ? UNKNOWN : [this.types.reference(this.#name(open))];
    const done = this.#done.get(schema);
    if (done !== undefined) return done;
    if (++this.#parts > MOST_PARTS || this.#open.size > DEEPEST) return UNKNOWN;
    const opened: Open = { level: this.#level, wish };
    const root = this.#root;
    if (typeof schema.$id === 'string' && !schema.$id.startsWith('#')) this.#root = schema;
    this.#open.set(schema, opened);
    if (this.worthNaming.has(schema)) this.#name(opened);
    const members = this.#all(schema, wish);
    this.#open.delete(schema);
    this.#root = root;
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

  #all(schema: JsonObject, wish: string): Members {
    const all = listOf(schema.allOf).map(each => this.#base(each) ?? each);
    const merged = valuesOf(schema) === undefined ? all.filter(isPlainObjectPart) : [];
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

  /** The object that an `allOf` extends: its members are written beside the others. */
  #base(schema: unknown): unknown {
    const target = isReference(schema) ? resolve(schema.$ref, this.#root) : undefined;
    return isPlainObjectPart(target) && target.$id === undefined && !this.#open.has(target) ? target : undefined;
  }

  #referred(ref: string, wish: string): Members {
    let target = resolve(ref, this.#root, this.whole);
    let name = ownName(ref) ?? wish;
    for (let hops = 0; isReference(target); hops++) {
      if (hops > DEEPEST) return UNKNOWN;
      name = ownName(target.$ref) ?? name;
      target = resolve(target.$ref, this.#root, this.whole);
    }
    if (isObject(target)) this.#uses.set(target, (this.#uses.get(target) ?? 0) + 1);
    const around = this.#around;
    this.#around = [];
    const members = target === undefined ? UNKNOWN : this.#type(target, name);
    this.#around = around;
    return members;
  }

  /** What the keywords of the schema itself say, without references and combinations. */
  #own(schema: JsonObject, merged: readonly JsonObject[], wish: string): Members {
    const kind = kindOf(schema);
    if (kind !== undefined) return [kind];
    const types = typesOf(schema);
    const values = valuesOf(schema);
    if (values !== undefined)
      return literals(types === undefined ? values : values.filter(value => types.some(type => isOfType(value, type))));
    const kinds = types ?? implied([schema, ...merged]);
    return kinds.length === 0 ? UNKNOWN : union(kinds.map(type => this.#ofType(type, schema, merged, wish)));
  }

  #ofType(type: string, schema: JsonObject, merged: readonly JsonObject[], wish: string): Members {
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
        return [this.#object([schema, ...merged], wish)];
      default:
        return UNKNOWN;
    }
  }

  parameters(schema: unknown, wish: string): Parameter[] | undefined {
    let tuple = schema;
    for (let hops = 0; isObject(tuple) && typeof tuple.$ref === 'string' && hops < DEEPEST; hops++) tuple = resolve(tuple.$ref, this.#root);
    if (!isObject(tuple) || (tuple.type !== undefined && tuple.type !== 'array')) return undefined;
    const { prefix, rest } = partsOfArray(tuple);
    if (prefix.length === 0) return undefined;
    const least = numberOf(tuple.minItems) ?? 0;
    const found: Parameter[] = prefix.map((each, at) => ({
      title: isObject(each) && typeof each.title === 'string' ? each.title : undefined,
      type: print(this.#inner(each, wish)),
      ends: at < least ? 'required' : 'optional',
      said: saidOf(each, this.#root),
    }));
    // Who says nothing of further ones does not mean them.
    if (rest === undefined || isNothing(rest)) return found;
    return [...found, { title: undefined, type: `${grouped(this.#inner(rest, wish))}[]`, ends: 'rest', said: saidOf(rest, this.#root) }];
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
    for (const name of required) if (!properties.has(name)) for (const each of this.#unlisted(name, schemas)) add(name, each);
    const written = [...properties].map(([name, each]) => {
      const members = meet(each.map(one => this.#inner(one, (name.length > 2 ? titled(name) : undefined) ?? wish)));
      return {
        name,
        optional: !required.has(name),
        fixed: each.some(one => isObject(one) && one.readOnly === true),
        members,
        doc: docComment(each.flatMap(one => saidOf(one, this.#root, name))),
      };
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

  /** What a member has to be that is required and not listed. A branch that only requires it means the one that is listed around it. */
  #unlisted(name: string, schemas: readonly JsonObject[]): unknown[] {
    const open = schemas.filter(schema => furtherOf(schema) !== undefined);
    if (open.length > 0) return open.map(schema => ({ anyOf: [...valuesOfPatterns(schema), furtherOf(schema)] }));
    const home = this.#around.find(({ properties }) => isObject(properties) && Object.hasOwn(properties, name));
    return [home === undefined ? true : (home.properties as JsonObject)[name]];
  }

  /** The schemas of members that are not listed. Where `propertyNames` lists them, they are added instead. */
  #others(schema: JsonObject, add: (name: string, schema: unknown) => unknown, listed: ReadonlyMap<string, unknown>): unknown[] {
    const further = furtherOf(schema);
    const open = further === undefined || isNothing(further) ? [] : [further];
    const target =
      isObject(schema.propertyNames) && typeof schema.propertyNames.$ref === 'string'
        ? resolve(schema.propertyNames.$ref, this.#root)
        : schema.propertyNames;
    const names = isObject(target) ? textsOf(target.const === undefined ? target.enum : [target.const]) : [];
    if (names.length > 0 && names.length <= MOST_LITERALS && !isNothing(further)) {
      for (const name of names) if (!listed.has(name)) add(name, further ?? true);
      return [];
    }
    return [...valuesOfPatterns(schema), ...open];
  }
}

const valuesOfPatterns = (schema: JsonObject): unknown[] => membersOf(schema.patternProperties).map(([, each]) => each);

/** Nothing but a reference, and words about it. */
const isReference = (schema: unknown): schema is { readonly $ref: string } =>
  isObject(schema) &&
  typeof schema.$ref === 'string' &&
  Object.keys(schema).every(word => ['$ref', '$comment', 'title', 'description', 'default', 'deprecated', 'examples'].includes(word));

/** Keywords of an object alone, so that an `allOf` of them is one object. */
const OBJECT_WORDS = ['properties', 'required', 'additionalProperties', 'unevaluatedProperties', 'patternProperties', 'propertyNames'];
const isPlainObjectPart = (schema: unknown): schema is JsonObject =>
  isObject(schema) &&
  (schema.type === undefined || schema.type === 'object') &&
  OBJECT_WORDS.some(word => schema[word] !== undefined) &&
  !['$ref', '$dynamicRef', '$recursiveRef', 'allOf', 'anyOf', 'oneOf', 'not', 'enum', 'const', 'nullable'].some(
    word => schema[word] !== undefined,
  );

const valuesOf = (schema: JsonObject): readonly unknown[] | undefined =>
  schema.const !== undefined ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : undefined;

function isOfType(value: unknown, type: string): boolean {
  if (value === null || Array.isArray(value)) return type === (value === null ? 'null' : 'array');
  return typeof value === type || (type === 'integer' && Number.isInteger(value));
}

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

interface Written {
  readonly name: string;
  readonly optional: boolean;
  readonly fixed: boolean;
  readonly members: Members;
  readonly doc: string;
}

/** `further`: the type of members that are not listed. */
function literalOf(properties: readonly Written[], further: string | undefined): string {
  const lines = properties.map(
    ({ name, optional, fixed, members, doc }) => `${doc}${fixed ? 'readonly ' : ''}${keyOf(name)}${optional ? '?' : ''}: ${print(members)}`,
  );
  if (further !== undefined) lines.push(`[key: string]: ${further}`);
  const inOne = `{ ${lines.join('; ')} }`;
  return inOne.length <= WIDTH && !inOne.includes('\n') ? inOne : `{\n${indent(lines.map(line => `${line};`).join('\n'))}\n}`;
}
