/*
 * Owns saying what an edit changes, in one line. What must hold: it names each field that differs, with what differs in it, or says that the whole is replaced.
 */
import { exactly, isOwnRecord } from './exact.js';
import { asLine, sliceWhole } from './visible.js';
import type { CardWords } from './words.js';

/** Both are plain JSON. */
export const isSameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export function changesOf(before: unknown, after: unknown, words: CardWords): string {
  if (isSameJson(before, after)) return words.unchanged;
  if (!isOwnRecord(before) || !isOwnRecord(after)) return words.replaced;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const said = names
    .filter(name => !isSameJson(own(before, name), own(after, name)))
    .map(name => {
      const [was, is] = [before, after].map(holder => (Object.hasOwn(holder, name) ? exactly(holder[name]).text : words.nothing)) as [
        string,
        string,
      ];
      const from = firstDifference(was, is);
      return words.change(asLine(name, 40), shorten(was, from), shorten(is, from));
    });
  return said.length > 0 ? `${said.join('; ')}.` : words.replaced;
}

const own = (holder: Record<string, unknown>, name: string): unknown => (Object.hasOwn(holder, name) ? holder[name] : undefined);

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

const MOST = 40;

/** Where the difference is in it, what is left out being said. */
function shorten(text: string, from: number): string {
  if (text.length <= MOST) return text;
  const start = from < MOST - 10 ? 0 : from - 10;
  const shown = sliceWhole(text.slice(start), MOST);
  return `${start > 0 ? '…' : ''}${shown}${start + shown.length < text.length ? '…' : ''}`;
}
