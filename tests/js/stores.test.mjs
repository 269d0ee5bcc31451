/* docs/stores.md: its code, executed as it stands, on the real packages and a real Redis. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import Redis from 'ioredis';
import { createStorage } from 'unstorage';
import memoryDriver from 'unstorage/drivers/memory';
import redisDriver from 'unstorage/drivers/redis';
import { indexedDbStore } from '../../js/store/indexed-db.ts';
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
const { checkStore } = await fromDocs('check-store.mjs');
const { fetchStore } = await fromDocs('fetch-store.mjs');
const { runs } = await fromDocs('run-routes.mjs');

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
  test(`${name}: it does what a store must`, () => {
    const stores = kind();
    const one = stores();
    // What unstorage cannot promise: two store objects over the same data.
    return checkStore(name.startsWith('unstorage') ? () => one : stores);
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

test('the check of a store finds what a store does wrong', async () => {
  const wrong = {
    'it does not compare': store => ({ save: record => store.load(record.runId).then(kept => store.save(record, kept?.generation)) }),
    'of several saves several win': store => ({ save: (...save) => store.save(...save).then(saved => saved || save[1] > 0) }),
    'it answers with a number': store => ({ save: (...save) => store.save(...save).then(Number) }),
    'it loses members': store => ({ load: runId => store.load(runId).then(kept => kept && { ...kept, metadata: undefined }) }),
    'a list lacks what was appended': store => ({
      list: filter => store.list(filter).then(all => all.map(record => ({ ...record, journal: record.journal.slice(0, 1) }))),
    }),
    'an append counts as a save': store => ({
      append: async (runId, entries, expected) => {
        const kept = await store.load(runId);
        return store.save({ ...kept, generation: expected + 1, journal: [...kept.journal, ...entries] }, expected);
      },
    }),
    'an append does not compare': store => ({
      append: async (runId, entries) => store.append(runId, entries, (await store.load(runId)).generation),
    }),
    'it deletes whatever is there': store => ({
      delete: async runId => store.delete(runId, (await store.load(runId))?.generation ?? 0),
    }),
  };
  for (const [what, change] of Object.entries(wrong)) {
    const store = memoryStore();
    const changed = { ...store, ...change(store) };
    await assert.rejects(
      checkStore(() => changed),
      { code: 'ERR_ASSERTION' },
      what,
    );
  }
});

/** The route of the docs behind a real server. Who is logged in stands in a header, in place of a session. */
async function serving(store) {
  const server = createHttpServer(async (incoming, outgoing) => {
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method, url, headers } = incoming;
    const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
    const answer = await runs(new Request(`http://localhost${url}`, { method, ...body }), headers.authorization, store).catch(
      error => new Response(String(error), { status: 500 }),
    );
    outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  await new Promise(ready => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${server.address().port}/runs`;
  /** As `fetch` is in the page of that user, whose cookie goes with it. */
  const as = user => (address, init) => {
    const headers = { ...init.headers, ...(user === undefined ? {} : { authorization: user }) };
    return sent(address, { ...init, headers });
  };
  return { url, as, close: () => new Promise(done => server.close(done).closeAllConnections()) };
}
const sent = globalThis.fetch;

/** A store of this user's page: each of its requests is that user's. */
function storeOf({ url, as }, user) {
  const inner = fetchStore(url);
  const asUser =
    method =>
    (...given) => {
      globalThis.fetch = as(user);
      try {
        return method(...given);
      } finally {
        globalThis.fetch = sent;
      }
    };
  return Object.fromEntries(Object.entries(inner).map(([name, method]) => [name, asUser(method)]));
}

test('behind a server: it does what a store must, for each user', async () => {
  for (const store of [memoryStore(), redisStore(client(), `http${fresh++}`)]) {
    const route = await serving(store);
    await Promise.all(['ada', 'bob'].map(user => checkStore(() => storeOf(route, user), user)));
    await route.close();
  }
});

test('behind a server: nobody reads or writes the runs of another user, and nobody any without a login', async () => {
  const route = await serving(memoryStore());
  const [ada, bob, nobody] = ['ada', 'bob', undefined].map(user => storeOf(route, user));
  const hers = await at('run-1', 1, { owner: 'ada' });
  assert.equal(await ada.save(hers, undefined), true);
  assert.deepEqual([await bob.load('run-1'), await bob.list()], [null, []]);
  const taken = await at('run-1', 2, { owner: 'bob' });
  assert.deepEqual(
    [await bob.save(taken, 1), await bob.save(taken, undefined), await bob.append('run-1', [{}], 1), await bob.delete('run-1', 1)],
    [false, false, false, false],
  );
  // Nor put one among hers, or one under another id.
  assert.equal(await bob.save(await at('run-2', 1, { owner: 'ada' }), undefined), false);
  assert.equal(await bob.save(await at('run-2', 1), undefined), false);
  assert.deepEqual([await ada.load('run-1'), await ada.list()], [hers, [hers]]);
  for (const use of [nobody.list(), nobody.load('run-1'), nobody.save(hers, 1), nobody.delete('run-1', 1)])
    await assert.rejects(use, /401/);
  const other = await sent(`${route.url}/run-3`, {
    method: 'PUT',
    headers: { authorization: 'ada' },
    body: JSON.stringify({ record: hers }),
  });
  assert.deepEqual([await other.json(), await ada.load('run-3')], [false, null]);
  assert.equal((await sent(`${route.url}/run-1`, { method: 'PATCH', headers: { authorization: 'ada' }, body: '{}' })).status, 405);
  await route.close();
});

test('behind a server: of two browsers one wins, and a server that does not answer is StoreFailed', async () => {
  const route = await serving(memoryStore());
  const w = marked();
  const open = () => sandboxOf(callsOnce(), { functions: w.functions, store: storeOf(route, 'ada') }).sandbox;
  const [one, two] = [open(), open()];
  const ada = { owner: 'ada' };
  await one.run({ code: 'return await w({ id: 1 })', approval: pause, ...ada });
  const cards = [(await one.pending(ada))[0], (await two.pending(ada))[0]];
  const both = await Promise.allSettled([one, two].map((sandbox, at) => sandbox.resume(cards[at], { all: 'approve' }, ada)));
  assert.deepEqual([both.map(({ status }) => status).sort(), w.inputs], [['fulfilled', 'rejected'], [{ id: 1 }]]);
  assert.equal(both.find(({ reason }) => reason).reason.name, 'RunNotPending');
  assert.deepEqual([await one.pending(ada), await two.pending(ada)], [[], []]);
  await route.close();
  await assert.rejects(one.pending(ada), { name: 'StoreFailed' });
  await Promise.all([one.dispose(), two.dispose()]);
});

test('IndexedDB where there is none: made without a word, and used it says what to do', async () => {
  const { sandbox } = sandboxOf(callsOnce(), { store: indexedDbStore() });
  await assert.rejects(sandbox.pending(), { name: 'StoreFailed', message: /no IndexedDB here: .* use memoryStore\(\)/ });
  await sandbox.dispose();
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

test('a file that was cut in the middle is not listed, and the other runs are', async t => {
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
