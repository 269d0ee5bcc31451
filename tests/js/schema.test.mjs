import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './desk-kit.mjs';

const { compileSchema } = page;
const check = (schema, value) => compileSchema(schema, 'functions.f.inputSchema').check(value, 'input');
const standard = validate => ({ '~standard': { version: 1, vendor: 'test', validate } });
const boom = () => {
  throw new Error('trap');
};

test('JSON Schema: what fits, and where what does not is', async () => {
  const user = {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1 },
      tags: { type: 'array', items: { type: 'string' } },
      'a/b~c %': { type: 'number' },
      at: { $ref: '#/$defs/at' },
    },
    required: ['name'],
    additionalProperties: false,
    $defs: { at: { type: 'object', properties: { x: { type: 'integer' } } } },
  };
  assert.equal((await check(user, { name: 'a', tags: ['b'], at: { x: 1 } })).ok, true);
  const table = [
    [{ name: '' }, /^input\.name: /],
    [{ name: 5 }, /^input\.name: /],
    [{}, /^input: .*"name"/],
    [{ name: 'a', tags: ['b', 2] }, /^input\.tags\[1\]: /],
    [{ name: 'a', more: 1 }, /^input\.more: /],
    [{ name: 'a', at: { x: 1.5 } }, /^input\.at\.x: /],
    [{ name: 'a', 'a/b~c %': 'x' }, /^input\["a\/b~c %"\]: /],
    ['text', /^input: /],
    [null, /^input: /],
    [undefined, /^input: it is missing/],
    [[{}], /^input: /],
    [JSON.parse('{"name":"a","__proto__":{"x":1}}'), /^input\.__proto__: /],
    [{ name: 'a', constructor: 1 }, /^input\.constructor: /],
  ];
  for (const [value, pattern] of table) {
    const result = await check(user, value);
    assert.equal(result.ok, false, JSON.stringify(value));
    assert.match(result.problem, pattern);
  }
});

test('JSON Schema: what does not fit has a path, a keyword and a sentence', async () => {
  const items = { type: 'array', items: { type: 'object', properties: { '007': { type: 'string' }, n: { type: 'integer', minimum: 1 } } } };
  const schema = { type: 'object', properties: { items, id: { type: 'string' } }, required: ['id'] };
  const table = [
    [{ id: 'a', items: [{}, { n: 0 }] }, [[['items', 1, 'n'], 'minimum']]],
    [{ id: 'a', items: [{ '007': 1 }] }, [[['items', 0, '007'], 'type']]],
    [{}, [[[], 'required']]],
    [{ id: 'a', items: [{ n: 1n }] }, [[['items', 0, 'n'], undefined]]],
    [undefined, [[[], undefined]]],
  ];
  for (const [value, expected] of table) {
    const { misfits, problem } = await check(schema, value);
    assert.deepEqual(
      misfits.map(({ path, keyword }) => [path, keyword]),
      expected,
    );
    for (const { message } of misfits) assert.ok(problem.includes(message), problem);
  }
});

test('JSON Schema of draft 2020-12: prefixItems, dependentRequired, unevaluatedProperties', async () => {
  assert.equal((await check({ prefixItems: [{ type: 'string' }], items: false }, ['a'])).ok, true);
  assert.equal((await check({ prefixItems: [{ type: 'string' }], items: false }, ['a', 1])).ok, false);
  assert.equal((await check({ dependentRequired: { a: ['b'] } }, { a: 1 })).ok, false);
  assert.equal((await check({ allOf: [{ properties: { a: true } }], unevaluatedProperties: false }, { a: 1, b: 2 })).ok, false);
});

test('JSON Schema sees a member that is undefined as absent, and no other kind of data as JSON', async () => {
  const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'object' } }, required: ['b'] };
  assert.equal((await check(schema, { a: undefined, b: { c: undefined } })).ok, true);
  assert.equal((await check(schema, { a: 'x', b: undefined })).ok, false);
  for (const [value, pattern] of [
    [{ b: { n: [1n] } }, /^input\.b\.n\[0\]: a bigint/],
    [{ b: { n: [undefined] } }, /^input\.b\.n\[0\]: undefined/],
    [{ a: new Date(), b: {} }, /^input\.a: /],
  ]) {
    const result = await check(schema, value);
    assert.equal(result.ok, false);
    assert.match(result.problem, pattern);
  }
});

