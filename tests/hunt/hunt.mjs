/*
 * Owns the hunt: hostile inputs one after the other, each followed by a run that must work. What must hold: a run ends within its limit and half a
 * second, with a value or an error that says which limit or what in the code it was; anything else is a find. Runs in Node and in a page.
 */

/** What a run of hostile code may end with. `Deadlock` is what code that waits for nothing gets. */
const ends = new Set(['GuestError', 'SyntaxError', 'Timeout', 'MemoryLimit', 'StackOverflow', 'Deadlock', 'CallLimit', 'ValueLimit', 'UnsupportedValue', 'CodeLimit', 'JournalLimit', 'ApprovalRejected']);

const GRACE_MS = 500;

export const functions = {
  r: { execute: input => input },
  w: { execute: () => 1, approval: true },
  positional: { execute: (...given) => given.length, positional: true },
};
export const approvals = {
  deny: { mode: 'deny' },
  pause: { mode: 'pause', onApproval: call => (call.seq % 3 === 0 ? 'reject' : 'approve') },
  collect: { mode: 'collect' },
};

/** What was wrong with one input, or undefined. A run that is late is tried again: the machine may have been busy. */
export async function wrong(sandbox, input, tries = 3) {
  const began = performance.now();
  let parts;
  try {
    parts = await attempt(sandbox, input);
  } catch (error) {
    return `run() rejected with ${error?.name}: ${error?.message}`;
  }
  for (const { result, tookMs } of parts) {
    if (result.status === 'failed' && !ends.has(result.error.name)) return `ended with ${result.error.name}: ${result.error.message}`;
    if (tookMs > input.limits.timeoutMs + GRACE_MS) {
      if (tries > 1) return wrong(sandbox, input, tries - 1);
      return `took ${Math.round(tookMs)} ms of ${input.limits.timeoutMs}, and ended ${result.status} ${result.error?.name ?? ''}`;
    }
  }
  const next = await sandbox.run({ code: 'return 6 * 7', limits: { timeoutMs: 20_000 } });
  if (next.value !== 42) return `the next run ended ${next.status} ${next.error?.name ?? next.value}, after ${Math.round(performance.now() - began)} ms`;
  return undefined;
}

/** The run, and its continuation where it waits. */
export async function attempt(sandbox, { code, limits, mode, seed }) {
  const timed = async start => {
    const began = performance.now();
    const result = await start();
    return { result, tookMs: performance.now() - began };
  };
  const first = await timed(() => sandbox.run({ code, limits, functions, approval: approvals[mode] }));
  const parts = [first];
  for (let cards = 0, last = first; last.result.status === 'pending' && cards < 2; cards += 1) {
    const { resume } = last.result;
    last = await timed(() => resume({ all: seed % 4 === 0 ? 'reject' : 'approve' }));
    // What is repeated and what is new have the limit each.
    parts.push({ ...last, tookMs: last.tookMs - limits.timeoutMs });
  }
  return parts;
}

/** Tries each input and tells of each find, on `lanes` workers. */
export async function hunt(sandbox, inputs, told, lanes = 2) {
  const left = inputs[Symbol.iterator]();
  const counts = {};
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let next = left.next(); !next.done; next = left.next()) {
        const input = next.value;
        counts[input.kind.split(':')[0]] = (counts[input.kind.split(':')[0]] ?? 0) + 1;
        told({ seed: input.seed });
        const found = await wrong(sandbox, input);
        told({ seed: input.seed, done: true, ...(found ? { kind: input.kind, found } : {}) });
      }
    }),
  );
  return counts;
}
