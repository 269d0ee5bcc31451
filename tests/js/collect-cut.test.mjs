import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { collecting, passOf, spy, states, wt, yes } from './collect-kit.mjs';
import { finish } from './sandbox-kit.mjs';

/** Lets everything that is due happen, without a timer. */
const settle = async () => {
  for (let i = 0; i < 8; i++) await new Promise(done => setImmediate(done));
};
const ends = ({ checkpoint }) => checkpoint.journal.filter(({ e }) => e === 'shown').at(-1);
const told = (journal, what) => journal.filter(({ e }) => e === what);
const log = text => ({ type: 'log', entry: { level: 'log', text } });

/** A gate, and who waits at it. */
function gate() {
  let open;
  const passed = new Promise(done => {
    open = done;
  });
  return { passed, open };
}

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

test('C5: an effect that needs no decision does not run ahead of what waits; it counts as not made, and comes after', async () => {
  const it = collecting([{ fn: 'mail', input: 'before' }, wt(1), { fn: 'mail', input: 'deleted 1' }, wt(2)]);
  const first = await it.run();
  assert.deepEqual(
    [first.pending.length, it.mail.inputs, first.calls.length, ends(first)],
    [
      1,
      ['before'],
      2,
      {
        e: 'shown',
        calls: [
          [1, 1],
          [2, 2],
        ],
        end: 'call',
        line: 3,
      },
    ],
  );
  assert.equal(it.types().includes('call 3'), false);
  const second = await first.resume(yes);
  assert.deepEqual([second.pending.length, it.mail.inputs, it.w.inputs, second.calls[2].fn], [1, ['before', 'deleted 1'], [1], 'mail']);
  const done = await second.resume(yes);
  assert.deepEqual([done.status, it.w.inputs, states(done)], ['completed', [1, 2], Array(4).fill('fulfilled')]);
});

test('C5: a mark that was lifted, and a read that says fresh, cut likewise; C6: other reads run ahead, and say so', async () => {
  const pay = spy(undefined, { approval: ({ amount }) => amount > 100 });
  const fresh = spy(undefined, { fresh: true });
  const extra = { pay: pay.spec, fresh: fresh.spec };
  const lifted = collecting([
    { fn: 'pay', input: { amount: 5 } },
    { fn: 'pay', input: { amount: 500 } },
    { fn: 'pay', input: { amount: 6 } },
  ]);
  const one = await lifted.run({ functions: extra });
  assert.deepEqual([one.pending.map(({ input }) => input.amount), pay.inputs], [[500], [{ amount: 5 }]]);
  const reading = collecting([
    { fn: 'fresh', input: 0 },
    { fn: 'r', input: 0 },
    wt(1),
    { fn: 'r', input: 1 },
    { fn: 'fresh', input: 2 },
    wt(2),
  ]);
  const two = await reading.run({ functions: extra });
  assert.deepEqual([two.pending.length, reading.r.inputs, fresh.inputs, two.calls.length], [1, [0, 1], [0], 4]);
  assert.deepEqual(
    two.calls.map(({ ahead }) => ahead),
    [undefined, undefined, undefined, true],
  );
  const three = await two.resume(yes);
  assert.deepEqual([fresh.inputs, three.pending[0].input, three.calls.map(({ ahead }) => ahead)[3]], [[0, 2], 2, true]);
});

test('C5: behind what waits, a call that asks, is denied or does not fit its schema goes on the record; only what would run cuts', async () => {
  const schema = { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] };
  const strict = spy(undefined, { fresh: true, inputSchema: schema });
  const asks = spy(undefined, { fresh: true, approval: true });
  const policy = ({ input }) => (input === 'no' ? 'deny' : undefined);
  const it = collecting(
    async (request, talk) => {
      const pass = passOf(request, talk);
      const kinds = [];
      for (const [fn, input] of [
        ['w', 1],
        ['strict', { id: 'x' }],
        ['asks', 2],
        ['mail', 'no'],
        ['r', 3],
      ]) {
        const reply = await pass.call(fn, input);
        kinds.push(reply.kind);
        pass.came.push(pass.came.length + 1);
        if (pass.open.length === 0) {
          pass.deliver(1, { pending: true });
          pass.open.push(1);
        }
      }
      talk.say(log(kinds.join()));
      pass.pend('look');
    },
    { policy },
  );
  const result = await it.run({ functions: { strict: strict.spec, asks: asks.spec } });
  assert.equal(result.logs[0].text, 'ask,invalid,ask,denied,allowed');
  assert.deepEqual([states(result), strict.inputs, asks.inputs], [['pending', 'invalid', 'pending', 'denied', 'fulfilled'], [], []]);
});

