/*
 * Owns a value as fields: a small tree of what stands where, with the kind of each. What must hold: values that differ are told apart by kind or text
 * ("1" and 1, null and "null"); the tree is bounded whatever the value, and says how much it leaves out, which the exact text has.
 * Deliberately absent: elements.
 */
import { EMPTY, exactly, hex, kindOf, open, type Part, pathOf, type Step, scalar } from './exact.js';

export type Kind = 'text' | 'number' | 'bigint' | 'boolean' | 'null' | 'undefined' | 'date' | 'pattern' | 'bytes' | 'other';

export type Shown =
  /** `odd`: a text that could be taken for a value of another kind, so its kind is said. */
  | { readonly is: 'text'; readonly text: string; readonly odd: boolean }
  | { readonly is: 'scalar'; readonly kind: Kind; readonly text: string }
  /** Short enough to stand on one line, in the notation of exact.ts. */
  | { readonly is: 'line'; readonly text: string; readonly kind: string; readonly size: number }
  | { readonly is: 'parts'; readonly kind: string; readonly size: number; readonly fields: readonly Field[]; readonly left: number }
  /** It stands elsewhere in the value already. */
  | { readonly is: 'again'; readonly path: string };

export interface Field {
  readonly name: Name;
  readonly value: Shown;
}
/** A key of an object, the place in a list, or the key of an entry of a Map. */
export type Name = { readonly key: string } | { readonly at: number } | { readonly mapKey: Shown };

/** What stands in the notation rather than as fields of its own; more of it where it is one of many. */
const LINE = 72;
const LINE_IN_LIST = 120;
const DEEPEST = 5;
/** Fields of one row; of one list. */
const MOST_FIELDS = 240;
const MOST_ITEMS = 20;
const MOST_BYTES = 64;

export function fieldsOf(value: unknown): Shown {
  return new Reader().read(value, [], true);
}

class Reader {
  readonly #seen = new Map<object, string>();
  #left = MOST_FIELDS;

  read(value: unknown, steps: readonly Step[], top: boolean): Shown {
    if (typeof value === 'string') return { is: 'text', text: value, odd: isOdd(value) };
    const single = scalarOf(value);
    if (single !== undefined) return single;
    const holder = value as object;
    const known = this.#seen.get(holder);
    if (known !== undefined) return { is: 'again', path: known };
    const { size, parts } = open(holder);
    const kind = kindWord(holder);
    if (!top || size === 0 || kind === 'list') {
      const last = steps.at(-1);
      const line = exactly(value, { limit: last !== undefined && 'index' in last ? LINE_IN_LIST : LINE });
      if (!line.cut) return { is: 'line', text: line.text, kind, size };
    }
    this.#seen.set(holder, pathOf(steps));
    const fields = steps.length >= DEEPEST ? [] : this.#fields(parts, steps, top ? MOST_FIELDS : MOST_ITEMS);
    const left = size - Math.min(fields.length, size);
    return { is: 'parts', kind, size, fields: value instanceof Error ? [...this.#head(value), ...fields] : fields, left };
  }

  /** What an error is beside its own members. */
  #head(error: Error): Field[] {
    return (['name', 'message'] as const).map(key => ({ name: { key }, value: this.read(String(error[key]), [], false) }));
  }

  #fields(parts: Iterator<Part>, steps: readonly Step[], most: number): Field[] {
    const fields: Field[] = [];
    let mapKey: Shown | undefined;
    while (fields.length < most && this.#left > 0) {
      const next = parts.next();
      if (next.done === true) break;
      const { step, value } = next.value;
      const shown: Shown =
        value === EMPTY ? { is: 'scalar', kind: 'undefined', text: '<empty>' } : this.read(value, [...steps, step], false);
      if ('entry' in step && step.side === 'key') {
        mapKey = shown;
        continue;
      }
      this.#left -= 1;
      fields.push({ name: nameOf(step, mapKey), value: shown });
    }
    return fields;
  }
}

function nameOf(step: Step, mapKey: Shown | undefined): Name {
  if ('key' in step) return { key: step.key };
  if ('index' in step) return { at: step.index };
  return mapKey === undefined ? { at: step.entry } : { mapKey };
}

function scalarOf(value: unknown): Shown | undefined {
  const text = scalar(value);
  if (text === undefined) return undefined;
  if (value === null) return { is: 'scalar', kind: 'null', text };
  const kind = typeof value;
  if (kind === 'number' || kind === 'bigint' || kind === 'boolean' || kind === 'undefined') return { is: 'scalar', kind, text };
  if (value instanceof Date) return { is: 'scalar', kind: 'date', text: Number.isNaN(value.getTime()) ? 'invalid' : value.toISOString() };
  if (value instanceof RegExp) return { is: 'scalar', kind: 'pattern', text };
  if (value instanceof ArrayBuffer) {
    const bytes = new Uint8Array(value);
    const rest = bytes.length > MOST_BYTES ? ' …' : '';
    return { is: 'scalar', kind: 'bytes', text: `${bytes.length}: ${hex(bytes.slice(0, MOST_BYTES))}${rest}` };
  }
  return { is: 'scalar', kind: 'other', text };
}

/** Texts that, without their quotes, read as something else; also one that is empty, or holds quotes at its ends. */
const isOdd = (text: string): boolean =>
  text.length < 80 &&
  /^(?:|\s*[-+]?(?:\d[\d_.,]*|\.\d+|0[xbo][\da-f]+)(?:e[-+]?\d+)?n?\s*|\s*(?:null|undefined|true|false|nan|[-+]?infinity|none|nil)\s*|\d{4}-\d\d-\d\d.*|[{["'].*|.*["'])$/is.test(
    text,
  );

/** What kind of container it is. */
function kindWord(value: object): string {
  if (Array.isArray(value)) return 'list';
  const kind = kindOf(value);
  return kind === 'Object' ? 'object' : kind;
}
