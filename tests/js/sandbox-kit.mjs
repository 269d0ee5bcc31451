/*
 * Owns what the sandbox's tests are written with: a sandbox whose workers are scripts, and the script of a program that calls one
 * function and returns its value, as the core would drive it in deny and pause.
 */
import { createSandbox } from '../../js/sandbox.ts';
import { FakeWorker } from './fake-worker.mjs';

const STATS = { guestMs: 1, peakMemoryBytes: 2 };
export const finish = (fields, poisoned = false) => ({ type: 'finished', finish: { poisoned, stats: STATS, ...fields } });
export const completed = (value = '1') => finish({ status: 'completed', value });
export const failed = error => finish({ status: 'failed', error });

/**
 * `program(request, talk, worker)` plays the core for each run; `talk.ask` is a request of the worker, answered by the page. `load(worker, nth)` says
 * how a worker's start goes.
 */
export function sandboxOf(program = (_request, talk) => talk.say(completed()), { load = isReady, ...options } = {}) {
  const workers = [];
  const worker = () => {
    const waiting = new Map();
    let id = 0;
    const one = new FakeWorker((message, self) => {
      const say = reply => self.say(reply);
      const request = fields => {
        id += 1;
        say({ ...fields, id });
        return new Promise(resolve => waiting.set(id, resolve));
      };
      if (message.type === 'load') load(self, workers.length);
      if (message.type === 'reply') waiting.get(message.id)?.(message.reply);
      if (message.type === 'start') void program(message.request, { say, request }, self);
    });
    workers.push(one);
    return one;
  };
  const sandbox = createSandbox({ worker, ...options });
  return { sandbox, workers, alive: () => workers.filter(one => one.ended === 0).length };
}

export const isReady = worker => worker.say({ type: 'ready' });

/** `return await w(input)`, and what was recorded of it is met again. */
export const callsOnce =
  (input = '{"id":1}', fn = 'w') =>
  async (request, { say, request: ask }) => {
    const entry = kind => request.journal.find(({ e }) => e === kind);
    let reply = await firstReply();
    if (reply.kind === 'ask') reply = request.hook ? await ask({ type: 'ask', seq: 1 }) : { kind: 'pause' };
    if (reply.kind === 'pause') return say(finish({ status: 'pending' }));
    if (reply.kind === 'approve') reply = await ask({ type: 'execute', seq: 1 });
    say({ type: 'journal', entries: [{ e: 'delivered', seq: 1, at: 1 }] });
    if (reply.value !== undefined) return say(completed(reply.value));
    return say(
      failed({ name: 'ApprovalRejected', message: 'refused', fn, input, seq: 1, ...(reply.reason ? { reason: reply.reason } : {}) }),
    );

    async function firstReply() {
      const decided = entry('decided');
      if (decided) return { ...decided, kind: decided.decision };
      if (entry('judged')) return { kind: 'ask' };
      return ask({ type: 'call', call: { seq: 1, fn, input, line: 1, column: 7, go: true } });
    }
  };

/** A function that waits for a person and counts what was executed. */
export function marked(execute = input => input) {
  const inputs = [];
  const spec = {
    approval: true,
    execute: (input, call) => {
      inputs.push(input);
      return execute(input, call);
    },
  };
  return { inputs, functions: { w: spec } };
}

export const pause = { mode: 'pause', onApproval: () => 'pause' };
