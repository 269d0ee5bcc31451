/*
 * Owns what a page can count on about the batch hook (C8): when it is asked, with what, and how a run ends whatever the hook does.
 */
import { inPage } from './harness.mjs';

const twoCards = `const p = await w({ id: 1 }); await w({ id: 2 }); await w({ id: p.id + 2 }); return 'end'`;

inPage(
  'C8: the hook is asked card after card, with what waits, and run never ends pending',
  async ({ countersign, equal, ok, marked, data }) => {
    const w = marked(input => input, { description: 'Writes.', summarize: ({ id }) => `Write ${id}.`, sideEffects: ['external'] });
    const store = countersign.memoryStore();
    const sandbox = countersign.createSandbox({ functions: { w: w.spec }, store });
    const asked = [];
    const onApproval = async (pending, context) => {
      asked.push({ pending, ...context, kept: (await store.load(context.runId)).generation, ran: w.inputs.length });
      return { approve: [pending[0].callId] };
    };
    const result = await sandbox.run({ code: data, approval: { mode: 'collect', onApproval } });
    equal([result.status, result.value, w.inputs.map(input => input.id)], ['completed', 'end', [1, 2, 3]]);
    equal(
      asked.map(({ pending, ran }) => [pending.map(call => call.input.id), ran]),
      [
        [[1, 2], 0],
        [[2, 3], 1],
        [[3], 2],
      ],
    );
    ok(asked.every(({ kept, generation, runId, signal }) => kept === generation && runId === result.runId && !signal.aborted));
    ok(asked[0].generation < asked[1].generation && asked[1].generation < asked[2].generation);
    const [{ callId, seq, column, ...row }] = asked[0].pending;
    equal([callId.startsWith(result.runId), seq, typeof column], [true, 1, 'number']);
    equal(row, {
      fn: 'w',
      input: { id: 1 },
      description: 'Writes.',
      summary: 'Write 1.',
      sideEffects: ['external'],
      line: 1,
      state: 'undecided',
    });
    ok(result.stats.humanMs > 0);
    equal(await sandbox.pending(), []);
    await sandbox.dispose();
  },
  { data: twoCards },
);

inPage(
  'C8: a throw, no decision, or decisions that do not fit: RunPending, and the card still waits',
  async ({ countersign, equal, ok, marked, rejects, data }) => {
    const w = marked();
    const sandbox = countersign.createSandbox({ functions: { w: w.spec } });
    const endings = [
      [() => Promise.reject(new Error('the dialog broke')), 'the dialog broke'],
      [
        () => {
          throw 'a word';
        },
        'a word',
      ],
      [() => ({ approve: [] }), 'InvalidDecisions'],
      [() => undefined, 'InvalidDecisions'],
      [() => ({ approve: ['nope'] }), 'InvalidDecisions'],
      [pending => ({ approve: [pending[0].callId, pending[0].callId] }), 'InvalidDecisions'],
    ];
    for (const [onApproval, cause] of endings) {
      const heard = [];
      const onEvent = event => heard.push(event.status ?? event.type);
      const error = await rejects(sandbox.run({ code: data, onEvent, approval: { mode: 'collect', onApproval } }), 'RunPending');
      const said = error.cause?.name === 'InvalidDecisions' ? error.cause.name : (error.cause?.message ?? error.cause);
      equal([said, error.result.status, error.result.pending.length, heard.at(-1)], [cause, 'pending', 2, 'pending']);
      ok(countersign.SandboxError.is(error, 'RunPending'));
      equal(
        (await sandbox.pending()).map(run => run.runId),
        [error.result.runId],
      );
      w.inputs.length = 0;
      const approval = { mode: 'collect', onApproval: () => ({ all: 'approve' }) };
      const done = await error.result.resume({ all: 'approve' }, { approval });
      equal([done.status, w.inputs.map(input => input.id)], ['completed', [1, 2, 3]]);
    }
    await sandbox.dispose();
  },
  { data: twoCards },
);

