/*
 * Owns built-ins called with anything. Deliberately absent: giant sizes (giants.mjs), work without an end (endless.mjs), statements that meet values they
 * were not made for (strange.mjs), recursion (recursion.mjs), and source that is hostile itself (source.mjs).
 */
import { number, object, text, value } from './values.mjs';

/** Everything that can be reached from the globals, in an order that is always the same. */
const reach = `const all = []; { const seen = new Set([globalThis]); const look = [[globalThis, '', 0]];
while (look.length) { const [o, path, depth] = look.shift(); for (const key of Reflect.ownKeys(o)) { const d = Reflect.getOwnPropertyDescriptor(o, key);
for (const v of [d.value, d.get, d.set]) { if ((typeof v !== 'object' && typeof v !== 'function') || v === null || seen.has(v)) continue; seen.add(v);
if (typeof v === 'function') all.push({ f: v, o }); if (depth < 4) look.push([v, '', depth + 1]) } } } }`;

const several = (chance, most, each) => Array.from({ length: chance.below(most + 1) }, () => each(chance)).join(', ');

/** Built-ins found by looking, called with anything. */
export function anything(chance) {
  const calls = Array.from({ length: 1 + chance.below(25) }, () => {
    const at = `all[${chance.below(100_000)} % all.length]`;
    const self = chance.pick(['at.o', 'at.o', 'self', value(chance), value(chance)]);
    const given = `[${several(chance, 4, value)}]`;
    const how = chance.percent(15)
      ? `Reflect.construct(at.f, ${given}${chance.percent(20) ? `, ${object(chance)}` : ''})`
      : `Reflect.apply(at.f, ${self}, ${given})`;
    const after = chance.pick([
      '',
      '',
      '',
      'for (const x of v) { if (calls++ > 99) break }',
      'v = await v;',
      'v = String(v);',
      'v = v.next();',
      'JSON.stringify(v);',
      'structuredClone(v);',
      'console.log(v);',
      '[...v];',
      'v + v;',
      'self = v;',
    ]);
    return `try { const at = ${at}; let v = ${how}; ${after} if (typeof v === 'object' || typeof v === 'function') self = v } catch (e) { if (calls++ % 7 === 0) console.log(e) }`;
  });
  return `let calls = 0, self = [];\n${reach}\nself = ${value(chance)};\n${calls.join('\n')}\nreturn calls`;
}

const methods = {
  array:
    'at concat copyWithin entries every fill filter find findIndex findLast findLastIndex flat flatMap forEach includes indexOf join keys lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice toLocaleString toReversed toSorted toSpliced toString unshift values with'.split(
      ' ',
    ),
  string:
    'at charAt charCodeAt codePointAt concat endsWith includes indexOf isWellFormed lastIndexOf localeCompare match matchAll normalize padEnd padStart repeat replace replaceAll search slice split startsWith substr substring toLocaleLowerCase toLowerCase toUpperCase toWellFormed trim anchor'.split(
      ' ',
    ),
  number: 'toFixed toPrecision toExponential toString toLocaleString valueOf'.split(' '),
  typed:
    'at copyWithin entries every fill filter find findLast forEach includes indexOf join lastIndexOf map reduce reverse set slice some sort subarray toLocaleString toReversed toSorted with'.split(
      ' ',
    ),
  map: 'clear delete entries forEach get has keys set values'.split(' '),
  set: 'add clear delete difference entries forEach has intersection isDisjointFrom isSubsetOf isSupersetOf keys symmetricDifference union values'.split(
    ' ',
  ),
  date: 'toISOString toJSON setFullYear setMonth setDate setHours setTime getTime toLocaleString toLocaleDateString toLocaleTimeString toUTCString toString setUTCMilliseconds getTimezoneOffset setYear'.split(
    ' ',
  ),
  pattern: 'exec test compile toString'.split(' '),
  iterator: 'map filter take drop flatMap reduce toArray forEach some every find next return'.split(' '),
};
const makers = {
  array: [
    '[3, 1, 2]',
    'Array.from({ length: 500 }, (_, i) => (i * 7919) % 501)',
    'new Array(2**32-1)',
    'new Array(1e5)',
    '[,1,,2]',
    '[[1, [2, [3]]]]',
    'Object.freeze([2, 1])',
    'Array(5e4).fill("x")',
    '(a => { a[2**32-2] = 1; return a })([])',
    'Object.defineProperty([1, 2, 3], 1, { get() { self.length = 1; return 9 }, configurable: true })',
    'new Proxy([1, 2, 3], {})',
    '[self, self]',
  ],
  string: [
    '"abc"',
    '"x".repeat(1e5)',
    '"a,b,c".repeat(2e4)',
    '"\\uD83D\\uDE00\\uD83D"',
    '"ßﬁİ"',
    '"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"',
    '"\\n".repeat(3e4)',
    '"x".repeat(2**24)',
  ],
  number: ['1.5', '1e21', 'NaN', '5e-324', '-0', '1.7976931348623157e308', '(2n ** 999n)', '123.456'],
  typed: [
    'new Uint8Array(9)',
    'new Float64Array(1e5)',
    'new BigInt64Array(5)',
    'new Uint8Array(new ArrayBuffer(8, { maxByteLength: 1e6 }))',
    'new Int16Array(2e6)',
  ],
  map: ['new Map([[1, 2], [3, 4]])', 'new Map(Array.from({ length: 3000 }, (_, i) => [i, {}]))'],
  set: ['new Set([1, 2, 3])', 'new Set("abcdef")', 'new Set(Array.from({ length: 3000 }, (_, i) => i))'],
  date: ['new Date(0)', 'new Date(NaN)', 'new Date(8.64e15)', 'new Date(-8.64e15)'],
  pattern: [
    '/a/g',
    '/(a+)+b/',
    '/(?<n>.)\\k<n>/y',
    '/[^]/gu',
    '/(?:)/g',
    '/(?<=a)b|(?!c)d/dg',
    'new RegExp("a".repeat(1e4))',
    '/(a?){50}a{50}/',
    '/\\p{L}+/gu',
    '/[\\p{L}--[a-z]]/v',
  ],
  iterator: [
    '[1, 2, 3].values()',
    '(function* () { for (;;) yield self })()',
    'Iterator.from({ next: () => ({ done: calls++ > 999, value: 1 }) })',
    '"abc"[Symbol.iterator]()',
  ],
};
const families = Object.keys(methods);

/** Methods of one thing, in turn, with anything. */
export function family(chance) {
  const name = chance.pick(families);
  const lines = Array.from({ length: 2 + chance.below(12) }, () => {
    const method = chance.pick(methods[name]);
    const given = several(chance, 4, each => each.pick([number, number, text, value, object])(each));
    return `try { const v = self.${method}(${given}); if (${chance.percent(15)} && v !== undefined) self = v; else if (calls++ % 5 === 0) keep.push(v) } catch (e) { if (!(e instanceof Error)) calls++ }`;
  });
  return `let calls = 0; const keep = []; let self = []; self = ${chance.pick(makers[name])};\n${lines.join('\n')}\nreturn calls`;
}
