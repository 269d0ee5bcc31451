/*
 * Owns the proof of which members of an input are edited as fields, and as what: from schemas of each kind, and from the values alone; and of fields that are shown.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type as arktype } from 'arktype';
import fc from 'fast-check';
import { z } from 'zod';
import { checkerOf } from '../../js/card-element/check.ts';
import { editFields } from '../../js/card-element/edit-fields.ts';
import { fieldsOf } from '../../js/card-element/fields.ts';

/** `name: kind`, `?` where it may be left out. */
const shown = (value, schema) =>
  editFields(value, schema)?.map(({ name, kind, optional }) => {
    const what = kind.is === 'choice' ? kind.among.map(choice => JSON.stringify(choice)).join('|') : kind.is;
    return `${name}${optional ? '?' : ''}: ${what}`;
  });
const schemaOf = inputSchema => checkerOf({ f: { inputSchema, execute() {} } }, 'f').schema();

const value = { to: 'Fjord', amount: 3, currency: 'EUR', urgent: false };

test('a library’s schema and a JSON Schema give the same fields', () => {
  const wanted = ['to: text', 'amount: number', 'currency: "EUR"|"SEK"', 'urgent: true|false', 'note?: text'];
  const json = {
    type: 'object',
    required: ['to', 'amount', 'currency', 'urgent'],
    properties: {
      to: { type: 'string' },
      amount: { type: 'integer' },
      currency: { enum: ['EUR', 'SEK'] },
      urgent: { type: 'boolean' },
      note: { type: 'string' },
    },
  };
  assert.deepEqual(shown(value, json), wanted);
  const zod = z.object({
    to: z.string(),
    amount: z.number().int(),
    currency: z.enum(['EUR', 'SEK']),
    urgent: z.boolean(),
    note: z.string().optional(),
  });
  assert.deepEqual(shown(value, schemaOf(zod)), wanted);
  const ark = arktype({ to: 'string', amount: 'number', currency: '"EUR" | "SEK"', urgent: 'boolean', 'note?': 'string' });
  const sorted = list => [...list].sort();
  assert.deepEqual(sorted(shown(value, schemaOf(ark))), sorted(wanted));
});

test('of alternatives the one that the value is of', () => {
  const either = { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] };
  const schema = { properties: { a: either, b: either, c: either, d: { type: ['boolean', 'null'] }, e: either } };
  assert.deepEqual(shown({ a: 1, b: '1', c: null, d: true }, schema), ['a?: number', 'b?: text', 'c?: json', 'd?: true|false', 'e?: text']);
  const choices = { properties: { a: { oneOf: [{ const: 1 }, { const: 'x' }, { enum: [null, true] }] } } };
  assert.deepEqual(shown({ a: null }, choices), ['a?: 1|"x"|null|true']);
});

test('a value that its schema does not allow is edited as what it is', () => {
  assert.deepEqual(shown({ a: 1, b: 'c' }, { properties: { a: { type: 'string' }, b: { enum: ['a'] } }, required: ['a', 'b'] }), [
    'a: number',
    'b: text',
  ]);
});

test('what a field would not show is left to the JSON', () => {
  for (const text of ['a\u200bb', '\u202eabc', 'p\u0430ypal', 'a\r\nb', 'a\tb', '\ud800', 'x'.repeat(20_000)])
    assert.deepEqual(shown({ a: text, b: 1 }, undefined), ['a: json', 'b: number'], JSON.stringify(text));
  for (const text of ['', ' a  b ', 'a\nb', 'Привет', '日本'])
    assert.deepEqual(shown({ a: text }, undefined), ['a: text'], JSON.stringify(text));
  assert.deepEqual(shown({ a: 'x', b: 1 }, { properties: { a: { enum: ['x', 'x\u200b'] } } }), ['a?: text', 'b?: number']);
});

test('no fields: what is no object, what has parts alone, what has too many members', () => {
  for (const each of [undefined, null, 'text', 1, [1], new Map(), new Date(0), {}, { a: [1], b: {} }])
    assert.equal(shown(each, undefined), undefined);
  assert.equal(shown(Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`k${at}`, at])), undefined), undefined);
});

test('schemas that are none, and members of any name, do no harm', () => {
  const own = JSON.parse('{ "__proto__": 1, "constructor": "x", "toString": true }');
  assert.deepEqual(shown(own, {}), ['__proto__: number', 'constructor: text', 'toString: true|false']);
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), fc.jsonValue(), (input, schema, property) => {
      for (const tried of [
        schema,
        { properties: schema },
        { properties: { ...input, a: property } },
        { properties: { a: { anyOf: property } } },
      ]) {
        for (const { name, kind } of editFields(input, tried) ?? []) {
          if (kind.is === 'text') assert.ok(!Object.hasOwn(input, name) || typeof input[name] === 'string');
          if (kind.is === 'number') assert.ok(!Object.hasOwn(input, name) || typeof input[name] === 'number');
          if (kind.is === 'choice') assert.ok(!Object.hasOwn(input, name) || kind.among.includes(input[name]));
        }
      }
    }),
  );
});

test('an error says what it is beside its own members', () => {
  const shown = fieldsOf({ why: Object.assign(new RangeError('too long'), { details: 'x'.repeat(200) }) });
  const { value } = shown.fields[0];
  assert.deepEqual(
    value.fields.map(({ name, value }) => [name.key, value.text.slice(0, 10)]),
    [
      ['name', 'RangeError'],
      ['message', 'too long'],
      ['details', 'xxxxxxxxxx'],
    ],
  );
});
