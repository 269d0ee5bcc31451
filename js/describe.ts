/*
 * Owns the text a model is given: declarations of the functions and the rules of the sandbox. What must hold: it names every
 * function a run would see and none other, says which of them a person decides about, and is itself TypeScript.
 */
import type { Approval, Limits } from './api.js';
import { docComment, indent } from './doc-comment.js';
import type { FunctionTable, HostEntry } from './functions.js';
import { isReserved } from './names.js';
import { signatureOf } from './signature.js';
import { Types } from './typescript.js';

export interface Described {
  readonly table: FunctionTable;
  readonly mode: Approval['mode'];
  readonly strict: boolean;
  readonly limits: Limits;
  readonly rules: boolean;
}

export function describe({ table, mode, strict, limits, rules }: Described): string {
  const entries = table.names.flatMap(({ name }) => table.get(name) ?? []);
  const parts = [...(rules ? [rulesOf(mode, limits)] : []), ...declarations(entries, strict)];
  return parts.length > 0 ? `${parts.join('\n\n')}\n` : '';
}

function rulesOf(mode: Approval['mode'], limits: Limits): string {
  return docComment([
    'Write JavaScript or TypeScript: the body of an async function, with `await` and `return` at the top. What it returns is the result.',
    'The functions below are globals. Each returns a promise and rejects with an Error when it fails. Only data goes in and comes out: no functions, no class instances.',
    'There is no network, page, module or eval: only standard JavaScript, console, timers, URL, TextEncoder, structuredClone, crypto.randomUUID and these functions.',
    ...APPROVAL_RULES[mode],
    `A run may take ${limits.timeoutMs} ms and make ${limits.calls} calls.`,
  ]).trimEnd();
}

const APPROVAL_RULES: Record<Approval['mode'], string[]> = {
  deny: [
    "What is marked 'needs approval' may be refused here: the call then rejects with ApprovalRejected ({ fn, input, reason }) and nothing happens.",
  ],
  pause: [
    "What is marked 'needs approval' waits until a person has decided. Refused, the call rejects with ApprovalRejected ({ fn, input, reason }): do not try it again.",
  ],
  collect: [
    "What is marked 'needs approval' is collected for a person to decide, and runs only then; what you read after it may be read before it ran. Refused, the call rejects with ApprovalRejected ({ fn, input, reason }): do not try it again.",
    'A refusal nobody catches ends the code, and later calls do not run even if approved: put try/catch around each call, or use Promise.allSettled.',
    'Using what such a call returns (a property, a comparison, `if`) stops the code until that call is decided: make all calls first, then look.',
  ],
};

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
  while (top.inner.has(namespace) || top.functions.some(({ fn }) => fn === namespace)) namespace += '_';
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
  return `${comment}${keyword(around, 'function ')}${lastName(entry)}${text};`;
}

function asked(entry: HostEntry, strict: boolean): string[] {
  if (entry.marks.includes(true) || (strict && entry.sideEffects.length > 0)) return ['Needs approval.'];
  return entry.marks.some(mark => typeof mark === 'function') ? ['May need approval, depending on the input.'] : [];
}
