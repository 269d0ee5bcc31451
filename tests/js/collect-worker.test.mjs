import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { collect, collecting, passOf, settle, states, yes } from './collect-kit.mjs';
import { completed, failed, finish, sandboxOf } from './sandbox-kit.mjs';

test('R2: before the shown pass is repeated nothing happens, and a mismatch there runs nothing', async () => {
  const lies = {
    executing: ({ request }) => request({ type: 'execute', seq: 1 }),
    calling: ({ request }) => request({ type: 'call', call: { seq: 2, fn: 'r', input: '1', go: false } }),
    'a call that cannot cross': ({ say }) =>
      say({ type: 'invalid', call: { seq: 2, fn: 'r', input: '1', go: false }, error: { name: 'E', message: 'x' } }),
    delivering: ({ say }) => say({ type: 'journal', entries: [{ e: 'delivered', seq: 1, at: 9 }] }),
    'ending a pass': ({ say }) => say({ type: 'journal', entries: [{ e: 'shown', calls: [[1, 1]], end: 'body' }] }),
    'beginning twice': ({ say }) => say({ type: 'journal', entries: [{ e: 'began' }, { e: 'began' }] }),
    waiting: ({ say }) => say(finish({ status: 'pending' })),
  };
  for (const [name, lie] of Object.entries(lies)) {
    const it = collecting(async (request, talk) => {
      const pass = passOf(request, talk);
      if (request.journal.length > 0) return lie(talk);
      await pass.call('w', 1);
      pass.came.push(1);
      pass.pend('idle');
    });
    const done = await (await it.run()).resume(yes);
    assert.deepEqual([done.error?.name, it.w.inputs, it.r.inputs], ['EngineCrash', [], []], name);
    assert.ok(
      it.workers.some(({ ended }) => ended > 0),
      name,
    );
  }
  const it = collecting(async (request, talk) => {
    const pass = passOf(request, talk);
    if (request.journal.length > 0) {
      talk.say({ type: 'log', entry: { level: 'log', text: 'repeated' } });
      return talk.say(failed({ name: 'ReplayMismatch', message: 'x', seq: 1 }));
    }
    await pass.call('w', 1);
    pass.came.push(1);
    pass.pend('idle');
  });
  const done = await (await it.run()).resume(yes);
  assert.deepEqual(
    [done.error.name, 'ran' in done.error, states(done), done.stats.passes, done.logs],
    ['ReplayMismatch', false, ['not-run'], 2, []],
  );
  assert.deepEqual(it.types().slice(-2), ['decided approve', 'ended failed']);
});

test('the clock is renewed where the new pass begins', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const spend = async ms => {
      await settle();
      mock.timers.tick(ms);
      await settle();
    };
    const it = collecting(async (request, talk) => {
      const pass = passOf(request, talk);
      if (request.journal.length === 0) {
        await pass.call('w', 1);
        pass.came.push(1);
        return pass.pend('idle');
      }
      await spend(300);
      if (request.limits.calls > 1) pass.begin();
      await spend(300);
      pass.came.push(1);
      await pass.execute(1);
      pass.deliver(1);
      pass.complete('1');
    });
    const first = await it.run({ limits: { timeoutMs: 500 } });
    assert.equal((await first.resume(yes)).status, 'completed');
    const slow = await it.run({ limits: { timeoutMs: 500 } });
    assert.equal((await slow.resume(yes, { limits: { calls: 1 } })).error.name, 'Timeout', 'without it there is no more than one limit');
  } finally {
    mock.timers.reset();
  }
});

test('a worker is not believed that the run waits, or is complete, where the record says otherwise', async () => {
  const ask = async pass => {
    await pass.call('w', 1);
    pass.came.push(1);
  };
  const lies = {
    'nothing was shown': async (pass, { say }) => {
      await ask(pass);
      say(finish({ status: 'pending' }));
    },
    'the pass failed': async (pass, { say }) => {
      await ask(pass);
      pass.shown('failed');
      say(finish({ status: 'pending' }));
    },
    'no call waits': async pass => {
      await pass.call('r', 1);
      pass.came.push(1);
      pass.pend('body');
    },
    'the call that waits was not come to': async pass => {
      await pass.call('w', 1);
      pass.pend('body');
    },
    'complete, and a call waits': async pass => {
      await ask(pass);
      pass.complete('1');
    },
    'complete, and cut': async (pass, { say }) => {
      await ask(pass);
      pass.shown('look');
      say(completed());
    },
    'a pass shown twice': async pass => {
      await ask(pass);
      pass.shown('idle');
      pass.pend('idle');
    },
    'calls that were never made': async pass => {
      await ask(pass);
      pass.came.push(2);
      pass.pend('idle');
    },
    'a pass that begins': async pass => {
      await ask(pass);
      pass.tell({ e: 'began' });
    },
    'a call after the end': async pass => {
      await ask(pass);
      pass.shown('body');
      await pass.call('r', 1);
    },
    'a pending value for a read': async pass => {
      await pass.call('r', 1);
      pass.deliver(1, { pending: true });
    },
    'executing at once': async pass => {
      await pass.call('r', 1, { go: true });
    },
  };
  for (const [name, lie] of Object.entries(lies)) {
    const it = collecting((request, talk) => lie(passOf(request, talk), talk));
    const result = await it.run();
    assert.deepEqual([result.status, result.error?.name, it.w.inputs], ['failed', 'EngineCrash', []], name);
    assert.equal(it.workers[0].ended > 0, true, name);
  }
});

test('in deny and pause there is one pass, and nothing runs ahead', async () => {
  const lies = [
    ({ say }) => say({ type: 'journal', entries: [{ e: 'shown', calls: [], end: 'body' }] }),
    ({ say }) => say({ type: 'journal', entries: [{ e: 'began' }] }),
    ({ request }) => request({ type: 'call', call: { seq: 1, fn: 'r', input: '1', go: false, behind: true } }),
    async ({ request }) => {
      await request({ type: 'call', call: { seq: 1, fn: 'r', input: '1', go: false } });
      await request({ type: 'execute', seq: 1, ahead: true });
    },
  ];
  for (const lie of lies) {
    const inputs = [];
    const { sandbox } = sandboxOf((_request, talk) => lie(talk), { functions: { r: input => inputs.push(input) } });
    const result = await sandbox.run({ code: '' });
    assert.deepEqual([result.error?.name, inputs], ['EngineCrash', []]);
  }
});

test('the core is told the mode, and that nobody can be asked in a pass', async () => {
  let seen;
  const it = collecting((request, { say }) => {
    seen = request;
    say(completed());
  });
  await it.run({ approval: { ...collect, onApproval: () => yes } });
  assert.deepEqual([seen.mode, seen.hook, seen.concurrentApprovals, seen.journal], ['collect', false, false, []]);
});
