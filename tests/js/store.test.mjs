import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './desk-kit.mjs';

const { memoryStore } = page;
const run = (runId, generation, more = {}) => ({ version: 1, runId, generation, code: '', ...more });

test('what goes in and comes out are copies', async () => {
  const store = memoryStore();
  const one = run('a', 1, { journal: [{ e: 1 }] });
  assert.equal(await store.save(one, undefined), true);
  one.journal[0].e = 2;
  (await store.load('a')).journal[0].e = 3;
  (await store.list())[0].journal[0].e = 4;
  assert.deepEqual(await store.load('a'), run('a', 1, { journal: [{ e: 1 }] }));
});

test('K2: compare-and-set: what is expected must be there, or nothing', async () => {
  const store = memoryStore();
  assert.equal(await store.save(run('a', 1), 1), false);
  assert.equal(await store.load('a'), undefined);
  assert.equal(await store.save(run('a', 1), undefined), true);
  assert.equal(await store.save(run('a', 9), undefined), false);
  assert.equal(await store.save(run('a', 9), 2), false);
  assert.equal(await store.save(run('a', 2), 1), true);
  assert.equal((await store.load('a')).generation, 2);
  assert.equal(await store.delete('a', 1), false);
  assert.equal(await store.delete('a', undefined), false);
  assert.equal(await store.delete('a', 2), true);
  assert.equal(await store.load('a'), undefined);
  assert.equal(await store.delete('a', 2), false);
  assert.equal(await store.delete('a', undefined), true);
});

test('K2: of many saves at once that expect the same, one wins', async () => {
  const store = memoryStore();
  await store.save(run('a', 1), undefined);
  const won = await Promise.all(Array.from({ length: 8 }, (_, n) => store.save(run('a', 2, { by: n }), 1)));
  assert.equal(won.filter(Boolean).length, 1);
  assert.equal((await store.load('a')).by, won.indexOf(true));
});

test("a list is by owner, or everyone's; ended records are in it", async () => {
  const store = memoryStore();
  await store.save(run('a', 1, { owner: 'ada' }), undefined);
  await store.save(run('b', 1), undefined);
  await store.save(run('c', 1, { owner: 'bob' }), undefined);
  await store.save(run('a', 2, { owner: 'ada', ended: true }), 1);
  const ids = async filter => (await store.list(filter)).map(({ runId }) => runId);
  assert.deepEqual(
    [await ids(), await ids({}), await ids({ owner: 'ada' }), await ids({ owner: 'zoe' })],
    [['a', 'b', 'c'], ['a', 'b', 'c'], ['a'], []],
  );
  assert.equal((await store.list({ owner: 'ada' }))[0].ended, true);
});

test('ids are data: __proto__ and constructor are runs like any other', async () => {
  const store = memoryStore();
  for (const id of ['__proto__', 'constructor', '']) {
    assert.equal(await store.load(id), undefined);
    assert.equal(await store.save(run(id, 1), undefined), true);
    assert.equal((await store.load(id)).runId, id);
  }
});

test('two stores do not know each other', async () => {
  const [a, b] = [memoryStore(), memoryStore()];
  await a.save(run('a', 1), undefined);
  assert.equal(await b.load('a'), undefined);
});
