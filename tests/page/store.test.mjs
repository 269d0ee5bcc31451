/*
 * Owns what a page can count on about stores that outlive it: a run that waits is there after a reload, and of two tabs one wins.
 */
import { pageTest } from './harness.mjs';

const code = `const kept = await read('a'); const done = await write({ id: 7 }); return [kept, done.id]`;

pageTest('a run that waits outlives the page that started it', async (page, { run }) => {
  await run(
    async ({ countersign, equal, data }) => {
      const sandbox = countersign.createSandbox({ store: countersign.indexedDbStore() });
      const functions = { read: key => `read ${key}`, write: { approval: true, execute: input => input } };
      const result = await sandbox.run({ functions, code: data, approval: { mode: 'pause', onApproval: () => 'pause' }, metadata: { title: 'a card' } });
      equal([result.status, result.pending.length], ['pending', 1]);
    },
    code,
  );
  await page.reload();
  await run(async ({ countersign, equal, rejects }) => {
    const sandbox = countersign.createSandbox({ store: countersign.indexedDbStore() });
    const [waiting, ...more] = await sandbox.pending();
    equal([more.length, waiting.metadata, waiting.pending.map(call => call.input)], [0, { title: 'a card' }, [{ id: 7 }]]);
    const seen = [];
    const functions = { read: () => seen.push('read'), write: { approval: true, execute: input => (seen.push('write'), input) } };
    const done = await sandbox.resume(waiting, { all: 'approve' }, { functions });
    equal([done.status, done.value, seen], ['completed', ['read a', 7], ['write']]);
    equal(await sandbox.pending(), []);
    await rejects(sandbox.resume(waiting, { all: 'approve' }, { functions }), 'RunNotPending');
    await sandbox.dispose();
  });
});

pageTest('of many saves that expect the same generation one wins', async (_page, { run }) => {
  await run(async ({ countersign, equal }) => {
    const stores = Array.from({ length: 4 }, () => countersign.indexedDbStore({ database: 'contended' }));
    const record = generation => ({ version: 1, runId: 'r', generation, code: '' });
    equal(await stores[0].save(record(1), undefined), true);
    const saved = await Promise.all(stores.map(store => store.save(record(2), 1)));
    equal(saved.filter(Boolean).length, 1);
    equal([(await stores[3].load('r')).generation, await stores[3].save(record(9), 1), await stores[1].delete('r', 1)], [2, false, false]);
    equal([await stores[2].delete('r', 2), await stores[0].load('r')], [true, undefined]);
  });
});