test('C5: a call behind the others is judged before anything of it is told, and what comes meanwhile is held', async () => {
  const verdict = gate();
  const slow = spy(undefined, { approval: () => verdict.passed });
  const it = collecting(async (request, talk) => {
    const pass = passOf(request, talk);
    await pass.call('w', 1);
    pass.came.push(1);
    pass.deliver(1, { pending: true });
    pass.open.push(1);
    void pass.call('slow', 2);
    pass.came.push(2);
    talk.say(log('after'));
    void pass.call('w', 3);
    pass.came.push(3);
    pass.pend('look', { line: 9, column: 1 });
  });
  const running = it.run({ functions: { slow: slow.spec } });
  await settle();
  assert.deepEqual(it.types(), ['started 1', 'call 1']);
  verdict.open(true);
  const result = await running;
  assert.deepEqual(it.types(), ['started 1', 'call 1', 'call 2', 'log 1', 'call 3', 'approval-required', 'ended pending']);
  assert.deepEqual(
    [result.pending.map(({ seq }) => seq), ends(result)],
    [
      [1, 2, 3],
      {
        e: 'shown',
        calls: [
          [1, 1],
          [2, 2],
          [3, 3],
        ],
        end: 'look',
        line: 9,
        column: 1,
      },
    ],
  );
});

test('C5: where it cuts, nothing that came after it is there: no call, no line, no step, and the pass ended there', async () => {
  for (const late of [false, true]) {
    const verdict = gate();
    const slow = spy(undefined, { approval: () => verdict.passed });
    const it = collecting(async (request, talk) => {
      const pass = passOf(request, talk);
      talk.say(log('before'));
      await pass.call('w', 1);
      pass.came.push(1);
      pass.deliver(1, { pending: true });
      pass.open.push(1);
      const cut = pass.call('slow', 2, { line: 7, column: 3 });
      pass.came.push(2);
      talk.say(log('after'));
      const after = pass.call('w', 3);
      pass.came.push(3);
      talk.say({ type: 'invalid', call: { seq: 4, fn: 'r', input: '1', go: false, behind: true }, error: { name: 'E', message: 'x' } });
      pass.tell({ e: 'fired', timer: 1, at: 5 });
      if (late) assert.deepEqual([(await cut).kind, (await after).kind], ['cut', 'cut']);
      pass.pend('look', { line: 9, column: 1 });
    });
    const running = it.run({ functions: { slow: slow.spec } });
    await settle();
    verdict.open(false);
    const result = await running;
    assert.deepEqual(
      [result.status, states(result), result.logs.map(({ text }) => text), slow.inputs, ends(result)],
      ['pending', ['pending'], ['before'], [], { e: 'shown', calls: [[1, 1]], end: 'call', line: 7, column: 3 }],
    );
    assert.deepEqual(told(result.checkpoint.journal, 'fired'), []);
    assert.deepEqual(it.types(), ['started 1', 'log 1', 'call 1', 'approval-required', 'ended pending']);
  }
});

test('C4, C5: that a call is behind others the page knows by itself', async () => {
  const it = collecting(async (request, talk) => {
    const pass = passOf(request, talk);
    await pass.call('w', 1);
    pass.came.push(1);
    pass.deliver(1, { pending: true });
    // The worker says nothing of it.
    const reply = await pass.call('mail', 'x');
    talk.say(log(reply.kind));
    pass.pend('look');
  });
  const result = await it.run();
  assert.deepEqual([it.mail.inputs, states(result), ends(result).end], [[], ['pending'], 'call']);
});

test('C6: only a plain read is executed ahead of what waits, whatever the worker says', async () => {
  const lies = [
    async pass => {
      await pass.call('mail', 'x');
      await pass.execute(1, true);
    },
    async pass => {
      await pass.call('fresh', 'x');
      await pass.execute(1, true);
    },
  ];
  const fresh = spy(undefined, { fresh: true });
  for (const lie of lies) {
    const it = collecting((request, talk) => lie(passOf(request, talk)));
    const result = await it.run({ functions: { fresh: fresh.spec } });
    assert.deepEqual([result.error?.name, it.mail.inputs, fresh.inputs], ['EngineCrash', [], []]);
  }
});

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

test('a call that breaks the rules while it is held breaks the run, also when the worker is done', async () => {
  const verdict = gate();
  const slow = spy(undefined, { approval: () => verdict.passed });
  const it = collecting(async (request, talk) => {
    const pass = passOf(request, talk);
    await pass.call('w', 1);
    pass.deliver(1, { pending: true });
    pass.open.push(1);
    void pass.call('slow', 2);
    pass.came.push(1, 2);
    void pass.call('nobody knows it', 3);
    pass.pend('look');
  });
  const running = it.run({ functions: { slow: slow.spec } });
  await settle();
  verdict.open(true);
  const result = await running;
  assert.deepEqual([result.error?.name, states(result)], ['EngineCrash', ['not-run', 'not-run']]);
});
