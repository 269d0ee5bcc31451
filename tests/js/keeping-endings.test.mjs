import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { RENEW_MS } from '../../js/claims.ts';
import { memoryStore } from '../../js/store/memory.ts';
import { collecting, gate, passOf, settle, states, wt, yes } from './collect-kit.mjs';
import { kinds, two, waiting, watched } from './keeping-kit.mjs';
import { completed, isReady, marked, sandboxOf } from './sandbox-kit.mjs';

const approving = { mode: 'pause', onApproval: () => 'approve' };

/** Until it holds, without a timer. */
async function until(holds) {
  for (let i = 0; i < 500 && !holds(); i++) await settle();
  assert.ok(holds());
}

test('K7, K9: a run that ends while its record is being made gives its claim up', async () => {
  const endings = [
    ['Aborted', ({ controller }) => controller.abort()],
    ['Disposed', ({ sandbox }) => void sandbox.dispose()],
    ['JournalLimit', ({ large }) => large.open('x'.repeat(5000))],
  ];
  for (const [name, end] of endings) {
    const slow = gate();
    const large = gate();
    const { store, inner, writes } = watched({ wait: () => slow.passed });
    const { functions, inputs } = marked();
    const core = async (_request, { request }) => {
      const call = (seq, fn) => request({ type: 'call', call: { seq, fn, input: '1', go: true } });
      void call(1, 'r');
      await call(2, 'w');
      await request({ type: 'ask', seq: 2 });
      await request({ type: 'execute', seq: 2 });
    };
    const { sandbox } = sandboxOf(core, { store, functions: { ...functions, r: () => large.passed }, limits: { journalBytes: 4000 } });
    const controller = new AbortController();
    const running = sandbox.run({ code: 'x', signal: controller.signal, approval: approving });
    await until(() => writes.length === 1);
    end({ controller, sandbox, large });
    await settle();
    slow.open();
    const result = await running;
    assert.deepEqual([result.error.name, states(result).at(-1), inputs], [name, 'not-run', []], name);
    const [record] = await inner.list();
    const listed = await sandboxOf(undefined, { store: inner }).sandbox.pending();
    if (name === 'Disposed') {
      assert.deepEqual([result.checkpoint.interrupted, result.checkpoint.generation, record.claim], [true, 2, undefined]);
      assert.deepEqual([listed.length, listed[0].interrupted, listed[0].pending], [1, true, []]);
      assert.ok(!kinds(record.journal).includes('started 2'));
    } else assert.deepEqual([result.checkpoint, record.status, listed.length], [undefined, 'failed', 0], name);
  }
});

test('K5: an outcome that comes while the record is being made is delivered when it is written', async () => {
  const slow = gate();
  const effect = gate();
  const { store, writes } = watched({ wait: () => slow.passed });
  const { functions } = marked();
  let delivered = false;
  const core = async (_request, { request, say }) => {
    const call = (seq, fn) => request({ type: 'call', call: { seq, fn, input: '1', go: true } });
    const mailed = call(1, 'mail').then(() => (delivered = true));
    await call(2, 'w');
    await request({ type: 'ask', seq: 2 });
    await request({ type: 'execute', seq: 2 });
    await mailed;
    say(completed());
  };
  const mail = { sideEffects: ['external'], execute: () => effect.passed };
  const { sandbox } = sandboxOf(core, { store, functions: { ...functions, mail } });
  const running = sandbox.run({ code: 'x', approval: approving });
  await until(() => writes.length === 1);
  effect.open('sent');
  await settle();
  assert.equal(delivered, false, 'the record has nothing of it yet');
  slow.open();
  assert.equal((await running).status, 'completed');
  const kept = writes.flatMap(({ steps }) => kinds(steps));
  assert.ok(kept.includes('settled 1'), kept.join());
});

/** Plays the core in collect up to one marked call; when that is met again `resumed` goes on. */
const thenResumed = resumed => async (request, talk) => {
  const pass = passOf(request, talk);
  if (request.journal.length > 0) return resumed(pass, request, talk);
  await pass.call('w', 1);
  pass.came.push(1);
  pass.deliver(1, { pending: true });
  return pass.pend('look', { line: 1 });
};
const neverAtRest = thenResumed(async (pass, request, talk) => {
  if (!request.repeated) return talk.say({ type: 'repeated' });
  pass.begin();
  await pass.execute(1, false);
  pass.came.push(1);
  pass.deliver(1);
  return pass.complete('1');
});

