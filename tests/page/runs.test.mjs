/*
 * Owns what a page can count on while runs come and go: a worker that is ended costs its run alone, people do not hold up others, and
 * nothing is left when the sandbox goes.
 */
import { strict as assert } from 'node:assert';
import { inPage, pageTest } from './harness.mjs';

inPage('a run that never ends is ended, what it logged and called is kept, and the next works', async ({ countersign, equal, ok }) => {
  const sandbox = countersign.createSandbox({ functions: { r: input => input } });
  await sandbox.warm();
  const started = performance.now();
  const result = await sandbox.run({ code: `console.log('first'); await r(1); for (;;);`, limits: { timeoutMs: 300 } });
  ok(performance.now() - started < 3000, 'it took far longer than its limit');
  equal([result.status, result.error.name, result.error.limit], ['failed', 'Timeout', 300]);
  equal([result.logs.map(entry => entry.text), result.calls.map(call => call.state)], [['first'], ['fulfilled']]);
  equal((await sandbox.run({ code: 'return 1 + 1' })).value, 2);
  await sandbox.dispose();
});

inPage('abort and dispose end a busy run at once', async ({ countersign, equal, ok, until }) => {
  for (const how of ['abort', 'dispose']) {
    const sandbox = countersign.createSandbox();
    const controller = new AbortController();
    let busy = false;
    const onEvent = event => {
      busy ||= event.type === 'log';
    };
    const running = sandbox.run({ code: `console.log('busy'); await null; for (;;);`, signal: controller.signal, onEvent });
    await until(() => busy);
    const asked = performance.now();
    if (how === 'abort') controller.abort(new Error('enough'));
    else sandbox.dispose();
    const { error } = await running;
    equal(error.name, how === 'abort' ? 'Aborted' : 'Disposed');
    ok(performance.now() - asked < 1000, 'it took too long');
    if (how === 'abort') equal(error.cause.message, 'enough');
    await sandbox.dispose();
  }
});

pageTest('dispose leaves no worker, and a sandbox that is used keeps few', async (page, { run }) => {
  // The browser tells of an ended worker in its own time.
  const atMost = async most => {
    for (let i = 0; i < 100 && page.workers().length > most; i++) await page.waitForTimeout(20);
    assert.ok(page.workers().length <= most, `${page.workers().length} workers`);
  };
  await run(async ({ countersign, equal }) => {
    globalThis.sandbox = countersign.createSandbox();
    const results = await Promise.all(Array.from({ length: 12 }, (_, i) => globalThis.sandbox.run({ code: `return ${i}` })));
    equal(
      results.map(result => result.value),
      Array.from({ length: 12 }, (_, i) => i),
    );
    for (let i = 0; i < 5; i++) await globalThis.sandbox.run({ code: 'return 1' });
  });
  await atMost(2);
  await run(() => globalThis.sandbox.dispose());
  await atMost(0);
});

inPage('while people decide, others run; who was answered goes on first', async ({ countersign, equal, until }) => {
  const sandbox = countersign.createSandbox({ maxWorkers: 1 });
  const order = [];
  const answers = [];
  const functions = { w: { approval: true, execute: input => input }, note: input => void order.push(input) };
  const approval = { mode: 'pause', onApproval: () => new Promise(done => answers.push(done)) };
  const asking = [1, 2, 3].map(id => sandbox.run({ functions, approval, code: `await w(${id}); await note('person ${id}')` }));
  await until(() => answers.length === 3);
  equal((await sandbox.run({ code: 'return 1' })).value, 1);
  const busy = sandbox.run({ functions, code: `await note('busy'); await new Promise(done => setTimeout(done, 200)); await note('done')` });
  await until(() => order.length === 1);
  const late = sandbox.run({ functions, code: `await note('late')` });
  for (const answer of answers) answer('approve');
  const results = await Promise.all([...asking, busy, late]);
  equal(
    results.map(result => result.status),
    Array(5).fill('completed'),
  );
  equal(order, ['busy', 'done', 'person 1', 'person 2', 'person 3', 'late']);
  await sandbox.dispose();
});

inPage("a hook's signal says that its answer is no longer wanted", async ({ countersign, equal, until }) => {
  const sandbox = countersign.createSandbox();
  const controller = new AbortController();
  let context;
  let executed = 0;
  const functions = { w: { approval: true, execute: () => (executed += 1) } };
  const approval = {
    mode: 'pause',
    onApproval: (_call, given) => {
      context = given;
      return new Promise(done => given.signal.addEventListener('abort', () => done('approve')));
    },
  };
  const running = sandbox.run({ functions, approval, signal: controller.signal, code: `await w(1)` });
  await until(() => context);
  equal([context.generation, context.signal.aborted], [1, false]);
  controller.abort();
  const result = await running;
  equal([result.error.name, result.runId === context.runId, context.signal.aborted, executed], ['Aborted', true, true, 0]);
  equal(
    result.calls.map(call => call.state),
    ['not-run'],
  );
  await sandbox.dispose();
});
