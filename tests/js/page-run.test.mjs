import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeWorker, playing, turn } from './fake-worker.mjs';
import { callsOnce, completed, failed, finish, marked, sandboxOf } from './sandbox-kit.mjs';

const code = '';
const settle = async () => {
  for (let i = 0; i < 8; i++) await turn();
};

test('a run completes with a copy of the value, and says what it cost', async () => {
  const { sandbox } = sandboxOf((_request, { say }) => say(completed('{"a":[1]}')));
  const result = await sandbox.run({ code });
  assert.deepEqual([result.status, result.value, result.calls, result.logs], ['completed', { a: [1] }, [], []]);
  assert.deepEqual(result.stats, { passes: 1, guestMs: 1, hostMs: 0, humanMs: 0, peakMemoryBytes: 2 });
});

test('what the worker says is not believed unseen: EngineCrash, and the next run has another worker', async () => {
  const lies = {
    'a value that cannot be read': ({ say }) => say(completed('{')),
    'pending, and nothing waits': ({ say }) => say(finish({ status: 'pending' })),
    'a message nobody knows': ({ say }) => say({ type: 'please' }),
    'an error that is not its to give': ({ say }) => say(failed({ name: 'Disposed', message: 'x' })),
    'a function that does not exist': ({ request }) => request({ type: 'call', call: { seq: 1, fn: 'nope', input: '1', go: true } }),
    'a call out of order': ({ request }) => request({ type: 'call', call: { seq: 7, fn: 'w', input: '1', go: true } }),
    'executing what was never judged': ({ request }) => request({ type: 'execute', seq: 1 }),
    'asking about what does not wait': ({ request }) => request({ type: 'ask', seq: 1 }),
    'delivering what was never called': ({ say }) => say({ type: 'journal', entries: [{ e: 'delivered', seq: 3, at: 1 }] }),
    dying: (_talk, worker) => worker.fire('error', { message: 'RuntimeError: unreachable' }),
    'a message that cannot be read': (_talk, worker) => worker.fire('messageerror'),
  };
  for (const [name, lie] of Object.entries(lies)) {
    let runs = 0;
    const { inputs, functions } = marked();
    const { sandbox, workers } = sandboxOf((_request, talk, worker) => (runs++ === 0 ? lie(talk, worker) : talk.say(completed())));
    const result = await sandbox.run({ code, functions });
    assert.deepEqual([result.status, result.error?.name], ['failed', 'EngineCrash'], name);
    assert.deepEqual([workers[0].ended >= 1, inputs.length], [true, 0], name);
    assert.equal((await sandbox.run({ code })).status, 'completed', name);
  }
});

test('a marked call cannot be executed unasked, whatever the worker says', async () => {
  const { inputs, functions } = marked();
  const { sandbox } = sandboxOf(async (_request, { request }) => {
    await request({ type: 'call', call: { seq: 1, fn: 'w', input: '1', go: true } });
    request({ type: 'execute', seq: 1 });
  });
  const result = await sandbox.run({ code, functions, approval: { mode: 'pause', onApproval: () => 'approve' } });
  assert.deepEqual([result.error?.name, inputs, result.calls.map(call => call.state)], ['EngineCrash', [], ['not-run']]);
});

test('a poisoned worker is replaced, one that ended cleanly is not', async () => {
  const { sandbox, workers } = sandboxOf((_request, { say }) =>
    say(finish({ status: 'failed', error: { name: 'MemoryLimit', message: 'full' } }, true)),
  );
  assert.equal((await sandbox.run({ code })).error.name, 'MemoryLimit');
  assert.equal(workers[0].ended, 1);
});

test('events tell the story of a call in order', async () => {
  const { functions } = marked();
  const { sandbox } = sandboxOf(callsOnce());
  const events = [];
  const result = await sandbox.run({
    code,
    functions,
    approval: { mode: 'pause', onApproval: () => 'approve' },
    onEvent: event => events.push(event),
  });
  assert.deepEqual([result.status, result.value], ['completed', { id: 1 }]);
  assert.deepEqual(
    events.map(event => event.type),
    ['started', 'call', 'approval-required', 'decided', 'settled', 'ended'],
  );
  assert.ok(events.every(event => event.runId === result.runId));
  assert.equal(events[2].generation, 1);
  assert.deepEqual(
    events[2].pending.map(call => [call.fn, call.input, call.line]),
    [['w', { id: 1 }, 1]],
  );
});

