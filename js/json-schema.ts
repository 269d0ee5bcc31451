/*
 * Owns reading a JSON Schema (draft-07 and 2020-12) that may hold anything: which of its keywords are what they should be, where a
 * reference points, and what is said of a value in words. What must hold: nothing here throws on plain data, and no reference leads out
 * of the schema. Deliberately absent: types.
 */
export type JsonObject = { readonly [keyword: string]: unknown };

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const membersOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);
export const textsOf = (value: unknown): string[] => listOf(value).filter(each => typeof each === 'string');
const finite = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
export const numberOf = (value: unknown): number | undefined => (finite(value) ? value : undefined);

/** The schema that takes nothing, in one of the ways to write it. */
export const isNothing = (schema: unknown): boolean => schema === false || (isObject(schema) && isAnything(schema.not));
const isAnything = (schema: unknown): boolean => schema === true || (isObject(schema) && Object.keys(schema).length === 0);

/** Both drafts: `prefixItems` and `items`, or a list as `items` and `additionalItems`. */
export function partsOfArray(schema: JsonObject): { prefix: readonly unknown[]; rest: unknown } {
  const { prefixItems, items } = schema;
  if (Array.isArray(items)) return { prefix: items, rest: schema.additionalItems };
  return {
    prefix: listOf(prefixItems),
    rest: items ?? (isAlone(schema) && schema.contains === undefined ? schema.unevaluatedItems : undefined),
  };
}

/** What a reference points at, or undefined: nothing is fetched. `root` is the schema that it stands in, `whole` the one that may hold others. */
export function resolve(ref: string, root: unknown, whole: unknown = root): unknown {
  const [address = '', fragment = ''] = ref.split('#', 2);
  const document = address === '' ? root : find(whole, part => isCalled(part.$id, address));
  if (fragment === '') return document;
  if (!fragment.startsWith('/')) return find(document, part => part.$anchor === fragment || part.$id === `#${fragment}`);
  let at = document;
  for (const step of decoded(fragment).split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as JsonObject)[key];
  }
  return at;
}

/** By its whole address, or its end. */
const isCalled = (id: unknown, address: string): boolean => typeof id === 'string' && `/${id.replace(/#$/, '')}`.endsWith(`/${address}`);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The first part of a document that is what is looked for. A work list: documents may be deeper than the stack, and may be cycles. */
function find(document: unknown, isIt: (part: JsonObject) => boolean): unknown {
  const todo: unknown[] = [document];
  const seen = new Set<unknown>();
  for (const part of todo) {
    if (typeof part !== 'object' || part === null || seen.has(part)) continue;
    seen.add(part);
    if (!Array.isArray(part) && isIt(part as JsonObject)) return part;
    todo.push(...Object.values(part));
  }
  return undefined;
}

/** The schema of members that are not listed. */
export function furtherOf(schema: JsonObject): unknown {
  const { additionalProperties, unevaluatedProperties } = schema;
  if (additionalProperties !== undefined || isAlone(schema)) return additionalProperties ?? unevaluatedProperties;
  // Some of them are looked at elsewhere.
  return unevaluatedProperties === undefined || isNothing(unevaluatedProperties) ? undefined : true;
}

/** Whether nothing else looks at the members too: what is unevaluated then is what is not listed. */
const isAlone = (schema: JsonObject): boolean =>
  !['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'dependentSchemas'].some(word => schema[word] !== undefined);
