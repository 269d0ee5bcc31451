/*
 * Owns RunModel without React and without workers: what components may do to it in any order, and what it then shows.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RunModel } from '../../js/run-model.ts';
import { callsOnce, marked, sandboxOf } from './sandbox-kit.mjs';

function modelOf(options = {}, program = callsOnce()) {
  const { functions, inputs } = marked();
  const made = sandboxOf(program, { functions, warm: 0 });
  const model = new RunModel();
  model.given(options.source ?? made.sandbox, options);
  const seen = [];
  model.subscribe(() => seen.push(model.getState().status));
  return { model, inputs, seen, ...made };
}

const pausing = { mode: 'pause' };

test('idle, running, pending, completed; the value and the calls are there at the end', async () => {
  const { model, inputs, seen } = modelOf(pausing);
  model.mount();
  const waits = await model.run('return await w({ id: 1 })');
  assert.deepEqual([waits.status, model.getState().pending.length, inputs], ['pending', 1, []]);
  const done = await model.decide({ all: 'approve' });
  const state = model.getState();
  assert.deepEqual([done.status, state.status, state.value, state.pending, inputs], ['completed', 'completed', { id: 1 }, [], [{ id: 1 }]]);
  assert.deepEqual([...new Set(seen)], ['running', 'pending', 'completed']);
});

test('of two runs at once the last counts; the first was never started', async () => {
  const { model, workers } = modelOf(pausing);
  model.mount();
  const [first, second] = await Promise.all([model.run('1'), model.run('2')]);
  assert.deepEqual([first, second.status, workers.length], [undefined, 'pending', 1]);
});

test('a run asked for before mounting starts with it; one asked for by who is gone never does', async () => {
  const { model, workers } = modelOf(pausing);
  const early = model.run('1');
  const unmount = model.mount();
  assert.equal((await early).status, 'pending');
  unmount();
  assert.equal(model.getState().status, 'idle');
  assert.deepEqual([await model.run('2'), model.getState().status, workers.length], [undefined, 'idle', 1]);
  assert.deepEqual([await model.decide({ all: 'approve' }), await model.discard()], [undefined, undefined]);
});

test('mounted twice at once, as StrictMode does: one run', async () => {
  const { model, workers } = modelOf(pausing);
  const effect = () => {
    const unmount = model.mount();
    return { unmount, result: model.run('1') };
  };
  const first = effect();
  first.unmount();
  const second = effect();
  assert.deepEqual([await first.result, (await second.result).status, workers.length], [undefined, 'pending', 1]);
});

test('a sandbox of the component’s own is made when needed, and gone with it', async () => {
  const made = [];
  const source = () => {
    const one = sandboxOf(callsOnce(), { functions: marked().functions, warm: 0 });
    made.push(one);
    return one.sandbox;
  };
  const { model } = modelOf({ ...pausing, source });
  const unmount = model.mount();
  assert.equal(made.length, 0);
  await model.run('1');
  await model.run('2');
  assert.equal(made.length, 1);
  unmount();
  await assert.rejects(made[0].sandbox.run({ code: '1' }), { name: 'Disposed' });
  const broken = modelOf({ source: () => assert.fail('no sandbox today') });
  broken.model.mount();
  assert.equal(await broken.model.run('1'), undefined);
  assert.deepEqual([broken.model.getState().status, broken.model.getState().error.message], ['failed', 'no sandbox today']);
});

test('nothing rejects: a wrong request, a refused set, decisions about nothing', async () => {
  const { model } = modelOf(pausing);
  model.mount();
  assert.equal(await model.decide({ all: 'approve' }), undefined);
  const wrong = [
    [{ code: 7 }, 'InvalidOptions'],
    [{ code: '1', nonsense: true }, 'InvalidOptions'],
    [{ code: '1', signal: {} }, 'TypeError'],
  ];
  for (const [request, name] of wrong) {
    assert.equal(await model.run(request), undefined);
    assert.deepEqual([model.getState().status, model.getState().error.name], ['failed', name]);
  }
  await model.run('1');
  assert.equal(model.getState().error, undefined);
  const card = model.getState().pending;
  assert.equal(await model.decide({ approve: ['nobody'] }), undefined);
  assert.deepEqual([model.getState().status, model.getState().error.name, model.getState().pending], ['pending', 'InvalidDecisions', card]);
  assert.equal((await model.decide({ all: 'approve' })).status, 'completed');
});

test('the request’s listener hears both parts of the run, and its signal stops it', async () => {
  const { model } = modelOf(pausing);
  model.mount();
  const heard = [];
  await model.run({ code: '1', onEvent: ({ type }) => heard.push(type) });
  heard.push('|');
  await model.decide({ all: 'approve' });
  assert.deepEqual(
    heard.filter(type => type === 'ended' || type === '|'),
    ['ended', '|', 'ended'],
  );
  const stopped = await model.run({ code: '1', signal: AbortSignal.abort() });
  assert.deepEqual([stopped.status, stopped.error.name, model.getState().status], ['failed', 'Aborted', 'failed']);
});

test('what waits is shown again, also by its owner only, and given up', async () => {
  const { model, sandbox } = modelOf({ ...pausing, owner: 'me' });
  model.mount();
  await model.run({ code: '1', metadata: { chat: 7 } });
  const again = async options => {
    const other = new RunModel();
    other.given(sandbox, options);
    other.mount();
    await new Promise(done => setTimeout(done));
    return other;
  };
  assert.equal((await again({ restore: true })).getState().status, 'idle');
  assert.equal((await again({ restore: run => run.metadata.chat === 8, owner: 'me' })).getState().status, 'idle');
  const mine = await again({ restore: run => run.metadata.chat === 7, owner: 'me' });
  assert.deepEqual([mine.getState().status, mine.getState().restored.metadata], ['pending', { chat: 7 }]);
  await mine.discard();
  assert.deepEqual([mine.getState().status, await sandbox.pending({ owner: 'me' })], ['idle', []]);
  await model.decide({ all: 'approve' });
  assert.deepEqual([model.getState().status, model.getState().error.name, model.getState().pending], ['failed', 'RunNotPending', []]);
});

test('a rule of restore that throws is an error to show', async () => {
  const { model, sandbox } = modelOf(pausing);
  model.mount();
  await model.run('1');
  const other = new RunModel();
  other.given(sandbox, { restore: () => assert.fail('which chat?') });
  other.mount();
  await new Promise(done => setTimeout(done));
  assert.deepEqual([other.getState().status, other.getState().error.message], ['failed', 'which chat?']);
});
