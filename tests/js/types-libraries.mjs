/*
 * Schemas of libraries, with values that fit and that do not. `result`: what the schema gives is looked at instead of what it takes.
 */
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { scope, type } from 'arktype';
import * as v from 'valibot';
import * as z from 'zod';
import { NOTHING } from './types-kit.mjs';

const zodNode = z.object({
  value: z.number(),
  get children() {
    return z.array(zodNode).optional();
  },
});
const zodJson = z.lazy(() => z.union([z.string(), z.array(zodJson), z.record(z.string(), zodJson)]));
const valibotNode = v.strictObject({ value: v.number(), children: v.optional(v.array(v.lazy(() => valibotNode))) });
const arkNode = scope({ node: { value: 'number', 'children?': 'node[]' } }).export().node;
const day = new Date(0);

const zod = [
  {
    name: 'object',
    schema: z.strictObject({ a: z.string(), b: z.number().optional(), c: z.boolean().default(true) }),
    good: [{ a: 'x' }, { a: 'x', b: 1, c: false }],
    bad: [{}, { a: 1 }, { a: 'x', d: 1 }, NOTHING],
  },
  { name: 'optional', schema: z.string().optional(), good: [NOTHING, 'a'], bad: [1, null] },
  { name: 'default', schema: z.strictObject({ a: z.number() }).default({ a: 1 }), good: [NOTHING, { a: 2 }], bad: [{}, { a: 'x' }] },
  {
    name: 'all optional',
    schema: z.strictObject({ a: z.string().optional() }),
    good: [NOTHING, {}, { a: 'x' }],
    bad: [{ a: 1 }, { b: 1 }, null],
  },
  { name: 'nullish', schema: z.strictObject({ a: z.string().nullish() }), good: [{}, { a: null }, { a: 'x' }], bad: [{ a: 1 }] },
  {
    name: 'strings',
    schema: z.strictObject({ mail: z.email(), at: z.iso.datetime(), id: z.uuid() }),
    bad: [{ mail: 1, at: 'x', id: 'x' }],
    wide: [{ mail: 'x', at: 'x', id: 'x' }],
  },
  { name: 'enums', schema: z.union([z.enum(['a', 'b']), z.literal([1, null, true])]), good: ['a', 1, null, true], bad: ['c', 2, false] },
  {
    name: 'records',
    schema: z.strictObject({
      all: z.record(z.enum(['p', 'q']), z.number()),
      some: z.partialRecord(z.enum(['p', 'q']), z.number()),
      any: z.record(z.string(), z.boolean()),
    }),
    good: [{ all: { p: 1, q: 2 }, some: { p: 1 }, any: { x: true } }],
    bad: [
      { all: { p: 1 }, some: {}, any: {} },
      { all: { p: 1, q: 2 }, some: { r: 1 }, any: {} },
      { all: { p: 1, q: 2 }, some: {}, any: { x: 1 } },
    ],
  },
  { name: 'loose', schema: z.looseObject({ a: z.string() }), good: [{ a: 'x', b: 1 }], bad: [{ b: 1 }] },
  { name: 'catchall', schema: z.object({ a: z.string() }).catchall(z.string()), good: [{ a: 'x', b: 'y' }], bad: [{ a: 'x', b: 1 }] },
  { name: 'tuple', schema: z.tuple([z.string(), z.number().optional()]), good: [['a'], ['a', 1]], bad: [[], ['a', 'b'], ['a', 1, 2]] },
  { name: 'tuple with more', schema: z.tuple([z.string()], z.number()), good: [['a'], ['a', 1, 2]], bad: [['a', 'b']] },
  {
    name: 'discriminated',
    schema: z.discriminatedUnion('t', [
      z.strictObject({ t: z.literal('a'), x: z.string() }),
      z.strictObject({ t: z.literal('b'), y: z.number() }),
    ]),
    good: [
      { t: 'a', x: '' },
      { t: 'b', y: 1 },
    ],
    bad: [{ t: 'a', y: 1 }, { t: 'c' }],
  },
  {
    name: 'intersection',
    schema: z.object({ a: z.string() }).and(z.object({ b: z.number() })),
    good: [{ a: 'x', b: 1 }],
    bad: [{ a: 'x' }],
  },
  {
    name: 'recursive',
    schema: zodNode,
    good: [{ value: 1 }, { value: 1, children: [{ value: 2, children: [] }] }],
    bad: [{ value: 1, children: [{}] }],
  },
  { name: 'recursive, with a lazy union', schema: zodJson, good: ['a', ['b', ['c']], { a: { b: 'c' } }], bad: [1, [1]] },
  {
    name: 'recursive, within',
    schema: z.strictObject({ root: zodNode.describe('the top') }),
    good: [{ root: { value: 1 } }],
    bad: [{ root: {} }],
  },
  { name: 'json', schema: z.strictObject({ data: z.json() }), good: [{ data: [1, { a: null }] }], bad: [{}, { data: undefined }] },
  {
    name: 'dates',
    schema: z.strictObject({ at: z.date(), until: z.date().optional() }),
    good: [{ at: day }, { at: day, until: day }],
    bad: [{ at: '2020-01-01' }, {}],
  },
  {
    name: 'data that is no JSON',
    schema: z.strictObject({ big: z.bigint(), none: z.undefined(), map: z.map(z.string(), z.number()), set: z.set(z.string()) }),
    good: [{ big: 1n, none: undefined, map: new Map(), set: new Set() }],
    bad: [
      { big: 1, none: undefined, map: new Map(), set: new Set() },
      { big: 1n, none: undefined, map: {}, set: new Set() },
    ],
  },
  { name: 'union with a date', schema: z.union([z.string(), z.date()]), good: ['a', day], bad: [1] },
  {
    name: 'what goes in',
    schema: z.strictObject({ n: z.string().transform(text => text.length), p: z.string().pipe(z.transform(Number)) }),
    good: [{ n: 'a', p: '1' }],
    bad: [{ n: 1, p: '1' }],
  },
  { name: 'preprocessed', schema: z.preprocess(value => value ?? 'x', z.string()), good: ['a'], bad: [5], narrow: [null] },
  { name: 'refined', schema: z.string().refine(text => text !== 'a'), good: ['b'], bad: [1], wide: ['a'] },
  {
    name: 'refined with a wait',
    schema: z.strictObject({ a: z.string().optional() }).refine(async () => true),
    good: [{}, { a: 'x' }],
    bad: [{ a: 1 }],
    narrow: [NOTHING],
  },
  { name: 'never', schema: z.strictObject({ a: z.never().optional(), b: z.unknown() }), good: [{ b: 1 }], bad: [{ a: 1, b: 1 }] },
  {
    name: 'named',
    schema: z.strictObject({
      from: z.strictObject({ city: z.string(), street: z.string(), zip: z.string().describe('Five digits') }).meta({ id: 'Address' }),
      to: z.any(),
    }),
    good: [{ from: { city: '', street: '', zip: '' }, to: 1 }],
    bad: [{ from: { city: '' }, to: 1 }],
  },
  {
    name: 'what comes out',
    result: true,
    schema: z.strictObject({ n: z.coerce.number(), when: z.date().default(day), x: z.string().transform(text => text.length) }),
    good: [{ n: 1, when: day, x: 1 }],
    bad: [
      { n: '1', when: day, x: 1 },
      { n: 1, x: 1 },
    ],
  },
  { name: 'nothing comes out', result: true, schema: z.void(), good: [undefined], bad: [1, null] },
];

