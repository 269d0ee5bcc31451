import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collecting, ends, gate, log, passOf, settle, spy, states, wt, yes } from './collect-kit.mjs';

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
    assert.deepEqual(
      result.checkpoint.journal.filter(({ e }) => e === 'fired'),
      [],
    );
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
