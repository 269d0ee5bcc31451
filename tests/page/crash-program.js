/*
 * Owns the page's part of the crash matrix: a program with reads, two cards, a refusal and an effect that needs no decision, over a store and functions
 * that stop for ever, or fail, at a chosen point, and whoever continues the run. `effect`, `again` and `reached` are the test's, outside the page.
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

/** What a person says of a card; of a call nobody knows the end of, to run it again, which the test is told. */
async function decide(pending) {
  const decisions = { approve: [], reject: [] };
  for (const call of pending) {
    if (call.state === 'unknown') await window.again(call.callId);
    decisions[call.state === 'unknown' ? 'approve' : answer(call)].push(call.callId);
  }
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

/** Counts the same points, and fails at the chosen one: before the store wrote, or when it had. */
function failingAt(failAt) {
  const names = [];
  const pass = async name => {
    names.push(name);
    if (names.length === failAt && / (save|append|delete)$/.test(name)) throw new Error('the disk is full');
  };
  return { names, pass };
}

function sandboxWith(countersign, database, pass, appends = true) {
  const inner = countersign.indexedDbStore({ database });
  const guarded =
    name =>
    async (...given) => {
      await pass(`before ${name}`);
      const result = await inner[name](...given);
      await pass(`after ${name}`);
      return result;
    };
  const store = { load: inner.load, list: inner.list, save: guarded('save'), delete: guarded('delete') };
  if (appends) store.append = guarded('append');
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

const approvalOf = mode => {
  if (mode !== 'pause') return { mode };
  const onApproval = async call => {
    if (call.state === 'unknown') await window.again(call.callId);
    return call.state === 'unknown' ? 'approve' : answer(call);
  };
  return { mode, onApproval };
};

/** Card after card, to the end. */
async function finish(result) {
  let last = result;
  while (last.status === 'pending') last = await last.resume(await decide(last.pending));
  return last;
}

/** Runs the program to its end, or to where it stops for ever. */
export async function begin(countersign, { mode, database, stopAt }) {
  const { names, pass } = pointsUpTo(stopAt);
  const { sandbox } = sandboxWith(countersign, database, pass);
  const { value, error } = await finish(await sandbox.run({ code, approval: approvalOf(mode) }));
  await sandbox.dispose();
  return { names, value, error: error?.message };
}

/** What is left of the run is continued to its end, or to where that stops for ever. */
export async function goOn(countersign, { mode, database, stopAt = 0 }) {
  const { pass } = pointsUpTo(stopAt);
  const { sandbox, inner } = sandboxWith(countersign, database, pass);
  const told = await continued(sandbox, inner, mode);
  await sandbox.dispose();
  return told;
}

async function continued(sandbox, inner, mode) {
  const [run, ...more] = await sandbox.pending();
  const kept = await inner.list();
  const told = { listed: run !== undefined, more: more.length, kept: kept.map(({ status }) => status ?? 'open') };
  if (!run) return told;
  const decisions = await decide(run.pending);
  const { value, error } = await finish(await sandbox.resume(run, decisions, { approval: approvalOf(mode) }));
  const left = (await sandbox.pending()).length;
  return { ...told, interrupted: run.interrupted === true, left, value, error: error?.message };
}

/** One write fails, and the store works again; whoever holds the result, or the list, continues. */
export async function failOnce(countersign, { mode, database, failAt, appends }) {
  const { names, pass } = failingAt(failAt);
  const { sandbox, inner } = sandboxWith(countersign, database, pass, appends);
  const outcome = await sandbox
    .run({ code, approval: approvalOf(mode) })
    .then(finish)
    .catch(error => ({ status: 'rejected', error }));
  const { status, value, error } = outcome;
  const first = { status, value, name: error?.name, message: error?.message, checkpoint: outcome.checkpoint !== undefined };
  const told = await continued(sandbox, inner, mode);
  await sandbox.dispose();
  return { names, first, told };
}
