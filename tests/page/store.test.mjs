/*
 * Owns what a page can count on about stores: a run that waits is there after a reload, of two tabs one wins, and a store that fails loses nothing.
 */
import { inPage, pageTest } from './harness.mjs';

const code = `const kept = await read('a'); const done = await write({ id: 7 }); return [kept, done.id]`;

pageTest('a run that waits outlives the page that started it', async (page, { run }) => {
  await run(async ({ countersign, equal, data }) => {
    const sandbox = countersign.createSandbox({ store: countersign.indexedDbStore() });
    const functions = { read: key => `read ${key}`, write: { approval: true, execute: input => input } };
    const result = await sandbox.run({
      functions,
      code: data,
      approval: { mode: 'pause', onApproval: () => 'pause' },
      metadata: { title: 'a card' },
    });
    equal([result.status, result.pending.length], ['pending', 1]);
  }, code);
  await page.reload();
  await run(async ({ countersign, equal, rejects }) => {
    const sandbox = countersign.createSandbox({ store: countersign.indexedDbStore() });
    const [waiting, ...more] = await sandbox.pending();
    equal([more.length, waiting.metadata, waiting.pending.map(call => call.input)], [0, { title: 'a card' }, [{ id: 7 }]]);
    const seen = [];
    const write = input => {
      seen.push('write');
      return input;
    };
    const functions = { read: () => seen.push('read'), write: { approval: true, execute: write } };
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

inPage(
  'what is appended comes back at the end of the journal, in order, as long as the record is the one it was added to',
  async ({ countersign, equal }) => {
    const name = `appended-${Math.random()}`;
    for (const make of [() => countersign.memoryStore(), () => countersign.indexedDbStore({ database: name })]) {
      const store = make();
      const record = (runId, generation, journal = []) => ({ version: 1, runId, generation, code: '', journal });
      equal(await store.append('r', [{ steps: [0] }], 1), false);
      await store.save(record('r', 1, [{ e: 'call' }]), undefined);
      await store.save(record('r2', 1), undefined);
      const added = await Promise.all([1, 2, 3].map(n => store.append('r', [{ steps: [n] }, { steps: [-n] }], 1)));
      equal(added, [true, true, true]);
      equal([await store.append('r', [{ steps: [9] }], 2), await store.append('gone', [{ steps: [9] }], 1)], [false, false]);
      const whole = [{ e: 'call' }, ...[1, -1, 2, -2, 3, -3].map(n => ({ steps: [n] }))];
      equal((await store.load('r')).journal, whole);
      const listed = await store.list();
      equal(
        listed.map(({ runId, journal }) => [runId, journal]),
        [
          ['r', whole],
          ['r2', []],
        ],
      );
      // What was added to a record that is not there any more never comes back.
      equal([await store.save(record('r', 2), 1), (await store.load('r')).journal], [true, []]);
      equal([await store.append('r', [{ steps: [5] }], 1), (await store.load('r')).journal], [false, []]);
      equal([await store.append('r', [{ steps: [6] }], 2), (await store.load('r')).journal], [true, [{ steps: [6] }]]);
      equal([await store.delete('r', 2), await store.save(record('r', 2), undefined), (await store.load('r')).journal], [true, true, []]);
    }
  },
  { needsPage: true },
);

pageTest('a database of an earlier version is taken over with what it holds', async (_page, { run }) => {
  await run(async ({ countersign, equal }) => {
    const old = await new Promise((resolve, reject) => {
      const request = indexedDB.open('old', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('runs');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const writing = old.transaction('runs', 'readwrite');
    writing.objectStore('runs').put({ version: 1, runId: 'r', generation: 4, code: '', journal: [] }, 'r');
    await new Promise(done => (writing.oncomplete = done));
    old.close();
    const store = countersign.indexedDbStore({ database: 'old' });
    equal([(await store.load('r')).generation, await store.append('r', [{ steps: [1] }], 4)], [4, true]);
    equal(
      [await store.save({ version: 1, runId: 'r', generation: 5, code: '' }, 3), await store.delete('r', 4), await store.load('r')],
      [false, true, undefined],
    );
  });
});

inPage(
  'a store that fails is StoreFailed, what was claimed does not run, and the card is there when it works again',
  async ({ countersign, equal, rejects, marked, person }) => {
    const boom = () => {
      throw new Error('disk');
    };
    const w = marked();
    const over = broken => {
      const kept = countersign.memoryStore();
      const store = Object.fromEntries(
        ['load', 'save', 'delete', 'list', 'append'].map(name => [name, (...given) => (broken[name] ?? kept[name])(...given)]),
      );
      return countersign.createSandbox({ functions: { w: w.spec }, store });
    };
    const start = sandbox => sandbox.run({ code: `return [await w(1), await w(2)]`, approval: person('pause').approval });

    for (const [save, name] of [
      [boom, 'StoreFailed'],
      [async () => boom(), 'StoreFailed'],
      [async () => false, 'Superseded'],
    ]) {
      const sandbox = over({ save });
      const { status, error, calls } = await start(sandbox);
      equal([status, error.name, calls[0].state], ['failed', name, 'not-run']);
      await sandbox.dispose();
    }
    const other = { version: 1, runId: 'another', generation: 1, code: '' };
    for (const load of [boom, async () => 'text', async () => ({}), async () => other]) {
      const broken = {};
      const sandbox = over(broken);
      const waiting = await start(sandbox);
      broken.load = load;
      const { callId } = waiting.pending[0];
      const attempts = [
        () => waiting.resume({ all: 'approve' }),
        () => sandbox.resume(waiting.runId, { approve: [callId] }),
        () => sandbox.discard(waiting.runId),
      ];
      for (const attempt of attempts) await rejects(attempt(), 'StoreFailed');
      broken.load = undefined;
      broken.save = boom;
      await rejects(waiting.resume({ all: 'approve' }), 'StoreFailed');
      equal(w.inputs, []);
      broken.save = undefined;
      equal([(await waiting.resume({ all: 'approve' })).status, w.inputs.splice(0)], ['pending', [1]]);
      await sandbox.dispose();
    }
    for (const list of [boom, async () => null, async () => 'text']) {
      const sandbox = over({ list });
      await rejects(sandbox.pending(), 'StoreFailed');
      await sandbox.dispose();
    }
    for (const options of [5, { database: 5 }, { database: '' }, { db: 'x' }]) {
      const misuse = await rejects((async () => countersign.indexedDbStore(options))(), 'InvalidOptions');
      equal(typeof misuse.path, 'string');
    }
  },
);

pageTest('whatever else lies in the database, the runs are listed', async (_page, { run }) => {
  await run(async ({ countersign, equal }) => {
    const sandbox = countersign.createSandbox({
      store: countersign.indexedDbStore({ database: 'strays' }),
      functions: { w: { approval: true, execute: input => input } },
    });
    const first = await sandbox.run({ code: `return await w(1)`, approval: { mode: 'collect' } });
    const db = await new Promise(resolve => {
      const request = indexedDB.open('strays');
      request.onsuccess = () => resolve(request.result);
    });
    const strays = [null, 5, 'text', {}, [1], { runId: 5 }];
    const writing = db.transaction('runs', 'readwrite');
    for (const [at, stray] of strays.entries()) writing.objectStore('runs').put(stray, `stray ${at}`);
    await new Promise(done => (writing.oncomplete = done));
    db.close();
    const reported = [];
    globalThis.reportError = error => reported.push(error.name);
    const listed = await sandbox.pending();
    equal(
      listed.map(({ runId }) => runId),
      [first.runId],
    );
    equal(
      reported.every(name => name === 'CheckpointInvalid'),
      true,
    );
    equal((await first.resume({ all: 'approve' })).status, 'completed');
    await sandbox.dispose();
  });
});

pageTest('what cannot be stored is told, and nothing else', async (_page, { run }) => {
  await run(async ({ countersign, equal, rejects }) => {
    const unhandled = [];
    addEventListener('unhandledrejection', event => unhandled.push(String(event.reason)));
    const store = countersign.indexedDbStore({ database: 'refusing' });
    await rejects(store.save({ version: 1, runId: 'r', generation: 1, code: '', f: () => 1 }, undefined), 'DataCloneError');
    await new Promise(done => setTimeout(done, 50));
    equal([unhandled, await store.load('r')], [[], undefined]);
  });
});
