import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSandbox } from '../../js/sandbox.ts';
import { collecting, wt } from './collect-kit.mjs';
import { page } from './desk-kit.mjs';

const { buildTable } = page;
const f = () => 1;
const saidOf = body => {
  try {
    body();
  } catch (error) {
    return error.message;
  }
  return 'nothing';
};
const saidBy = promise =>
  promise.then(
    () => 'nothing',
    error => `${error.name}: ${error.message}`,
  );

test('a spec whose function has another name is told so, and its mark is never taken for a function', () => {
  const said = del => saidOf(() => buildTable({ del }));
  assert.match(
    said({ approval: true, run: f }),
    /^functions\.del: `execute` is missing\. .*it has `approval`\. `run` is not read: call it `execute`\.$/,
  );
  assert.match(said({ approval: f, run: f }), /`execute` is missing/);
  assert.match(said({ description: 'Deletes', handler: f }), /`execute` is missing.*`handler`/);
  assert.match(said({ inputSchema: { type: 'object' } }), /`execute` is missing/);
  assert.match(said({ execute: undefined, run: f }), /`execute` is missing/);
  assert.match(said({ execute: 'x' }), /^functions\.del\.execute: must be a function; this is "x"/);
  assert.match(
    saidOf(() => buildTable({ app: { del: { sideEffects: ['external'], run: f } } })),
    /^functions\.app\.del: `execute` is missing/,
  );
  // A namespace may have functions of these names.
  assert.deepEqual(
    buildTable({ text: { summarize: f, description: f } }).names.map(({ name }) => name),
    ['text.summarize', 'text.description'],
  );
});

test('what was given is echoed in a few words, however large it is', async () => {
  const large = 'x'.repeat(10_000);
  const sandbox = createSandbox();
  const messages = [
    await saidBy(sandbox.resume(JSON.stringify({ version: 1, code: large }), { all: 'approve' })),
    await saidBy(sandbox.resume(large, { all: 'approve' })),
    await saidBy(sandbox.run({ code: '', owner: large, [large]: 1 })),
    await saidBy(sandbox.run({ code: '', approval: { mode: large } })),
    await saidBy(sandbox.run({ code: '', limits: { calls: 10n ** 9_000n } })),
    saidOf(() => buildTable({ [large]: { [large]: 1 } })),
    saidOf(() => buildTable({ 'not-a-name': f })),
    saidOf(() => buildTable(large)),
  ];
  for (const message of messages) assert.ok(message.length < 600 && message !== 'nothing', message.slice(0, 200));
});

test('the text of a checkpoint is not taken for an id, and what is no run is named as what it is', async () => {
  const sandbox = createSandbox();
  assert.match(await saidBy(sandbox.resume('{"version":1}', { approve: [] })), /^CheckpointInvalid: .*JSON\.parse/);
  assert.match(await saidBy(sandbox.resume(undefined, { approve: [] })), /^CheckpointInvalid: .*this is undefined/);
  assert.match(await saidBy(sandbox.resume(null, { approve: [] })), /this is null/);
  assert.match(await saidBy(sandbox.resume(Promise.resolve({}), { approve: [] })), /this is a promise/);
  assert.match(await saidBy(sandbox.discard(7)), /^InvalidOptions: .*this is 7/);
});

test('each problem of a set of decisions names the row it is about', async () => {
  const inputSchema = { type: 'object', properties: { id: { type: 'number' } } };
  const it = collecting([wt({ id: 1 }), wt({ id: 2 })], { inputSchema });
  const { pending, resume } = await it.run();
  const [a, b] = pending.map(({ callId }) => callId);
  const problems = async decisions => (await resume(decisions).catch(error => error)).problems;
  const [first, second] = await problems({ approve: ['stranger', { callId: b, input: { id: 'two' } }] });
  assert.deepEqual(['callId' in first, second.callId], [false, b]);
  assert.match(first.message, /^stranger: no call of this run/);
  assert.match(second.message, /^w: the input does not fit its schema: input\.id/);
  assert.deepEqual(
    (await problems({ approve: [a, a] })).map(({ callId }) => callId),
    [a],
  );
  assert.equal((await problems({ approve: pending })).length, 1);
  assert.match((await problems({}))[0].message, /^\{\} is no decision/);
});

test('a function that is missing may be replaced by one that throws, and the message says so', async () => {
  const it = collecting([wt(1)]);
  const { checkpoint } = await it.run();
  const said = await saidBy(createSandbox().resume(checkpoint, { all: 'approve' }));
  assert.match(said, /^FunctionsMissing: .*w, r, mail\. .*whether it calls them or not.*a function of that name that throws\.$/);
});

test('what does not wait says why, whoever asks', async () => {
  const { sandbox, run } = collecting([wt(1)]);
  const { runId, checkpoint } = await run();
  await sandbox.discard(runId);
  assert.match(
    await saidBy(sandbox.resume(checkpoint, { all: 'approve' })),
    /^RunNotPending: .* does not wait for a person: it was given up\.$/,
  );
});

test('a promise in the place of an engine is told to be awaited', () => {
  assert.match(
    saidOf(() => createSandbox({ wasm: Promise.resolve() })),
    /^wasm: .*this is a promise: await it, .*await fetch/,
  );
});
