import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Channel } from '../../js/channel.ts';
import { completed, FakeWorker, turn } from './fake-worker.mjs';

const CALL = { seq: 1, fn: 'w', input: '1', go: true };
const silent = {
  call: () => new Promise(() => {}),
  execute: () => new Promise(() => {}),
  ask: () => new Promise(() => {}),
  withdraw() {},
  invalid() {},
  log() {},
  journal() {},
};

function open(handlers = silent) {
  const worker = new FakeWorker();
  const lost = [];
  const channel = new Channel(worker, why => lost.push(why));
  return { worker, channel, lost, run: () => channel.start({}, { ...silent, ...handlers }) };
}

test('a run settles with what the worker finished with', async () => {
  const { worker, run } = open();
  const running = run();
  worker.say(completed('7'));
  assert.equal((await running).value, '7');
});

test('a run rejects once, whatever the worker dies of, and the owner is told once', async () => {
  for (const die of [
    w => w.fire('error', { message: 'boom' }),
    w => w.fire('messageerror'),
    w => w.say({ type: 'nonsense' }),
    w => w.say(null),
    w => w.say({ type: 'finished' }),
  ]) {
    const { worker, lost, run } = open();
    const running = run();
    die(worker);
    die(worker);
    await assert.rejects(running, { name: 'WorkerLost' });
    assert.equal(lost.length, 1);
  }
});

test('a load rejects when the worker dies, and says what the worker refused', async () => {
  const dying = open();
  const loading = dying.channel.load({ type: 'load' });
  dying.worker.fire('error', {});
  await assert.rejects(loading, { name: 'WorkerLost', why: 'error' });

  const refusing = open();
  const refused = refusing.channel.load({ type: 'load' });
  refusing.worker.say({ type: 'start-failed', cause: 'mime', message: 'html' });
  await assert.rejects(refused, { name: 'LoadRefused', why: 'mime', message: 'html' });
  assert.equal(refusing.lost.length, 0);
});

test('after the page ended it nothing is heard or said', async () => {
  let answer;
  const { worker, channel, lost, run } = open({
    call: () =>
      new Promise(done => {
        answer = done;
      }),
  });
  const running = run();
  worker.say({ type: 'call', id: 1, call: CALL });
  channel.end();
  await assert.rejects(running, { why: 'ended' });
  answer({ kind: 'fulfilled', value: '1', at: 0 });
  await turn();
  assert.deepEqual(
    worker.sent.map(m => m.type),
    ['start'],
  );
  assert.equal(lost.length, 0);
  await assert.rejects(run(), { why: 'ended' });
});

test('a request is answered by its id', async () => {
  const { worker, run } = open({ call: async message => ({ kind: 'fulfilled', value: message.input, at: 0 }) });
  run();
  worker.say({ type: 'call', id: 5, call: CALL });
  await turn();
  assert.deepEqual(worker.sent[1], { type: 'reply', id: 5, reply: { kind: 'fulfilled', value: '1', at: 0 } });
});

test('several messages may come as one, in their order, and the answers of one turn go back as few', async () => {
  const heard = [];
  const { worker, run } = open({
    call: async ({ seq }) => ({ kind: 'fulfilled', value: String(seq), at: 0 }),
    journal: entries => heard.push(entries),
  });
  void run();
  await turn();
  const calls = [1, 2, 3].map(seq => ({ type: 'call', id: seq, call: { ...CALL, seq } }));
  worker.say([{ type: 'journal', entries: [{ e: 'began' }] }, ...calls]);
  await turn();
  assert.deepEqual(heard, [[{ e: 'began' }]]);
  const [, first, rest] = worker.sent;
  assert.deepEqual(
    [first.id, rest.map(({ id, reply }) => [id, reply.value])],
    [
      1,
      [
        [2, '2'],
        [3, '3'],
      ],
    ],
  );
});

test('each of several messages is checked, and after one that is none nothing is heard', async () => {
  for (const strange of [null, 7, [], [{ type: 'repeated' }], { type: 'nope' }]) {
    const heard = [];
    const { worker, run, lost } = open({ log: entry => heard.push(entry.text) });
    const running = run();
    const log = text => ({ type: 'log', entry: { level: 'log', text } });
    worker.say([log('before'), strange, log('after')]);
    await assert.rejects(running, { why: 'protocol' });
    assert.deepEqual([heard, lost.length], [['before'], 1], JSON.stringify(strange));
  }
});

test('an answer of a run that ended does not reach the next run of the same worker', async () => {
  let answer;
  const { worker, run } = open({
    call: () =>
      new Promise(done => {
        answer ??= done;
      }),
  });
  const first = run();
  worker.say({ type: 'call', id: 1, call: CALL });
  worker.say(completed());
  await first;
  run();
  worker.say({ type: 'call', id: 1, call: CALL });
  answer({ kind: 'denied', at: 0 });
  await turn();
  assert.deepEqual(
    worker.sent.map(m => m.type),
    ['start', 'start'],
  );
});

test('a request under an id that is being answered ends the channel', async () => {
  const { worker, run } = open();
  const running = run();
  worker.say({ type: 'call', id: 1, call: CALL });
  worker.say({ type: 'execute', id: 1, seq: 1 });
  await assert.rejects(running, { why: 'protocol' });
});

test('what does not fit the run ends the channel: a throw, a rejection', async () => {
  for (const handlers of [
    {
      invalid() {
        throw new Error('no such call');
      },
    },
    {
      execute: async () => {
        throw new Error('no such call');
      },
    },
  ]) {
    const { worker, run } = open(handlers);
    const running = run();
    worker.say({ type: 'invalid', call: CALL, error: { name: 'E', message: 'm' } });
    worker.say({ type: 'execute', id: 2, seq: 9 });
    await assert.rejects(running, { why: 'protocol', message: /no such call/ });
  }
});

test('whether a call runs ahead is told as it was said', async () => {
  const asked = [];
  const { worker, run } = open({ execute: async (...args) => asked.push(args) });
  void run();
  worker.say({ type: 'execute', id: 1, seq: 4 });
  worker.say({ type: 'execute', id: 2, seq: 5, ahead: true });
  await turn();
  assert.deepEqual(asked, [
    [4, false],
    [5, true],
  ]);
});

test('messages outside a run end the channel', () => {
  for (const message of [
    { type: 'log', entry: { level: 'log', text: '' } },
    completed(),
    { type: 'ready' },
    { type: 'ask', id: 1, seq: 1 },
  ]) {
    const { worker, lost } = open();
    worker.say(message);
    assert.equal(lost[0]?.why, 'protocol', message.type);
  }
});
