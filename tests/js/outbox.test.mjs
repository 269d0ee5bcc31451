import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Outbox } from '../../js/outbox.ts';

function watched() {
  const sent = [];
  return { sent, out: new Outbox(message => sent.push(message)) };
}

test('the first of a turn goes at once, the rest together when the turn ends', async () => {
  const { sent, out } = watched();
  for (const message of [1, 2, 3]) out.post(message);
  assert.deepEqual(sent, [1]);
  await null;
  assert.deepEqual(sent, [1, [2, 3]]);
  out.post(4);
  assert.deepEqual(sent, [1, [2, 3], 4]);
});

test('what nobody waits for goes with the next one, in its order', async () => {
  const { sent, out } = watched();
  out.add(1);
  out.add(2);
  assert.deepEqual(sent, []);
  out.post(3);
  out.add(4);
  assert.deepEqual(sent, [[1, 2, 3]]);
  await null;
  assert.deepEqual(sent, [[1, 2, 3], 4]);
});

test('a turn that only adds sends when it ends, and the next one begins anew', async () => {
  const { sent, out } = watched();
  out.add(1);
  await null;
  out.post(2);
  assert.deepEqual(sent, [1, 2]);
});

test('a flush sends what there is, once', async () => {
  const { sent, out } = watched();
  out.post(1);
  out.post(2);
  out.flush();
  out.flush();
  await null;
  assert.deepEqual(sent, [1, 2]);
});

test('what is posted while it sends comes after what it sends', async () => {
  const sent = [];
  const out = new Outbox(message => {
    sent.push(message);
    if (message === 1) out.post(2);
  });
  out.post(1);
  await null;
  assert.deepEqual(sent, [1, 2]);
});
