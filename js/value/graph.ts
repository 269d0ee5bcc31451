/*
 * Owns the walk over a value of the page: what it holds, read once, as a graph that can be written without looking at
 * the value again. What must hold: every property is read once, every object met once, and there is no recursion; what
 * cannot cross is refused with its path. Deliberately absent: text.
 */

import { classOfView, isNodeBuffer, type Kind, tell } from './kinds.js';
import { inPath, type Step } from './path.js';

/** Levels of nesting a value may have: what the guest's side allows. */
const MAX_DEPTH = 10_000;
/** Turning digits into a bigint takes time that grows with the square of its length. */
const MAX_BIGINT = 1n << 262_144n;

/** Arrays whose items are given room at once. */
const SHORT = 64;

/** A value that cannot cross: where it is, and what. */
export class UnsupportedValue extends Error {
  readonly path: string;
  readonly kind: string;
  constructor(path: string, kind: string) {
    super(`${path}: ${kind} cannot cross`);
    this.name = 'UnsupportedValue';
    this.path = path;
    this.kind = kind;
  }
}

/** A primitive that can cross, or a Node. */
export type Item = undefined | null | boolean | number | bigint | string | Node;

/** One object. There may be many, so what few of them have is in `more`. */
export class Node {
  kind: Kind | 'sparse' = 'object';
  /** What it holds, in order; of a Map keys and values in turn. */
  items: Item[] = NONE;
  /** Of objects and errors: a key for each item. */
  keys: string[] = NONE;
  more: More = NO_MORE;
  /** How often it is referred to. */
  uses = 1;
  readonly depth: number;
  constructor(
    /** The object itself, until it is read. */
    public source: object | undefined,
    readonly parent: Node | undefined,
    readonly step: Step | undefined,
  ) {
    this.depth = parent === undefined ? 1 : parent.depth + 1;
  }
}

/** What some kinds of objects say besides. */
export interface More {
  /** Of an array with holes: its length, and an index for each item, ascending. */
  readonly length: number;
  readonly indexes: readonly number[];
  /** A date; source and flags of a RegExp; name and message of an error; the class of a view. */
  readonly words: readonly string[];
  /** Of a buffer: all bytes. Of a view: those it shows, and how many elements they are. */
  readonly bytes: Uint8Array;
  readonly count: number;
}

/** Shared by all that have none; never written to. */
const NONE: never[] = [];
const NO_MORE: More = { length: 0, indexes: NONE, words: NONE, bytes: new Uint8Array(0), count: 0 };

/** A value, read. `plain`: nothing but JSON's kinds, and no object twice. */
export interface Graph {
  readonly root: Item;
  readonly plain: boolean;
}

/** Reads all of `value`; `root` begins the path of what cannot cross. */
export function walk(value: unknown, root: string): Graph {
  return new Walk(root).run(value);
}

class Walk {
  plain = true;
  readonly met = new Map<object, Node>();
  readonly unread: Node[] = [];
  constructor(readonly root: string) {}

  run(value: unknown): Graph {
    const root = this.item(value, undefined, undefined);
    for (let node = this.unread.pop(); node !== undefined; node = this.unread.pop()) {
      const first = this.unread.length;
      const source = node.source as object;
      node.source = undefined;
      this.read(source, node);
      reverseFrom(this.unread, first);
    }
    return { root, plain: this.plain };
  }

