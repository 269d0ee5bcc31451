/*
 * Owns the page's side of the border for values: values of the app to text and back, exceptions likewise. docs/values.md
 * has the table of what crosses. What must hold: text is data, never a live reference; each `decode` gives a fresh copy;
 * what cannot cross is refused with its path, never dropped or changed; the text is the one the core writes for the
 * same value. Deliberately absent: schemas, and what a value means.
 *
 * The text is JSON for a plain tree, else `~` and devalue's format with two types of ours: `["Error", i]` (entry i is
 * `[name, message]`) and, at the head, `["Fill", 1]` (entry 1 is `[root, target, contents, …]`, what was written apart
 * from its object). src/engine/convert/mod.rs is the other side.
 */

import { parse } from 'devalue';
import type { ErrorData, Text } from './protocol.js';
import { isOver } from './text-bytes.js';
import { dataOf, give, makeError, saidBy } from './value/errors.js';
import { walk } from './value/graph.js';
import { jsonText, tableText } from './value/text.js';
import { messageOf } from './words.js';

export { UnsupportedValue } from './value/graph.js';

/** `undefined` as the encoders write it. */
export const UNDEFINED: Text = '~-1';

/** The text of a value is longer than was allowed. */
export class ValueTooLarge extends Error {
  readonly limit: number;
  constructor(limit: number) {
    super(`the value takes more than ${limit} bytes as text`);
    this.name = 'ValueTooLarge';
    this.limit = limit;
  }
}

/** Serialises `value`; `root` begins the path of what cannot cross. Over `limit` bytes of UTF-8 it throws ValueTooLarge. */
export function encode(value: unknown, root: string, limit = Infinity): Text {
  const check = (text: string): void => {
    if (text.length > limit) throw new ValueTooLarge(limit);
  };
  const graph = walk(value, root);
  const text = graph.plain ? jsonText(graph, check) : tableText(graph, check);
  if (isOver(text, limit)) throw new ValueTooLarge(limit);
  return text;
}

/** A fresh copy of what `text` says. Text that no encoder of ours wrote is a TypeError. */
export function decode(text: Text): unknown {
  try {
    return text.startsWith('~') ? (parse(text.slice(1), revivers) as unknown) : (JSON.parse(text) as unknown);
  } catch (error) {
    throw new TypeError(`malformed value text: ${messageOf(error)}`);
  }
}

/** An exception of the app as data: never its stack. What of it cannot cross is left out, so the exception itself always does. */
export function encodeError(thrown: unknown, limit = Infinity): ErrorData {
  const { data, cause } = dataOf(thrown, value => textOf(value, limit) !== undefined);
  const error: ErrorData = saidBy(thrown);
  // Each crosses by itself; together they may be over the limit.
  const dataText = Object.keys(data).length > 0 ? textOf(data, limit) : undefined;
  const causeText = cause === undefined ? undefined : textOf(cause, limit);
  if (dataText !== undefined) error.data = dataText;
  if (causeText !== undefined) error.cause = causeText;
  return error;
}

function textOf(value: unknown, limit: number): Text | undefined {
  try {
    return encode(value, 'error', limit);
  } catch {
    return undefined;
  }
}

const revivers = {
  Error: ([name, message]: [string, string]): Error => makeError(name, message),
  Fill: (list: unknown[]): unknown => {
    for (let at = 1; at < list.length; at += 2) fill(list[at] as object, list[at + 1] as unknown[]);
    return list[0];
  },
};

/** Gives an object what was written apart from it. */
function fill(target: object, contents: unknown[]): void {
  if (Array.isArray(target)) {
    for (const index of Object.keys(contents)) target[Number(index)] = contents[Number(index)];
    target.length = contents.length;
  } else if (target instanceof Set) {
    for (const member of contents) target.add(member);
  } else if (target instanceof Map) {
    for (let at = 0; at < contents.length; at += 2) target.set(contents[at], contents[at + 1]);
  } else {
    for (let at = 0; at < contents.length; at += 2) give(target, contents[at] as string, contents[at + 1]);
  }
}
