/*
 * Workers that say anything at any time, people who answer anything, apps that give up: whatever comes, a run ends once, nothing marked
 * runs without a yes to that very call, and nothing happens after the end.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turn } from './fake-worker.mjs';
import { completed, failed, finish, sandboxOf } from './sandbox-kit.mjs';

/** The same numbers for the same seed. */
function chance(seed) {
  let state = seed * 2654435761 + 1;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return { pick: list => list[Math.floor(next() * list.length)], often: share => next() < share };
}

const ANSWERS = [
  'approve',
  'reject',
  'pause',
  undefined,
  { decision: 'respond', value: 1 },
  { approved: true, input: 9 },
  'never',
  'throw',
];

/** What a worker might say next: mostly what a sound one could, sometimes anything. `at` is what it knows of its calls. */
function saying({ pick, often }, at) {
  const call = (seq, fn) => ({ type: 'call', call: { seq, fn, input: pick(['1', '{"a":2}', '~-1']), go: often(0.7) } });
  const take = list => list.splice(Math.floor(list.length / 2), 1)[0];
  const anySeq = pick([0, 1, 2, at.made, at.made + 1]);
  const unsound = [
    () => call(at.made + 2, 'r'),
    () => call(at.made, 'w'),
    () => call(at.made + 1, 'nope'),
    () => ({ type: 'execute', seq: anySeq }),
    () => ({ type: 'execute', seq: pick([...at.askable, ...at.asked, anySeq]) }),
    () => ({ type: 'execute', seq: pick([...at.askable, ...at.asked, anySeq]) }),
    () => ({ type: 'ask', seq: anySeq }),
    () => ({ type: 'journal', entries: [{ e: 'delivered', seq: anySeq, at: 1 }] }),
    () => finish({ status: 'pending' }),
    () => finish({ status: 'failed', error: { name: 'EngineCrash', message: 'x' } }, true),
  ];
  const sound = [
    () => call(at.made + 1, pick(['w', 'w', 'r', 'hang'])),
    () => ({ type: 'log', entry: { level: 'log', text: 'x' } }),
    ...(at.askable.length > 0 ? [() => ({ type: 'ask', seq: take(at.askable) })] : []),
    ...(at.asked.length > 0 && often(0.2) ? [() => ({ type: 'withdraw', seq: take(at.asked) })] : []),
    ...(at.ready.length > 0 ? [() => ({ type: 'execute', seq: take(at.ready) })] : []),
    ...(at.paused && often(0.5) ? [() => finish({ status: 'pending' })] : []),
    ...(often(0.05) ? [() => pick([completed(), failed({ name: 'GuestError', message: 'x' })])] : []),
  ];
  return pick(often(0.04) ? unsound : sound)();
}

/** What the answer to a request makes possible. */
function learn(at, message, reply) {
  const seq = message.seq ?? message.call.seq;
  if (reply.kind === 'ask') at.askable.push(seq);
  if (reply.kind === 'allowed' || reply.kind === 'approve') at.ready.push(seq);
  if (reply.kind === 'pause') at.paused = true;
}

async function play(seed) {
  const dice = chance(seed);
  const approved = new Set();
  const executed = [];
  const events = [];
  const controller = new AbortController();
  let over = false;
  const program = async (_request, { say, request }, worker) => {
    const at = { made: 0, askable: [], asked: [], ready: [], paused: false };
    for (let step = 0; step < 40 && worker.ended === 0; step++) {
      const message = saying(dice, at);
      if (message.type === 'call') at.made += 1;
      if (message.type === 'ask') at.asked.push(message.seq);
      if (['call', 'ask', 'execute'].includes(message.type)) void request(message).then(reply => learn(at, message, reply));
      else say(message);
      if (message.type === 'finished') return;
      if (dice.often(0.5)) await turn();
    }
    say(completed());
  };
  const execute = (input, { fn, seq, approved: yes }) => {
    executed.push({ fn, seq, yes, over });
    return input;
  };
  const functions = { w: { approval: true, execute }, r: { execute }, hang: { execute: () => new Promise(() => {}) } };
  const onApproval = async ({ seq }) => {
    const answer = dice.pick(ANSWERS);
    if (answer === 'never') return new Promise(() => {});
    if (answer === 'throw') throw new Error('the dialog broke');
    if (dice.often(0.5)) await turn();
    if (answer === 'approve' || answer?.approved) approved.add(seq);
    return answer;
  };
  const { sandbox } = sandboxOf(program, { maxWorkers: 1 });
  const running = sandbox.run({
    code: '',
    functions,
    approval: { mode: 'pause', onApproval, concurrentApprovals: true },
    signal: controller.signal,
    limits: { timeoutMs: 200 },
    onEvent: event => events.push(event),
  });
  // Hooks that never answer stop the clock: somebody gives up in the end.
  const giveUp = setTimeout(() => controller.abort(), dice.often(0.2) ? 1 : 250);
  const result = await running;
  over = true;
  clearTimeout(giveUp);
  const told = events.length;
  for (let i = 0; i < 5; i++) await turn();
  await sandbox.dispose();
  return { result, executed, approved, events, told };
}

test('whatever workers, people and apps do', async () => {
  const seen = {};
  for (let from = 0; from < 400; from += 50) {
    const plays = await Promise.all(Array.from({ length: 50 }, (_, i) => play(from + i)));
    for (const [i, { result, executed, approved, events, told }] of plays.entries()) {
      const seed = `seed ${from + i}`;
      const ending = result.error?.name ?? result.status;
      seen[ending] = (seen[ending] ?? 0) + 1;
      for (const { fn, seq, yes } of executed) if (fn === 'w') assert.ok(yes && approved.has(seq), `${seed}: call ${seq} ran unasked`);
      assert.equal(
        executed.some(({ over }) => over),
        false,
        `${seed}: ran after the end`,
      );
      assert.equal(new Set(executed.map(({ seq }) => seq)).size, executed.length, `${seed}: ran twice`);
      assert.deepEqual(
        [events.filter(({ type }) => type === 'ended').length, events.at(-1)?.type, events.length],
        [1, 'ended', told],
        seed,
      );
      assert.deepEqual(
        result.calls.map(({ seq }) => seq),
        result.calls.map((_, at) => at + 1),
        seed,
      );
      assert.equal(
        result.calls.some(({ state }) => state === 'running'),
        false,
        seed,
      );
      if (result.status === 'pending') assert.ok(result.pending.length > 0, seed);
    }
  }
  // It is no test unless the roads are taken.
  for (const road of ['completed', 'pending', 'GuestError', 'EngineCrash', 'Aborted'])
    assert.ok(seen[road] > 5, `${road}: ${JSON.stringify(seen)}`);
});
