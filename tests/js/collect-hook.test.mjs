import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore } from '../../js/store/memory.ts';
import { undecided } from '../../js/undecided.ts';
import { collect, collecting, ids, passOf, states, wt, yes } from './collect-kit.mjs';
import { FakeWorker, pendingFinish, playing, turn } from './fake-worker.mjs';
import { completed } from './sandbox-kit.mjs';

const twoCards = [wt({ id: 1 }), wt({ id: 2 }, { look: true }), wt({ id: 3 })];
const asking = onApproval => ({ approval: { ...collect, onApproval } });
const settle = async () => {
  for (let i = 0; i < 8; i++) await turn();
};

/** A run whose hook is open. */
async function open(steps = twoCards, { request, onAsked = () => {}, ...options } = {}) {
  const it = collecting(steps, options);
  const asked = [];
  const hook = (pending, context) =>
    new Promise(answer => {
      onAsked();
      asked.push({ pending, context, answer });
    });
  const running = it.run({ ...asking(hook), ...request });
  running.catch(() => {});
  while (asked.length === 0) await turn();
  return { ...it, asked, running };
}

test('C8: with a hook the run goes on card after card, and never ends pending', async () => {
  const cards = [];
  const it = collecting(twoCards);
  const result = await it.run(
    asking(async (pending, context) => {
      cards.push([pending.map(({ input }) => input.id), context.generation, typeof context.runId, context.signal.aborted]);
      assert.equal(it.alive(), it.workers.length);
      await turn();
      return yes;
    }),
  );
  assert.deepEqual([result.status, result.value.length, it.w.inputs.map(({ id }) => id)], ['completed', 3, [1, 2, 3]]);
  assert.deepEqual(cards, [
    [[1, 2], 1, 'string', false],
    [[3], 3, 'string', false],
  ]);
  assert.deepEqual(
    it.types().filter(type => !/^(call|settled|decided)/.test(type)),
    ['started 1', 'approval-required', 'started 3', 'approval-required', 'started 5', 'ended completed'],
  );
  assert.deepEqual([result.stats.passes, result.stats.guestMs, states(result)], [5, 3, Array(3).fill('fulfilled')]);
  assert.ok(result.stats.humanMs > 0);
  assert.equal((await it.sandbox.pending()).length, 0);
});

test('C8: the run is kept, then announced, then the hook is asked; meanwhile it holds neither a worker nor a place', async () => {
  const order = [];
  const inner = memoryStore();
  const save = inner.save;
  const store = {
    ...inner,
    save: (...args) => {
      order.push('saved');
      return save(...args);
    },
  };
  const onEvent = ({ type }) => type === 'approval-required' && order.push('announced');
  const { asked, running, sandbox, workers } = await open(
    async (request, talk) => {
      const pass = passOf(request, talk);
      if (request.mode === 'deny') return talk.say(completed());
      pass.begin();
      pass.came.push(1);
      if (request.journal.length > 0) return pass.fail({ name: 'ApprovalRejected', message: 'no', seq: 1 });
      await pass.call('w', 1);
      pass.pend('idle');
    },
    { store, maxWorkers: 1, request: { onEvent }, onAsked: () => order.push('asked') },
  );
  const { runId } = asked[0].context;
  assert.deepEqual(order, ['saved', 'announced', 'asked']);
  assert.deepEqual(
    (await sandbox.pending()).map(run => run.runId),
    [runId],
  );
  const other = await sandbox.run({ code: '', approval: { mode: 'deny' } });
  assert.deepEqual([other.status, workers.length, workers[0].ended], ['completed', 1, 0]);
  asked[0].answer({ all: 'reject' });
  assert.equal((await running).error.name, 'ApprovalRejected');
});

test('C8: every form of decisions is read, also on behalf of calls decided one by one', async () => {
  const cards = [];
  const it = collecting([wt(1), wt(2), wt(3, { caught: true })]);
  const answers = [
    ([a]) => ({ decisions: { [a.callId]: { approved: true, input: 'edited' } } }),
    ([b]) => ({ respond: [{ callId: b.callId, value: 'by hand' }] }),
    () => ({ defaultDecision: { approved: false, reason: 'no' } }),
  ];
  const result = await it.run(
    asking(pending => {
      cards.push(pending.map(({ input }) => input));
      return answers[cards.length - 1](pending);
    }),
  );
  assert.deepEqual([cards, result.value, it.w.inputs], [[[1, 2, 3], [2, 3], [3]], ['edited', 'by hand', 'ApprovalRejected'], ['edited']]);
  assert.deepEqual(states(result), ['fulfilled', 'responded', 'declined']);
});

