/*
 * Owns a value written out exactly: JSON where JSON can say it, and a notation beside it that no text can imitate, because texts stand in quotes.
 * What must hold: nothing is left out without `cut` saying so; it takes any depth and any cycle, and time in proportion to what is written.
 * Deliberately absent: looks.
 */
import { escapeHidden } from './visible.js';

export interface Exact {
  readonly text: string;
  /** Whether it goes on after the limit. */
  readonly cut: boolean;
}

/** Indented with two spaces where `lines`, else in one line. `limit`: characters. */
export function exactly(value: unknown, { lines = false, limit = Number.POSITIVE_INFINITY } = {}): Exact {
  const writer = new Writer(lines, limit);
  return writer.write(value);
}

/** JSON as a person edits it: what can't be seen is escaped. */
export const editableJson = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .split('\n')
    .map(line => escapeHidden(line))
    .join('\n');

/** Past this many levels JSON.stringify and the tree of fields are of no use. */
const DEEPEST_JSON = 500;

/** Whether JSON says all there is to say about a value. */
export function isJson(value: unknown): boolean {
  const work: [value: unknown, depth: number][] = [[value, 0]];
  const seen = new Set<unknown>();
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const [each, depth] = next;
    if (each === null || typeof each === 'string' || typeof each === 'boolean') continue;
    if (typeof each === 'number') {
      if (!Number.isFinite(each) || Object.is(each, -0)) return false;
      continue;
    }
    if (typeof each !== 'object' || depth > DEEPEST_JSON || seen.has(each)) return false;
    seen.add(each);
    const kind = kindOf(each);
    if (kind === 'Array') {
      if (Object.keys(each).length !== (each as unknown[]).length) return false;
    } else if (kind !== 'Object' || Object.hasOwn(each, 'toJSON')) return false;
    for (const inner of Object.values(each)) work.push([inner, depth + 1]);
  }
  return true;
}

/** A plain object, whose members are all that it has. */
export const isOwnRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && kindOf(value) === 'Object';

/** `Object`, `Array`, `Map`, `Date` …, by what the platform says it is. */
export const kindOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);

/** A value without parts, written out; undefined where it has parts. */
export function scalar(value: unknown): string | undefined {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'function') return '<function>';
  if (typeof value === 'symbol') return '<symbol>';
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Date(invalid)' : `Date(${quoted(value.toISOString())})`;
  if (value instanceof RegExp) return `RegExp(${quoted(value.source)}, ${quoted(value.flags)})`;
  if (value instanceof ArrayBuffer) return `ArrayBuffer(${value.byteLength}) <${hex(new Uint8Array(value))}>`;
  const tag = kindOf(value);
  if (tag === 'Object' || Array.isArray(value) || ArrayBuffer.isView(value)) return undefined;
  if (value instanceof Map || value instanceof Set || value instanceof Error) return undefined;
  return `<${escapeHidden(tag)}>`.slice(0, 80);
}

export const quoted = (text: string): string => escapeHidden(JSON.stringify(text));

/** Bytes as people read them. */
export const hex = (bytes: Uint8Array): string => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join(' ');

export type Step = { readonly key: string } | { readonly index: number } | { readonly entry: number; readonly side: 'key' | 'value' };

export interface Part {
  /** What stands before it, such as `"name": `. */
  readonly label: string;
  readonly step: Step;
  readonly value: unknown;
}

/** How what has parts opens and closes, and its parts, made as they are asked for. */
export function open(value: object): { head: string; tail: string; parts: Iterator<Part>; size: number } {
  if (Array.isArray(value)) return { head: '[', tail: ']', parts: items(value), size: value.length };
  if (value instanceof Map) return { head: `Map(${value.size}) {`, tail: '}', parts: entries(value), size: value.size };
  if (value instanceof Set) return { head: `Set(${value.size}) {`, tail: '}', parts: items([...value]), size: value.size };
  if (ArrayBuffer.isView(value)) {
    const list = value instanceof DataView ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : value;
    const length = (list as Uint8Array).length;
    return { head: `${kindOf(value)}(${length}) [`, tail: ']', parts: items(list as unknown as unknown[]), size: length };
  }
  const keys = Object.keys(value);
  if (value instanceof Error) {
    const extra = 'cause' in value && !keys.includes('cause') ? ['cause'] : [];
    const bare = keys.length + extra.length === 0;
    const head = `Error(${quoted(String(value.name))}, ${quoted(String(value.message))})${bare ? '' : ' {'}`;
    return { head, tail: bare ? '' : '}', parts: fields(value, [...keys, ...extra]), size: keys.length + extra.length };
  }
  return { head: '{', tail: '}', parts: fields(value, keys), size: keys.length };
}

