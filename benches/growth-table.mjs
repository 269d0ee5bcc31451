/*
 * Owns the table of growth: what code commonly does, over `n` things and over twice as many, here and in the platform's own engine. A ratio near 2 is
 * work that grows with its size, one near 4 grows with the square. What must hold: each program returns something small that depends on all of its
 * work, so that the two engines can be held against each other; sizes take 5 to 50 ms here. `node benches/growth-table.mjs [part of a name]` prints it
 * for pkg/ in Node; benches/bench.mjs may give `growthTable` any other sandbox. Deliberately absent: how fast anything is beside its peers.
 */
import { pathToFileURL } from 'node:url';
import { median } from './samples.mjs';

const row = (name, n, body) => ({ name, n, code: count => `const n = ${count};\n${HEAD}${body}` });

/** What the programs share. The seconds of a run that only does this are not taken off: they grow with `n` too. */
const HEAD = 'const list = (n) => Array.from({ length: n }, (_, i) => i);\n';

/** Each built-in and idiom: `code(n)` is a program over `n` things, `n` the size to begin at. */
export const rows = [
  row('text += piece', 40_000, "let s = ''; for (let i = 0; i < n; i++) s += 'piece,' + i; return s.length"),
  row('text = text + piece', 40_000, "let s = ''; for (let i = 0; i < n; i++) s = s + '-' + i; return s.length"),
  row('text = piece + text', 5_000, "let s = ''; for (let i = 0; i < n; i++) s = i + ',' + s; return s.length"),
  row(
    'text += text[i]',
    20_000,
    "const from = 'abcde'.repeat(n / 5); let s = ''; for (let i = 0; i < from.length; i++) s += from[i]; return s.length",
  ),
  row(
    'this.text += piece',
    20_000,
    "class Out { text = ''; add(x) { this.text += x + ','; } } const o = new Out(); for (let i = 0; i < n; i++) o.add(i); return o.text.length",
  ),
  row('object.text += piece', 20_000, "const o = { text: '' }; for (let i = 0; i < n; i++) o.text += 'piece ' + i; return o.text.length"),
  row(
    'texts[key] += piece',
    20_000,
    "const o = { a: '', b: '' }; for (let i = 0; i < n; i++) o[i % 2 ? 'a' : 'b'] += 'piece ' + i; return o.a.length",
  ),
  row('reduce to a text', 20_000, "return list(n).reduce((text, x) => text + x + ',', '').length"),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a program of its own
  row('reduce to a template', 20_000, 'return list(n).reduce((text, x) => `${text}${x},`, "").length'),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a program of its own
  row('text in a template', 20_000, 'let s = ""; for (let i = 0; i < n; i++) s = `${s}line ${i}\\n`; return s.length'),
  row(
    'templates and join',
    20_000,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a program of its own
    'const lines = []; for (let i = 0; i < n; i++) lines.push(`line ${i} of ${n}`); return lines.join("\\n").length',
  ),
  row('push and join', 40_000, "const a = []; for (let i = 0; i < n; i++) a.push('piece'); return a.join().length"),
  row(
    'text.length in a loop',
    20_000,
    "const s = 'ab,'.repeat(n); let t = 0; for (let i = 0; i < s.length; i++) if (s[i] === ',') t++; return t",
  ),
  row(
    'charAt, charCodeAt, at',
    10_000,
    "const s = 'ab,'.repeat(n); let t = 0; for (let i = 0; i < s.length; i++) if (s.charAt(i) === ',' || s.charCodeAt(i) === 97 || s.at(i) === 'x') t++; return t",
  ),
  row('for of a text', 20_000, "let t = 0; for (const c of 'ab,'.repeat(n)) if (c === ',') t++; return t"),
  row('slice on', 10_000, "let s = 'ab,'.repeat(n), t = 0; while (s) { s = s.slice(s.indexOf(',') + 1); t++ } return t"),
  row(
    'slice by index',
    20_000,
    "const s = 'abc'.repeat(n); let t = 0; for (let i = 0; i < s.length; i += 3) t += s.slice(i, i + 3).length; return t",
  ),
  row('indexOf from', 20_000, "const s = 'ab,'.repeat(n); let t = 0, i = -1; while ((i = s.indexOf(',', i + 1)) >= 0) t++; return t"),
  row(
    'startsWith at',
    20_000,
    "const s = 'ab,'.repeat(n); let t = 0; for (let i = 0; i < s.length; i++) if (s.startsWith('ab', i)) t++; return t",
  ),
  row('split at lines', 20_000, "return 'a line \\n'.repeat(n).split('\\n').map(x => x.trim()).length"),
  row('split to characters', 20_000, "return 'abc'.repeat(n).split('').reverse().join('').length"),
  row('split at a pattern', 10_000, "return 'a, b;'.repeat(n).split(/[,;]\\s*/).length"),
  row(
    'exec with g',
    10_000,
    "const s = 'ab1,'.repeat(n), re = /([a-z]+)(\\d)/g; let t = 0, m; while ((m = re.exec(s))) t += m[1].length; return t",
  ),
  row('exec with y', 10_000, "const s = 'ab 12 '.repeat(n), re = /[a-z]+|\\d+|\\s+/y; let t = 0; while (re.exec(s)) t++; return t"),
  row(
    'tokens by sticky patterns',
    5_000,
    "const s = 'ab 12 '.repeat(n), kinds = [/\\d+/y, /[a-z]+/y, /\\s+/y]; let at = 0, t = 0; while (at < s.length) { for (const k of kinds) { k.lastIndex = at; const m = k.exec(s); if (m) { at += m[0].length; t++; break } } } return t",
  ),
  row('matchAll', 10_000, "return [...'ab1,'.repeat(n).matchAll(/([a-z]+)(\\d)/g)].length"),
  row('match with g', 10_000, "return 'ab1,'.repeat(n).match(/[a-z]+\\d/g).length"),
  row('replace with a function', 10_000, "return 'ab,'.repeat(n).replace(/[a-z]+/g, x => x.toUpperCase()).length"),
  row('replaceAll', 20_000, "return 'ab,'.repeat(n).replaceAll(',', '; ').length"),
  row('test of many texts', 10_000, "return list(n).filter(x => /^k\\d*7$/.test('k' + x)).length"),
  row('trim, pad, case', 10_000, "return list(n).map(x => (' ' + x + ' ').trim().padStart(9, '0').toUpperCase()).join('').length"),
  row(
    'text comparison',
    10_000,
    "const a = list(n).map(x => 'key' + x); let t = 0; for (let i = 1; i < n; i++) if (a[i] > a[i - 1]) t++; return t",
  ),
  row('shift', 20_000, 'const q = list(n); let t = 0; while (q.length) t += q.shift(); return t'),
  row(
    'queue: push and shift',
    20_000,
    'const q = [1]; let t = 0; while (q.length) { const x = q.shift(); t += x; if (t < n) q.push(1, 1); } return t',
  ),
  row('unshift', 5_000, 'const a = []; for (let i = 0; i < n; i++) a.unshift(i); return a[0]'),
  row('splice from the front', 5_000, 'const a = list(n); let t = 0; while (a.length) t += a.splice(0, 1)[0]; return t'),
  row('splice in chunks', 40_000, 'const a = list(n), chunks = []; while (a.length) chunks.push(a.splice(0, 100)); return chunks.length'),
  row(
    'slice in chunks',
    40_000,
    'const a = list(n), chunks = []; for (let i = 0; i < n; i += 100) chunks.push(a.slice(i, i + 100)); return chunks.length',
  ),
  row('pop', 40_000, 'const a = list(n); let t = 0; while (a.length) t += a.pop(); return t'),
  row('length = 0', 40_000, 'const a = list(n); a.length = 0; for (let i = 0; i < n; i++) a.push(i); a.length = 1; return a.length'),
  row('f(...list)', 20_000, 'const count = (...rest) => rest.length; return count(...list(n))'),
  row('Math.max(...list)', 20_000, 'return Math.max(...list(n)) + Math.min(...list(n))'),
  row('push(...list)', 20_000, 'const a = []; a.push(...list(n)); a.push(...a); return a.length'),
  row('[first, ...rest] = list', 20_000, 'const [first, ...rest] = list(n); return first + rest.length'),
  row('[a, b] = pair in a loop', 10_000, 'let t = 0; for (const [a, b] of list(n).map(x => [x, 1])) t += b; return t'),
  row('[...list]', 40_000, "const l = list(n); return [...l, ...new Set(l), ...'a'.repeat(n)].length"),
  row('[...all, x] in reduce', 500, 'return list(n).reduce((all, x) => [...all, x], []).length'),
  row('concat in reduce', 500, 'return list(n).reduce((all, x) => all.concat(x), []).length'),
  row('{ ...all, k } in reduce', 150, "return Object.keys(list(n).reduce((all, x) => ({ ...all, ['k' + x]: x }), {})).length"),
  row('{ ...record, k }', 5_000, 'return list(n).map(id => ({ id, a: 1, b: 2 })).map(x => ({ ...x, c: 3 })).length'),
  row('Array.from', 40_000, 'return Array.from({ length: n }, (_, i) => i).length + Array.from(new Set(list(n))).length'),
  row('fill and keys', 40_000, 'return [...Array(n).keys()].length + new Array(n).fill(0).map((_, i) => i).length'),
  row(
    'includes, indexOf',
    1_000,
    'const a = list(n); let t = 0; for (let i = 0; i < n; i++) if (a.includes(i) && a.indexOf(i) === i) t++; return t',
  ),
  row('map, filter, reduce', 20_000, 'return list(n).map(x => x + 1).filter(x => x % 2).reduce((a, b) => a + b, 0)'),
  row('some, every, find', 20_000, 'const a = list(n); return a.some(x => x < 0) || a.every(x => x >= 0) && a.find(x => x === n - 1)'),
  row('flat and flatMap', 10_000, 'return list(n).flatMap(x => [[x], x]).flat().length'),
  row('reverse, toReversed', 40_000, 'return list(n).reverse().toReversed().length'),
  row('sort numbers', 10_000, 'return list(n).map(x => x * 7919 % 10007).sort((a, b) => a - b)[0]'),
  row('sort without comparator', 5_000, 'return list(n).map(x => x * 7919 % 10007).sort()[0]'),
  row('sort by localeCompare', 2_000, "return list(n).map(x => 'k' + x * 7919 % 10007).sort((a, b) => a.localeCompare(b))[0]"),
  row(
    'toSorted by two keys',
    5_000,
    "return list(n).map(x => ({ a: x % 10, b: 'k' + x })).toSorted((x, y) => x.a - y.a || (x.b < y.b ? -1 : 1))[0].b",
  ),
  row(
    'typed arrays',
    40_000,
    'const a = new Float64Array(n); for (let i = 0; i < n; i++) a[i] = i; return a.map(x => x * 2).reduce((x, y) => x + y, 0)',
  ),
  row(
    'matrix',
    150,
    'const m = list(n).map(() => new Array(n).fill(1)); let t = 0; for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) t += m[i][j]; return t / n',
  ),
  row('group into an object', 20_000, "const g = {}; for (const x of list(n)) (g['k' + x % 50] ??= []).push(x); return g.k1.length"),
  row('count into an object', 20_000, "const g = {}; for (const x of list(n)) g['k' + x % 50] = (g['k' + x % 50] || 0) + 1; return g.k1"),
  row(
    'many keys set and read',
    10_000,
    "const o = {}; for (const x of list(n)) o['k' + x] = x; let t = 0; for (const k in o) t += o[k]; return t",
  ),
  row(
    'delete, last first',
    10_000,
    "const o = {}; for (const x of list(n)) o['k' + x] = x; for (let i = n; i--;) delete o['k' + i]; return Object.keys(o).length",
  ),
  row(
    'delete, first first',
    5_000,
    "const o = {}; for (const x of list(n)) o['k' + x] = x; for (let i = 0; i < n; i++) delete o['k' + i]; return Object.keys(o).length",
  ),
  row(
    'delete of one of few keys',
    5_000,
    'let t = 0; for (let i = 0; i < n; i++) { const o = { a: 1, b: 2, c: 3 }; delete o.a; t += o.b; } return t',
  ),
  row(
    'number keys',
    20_000,
    'const o = {}; for (const x of list(n)) o[x * 7] = x; let t = 0; for (const k of Object.keys(o)) t += o[k]; return t',
  ),
  row(
    'numbers deleted, first first',
    10_000,
    'const o = {}; for (const x of list(n)) o[x] = x; for (let i = 0; i < n; i++) delete o[i]; return Object.keys(o).length',
  ),
  row(
    'Object.keys(o).length in a loop',
    200,
    "const o = {}; let t = 0; for (let i = 0; i < n; i++) { o['k' + i] = 1; t += Object.keys(o).length; } return t",
  ),
  row(
    'entries and fromEntries',
    5_000,
    "const o = Object.fromEntries(list(n).map(x => ['k' + x, x])); return Object.keys(Object.fromEntries(Object.entries(o))).length",
  ),
  row(
    'Object.assign, many keys',
    5_000,
    "const o = {}; for (const x of list(n)) Object.assign(o, { ['k' + x]: x }); return Object.keys(Object.assign({}, o)).length",
  ),
  row('Object.groupBy', 10_000, "return Object.keys(Object.groupBy(list(n), x => 'k' + x % 100)).length"),
  row(
    'rest of an object',
    5_000,
    'let t = 0; for (const x of list(n).map(id => ({ id, a: 1, b: 2 }))) { const { id, ...rest } = x; t += rest.a; } return t',
  ),
  row(
    'records of one shape',
    10_000,
    "return list(n).map(id => ({ id, name: 'n' + id, tags: ['a'] })).filter(x => x.id % 2 && x.name).length",
  ),
  row(
    'Map set and get',
    10_000,
    "const m = new Map(); for (const x of list(n)) m.set('k' + x, x); let t = 0; for (const [k] of m) t += m.get(k); return t",
  ),
  row(
    'Map delete, first first',
    5_000,
    'const m = new Map(list(n).map(x => [x, x])); let t = 0; for (let i = 0; i < n; i++) { t += m.get(i); m.delete(i); } return t + m.size',
  ),
  row(
    'Map as a cache',
    5_000,
    'const m = new Map(); for (let i = 0; i < n; i++) { m.set(i, i); if (m.size > 1000) m.delete(m.keys().next().value); } return m.size',
  ),
  row('Set delete while iterated', 5_000, 'const s = new Set(list(n)); for (const x of s) s.delete(x); return s.size'),
  row('Set of texts', 10_000, "return new Set(list(n).map(x => 'k' + x % 5000)).size"),
  row(
    'Map of objects',
    10_000,
    'const keys = list(n).map(id => ({ id })), m = new Map(keys.map(k => [k, k.id])); let t = 0; for (const k of keys) t += m.get(k); return t',
  ),
  row(
    'Set operations',
    5_000,
    'const a = new Set(list(n)), b = new Set(list(n).map(x => x * 2)); return a.union(b).size + a.intersection(b).size + a.difference(b).size',
  ),
  row('JSON both ways', 5_000, "return JSON.parse(JSON.stringify(list(n).map(id => ({ id, name: 'n' + id })))).length"),
  row('JSON with indent', 5_000, "return JSON.stringify(list(n).map(id => ({ id, name: 'n' + id })), null, 2).length"),
  row('structuredClone', 5_000, "return structuredClone(list(n).map(id => ({ id, name: 'n' + id }))).length"),
  row('generator', 20_000, 'function* g() { for (let i = 0; i < n; i++) yield i } let t = 0; for (const x of g()) t += x; return t'),
  row('generator spread', 20_000, 'function* g() { for (let i = 0; i < n; i++) yield i } return [...g()].length + Array.from(g()).length'),
  row('iterator helpers', 10_000, 'return list(n).values().map(x => x + 1).filter(x => x % 2).toArray().length'),
  row(
    'memo in an object',
    10_000,
    'const memo = {}; for (let i = 0; i < n; i++) { const k = i + ":" + i; memo[k] = (memo[i - 1 + ":" + (i - 1)] ?? 0) + 1; } return memo[n - 1 + ":" + (n - 1)]',
  ),
  row(
    'recursion with a Map',
    1_500,
    'const memo = new Map(); const f = (k) => { if (k < 2) return k; if (memo.has(k)) return memo.get(k); const v = (f(k - 1) + f(k - 2)) % 997; memo.set(k, v); return v; }; return f(n)',
  ),
  row(
    'linked list',
    20_000,
    'let head = null; for (let i = 0; i < n; i++) head = { i, next: head }; let t = 0; for (let at = head; at; at = at.next) t += at.i; return t',
  ),
  row('for in of an array', 10_000, 'const a = list(n); let t = 0; for (const i in a) t += a[i]; return t'),
  row(
    'try in a loop',
    2_000,
    'let t = 0; for (let i = 0; i < n; i++) { try { if (i % 2) throw new Error("odd"); t++; } catch (e) { t += e.message.length; } } return t',
  ),
  row(
    'class instances',
    10_000,
    'class P { #x; constructor(x) { this.#x = x; } get x() { return this.#x; } } let t = 0; for (let i = 0; i < n; i++) t += new P(i).x; return t',
  ),
  row('closures', 20_000, 'const fs = []; for (let i = 0; i < n; i++) fs.push(() => i); return fs.reduce((t, f) => t + f(), 0)'),
  row('await in a loop', 5_000, 'let t = 0; for (let i = 0; i < n; i++) t += await i; return t'),
  row('Promise.all', 5_000, 'return (await Promise.all(list(n).map(async (x) => x + 1))).length'),
  row('dates', 2_000, 'return list(n).map(x => new Date(x * 86400000).toISOString().slice(0, 7)).filter(x => x === "1970-02").length'),
  row('big numbers', 100, 'let f = 1n; for (let i = 1n; i < n; i++) f *= i; return f.toString().length'),
  row(
    'toFixed, parse, Number',
    10_000,
    'let t = 0; for (let i = 0; i < n; i++) t += Number((i / 7).toFixed(2)) + parseInt(i + "px", 10); return Math.round(t)',
  ),
  row('toLocaleString', 2_000, 'return list(n).map(x => (x * 1000).toLocaleString()).join(" ").length'),
];