test('the schemas true and {} take anything, false nothing', async () => {
  for (const value of [undefined, null, 1n, new Date(), { a: undefined }])
    for (const schema of [true, {}]) assert.equal((await check(schema, value)).ok, true);
  for (const value of [undefined, null, 1, {}]) assert.equal((await check(false, value)).ok, false);
});

test('a value deeper than the stack, or in a circle, is an answer and no crash', async () => {
  let deep = {};
  for (let i = 0; i < 200_000; i++) deep = { deep };
  assert.equal((await check({ type: 'object' }, deep)).ok, true);
  assert.equal(
    (await check({ $defs: { n: { type: 'object', properties: { deep: { $ref: '#/$defs/n' } } } }, $ref: '#/$defs/n' }, deep)).ok,
    false,
  );
  const round = {};
  round.round = round;
  assert.equal((await check({ type: 'object' }, round)).ok, true);
});

test('a JSON Schema is used as it read when it was given', async () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } };
  const before = compileSchema(schema, 'x');
  schema.properties.a.type = 'number';
  assert.equal((await before.check({ a: 'x' }, 'input')).ok, true);
  assert.equal((await check(schema, { a: 'x' })).ok, false);
});

test('Standard Schema: a value, issues with their path, at once or later', async () => {
  assert.deepEqual(
    await check(
      standard(x => ({ value: x + 1 })),
      1,
    ),
    { ok: true, value: 2 },
  );
  assert.deepEqual(
    await check(
      standard(async x => ({ value: x + 1, issues: undefined })),
      1,
    ),
    { ok: true, value: 2 },
  );
  assert.deepEqual(
    await check(
      standard(() => ({ value: undefined })),
      1,
    ),
    { ok: true, value: undefined },
  );
  const issues = [{ message: 'one', path: ['items', 2, { key: 'a b' }, Symbol('s')] }, { message: 'two' }];
  assert.deepEqual(
    await check(
      standard(() => ({ issues })),
      1,
    ),
    {
      ok: false,
      problem: 'input.items[2]["a b"]["Symbol(s)"]: one; input: two',
      misfits: [
        { path: ['items', 2, 'a b', 'Symbol(s)'], message: 'one' },
        { path: [], message: 'two' },
      ],
    },
  );
  assert.equal(
    (
      await check(
        standard(() => ({ issues: [] })),
        1,
      )
    ).ok,
    false,
  );
  assert.deepEqual(
    await check(
      Object.assign(
        () => 1,
        standard(x => ({ value: x })),
      ),
      1,
    ),
    { ok: true, value: 1 },
  );
});

test('a schema that throws, or answers with nothing that is an answer, means that the value does not fit', async () => {
  for (const validate of [
    boom,
    async () => boom(),
    () => undefined,
    () => null,
    () => true,
    () => ({}),
    () => ({
      get issues() {
        return boom();
      },
    }),
    () => ({ issues: 5 }),
    () => ({ issues: [null] }),
    () => Promise.reject(),
  ]) {
    const result = await check(standard(validate), 1);
    assert.equal(result.ok, false);
    assert.ok(result.problem.length > 5);
  }
  assert.match((await check({ properties: { a: { pattern: '(' } } }, { a: 'x' })).problem, /schema threw/);
});

test('an object of a library that speaks no Standard Schema is refused, and told what to give instead', () => {
  class StringSchema {
    validate() {}
  }
  for (const given of [new StringSchema(), { type: 'object', validate() {} }])
    assert.throws(() => compileSchema(given, 'functions.f.inputSchema'), {
      name: 'InvalidOptions',
      message: /functions\.f\.inputSchema.*speaks no Standard Schema.*the JSON Schema that the library makes of it/s,
    });
});