function* items(list: readonly unknown[]): Generator<Part> {
  for (let index = 0; index < list.length; index += 1) {
    const missing = !(index in list);
    yield { label: missing ? '<empty>' : '', step: { index }, value: missing ? EMPTY : list[index] };
  }
}

/** In the place of an item that a list does not have. */
export const EMPTY: unique symbol = Symbol('empty');

function* fields(holder: object, keys: readonly string[]): Generator<Part> {
  for (const key of keys) yield { label: `${quoted(key)}: `, step: { key }, value: (holder as Record<string, unknown>)[key] };
}

function* entries(map: ReadonlyMap<unknown, unknown>): Generator<Part> {
  let entry = 0;
  for (const [key, value] of map) {
    yield { label: '', step: { entry, side: 'key' }, value: key };
    yield { label: '=> ', step: { entry, side: 'value' }, value };
    entry += 1;
  }
}

/** `$.items[2]`, as far as it is worth reading. */
export function pathOf(steps: readonly Step[]): string {
  const shown = steps.length > 12 ? [...steps.slice(0, 6), undefined, ...steps.slice(-4)] : steps;
  return `$${shown.map(inStep).join('')}`;
}

function inStep(step: Step | undefined): string {
  if (step === undefined) return '…';
  if ('index' in step) return `[${step.index}]`;
  if ('entry' in step) return `.entry(${step.entry}).${step.side}`;
  return /^[A-Za-z_$][\w$]{0,40}$/.test(step.key) ? `.${step.key}` : `[${quoted(step.key.slice(0, 40))}]`;
}

/** Where something stands: the way back to the top. */
interface Place {
  readonly above: Place | undefined;
  readonly step: Step | undefined;
  readonly depth: number;
}

interface Frame {
  readonly tail: string;
  readonly parts: Iterator<Part>;
  readonly place: Place;
  started: boolean;
}

/** Deeper than this no path is worth reading. */
const DEEPEST_PATH = 200;

function inPlace(place: Place): string {
  if (place.depth > DEEPEST_PATH) return 'one above';
  const steps: Step[] = [];
  for (let at: Place | undefined = place; at?.step !== undefined; at = at.above) steps.unshift(at.step);
  return pathOf(steps);
}

class Writer {
  readonly #lines: boolean;
  readonly #limit: number;
  readonly #seen = new Map<object, Place>();
  readonly #frames: Frame[] = [];
  readonly #out: string[] = [];
  #length = 0;

  constructor(lines: boolean, limit: number) {
    this.#lines = lines;
    this.#limit = limit;
  }

  write(value: unknown): Exact {
    this.#value(value, undefined);
    while (this.#frames.length > 0 && this.#length <= this.#limit) this.#step();
    const text = this.#out.join('');
    return text.length > this.#limit ? { text: text.slice(0, this.#limit), cut: true } : { text, cut: this.#frames.length > 0 };
  }

  #put(text: string): void {
    this.#out.push(text);
    this.#length += text.length;
  }

  #step(): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    const next = frame.parts.next();
    if (next.done === true) {
      this.#frames.pop();
      if (frame.started) this.#put(this.#lines ? `\n${this.#indent()}` : frame.tail === '}' ? ' ' : '');
      return this.#put(frame.tail);
    }
    const { label, step, value } = next.value;
    const isValueOfEntry = label === '=> ';
    if (isValueOfEntry) this.#put(' ');
    else {
      if (frame.started) this.#put(this.#lines ? ',' : ', ');
      else if (!this.#lines && frame.tail === '}') this.#put(' ');
      if (this.#lines) this.#put(`\n${this.#indent()}`);
    }
    frame.started = true;
    this.#put(label);
    if (value !== EMPTY) this.#value(value, step);
  }

  #indent(): string {
    return '  '.repeat(Math.min(this.#frames.length, 60));
  }

  #value(value: unknown, step: Step | undefined): void {
    const text = scalar(value);
    if (text !== undefined) return this.#put(text);
    const holder = value as object;
    const known = this.#seen.get(holder);
    if (known !== undefined) return this.#put(`<the same as ${inPlace(known)}>`);
    const place = { above: this.#frames.at(-1)?.place, step, depth: this.#frames.length };
    this.#seen.set(holder, place);
    const { head, tail, parts } = open(holder);
    this.#put(head);
    this.#frames.push({ tail, parts, place, started: false });
  }
}
