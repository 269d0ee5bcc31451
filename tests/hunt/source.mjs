/*
 * Owns hostile source: code that nests deep, programs with something broken in them, and odd characters. What must hold: a text stays below
 * 200,000 characters. Deliberately absent: code that is hostile in what it does (deeds.mjs).
 */

import { blocks, nests, patterns, regexes, types } from './nests.mjs';

const word = chance =>
  chance.pick(['a', 'x', 'f', 'o', '1', '0', '""', 'null', 'this', '[]', '{}', '/a/', '`t`', '1n', 'await 1', 'input']);

const depths = [2, 3, 5, 10, 30, 80, 150, 300, 500, 700, 1000, 1500, 3000, 9000, 20_000];

/** `pairs` put around `inner`: one pair many times, or several in turn. */
function nested(chance, pairs, inner, depth = chance.pick(depths), most = 150_000) {
  const kinds = Array.from({ length: chance.percent(50) ? 1 : 1 + chance.below(4) }, () => chance.pick(pairs));
  let [before, after, length] = [[], [], inner.length];
  for (let at = 0; at < depth && length < most; at += 1) {
    const [open, close] = kinds[at % kinds.length];
    before.push(open);
    after.push(close);
    length += open.length + close.length;
  }
  // Sometimes it does not close, or closes more.
  if (chance.percent(5)) after = after.slice(chance.below(after.length || 1));
  if (chance.percent(3)) after.push(after.at(-1) ?? '');
  return before.join('') + inner + after.reverse().join('');
}

/** Source that nests. */
export function deep(chance) {
  switch (chance.below(8)) {
    case 0:
    case 1:
      return `let a, x, o = {}, f = x => x;\n${nested(chance, blocks, nested(chance, nests, word(chance), chance.below(20)))}`;
    case 2:
      return `const ${nested(chance, patterns, 'a')} = ${nested(
        chance,
        [
          ['[', ']'],
          ['{a:', '}'],
        ],
        '1',
      )}`;
    case 3:
      return `let a; ${chance.pick(['(', 'for (', 'try { throw [] } catch (', '(async ('])}${nested(chance, patterns, 'a')}${chance.pick([' = [])', ' of [[]]) ;', ') {}', ') => a)([])'])}`;
    case 4:
      return `type T = ${nested(chance, types, 'number')}; let x: ${nested(chance, types, 'A', chance.below(50))} = 1; return x`;
    case 5:
      return `return ${chance.percent(50) ? `/${nested(chance, regexes, 'a')}/${chance.pick(['', 'u', 'v', 'gi', 'y'])}` : `new RegExp(${JSON.stringify(nested(chance, regexes, 'a'))}, ${JSON.stringify(chance.pick(['', 'u', 'v', 'gi']))})`}.exec('a'.repeat(${chance.pick([1, 30, 1000])}))`;
    default:
      return `let a, x, o = {}, f = x => x;\nreturn ${nested(chance, nests, chance.percent(30) ? nested(chance, nests, word(chance)) : word(chance))}`;
  }
}

/** Source that is long and flat. */
export function long(chance) {
  const part = chance.pick([
    '1+',
    'a,',
    '"s"+',
    'a?.b||',
    'a.b.c&&',
    '[],',
    'f(),',
    '`${1}`+',
    'x=>',
    '1?1:',
    '-',
    '!',
    'a??',
    'await 1,',
    '/a/,',
    '{}\n',
    'if(1){}else ',
    'let v$=1;',
    'case $:',
    'function f$(){}',
    'class C$ extends Object{}',
    'l$:',
    'x\n',
    'try{}catch{};',
    '// c\n',
    '/*',
    '\n',
    'a=$;',
    'o.k$=',
    '\\',
    "'",
    '`',
    '\u2028',
    '@a ',
    '#!',
    'enum E${A}',
    'type T$=1;',
    '(a$)=>',
    'var v$;',
    'x$,',
    '...',
    '=>',
    '<a>',
    '&&=',
  ]);
  const count = chance.pick([10, 500, 3000, 8000, 20_000]);
  const parts = Array.from({ length: Math.min(count, Math.ceil(150_000 / part.length)) }, (_, at) => part.replace('$', String(at)));
  return `${chance.pick(['', 'return ', 'let a, o = {}, f = () => 1, x = ', 'switch (1) {', 'const {', '[', 'f(', '(', 'return async (', 'class A {', 'const a = [', 'return {'])}${parts.join('')}${chance.pick(['', '1', '}', ']', ')', ';', '1})'])}`;
}