const ROUNDS = 5;
const LIMIT = 2.6;

async function timed(run, code) {
  const start = performance.now();
  await run(code);
  return performance.now() - start;
}

/** Milliseconds at `n` and at twice `n`, in turn, and their ratio; `floor` is what an empty run takes. */
async function grown(run, { code, n }, floor) {
  const [once, twice] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    once.push(Math.max((await timed(run, code(n))) - floor, 0.01));
    twice.push(Math.max((await timed(run, code(2 * n))) - floor, 0.01));
  }
  return { once: median(once), twice: median(twice), ratio: median(twice) / median(once) };
}

const AsyncFunction = (async () => {}).constructor;

/** A program in the engine this file runs in. */
const inPlatform = code => new AsyncFunction(code)();

/** What a program gives there; `undefined` where an older engine lacks a built-in of it. */
const platformValue = row =>
  inPlatform(row.code(row.n >> 2)).catch(error => {
    if (error instanceof TypeError && error.message.endsWith('is not a function')) return undefined;
    throw error;
  });

/**
 * The table: `run(code)` runs a program in a sandbox. Each row has `name`, `n`, and for `here` and `platform` the milliseconds at `n` and at twice `n`
 * and their `ratio`, `platform` being `null` where that engine lacks a built-in; `grows` where the ratio is above 2.6 and clearly above the platform's.
 */
