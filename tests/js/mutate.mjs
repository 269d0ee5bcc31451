/*
 * Owns damage: structured changes of a plain JSON object, a few for each of its places, as somebody would make who wants to break or to cheat what reads
 * it. What must hold: the same object gives the same changes; each changes something. Deliberately absent: sealing, and what must come of it.
 */

/** As members too, which an object literal cannot have. */
const NAMES = ['__proto__', 'constructor', 'toString', 'toJSON', 'then', 'length', 'hasOwnProperty', '0', ''];
const NUMBERS = [0, -1, 0.5, 1e300, -1e300, 5e-324, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 8.64e15 + 1];
const TEXTS = ['', ' ', 'x', '\0', '\ud800', '../../etc/passwd', 'a:b/c', '0'.repeat(64), '🙈'.repeat(3), 'x'.repeat(70_000), ...NAMES];
/** Values as text: unreadable, deep, wide, shared, sparse, or with names that mean something to JavaScript. */
const VALUES = [
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"then":1,"toJSON":2}',
  `${'['.repeat(9_000)}${']'.repeat(9_000)}`,
  `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  '1e999',
  '-0',
  '~',
  '~-1',
  '~-7',
  '~[1]',
  '~[[0]]',
  '~[[-7,4294967295]]',
  '~[[-7,4294967294,4294967293,1],1]',
  '~[{"__proto__":1},{"polluted":2},1]',
  '~[["Map",1,1],["Set",0]]',
  '~[["Error",1],["__proto__","x"]]',
  '~[["Fill",1],[2,2,3],{},["__proto__",4],{"polluted":5},1]',
  '~[["Fill",1],[2,2,3],[],[4],7]',
  '~[["Date","never"]]',
  '~[["BigInt","x"]]',
  `~[["BigInt","${'9'.repeat(20_000)}"]]`,
  '~[["RegExp","(","g"]]',
  '~[["RegExp","(a+)+$","zz"]]',
  '~[["Uint8Array",1],["ArrayBuffer","!!"]]',
  '~[["Float64Array",1],["ArrayBuffer","AAAA"]]',
  '~[["Uint8Array",1,0,99999999],["ArrayBuffer","AAAA"]]',
  `~[${Array.from({ length: 60 }, (_, at) => `[${at + 1},${at + 1}]`).join(',')},1]`,
];
const OTHERS = [null, true, false, [], {}, [null], [[]], { e: 'call' }];
/** What the code of a run may be made. */
export const CODES = [
  '',
  'for (;;) {}',
  'await new Promise(() => {})',
  'throw { then: 1 }',
  'return [].constructor.constructor("return this")()',
  'let s = "x"; for (;;) s += s',
  'const f = () => f(); f()',
  `${'('.repeat(5_000)}1${')'.repeat(5_000)}`,
  'return input',
  '}{',
  'await records.delete({ id: 666 }); return 1',
  'await Promise.all(Array.from({ length: 3000 }, (_, id) => list({ id })))',
];

/** Every place of it, as paths. */
function placesOf(root) {
  const places = [];
  const rest = [[]];
  for (let path = rest.pop(); path; path = rest.pop()) {
    const value = path.reduce((at, key) => at[key], root);
    if (path.length > 0) places.push(path);
    if (typeof value === 'object' && value !== null) rest.push(...Object.keys(value).map(key => [...path, key]));
  }
  return places;
}

/** `__proto__` as a member, which an assignment would not make. */
function put(holder, key, value) {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Each as `{ what, apply(copy) }`; `rich`: every odd value at every place, else some of them. */
function editsAt(path, root, pick, rich) {
  const key = path.at(-1);
  const holderOf = copy => path.slice(0, -1).reduce((at, name) => at[name], copy);
  const value = holderOf(root)[key];
  const where = path.join('.');
  const edits = [];
  const edit = (what, apply) => edits.push({ what: `${where}: ${what}`, apply: copy => apply(holderOf(copy)) });
  const set = (what, to) => edit(what, holder => put(holder, key, to));
  const some = (list, count) => (rich ? list : Array.from({ length: Math.min(count, list.length) }, () => list[pick(list.length)]));
  edit('deleted', holder => (Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key]));
  for (const other of some(OTHERS, 2)) set(`made ${JSON.stringify(other)}`, other);
  for (const number of some(typeof value === 'number' ? [...NUMBERS, value + 1, value - 1, -value, value * 2] : NUMBERS, 2))
    set(`made ${number}`, number);
  for (const text of some(TEXTS, 2)) set(`made text ${JSON.stringify(text.slice(0, 20))}`, text);
  if (typeof value === 'string') {
    for (const text of some(VALUES, 3)) set(`made the value ${text.slice(0, 40)}`, text);
    edit('longer', holder => put(holder, key, `${value}0`));
    edit('shorter', holder => put(holder, key, value.slice(0, -1)));
  }
  if (key === 'code') for (const code of CODES) set(`made ${JSON.stringify(code.slice(0, 40))}`, code);
  edit('swapped with another member', holder => {
    const keys = Object.keys(holder);
    const other = keys[pick(keys.length)];
    const kept = holder[key];
    put(holder, key, holder[other]);
    put(holder, other, kept);
  });
  if (Array.isArray(holderOf(root))) {
    edit('there twice', holder => holder.splice(Number(key), 0, structuredClone(holder[key])));
    edit('moved', holder => holder.splice(pick(holder.length), 0, ...holder.splice(Number(key), 1)));
    edit('last', holder => holder.splice(Number(key) + 1));
    edit('first', holder => holder.splice(0, Number(key)));
    edit('repeated at the end', holder => holder.push(structuredClone(holder[key])));
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    for (const name of some(NAMES, 2)) edit(`given ${JSON.stringify(name)}`, holder => put(holder[key], name, { polluted: 1 }));
  if (Array.isArray(value)) edit('turned around', holder => holder[key].reverse());
  return edits;
}

/** Numbers below `below`, the same for the same seed. */
export function picker(seed) {
  let state = seed >>> 0;
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % Math.max(below, 1);
  };
}

/** Copies of `root`, each with one change, and what that is. */
export function* mutations(root, seed, { rich = false } = {}) {
  const pick = picker(seed);
  const text = JSON.stringify(root);
  for (const path of placesOf(root)) {
    for (const { what, apply } of editsAt(path, root, pick, rich)) {
      const mutant = JSON.parse(text);
      apply(mutant);
      if (JSON.stringify(mutant) !== text) yield { what, mutant };
    }
  }
}
