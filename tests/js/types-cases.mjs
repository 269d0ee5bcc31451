/*
 * Schemas of JSON Schema, with values that fit and that do not.
 */
import { NOTHING } from './types-kit.mjs';

const object = (properties, required = Object.keys(properties), more = {}) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
  ...more,
});
const string = { type: 'string' };
const number = { type: 'number' };
const tree = {
  type: 'object',
  properties: { value: number, children: { type: 'array', items: { $ref: '#' } } },
  required: ['value'],
  additionalProperties: false,
};

export const cases = [
  { name: 'anything', schema: true, good: [NOTHING, 1, 'a', null, {}, [1]] },
  { name: 'anything, as an object', schema: {}, good: [NOTHING, undefined, 1, null] },
  { name: 'nothing', schema: false, bad: [NOTHING, 1, null, {}] },
  { name: 'nothing, as not', schema: { not: {} }, bad: [1, {}] },
  { name: 'string', schema: string, good: ['a', ''], bad: [1, null, NOTHING, undefined, ['a']] },
  { name: 'integer', schema: { type: 'integer' }, good: [1, -1], bad: ['1', true], wide: [1.5] },
  { name: 'bounds', schema: { type: 'number', minimum: 1, maximum: 5 }, good: [1, 4.5], bad: ['1'], wide: [0] },
  { name: 'boolean', schema: { type: 'boolean' }, good: [true, false], bad: [0, 'true'] },
  { name: 'null', schema: { type: 'null' }, good: [null], bad: [NOTHING, 0, {}] },
  { name: 'several types', schema: { type: ['string', 'null', 'integer'] }, good: ['a', null, 1], bad: [true, NOTHING, {}] },
  { name: 'an empty list of types', schema: { type: [] }, wide: [1, 'a'] },
  { name: 'nullable', schema: { type: 'string', nullable: true }, good: ['a', null], bad: [1] },
  { name: 'nullable object', schema: { ...object({ a: string }), nullable: true }, good: [{ a: 'x' }, null], bad: [{}, 1] },
  { name: 'const', schema: { const: 'a' }, good: ['a'], bad: ['b', 1] },
  { name: 'const null', schema: { const: null }, good: [null], bad: [0] },
  {
    name: 'const object',
    schema: { const: { a: [1, 'x'], b: {} } },
    good: [{ a: [1, 'x'], b: {} }],
    bad: [{ a: [1] }, { a: [1, 'y'], b: {} }],
  },
  { name: 'enum', schema: { enum: ['a', 1, true, null, -2.5, 1e21] }, good: ['a', 1, true, null, -2.5, 1e21], bad: ['b', 2, false] },
  { name: 'enum and type', schema: { type: 'string', enum: ['a', 'b', 3] }, good: ['a'], bad: [3, 'c'] },
  { name: 'enum of both booleans', schema: { enum: [true, false] }, good: [true, false], bad: [1] },
  { name: 'enum that is empty', schema: { enum: [] }, bad: [1, 'a'] },
  { name: 'a long enum', schema: { enum: Array.from({ length: 500 }, (_, at) => `v${at}`) }, good: ['v1', 'v499'], bad: [1], wide: ['w'] },
  {
    name: 'a long enum of all kinds',
    schema: { enum: [null, true, ...Array.from({ length: 500 }, (_, at) => (at % 2 ? at : `v${at}`))] },
    good: ['v2', 3, null],
    bad: [{}, [1]],
    wide: ['w'],
  },
  {
    name: 'odd strings',
    schema: { enum: ['*/', '`', '```', "'", '"', '\\', '\n\r', '\u2028\u2029', '$' + '{x}', '</script>', '\ud800', '\u202e'] },
    good: ['*/', '```', '\n\r', '\u2028\u2029', '$' + '{x}', '\u202e'],
    bad: ['x'],
  },
  {
    name: 'object',
    schema: object({ a: string, b: number }, ['a']),
    good: [{ a: 'x' }, { a: 'x', b: 1 }, { a: 'x', b: undefined }],
    bad: [{}, { b: 1 }, { a: 1 }, { a: 'x', c: 1 }, NOTHING, null, 'a'],
  },
  { name: 'all optional', schema: object({ a: string }, []), good: [NOTHING, undefined, {}, { a: 'x' }], bad: [{ a: 1 }, { b: 1 }, null] },
  {
    name: 'one has to be there',
    schema: { ...object({ a: string }, []), minProperties: 1 },
    good: [{ a: 'x' }],
    bad: [NOTHING, { a: 1 }],
    wide: [{}],
  },
  {
    name: 'an object that does not say',
    schema: { type: 'object', properties: { a: string } },
    good: [NOTHING, {}, { a: 'x' }],
    bad: [{ a: 1 }],
    narrow: [{ b: 1 }],
  },
  { name: 'any object', schema: { type: 'object' }, good: [NOTHING, {}, { a: 1 }], bad: [null, 'a', 1] },
  { name: 'an empty object', schema: object({}), good: [NOTHING, {}], bad: [{ a: 1 }, null] },
  {
    name: 'required, not listed',
    schema: { type: 'object', properties: { a: string }, required: ['a', 'b'] },
    good: [
      { a: 'x', b: 1 },
      { a: 'x', b: null },
    ],
    bad: [{ a: 'x' }],
  },
  {
    name: 'required, of the others',
    schema: { type: 'object', required: ['b'], additionalProperties: number },
    good: [{ b: 1 }, { b: 1, c: 2 }],
    bad: [{ b: 'x' }, { c: 1 }, { b: 1, c: 'x' }],
  },
  { name: 'no type', schema: { properties: { a: string }, required: ['a'] }, good: [{ a: 'x' }], bad: [{ a: 1 }], narrow: [5] },
  {
    name: 'additional anything',
    schema: { type: 'object', properties: { a: string }, required: ['a'], additionalProperties: true },
    good: [{ a: 'x', b: 1 }],
    bad: [{ b: 1 }],
  },
  {
    name: 'additional numbers',
    schema: { type: 'object', additionalProperties: number },
    good: [NOTHING, {}, { a: 1 }],
    bad: [{ a: 'x' }],
  },
  {
    name: 'additional beside others',
    schema: { type: 'object', properties: { a: string, c: { type: 'boolean' } }, required: ['a'], additionalProperties: number },
    good: [{ a: 'x', b: 1 }, { a: 'x', c: true }, { a: 'x' }],
    bad: [{ a: 1 }, { a: 'x', b: {} }],
    wide: [{ a: 'x', b: 'y' }],
  },
  {
    name: 'patterns',
    schema: { type: 'object', patternProperties: { '^x-': number }, additionalProperties: false },
    good: [{}, { 'x-a': 1 }],
    bad: [{ 'x-a': 'y' }],
    wide: [{ y: 1 }],
  },
  {
    name: 'patterns and others',
    schema: { type: 'object', properties: { id: string }, patternProperties: { '^x-': number }, additionalProperties: { type: 'boolean' } },
    good: [{ id: 'a', 'x-a': 1, y: true }],
    bad: [{ id: 1 }, { y: null }],
  },
  {
    name: 'names that are listed',
    schema: { type: 'object', propertyNames: { enum: ['a', 'b'] }, additionalProperties: number, required: ['a'] },
    good: [{ a: 1 }, { a: 1, b: 2 }],
    bad: [{ b: 1 }, { a: 1, c: 1 }, { a: 'x' }],
  },
  {
    name: 'unevaluated',
    schema: { type: 'object', properties: { a: string }, unevaluatedProperties: false },
    good: [{ a: 'x' }],
    bad: [{ a: 'x', b: 1 }],
  },
  { name: 'unevaluated numbers', schema: { type: 'object', unevaluatedProperties: number }, good: [{ a: 1 }], bad: [{ a: 'x' }] },
  {
    name: 'odd names',
    schema: object({
      'a-b': string,
      '2fa': string,
      数据: string,
      'a"b': string,
      '': string,
      new: string,
      readonly: string,
      get: number,
      constructor: string,
      '*/': string,
      '\n': string,
      'é\u0301': string,
      __proto__x: string,
    }),
    good: [
      {
        'a-b': '',
        '2fa': '',
        数据: '',
        'a"b': '',
        '': '',
        new: '',
        readonly: '',
        get: 1,
        constructor: '',
        '*/': '',
        '\n': '',
        'é\u0301': '',
        __proto__x: '',
      },
    ],
    bad: [{ 'a-b': '' }],
  },
  {
    name: 'a member called __proto__',
    schema: JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"number"}},"required":["__proto__"],"additionalProperties":false}',
    ),
    good: [JSON.parse('{"__proto__":1}')],
    bad: [JSON.parse('{"__proto__":"x"}')],
  },
  { name: 'a member that may not be', schema: object({ a: string, b: false }, ['a']), good: [{ a: 'x' }], bad: [{ a: 'x', b: 1 }] },
  { name: 'list', schema: { type: 'array', items: string }, good: [[], ['a', 'b']], bad: [[1], 'a', {}, NOTHING] },
  { name: 'list of anything', schema: { type: 'array' }, good: [[], [1, 'a']], bad: [1, {}] },
  { name: 'list of a union', schema: { type: 'array', items: { type: ['string', 'number'] } }, good: [[1, 'a']], bad: [[true]] },
  { name: 'list of nothing', schema: { type: 'array', items: false }, good: [[]], bad: [[1]] },
  { name: 'no item', schema: { type: 'array', maxItems: 0 }, good: [[]], bad: [[1]] },
  { name: 'a pair', schema: { type: 'array', items: number, minItems: 2, maxItems: 2 }, good: [[1, 2]], bad: [[1], [1, 2, 3], ['a', 1]] },
  { name: 'at least one', schema: { type: 'array', items: number, minItems: 1 }, good: [[1], [1, 2]], bad: [['a']], wide: [[]] },
  {
    name: 'tuple, 2020-12',
    schema: { type: 'array', prefixItems: [string, number], items: false, minItems: 1 },
    good: [['a'], ['a', 1]],
    bad: [[], [1], ['a', 'b'], ['a', 1, 2]],
  },
  {
    name: 'tuple, draft-07',
    schema: { type: 'array', items: [string, number], additionalItems: false, minItems: 2 },
    good: [['a', 1]],
    bad: [['a'], ['a', 1, 2], [1, 1]],
  },
  {
    name: 'tuple with more',
    schema: { type: 'array', prefixItems: [string], items: number, minItems: 1 },
    good: [['a'], ['a', 1, 2]],
    bad: [[], ['a', 'b']],
  },
  {
    name: 'tuple that does not say',
    schema: { type: 'array', prefixItems: [string, { type: ['number', 'null'] }] },
    good: [[], ['a'], ['a', null], ['a', 1, {}]],
    bad: [[1]],
  },
  {
    name: 'tuple of a length',
    schema: { type: 'array', prefixItems: [string, number], minItems: 2, maxItems: 2 },
    good: [['a', 1]],
    bad: [['a'], ['a', 1, 2]],
  },
  { name: 'anyOf', schema: { anyOf: [string, object({ a: number })] }, good: ['x', { a: 1 }], bad: [1, { a: 'x' }, {}] },
  { name: 'anyOf, nested', schema: { anyOf: [{ anyOf: [string, number] }, { type: 'null' }] }, good: ['x', 1, null], bad: [true] },
  {
    name: 'oneOf by a word',
    schema: { oneOf: [object({ kind: { const: 'a' }, x: string }), object({ kind: { const: 'b' }, y: number })] },
    good: [
      { kind: 'a', x: '' },
      { kind: 'b', y: 1 },
    ],
    bad: [{ kind: 'a', y: 1 }, { kind: 'c' }, { kind: 'a', x: '', y: 1 }],
  },
  { name: 'oneOf that overlaps', schema: { oneOf: [number, { type: 'integer' }] }, good: [1.5], bad: ['a'], wide: [1] },
  {
    name: 'oneOf of constants',
    schema: {
      oneOf: [
        { const: 'a', title: 'A' },
        { const: 'b', title: 'B' },
      ],
    },
    good: ['a', 'b'],
    bad: ['c'],
  },
  {
    name: 'type beside anyOf',
    schema: { type: 'string', anyOf: [{ format: 'date' }, { enum: ['now'] }] },
    good: ['now', '2020-01-01'],
    bad: [1],
  },
  { name: 'type beside enums', schema: { type: 'string', anyOf: [{ enum: ['a'] }, { const: 'b' }] }, good: ['a', 'b'], bad: ['c', 1] },
  {
    name: 'one of two has to be there',
    schema: { ...object({ a: string, b: number }, []), anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    good: [{ a: 'x' }, { b: 1 }, { a: 'x', b: 1 }],
    bad: [{}, { a: 1 }, NOTHING],
  },
  {
    name: 'a part in common',
    schema: {
      type: 'object',
      properties: { id: string },
      required: ['id'],
      oneOf: [
        { properties: { x: string }, required: ['x'] },
        { properties: { y: number }, required: ['y'] },
      ],
    },
    good: [
      { id: 'a', x: '' },
      { id: 'a', y: 1 },
    ],
    bad: [{ id: 'a' }, { x: '' }],
  },
  {
    name: 'allOf',
    schema: {
      allOf: [
        { type: 'object', properties: { a: string }, required: ['a'] },
        { type: 'object', properties: { b: number } },
        { required: ['b'] },
      ],
    },
    good: [{ a: 'x', b: 1 }],
    bad: [{ a: 'x' }, { b: 1 }],
  },
  {
    name: 'allOf that extends',
    schema: {
      allOf: [
        { $ref: '#/$defs/base', description: 'The base' },
        { properties: { x: string }, required: ['x'] },
      ],
      $defs: { base: { type: 'object', properties: { id: number, inner: { $ref: '#/$defs/base' } }, required: ['id'] } },
    },
    good: [
      { id: 1, x: '' },
      { id: 1, x: '', inner: { id: 2, inner: { id: 3 } } },
    ],
    bad: [{ id: 1 }, { x: '' }, { id: 1, x: '', inner: {} }],
  },
  { name: 'allOf of bounds', schema: { type: 'string', allOf: [{ minLength: 1 }, { pattern: 'a' }] }, good: ['a'], bad: [1], wide: ['b'] },
  {
    name: 'allOf of kinds',
    schema: { allOf: [{ type: ['string', 'number'] }, { enum: ['a', 1, true] }] },
    good: ['a', 1],
    bad: [true, 'b'],
  },
  { name: 'allOf that cannot be', schema: { allOf: [string, number] }, bad: ['a', 1] },
  {
    name: 'the same member twice',
    schema: {
      type: 'object',
      properties: { a: { type: ['string', 'number'] } },
      allOf: [{ properties: { a: { type: ['string', 'null'] } }, required: ['a'] }],
    },
    good: [{ a: 'x' }],
    bad: [{ a: 1 }, { a: null }, {}],
  },
  {
    name: 'allOf and anyOf',
    schema: {
      allOf: [
        {
          anyOf: [
            object({ a: string }, ['a'], { additionalProperties: true }),
            object({ b: number }, ['b'], { additionalProperties: true }),
          ],
        },
        { type: 'object', properties: { c: string }, required: ['c'] },
      ],
    },
    good: [
      { a: 'x', c: '' },
      { b: 1, c: '' },
    ],
    bad: [{ a: 'x' }, { c: '' }],
  },
  { name: 'not', schema: { type: 'string', not: { const: 'a' } }, good: ['b'], bad: [1], wide: ['a'] },
  {
    name: 'if',
    schema: {
      ...object({ a: string, b: number }, ['a']),
      if: { properties: { a: { const: 'x' } } },
      then: { required: ['b'] },
      else: true,
    },
    good: [{ a: 'y' }, { a: 'x', b: 1 }],
    bad: [{}],
    wide: [{ a: 'x' }],
  },
  {
    name: 'ref',
    schema: {
      ...object({ a: { $ref: '#/$defs/name' }, b: { $ref: '#/definitions/n' } }),
      $defs: { name: string },
      definitions: { n: number },
    },
    good: [{ a: 'x', b: 1 }],
    bad: [{ a: 1, b: 1 }],
  },
  {
    name: 'ref beside other keywords',
    schema: { $ref: '#/$defs/any', enum: ['a', 'b'], $defs: { any: { enum: ['b', 'c'] } } },
    good: ['b'],
    bad: ['a', 'c'],
  },
  {
    name: 'pointer with signs',
    schema: { ...object({ a: { $ref: '#/$defs/x~1y~0z%20%25' } }), $defs: { 'x/y~z %': number } },
    good: [{ a: 1 }],
    bad: [{ a: 'x' }],
  },
  {
    name: 'pointer into a list',
    schema: { type: 'array', prefixItems: [number, { $ref: '#/prefixItems/0' }], items: false, minItems: 2 },
    good: [[1, 2]],
    bad: [[1, 'a']],
  },
  {
    name: 'anchor',
    schema: { ...object({ a: { $ref: '#n' } }), $defs: { x: { $anchor: 'n', type: 'number' } } },
    good: [{ a: 1 }],
    bad: [{ a: 'x' }],
  },
  {
    name: 'recursive',
    schema: tree,
    good: [{ value: 1 }, { value: 1, children: [{ value: 2, children: [] }] }],
    bad: [{ value: 1, children: [{}] }, { children: [] }],
  },
  {
    name: 'recursive by name',
    schema: { $ref: '#/$defs/Node', $defs: { Node: object({ next: { anyOf: [{ $ref: '#/$defs/Node' }, { type: 'null' }] } }) } },
    good: [{ next: null }, { next: { next: null } }],
    bad: [{}, { next: {} }],
  },
  {
    name: 'recursive in each other',
    schema: {
      $ref: '#/definitions/a',
      definitions: {
        a: object({ b: { $ref: '#/definitions/b' } }, []),
        b: object({ as: { type: 'array', items: { $ref: '#/definitions/a' } } }),
      },
    },
    good: [{}, { b: { as: [] } }, { b: { as: [{ b: { as: [] } }] } }],
    bad: [{ b: {} }, { b: { as: [1] } }],
  },
  {
    name: 'recursive by values',
    schema: { anyOf: [string, { type: 'object', additionalProperties: { $ref: '#' } }, { type: 'array', items: { $ref: '#' } }] },
    good: ['a', { a: { b: ['c'] } }, [['x']]],
    bad: [1, { a: 1 }, [[1]]],
  },
  {
    name: 'recursive in a tuple',
    schema: { type: 'array', prefixItems: [string, { $ref: '#' }], items: false, minItems: 1 },
    good: [['a'], ['a', ['b', ['c']]]],
    bad: [['a', 'b'], []],
  },
  {
    name: 'unions that meet themselves',
    schema: { $ref: '#/$defs/e', $defs: { e: { anyOf: [string, { type: 'array', items: { $ref: '#/$defs/e' } }] } } },
    good: ['a', [['a']]],
    bad: [1, [1]],
  },
  { name: 'what is no schema', schema: { type: 'object', properties: { a: 'string', b: 5, c: null }, required: 'a' }, compileOnly: true },
  {
    name: 'keywords that are something else',
    schema: { type: { a: 1 }, enum: 'a', items: 'x', properties: [], required: {}, anyOf: {}, allOf: 'x', $defs: 7 },
    compileOnly: true,
  },
  { name: 'a type nobody knows', schema: { type: 'object', properties: { a: { type: 'file' } } }, compileOnly: true },
];

