/* docs/stores.md: its code, executed as it stands, on the real packages and a real Redis. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import Redis from 'ioredis';
import { createStorage } from 'unstorage';
import memoryDriver from 'unstorage/drivers/memory';
import redisDriver from 'unstorage/drivers/redis';
import { memoryStore } from '../../js/store/memory.ts';
import { made } from './checkpoint-kit.mjs';
import { callsOnce, marked, pause, sandboxOf } from './sandbox-kit.mjs';

// In the checkout, so that what the code imports is found.
const folder = join(process.cwd(), '.cache/docs-stores');
mkdirSync(folder, { recursive: true });
const blocks = [...readFileSync('docs/stores.md', 'utf8').matchAll(/^```js\n\/\/ (\S+)\n(.*?)^```$/gms)];
for (const [, name, code] of blocks) writeFileSync(join(folder, name), code);
const fromDocs = name => import(pathToFileURL(join(folder, name)).href);
const { keyValueStore } = await fromDocs('key-value-store.mjs');
const { storeIn } = await fromDocs('use-key-value-store.mjs');
const { redisStore } = await fromDocs('redis-store.mjs');

const place = mkdtempSync(join(tmpdir(), 'countersign-stores-'));
let server;
let port;
const clients = [];

before(async () => {
  port = await freePort();
  const args = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', place];
  server = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((ready, failed) => {
    server.on('error', ({ code, message }) =>
      failed(new Error(code === 'ENOENT' ? 'redis-server is not installed: npm run setup' : message)),
    );
    server.on('exit', status => failed(new Error(`redis-server ended with status ${status}`)));
    server.stdout.setEncoding('utf8').on('data', text => /ready to accept connections/i.test(text) && ready());
  });
});

after(async () => {
  for (const client of clients) client.disconnect();
  if (server?.exitCode === null) {
    const gone = new Promise(done => server.once('exit', done));
    server.kill();
    await gone;
  }
  rmSync(place, { recursive: true, force: true });
});

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(String(port)));
    });
  });
}

const client = () => {
  const redis = new Redis({ port: Number(port), host: '127.0.0.1' });
  clients.push(redis);
  return redis;
};
const redisStorage = base => {
  const driver = redisDriver({ base, host: '127.0.0.1', port: Number(port) });
  clients.push({ disconnect: () => driver.dispose() });
  return createStorage({ driver });
};

let fresh = 0;
/** Each gives a function that gives stores over the same data. */
const kinds = {
  'the memory store': () => {
    const one = memoryStore();
    return () => one;
  },
  'unstorage in memory': () => {
    const one = keyValueStore(createStorage({ driver: memoryDriver() }));
    return () => one;
  },
  'unstorage in files': () => {
    const base = join(place, `files${fresh++}`);
    return () => storeIn(base);
  },
  'unstorage in Redis': () => {
    const base = `kv${fresh++}`;
    return () => keyValueStore(redisStorage(base));
  },
  'Redis by itself': () => {
    const prefix = `own${fresh++}`;
    return () => redisStore(client(), prefix);
  },
};

const at = async (runId, generation, more = {}) => (await made({ runId, generation, ...more })).checkpoint;

