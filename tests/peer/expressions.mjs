/*
 * Owns the expressions of random programs, by the kind of value that they mean to give: `num`, `str`, `bool`, `arr`, `obj`, `any`. What must hold: as in random.mjs.
 * In the tables `$n`, `$s`, `$a`, `$o`, `$b`, `$x` stand for an expression of that kind, `$f` for a function of one or two parameters, `$i` for a small whole
 * number, `$r` for a pattern and `$c` for a number of a call in the log.
 */

const numbers = `$n + $n|$n - $n|$n * $n|$n / $n || 0|$n % $n|-$n|+$s|+$x|~$n|$n & $n|$n | $n|$n << $i|$n >> $i|$n >>> $i|$n ** $i|$s.length|$a.length|$s.indexOf($s)|$s.charCodeAt($i)
$s.codePointAt($i)|$s.lastIndexOf($s)|$s.search($r)|$a.indexOf($x)|$a.lastIndexOf($x)|$a.findIndex($f)|$a.findLastIndex($f)|Math.max($n, $n)|Math.min(...$a)|Math.round($n)|Math.floor($n)|Math.trunc($n)
Math.sign($n)|Math.abs($n)|Math.sqrt($n)|Math.clz32($n)|Math.imul($n, $n)|Math.fround($n)|Number($x)|Number($s)|parseInt($s)|parseInt($s, 16)|parseFloat($s)|parseFloat($n)|Number($n.toFixed($i))
$a.reduce((p, q) => p + (q?.length ?? 1), 0)|$a.push($n)|$s.localeCompare($s, 'en') && 1|[$x, $x].length|Object.keys($o).length|new Date($n).getTime()|new Date(2024, $i, $i).getDay()|Date.UTC(2024, $n)
new Map([[$x, $n]]).size|new Set($a).size|t($c, $n)|(t($c, $n), $n)|$b ? $n : $n|$n ?? $n|$x || $n|(() => $n)()|((p, q = $n) => p + q)($n)|new Uint8Array([$n & 511, $i])[$i]|new Float32Array($a).length|Number(5n * BigInt($i))|$o.a?.length
$a[$i]|$a.at(-$i)|$o.b|$s[$i] | 0|Date.parse('2024-03-0' + $i)|$a.unshift($x)|JSON.stringify($x)?.length|String($x).length|Array.from($a, $f).length|$n === $n ? $n : $s.length|void $n|Number.parseFloat($s)|Number($b)|[...$s].length`;

const texts = `$s + $s|$s + $x|$x + $s|\`\${$x}-\${$n}\`|String($x)|$s.slice($i, -1)|$s.slice(-$i)|$s.substring($n, $i)|$s.substr($i, 2)|$s.toUpperCase()|$s.toLowerCase()|$s.trim()|$s.padStart($i, $s)|$s.padEnd(5, '*-')|$s.repeat($i)
$s.replace($s, $s)|$s.replace($r, $s)|$s.replace($r, (...m) => (log(m.length), '<' + m[0] + '>'))|$s.replaceAll($s, $s)|$s.at(-1)|$s[$i]|$s.charAt($n)|$a.join()|$a.join($s)|[$x, $x].join('')|$n.toFixed($i)|(8.5).toString(2)|$n.toString()
$s.concat($x, $n)|typeof $x|JSON.stringify($x)|JSON.stringify($o, null, $i)|JSON.stringify($a, (k, v) => typeof v === 'number' ? v + 1 : v)|Object.keys($o).join()|encodeURIComponent($s)|String.fromCharCode(97 + $i, 233)|$s.split('').reverse().join('')
$s.toWellFormed().normalize('NFD')|$a.map(String).sort().join('-')|t($c, $s)|$b ? $s : $s|$s || $s|$s && $s|$o.a + ''|new Date($i).toISOString()|Object.prototype.toString.call($x)|$s.match($r)?.[0]|$n.toPrecision(1 + $i)|$n.toExponential($i)|\`\${$s}\${t($c, $s)}\`
(s => s + s.length)($s)|$a.toString()|[...$s].sort().join('')|escape($s)|$s.split($r).join('/')|[...$s.matchAll(/[a-z]/g)].length + $s|$s.toWellFormed()|$n.toLocaleString('en-US')|(p => \`\${p}\${p = $s}\${p}\`)($s)|String.raw\`\\n\${$x}\``;

