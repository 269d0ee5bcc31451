/*
 * Owns what the tests of records under way are written with: a store that tells what was written to it and can be made to fail, and a run that waits.
 */
import assert from 'node:assert/strict';
import { memoryStore } from '../../js/store/memory.ts';
import { collecting, wt } from './collect-kit.mjs';

/** A store that keeps a list of its writes; `fail(name, count)` may throw before one, `after` after it, `wait` is awaited in each. */
export function watched({ fail = () => {}, after = () => {}, wait, appends = true } = {}) {
  const inner = memoryStore();
  const writes = [];
  const guarded = name => async (first, second, third) => {
    const record = typeof first === 'object' ? first : undefined;
    const steps = name === 'append' ? second.flatMap(batch => batch.steps) : [];
    const write = { name, generation: record?.generation ?? third ?? second, steps, text: JSON.stringify(record ?? second ?? '').length };
    fail(name, writes.length);
    writes.push(write);
    await wait?.();
    const result = await inner[name](first, second, third);
    after(name, writes.length - 1);
    return result;
  };
  const store = { load: inner.load, list: inner.list, save: guarded('save'), delete: guarded('delete') };
  if (appends) store.append = guarded('append');
  return { store, inner, writes, names: () => writes.map(({ name }) => name) };
}

export const kinds = steps => steps.map(({ e, seq }) => (seq === undefined ? e : `${e} ${seq}`));
export const never = () => new Promise(() => {});
export const two = [wt('a', { look: true }), { fn: 'r', input: 1 }, wt('b', { look: true })];
export const fullDisk = () => {
  throw new Error('the disk is full');
};

/** One that waits, in a sandbox of its own, over this store. */
export async function waiting(steps, options) {
  const made = collecting(steps, options);
  const first = await made.run();
  assert.equal(first.status, 'pending', first.error?.message);
  return { ...made, first };
}
