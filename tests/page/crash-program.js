/*
 * Owns the page's part of the crash matrix: a program with reads, two cards, a refusal and an effect that needs no decision, over a store and functions
 * that stop for ever at a chosen point, and whoever continues the run in the next page. `effect` and `reached` are the test's, outside the page.
 */
const code = `
  const rows = await list('all');
  const [one, two] = await Promise.allSettled([write({ id: rows[0] }), write({ id: rows[1] })]);
  const said = two.status === 'rejected' ? two.reason.name : 'no refusal';
  const id = one.value.id;
  const seen = await list(id);
  await mail({ to: seen[0] });
  const three = await write({ id: seen[1], said });
  const last = await list(three.id);
  return [id, said, three.id, last];
`;
export const wanted = [1, 'ApprovalRejected', 11, [110, 111]];

const isRefused = input => input.id === 2;
const answer = call => (isRefused(call.input) ? 'reject' : 'approve');

/** What a person says of a card; of a call nobody knows the end of, to run it again. */
function decide(pending) {
  const decisions = { approve: [], reject: [] };
  for (const call of pending) decisions[call.state === 'unknown' ? 'approve' : answer(call)].push(call.callId);
  return decisions;
}

/** Counts the points it comes to, and never gets past the chosen one. */
function pointsUpTo(stopAt) {
  const names = [];
  const pass = async name => {
    names.push(name);
    if (names.length !== stopAt) return;
    await window.reached(name);
    await new Promise(() => {});
  };
  return { names, pass };
}

function sandboxWith(countersign, database, pass) {
  const inner = countersign.indexedDbStore({ database });
  const guarded = name => async (...given) => {
    await pass(`before ${name}`);
    const result = await inner[name](...given);
    await pass(`after ${name}`);
    return result;
  };
  const store = { load: inner.load, list: inner.list, save: guarded('save'), delete: guarded('delete'), append: guarded('append') };
  const host = (name, work) => async (input, call) => {
    await pass(`before ${name} starts`);
    await window.effect(call.callId, name, JSON.stringify(input));
    await pass(`after ${name} ended`);
    return work(input);
  };
  const functions = {
    list: host('list', key => (key === 'all' ? [1, 2] : [key * 10, key * 10 + 1])),
    write: { approval: true, execute: host('write', input => input) },
    mail: { sideEffects: ['external'], execute: host('mail', () => 'sent') },
  };
  return { sandbox: countersign.createSandbox({ store, functions }), inner };
}

const approvalOf = mode =>
  mode === 'pause' ? { mode, onApproval: call => (call.state === 'unknown' ? 'approve' : answer(call)) } : { mode };

/** Runs the program to its end, or to where it stops for ever. */
export async function begin(countersign, { mode, database, stopAt }) {
  const { names, pass } = pointsUpTo(stopAt);
  const { sandbox } = sandboxWith(countersign, database, pass);
  let result = await sandbox.run({ code, approval: approvalOf(mode) });
  while (result.status === 'pending') result = await result.resume(decide(result.pending));
  await sandbox.dispose();
  return { names, value: result.value, error: result.error?.message };
}

/** Another page: what is left of the run is continued to its end. */
export async function goOn(countersign, { mode, database, stopAt = 0 }) {
  const { names, pass } = pointsUpTo(stopAt);
  const { sandbox, inner } = sandboxWith(countersign, database, pass);
  const [run, ...more] = await sandbox.pending();
  const kept = await inner.list();
  const told = { listed: run !== undefined, more: more.length, kept: kept.map(({ status }) => status ?? 'open'), names };
  if (!run) return told;
  told.interrupted = run.interrupted === true;
  told.unknown = run.pending.filter(({ state }) => state === 'unknown').map(({ callId }) => callId);
  let result = await sandbox.resume(run, decide(run.pending), { approval: approvalOf(mode) });
  while (result.status === 'pending') {
    told.unknown.push(...result.pending.filter(({ state }) => state === 'unknown').map(({ callId }) => callId));
    result = await result.resume(decide(result.pending));
  }
  told.left = (await sandbox.pending()).length;
  await sandbox.dispose();
  return { ...told, value: result.value, error: result.error?.message };
}
