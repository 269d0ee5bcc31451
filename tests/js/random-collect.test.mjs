/*
 * Workers that say anything at any time in collect, people who answer any card with anything, apps that give up: whatever comes, a run ends once,
 * nothing marked runs without a yes to that very call, no effect runs ahead of what waits, nothing runs twice, and nothing happens after the end.
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

const ANSWERS = ['all', 'all', 'one', 'one', 'reject', 'respond', 'edit', undefined, 'stranger', 'never', 'throw'];
const FUNCTIONS = ['w', 'w', 'w', 'r', 'r', 'mail', 'fresh', 'maybe', 'hang'];

/** Mostly what a sound core could say next, sometimes anything. `at` is what it knows of its calls. */
function saying({ pick, often }, at) {
  const journal = entry => ({ type: 'journal', entries: [entry] });
  const behind = () => (at.behind ? { behind: true } : {});
  const call = (seq, fn) => ({ type: 'call', call: { seq, fn, input: pick(['1', '{"a":2}']), go: false, ...behind() } });
  const ranges = () => at.came.map(seq => [seq, seq]);
  const shown = end => journal({ e: 'shown', calls: ranges(), end, line: 1 });
  const take = list => list.splice(0, 1)[0];
  const anySeq = pick([0, 1, 2, at.made, at.made + 1]);
  const unsound = [
    () => call(at.made + 2, 'r'),
    () => ({ type: 'call', call: { seq: at.made + 1, fn: 'mail', input: '1', go: false } }),
    () => ({ type: 'execute', seq: anySeq }),
    () => ({ type: 'execute', seq: anySeq, ahead: true }),
    () => ({ type: 'execute', seq: pick([...at.asks, anySeq]) }),
    () => journal({ e: 'delivered', seq: anySeq, at: 1, pending: true }),
    () => journal({ e: 'began' }),
    () => journal({ e: 'shown', calls: [[1, anySeq || 1]], end: pick(['look', 'body', 'failed']) }),
    () => finish({ status: 'pending' }),
    () => completed(),
    () => finish({ status: 'failed', error: { name: 'EngineCrash', message: 'x' } }, true),
  ];
  const sound = [
    () => call(at.made + 1, pick(at.functions)),
    () => call(at.made + 1, pick(at.functions)),
    () => ({ type: 'log', entry: { level: 'log', text: 'x' } }),
    ...(at.ready.length > 0 ? [() => ({ type: 'execute', seq: take(at.ready), ...(at.behind && often(0.5) ? { ahead: true } : {}) })] : []),
    ...(at.asks.length > 0 ? [() => journal({ e: 'delivered', seq: take(at.asks), at: 1, pending: true })] : []),
    ...(at.behind && often(0.3) ? [() => shown(pick(['look', 'look', 'idle', 'body']))] : []),
    ...(often(0.03) ? [() => shown('failed')] : []),
  ];
  return pick(often(0.02) ? unsound : sound)();
}

function learn(at, message, { kind }) {
  const seq = message.seq ?? message.call.seq;
  if (kind === 'ask') at.asks.push(seq);
  if (kind === 'allowed') at.ready.push(seq);
}

/** What the record says, for a pass that begins again. */
function begin(request, at) {
  for (const { e, seq, verdict, decision } of request.journal) {
    if (e === 'call') {
      at.made = seq;
      at.came.push(seq);
    }
    if (e === 'judged' && verdict === 'ask') at.asks.push(seq);
    if (e === 'decided') at.asks.splice(at.asks.indexOf(seq), 1);
    if (e === 'decided' && decision === 'approve') at.ready.push(seq);
    if (e === 'started' && at.ready.includes(seq)) at.ready.splice(at.ready.indexOf(seq), 1);
  }
}

const program =
  dice =>
  async (request, { say, request: ask }, worker) => {
    const at = { made: 0, came: [], asks: [], ready: [], behind: false, functions: dice.often(0.8) ? FUNCTIONS : ['r', 'mail'] };
    begin(request, at);
    if (request.journal.length > 0 && dice.often(0.98)) say({ type: 'journal', entries: [{ e: 'began' }] });
    for (let step = 0; step < 30 && worker.ended === 0; step++) {
      const message = saying(dice, at);
      const [entry] = message.entries ?? [];
      if (message.type === 'call' && message.call.seq === at.made + 1) {
        at.made += 1;
        at.came.push(at.made);
      }
      if (entry?.pending) at.behind = true;
      if (message.type === 'call' || message.type === 'execute')
        void ask(message).then(reply => {
          if (reply.kind === 'cut') at.cut = true;
          else learn(at, message, reply);
        });
      else say(message);
      if (at.cut) say({ type: 'journal', entries: [{ e: 'shown', calls: at.came.map(seq => [seq, seq]), end: 'call' }] });
      if (entry?.e === 'shown' || at.cut) {
        const end = entry?.end ?? 'call';
        if (dice.often(0.97)) say(end === 'failed' ? failed({ name: 'GuestError', message: 'x' }) : finish({ status: 'pending' }));
        return;
      }
      if (message.type === 'finished') return;
      if (dice.often(0.6)) await turn();
    }
    say({ type: 'journal', entries: [{ e: 'shown', calls: at.came.map(seq => [seq, seq]), end: 'body' }] });
    say(at.asks.length > 0 || at.behind ? finish({ status: 'pending' }) : completed());
  };