test('C8: a throw, nothing decided, or decisions that do not fit: RunPending, and the card still waits', async () => {
  const broke = new Error('dialog broke');
  const answers = {
    throws: [() => Promise.reject(broke), error => assert.equal(error.cause, broke)],
    'throws at once': [
      () => {
        throw broke;
      },
      error => assert.match(error.message, /dialog broke/),
    ],
    'throws what is no error': [() => Promise.reject('no'), error => assert.equal(error.cause, 'no')],
    'says nothing': [() => undefined, error => assert.equal(error.cause.name, 'InvalidDecisions')],
    'decides nothing': [() => ({ approve: [] }), error => assert.match(error.cause.message, /none of the 2 calls .* `reject`/)],
    'answers with an empty object': [() => ({}), error => assert.doesNotMatch(error.message, /approve: \[\]/)],
    'names a stranger': [() => ({ approve: ['nope'] }), error => assert.match(error.cause.message, /nope/)],
    'gives another mode its answer': [() => 'approve', error => assert.equal(error.cause.name, 'InvalidDecisions')],
  };
  for (const [name, [answer, check]] of Object.entries(answers)) {
    const it = collecting(twoCards);
    const error = await it.run(asking(answer)).then(
      () => assert.fail(name),
      error => error,
    );
    assert.deepEqual([error.name, error.result.status, error.result.pending.length, it.w.inputs], ['RunPending', 'pending', 2, []], name);
    check(error);
    assert.deepEqual(it.types().slice(-2), ['approval-required', 'ended pending'], name);
    assert.ok(error.result.stats.humanMs >= 0);
    // The handle keeps the hook, so it is asked about the next card, and fails as it did.
    const again = error.result.resume(yes);
    await assert.rejects(again, { name: 'RunPending' }, name);
    assert.deepEqual([it.w.inputs.length, (await it.sandbox.pending()).length], [2, 1], name);
  }
});

test('C8: where nobody knows whether the calls of a card finished, what to do is told by name', () => {
  const pending = [{ callId: 'run.5', fn: 'w', state: 'unknown' }];
  const { cause } = undecided({ kind: 'nothing' }, { status: 'pending', pending });
  assert.match(cause.message, /nobody knows whether w \(run\.5\) finished\. Name it: in `approve`/);
  const { cause: mixed } = undecided(
    { kind: 'nothing' },
    { status: 'pending', pending: [...pending, { ...pending[0], state: 'undecided' }] },
  );
  assert.match(mixed.message, /none of the 2 calls .*without a tick/);
});

test('C8: each call that waits says why the attempt to decide it did not count', async () => {
  const schema = { type: 'object', properties: { id: { type: 'number' } } };
  const answers = [
    [() => Promise.reject(new TypeError('dialog broke')), ['TypeError: dialog broke', 'TypeError: dialog broke']],
    [() => Promise.reject('no'), ['Error: "no"', 'Error: "no"']],
    [() => 'approve', [/^InvalidDecisions: "approve" is no set/, /^InvalidDecisions: "approve" is no set/]],
    [([a, b]) => ({ approve: [a.callId, { callId: b.callId, input: { id: 'two' } }] }), [undefined, /^TypeError: .*input\.id/]],
    [([a]) => ({ approve: [a.callId, a.callId] }), [/twice/, undefined]],
    [() => ({ approve: ['nope'] }), [undefined, undefined]],
    [() => ({ approve: [] }), [undefined, undefined]],
  ];
  for (const [answer, expected] of answers) {
    const it = collecting(twoCards, { inputSchema: schema });
    const { result } = await it.run(asking(answer)).catch(error => error);
    for (const [at, { error }] of result.pending.entries()) {
      const said = error && `${error.name}: ${error.message}`;
      if (expected[at] instanceof RegExp) assert.match(said, expected[at]);
      else assert.equal(said, expected[at]);
    }
  }
});

test('C8: what the rejection says is said once, and what to do', async () => {
  const said = async answer =>
    (
      await collecting(twoCards)
        .run(asking(answer))
        .catch(error => error)
    ).message;
  const next = /Nothing ran, and the card still waits: `error\.result\.resume\(decisions\)`/;
  for (const answer of [
    () => Promise.reject(new Error('Gone.')),
    () => 'approve',
    () => ({}),
    () => ({ approve: [] }),
    ([a]) => ({ approve: [a] }),
  ]) {
    const text = await said(answer);
    assert.match(text, next);
    assert.doesNotMatch(text, /\.\.|do not fit.*do not fit|undefined/s);
  }
  assert.equal((await said(([a]) => ({ approve: [a, a] }))).match(/map\(call => call\.callId\)/g).length, 1);
});

