import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { collecting, ends, gate, log, passOf, settle, spy, states, yes } from './collect-kit.mjs';
import { finish } from './sandbox-kit.mjs';

/** With timers that stand until they are told. */
async function timed(body) {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    return await body(async ms => {
      await settle();
      mock.timers.tick(ms);
      await settle();
    });
  } finally {
    mock.timers.reset();
  }
}

test('C3: what is in flight when the code is cut is awaited, what was called is judged and listed, what may run is run, one after another', async () => {
  const slow = gate();
  const verdict = gate();
  const order = [];
  const read = async input => {
    order.push(`${input} starts`);
    if (input === 'in flight') await slow.passed;
    order.push(`${input} ends`);
    return input;
  };
  const late = spy(undefined, { approval: () => verdict.passed });
  const it = collecting(
    async (request, talk) => {
      const pass = passOf(request, talk);
      await pass.call('w', 1);
      const first = await pass.call('r', 'in flight');
      assert.equal(first.kind, 'allowed');
      void pass.execute(2, false);
      pass.deliver(1, { pending: true });
      pass.open.push(1);
      pass.came.push(1, 2, 3, 4, 5, 6);
      await pass.call('r', 'queued');
      void pass.call('w', 2);
      void pass.call('late', 3);
      void pass.call('r', 'last');
      pass.pend('look', { line: 2, column: 2 });
    },
    { read },
  );
  const running = it.run({ functions: { late: late.spec } });
  await settle();
  assert.deepEqual(order, ['in flight starts']);
  verdict.open(true);
  await settle();
  assert.deepEqual(order, ['in flight starts']);
  slow.open();
  const result = await running;
  assert.deepEqual(order.slice(0, 2), ['in flight starts', 'in flight ends']);
  assert.deepEqual(order.slice(2), ['queued starts', 'queued ends', 'last starts', 'last ends']);
  assert.deepEqual(states(result), ['pending', 'fulfilled', 'fulfilled', 'pending', 'pending', 'fulfilled']);
  assert.deepEqual(
    result.calls.map(({ ahead }) => ahead === true),
    [false, false, true, false, false, true],
  );
  assert.deepEqual(it.types().slice(-3), ['settled 6', 'approval-required', 'ended pending']);
});

test('C3: a call that is still judged when the code is cut belongs to the card', async () => {
  const verdict = gate();
  const late = spy(undefined, { approval: () => verdict.passed });
  const it = collecting(async (request, talk) => {
    const pass = passOf(request, talk);
    await pass.call('w', 1);
    void pass.call('late', 2);
    void pass.call('r', 3);
    pass.came.push(1, 2, 3);
    pass.deliver(1, { pending: true });
    pass.pend('look');
  });
  const running = it.run({ functions: { late: late.spec } });
  await settle();
  assert.deepEqual(it.r.inputs, []);
  verdict.open(true);
  const result = await running;
  assert.deepEqual([states(result), it.r.inputs], [['pending', 'pending', 'fulfilled'], [3]]);
});

test('C3: calls made side by side with one that waits are not behind it, and are executed without being ahead', async () => {
  const it = collecting(async (request, talk) => {
    const pass = passOf(request, talk);
    for (const [fn, input] of [
      ['w', 1],
      ['mail', 'x'],
      ['r', 2],
    ]) {
      await pass.call(fn, input);
      pass.came.push(pass.came.length + 1);
    }
    pass.deliver(1, { pending: true });
    pass.pend('look');
  });
  const result = await it.run();
  assert.deepEqual([it.mail.inputs, it.r.inputs, states(result)], [['x'], [2], ['pending', 'fulfilled', 'fulfilled']]);
  assert.equal(
    result.calls.some(({ ahead }) => ahead),
    false,
  );
});

test('the deadline counts while a card is completed, and an abort ends it', async () => {
  await timed(async spend => {
    const ending = async (how, request) => {
      const it = collecting(
        async (request, talk) => {
          const pass = passOf(request, talk);
          await pass.call('w', 1);
          await pass.call('r', 2);
          pass.came.push(1, 2);
          pass.deliver(1, { pending: true });
          pass.pend('look');
        },
        { read: () => new Promise(() => {}) },
      );
      const running = it.run({ limits: { timeoutMs: 1_000 }, ...request });
      await settle();
      await how(it);
      const result = await running;
      return [result.error?.name, states(result), it.workers[0].ended];
    };
    const late = await ending(async () => {
      await spend(1_001);
      await spend(1);
    });
    assert.deepEqual(late, ['Timeout', ['not-run', 'unknown'], 1]);
    const controller = new AbortController();
    const given = await ending(() => controller.abort(), { signal: controller.signal });
    assert.deepEqual(given.slice(0, 2), ['Aborted', ['not-run', 'unknown']]);
    assert.deepEqual((await ending(it => void it.sandbox.dispose())).slice(0, 2), ['Disposed', ['not-run', 'unknown']]);
  });
});

