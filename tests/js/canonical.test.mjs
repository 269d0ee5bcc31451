import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './desk-kit.mjs';

const { canonical } = page;

test('plain JSON comes out as JSON.stringify writes it, but for the order of members', () => {
  const table = [
    [null, 'null'],
    [true, 'true'],
    [-1.5e30, '-1.5e+30'],
    ['a"\n\ud800', '"a\\"\\n\\ud800"'],
    [[], '[]'],
    [{}, '{}'],
    [[1, [2, []], {}], '[1,[2,[]],{}]'],
    [{ b: 1, a: { d: [], c: null } }, '{"a":{"c":null,"d":[]},"b":1}'],
    [{ 10: 1, 9: 2, a: 3, '': 4 }, '{"":4,"10":1,"9":2,"a":3}'],
    [JSON.parse('{"b":1,"__proto__":2,"a":"x"}'), '{"__proto__":2,"a":"x","b":1}'],
    [{ b: 1, 1: 2, '01': 3 }, '{"01":3,"1":2,"b":1}'],
    [{ b: undefined, a: null }, '{"a":null,"b":null}'],
    [JSON.parse('{"__proto__":{"b":1,"a":2}}'), '{"__proto__":{"a":2,"b":1}}'],
  ];
  for (const [value, text] of table) assert.equal(canonical(value), text);
});

test('it is the same for every order of members, and another for every other value', () => {
  assert.equal(canonical({ a: 1, b: [{ c: 2, d: 3 }] }), canonical({ b: [{ d: 3, c: 2 }], a: 1 }));
  const values = [0, '0', null, false, '', [], {}, [0], ['0'], [[]], [null], { 0: 0 }, { '': 0 }, { a: [] }, { a: {} }, 'null', '[]'];
  assert.equal(new Set(values.map(canonical)).size, values.length);
});

test('depth is no matter', () => {
  const deep = '['.repeat(500_000) + ']'.repeat(500_000);
  let value = [];
  for (let depth = 1; depth < 500_000; depth++) value = [value];
  assert.equal(canonical(value), deep);
});
