/*
 * Owns how a place inside a value is named: `input.items[2].onClick`, as src/engine/convert/path.rs does.
 */

/** One step from a value into what it holds. */
export type Step =
  | { readonly key: string }
  | { readonly index: number }
  | { readonly symbol: symbol }
  | { readonly entry: unknown; readonly at: number }
  | { readonly keyAt: number }
  | { readonly member: number }
  | { readonly buffer: true };

/** Steps shown of a long path: the first and the last. */
const FIRST = 10;
const LAST = 20;
/** Characters shown of one key. */
const KEY_CHARS = 60;

/** `root` and the steps from it. */
export function inPath(root: string, steps: readonly Step[]): string {
  if (steps.length <= FIRST + LAST) return root + steps.map(inStep).join('');
  return `${root}${steps.slice(0, FIRST).map(inStep).join('')}…${steps.slice(-LAST).map(inStep).join('')}`;
}

function inStep(step: Step): string {
  if ('index' in step) return `[${step.index}]`;
  if ('key' in step) return inKey(step.key);
  if ('symbol' in step) return `[${String(step.symbol)}]`;
  if ('keyAt' in step) return `.keys()[${step.keyAt}]`;
  if ('member' in step) return `.values()[${step.member}]`;
  if ('buffer' in step) return '.buffer';
  const { entry, at } = step;
  if (typeof entry === 'string') return `.get(${quoted(entry)})`;
  if (entry === null || ['undefined', 'boolean', 'number'].includes(typeof entry))
    return `.get(${Object.is(entry, -0) ? '-0' : String(entry)})`;
  return `.entries()[${at}][1]`;
}

function inKey(key: string): string {
  if (/^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1) return `[${key}]`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${cut(key)}` : `[${quoted(key)}]`;
}

/** Lone surrogates are shown as U+FFFD, as everywhere in messages. */
function quoted(key: string): string {
  return JSON.stringify(cut(key).replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd'));
}

function cut(key: string): string {
  if (key.length <= KEY_CHARS) return key;
  const chars = [...key];
  return chars.length <= KEY_CHARS ? key : `${chars.slice(0, KEY_CHARS).join('')}…`;
}
