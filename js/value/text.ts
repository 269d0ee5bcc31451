/*
 * Owns the text of a value that was read: JSON for a plain tree, else `~` and a table in devalue's format. What must
 * hold: the text is the one src/engine/convert writes for the same value, and for values devalue itself can write,
 * devalue's; there is no recursion, and no chain of references longer than NEAR, because devalue reads by recursion.
 */

import { type Graph, type Item, Node } from './graph.js';

/** Levels written in place; what is deeper is written apart, with Fill. devalue can read about 2,200 on V8's usual stack. */
const NEAR = 200;

const UNDEFINED = -1;
const HOLE = -2;
const NAN = -3;
const INFINITY = -4;
const NEGATIVE_INFINITY = -5;
const NEGATIVE_ZERO = -6;
const SPARSE = -7;

/** The text of a plain tree. */
export function jsonText(graph: Graph, check: (text: string) => void): string {
  let text = '';
  const open: [node: Node, next: number][] = [];
  for (let item: Item = graph.root; ; ) {
    if (item instanceof Node) {
      text += item.kind === 'array' ? '[' : '{';
      open.push([item, 0]);
    } else {
      text += typeof item === 'string' ? jsonString(item) : String(item);
    }
    let top = open.at(-1);
    while (top !== undefined && top[1] === top[0].items.length) {
      text += top[0].kind === 'array' ? ']' : '}';
      open.pop();
      top = open.at(-1);
    }
    check(text);
    if (top === undefined) return text;
    const [node, next] = top;
    if (next > 0) text += ',';
    if (node.kind !== 'array') text += `${jsonString(node.keys[next] ?? '')}:`;
    item = node.items[next];
    top[1] += 1;
  }
}

/** The text of any value, mark included. */
export function tableText(graph: Graph, check: (text: string) => void): string {
  return new Table().text(graph.root, check);
}

