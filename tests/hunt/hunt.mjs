/*
 * Owns the hunt: hostile inputs one after the other, each followed by a run that must work. What must hold: a run ends within its limit and half a
 * second, with a value or an error that says which limit or what in the code it was; anything else is a find, but for what is listed. Runs in Node and in a page.
 */

/** What a run of hostile code may end with. `Deadlock` is what code that waits for nothing gets. */
const ends = new Set([
  ...['ApprovalRejected', 'CallLimit', 'CodeLimit', 'Deadlock', 'GuestError', 'JournalLimit', 'MemoryLimit'],
  ...['StackOverflow', 'SyntaxError', 'Timeout', 'UnsupportedValue', 'ValueLimit'],
]);

/** What docs/limitations.md lists: the engine loses the iterator of a loop. */
const listed = /^the engine stopped: .*\niterator stack should have at least an iterator$/;

const GRACE_MS = 500;
/** How often a run that was late is tried, alone, before it counts: the machine may have been busy. */
const TRIES = 4;

const functions = {
  r: { execute: input => input },
  w: { execute: () => 1, approval: true },
  positional: { execute: (...given) => given.length, positional: true },
};
const approvals = {
  deny: { mode: 'deny' },
  pause: { mode: 'pause', onApproval: call => (call.seq % 3 === 0 ? 'reject' : 'approve') },
  collect: { mode: 'collect' },
};

/** What was wrong with one input, as `{ found }`; `late` if it was only that. */
async function wrong(sandbox, input) {
  let parts;
  try {
    parts = await attempt(sandbox, input);
  } catch (error) {
    return { found: `run() rejected with ${error?.name}: ${error?.message}` };
  }
  const unnamed = parts.find(({ result }) => result.status === 'failed' && !ends.has(result.error.name))?.result.error;
  if (unnamed && !(unnamed.name === 'EngineCrash' && listed.test(unnamed.message)))
    return { found: `ended with ${unnamed.name}: ${unnamed.message}` };
  const next = await sandbox.run({ code: 'return 6 * 7', limits: { timeoutMs: 20_000 } });
  if (next.value !== 42) return { found: `the next run ended ${next.status} ${next.error?.name ?? next.value}` };
  const slow = parts.find(({ tookMs }) => tookMs > input.limits.timeoutMs + GRACE_MS);
  if (!slow) return undefined;
  return {
    late: true,
    found: `took ${Math.round(slow.tookMs)} ms of ${input.limits.timeoutMs}, and ended ${slow.result.error?.name ?? slow.result.status}`,
  };
}

/** The parts of a run, each with the time it took: the run, and its continuations where it waits. */
export async function attempt(sandbox, { code, limits, mode, seed }) {
  const timed = async start => {
    const began = performance.now();
    const result = await start();
    return { result, tookMs: performance.now() - began };
  };
  let last = await timed(() => sandbox.run({ code, limits, functions, approval: approvals[mode] }));
  const parts = [last];
  for (let cards = 0; last.result.status === 'pending' && cards < 2; cards += 1) {
    const { resume } = last.result;
    last = await timed(() => resume({ all: seed % 4 === 0 ? 'reject' : 'approve' }));
    // What is repeated and what is new have the limit each.
    parts.push({ ...last, tookMs: last.tookMs - limits.timeoutMs });
  }
  return parts;
}

/** Tries each input and tells of its beginning and its end, `{ seed, done, kind, found }`, on `lanes` workers; gives how many there were of each kind. */
export async function hunt(sandbox, inputs, told, lanes = 2) {
  const left = inputs[Symbol.iterator]();
  const counts = {};
  const late = [];
  const lane = async () => {
    for (let next = left.next(); !next.done; next = left.next()) {
      const { seed, kind } = next.value;
      const group = kind.split(':')[0];
      counts[group] = (counts[group] ?? 0) + 1;
      told({ seed });
      const found = await wrong(sandbox, next.value);
      if (found?.late) late.push(next.value);
      told({ seed, done: true, kind, found: found?.late ? undefined : found?.found });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  for (const input of late) told({ seed: input.seed, done: true, kind: input.kind, found: await stillWrong(sandbox, input) });
  return counts;
}

async function stillWrong(sandbox, input) {
  let found;
  for (let left = TRIES; left > 0; left -= 1) {
    found = await wrong(sandbox, input);
    if (!found?.late) break;
  }
  return found?.found;
}
