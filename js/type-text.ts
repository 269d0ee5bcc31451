/*
 * Owns types as text: unions, intersections, literals. A type is the list of its union's members: `[]` is never. What must hold: what comes of these
 * is TypeScript, of bounded length, and takes every value that the parts say it takes.
 */
import { stringLiteral } from './doc-comment.js';

export type Members = readonly string[];
export const UNKNOWN: Members = ['unknown'];

/** Of an enum: beyond these, only the kind of its values is said. */
export const MOST_LITERALS = 100;
const LONGEST_LITERALS = 3_000;

export function print(members: Members): string {
  const [only] = members;
  if (only === undefined) return 'never';
  return members.length === 1 && only.startsWith('(') && only.endsWith(')') ? only.slice(1, -1) : members.join(' | ');
}

/** As an element of something. */
export const grouped = (members: Members): string =>
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
export function meet(types: readonly Members[]): Members {
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
  if (text.endsWith(']')) return 'array';
  if (text.startsWith('"')) return 'string';
  if (/^-?\d/.test(text)) return text.endsWith('n') ? 'bigint' : 'number';
  if (text === 'true' || text === 'false') return 'boolean';
  return text.startsWith('{') ? 'object' : /^[a-z]+$/.test(text) ? text : undefined;
}

const isPrimitive = (text: string): boolean => !['array', 'object', undefined].includes(kindOfText(text));

function overlap(one: string, other: string): boolean {
  const [left, right] = [kindOfText(one), kindOfText(other)];
  if (left === undefined || right === undefined) return true;
  return left === right && (one === other || one === left || other === right || !isPrimitive(one));
}

const narrower = (one: string, other: string): Members => (overlap(one, other) ? [one === kindOfText(one) ? other : one] : []);

export function literals(values: readonly unknown[]): Members {
  const found = union(values.map(value => [literal(value, 0)]));
  return found.length > MOST_LITERALS || found.join().length > LONGEST_LITERALS ? union(found.map(text => [kindOfLong(text)])) : found;
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

/** Bare only where each compiler, of whatever year, reads it so, and where nothing is in it that cannot be seen. */
export const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name));