inPage(
  'C8, K9: what ends the question while it is open: an abort, dispose, a decision elsewhere, discard',
  async ({ countersign, equal, ok, marked, rejects, data }) => {
    const store = countersign.memoryStore();
    const w = marked();
    const ask = () => {
      let open;
      const opened = new Promise(resolve => (open = resolve));
      const onApproval = (pending, context) => new Promise(answer => open({ pending, answer, ...context }));
      return { opened, approval: { mode: 'collect', onApproval } };
    };
    const begin = async more => {
      const sandbox = countersign.createSandbox({ functions: { w: w.spec }, store });
      const { opened, approval } = ask();
      const running = sandbox.run({ code: data, approval, ...more });
      running.catch(() => {});
      return { sandbox, running, question: await opened };
    };
    const states = result => result.calls.map(call => call.state);

    const controller = new AbortController();
    const aborted = await begin({ signal: controller.signal });
    controller.abort(new Error('closed'));
    const gone = await aborted.running;
    equal([gone.status, gone.error.name, gone.error.cause.message, states(gone)], ['failed', 'Aborted', 'closed', ['not-run', 'not-run']]);
    ok(aborted.question.signal.aborted, 'the dialog is told');
    aborted.question.answer({ all: 'approve' });
    await rejects(aborted.sandbox.resume(gone.runId, { approve: [] }), 'RunNotPending');

    const disposed = await begin();
    await disposed.sandbox.dispose();
    const left = await disposed.running;
    equal([left.status, left.error.name, disposed.question.signal.aborted], ['failed', 'Disposed', true]);
    disposed.question.answer({ all: 'approve' });
    const heir = countersign.createSandbox({ functions: { w: w.spec }, store });
    equal([(await heir.pending()).map(run => run.runId), w.inputs], [[left.runId], []], 'nothing ran, and the card waits');
    const next = await heir.resume(left.checkpoint, { all: 'approve' });
    equal([next.status, (await next.resume({ all: 'approve' })).value, w.inputs.splice(0).length], ['pending', 'end', 3]);

    const decided = await begin();
    const { runId, generation } = decided.question;
    const elsewhere = await decided.sandbox.resume(
      runId,
      { all: 'approve' },
      { generation, approval: { mode: 'collect', onApproval: () => ({ all: 'approve' }) } },
    );
    await rejects(decided.running, 'RunNotPending');
    equal([elsewhere.value, w.inputs.splice(0).length, decided.question.signal.aborted], ['end', 3, true]);

    const discarded = await begin();
    await discarded.sandbox.discard(discarded.question.runId);
    await rejects(discarded.running, 'RunNotPending');
    ok(discarded.question.signal.aborted);

    // By another page: it comes out with the answer.
    const other = await begin();
    await heir.discard(other.question.runId);
    other.question.answer({ all: 'approve' });
    await rejects(other.running, 'RunNotPending');
    equal(w.inputs, []);
    for (const { sandbox } of [aborted, disposed, decided, discarded, other]) await sandbox.dispose();
    await heir.dispose();
  },
  { data: twoCards },
);

inPage(
  'R11: the hook is that of the options, else the handle’s, else the sandbox default’s; a card takes no worker',
  async ({ countersign, equal, marked, rejects, data }) => {
    const w = marked();
    const asked = [];
    const hook = name => () => {
      asked.push(name);
      return { all: 'approve' };
    };
    const collect = name => ({ mode: 'collect', onApproval: hook(name) });
    const sandbox = countersign.createSandbox({ functions: { w: w.spec }, approval: collect('default') });
    const leave = { mode: 'collect', onApproval: () => Promise.reject(new Error('later')) };
    const start = async () => (await rejects(sandbox.run({ code: data, approval: leave }), 'RunPending')).result;
    const yes = { all: 'approve' };
    const one = await start();
    equal([(await one.resume(yes, { approval: collect('options') })).status, asked.splice(0)], ['completed', ['options']]);
    const two = await start();
    await rejects(two.resume(yes), 'RunPending');
    await sandbox.discard(two.runId);
    await start();
    const [listed] = await sandbox.pending();
    equal([(await sandbox.resume(listed, yes)).status, asked.splice(0)], ['completed', ['default']]);
    const three = await start();
    equal([(await sandbox.resume(three.checkpoint, yes)).status, asked.splice(0)], ['completed', ['default']]);

    // A run that waits does not count against maxWorkers.
    const narrow = countersign.createSandbox({ functions: { w: w.spec }, maxWorkers: 1 });
    const second = async () => (await narrow.run({ code: 'return 5' })).value;
    const values = [];
    const approval = { mode: 'collect', onApproval: async () => values.push(await second()) && yes };
    const done = await narrow.run({ code: data, approval });
    equal([done.value, values], ['end', [5, 5]]);
    for (const each of [sandbox, narrow]) await each.dispose();
  },
  { data: twoCards },
);

inPage(
  'R1, C8: decisions are what they were when they were given, whatever is changed afterwards',
  async ({ countersign, equal, marked }) => {
    const w = marked();
    const sandbox = countersign.createSandbox({ functions: { w: w.spec }, approval: { mode: 'collect' } });
    const code = 'const all = []; for (const id of [1, 2, 3]) all.push(await w({ id })); return all';
    const first = await sandbox.run({ code });
    const [a, b, c] = first.pending.map(call => call.callId);
    const input = { id: 5 };
    const decisions = { approve: [{ callId: a, input }], reject: [{ callId: b, reason: 'no' }], respond: [{ callId: c, value: [1] }] };
    const resumed = first.resume(decisions);
    input.id = 6;
    decisions.approve.push(b);
    decisions.respond[0].value.push(2);
    decisions.reject.length = 0;
    const done = await resumed;
    equal([done.status, done.calls.map(call => call.executedInput ?? call.reason ?? call.value)], ['failed', [{ id: 5 }, 'no', [1]]]);
    equal(w.inputs, [{ id: 5 }]);

    const answer = { approve: [] };
    const hooked = await sandbox.run({
      code,
      approval: {
        mode: 'collect',
        onApproval: async pending => {
          answer.approve = [pending[0].callId];
          answer.reject = pending.slice(1).map(call => call.callId);
          setTimeout(() => (answer.approve = pending.map(call => call.callId)));
          return answer;
        },
      },
    });
    equal([hooked.status, w.inputs], ['failed', [{ id: 5 }, { id: 1 }]]);
    await sandbox.dispose();
  },
);
