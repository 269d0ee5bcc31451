/*
 * Owns the proof of what the card makes of texts and values, without a page: nothing is invisible, nothing passes for something else, and everything is bounded.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { changesOf } from '../../js/card-element/changes.ts';
import { editableJson, exactly, isJson } from '../../js/card-element/exact.ts';
import { fieldsOf } from '../../js/card-element/fields.ts';
import { skeleton } from '../../js/card-element/look-alikes.ts';
import { numberAsTyped, otherNumberIn } from '../../js/card-element/numbers.ts';
import { twinsOf } from '../../js/card-element/twins.ts';
import { asLine, makeVisible } from '../../js/card-element/visible.ts';
import { ENGLISH } from '../../js/card-element/words.ts';

/** A text as it is shown, signs in brackets. */
const shown = text =>
  makeVisible(text)
    .pieces.map(piece => {
      if (piece.kind === 'text') return piece.text;
      if (piece.kind === 'hidden') return `[${piece.code}]`;
      if (piece.kind === 'alike') return `${piece.text}[${piece.code}]`;
      return piece.kind === 'break' ? '[break]' : `[${piece.count} spaces]`;
    })
    .join('');

test('what can’t be seen is shown by its code', () => {
  const cases = {
    'ad\u200bmin': 'ad[U+200B]min',
    'a\u00a0b': 'a[U+00A0]b',
    'invoice_\u202egpj.exe': 'invoice_[U+202E]gpj.exe',
    '\u2066x\u2069': '[U+2066]x[U+2069]',
    'a\tb\rc\0': 'a[U+0009]b[U+000D]c[U+0000]',
    '\ufeffx': '[U+FEFF]x',
    'half \ud800 of': 'half [U+D800] of',
    '\u{e0041}x': '[U+E0041]x',
    '\u2800x\u3164': '[U+2800]x[U+3164]',
    '\u2003x': '[U+2003]x',
    '\u{f0000}': '[U+F0000]',
    'one\ntwo': 'one[break]two',
    ' a  b ': '[1 spaces]a[2 spaces]b[1 spaces]',
    'a b': 'a b',
    '👩\u200d💻': '👩[U+200D]💻',
  };
  for (const [text, expected] of Object.entries(cases)) assert.equal(shown(text), expected);
});

test('a mark that its letter could have been written with, and one too many, are signs; a language’s own are not', () => {
  assert.equal(shown('e\u0301'), 'e[U+0301]');
  assert.equal(shown('é'), 'é');
  assert.equal(shown('Z\u0351\u0352'), 'Z[U+0351][U+0352]');
  assert.equal(shown('\u0301x'), '[U+0301]x');
  assert.equal(shown('नमस्ते'), 'नमस्ते');
  assert.equal(shown('مَرْحَبًا'), 'مَرْحَبًا');
});

test('letters of other scripts are signs where they pass for Latin, and left alone where they are a language', () => {
  assert.equal(shown('p\u0430ypal'), 'p\u0430[U+0430]ypal');
  assert.deepEqual(makeVisible('p\u0430ypal').remarks.scripts, ['Latin', 'Cyrillic']);
  assert.match(shown('\u0430\u0440\u0440\u04cf\u0435.com'), /^а\[U\+0430\]/);
  assert.equal(shown('ο\u03bfx'), 'ο[U+03BF]ο[U+03BF]x');
  for (const text of ['Привет, мир', 'Привет Anna', 'καλημέρα κόσμε', 'שלום עולם', '日本語でLINEを使う', 'naïve café, Łódź, Straße'])
    assert.equal(shown(text), text);
});

test('a text that runs in both directions is remarked', () => {
  const bothWays = text => makeVisible(text).remarks.bothWays;
  assert.deepEqual(['\u05e9\u05dc\u05d5\u05dd 123', 'pay \u0627\u0644\u0639'].map(bothWays), [true, true]);
  assert.deepEqual(['\u05e9\u05dc\u05d5\u05dd, \u05e2\u05d5\u05dc\u05dd', 'pay 123', 'Привет 5'].map(bothWays), [false, false, false]);
});

test('single characters that look like ASCII are signs, ordinary typography is not', () => {
  for (const char of ['\uff41', '\u{1d41a}', '\u2170', '\u2010', '\u2212', '\u2215', '\u017f', '\u212a', '\u0660', '\ufe63', '\u0131'])
    assert.match(shown(`x${char}y`), /\[U\+[0-9A-F]{4,5}\]/, char);
  for (const text of ['“quoted” – and — so on… it’s', '10 m², 5 ½ €', 'Nº 5™', '→ ✓ ©']) assert.equal(shown(text), text);
});