test('a second worker that cannot be started does not lose the run', async () => {
  const store = memoryStore();
  let broken = false;
  const load = worker => (broken ? worker.fire('error', { message: 'the network is gone' }) : isReady(worker));
  const { sandbox, run, w } = collecting(neverAtRest, { store, warm: 0, load });
  const first = await run();
  const core = first.resume(yes);
  // The first worker of the resume is there when this turn is over; the one after it never is.
  for (let i = 0; i < 500 && (await store.load(first.runId)).generation < 2; i++) await settle();
  broken = true;
  const lost = await core;
  assert.deepEqual([lost.status, lost.error.name, states(lost), w.inputs], ['failed', 'EngineCrash', ['pending'], []]);
  const [listed] = await sandbox.pending();
  assert.deepEqual([listed.interrupted, listed.pending.length, listed.checkpoint], [undefined, 1, lost.checkpoint]);
  await assert.rejects(sandbox.resume(listed, yes), { name: 'StartFailed' });
  broken = false;
  assert.deepEqual([(await sandbox.resume(listed, yes)).status, w.inputs], ['completed', [1]]);
});

test('a second worker that is slow to start does not cost the run its time', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const slow = [];
    const load = (worker, nth) => (nth < 3 ? isReady(worker) : slow.push(worker));
    const { run, w } = collecting(neverAtRest, { warm: 0, load });
    const first = await run({ limits: { timeoutMs: 1000 } });
    const resumed = first.resume(yes);
    for (let i = 0; i < 500 && slow.length === 0; i++) {
      await settle();
      mock.timers.tick(10);
    }
    for (let i = 0; i < 3; i++) {
      mock.timers.tick(2000);
      await settle();
    }
    isReady(slow[0]);
    assert.deepEqual([(await resumed).status, w.inputs], ['completed', [1]]);
  } finally {
    mock.timers.reset();
  }
});

/** Something thrown that no text can be made of. */
const odd = () => {
  throw Object.create(null);
};

test('whatever a store throws, it is StoreFailed, and the lock is free', async () => {
  await assert.rejects(sandboxOf(undefined, { store: { ...memoryStore(), list: odd } }).sandbox.pending(), { name: 'StoreFailed' });
  const unsaved = await collecting([wt('a')], { store: { ...memoryStore(), save: odd } }).run();
  assert.deepEqual([unsaved.status, unsaved.error.name], ['failed', 'StoreFailed']);
  let broken = false;
  const { store } = watched({ fail: name => broken && name === 'save' && odd() });
  const execute = input => {
    broken = true;
    return input;
  };
  const { first } = await waiting(two, { store, execute });
  const lost = await first.resume(yes);
  assert.deepEqual([lost.error.name, lost.checkpoint.interrupted], ['StoreFailed', true]);
});

test('whatever happens when the run is given up, its claim is not renewed any more', async () => {
  for (const ending of ['completed', 'pending', 'Disposed']) {
    mock.timers.enable({ apis: ['Date', 'setInterval'], now: Date.now() });
    const { sign } = crypto.subtle;
    const loseTheKey = () => {
      crypto.subtle.sign = async () => {
        throw new Error('the key is gone');
      };
    };
    try {
      const { store, inner, writes } = watched({ after: () => ending !== 'Disposed' && writes.length === 4 && loseTheKey() });
      const steps = ending === 'pending' ? two : [wt('a', { look: true })];
      let made;
      const execute = input => {
        if (ending !== 'Disposed') return input;
        loseTheKey();
        return made.sandbox.dispose();
      };
      made = await waiting(steps, { store, execute, signingKey: new Uint8Array(32) });
      const result = await made.first.resume(yes).catch(error => ({ status: 'rejected', error }));
      const said = { completed: undefined, pending: 'StoreFailed', Disposed: 'Disposed' };
      assert.equal(result.error?.name, said[ending]);
      crypto.subtle.sign = sign;
      const count = writes.length;
      mock.timers.tick(RENEW_MS);
      await settle();
      assert.equal(writes.length, count, ending);
      const { sandbox } = collecting(steps, { store: inner, signingKey: new Uint8Array(32) });
      assert.equal((await sandbox.pending()).length, ending === 'completed' ? 0 : 1, ending);
    } finally {
      crypto.subtle.sign = sign;
      mock.timers.reset();
    }
  }
});

test('a store that does not say whether it wrote is told so', async () => {
  for (const name of ['save', 'append']) {
    const inner = memoryStore();
    let forgets = false;
    const store = { ...inner };
    store[name] = async (...given) => {
      const answer = await inner[name](...given);
      return forgets ? (name === 'append' ? undefined : { changes: 0 }) : answer;
    };
    const said = { name: 'StoreFailed', message: new RegExp(`${name}: it gave .*, not true or false`) };
    const { first, w, sandbox } = await waiting([wt('a', { look: true })], { store });
    forgets = true;
    if (name === 'save') await assert.rejects(first.resume(yes), said);
    else {
      const { error } = await first.resume(yes);
      assert.equal(error.name, said.name);
      assert.match(error.message, said.message);
    }
    assert.deepEqual(w.inputs, [], 'nothing runs that may not be written down');
    forgets = false;
    assert.equal((await sandbox.pending()).length, 1);
  }
});
