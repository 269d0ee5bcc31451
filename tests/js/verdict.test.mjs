import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './desk-kit.mjs';

const { buildTable, judge } = page;
const boom = () => {
  throw new Error('odd');
};
const verdict = async (spec, { policy, strict = false, mode = 'pause', input = { n: 1 } } = {}) =>
  judge({
    entry: buildTable({ ns: { f: { execute: () => 1, ...spec } } }).get('ns.f'),
    seq: 3,
    mode,
    strict,
    policy,
    input: () => structuredClone(input),
  });
const kind = async (...args) => (await verdict(...args)).kind;

/** Everything a predicate may answer with that is not exactly `false`. */
const NOT_FALSE = [undefined, null, true, 0, '', NaN, 'no', 'false', {}, [], new Boolean(false), 0n, -0, Symbol('x'), () => false];
const MARKS = ['approval', 'needsApproval', 'requiresApproval'];

test('M1: only exactly false means no approval, from a mark or a predicate; a promise of false too', async () => {
  for (const mark of MARKS) {
    assert.equal(await kind({ [mark]: false }), 'allow');
    assert.equal(await kind({ [mark]: true }), 'ask');
    assert.equal(await kind({ [mark]: () => false }), 'allow');
    assert.equal(await kind({ [mark]: async () => false }), 'allow');
    for (const answer of NOT_FALSE) {
      assert.equal(await kind({ [mark]: () => answer }), 'ask', String(answer));
      assert.equal(await kind({ [mark]: async () => answer }), 'ask', String(answer));
    }
  }
});

test('M1: a throw, a rejection and a broken thenable ask', async () => {
  for (const mark of [
    boom,
    async () => boom(),
    () => Promise.reject(),
    () => ({ then: boom }),
    () => ({
      get then() {
        return boom();
      },
    }),
  ])
    assert.equal(await kind({ approval: mark }), 'ask');
});

test('M1: a predicate gets a copy of the input and says nothing about what runs', async () => {
  const seen = [];
  const look = (input, call) => {
    seen.push([structuredClone(input), call]);
    input.n = 'changed';
    return false;
  };
  assert.equal(await kind({ approval: look, needsApproval: look, requiresApproval: look }), 'allow');
  assert.deepEqual(seen, Array(3).fill([{ n: 1 }, { fn: 'ns.f', seq: 3 }]));
});

test('M2: the strictest of the three marks wins, in every combination', async () => {
  const marks = {
    absent: [undefined, false],
    no: [false, false],
    yes: [true, true],
    lifts: [() => false, false],
    asks: [() => 'x', true],
    throws: [boom, true],
  };
  for (const [approval, a] of Object.values(marks))
    for (const [needsApproval, b] of Object.values(marks))
      for (const [requiresApproval, c] of Object.values(marks)) {
        assert.equal(await kind({ approval, needsApproval, requiresApproval }), a || b || c ? 'ask' : 'allow');
      }
});

test('strict marks whatever declares side effects', async () => {
  assert.equal(await kind({ sideEffects: ['external'] }), 'allow');
  assert.equal(await kind({ sideEffects: ['external'] }, { strict: true }), 'ask');
  assert.equal(await kind({ sideEffects: ['external'], approval: false }, { strict: true }), 'ask');
  assert.equal(await kind({ sideEffects: ['external'], approval: () => false }, { strict: true }), 'ask');
  assert.equal(await kind({ sideEffects: [] }, { strict: true }), 'allow');
  assert.equal(await kind({}, { strict: true }), 'allow');
});

test('M3: each listed answer of a policy, on a marked and an unmarked call', async () => {
  const table = [
    ['allow', 'allow', 'allow'],
    ['ask', 'ask', 'ask'],
    ['deny', 'deny', 'deny'],
    [{ verdict: 'deny' }, 'deny', 'deny'],
    [{ verdict: 'deny', reason: 'x' }, 'deny', 'deny'],
    [undefined, 'ask', 'allow'],
  ];
  for (const [answer, marked, unmarked] of table)
    for (const policy of [() => answer, async () => answer]) {
      assert.equal(await kind({ approval: true }, { policy }), marked);
      assert.equal(await kind({}, { policy }), unmarked);
    }
});

test('M3: a policy that throws, or answers with anything not listed, asks', async () => {
  const odd = [
    null,
    true,
    false,
    0,
    1,
    '',
    'Allow',
    'yes',
    'allowed',
    {},
    [],
    ['allow'],
    { verdict: 'allow' },
    { verdict: 'ask' },
    { allow: true },
    new String('allow'),
    () => 'allow',
    Symbol('allow'),
    {
      get verdict() {
        return boom();
      },
    },
  ];
  for (const policy of [boom, async () => boom(), () => Promise.reject('allow'), ...odd.map(answer => () => answer)])
    for (const spec of [{ approval: true }, { approval: false }, {}]) {
      assert.equal(await kind(spec, { policy }), 'ask');
    }
});

test('M3: a policy is asked for every call and gets a copy of its own', async () => {
  const seen = [];
  const policy = call => {
    seen.push(structuredClone(call));
    call.input.n = 2;
    call.sideEffects.push('x');
  };
  await verdict({ sideEffects: ['mail'], approval: () => false }, { policy });
  await verdict({ approval: true }, { policy, mode: 'deny' });
  await verdict({}, { policy, mode: 'collect' });
  const call = { fn: 'ns.f', input: { n: 1 }, seq: 3 };
  assert.deepEqual(seen, [
    { ...call, sideEffects: ['mail'], marked: false },
    { ...call, sideEffects: [], marked: true },
    { ...call, sideEffects: [], marked: false },
  ]);
});

test('a reason is kept if it is text; a denial with another is still one', async () => {
  assert.deepEqual(await verdict({}, { policy: () => ({ verdict: 'deny', reason: 'house rule' }) }), {
    kind: 'deny',
    reason: 'house rule',
  });
  assert.deepEqual(await verdict({}, { policy: () => ({ verdict: 'deny', reason: 7 }) }), { kind: 'deny' });
});

test('M4: what runs without a decision although it is an effect is known as one', async () => {
  const effect = async (...args) => (await verdict(...args)).effect;
  assert.equal(await effect({}), false);
  assert.equal(await effect({ approval: false }), false);
  assert.equal(await effect({ approval: false }, { policy: () => 'allow' }), false);
  assert.equal(await effect({ sideEffects: ['mail'] }), true);
  assert.equal(await effect({ approval: () => false }), true);
  assert.equal(await effect({ approval: true }, { policy: () => 'allow' }), true);
  assert.equal(await effect({ sideEffects: ['mail'] }, { policy: () => 'allow', strict: true }), true);
});

test('D1: in deny mode what would ask is denied, and the reason says that nobody can approve', async () => {
  for (const [spec, options] of [
    [{ approval: true }, {}],
    [{ approval: boom }, {}],
    [{}, { policy: () => 'ask' }],
    [{ sideEffects: ['x'] }, { strict: true }],
  ]) {
    const { kind, reason } = await verdict(spec, { ...options, mode: 'deny' });
    assert.equal(kind, 'deny');
    assert.match(reason, /nobody can/);
  }
  assert.equal(await kind({}, { mode: 'deny' }), 'allow');
  assert.equal(await kind({ approval: true }, { mode: 'deny', policy: () => 'allow' }), 'allow');
  assert.deepEqual(await verdict({ approval: true }, { mode: 'deny', policy: () => ({ verdict: 'deny', reason: 'r' }) }), {
    kind: 'deny',
    reason: 'r',
  });
});
