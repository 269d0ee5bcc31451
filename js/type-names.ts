/*
 * Owns the types that have a name, in a namespace of their own: a browser has a `Node` and a `Filter` may be two. What must hold: types that
 * are equal are one, and a name is declared once.
 */
import { indent } from './doc-comment.js';
import { isIdentifier } from './names.js';

/** Global types that what we write refers to. */
const TAKEN = ['Date', 'Map', 'Set'];

export class TypeNames {
  /** By name, without the namespace. `undefined`: not written yet. */
  readonly #bodies = new Map<string, string | undefined>();

  constructor(readonly namespace: string) {}

  /** A name for a type, to be declared. */
  reserve(wish: string): string {
    let name = wish;
    for (let count = 2; this.#bodies.has(name) || TAKEN.includes(name); count++) name = `${wish}${count}`;
    this.#bodies.set(name, undefined);
    return name;
  }

  /** Answers with the name under which the type is there: another's, if that is the same type. */
  declare(name: string, body: string): string {
    for (const [other, text] of this.#bodies) {
      if (text === undefined || this.#renamed(body, name, other) !== text) continue;
      this.#bodies.delete(name);
      for (const [each, its] of this.#bodies) if (its !== undefined) this.#bodies.set(each, this.#renamed(its, name, other));
      return other;
    }
    this.#bodies.set(name, body);
    return name;
  }

  reference = (name: string): string => `${this.namespace}.${name}`;

  #renamed(text: string, from: string, to: string): string {
    return text.replace(new RegExp(`\\b${this.namespace}\\.${from}(?![\\p{ID_Continue}$])`, 'gu'), this.reference(to));
  }

  /** The declarations, or nothing. */
  declarations(): string {
    if (this.#bodies.size === 0) return '';
    const types = [...this.#bodies].map(([name, body]) => `  type ${name} = ${indent(body ?? 'unknown').trimStart()};`);
    return `declare namespace ${this.namespace} {\n${types.join('\n')}\n}`;
  }
}

/** `#/$defs/tree-node` is TreeNode; what a library numbered (`__schema0`) is no name. */
export function ownName(ref: string): string | undefined {
  const last = ref.split(/[/#]/).at(-1) ?? '';
  return /^_*(?:schema|intersection|union|morph|alias|proto|domain|unit|sequence|structure|definition)?_?\d*$/i.test(last)
    ? undefined
    : titled(last);
}

/** Text as the name of a type, or undefined. Letters beyond the first plane may be newer than the reader's compiler; some others cannot be seen. */
export function titled(text: string): string | undefined {
  const words = text.split(/(?:[^\p{ID_Continue}]|[\u{10000}-\u{10ffff}\p{DI}])+|_+/u).filter(word => word !== '');
  const name = words.map(word => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
  return isIdentifier(name) ? name : isIdentifier(`T${name}`) && name !== '' ? `T${name}` : undefined;
}