const booleans = `$x == $x|$x === $x|$x != $x|$x !== $x|$n < $n|$n >= $n|$s < $s|$x > $x|$x <= $x|!$x|!!$x|$b && $b|$b || $b|$s.includes($s)|$s.startsWith($s)|$s.endsWith($s, $i)|$r.test($s)|$a.includes($x)|$a.some($f)|$a.every($f)|Array.isArray($x)|Number.isInteger($n)|isNaN($x)|isFinite($x)
Object.is($x, $x)|'a' in $o|$i in $a|Object.hasOwn($o, 'b')|$x instanceof Object|$x instanceof Array|new Set($a).has($x)|new Map([[$x, 1]]).has($x)|t($c, $b)|Boolean($x)|delete $o.c|$x?.a === undefined|$n % 2 == 0|$a.length > $i|true|false|$s > $n|Object.isFrozen($o)|$o === $o|typeof $x === 'string'`;

const lists = `[$x, $x]|[$n, $s, $x]|[...$a, $x]|[$x, ...$a]|[...$s]|[, $n]|$a.map($f)|$a.filter($f)|$a.slice($i)|$a.slice(-$i, $n)|$a.concat($x)|$a.concat($a, $n)|[$a, [$n]].flat($i)|$a.flatMap(v => [v, $n])|$a.toSorted()|$a.toReversed()|$a.with(0, $x)|$s.split($s)|$s.split('')|$s.split($r, 4)
Object.keys($o)|Object.values($o)|Object.entries($o)|Array.from({ length: $i }, (_, i) => i)|Array.from($s)|Array.from(new Set($a))|Array.of($x, $n)|new Array($i)|$a.toSpliced($i, 1, $n)|[...new Map([[$s, $n]])]|$a.reduce((p, q) => [q, ...p], [])|$a.reduceRight((p, q) => [...p, q], [$n])|[...$a.entries()]|[...$a.keys()]
[3, 1, 2].sort((p, q) => p - q)|[$n, $n, $n].sort((p, q) => p - q || 0)|[$s, $s, 'b'].sort()|$s.match(/./g) ?? []|$s.match($r) ?? []|t($c, $a)|$b ? $a : $a|JSON.parse(JSON.stringify($a))|structuredClone($a)|[].concat(...$a)
(function () { return [...arguments] })($x, ...$a)|((...p) => p)($n, ...$a, $s)|$a.fill($n, $i)|[$a[0], $a[1]] = [$n, $s]|Reflect.ownKeys($o).map(String)|[t($c, $n), t($c, $s), t($c, $x)]|Array.prototype.map.call($s, $f)|$a.splice(0, $i)|(([p, ...q]) => [q, p])($a)|new Float64Array($a)|$o.list ?? [$n]`;

const objects = `{ a: $x, b: $n }|{ a: $x, ...$o }|{ ...$o, b: $x }|{ ...$a }|{ [$s]: $x, c: $n }|{ get a() { log('get a'); return $x }, b: $s }|{ a: { b: $x }, list: $a }|Object.fromEntries([[$s, $x], ['b', $n]])|Object.assign({}, $o, { c: $x })|{ 2: $x, 1: $n, b: $s }|(({ a, ...r }) => r)($o)|JSON.parse(JSON.stringify($o))|structuredClone($o)
{ valueOf() { log('valueOf'); return $n }, a: 1 }|{ toString() { log('toString'); return $s } }|{ [Symbol.toPrimitive](h) { log(h); return $n } }|Object.create({ a: $x })|Object.freeze({ a: $n })|{ set a(v) { log('set a', v) }, b: $n }|t($c, $o)|$b ? $o : $o|{ __proto__: $o, b: $x }|new Map([[$x, $n], [$s, $a]])|new Set([$n, $s, $x])
{ a: $a, 'b c': $n }|(p => ({ p, q: p }))($o)|new (class { a = $x; b = $n })()|new Proxy($o, { set: (o, k, v) => (log('set', String(k)), Reflect.set(o, k, v)), deleteProperty: (o, k) => (log('delete', k), delete o[k]) })|new Proxy({ a: $n }, { has: (o, k) => (log('has', String(k)), k in o), ownKeys: o => (log('keys'), Reflect.ownKeys(o)) })|{ a() { return this.b }, b: $n }|/(?<b>.)$/.exec($s)?.groups ?? {}|new Date(2024, $i, $n)|{ a: $x, a: $n }|[$n].entries().next()`;