test("a listener's error is reported and changes nothing", async () => {
  const reported = [];
  globalThis.reportError = error => reported.push(error.message);
  try {
    const { sandbox } = sandboxOf();
    const sync = await sandbox.run({
      code,
      onEvent: () => {
        throw new Error('sync');
      },
    });
    const async = await sandbox.run({
      code,
      onEvent: async () => {
        throw new Error('async');
      },
    });
    await settle();
    assert.deepEqual([sync.status, async.status], ['completed', 'completed']);
    assert.deepEqual([...new Set(reported)], ['sync', 'async']);
  } finally {
    delete globalThis.reportError;
  }
});

test('what a listener does to a card changes nothing', async () => {
  const { inputs, functions } = marked();
  const { sandbox } = sandboxOf(callsOnce());
  const onEvent = event => event.type === 'approval-required' && Object.assign(event.pending[0].input, { id: 'forged' });
  const approval = {
    mode: 'pause',
    onApproval: call => {
      assert.deepEqual(call.input, { id: 1 });
      call.input.id = 'forged';
      return 'approve';
    },
  };
  await sandbox.run({ code, functions, approval, onEvent });
  assert.deepEqual(inputs, [{ id: 1 }]);
});

test("a hook's signal aborts when its answer is no longer wanted, and a late answer is ignored", async () => {
  for (const end of ['withdraw', 'abort', 'dispose']) {
    const { inputs, functions } = marked();
    let answer;
    let wanted;
    const controller = new AbortController();
    const { sandbox } = sandboxOf(async (_request, { say, request }) => {
      await request({ type: 'call', call: { seq: 1, fn: 'w', input: '1', go: true } });
      request({ type: 'ask', seq: 1 });
      await settle();
      if (end === 'withdraw') say({ type: 'withdraw', seq: 1 });
      if (end === 'withdraw') say(finish({ status: 'pending' }));
    });
    const approval = {
      mode: 'pause',
      onApproval: (_call, { signal }) => {
        wanted = signal;
        return new Promise(done => {
          answer = done;
        });
      },
    };
    const running = sandbox.run({ code, functions, approval, signal: controller.signal });
    while (!answer) await turn();
    assert.equal(wanted.aborted, false);
    if (end === 'abort') controller.abort();
    if (end === 'dispose') void sandbox.dispose();
    const result = await running;
    assert.equal(wanted.aborted, true, end);
    answer('approve');
    await settle();
    assert.deepEqual(inputs, [], end);
    assert.deepEqual(
      [result.status, result.error?.name],
      { withdraw: ['pending', undefined], abort: ['failed', 'Aborted'], dispose: ['failed', 'Disposed'] }[end],
    );
  }
});

test('a signal that is aborted already starts nothing', async () => {
  const { sandbox, workers } = sandboxOf();
  const result = await sandbox.run({ code, signal: AbortSignal.abort(new Error('never mind')) });
  assert.deepEqual([result.error.name, result.error.cause.message, result.stats.passes, workers.length], ['Aborted', 'never mind', 0, 0]);
});

test('a run in line is given up without a worker, and the line moves on', async () => {
  let end;
  const { sandbox } = sandboxOf(
    (_request, { say }) => {
      end ??= () => say(completed());
    },
    { maxWorkers: 1, warm: 0 },
  );
  const first = sandbox.run({ code });
  const controller = new AbortController();
  const second = sandbox.run({ code, signal: controller.signal });
  await settle();
  controller.abort();
  assert.equal((await second).error.name, 'Aborted');
  end();
  assert.equal((await first).status, 'completed');
});

test('P1: a run that waits for a person makes room for another', async () => {
  const { functions } = marked();
  let answer;
  const { sandbox } = sandboxOf((request, talk) => (request.mode === 'pause' ? callsOnce()(request, talk) : talk.say(completed())), {
    maxWorkers: 1,
  });
  const approval = {
    mode: 'pause',
    onApproval: () =>
      new Promise(done => {
        answer = done;
      }),
  };
  const waiting = sandbox.run({ code, functions, approval });
  while (!answer) await turn();
  assert.equal((await sandbox.run({ code })).status, 'completed');
  answer('approve');
  const result = await waiting;
  assert.equal(result.status, 'completed');
  assert.ok(result.stats.humanMs > 0);
});

test('a timeout kills the worker, tells what it waited for, and keeps calls and logs', async () => {
  const hang = { r: { execute: () => new Promise(() => {}) } };
  const { sandbox, workers } = sandboxOf((_request, { say, request }) => {
    say({ type: 'log', entry: { level: 'log', text: 'first', line: 1 } });
    request({ type: 'call', call: { seq: 1, fn: 'r', input: '5', go: true } });
  });
  const result = await sandbox.run({ code, functions: hang, limits: { timeoutMs: 30 } });
  assert.deepEqual([result.error.name, result.error.limit, result.logs], ['Timeout', 30, [{ level: 'log', text: 'first', line: 1 }]]);
  assert.match(result.error.message, /r \(call 1\)/);
  assert.deepEqual(
    result.calls.map(call => call.state),
    ['unknown'],
  );
  assert.equal(workers[0].ended, 1);
});