async function play(seed) {
  const dice = chance(seed);
  const { pick, often } = dice;
  const approved = new Set();
  const executed = [];
  const events = [];
  const ahead = [];
  let over = false;
  const execute = async (input, { fn, callId, approved: yes }) => {
    executed.push({ fn, callId, yes, over });
    if (often(0.5)) await turn();
    if (often(0.1)) throw new Error('no');
    return input;
  };
  const functions = {
    w: { approval: true, execute },
    r: { execute },
    mail: { sideEffects: ['external'], execute },
    fresh: { fresh: true, execute },
    maybe: {
      approval: async () => {
        await turn();
        return often(0.5);
      },
      execute,
    },
    hang: { execute: () => (often(0.1) ? new Promise(() => {}) : 1) },
  };
  const onApproval = async pending => {
    const answer = pick(ANSWERS);
    const callId = pick(pending).callId;
    if (often(0.5)) await turn();
    if (answer === 'never') return new Promise(() => {});
    if (answer === 'throw') throw new Error('the dialog broke');
    if (answer === 'stranger') return { approve: [callId, 'nobody'] };
    if (answer === 'reject') return { all: 'reject' };
    if (answer === 'respond') return { respond: [{ callId, value: 1 }] };
    if (answer === undefined) return undefined;
    for (const call of answer === 'all' ? pending : [{ callId }]) approved.add(call.callId);
    if (answer === 'all') return { all: 'approve' };
    return answer === 'edit' ? { approve: [{ callId, input: 9 }] } : { approve: [callId] };
  };
  const controller = new AbortController();
  const { sandbox } = sandboxOf(program(dice, ahead), { maxWorkers: 1, functions });
  const running = sandbox.run({
    code: '',
    approval: { mode: 'collect', ...(often(0.9) ? { onApproval } : {}) },
    signal: controller.signal,
    limits: { timeoutMs: often(0.1) ? 5 : 60_000 },
    onEvent: event => events.push(event),
  });
  // Functions and hooks that never answer: somebody gives up in the end.
  const patience = often(0.1) ? 2 : 150;
  void (async () => {
    for (let i = 0; i < patience && !over; i++) await turn();
    controller.abort();
  })();
  const outcome = await running.catch(error => error);
  over = true;
  const told = events.length;
  for (let i = 0; i < 5; i++) await turn();
  await sandbox.dispose();
  return { outcome, executed, approved, events, told, ahead };
}

function check(seed, { outcome, executed, approved, events, told, ahead }) {
  const about = `seed ${seed}`;
  assert.deepEqual(ahead, [], about);
  const result = outcome.name === 'RunPending' ? outcome.result : outcome;
  assert.ok(['completed', 'pending', 'failed'].includes(result.status), `${about}: ${outcome.name} ${outcome.message}`);
  for (const { fn, callId, yes } of executed) {
    if (fn === 'w') assert.ok(yes && approved.has(callId), `${about}: ${callId} ran unasked`);
    const record = result.calls.find(call => call.callId === callId);
    if (record?.ahead) assert.equal(fn === 'r' || fn === 'hang', true, `${about}: ${fn} ran ahead`);
  }
  assert.equal(
    executed.some(({ over }) => over),
    false,
    `${about}: ran after the end`,
  );
  assert.equal(new Set(executed.map(({ callId }) => callId)).size, executed.length, `${about}: ran twice`);
  const ended = events.filter(({ type }) => type === 'ended');
  assert.deepEqual([ended.map(({ status }) => status), events.at(-1)?.type, events.length], [[result.status], 'ended', told], about);
  const once = events.filter(({ type }) => type === 'call' || type === 'settled').map(({ type, call }) => `${type} ${call.seq}`);
  assert.equal(new Set(once).size, once.length, `${about}: told twice`);
  assert.deepEqual(
    result.calls.map(({ seq }) => seq),
    result.calls.map((_, at) => at + 1),
    about,
  );
  assert.equal(
    result.calls.some(({ state }) => state === 'running'),
    false,
    about,
  );
  if (result.status === 'pending') assert.ok(result.pending.length > 0, about);
  const passes = events.filter(({ type }) => type === 'started').map(({ pass }) => pass);
  assert.deepEqual(
    passes,
    passes.map((_, at) => 2 * at + 1),
    about,
  );
  return outcome.error?.name ?? outcome.name ?? result.status;
}

test('whatever workers, people and apps do in collect', async () => {
  const seen = {};
  for (let from = 0; from < 400; from += 50) {
    const plays = await Promise.all(Array.from({ length: 50 }, (_, i) => play(from + i)));
    for (const [i, played] of plays.entries()) {
      const ending = check(from + i, played);
      seen[ending] = (seen[ending] ?? 0) + 1;
      if (played.outcome.stats?.passes > 3) seen.passes = (seen.passes ?? 0) + 1;
      if (played.executed.some(({ yes }) => yes)) seen.approved = (seen.approved ?? 0) + 1;
    }
  }
  // It is no test unless the roads are taken.
  for (const road of ['completed', 'pending', 'RunPending', 'GuestError', 'EngineCrash', 'Aborted', 'approved', 'passes'])
    assert.ok(seen[road] > 3, `${road}: ${JSON.stringify(seen)}`);
});
