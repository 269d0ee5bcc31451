import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collecting, states, wt, yes } from './collect-kit.mjs';

test('C1, R3: marked calls are one card; approved, each runs once, in order', async () => {
  const it = collecting([{ fn: 'r', input: 'users' }, wt({ id: 1 }), wt({ id: 2 }), wt({ id: 3 })]);
  const result = await it.run();
  assert.deepEqual(
    [result.status, result.pending.map(({ input }) => input.id), it.w.inputs, it.r.inputs, states(result)],
    ['pending', [1, 2, 3], [], ['users'], ['fulfilled', 'pending', 'pending', 'pending']],
  );
  const done = await result.resume(yes);
  assert.deepEqual(
    [done.status, done.value.slice(1), it.w.inputs, it.r.inputs],
    ['completed', it.w.inputs, [{ id: 1 }, { id: 2 }, { id: 3 }], ['users']],
  );
  assert.deepEqual(states(done), Array(4).fill('fulfilled'));
});