test('C8: what people took before a card was left counts when it is decided', async () => {
  const it = collecting([wt(1)]);
  const slow = async () => {
    await new Promise(done => setTimeout(done, 20));
    throw new Error('gone');
  };
  const { result } = await it.run(asking(slow)).catch(error => error);
  assert.ok(result.stats.humanMs >= 15);
  const done = await result.resume(yes);
  assert.ok(done.stats.humanMs >= 15, `${done.stats.humanMs}`);
});

test('C8: decided elsewhere meanwhile: the signal aborts, and the run is RunNotPending here', async () => {
  for (const way of ['resume', 'discard']) {
    const { asked, running, sandbox, w } = await open();
    const { runId, signal } = asked[0].context;
    if (way === 'resume') void sandbox.resume(runId, yes, { generation: 1 }).catch(() => {});
    else await sandbox.discard(runId);
    await assert.rejects(running, { name: 'RunNotPending', message: way === 'resume' ? /somebody else decided it/ : /it was given up/ });
    assert.equal(signal.aborted, true);
    asked[0].answer(yes);
    await settle();
    assert.deepEqual(w.inputs.length, way === 'resume' ? 2 : 0);
  }
  // In another tab: it comes out when the hook answers.
  const store = memoryStore();
  const { asked, running, w } = await open(twoCards, { store });
  const other = collecting(twoCards, { store });
  const second = await other.sandbox.resume(asked[0].context.runId, yes, { generation: 1 });
  assert.equal(second.status, 'pending');
  asked[0].answer(yes);
  await assert.rejects(running, { name: 'RunNotPending' });
  assert.deepEqual([w.inputs, other.w.inputs.length], [[], 2]);
});

test('K9: an abort while the hook is open gives the run up, and nothing runs', async () => {
  const controller = new AbortController();
  const store = memoryStore();
  const { asked, running, sandbox, w, types } = await open(twoCards, { store, request: { signal: controller.signal } });
  const { signal, runId } = asked[0].context;
  controller.abort(new Error('never mind'));
  const result = await running;
  assert.deepEqual(
    [result.status, result.error.name, result.error.cause.message, states(result)],
    ['failed', 'Aborted', 'never mind', ['not-run', 'not-run']],
  );
  assert.deepEqual(
    [signal.aborted, signal.reason.message, types().at(-1), (await store.load(runId)).status],
    [true, 'never mind', 'ended failed', 'failed'],
  );
  asked[0].answer(yes);
  await settle();
  assert.deepEqual([w.inputs, asked.length], [[], 1]);
  await assert.rejects(sandbox.resume(runId, yes, { generation: 1 }), { name: 'RunNotPending' });
});

test('K9: dispose while the hook is open: the card waits on, and the result says where', async () => {
  const store = memoryStore();
  const { asked, running, sandbox, w, types } = await open(twoCards, { store });
  await sandbox.dispose();
  const result = await running;
  const { runId, signal } = asked[0].context;
  assert.deepEqual([result.status, result.error.name, types().at(-1), signal.aborted], ['failed', 'Disposed', 'ended failed', true]);
  assert.deepEqual([result.checkpoint, states(result)], [await store.load(runId), ['pending', 'pending']]);
  asked[0].answer(yes);
  await settle();
  assert.deepEqual(w.inputs, []);
  const other = collecting(twoCards, { store });
  assert.equal((await other.sandbox.resume(result.checkpoint, yes)).status, 'pending');
  assert.equal(other.w.inputs.length, 2);
});

test('dispose between an answer and what follows leaves the card waiting', async () => {
  const inner = memoryStore();
  let loading;
  const store = {
    ...inner,
    load: runId => (loading ? new Promise(done => loading.push(() => done(inner.load(runId)))) : inner.load(runId)),
  };
  const { asked, running, sandbox, w } = await open(twoCards, { store });
  loading = [];
  asked[0].answer(yes);
  while (loading.length === 0) await turn();
  const going = sandbox.dispose();
  for (const go of loading) go();
  await going;
  const result = await running;
  assert.deepEqual([result.error.name, result.checkpoint.generation, w.inputs], ['Disposed', 1, []]);
});

test('K10: an answer that comes too late is none', async () => {
  const { asked, running, w, types } = await open(twoCards, { request: { expiresInMs: 10 } });
  await new Promise(done => setTimeout(done, 20));
  asked[0].answer(yes);
  const result = await running;
  assert.deepEqual([result.status, result.error.name, w.inputs, types().at(-1)], ['failed', 'ApprovalExpired', [], 'ended failed']);
});

