/*
 * Owns saying what an edit changes, in one line. What must hold: it names each field that differs, or says that the whole is replaced.
 */
import { exactly, isOwnRecord } from './exact.js';
import { asLine } from './visible.js';
import type { CardWords } from './words.js';

/** Both are plain JSON. */
export const isSameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export function changesOf(before: unknown, after: unknown, words: CardWords): string {
  if (isSameJson(before, after)) return words.unchanged;
  if (!isOwnRecord(before) || !isOwnRecord(after)) return words.replaced;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const short = (holder: Record<string, unknown>, name: string): string =>
    Object.hasOwn(holder, name) ? shorten(holder[name]) : words.nothing;
  const said = names
    .filter(name => !isSameJson(own(before, name), own(after, name)))
    .slice(0, 6)
    .map(name => words.change(asLine(name, 40), short(before, name), short(after, name)));
  return said.length > 0 ? `${said.join('; ')}.` : words.replaced;
}

const own = (holder: Record<string, unknown>, name: string): unknown => (Object.hasOwn(holder, name) ? holder[name] : undefined);

function shorten(value: unknown): string {
  const { text, cut } = exactly(value, { limit: 40 });
  return cut || text.length === 40 ? `${text}…` : text;
}
