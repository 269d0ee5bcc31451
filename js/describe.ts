/*
 * Owns the text a model is given: declarations of the functions and the rules of the sandbox. What must hold: it names every
 * function a run would see and none other, says which of them a person decides about, and is itself TypeScript.
 */
import type { Approval, Limits } from './api.js';
import { docComment, indent } from './doc-comment.js';
import type { FunctionTable, HostEntry } from './functions.js';
import { isReserved } from './names.js';
import { promptRules } from './prompt-rules.js';
import { signatureOf } from './signature.js';
import { Types } from './typescript.js';

export interface Described {
  readonly table: FunctionTable;
  readonly mode: Approval['mode'];
  readonly strict: boolean;
  readonly limits: Limits;
  readonly policy: boolean;
  readonly rules: boolean;
}

export function describe({ table, mode, strict, limits, policy, rules }: Described): string {
  const entries = table.names.flatMap(({ name }) => table.get(name) ?? []);
  const parts = [...(rules ? [docComment(promptRules(mode, limits, policy)).trimEnd()] : []), ...declarations(entries, strict)];
  return parts.length > 0 ? `${parts.join('\n\n')}\n` : '';
}

interface Scope {
  readonly functions: HostEntry[];
  readonly inner: Map<string, Scope>;
}

const scope = (): Scope => ({ functions: [], inner: new Map() });

function declarations(entries: readonly HostEntry[], strict: boolean): string[] {
  const top = scope();
  for (const entry of entries) {
    const names = entry.fn.split('.').slice(0, -1);
    const home = names.reduce((outer, name) => outer.inner.get(name) ?? add(outer, name), top);
    home.functions.push(entry);
  }
  let namespace = 'Types';
  while (entries.some(({ fn }) => fn.split('.').includes(namespace))) namespace += '_';
  const types = new Types(namespace);
  const written = members(top, { strict, types }, 'declare');
  const named = types.declarations();
  return named === '' ? written : [named, ...written];
}

function add(outer: Scope, name: string): Scope {
  const inner = scope();
  outer.inner.set(name, inner);
  return inner;
}

interface Hand {
  readonly strict: boolean;
  readonly types: Types;
}

/** What stands around a declaration: the whole text, a namespace, or the type of an object. */
type Around = 'declare' | 'namespace' | 'object';

/** Namespaces nest no deeper than functions.ts allows. One with a member that `function` can't declare (`rows.delete`) is an object. */
function members({ functions, inner }: Scope, hand: Hand, around: Around): string[] {
  const own = functions.map(entry => declaration(entry, hand, around));
  const spaces = [...inner].map(([name, within]) => {
    const words = [...within.inner.keys(), ...within.functions.map(lastName)];
    const kind = around === 'object' || words.some(isReserved) ? 'object' : 'namespace';
    const body = indent(members(within, hand, kind).join('\n'));
    const head = kind === 'object' ? `${keyword(around, 'const ')}${name}: {` : `${keyword(around, 'namespace ')}${name} {`;
    return `${head}\n${body}\n}${kind === 'object' ? ';' : ''}`;
  });
  return [...own, ...spaces];
}

const lastName = ({ fn }: HostEntry): string => fn.split('.').at(-1) ?? fn;

const keyword = (around: Around, word: string): string => (around === 'object' ? '' : around === 'declare' ? `declare ${word}` : word);

function declaration(entry: HostEntry, { strict, types }: Hand, around: Around): string {
  const { text, said } = signatureOf(entry, types);
  const comment = docComment([...(entry.description ? [entry.description] : []), ...asked(entry, strict), ...said]);
  const name = lastName(entry);
  // Bare, it would be a signature for `new`.
  const written = name === 'new' ? '"new"' : name;
  return `${comment}${keyword(around, 'function ')}${written}${text};`;
}

function asked(entry: HostEntry, strict: boolean): string[] {
  if (entry.marks.includes(true) || (strict && entry.sideEffects.length > 0)) return ['Needs approval.'];
  return entry.marks.some(mark => typeof mark === 'function') ? ['May need approval, depending on the input.'] : [];
}
