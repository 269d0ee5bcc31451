import assert from 'node:assert/strict';
import { test } from 'node:test';
import { web } from '../../js/web-worker.ts';
import { WorkerPool } from '../../js/worker-pool.ts';
import { FakeWorker, turn } from './fake-worker.mjs';

const MODULE = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));

/** A pool whose workers are ours; `load(worker, nth)` answers their first message. */
function poolOf(options = {}, load = worker => worker.say({ type: 'ready', module: MODULE })) {
  const workers = [];
  const make = () => {
    const nth = workers.length;
    const worker = new FakeWorker(message => message.type === 'load' && load(worker, nth));
    workers.push(worker);
    return worker;
  };
  const pool = new WorkerPool({ warm: 1, worker: make, ...options }, web);
  return { pool, workers, alive: () => workers.filter(worker => worker.ended === 0).length };
}

const settle = async () => {
  for (let i = 0; i < 6; i++) await turn();
};

test('nothing is started before it is asked for', async () => {
  const { workers } = poolOf();
  await settle();
  assert.equal(workers.length, 0);
});

test('a worker that ended its run cleanly serves the next, and a spare is kept', async () => {
  const { pool, workers } = poolOf();
  for (let i = 0; i < 5; i++) {
    const lease = await pool.lease();
    await settle();
    lease.giveBack();
  }
  await settle();
  assert.equal(workers.length, 2);
});

test('a killed worker is ended once, replaced, and never used again', async () => {
  const { pool, workers, alive } = poolOf();
  const lease = await pool.lease();
  await settle();
  lease.kill();
  lease.giveBack();
  lease.kill();
  await settle();
  assert.deepEqual([workers[0].ended, alive()], [1, 1]);
  const next = await pool.lease();
  next.channel.start({}, {}).catch(() => {});
  assert.equal(
    workers[0].sent.some(message => message.type === 'start'),
    false,
  );
});

test('warm: 0 starts one for each run', async () => {
  const { pool, workers, alive } = poolOf({ warm: 0 });
  for (let i = 0; i < 3; i++) {
    const lease = await pool.lease();
    assert.equal(alive(), 1);
    lease.giveBack();
  }
  await settle();
  assert.deepEqual([workers.length, alive()], [3, 0]);
});

test('the first worker compiles; the others get its module', async () => {
  let ready;
  const { pool, workers } = poolOf({ warm: 0 }, (worker, nth) => {
    if (nth === 0) ready = () => worker.say({ type: 'ready', module: MODULE });
    else worker.say({ type: 'ready' });
  });
  const leases = [pool.lease(), pool.lease(), pool.lease()];
  await settle();
  assert.deepEqual(
    workers.map(worker => worker.sent.length),
    [1, 0, 0],
  );
  ready();
  await Promise.all(leases);
  assert.deepEqual(
    workers.map(worker => worker.sent[0].module),
    [undefined, MODULE, MODULE],
  );
});

test('a failed start is told to all who shared it, and the next run tries again', async () => {
  let broken = true;
  const { pool, alive } = poolOf({}, worker =>
    worker.say(broken ? { type: 'start-failed', cause: 'fetch', message: 'https://x answered 404' } : { type: 'ready', module: MODULE }),
  );
  const outcomes = await Promise.allSettled([pool.lease(), pool.lease()]);
  assert.deepEqual(
    outcomes.map(({ reason }) => [reason?.name, /answered 404/.test(reason?.message)]),
    Array(2).fill(['StartFailed', true]),
  );
  assert.equal(alive(), 0);
  broken = false;
  assert.ok((await pool.lease()).channel);
});

test('a worker that cannot be made, dies or talks nonsense is StartFailed', async () => {
  const throwing = new WorkerPool(
    {
      warm: 1,
      worker: () => {
        throw new Error('no workers here');
      },
    },
    web,
  );
  await assert.rejects(throwing.lease(), { name: 'StartFailed', message: /no workers here/ });
  for (const load of [
    worker => worker.fire('error', {}),
    worker => worker.fire('error', { message: 'SyntaxError: x' }),
    worker => worker.say('hello'),
  ]) {
    const { pool, alive } = poolOf({}, load);
    await assert.rejects(pool.warm(), { name: 'StartFailed' });
    assert.equal(alive(), 0);
  }
});

test('warm starts what is to be kept ready, once', async () => {
  const { pool, workers } = poolOf({ warm: 3 });
  await Promise.all([pool.warm(), pool.warm()]);
  await pool.warm();
  assert.equal(workers.length, 3);
});

test('an idle worker that dies is not handed out', async () => {
  const { pool, workers } = poolOf();
  await pool.warm();
  workers[0].fire('error', { message: 'late' });
  assert.equal(workers[0].ended, 1);
  const lease = await pool.lease();
  assert.equal(lease.channel.lost, undefined);
});

test('dispose ends every worker and tells those who wait', async () => {
  const { pool, alive } = poolOf({}, () => {});
  const waiting = pool.lease();
  await settle();
  pool.dispose();
  await assert.rejects(waiting, { name: 'Disposed' });
  await assert.rejects(pool.lease(), { name: 'Disposed' });
  await settle();
  assert.equal(alive(), 0);
});

test('the engine may be given as bytes, a response, an address or a module', async () => {
  const bytes = new Uint8Array([9, 0, 0x61, 0x73, 0x6d]).subarray(1);
  const seen = async wasm => {
    const { pool, workers } = poolOf({ wasm });
    await pool.lease();
    const { type, ...source } = workers[0].sent[0];
    return source;
  };
  assert.deepEqual(new Uint8Array((await seen(bytes)).bytes), new Uint8Array([0, 0x61, 0x73, 0x6d]));
  assert.deepEqual(new Uint8Array((await seen(new Response(bytes))).bytes), new Uint8Array([0, 0x61, 0x73, 0x6d]));
  assert.deepEqual(await seen('https://cdn.example/e.wasm'), { url: 'https://cdn.example/e.wasm' });
  assert.deepEqual(await seen(MODULE), { module: MODULE });
});

test('a response that brought no engine, and an address without a page, are StartFailed', async () => {
  for (const wasm of [new Response('', { status: 404 }), './e.wasm']) {
    const { pool } = poolOf({ wasm });
    await assert.rejects(pool.lease(), { name: 'StartFailed' });
  }
});

test('a start that nobody needs any more leaves no crowd', async () => {
  const { pool, alive } = poolOf({ warm: 1 });
  const leases = await Promise.all(Array.from({ length: 6 }, () => pool.lease()));
  for (const lease of leases) lease.giveBack();
  await settle();
  assert.equal(alive(), 2);
});
