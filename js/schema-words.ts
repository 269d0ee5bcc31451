/*
 * Owns what is said of a value beside its type: the description of its schema, and the limits that a type cannot say. What must hold: short, and nothing
 * twice: a limit that the description names already is left out.
 */
import { isObject, type JsonObject, listOf, numberOf, partsOfArray, resolve } from './json-schema.js';
import { MOST_LITERALS } from './type-text.js';

/** Longer values are not quoted. */
const LONGEST = 80;

/** Lines for a comment. `name`: what the value is called, for a title that only repeats it; undefined where a title is no help. */
export function saidOf(schema: unknown, root: unknown, name?: string): string[] {
  const { text, limits, deprecated, more } = gathered(schema, root, name, 0);
  const first = lineOf(text, limits);
  return [...(first === '' ? [] : [first]), ...more, ...(deprecated ? ['@deprecated'] : [])];
}

function lineOf(text: string, limits: readonly string[]): string {
  const beside = limits.join(', ');
  return text === '' ? beside : beside === '' ? text : `${text} (${beside})`;
}

interface Said {
  readonly text: string;
  readonly limits: readonly string[];
  readonly deprecated: boolean;
  /** Of the elements of a list, and of the values to choose from. */
  readonly more: readonly string[];
}

const NOTHING: Said = { text: '', limits: [], deprecated: false, more: [] };

/** Of the schema itself, and of the one that it refers to or that is its only choice beside null. */
function gathered(schema: unknown, root: unknown, name: string | undefined, depth: number): Said {
  if (!isObject(schema) || depth > 3) return NOTHING;
  const choices = [schema.anyOf, schema.oneOf, schema.allOf].flatMap(listOf).filter(each => !(isObject(each) && each.type === 'null'));
  const within = typeof schema.$ref === 'string' ? resolve(schema.$ref, root) : choices.length === 1 ? choices[0] : undefined;
  const inner = gathered(within, root, name, depth + 1);
  const text = described(schema, name) || inner.text;
  const limits = [...inner.limits, ...limitsOf(schema)].filter(limit => !saysAlready(text, limit));
  const element = gathered(schema.items, root, undefined, depth + 1);
  const each = lineOf(element.text, element.limits);
  return {
    text,
    limits,
    deprecated: schema.deprecated === true || inner.deprecated,
    more: [...inner.more, ...(each === '' ? [] : [`Each: ${each}`]), ...choices.flatMap(choice => meaningOf(choice))],
  };
}

/** `{ const: 'a', description: 'What it means' }`. */
function meaningOf(choice: unknown): string[] {
  if (!isObject(choice) || choice.const === undefined) return [];
  const text = described(choice, String(choice.const));
  return text === '' ? [] : [`- ${inJson(choice.const)}: ${text}`];
}

function described({ description, title }: JsonObject, name: string | undefined): string {
  if (typeof description === 'string') return description.trim();
  const plain = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  return typeof title === 'string' && name !== undefined && plain(title) !== plain(name) ? title : '';
}

/** `integer`, `1 to 100`, `default 30`. */
function limitsOf(schema: JsonObject): string[] {
  const { type, format, pattern, contentEncoding, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const listed = listOf(schema.enum);
  const [example] = listOf(schema.examples);
  const limits = [
    listed.length > MOST_LITERALS ? `one of ${listed.length}, such as ${listed.slice(0, 3).map(inJson).join(', ')}` : undefined,
    type === 'integer' ? 'integer' : undefined,
    // `int32` and its like say how a server stores it.
    typeof format === 'string'
      ? /^(?:u?int|float|double)/.test(format)
        ? undefined
        : format
      : typeof pattern === 'string'
        ? `matches /${pattern}/`
        : undefined,
    typeof contentEncoding === 'string' && contentEncoding !== format ? contentEncoding : undefined,
    span(bound(schema.minimum), bound(schema.maximum), ''),
    numberOf(exclusiveMinimum) === undefined ? undefined : `more than ${exclusiveMinimum}`,
    numberOf(exclusiveMaximum) === undefined ? undefined : `less than ${exclusiveMaximum}`,
    numberOf(multipleOf) === undefined || multipleOf === 1 ? undefined : `a multiple of ${multipleOf}`,
    span(numberOf(schema.minLength), numberOf(schema.maxLength), 'character'),
    partsOfArray(schema).prefix.length > 0 ? undefined : span(numberOf(schema.minItems), numberOf(schema.maxItems), 'item'),
    schema.default === undefined || schema.default === null ? undefined : `default ${inJson(schema.default)}`,
    example === undefined ? undefined : `for example ${inJson(example)}`,
  ];
  return limits.filter(limit => limit !== undefined && limit.length <= LONGEST) as string[];
}

/** Libraries write "any integer" as the bounds of those a double holds exactly. */
function bound(value: unknown): number | undefined {
  const number = numberOf(value);
  return number !== undefined && Math.abs(number) < Number.MAX_SAFE_INTEGER ? number : undefined;
}

function span(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  const counted = (count: number): string => (unit === '' ? '' : ` ${unit}${count === 1 ? '' : 's'}`);
  // A page, an id, a text that is not empty: nobody would give another.
  const low = most === undefined && (least === 0 || least === 1) && unit !== 'item' ? undefined : least;
  if (low === undefined) return most === undefined ? undefined : `at most ${most}${counted(most)}`;
  if (most === undefined) return `at least ${low}${counted(low)}`;
  return low === most ? `${low}${counted(low)}` : `${low} to ${most}${counted(most)}`;
}

/** Whether each number and each quoted text of a limit stands in the description, or the only word that it is. */
function saysAlready(description: string, limit: string): boolean {
  const facts = limit.match(/"[^"]+"|\d+(?:\.\d+)?|true|false|^[a-z-]+$/g) ?? [];
  const plain = (text: string): string => text.replace(/"/g, '').replace(/[^\w\s-]/g, '\\$&');
  return facts.length > 0 && facts.every(fact => new RegExp(`(?<![\\w.])${plain(fact)}(?!\\w)`, 'i').test(description));
}

function inJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return ' '.repeat(LONGEST);
  }
}