const odd = [
  '\0',
  '\uFEFF',
  '\u2028',
  '\u2029',
  '\u200D',
  '\u202E',
  '\uD800',
  '\uDC00',
  '\u{1F600}',
  'é',
  'ſ',
  '\\u{61}',
  '\\u0061',
  '\\u{110000}',
  '\\u',
  '#',
  '@',
  '\\',
  '`',
  '${',
  '}',
  '"',
  "'",
  '/*',
  '*/',
  '//',
  '<!--',
  '-->',
  '/',
  '=>',
  '...',
  '?.',
  '??',
  '**',
  '++',
  '--',
  ';',
  ',',
  ':',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '<',
  '>',
  '=',
  '0b2',
  '08',
  '1_',
  '1__0',
  '0x',
  '1e',
  '1n.',
  '.1.',
  'async ',
  'await ',
  'yield ',
  'let ',
  'static ',
  'get ',
  'of ',
  'in ',
  'new.target',
  'import.meta',
  'super',
  'super()',
  'this',
  'arguments',
  'eval',
  'enum ',
  'export ',
  'import ',
  'using ',
  'await using x = 1;',
  'type ',
  'declare ',
  'abstract ',
  'namespace ',
  'as ',
  'satisfies ',
  'accessor ',
  'debugger;',
  'with (a) ',
  'delete a',
  '"use strict";',
  '```js\n',
  '```',
  '\r',
  '\r\n',
  '\t\v\f',
  '#x in y',
  '1 as any',
  '!',
  'a!',
  '<T,>',
  '$at',
  '$deep',
  'defer',
  '\u180E',
  '\u{E0100}',
  '\u0000\u0001',
  'return',
  'return;',
  'break',
  'continue x',
  'x:',
  'case 1:',
  'default:',
  'catch',
  'finally {',
  'else ',
  'function* ',
  'async function* ',
  'class extends ',
  '@d class A {}',
];

/** A program with something done to its text. */
export function mutated(chance, program) {
  let text = program;
  for (let left = 1 + chance.below(6); left > 0; left -= 1) {
    const at = chance.below(text.length + 1);
    const [before, after] = [text.slice(0, at), text.slice(at)];
    const size = chance.pick([1, 1, 2, 5, 20, 100]);
    switch (chance.below(9)) {
      case 0:
        text = before;
        break;
      case 1:
        text = before + after.slice(size);
        break;
      case 2:
        text = before + after.slice(0, size) + after;
        break;
      case 3:
      case 4:
        text = before + chance.pick(odd) + after;
        break;
      case 5:
        text = before + String.fromCharCode(chance.below(0x10000)) + after.slice(1);
        break;
      case 6:
        text = before + chance.pick(odd).repeat(chance.pick([2, 50, 400])) + after;
        break;
      case 7: {
        const from = chance.below(text.length + 1);
        text = before + text.slice(from, from + size) + after;
        break;
      }
      default:
        text = after + before;
    }
    if (text.length > 150_000) text = text.slice(0, 150_000);
  }
  return text;
}

/** Characters with no sense at all. */
export function noise(chance) {
  return Array.from({ length: chance.pick([1, 5, 40, 300, 2000]) }, () =>
    chance.percent(60) ? chance.pick(odd) : chance.pick(['a', ' ', '\n', '1', 'if', 'x=1']),
  ).join(chance.pick(['', ' ']));
}
