/*
 * Owns the canonical form of plain JSON: members sorted by name, so that equal data is equal text whatever a database did to its
 * order. What must hold: no recursion over the data, which may come from anywhere. Deliberately absent: anything but plain JSON.
 */

/** An object or a list that is being written: its members from `at` on are still to come. */
interface Open {
  readonly holder: Readonly<Record<string, unknown>> | readonly unknown[];
  /** Of an object, sorted. */
  readonly keys: readonly string[] | undefined;
  readonly count: number;
  at: number;
}

/** Canonical text of plain JSON data (what `JSON.parse` gives). */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return leaf(value);
  let text = '';
  const open: Open[] = [];
  const enter = (holder: object): void => {
    const keys = Array.isArray(holder) ? undefined : Object.keys(holder).sort();
    const whole = keys && flat(holder as Readonly<Record<string, unknown>>, keys);
    if (whole !== undefined) {
      text += whole;
      return;
    }
    open.push({ holder: holder as Open['holder'], keys, count: keys?.length ?? (holder as unknown[]).length, at: 0 });
    text += keys ? '{' : '[';
  };
  enter(value);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (top.at === top.count) {
      text += top.keys ? '}' : ']';
      open.pop();
      continue;
    }
    if (top.at > 0) text += ',';
    const key = top.keys?.[top.at] ?? top.at;
    if (typeof key === 'string') text += `${JSON.stringify(key)}:`;
    const member = (top.holder as Readonly<Record<string | number, unknown>>)[key];
    top.at++;
    if (typeof member === 'object' && member !== null) enter(member);
    else text += leaf(member);
  }
  return text;
}

/** Most of a record is objects that hold no others: the platform writes one in one go, in the order of the names it is given. */
function flat(holder: Readonly<Record<string, unknown>>, keys: string[]): string | undefined {
  for (const key of keys) {
    const member = holder[key];
    // What is undefined would be left out.
    if ((typeof member === 'object' && member !== null) || member === undefined) return undefined;
  }
  return JSON.stringify(holder, keys);
}

function leaf(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}
