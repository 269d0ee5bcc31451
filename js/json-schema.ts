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
  if (Array.isArray(schema.prefixItems)) return { prefix: schema.prefixItems, rest: schema.items ?? schema.unevaluatedItems };
  return Array.isArray(schema.items)
    ? { prefix: schema.items, rest: schema.additionalItems }
    : { prefix: [], rest: schema.items ?? schema.unevaluatedItems };
}

/** What a reference within the document points at, or undefined: nothing is fetched. */
export function resolve(ref: string, root: unknown): unknown {
  const [address = '', fragment = ''] = ref.split('#', 2);
  const document = address === '' ? root : find(root, part => withoutHash(part.$id) === address);
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

const withoutHash = (id: unknown): unknown => (typeof id === 'string' ? id.replace(/#$/, '') : id);

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

/** Longer values are not quoted in a comment. */
const LONGEST = 80;

/** What a type cannot say: `integer, 1 to 100, default 30`. What the description says already is left out. */
export function limitsOf(schema: JsonObject): string[] {
  const said: string[] = [];
  const described = typeof schema.description === 'string' ? schema.description : '';
  const say = (text: string | undefined): void => {
    if (text !== undefined && text.length <= LONGEST && !saysAlready(described, text)) said.push(text);
  };
  if (schema.type === 'integer') say('integer');
  if (typeof schema.format === 'string') say(/^(?:u?int|float|double)/.test(schema.format) ? undefined : schema.format);
  else if (typeof schema.pattern === 'string') say(`matches /${schema.pattern}/`);
  if (typeof schema.contentEncoding === 'string' && schema.contentEncoding !== schema.format) say(schema.contentEncoding);
  say(span(bound(schema.minimum), bound(schema.maximum), ''));
  if (finite(schema.exclusiveMinimum)) say(`more than ${schema.exclusiveMinimum}`);
  if (finite(schema.exclusiveMaximum)) say(`less than ${schema.exclusiveMaximum}`);
  if (finite(schema.multipleOf) && schema.multipleOf !== 1) say(`a multiple of ${schema.multipleOf}`);
  say(span(numberOf(schema.minLength), numberOf(schema.maxLength), 'character'));
  if (partsOfArray(schema).prefix.length === 0) say(span(numberOf(schema.minItems), numberOf(schema.maxItems), 'item'));
  if (schema.default !== undefined) say(`default ${inJson(schema.default)}`);
  const [example] = listOf(schema.examples);
  if (example !== undefined) say(`for example ${inJson(example)}`);
  return said;
}

/** Whether each number and each quoted text of a limit stands in the description too, or its only word. */
function saysAlready(description: string, limit: string): boolean {
  const facts = limit.match(/"[^"]+"|\d+(?:\.\d+)?|true|false|^[a-z-]+$/g) ?? [];
  return (
    facts.length > 0 &&
    facts.every(fact => new RegExp(`(?<![\\w.])${fact.replace(/"/g, '').replace(/[^\w\s-]/g, '\\$&')}(?![\\w])`, 'i').test(description))
  );
}

/** Libraries write "any integer" as the bounds of those a double holds exactly. */
const bound = (value: unknown): number | undefined => (finite(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined);

function span(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  const counted = (count: number): string => (unit === '' ? '' : ` ${unit}${count === 1 ? '' : 's'}`);
  // A page, an id, a text that is not empty: nobody would give another.
  const low = most === undefined && (least === 0 || least === 1) && unit !== 'item' ? undefined : least;
  if (low === undefined) return most === undefined ? undefined : `at most ${most}${counted(most)}`;
  if (most === undefined) return `at least ${low}${counted(low)}`;
  return low === most ? `${low}${counted(low)}` : `${low} to ${most}${counted(most)}`;
}

function inJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return ' '.repeat(LONGEST);
  }
}
