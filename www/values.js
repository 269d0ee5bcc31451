/*
 * Owns how values are written as text. What must hold: what is shown is exact: nothing is left out without a mark, and a character
 * that can't be seen, or that turns the direction of what follows, is written as its escape. Deliberately absent: HTML; callers set
 * textContent.
 */

// Controls, direction marks, line separators, zero-width and other ignorable characters: invisible, or able to disguise their neighbours.
const hidden = /\p{Cc}|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}/gu;
const escaped = char => Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

/** A string for people: line breaks stay, what can't be seen is escaped. */
export const visible = text => text.replace(hidden, char => (char === '\n' ? char : escaped(char)));

/** Exact JSON, indented; still the same JSON, because the escapes are JSON's own. */
export const exactJson = (value, indent = 2) =>
  JSON.stringify(value, null, indent).replace(hidden, char => (char === '\n' && indent > 0 ? char : escaped(char)));

/** Whether JSON says all there is to say about a value. */
export function isJson(value) {
  const work = [value];
  const seen = new Set();
  while (work.length > 0) {
    const each = work.pop();
    if (each === null || typeof each === 'string' || typeof each === 'boolean') continue;
    if (typeof each === 'number') {
      if (!Number.isFinite(each) || Object.is(each, -0)) return false;
      continue;
    }
    const plain = Array.isArray(each) || (typeof each === 'object' && Object.prototype.toString.call(each) === '[object Object]');
    if (!plain || seen.has(each)) return false;
    seen.add(each);
    for (const inner of Array.isArray(each) ? Array.from(each) : Object.values(each)) work.push(inner);
  }
  return true;
}

/** Any value as text, on one line or indented. `budget`: characters after which the rest becomes `…`. */
export function show(value, { indent = 0, budget = 20_000 } = {}) {
  const writer = { left: budget, seen: new Set() };
  return write(value, indent > 0 ? '\n' : '', writer);
}

function write(value, gap, writer) {
  if (writer.left <= 0) return '…';
  const text = scalar(value);
  if (text !== undefined) {
    const cut = text.length > writer.left ? `${text.slice(0, writer.left)}…` : text;
    writer.left -= cut.length;
    return cut;
  }
  if (writer.seen.has(value)) return '(seen above)';
  writer.seen.add(value);
  if (writer.seen.size > 2_000) return '…';
  const [open, close, parts] = pieces(value);
  if (parts.length === 0) return open + close;
  const inner = gap && `${gap}  `;
  const written = [];
  for (const [label, part] of parts) {
    if (writer.left <= 0 || inner.length > 60) {
      written.push('…');
      break;
    }
    writer.left -= label.length + 2;
    written.push(label + write(part, inner, writer));
  }
  return gap ? `${open}${inner}${written.join(`,${inner}`)}${gap}${close}` : `${open} ${written.join(', ')} ${close}`;
}

function scalar(value) {
  if (typeof value === 'string') return exactJson(value, 0);
  if (typeof value === 'bigint') return `${value}n`;
  if (Object.is(value, -0)) return '-0';
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : `Date ${value.toISOString()}`;
  if (value instanceof RegExp) return visible(String(value));
  if (value instanceof Error) return visible(`${value.name}: ${value.message}`);
  if (value instanceof ArrayBuffer) return `ArrayBuffer of ${value.byteLength} bytes`;
  return undefined;
}

/** How a container opens and closes, and its parts, each with a label. */
function pieces(value) {
  if (Array.isArray(value)) return ['[', ']', Array.from(value, part => ['', part])];
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    return [`${Object.prototype.toString.call(value).slice(8, -1)} [`, ']', Array.from(value, part => ['', part])];
  }
  if (value instanceof Set) return ['Set {', '}', Array.from(value, part => ['', part])];
  if (value instanceof Map) return ['Map {', '}', Array.from(value).flatMap(([key, part]) => [['', { key, value: part }]])];
  return [
    '{',
    '}',
    Object.entries(value).map(([key, part]) => [`${/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? key : exactJson(key, 0)}: `, part]),
  ];
}

/** A moment, with its day. */
export const moment = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
});

/** Milliseconds for people. */
export const duration = ms => (ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`);
export const bytes = count => (count < 1_048_576 ? `${Math.round(count / 1_024)} KiB` : `${(count / 1_048_576).toFixed(1)} MiB`);