test('each reader has its own copy of the card', async () => {
  const seen = [];
  const it = collecting([wt({ id: 1 })]);
  const spoil = pending => {
    seen.push(pending[0].input.id);
    pending[0].input.id = 'forged';
  };
  const result = await it.run({
    ...asking(pending => {
      spoil(pending);
      return yes;
    }),
    onEvent: event => event.type === 'approval-required' && spoil(event.pending),
  });
  assert.deepEqual([seen, it.w.inputs, result.value], [[1, 1], [{ id: 1 }], [{ id: 1 }]]);
});

test("R11: the hook is that of the resume's options, else the handle's, else the sandbox default's", async () => {
  const asked = [];
  const hook = name => () => {
    asked.push(name);
    return yes;
  };
  const inDefault = { ...collect, onApproval: hook('default') };
  const take = async (options, request, resume) => {
    asked.length = 0;
    const it = collecting(twoCards, options);
    const error = await it.run(request).catch(error => error);
    const result = await resume(it, error.result ?? error);
    return [...asked, result.status];
  };
  const leave = asking(() => {
    asked.push('leaves');
    throw new Error('later');
  });
  const bare = { approval: collect };
  const mine = { approval: { ...collect, onApproval: hook('options') } };
  assert.deepEqual(await take({}, bare, (_it, result) => result.resume(yes, mine)), ['options', 'completed']);
  assert.deepEqual(await take({ approval: inDefault }, leave, (_it, result) => result.resume(yes, mine)), [
    'leaves',
    'options',
    'completed',
  ]);
  assert.deepEqual(await take({ approval: inDefault }, bare, (_it, result) => result.resume(yes)), ['default', 'completed']);
  const byListing = async it => it.sandbox.resume((await it.sandbox.pending())[0], yes);
  assert.deepEqual(await take({ approval: inDefault }, leave, byListing), ['leaves', 'default', 'completed']);
  const otherMode = { approval: { mode: 'pause', onApproval: hook('pause') } };
  assert.deepEqual(await take(otherMode, bare, byListing), ['pending']);
  await assert.rejects(
    take({}, bare, (_it, result) => result.resume(yes, otherMode)),
    { name: 'InvalidOptions', path: 'approval.mode' },
  );
});

test('R13, C8: deciding nothing with a hook asks it about the card as it is', async () => {
  const it = collecting([wt(1)]);
  const first = await it.run();
  const cards = [];
  const onApproval = (pending, { generation }) => {
    cards.push([pending.length, generation]);
    return yes;
  };
  const done = await first.resume({ approve: [] }, { approval: { ...collect, onApproval } });
  assert.deepEqual([done.status, cards, it.w.inputs], ['completed', [[1, 1]], [1]]);
  assert.equal(ids(first).length, 1);
});

test('a worker that cannot be started for the next part leaves the card waiting', async () => {
  let broken = false;
  const store = memoryStore();
  const worker = () => {
    if (broken) throw new Error('offline');
    return new FakeWorker(
      playing(async say => {
        say({ type: 'call', id: 1, call: { seq: 1, fn: 'w', input: '1', go: false } });
        await settle();
        say({ type: 'journal', entries: [{ e: 'shown', calls: [[1, 1]], end: 'idle' }] });
        say(pendingFinish());
      }),
    );
  };
  const failing = collecting([], { store, warm: 0, worker });
  const running = failing.run(
    asking(() => {
      broken = true;
      return yes;
    }),
  );
  await assert.rejects(running, { name: 'StartFailed', message: /offline/ });
  const other = collecting([wt(1)], { store });
  const [run] = await other.sandbox.pending();
  assert.equal((await other.sandbox.resume(run, yes)).status, 'completed');
  assert.deepEqual([failing.w.inputs, other.w.inputs], [[], [1]]);
});

test('twenty cards, one after another', async () => {
  const steps = Array.from({ length: 20 }, (_, at) => wt(at, { look: true }));
  const it = collecting(steps);
  let cards = 0;
  const result = await it.run(
    asking(() => {
      cards += 1;
      return yes;
    }),
  );
  assert.deepEqual([result.status, cards, it.w.inputs.length, result.stats.passes], ['completed', 20, 20, 41]);
});

test('a run that asks nobody never hears of the hook', async () => {
  const it = collecting((_request, { say }) => say(completed()));
  const result = await it.run(asking(() => assert.fail('asked')));
  assert.equal(result.status, 'completed');
});