  item(value: unknown, parent: Node | undefined, step: Step | undefined): Item {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        if (!Number.isFinite(value) || Object.is(value, -0)) this.plain = false;
        return value;
      case 'undefined':
        this.plain = false;
        return value;
      case 'bigint':
        this.plain = false;
        if (value >= MAX_BIGINT || value <= -MAX_BIGINT) throw this.refusal(parent, step, 'a bigint of more than 262,144 bits');
        return value;
      case 'symbol':
        throw this.refusal(parent, step, 'a symbol');
      default:
        return value === null ? null : this.object(value as object, parent, step);
    }
  }

  object(value: object, parent: Node | undefined, step: Step | undefined): Node {
    const known = this.met.get(value);
    if (known !== undefined) {
      this.plain = false;
      known.uses += 1;
      return known;
    }
    const node = new Node(value, parent, step);
    if (node.depth > MAX_DEPTH) throw this.refusal(parent, step, 'a value nested more than 10,000 levels deep');
    this.met.set(value, node);
    this.unread.push(node);
    return node;
  }

  refusal(parent: Node | undefined, step: Step | undefined, kind: string): UnsupportedValue {
    const steps: Step[] = [];
    for (let at = parent, last = step; last !== undefined; last = at?.step, at = at?.parent) steps.push(last);
    return new UnsupportedValue(inPath(this.root, steps.reverse()), kind);
  }

  read(value: object, node: Node): void {
    const told = tell(value);
    if ('refused' in told) throw this.refusal(node.parent, node.step, told.refused);
    node.kind = told.kind;
    if (told.kind === 'array') return this.array(value as unknown[], node);
    if (told.kind === 'object') return this.properties(value as Record<string, unknown>, node);
    this.plain = false;
    switch (told.kind) {
      case 'null':
        return this.properties(value as Record<string, unknown>, node);
      case 'map':
        return this.map(value as Map<unknown, unknown>, node);
      case 'set':
        return this.set(value as Set<unknown>, node);
      case 'date':
        node.more = { ...NO_MORE, words: [dateText(Date.prototype.getTime.call(value))] };
        return;
      case 'regexp':
        node.more = { ...NO_MORE, words: [(value as RegExp).source, (value as RegExp).flags] };
        return;
      case 'buffer':
        return this.buffer(value as ArrayBuffer, node);
      case 'view':
        return this.view(value as Uint8Array, node);
      default:
        return this.error(value as Error, node);
    }
  }

  array(value: unknown[], node: Node): void {
    const { length } = value;
    // An empty array that is pushed to takes room for seventeen.
    const items: Item[] = length <= SHORT ? new Array<Item>(length) : [];
    node.items = items;
    for (let index = 0; index < length; index += 1) {
      const element = value[index];
      // The first hole may be the first of billions: from here by the indexes there are.
      if (element === undefined && !Object.hasOwn(value, index)) return this.sparse(value, node, length, index);
      items[index] = isSimple(element) ? element : this.item(element, node, { index });
    }
  }

  sparse(value: unknown[], node: Node, length: number, from: number): void {
    this.plain = false;
    node.kind = 'sparse';
    node.items = node.items.slice(0, from);
    const indexes = node.items.map((_, index) => index);
    node.more = { ...NO_MORE, length, indexes };
    for (const key of Object.keys(value)) {
      const index = Number(key);
      if (index < from || !(index < length) || String(index) !== key) continue;
      node.items.push(this.item(value[index], node, { index }));
      indexes.push(index);
    }
  }

  properties(value: Record<string, unknown>, node: Node): void {
    for (const symbol of Object.getOwnPropertySymbols(value)) {
      if (Object.prototype.propertyIsEnumerable.call(value, symbol))
        throw this.refusal(node, { symbol }, 'a property whose key is a symbol');
    }
    this.held(value, Object.keys(value), node);
  }

  held(value: Record<string, unknown>, keys: string[], node: Node): void {
    const items = new Array<Item>(keys.length);
    let count = 0;
    for (const key of keys) {
      const held = value[key];
      // A getter may have removed it.
      if (held === undefined && !Object.hasOwn(value, key)) continue;
      items[count] = isSimple(held) ? held : this.item(held, node, { key });
      keys[count] = key;
      count += 1;
    }
    if (count < keys.length) items.length = keys.length = count;
    node.items = items;
    node.keys = keys;
  }

  map(value: Map<unknown, unknown>, node: Node): void {
    let at = 0;
    const items: Item[] = [];
    node.items = items;
    Map.prototype.forEach.call(value, (held, key) => {
      items.push(this.item(key, node, { keyAt: at }), this.item(held, node, { entry: key, at }));
      at += 1;
    });
  }

  set(value: Set<unknown>, node: Node): void {
    const items: Item[] = [];
    node.items = items;
    Set.prototype.forEach.call(value, member => {
      items.push(this.item(member, node, { member: items.length }));
    });
  }

  buffer(value: ArrayBuffer, node: Node): void {
    try {
      node.more = { ...NO_MORE, bytes: new Uint8Array(value) };
    } catch {
      throw this.refusal(node.parent, node.step, 'a detached ArrayBuffer');
    }
  }

  view(value: Uint8Array, node: Node): void {
    // What Node keeps in one pool must not cross with what lies beside it.
    const view = isNodeBuffer(value) ? Uint8Array.from(value) : value;
    if (!(view.buffer instanceof ArrayBuffer) && Object.prototype.toString.call(view.buffer) === '[object SharedArrayBuffer]') {
      throw this.refusal(node, { buffer: true }, 'a SharedArrayBuffer');
    }
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    node.more = { ...NO_MORE, words: [classOfView(view)], bytes, count: view.length };
    node.items = [this.object(view.buffer, node, { buffer: true })];
  }

  error(value: Error, node: Node): void {
    node.more = { ...NO_MORE, words: [inText(value.name) || 'Error', inText(value.message)] };
    this.held(value as unknown as Record<string, unknown>, errorKeys(value), node);
  }
}

/** What was met first is read first, so the first thing that cannot cross is the one reported. */
function reverseFrom(list: Node[], first: number): void {
  for (let low = first, high = list.length - 1; low < high; low += 1, high -= 1) {
    const moved = list[low] as Node;
    list[low] = list[high] as Node;
    list[high] = moved;
  }
}

/** The keys of an error's own data: cause and errors too, which are not enumerable. */
export function errorKeys(error: Error): string[] {
  const own = (key: string): boolean => Object.prototype.propertyIsEnumerable.call(error, key) || key === 'cause' || key === 'errors';
  return Object.getOwnPropertyNames(error).filter(key => own(key) && !['name', 'message', 'stack'].includes(key));
}

/** What can be taken as it is: most of what values hold. */
function isSimple(value: unknown): value is string | boolean | number | null {
  const type = typeof value;
  if (type === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  return type === 'string' || type === 'boolean' || value === null;
}

function inText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function dateText(time: number): string {
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}