const anything = `$n|$s|$b|$a|$o|null|undefined|NaN|-0|0|$a[$i]|$o.a|$o?.b|$o['c']|$a.at($n)|$a.find($f)|$a.findLast($f)|$a.pop()|$a.shift()|$x ?? $x|$x || $x|$x && $x|$b ? $x : $x|t($c, $x)|(t($c, 0), $x)|(() => $x)()|$o.a?.b?.[$i]|$o.a?.($x)|$a.reduce((p, q) => q)|new Map([[1, $x]]).get($n)|JSON.parse($s)|Symbol.iterator|5n|BigInt($i) * 3n
(p => (p = $x, p))($x)|((p, q = p) => [p, q])($x)|(({ a = $x } = {}) => a)($o)|(([p = $x] = []) => p)($a)|[$x][0]|{ a: $x }.a|/a(b)?/.exec($s)|new Error($s).message|(function () { return typeof this })()|(function () { return this })?.call($x)|$o.a = $x|$a[$i] = $x|$x[$s]|$x?.[$n]|$x.toString()|$x.constructor.name|$x[Symbol.iterator]?.().next()|(function* () { yield $x })().next().value
(() => { try { return $x } finally { log('fin') } })()|(() => { try { throw $x } catch (q) { return q } })()|(() => { for (const v of $a) if (v) return v })()|(() => { switch ($x) { case $x: return $n; default: return $s } })()|$x?.a?.b ?? $s|Object($x).a|[...$a, ...$s].at(-1)`;

const tables = Object.fromEntries(
  Object.entries({ num: numbers, str: texts, bool: booleans, arr: lists, obj: objects, any: anything }).map(([kind, text]) => [
    kind,
    text.split(/\n|(?<![| ])\|(?!\|)/),
  ]),
);

const literals = {
  num: ['0', '1', '2', '3', '-1', '0.5', '-0', '7', '100', '1e21', 'NaN', '1.005', '255', '4294967296', '-2.5'],
  str: ["''", "'a'", "'ab'", "'Abc de'", "'12'", "'é😀'", "'b,a,c'", "' x '", "'0'", "'a1b22'", "'-5.5'", "'length'", '\'[1,{"a":2}]\''],
  bool: ['true', 'false'],
  arr: ['[]', '[1, 2, 3]', "['b', 'a', 'c']", '[3, , 1]', "[0, '', null]", '[[1, 2], [3]]', "[undefined, NaN, 'x']", '[10, 9, 1]'],
  obj: ['{}', '{ a: 1, b: 2 }', "{ b: 'x', a: [1, 2] }", '{ a: { b: [7] } }', '{ length: 2, 0: 5 }', '{ a: null, c: undefined }'],
  any: ['1', "'s'", 'null', 'undefined', 'true', '[]', '{}', "['a', 1]", '{ a: 1 }'],
};

const functions = [
  'v => v',
  'v => !v',
  'v => v + 1',
  '(v, i) => i',
  'v => [v]',
  'v => typeof v',
  '(v, i) => i % 2',
  'v => v?.a',
  'String',
  'Boolean',
  'Number',
  'v => v > 1',
  '(v, i, all) => all.length - i',
  'v => ({ v })',
  "v => (log('f', v), v)",
  'parseInt',
  'v => v * 2',
  'function () { return typeof this }',
];
const patterns = [
  '/a/',
  '/[a-c]/g',
  '/(\\d)(\\d)?/',
  '/\\w+/g',
  '/(?<x>b)|c/',
  '/./su',
  '/^\\s*|\\s*$/g',
  '/(a|b)*/',
  '/x*/',
  '/,/',
  '/(?=b)/',
  '/[^a]/i',
  '/\\b/g',
  '/(.)\\1/',
];
const stands = { n: 'num', s: 'str', b: 'bool', a: 'arr', o: 'obj', x: 'any' };

/** Writes an expression of a kind, from the names, literals and tables; in brackets, so that it can stand anywhere. */
export function expressions(writer) {
  const { chance } = writer;
  const write = (kind, depth) => {
    const name = chance.percent(depth > 0 ? 30 : 60) ? (writer.name(kind) ?? (kind === 'any' ? writer.name() : undefined)) : undefined;
    if (name !== undefined) return name;
    if (depth <= 0 || chance.percent(15)) return bracketed(chance.pick(literals[kind]));
    return bracketed(fill(chance.pick(tables[kind]), depth));
  };
  const fill = (form, depth) =>
    form.replace(/\$([nsbaoxfirc])/g, (_, letter) => {
      if (letter === 'f') return chance.pick(functions);
      if (letter === 'i') return String(chance.below(4));
      if (letter === 'r') return chance.pick(patterns);
      if (letter === 'c') return String(chance.below(90));
      return write(stands[letter], depth - 1);
    });
  return write;
}

function bracketed(text) {
  return /^(?:[\w.]+|'[^']*')$/.test(text) && !/^\d/.test(text) ? text : `(${text})`;
}