test('C2: a worker that goes on after a cut has 100 ms, then it is replaced and the card stands, complete', async () => {
  await timed(async spend => {
    const it = collecting(async (request, talk, worker) => {
      const pass = passOf(request, talk);
      if (request.journal.length > 0) {
        pass.begin();
        pass.came.push(1, 2);
        await pass.execute(1);
        pass.deliver(1);
        pass.deliver(2);
        return pass.complete('"ok"');
      }
      await pass.call('w', 1);
      await pass.call('r', 2);
      pass.came.push(1, 2);
      pass.deliver(1, { pending: true });
      pass.shown('look', { line: 3, column: 4 });
      await settle();
      talk.say(log('nobody hears this'));
      worker.hangs = true;
    });
    const running = it.run();
    let result;
    void running.then(done => {
      result = done;
    });
    await settle();
    await spend(99);
    assert.deepEqual([result, it.workers[0].ended, it.r.inputs], [undefined, 0, []]);
    await spend(1);
    await spend(0);
    assert.deepEqual(
      [result?.status, it.workers[0].ended, states(result), it.r.inputs, result.logs],
      ['pending', 1, ['pending', 'fulfilled'], [2], []],
    );
    assert.deepEqual(ends(result), {
      e: 'shown',
      calls: [
        [1, 1],
        [2, 2],
      ],
      end: 'look',
      line: 3,
      column: 4,
    });
    assert.ok(result.stats.guestMs >= 0);
    const resumed = result.resume(yes);
    await spend(0);
    assert.deepEqual([(await resumed).status, it.w.inputs], ['completed', [1]]);
  });
});

test('C2: the 100 ms count from when the page hears of the cut, also where a call is still judged that was made before it', async () => {
  await timed(async spend => {
    const verdict = gate();
    const slow = spy(undefined, { approval: () => verdict.passed });
    const it = collecting(async (request, talk) => {
      const pass = passOf(request, talk);
      await pass.call('w', 1);
      pass.deliver(1, { pending: true });
      pass.open.push(1);
      pass.came.push(1, 2);
      void pass.call('slow', 2, { line: 5 });
      pass.shown('look');
    });
    const running = it.run({ functions: { slow: slow.spec } });
    await spend(100);
    await spend(0);
    assert.equal(it.workers[0].ended, 1);
    verdict.open(false);
    const result = await running;
    assert.deepEqual(
      [result.status, states(result), ends(result)],
      ['pending', ['pending'], { e: 'shown', calls: [[1, 1]], end: 'call', line: 5 }],
    );
  });
});

test('C2: what a worker dies of after a cut cannot be seen, only a message that is none breaks the run', async () => {
  const ways = {
    'the worker breaks': [(_talk, worker) => worker.fire('error', { message: 'unreachable' }), 'pending'],
    'the engine traps': [({ say }) => say(finish({ status: 'failed', error: { name: 'EngineCrash', message: 'x' } }, true)), 'pending'],
    'its heap is full': [({ say }) => say(finish({ status: 'failed', error: { name: 'MemoryLimit', message: 'x' } }, true)), 'pending'],
    'it ends well': [({ say }) => say(finish({ status: 'pending' })), 'pending'],
    'it ends well, and is broken': [({ say }) => say(finish({ status: 'pending' }, true)), 'pending'],
    'it says nonsense': [({ say }) => say({ type: 'nonsense' }), 'EngineCrash'],
    'it calls': [({ request }) => request({ type: 'call', call: { seq: 2, fn: 'r', input: '1', go: false } }), 'EngineCrash'],
  };
  for (const [name, [way, expected]] of Object.entries(ways)) {
    const it = collecting(async (request, talk, worker) => {
      const pass = passOf(request, talk);
      await pass.call('w', 1);
      pass.came.push(1);
      pass.deliver(1, { pending: true });
      pass.shown('look');
      way(talk, worker);
    });
    const result = await it.run();
    assert.equal(result.error?.name ?? result.status, expected, name);
    assert.equal(it.workers[0].ended > 0, name !== 'it ends well', name);
  }
});

test('where the code was not cut, a worker that breaks breaks the run', async () => {
  for (const end of ['idle', 'body']) {
    const it = collecting(async (request, talk, worker) => {
      const pass = passOf(request, talk);
      await pass.call('w', 1);
      pass.came.push(1);
      pass.shown(end);
      worker.fire('error', { message: 'unreachable' });
    });
    const result = await it.run();
    assert.deepEqual([result.error?.name, states(result)], ['EngineCrash', ['not-run']], end);
  }
});