test('the record has its limit', async () => {
  const { sandbox } = sandboxOf((_request, { request }) => request({ type: 'call', call: { seq: 1, fn: 'big', input: '1', go: true } }));
  const result = await sandbox.run({ code, functions: { big: () => 'x'.repeat(5000) }, limits: { journalBytes: 4000 } });
  assert.deepEqual([result.error.name, result.error.limit, result.calls[0].state], ['JournalLimit', 4000, 'fulfilled']);
});

test('logs are bounded on the page too, with a marker', async () => {
  const { sandbox } = sandboxOf((_request, { say }) => {
    for (let i = 0; i < 5000; i++) say({ type: 'log', entry: { level: 'log', text: i % 2 ? 'ä'.repeat(20) : '' } });
    say(completed());
  });
  const { logs } = await sandbox.run({ code, limits: { logBytes: 4096 } });
  assert.match(logs.at(-1).text, /limits\.logBytes/);
  assert.ok(new TextEncoder().encode(logs.map(entry => entry.text).join('')).length < 4096 + 1024);
});

test('dispose ends what is under way and in line, and nothing starts after', async () => {
  const { sandbox, alive } = sandboxOf(() => {}, { maxWorkers: 1 });
  const runs = [sandbox.run({ code }), sandbox.run({ code })];
  await settle();
  await sandbox.dispose();
  assert.deepEqual(
    (await Promise.all(runs)).map(result => result.error.name),
    ['Disposed', 'Disposed'],
  );
  await assert.rejects(sandbox.run({ code }), { name: 'Disposed' });
  await assert.rejects(sandbox.warm(), { name: 'Disposed' });
  await assert.rejects(sandbox.pending(), { name: 'Disposed' });
  await settle();
  assert.equal(alive(), 0);
});

test('a worker that cannot be loaded rejects, and the place is free again', async () => {
  let broken = true;
  const worker = () => {
    if (broken) throw new Error('not yet');
    return new FakeWorker(playing());
  };
  const { sandbox } = sandboxOf(undefined, { maxWorkers: 1, worker });
  await assert.rejects(sandbox.run({ code }), { name: 'StartFailed', message: /not yet/ });
  await assert.rejects(sandbox.warm(), { name: 'StartFailed' });
  broken = false;
  assert.equal((await sandbox.run({ code })).status, 'completed');
});

test('misuse rejects before anything starts', async () => {
  const { sandbox, workers } = sandboxOf();
  for (const request of [
    undefined,
    {},
    { code, limits: { timeoutMs: 0 } },
    { code, functions: { 'a-b': () => 1 } },
    { code, input: { f() {} } },
    { code, metadata: { n: 1n } },
    { code, metadata: new Date(0) },
    { code, metadata: Object('text') },
    { code, metadata: { toJSON: () => undefined } },
    { code, metadata: { toJSON: () => [1] } },
  ]) {
    await assert.rejects(sandbox.run(request), { name: 'InvalidOptions' });
  }
  assert.equal(workers.length, 0);
});

test('the core is told what it needs and nothing else', async () => {
  let seen;
  const { sandbox } = sandboxOf((request, { say }) => {
    seen = request;
    say(completed());
  });
  await sandbox.run({
    code: 'x',
    input: { n: 1 },
    functions: { a: () => 1, ns: { b: { execute: () => 1, positional: true } } },
    limits: { calls: 3 },
  });
  const { runId, seed, startedAt, ...rest } = seen;
  assert.match(runId, /^run-[0-9a-f]{32}$/);
  assert.match(seed, /^[0-9a-f]{16}$/);
  assert.ok(Math.abs(startedAt - Date.now()) < 5000);
  assert.deepEqual(rest, {
    code: 'x',
    input: '{"n":1}',
    functions: [
      { name: 'a', positional: false },
      { name: 'ns.b', positional: true },
    ],
    mode: 'deny',
    concurrentApprovals: false,
    hook: false,
    journal: [],
    limits: {
      memoryBytes: 67108864,
      codeBytes: 262144,
      valueBytes: 4194304,
      journalBytes: 33554432,
      logBytes: 65536,
      calls: 3,
      concurrentCalls: 32,
    },
  });
});

test('a sandbox can be disposed of by the platform, where it has that', async () => {
  const { sandbox } = sandboxOf();
  if (Symbol.asyncDispose) await sandbox[Symbol.asyncDispose]();
  else await sandbox.dispose();
  await assert.rejects(sandbox.run({ code }), { name: 'Disposed' });
});