test('texts that differ are shown differently, and a sign can’t be written', () => {
  const char = fc.oneof(
    fc.constantFrom(' ', '\n', '\t', 'a', '·', '↵', '[', '\u200b', '\u0430', 'e', '\u0301', '\ud800', '\u00a0'),
    fc.string({ unit: 'binary', maxLength: 2 }),
  );
  const text = fc.array(char, { maxLength: 8 }).map(chars => chars.join(''));
  fc.assert(
    fc.property(text, text, (one, other) => {
      if (one !== other) assert.notDeepEqual(makeVisible(one).pieces, makeVisible(other).pieces);
      for (const piece of makeVisible(one).pieces) {
        if (piece.kind === 'text') assert.doesNotMatch(piece.text, /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]|(?! )\p{Z}|\n/u);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('a line of text holds nothing invisible, and is no longer than it may be', () => {
  assert.equal(asLine('a\u202eb\nc'), 'a\\u202eb\\u000ac');
  assert.equal(asLine('x'.repeat(300), 5), 'xxxxx…');
  assert.equal(asLine('ab😀', 3), 'ab…', 'never half of a character');
});

test('the exact text is JSON where it can be, and tells every kind apart', () => {
  const json = { a: [1, -2.5e-7, 'x"y', null, true], 'b c': {}, e: [] };
  assert.deepEqual(JSON.parse(exactly(json, { lines: true }).text), json);
  assert.deepEqual(JSON.parse(exactly(json).text), json);
  const cases = [
    ['1', '"1"'],
    [1, '1'],
    [1n, '1n'],
    [null, 'null'],
    ['null', '"null"'],
    [undefined, 'undefined'],
    [-0, '-0'],
    [NaN, 'NaN'],
    [new Date(0), 'Date("1970-01-01T00:00:00.000Z")'],
    [new Date(NaN), 'Date(invalid)'],
    [/a+/g, 'RegExp("a+", "g")'],
    [new Map([['a', 1]]), 'Map(1) { "a" => 1 }'],
    [new Map([[{ x: 1 }, [2]]]), 'Map(1) { { "x": 1 } => [2] }'],
    [new Set([1, '1']), 'Set(2) { 1, "1" }'],
    [new Uint8Array([1, 255]), 'Uint8Array(2) [1, 255]'],
    [new Uint8Array([1, 255]).buffer, 'ArrayBuffer(2) <01 ff>'],
    [new RangeError('no'), 'Error("RangeError", "no")'],
    [Object.assign(new Error('no'), { code: 7 }), 'Error("Error", "no") { "code": 7 }'],
    [Array.from({ length: 2 }), '[undefined, undefined]'],
    // biome-ignore lint/suspicious/noSparseArray: a list can have holes
    [[1, , 3], '[1, <empty>, 3]'],
    ['<empty>', '"<empty>"'],
    ['\u202e', '"\\u202e"'],
    [() => 1, '<function>'],
  ];
  for (const [value, expected] of cases) assert.equal(exactly(value).text, expected);
});

test('the exact text takes cycles, shared parts and any depth, and says where it is cut', () => {
  const loop = { name: 'x' };
  loop.self = loop;
  loop.list = [loop];
  assert.equal(exactly(loop).text, '{ "name": "x", "self": <the same as $>, "list": [<the same as $>] }');
  const shared = {};
  assert.equal(exactly({ a: shared, b: [shared] }).text, '{ "a": {}, "b": [<the same as $.a>] }');
  let deep = {};
  for (let level = 0; level < 50_000; level += 1) deep = { a: deep };
  const { text, cut } = exactly(deep);
  assert.deepEqual([cut, text.length > 50_000 * 5], [false, true]);
  assert.equal(isJson(deep), false, 'too deep to edit');
  assert.deepEqual(exactly('x'.repeat(100), { limit: 10 }), { text: '"xxxxxxxxx', cut: true });
});

test('what can be edited as JSON is what JSON says all of', () => {
  for (const value of [null, 1, 'x', [], { a: [{}] }]) assert.equal(isJson(value), true);
  const loop = [];
  loop.push(loop);
  // biome-ignore lint/suspicious/noSparseArray: a list can have holes
  for (const value of [undefined, NaN, -0, 1n, new Date(), new Map(), { a: undefined }, [1, ,], loop, { toJSON: 1 }])
    assert.equal(isJson(value), false);
  assert.equal(editableJson({ a: 'x\u202ey' }), '{\n  "a": "x\\u202ey"\n}');
  fc.assert(fc.property(fc.jsonValue(), value => assert.deepEqual(JSON.parse(editableJson(value)), JSON.parse(JSON.stringify(value)))));
});

test('fields are bounded, and say what they leave out', () => {
  const list = fieldsOf({ rows: Array.from({ length: 5_000 }, (_, id) => ({ id, text: 'x'.repeat(200) })) });
  const [rows] = list.fields;
  assert.deepEqual([rows.value.size, rows.value.fields.length, rows.value.left], [5_000, 20, 4_980]);
  const wide = fieldsOf(Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`k${at}`, at])));
  assert.equal(wide.fields.length + wide.left, 2_000);
  let deep = { end: 'x'.repeat(100) };
  for (let level = 0; level < 5_000; level += 1) deep = { a: deep, b: 'x'.repeat(100) };
  let count = 0;
  const walk = value => {
    count += 1;
    for (const field of value.fields ?? []) walk(field.value);
  };
  walk(fieldsOf(deep));
  assert.ok(count < 30, String(count));
});

test('a text that could be taken for another kind says that it is one', () => {
  const odd = text => fieldsOf({ text }).fields[0].value.odd;
  for (const text of ['1', ' 12.5 ', '1e3', '0x1f', 'null', 'True', '', 'NaN', '-Infinity', '2024-01-01', '{"a":1}', '[1]', '"x"', '10n'])
    assert.equal(odd(text), true, text);
  for (const text of ['f-11', 'Fjord', 'nullable', 'v1.2', 'a "quoted" word', '12 apples']) assert.equal(odd(text), false, text);
});

test('rows that have the same input, or one that looks the same, are told', () => {
  const call = (seq, input) => ({ callId: String(seq), seq, fn: 'f', input, state: 'undecided' });
  const twins = inputs => twinsOf(inputs.map((input, at) => call(at + 1, input))).map(({ of, as, how }) => `${of.seq} ${how} ${as.seq}`);
  assert.deepEqual(twins([{ id: 'f-11' }, { id: 'f-1l' }, { id: 'f-11' }]), ['2 looks-like 1', '3 same 1']);
  assert.deepEqual(twins([{ id: '1' }, { id: 1 }]), ['2 looks-like 1']);
  assert.deepEqual(twins([{ to: 'paypal' }, { to: 'p\u0430ypal' }, { to: 'pay\u200bpal' }]), ['2 looks-like 1', '3 looks-like 1']);
  assert.deepEqual(twins(Array.from({ length: 200 }, (_, at) => ({ id: `f-${at}`, name: `orders-${at}` }))), []);
  const long = { text: 'word '.repeat(20_000) };
  assert.deepEqual(twins([long, { ...long }, { text: `${long.text}!` }, { text: `${long.text}!` }]), [
    '2 same 1',
    '3 looks-like 1',
    '4 same 3',
  ]);
  const longest = { text: 'word '.repeat(50_000) };
  assert.deepEqual(twins([longest, { ...longest }]), [], 'nothing is said of what is not compared to its end');
  assert.equal(skeleton('rnodern'), skeleton('modern'));
});

test('what an edit changes is said field by field', () => {
  const say = (before, after) => changesOf(before, after, ENGLISH);
  assert.equal(say({ a: 1 }, { a: 1 }), 'Nothing is changed so far.');
  assert.equal(say({ a: 1, b: 'x' }, { a: 2, b: 'x' }), 'a: 1 becomes 2.');
  assert.equal(say({ a: 1 }, { b: 'x\u202e' }), 'a: 1 becomes nothing; b: nothing becomes "x\\u202e".');
  assert.equal(say([1], [2]), 'The whole input is replaced.');
});

test('a number is one only if what is typed is what is sent', () => {
  for (const text of [
    '0',
    '-1',
    '1.5',
    '1e3',
    '1E+3',
    '0.1',
    '1.50',
    '123456789012345',
    '9007199254740992',
    '1e21',
    '5e-324',
    '1.7976931348623157e308',
  ])
    assert.equal(numberAsTyped(text), Number(text), text);
  for (const text of [
    '',
    '-0',
    '-0.0',
    '01',
    '+1',
    '.5',
    '1e400',
    '-1e400',
    '1e-400',
    '12345678901234567890',
    '9007199254740993',
    '0.1000000000000000001',
    'NaN',
    '0x10',
  ])
    assert.equal(numberAsTyped(text), undefined, text);
  assert.equal(otherNumberIn('{ "a": [1, 2.5e3], "1e400": "1e400 \\" 1e400" }'), undefined);
  assert.equal(otherNumberIn('{ "a": [1, 12345678901234567890] }'), '12345678901234567890');
});

test('a change is shown where it is, and none is left out', () => {
  const long = 'x'.repeat(100);
  assert.match(changesOf({ a: `${long}1` }, { a: `${long}2` }, ENGLISH), /…x+1" .*…x+2"/);
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`k${at}`, at]));
  const other = Object.fromEntries(Object.keys(many).map(key => [key, -1]));
  for (const key of Object.keys(many)) assert.ok(changesOf(many, other, ENGLISH).includes(key), key);
});