function jsonString(value: string): string {
  // Anything but what stands for itself: control characters, quote, backslash and surrogates.
  return /[^ !#-[\]-\ud7ff\ue000-\uffff]/.test(value) ? JSON.stringify(value) : `"${value}"`;
}

const RAW: Record<string, string> = { '<': '\\u003C', '\u2028': '\\u2028', '\u2029': '\\u2029' };

/** As devalue escapes: the text can stand inside HTML. */
function tableString(value: string): string {
  return jsonString(value).replace(/[<\u2028\u2029]/g, char => RAW[char] ?? char);
}

/** A line of the table: an object, what an error says, what was written apart from an object, or a primitive. */
type Entry =
  | { node: Node; references: number[] }
  | { said: number[] }
  | { contents: Node; references: number[] }
  | { primitive: null | boolean | number | bigint | string };

/** An object whose references are being numbered; `keyed`: its keys get numbers too. */
interface Open {
  node: Node;
  next: number;
  references: number[];
  keyed: boolean;
}

class Table {
  readonly entries: Entry[] = [];
  readonly numbers = new Map<Item, number>();
  readonly apart = new Set<Node>();
  /** Of buffers that nothing but one view refers to: the bytes it shows. */
  readonly shown = new Map<Node, Uint8Array>();
  /** Numbers of objects, each with that of its contents. */
  readonly contents: number[] = [];
  readonly open: Open[] = [];
  shift = 0;

  text(root: Item, check: (text: string) => void): string {
    const first = this.number(root);
    this.descend();
    // A Set also gives what is added while it is walked.
    for (const node of this.apart) {
      const keyed = node.keys.length > 0;
      const references: number[] = [];
      this.contents.push(this.numbers.get(node) ?? 0, this.entries.push({ contents: node, references }) - 1);
      this.open.push({ node, next: 0, references, keyed });
      this.descend();
    }
    if (first < 0) return `~${first}`;
    if (this.contents.length > 0) this.shift = 2;
    let text = this.shift === 0 ? '~[' : `~[["Fill",1],[${[first, ...this.contents].map(number => this.ref(number)).join()}],`;
    for (const [at, entry] of this.entries.entries()) {
      text += at === 0 ? this.line(entry) : `,${this.line(entry)}`;
      check(text);
    }
    return `${text}]`;
  }

  descend(): void {
    for (let top = this.open.at(-1); top !== undefined; top = this.open.at(-1)) {
      if (top.next === top.node.items.length) {
        this.open.pop();
        continue;
      }
      const { node, next } = top;
      top.next += 1;
      if (top.keyed) top.references.push(this.number(node.keys[next]));
      top.references.push(this.number(node.items[next]));
    }
  }

  number(item: Item): number {
    if (item === undefined) return UNDEFINED;
    if (typeof item === 'number') {
      if (Number.isNaN(item)) return NAN;
      if (item === Infinity) return INFINITY;
      if (item === -Infinity) return NEGATIVE_INFINITY;
      if (Object.is(item, -0)) return NEGATIVE_ZERO;
    }
    const known = this.numbers.get(item);
    if (known !== undefined) return known;
    const number = this.entries.length;
    this.numbers.set(item, number);
    if (item instanceof Node) this.node(item);
    else this.entries.push({ primitive: item });
    return number;
  }

  node(node: Node): void {
    const references: number[] = [];
    this.entries.push({ node, references });
    if (node.items.length > 0 && (isAlwaysApart(node) || (this.open.length >= NEAR && node.kind !== 'view'))) this.apart.add(node);
    const buffer = node.items[0];
    if (node.kind === 'view' && buffer instanceof Node && buffer.uses === 1) this.shown.set(buffer, node.more.bytes);
    if (node.kind === 'error') {
      const said: number[] = [];
      references.push(this.entries.push({ said }) - 1);
      said.push(this.number(node.more.words[0]), this.number(node.more.words[1]));
    } else if (!this.apart.has(node)) {
      this.open.push({ node, next: 0, references, keyed: false });
    }
  }

  ref(number: number): string {
    return String(number < 0 ? number : number + this.shift);
  }

  refs(references: readonly number[]): string {
    return references.map(number => this.ref(number)).join();
  }

  line(entry: Entry): string {
    if ('said' in entry) return `[${this.refs(entry.said)}]`;
    if ('primitive' in entry) {
      const { primitive } = entry;
      if (typeof primitive === 'bigint') return `["BigInt","${primitive}"]`;
      return typeof primitive === 'string' ? tableString(primitive) : String(primitive);
    }
    if ('node' in entry) return this.whole(entry.node, this.apart.has(entry.node), entry.references);
    return entry.contents.kind === 'sparse' ? this.sparse(entry.contents, entry.references) : `[${this.refs(entry.references)}]`;
  }

  whole(node: Node, apart: boolean, references: readonly number[]): string {
    switch (node.kind) {
      case 'array':
        return `[${this.refs(references)}]`;
      case 'sparse':
        return apart ? '[]' : this.sparse(node, references);
      case 'object':
        return `{${references.map((number, at) => `${tableString(node.keys[at] ?? '')}:${this.ref(number)}`).join()}}`;
      case 'null':
        return `["null"${references.map((number, at) => `,${tableString(node.keys[at] ?? '')},${this.ref(number)}`).join('')}]`;
      case 'map':
        return tagged('Map', this.refs(references));
      case 'set':
        return tagged('Set', this.refs(references));
      case 'error':
        return tagged('Error', this.refs(references));
      case 'date':
        return tagged('Date', `"${node.more.words[0]}"`);
      case 'regexp':
        return tagged('RegExp', node.more.words.filter(Boolean).map(tableString).join());
      case 'buffer':
        return tagged('ArrayBuffer', `"${base64(this.shown.get(node) ?? node.more.bytes)}"`);
      case 'view':
        return this.view(node, references);
    }
  }

  /** A buffer that nothing but one view refers to crosses with the bytes the view shows, and no others. */
  view(node: Node, references: readonly number[]): string {
    const buffer = node.items[0] as Node;
    const part = !this.shown.has(buffer) && node.more.bytes.byteLength !== buffer.more.bytes.byteLength;
    return tagged(node.more.words[0] ?? '', this.refs(references) + (part ? `,${node.more.bytes.byteOffset},${node.more.count}` : ''));
  }

  /** Holes one by one, or only what is there with its index: whichever is shorter, by devalue's own count. */
  sparse(node: Node, references: readonly number[]): string {
    const { length, indexes } = node.more;
    const digits = String(length).length;
    if ((length - indexes.length) * 3 > 4 + digits + indexes.length * (digits + 1)) {
      return `[${SPARSE},${length}${indexes.map((index, at) => `,${index},${this.ref(references[at] ?? UNDEFINED)}`).join('')}]`;
    }
    const cells: string[] = new Array(length).fill(String(HOLE)) as string[];
    indexes.forEach((index, at) => {
      cells[index] = this.ref(references[at] ?? UNDEFINED);
    });
    return `[${cells.join()}]`;
  }
}

/** Errors, because a reader makes them before it knows what they hold; a key `__proto__`, because devalue refuses it. */
function isAlwaysApart(node: Node): boolean {
  return node.kind === 'error' || ((node.kind === 'object' || node.kind === 'null') && node.keys.includes('__proto__'));
}

function tagged(tag: string, rest: string): string {
  return rest === '' ? `["${tag}"]` : `["${tag}",${rest}]`;
}

function base64(bytes: Uint8Array): string {
  const native = (bytes as { toBase64?: () => string }).toBase64;
  if (native !== undefined) return native.call(bytes);
  /** As many as can be arguments of one call. */
  const CHUNK = 0x8000;
  let binary = '';
  for (let from = 0; from < bytes.length; from += CHUNK) {
    binary += String.fromCharCode.apply(null, bytes.subarray(from, from + CHUNK) as unknown as number[]);
  }
  return btoa(binary);
}
