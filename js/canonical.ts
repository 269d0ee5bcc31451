/*
 * Owns the canonical form of plain JSON: members sorted by name, so that equal data is equal text whatever a database did to its
 * order. What must hold: no recursion over the data, which may come from anywhere. Deliberately absent: anything but plain JSON.
 */

/** Canonical text of plain JSON data (what `JSON.parse` gives). */
export function canonical(value: unknown): string {
  const out: string[] = [];
  const todo: ({ text: string } | { value: unknown })[] = [{ value }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if ('text' in next) out.push(next.text);
    else open(next.value, out, todo);
  }
  return out.join('');
}

function open(value: unknown, out: string[], todo: ({ text: string } | { value: unknown })[]): void {
  if (typeof value !== 'object' || value === null) {
    out.push(JSON.stringify(value) ?? 'null');
    return;
  }
  const list = Array.isArray(value);
  const keys = list ? undefined : Object.keys(value).sort();
  const count = keys?.length ?? (value as unknown[]).length;
  out.push(list ? '[' : '{');
  todo.push({ text: list ? ']' : '}' });
  for (let at = count - 1; at >= 0; at--) {
    const key = keys?.[at];
    todo.push({ value: key === undefined ? (value as unknown[])[at] : (value as Record<string, unknown>)[key] });
    todo.push({ text: `${at === 0 ? '' : ','}${key === undefined ? '' : `${JSON.stringify(key)}:`}` });
  }
}

/** Bytes of UTF-8, which is what every limit on text counts; a lone surrogate counts as its replacement does. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    if (unit >= 0xd800 && unit < 0xdc00 && isLow(text.charCodeAt(at + 1))) at++;
  }
  return bytes;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

/** Whether text is over a limit of bytes, without counting where its length already tells. */
export function isOver(text: string, limit: number): boolean {
  if (text.length > limit) return true;
  return text.length * 3 > limit && utf8Bytes(text) > limit;
}