const valibot = [
  {
    name: 'object',
    schema: v.strictObject({ a: v.string(), b: v.optional(v.number()), c: v.optional(v.boolean(), true) }),
    good: [{ a: 'x' }, { a: 'x', b: 1 }],
    bad: [{}, { a: 'x', d: 1 }, { a: 1 }],
  },
  { name: 'optional', schema: v.optional(v.string()), good: [NOTHING, 'a'], bad: [1, null] },
  { name: 'all optional', schema: v.strictObject({ a: v.optional(v.string()) }), good: [NOTHING, {}, { a: 'x' }], bad: [{ a: 1 }] },
  { name: 'choices', schema: v.union([v.picklist(['a', 'b']), v.literal(1), v.null_()]), good: ['a', 1, null], bad: ['c', 2] },
  { name: 'tuples', schema: v.strictTuple([v.string(), v.number()]), good: [['a', 1]], bad: [['a'], ['a', 1, 2]] },
  { name: 'tuple with more', schema: v.tupleWithRest([v.string()], v.number()), good: [['a', 1]], bad: [['a', 'b'], []] },
  {
    name: 'variant',
    schema: v.variant('t', [v.strictObject({ t: v.literal('a'), x: v.string() }), v.strictObject({ t: v.literal('b') })]),
    good: [{ t: 'a', x: '' }, { t: 'b' }],
    bad: [{ t: 'a' }, { t: 'b', x: '' }],
  },
  {
    name: 'intersect',
    schema: v.intersect([v.object({ a: v.string() }), v.object({ b: v.number() })]),
    good: [{ a: 'x', b: 1 }],
    bad: [{ a: 'x' }],
  },
  { name: 'record', schema: v.record(v.string(), v.number()), good: [{}, { a: 1 }], bad: [{ a: 'x' }] },
  { name: 'recursive', schema: valibotNode, good: [{ value: 1, children: [{ value: 2 }] }], bad: [{ value: 1, children: [{}] }] },
  {
    name: 'dates',
    schema: v.strictObject({ at: v.date(), big: v.nullable(v.bigint()) }),
    good: [
      { at: day, big: 1n },
      { at: day, big: null },
    ],
    bad: [
      { at: 'x', big: 1n },
      { at: day, big: 1 },
    ],
  },
  {
    name: 'piped',
    schema: v.pipe(
      v.string(),
      v.email(),
      v.transform(text => text.length),
    ),
    bad: [1],
    good: ['a@b.de'],
    wide: ['a'],
  },
].map(each => ({ ...each, schema: toStandardJsonSchema(each.schema) }));