/** Positional: the values are the arguments. */
export const positional = [
  {
    name: 'tuple',
    schema: {
      type: 'array',
      prefixItems: [
        { type: 'string', title: 'city name' },
        { type: 'number', title: 'new' },
      ],
      items: false,
      minItems: 1,
    },
    good: [['a'], ['a', 1]],
    bad: [[], [1], ['a', 'b'], ['a', 1, 2]],
  },
  {
    name: 'the same title twice',
    schema: {
      type: 'array',
      items: [{ ...string, title: 'a' }, { ...number, title: 'a' }, { type: 'null' }],
      additionalItems: number,
      minItems: 3,
    },
    good: [
      ['x', 1, null],
      ['x', 1, null, 4, 5],
    ],
    bad: [
      ['x', 1],
      ['x', 1, null, 'y'],
    ],
  },
  { name: 'list', schema: { type: 'array', items: number }, good: [[], [1, 2]], bad: [['a']] },
  {
    name: 'lists to choose from',
    schema: {
      anyOf: [
        { type: 'array', prefixItems: [string], items: false, minItems: 1 },
        { type: 'array', prefixItems: [number, number], items: false, minItems: 2 },
      ],
    },
    good: [['a'], [1, 2]],
    bad: [[1], ['a', 'b']],
  },
  { name: 'no list', schema: { type: 'object' }, wide: [[], [1]] },
  { name: 'anything', schema: true, good: [[], [1, 'a']] },
  {
    name: 'recursive',
    schema: { $ref: '#/$defs/t', $defs: { t: { type: 'array', prefixItems: [string, { $ref: '#/$defs/t' }], items: false, minItems: 1 } } },
    good: [['a'], ['a', ['b']]],
    bad: [['a', 'b'], []],
  },
];
for (const each of positional) each.positional = true;