export async function growthTable(run, { only = '', onRow = () => {} } = {}) {
  const table = [];
  const floors = [];
  for (let round = 0; round < ROUNDS * 3; round++) floors.push(await timed(run, 'return 1'));
  const floor = median(floors);
  for (const row of rows.filter(({ name }) => name.includes(only))) {
    const here = await grown(run, row, floor);
    const platform = (await platformValue(row)) === undefined ? null : await grown(inPlatform, row, 0);
    const grows = here.ratio > LIMIT && here.ratio > (platform?.ratio ?? 2) * 1.3;
    table.push({ name: row.name, n: row.n, here, platform, grows });
    onRow(table.at(-1));
  }
  return table;
}

const cell = (value, width, digits = 1) => value.toFixed(digits).padStart(width);

/** A row of the table as a line of text. */
export function growthLine({ name, n, here, platform, grows }) {
  const ours = cell(here.once, 10) + cell(here.twice, 10) + cell(here.ratio, 8, 2);
  const theirs = platform ? cell(platform.once, 10, 2) + cell(platform.ratio, 8, 2) : '-'.padStart(10) + '-'.padStart(8);
  return `${name.padEnd(32)}${String(n).padStart(8)}${ours}${theirs}${grows ? '  <-' : ''}`;
}

export const growthHead = `${''.padEnd(32)}${'n'.padStart(8)}${'ms'.padStart(10)}${'2n'.padStart(10)}${'ratio'.padStart(8)}${'platform'.padStart(10)}${'ratio'.padStart(8)}`;

async function main() {
  const { createSandbox } = await import('../pkg/node.js');
  const sandbox = createSandbox({ limits: { timeoutMs: 60_000 } });
  const run = async code => {
    const result = await sandbox.run({ code });
    if (result.status !== 'completed') throw new Error(`${code}\n${JSON.stringify(result.error ?? result.status)}`);
    return result.value;
  };
  const only = process.argv[2];
  for (const row of rows.filter(({ name }) => !only || name.includes(only))) {
    const { name, code, n } = row;
    const [here, there] = [await run(code(n >> 2)), await platformValue(row)];
    if (there !== undefined && here !== there) throw new Error(`${name}: ${here} here, ${there} in the platform's engine`);
  }
  console.log(growthHead);
  const table = await growthTable(run, { only, onRow: row => console.log(growthLine(row)) });
  const worse = table.filter(row => row.grows).map(row => row.name);
  console.log(worse.length === 0 ? 'Nothing grows faster than its work.' : `Faster than its work grow: ${worse.join(', ')}.`);
  await sandbox.dispose?.();
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
