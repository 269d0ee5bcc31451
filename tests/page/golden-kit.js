/*
 * Owns what golden checkpoints are made and met with, in a page: the functions their runs may call, making one, and what comes of resuming one. What
 * must hold: a function here answers as it did when the files were made, so that only the package can change a verdict. Deliberately absent:
 * the files, and comparing.
 */

/** `ran`: every execution, as `[fn, input]`. `meanwhile` is awaited in each. */
export function world(ran, meanwhile) {
  const did = (fn, execute, more) => ({
    ...more,
    execute: async (input, call) => {
      ran.push([fn, input]);
      await meanwhile?.(call);
      return execute(input);
    },
  });
  const asks = { approval: true };
  const functions = {
    list: did('list', () => [
      { id: 1, year: 2019 },
      { id: 2, year: 2020 },
      { id: 3, year: 2024 },
    ]),
    count: did('count', () => 3, { fresh: true }),
    when: did('when', () => new Map([['at', new Date(1e12)]])),
    add: did('add', ([a, b]) => a + b, { positional: true }),
    note: did('note', () => 'noted', { sideEffects: ['external'] }),
    wipe: did('wipe', () => 'wiped'),
    fail: did('fail', () => {
      throw Object.assign(new RangeError('no funds', { cause: 'bank' }), { code: 402 });
    }),
    records: { delete: did('records.delete', ({ id }) => ({ deleted: id }), asks) },
    mail: {
      send: did('mail.send', ({ to }) => `sent to ${to}`, {
        ...asks,
        inputSchema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
      }),
    },
  };
  return { functions, policy: ({ fn }) => (fn === 'wipe' ? { verdict: 'deny', reason: 'never that' } : undefined) };
}

export const bytesOf = hex => Uint8Array.from(hex.match(/../g) ?? [], byte => Number.parseInt(byte, 16));

/** `calls` of decisions are numbers, since ids come with the run: `{ approve: [1] }`. */
export function withIds(decisions, runId) {
  const idOf = each => (typeof each === 'number' ? `${runId}.${each}` : { ...each, callId: `${runId}.${each.callId}` });
  return Object.fromEntries(Object.entries(decisions).map(([name, list]) => [name, Array.isArray(list) ? list.map(idOf) : list]));
}

const sandboxFor = (countersign, ran, key, more) =>
  countersign.createSandbox({ ...world(ran), ...(key ? { signingKey: bytesOf(key) } : {}), ...more });

function approvalOf(mode, answers) {
  if (mode !== 'pause') return { mode };
  const rest = [...answers];
  return { mode, onApproval: () => rest.shift() ?? 'pause' };
}

/** The checkpoint of a run, after the decisions of its earlier cards. */
export async function make(countersign, { code, mode, answers = [], cards = [], request = {}, key, input }) {
  const sandbox = sandboxFor(countersign, [], key);
  try {
    // Not plain JSON, so it is written down as code.
    const given = input === 'rich' ? { input: { since: new Date(1e12), ids: new Set([1, 2]), big: 10n } } : {};
    let result = await sandbox.run({ code, approval: approvalOf(mode, answers), ...request, ...given });
    for (const decisions of cards)
      result = await sandbox.resume(result.checkpoint, withIds(decisions, result.runId), { owner: request.owner });
    if (result.status !== 'pending') throw new Error(`the run is ${result.status}: ${result.error?.message}`);
    return JSON.parse(JSON.stringify(result.checkpoint));
  } finally {
    await sandbox.dispose();
  }
}

/** What a store has of a run whose page went away while call `during` was executed. */
export async function makeRecord(countersign, { code, mode, decisions, during }) {
  const store = countersign.memoryStore();
  let record;
  const meanwhile = async ({ seq, runId }) => {
    if (seq === during) record = await store.load(runId);
  };
  const sandbox = countersign.createSandbox({ ...world([], meanwhile), store });
  const waiting = await sandbox.run({ code, approval: { mode } });
  await waiting.resume(withIds(decisions, waiting.runId));
  await sandbox.dispose();
  // As everybody finds it once nobody renews it any more.
  return JSON.parse(JSON.stringify({ ...record, claim: { ...record.claim, until: 1 } }));
}

/** What resuming it comes to; the same each time. */
export async function verdictOf(countersign, { checkpoint, record, decisions, owner, key, answers }) {
  const ran = [];
  const store = countersign.memoryStore();
  if (record) await store.save(record, undefined);
  const sandbox = sandboxFor(countersign, ran, key, { store });
  const approval = answers ? { approval: approvalOf('pause', answers) } : {};
  try {
    const target = checkpoint ?? (await sandbox.pending())[0];
    const result = await sandbox.resume(target, withIds(decisions, target.runId), { ...(owner ? { owner } : {}), ...approval });
    const error = result.error && { name: result.error.name, message: result.error.message };
    const { status, value } = result;
    const calls = result.calls.map(({ fn, state }) => `${fn} ${state}`);
    return JSON.parse(JSON.stringify({ accepted: { status, value, error, calls, ran } }));
  } catch ({ name, message }) {
    // Which version reads it is not what the file is about.
    return { refused: { name, message: message.replace(/this package \(.*?\)/, 'this package') } };
  } finally {
    await sandbox.dispose();
  }
}
