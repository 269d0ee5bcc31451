/*
 * Owns the kinds of fields that a table may give a checkpoint, and reading data of unknown origin against such a table. What must hold: whatever
 * comes in, the answer is nothing or one problem with its path; nothing is thrown. Deliberately absent: the tables (checkpoint.ts).
 */
import { isReadable } from './admission.js';
import { inWords } from './words.js';

/** What is wrong with a value, or undefined. `path` is where it is: `journal[3].seq`. */
export type Check = (value: unknown, path: string) => string | undefined;

export interface Field {
  readonly check: Check;
  readonly optional?: true;
}
export type Shape = Readonly<Record<string, Field>>;

const say =
  (what: string, fits: (value: unknown) => boolean): Check =>
  (value, path) =>
    fits(value) ? undefined : `${path}: expected ${what}; this is ${inWords(value)}`;

export const text: Check = say('text', value => typeof value === 'string');
/** Serialised data: text that can be read. */
export const data: Check = say('a serialised value', value => typeof value === 'string' && isReadable(value));
const wholeTo =
  (most: number) =>
  (least: number): Check =>
    say(
      `a whole number, ${least} to ${most}`,
      value => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
    );
/** The core counts in 32 bits. */
const whole = wholeTo(2 ** 32 - 1);
export const count: Check = whole(0);
export const ordinal: Check = whole(1);
/** What an app may ask for, which can be more than anybody counts to. */
export const limit: Check = wholeTo(Number.MAX_SAFE_INTEGER)(1);
const LATEST = 1e16;
/** Ms since the epoch, or a span: a little more than a Date can hold, which is the longest an app may ask for. */
export const time: Check = say(
  `a number of milliseconds, 0 to ${LATEST}`,
  value => typeof value === 'number' && value >= 0 && value <= LATEST,
);
export const flag: Check = say('true or false', value => typeof value === 'boolean');
export const plainObject: Check = say('an object', value => typeof value === 'object' && value !== null && !Array.isArray(value));
export const matching = (what: string, pattern: RegExp): Check => say(what, value => typeof value === 'string' && pattern.test(value));
export const oneOf = (...words: readonly unknown[]): Check => say(words.map(inWords).join(' or '), value => words.includes(value));

export const required = (check: Check): Field => ({ check });
export const optional = (check: Check): Field => ({ check, optional: true });

/** From and to, both included. */
export const range: Check = (value, path) => {
  const isRange = Array.isArray(value) && value.length === 2 && value.every(end => ordinal(end, path) === undefined);
  return isRange ? undefined : `${path}: expected two whole numbers, 1 or more`;
};

export const listOf =
  (check: Check): Check =>
  (value, path) => {
    if (!Array.isArray(value)) return `${path}: expected a list; this is ${inWords(value)}`;
    for (const [at, item] of value.entries()) {
      const problem = check(item, `${path}[${at}]`);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };

export const objectOf =
  (shape: Shape): Check =>
  (value, path) => {
    const problem = plainObject(value, path);
    return problem ?? misfit(value as object, shape, `${path}.`);
  };

/** An object whose shape is named by one of its own fields. */
export const unionBy =
  (key: string, shapes: Readonly<Record<string, Shape>>): Check =>
  (value, path) => {
    const problem = plainObject(value, path);
    if (problem !== undefined) return problem;
    const kind = (value as Record<string, unknown>)[key];
    const shape = typeof kind === 'string' && Object.hasOwn(shapes, kind) ? shapes[kind] : undefined;
    if (shape === undefined) return `${path}.${key}: expected ${Object.keys(shapes).map(inWords).join(' or ')}; this is ${inWords(kind)}`;
    return misfit(value as object, { [key]: required(text), ...shape }, `${path}.`);
  };

/** What is wrong with an object's members, those that have no place in the shape included. */
export function misfit(value: object, shape: Shape, prefix: string): string | undefined {
  const members = value as Record<string, unknown>;
  for (const [name, field] of Object.entries(shape)) {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (member === undefined && field.optional === true) continue;
    const problem = member === undefined ? `${prefix}${name}: it is missing` : field.check(member, `${prefix}${name}`);
    if (problem !== undefined) return problem;
  }
  const stray = Object.keys(members).find(name => !Object.hasOwn(shape, name));
  return stray === undefined ? undefined : `${prefix}${stray}: it has no place there`;
}