for (const [name, kind] of Object.entries(kinds)) {
  test(`${name}: compare-and-set, and what comes back is what went in`, async () => {
    const store = kind()();
    const [one, two] = [
      await at('run-1', 1, { metadata: { title: 'ä "x" \u2028 🙈', list: [1.5, null, { deep: [] }] } }),
      await at('run-1', 2),
    ];
    assert.equal(await store.load('run-1'), undefined);
    assert.equal(await store.save(one, 7), false);
    assert.equal(await store.save(one, undefined), true);
    assert.deepEqual(await store.load('run-1'), one);
    assert.equal(await store.save(two, undefined), false);
    assert.equal(await store.save(two, 2), false);
    assert.deepEqual(await store.load('run-1'), one);
    assert.equal(await store.save(two, 1), true);
    assert.equal(await store.delete('run-1', 1), false);
    assert.deepEqual(await store.load('run-1'), two);
    assert.equal(await store.delete('run-1', 2), true);
    assert.deepEqual([await store.load('run-1'), await store.list(), await store.delete('run-1', 2)], [undefined, [], false]);
  });

  test(`${name}: a list is by owner, or everyone's`, async () => {
    const store = kind()();
    for (const [runId, owner] of [
      ['run-a', 'ada'],
      ['run-b', 'bob'],
      ['run-c', undefined],
    ])
      assert.equal(await store.save(await at(runId, 1, { owner }), undefined), true);
    const ids = async filter => (await store.list(filter)).map(({ runId }) => runId).sort();
    assert.deepEqual(
      [await ids(), await ids({}), await ids({ owner: 'ada' })],
      [['run-a', 'run-b', 'run-c'], ['run-a', 'run-b', 'run-c'], ['run-a']],
    );
  });

  test(`${name}: of many saves at once that expect the same, one wins`, async () => {
    const store = kind()();
    for (let round = 0; round < 20; round++) {
      const expected = round === 0 ? undefined : round;
      const record = await at('run-1', round + 1);
      const saved = await Promise.all(Array.from({ length: 8 }, () => store.save(record, expected)));
      assert.equal(saved.filter(Boolean).length, 1);
    }
  });

  test(`${name}: a run waits in it, and is finished by a sandbox of another process`, async () => {
    const stores = kind();
    const w = marked();
    const signingKey = new Uint8Array(32).fill(9);
    const first = sandboxOf(callsOnce(), { functions: w.functions, store: stores(), signingKey }).sandbox;
    const waiting = await first.run({ code: 'return await w({ id: 1 })', approval: pause, metadata: { title: 'ä' } });
    await first.dispose();
    const second = sandboxOf(callsOnce(), { functions: w.functions, store: stores(), signingKey }).sandbox;
    const [found] = await second.pending();
    assert.deepEqual([found.runId, found.metadata, found.pending[0].input], [waiting.runId, { title: 'ä' }, { id: 1 }]);
    const done = await second.resume(found, { all: 'approve' });
    assert.deepEqual([done.status, done.value, w.inputs], ['completed', { id: 1 }, [{ id: 1 }]]);
    await assert.rejects(second.resume(found, { all: 'approve' }), { name: 'RunNotPending' });
    assert.deepEqual(await second.pending(), []);
    await second.dispose();
  });
}

for (const name of ['the memory store', 'Redis by itself'])
  test(`${name}: what is appended stands at the end of the journal, until the next save`, async () => {
    const store = kinds[name]()();
    const record = await at('run-1', 1);
    await store.save(record, undefined);
    assert.equal(await store.append('run-1', [{ e: 'began' }], 2), false);
    assert.equal(await store.append('run-2', [{ e: 'began' }], 1), false);
    assert.equal(await store.append('run-1', [{ steps: [], seal: 'x' }, { e: 'began' }], 1), true);
    assert.equal(await store.append('run-1', [{ e: 'again' }], 1), true);
    const journal = [...record.journal, { steps: [], seal: 'x' }, { e: 'began' }, { e: 'again' }];
    assert.deepEqual([await store.load('run-1'), await store.list()], [{ ...record, journal }, [{ ...record, journal }]]);
    const next = await at('run-1', 2);
    assert.equal(await store.save(next, 1), true);
    assert.deepEqual(await store.load('run-1'), next);
  });

test('Redis by itself: of eight servers that want the same generation one wins, 100 times', async () => {
  const stores = Array.from({ length: 8 }, kinds['Redis by itself']());
  for (let round = 0; round < 100; round++) {
    const record = await at('run-1', round + 1);
    const saved = await Promise.all(stores.map(store => store.save(record, round === 0 ? undefined : round)));
    assert.equal(saved.filter(Boolean).length, 1);
  }
});

test('what the docs warn of is so: over storage without compare-and-set two processes may both win', async () => {
  const storage = createStorage({ driver: memoryDriver() });
  const getItem = async key => {
    const kept = await storage.getItem(key);
    // The answer is on its way, as over a network.
    await new Promise(done => setTimeout(done, 5));
    return kept;
  };
  const slow = { ...storage, getItem };
  const [one, two] = [keyValueStore(slow), keyValueStore(slow)];
  const record = await at('run-1', 1);
  assert.deepEqual(await Promise.all([one.save(record, undefined), two.save(record, undefined)]), [true, true]);
});

test('a file that was cut in the middle is reported, and the other runs are listed', async t => {
  const base = join(place, 'cut');
  const functions = marked().functions;
  const { sandbox } = sandboxOf(callsOnce(), { functions, store: storeIn(base) });
  const run = () => sandbox.run({ code: 'return await w({ id: 1 })', approval: pause });
  const [lost, whole] = [await run(), await run()];
  const file = join(base, 'runs', lost.runId);
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, 300));
  const previous = globalThis.reportError;
  globalThis.reportError = () => {};
  t.after(() => {
    globalThis.reportError = previous;
  });
  assert.deepEqual(
    (await sandbox.pending()).map(({ runId }) => runId),
    [whole.runId],
  );
  await assert.rejects(sandbox.resume(lost.runId, { approve: [] }), { name: 'StoreFailed' });
  await sandbox.dispose();
});