const arktype = [
  {
    name: 'object',
    schema: type({ a: 'string', 'b?': 'number', c: "'x' | 'y' | null", '+': 'reject' }),
    good: [
      { a: '', c: 'x' },
      { a: '', b: 1, c: null },
    ],
    bad: [{ a: '', c: 'z' }, { c: 'x' }, { a: '', c: 'x', d: 1 }],
  },
  { name: 'default', schema: type({ n: 'number = 5' }), good: [NOTHING, {}, { n: 1 }], bad: [{ n: 'x' }] },
  {
    name: 'lists',
    schema: type({ all: 'string[]', pair: ['string', 'number'], more: ['string', '...', 'number[]'] }),
    good: [{ all: [], pair: ['a', 1], more: ['a', 1, 2] }],
    bad: [
      { all: [1], pair: ['a', 1], more: ['a'] },
      { all: [], pair: ['a'], more: ['a'] },
      { all: [], pair: ['a', 1], more: ['a', 'b'] },
    ],
  },
  { name: 'recursive', schema: arkNode, good: [{ value: 1, children: [{ value: 2 }] }], bad: [{ value: 1, children: [{}] }] },
  {
    name: 'data that is no JSON',
    schema: type({ at: 'Date', big: 'bigint', 'maybe?': 'string | undefined' }),
    good: [
      { at: day, big: 1n },
      { at: day, big: 1n, maybe: undefined },
    ],
    bad: [
      { at: 'x', big: 1n },
      { at: day, big: 1 },
      { at: day, big: 1n, maybe: 1 },
    ],
  },
  { name: 'record', schema: type({ '[string]': 'number' }), good: [{}, { a: 1 }], bad: [{ a: 'x' }] },
  { name: 'morph', schema: type('string.numeric.parse'), good: ['1'], bad: [1], wide: ['a'] },
  { name: 'what comes out', result: true, schema: type({ n: 'number = 5' }), good: [{ n: 1 }], bad: [{}, { n: 'x' }] },
  { name: 'optional', schema: type('string | undefined'), good: [NOTHING, 'a'], bad: [1] },
];

/** A plain valibot schema tells nothing of itself, nor does one that throws when it is asked. */
const silent = [
  { name: 'says nothing', schema: v.string(), good: ['a'], wide: [1] },
  {
    name: 'throws',
    schema: {
      '~standard': {
        version: 1,
        vendor: 'x',
        validate: value => ({ value }),
        jsonSchema: {
          input: () => {
            throw new Error('no');
          },
          output: () => 5,
        },
      },
    },
    good: [1, NOTHING],
  },
];

export const libraries = Object.entries({ zod, valibot, arktype, silent }).flatMap(([library, all]) =>
  all.map(each => ({ ...each, name: `${library}: ${each.name}` })),
);
