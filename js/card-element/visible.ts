/*
 * Owns a text of unknown origin as it is shown: pieces, of which some are signs that stand for what could not be seen, or would be taken for something
 * else. What must hold: texts that differ give pieces that differ, and no text gives a sign but by holding what the sign stands for.
 * Deliberately absent: elements; pieces are data.
 */
import { latinOf, passesFor, scriptOf } from './look-alikes.js';

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  /** It can't be seen, or disguises its neighbours: its code stands in its place. */
  | { readonly kind: 'hidden'; readonly code: string; readonly name: string }
  /** It can be taken for another: it is shown, with its code. */
  | { readonly kind: 'alike'; readonly text: string; readonly code: string }
  /** A line ends here. */
  | { readonly kind: 'break' }
  /** Spaces that would not be noticed: at the ends, or more than one. */
  | { readonly kind: 'spaces'; readonly count: number };

/** What whoever reads a text should know about it. */
export interface Remarks {
  readonly hidden: number;
  readonly alike: number;
  /** Scripts that stand side by side in one word. */
  readonly scripts: readonly string[];
  /** It runs from the right and from the left, so that what is seen first need not come first. */
  readonly bothWays: boolean;
}

export interface Visible {
  readonly pieces: readonly Piece[];
  readonly remarks: Remarks;
}

const NOTHING: Remarks = { hidden: 0, alike: 0, scripts: [], bothWays: false };
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** Controls, direction marks, what is ignored, what is unassigned, and every space but the usual one. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;
const HIDDEN_ALL = new RegExp(HIDDEN.source, 'gu');
/** Letters of scripts that run from the right. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Letters of the others, and digits, which run from the left everywhere. */
const LEFT_TO_RIGHT = /(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}])[\p{L}\p{Nd}]/u;
/** More marks on one letter than any language needs reach over the neighbours. */
const MOST_MARKS = 3;

export function makeVisible(text: string): Visible {
  if (PLAIN.test(text)) return { pieces: [{ kind: 'text', text }], remarks: NOTHING };
  const words = readWords(text);
  const pieces: Piece[] = [];
  let run = '';
  const flush = (): void => {
    if (run !== '') pieces.push({ kind: 'text', text: run });
    run = '';
  };
  const put = (piece: Piece): void => {
    flush();
    pieces.push(piece);
  };
  const count = { hidden: 0, alike: 0 };
  let marks = 0;
  let at = 0;
  for (const char of text) {
    const start = at;
    at += char.length;
    marks = /\p{M}/u.test(char) ? marks + 1 : 0;
    if (char === '\n') put({ kind: 'break' });
    else if (char === ' ') {
      const last = pieces.at(-1);
      if (run === '' && last?.kind === 'spaces') pieces[pieces.length - 1] = { kind: 'spaces', count: last.count + 1 };
      else if (isSpaceNoticed(text, start)) run += char;
      else put({ kind: 'spaces', count: 1 });
    } else if (HIDDEN.test(char) || isLooseMark(text, start, char, marks)) {
      count.hidden += 1;
      put({ kind: 'hidden', code: codeOf(char), name: nameOf(char) });
    } else if (words.strange.has(start) || passesFor(char) !== undefined) {
      count.alike += 1;
      put({ kind: 'alike', text: char, code: codeOf(char) });
    } else run += char;
  }
  flush();
  return { pieces, remarks: { ...count, scripts: words.scripts, bothWays: RIGHT_TO_LEFT.test(text) && LEFT_TO_RIGHT.test(text) } };
}

/** The same for where there is room for text alone: attributes, announcements, one line. */
export function asLine(text: string, most = 200): string {
  const shown = PLAIN.test(text) ? text : escapeHidden(text);
  return shown.length > most ? `${sliceWhole(shown, most)}…` : shown;
}

/** What can't be seen as escapes, which JSON reads as the same. */
export const escapeHidden = (text: string): string => text.replaceAll(HIDDEN_ALL, escaped);

