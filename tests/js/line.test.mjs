import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Line } from '../../js/line.ts';
import { turn } from './fake-worker.mjs';

/** Runs by name; `order` is who got a place, in order. */
function lineOf(places) {
  const line = new Line(places);
  const order = [];
  const come = name => {
    const place = line.place();
    const take = () => place.take().then(held => order.push(held ? name : `${name} left`));
    take();
    return { place, take };
  };
  return { come, order };
}

test('first come, first served', async () => {
  const { come, order } = lineOf(2);
  const [a] = [come('a'), come('b'), come('c'), come('d')];
  await turn();
  assert.deepEqual(order, ['a', 'b']);
  a.place.leave();
  await turn();
  assert.deepEqual(order, ['a', 'b', 'c']);
});

test('who gave its place up for a person comes before those that never ran', async () => {
  const { come, order } = lineOf(1);
  const a = come('a');
  const b = come('b');
  come('c');
  await turn();
  a.place.leave();
  a.take();
  await turn();
  assert.deepEqual(order, ['a', 'b']);
  b.place.leave();
  await turn();
  assert.deepEqual(order, ['a', 'b', 'a']);
});

test('leaving the line gives up the wish, and the place goes to the next', async () => {
  const { come, order } = lineOf(1);
  const a = come('a');
  const b = come('b');
  come('c');
  b.place.leave();
  await turn();
  a.place.leave();
  await turn();
  assert.deepEqual(order, ['a', 'b left', 'c']);
});

test('a place is neither doubled nor lost, whatever is left twice', async () => {
  const { come, order } = lineOf(1);
  const a = come('a');
  await turn();
  a.place.leave();
  a.place.leave();
  come('b');
  come('c');
  await turn();
  assert.deepEqual(order, ['a', 'b']);
});