/** The first `length` units of a text, never half of a character. */
export function sliceWhole(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

const escaped = (char: string): string =>
  Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

const codeOf = (char: string): string => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const isSpaceNoticed = (text: string, at: number): boolean => {
  const before = text[at - 1];
  const after = text[at + 1];
  const solid = (char: string | undefined): boolean => char !== undefined && char !== ' ' && char !== '\n';
  return solid(before) && solid(after);
};

/** A mark that its letter could have been written with: `e` and U+0301 look like `é`. Or one too many. */
function isLooseMark(text: string, at: number, char: string, marks: number): boolean {
  if (marks === 0) return false;
  if (marks > MOST_MARKS || at === 0) return true;
  const base = text.codePointAt(at - (isLowSurrogate(text, at - 1) ? 2 : 1)) ?? 0;
  const before = String.fromCodePoint(base);
  return before + char !== (before + char).normalize('NFC') || /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\P{L}]/u.test(before);
}

/** Whether the second half of a character stands there. */
export const isLowSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;

interface Words {
  /** Where letters stand that are strangers in their word. */
  readonly strange: ReadonlySet<number>;
  readonly scripts: readonly string[];
}

/** Letters of other scripts that share a word with Latin ones, or that, taken together, are all look-alikes. */
function readWords(text: string): Words {
  const strange = new Set<number>();
  const scripts = new Set<string>();
  const foreign = new Map<string, { readonly at: number[]; alike: boolean }>();
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}_]+/gu)) {
    const found = lettersOf(word, index);
    for (const { at, char, script } of found) {
      if (script === 'Latin') continue;
      const of = foreign.get(script) ?? { at: [], alike: true };
      of.at.push(at);
      of.alike &&= latinOf(char) !== undefined;
      foreign.set(script, of);
    }
    const mixed = new Set(found.map(({ script }) => script).filter(script => script !== 'East Asian'));
    if (mixed.size < 2) continue;
    for (const script of mixed) scripts.add(script);
    const main = mixed.has('Latin') ? 'Latin' : found[0]?.script;
    for (const { at, script } of found) if (script !== main && script !== 'East Asian') strange.add(at);
  }
  for (const [script, { at, alike }] of foreign) {
    if (!alike) continue;
    scripts.add(script);
    for (const place of at) strange.add(place);
  }
  return { strange, scripts: [...scripts] };
}

function lettersOf(word: string, index: number): { at: number; char: string; script: string }[] {
  const found = [];
  let at = index;
  for (const char of word) {
    const script = scriptOf(char);
    if (script !== undefined) found.push({ at, char, script });
    at += char.length;
  }
  return found;
}

const NAMES: Readonly<Record<string, string>> = {
  '\0': 'null character',
  '\t': 'tab',
  '\r': 'carriage return',
  '\x1b': 'escape',
  '\u00a0': 'no-break space',
  '\u00ad': 'soft hyphen',
  '\u200b': 'zero width space',
  '\u200c': 'zero width non-joiner',
  '\u200d': 'zero width joiner',
  '\u200e': 'left-to-right mark',
  '\u200f': 'right-to-left mark',
  '\u2028': 'line separator',
  '\u2029': 'paragraph separator',
  '\u202a': 'left-to-right embedding',
  '\u202b': 'right-to-left embedding',
  '\u202c': 'end of embedding',
  '\u202d': 'left-to-right override',
  '\u202e': 'right-to-left override',
  '\u2060': 'word joiner',
  '\u2066': 'left-to-right isolate',
  '\u2067': 'right-to-left isolate',
  '\u2068': 'first strong isolate',
  '\u2069': 'end of isolate',
  '\ufeff': 'byte order mark',
};

function nameOf(char: string): string {
  const known = NAMES[char];
  if (known !== undefined) return known;
  if (/\p{Cs}/u.test(char)) return 'half of a character';
  if (/\p{M}/u.test(char)) return 'combining mark';
  if (/\p{Zs}/u.test(char)) return 'unusual space';
  if (/\p{Cc}/u.test(char)) return 'control character';
  return /\p{Co}|\p{Cn}/u.test(char) ? 'character without a meaning' : 'invisible character';
}
