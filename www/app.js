/*
 * Owns the page: what is chosen, what runs, what waits. What must hold: one run at a time; whatever the run does, the page can start the
 * next one; events of a run that was left behind change nothing; a run that waits, or was interrupted, is listed until it is decided or given up,
 * also after a reload; a card that another tab has decided closes. The parts draw and know nothing of each other.
 */
import { onChange, reset } from './data.js';
import { createEditor } from './editor.js';
import { functions, sampleValues } from './functions.js';
import { createLedger } from './ledger.js';
import { createLog, createOutcome } from './outcome.js';
import { programs } from './programs.js';
import { createTables } from './tables.js';
import { duration } from './values.js';
import { createWaiting, decisionsOf, refusalOf } from './waiting.js';

const byId = id => document.getElementById(id);
const names = Object.entries(functions).flatMap(([space, inner]) => Object.keys(inner).map(name => `${space}.${name}`));

const editor = createEditor(byId('editor'), { names, onEdit: keepText });
const goTo = line => editor.goTo(line);
const ledger = createLedger(byId('entries'), byId('entries-blank'), { goTo });
const outcome = createOutcome(byId('outcome'), byId('stats'), { goTo });
const log = createLog(byId('log'));
const tables = createTables(byId('tables'));
const waiting = createWaiting(byId('waiting'), { onCall: decide, onCard: openCard, onGoOn: goOn, onDiscard: giveUp });

/** By program: the text and the mode as they were left. */
const drafts = new Map(programs.map(program => [program.id, { code: program.code, mode: program.mode }]));
let program = programs[0];
let sandbox;
/** The package's card; it becomes one once the package is there. */
const card = byId('card');
let isLater;
/** The run under way: `{ abort }`. */
let active;
/** The result that the page shows, while it waits for a person. */
let pending;
/** Closes the card that is open, once another tab has decided it. */
let away = new AbortController();
const tabs = new BroadcastChannel('countersign demo');

// ─── Choosing ───

for (const { id, title, note } of programs) {
  const label = byId('programs').appendChild(document.createElement('label'));
  const radio = Object.assign(document.createElement('input'), { type: 'radio', name: 'program', value: id });
  const words = document.createElement('span');
  words.append(
    Object.assign(document.createElement('b'), { textContent: title }),
    Object.assign(document.createElement('small'), { textContent: note }),
  );
  label.append(radio, words);
  radio.addEventListener('change', () => choose(id));
}

function choose(id) {
  program = programs.find(each => each.id === id);
  byId('programs').querySelector(`[value=${id}]`).checked = true;
  editor.text = drafts.get(id).code;
  byId('mode').querySelector(`[value=${drafts.get(id).mode}]`).checked = true;
  keepText(editor.text);
  tables(program.shows);
  clear();
  say('');
}

function keepText(code) {
  drafts.get(program.id).code = code;
  byId('restore').hidden = code === program.code;
}

/** Makes room. A run that waits goes on waiting in the list. */
function clear() {
  pending = undefined;
  listWaiting();
  ledger.clear();
  outcome.blank('The result, or the error with its line, comes here.');
  log.clear();
}

/** The runs that wait, as the store has them; of the one on the page its result knows more. */
async function listWaiting() {
  if (!sandbox) return;
  try {
    const runs = await sandbox.pending();
    waiting.show(
      runs.map(run => (run.runId === pending?.runId ? { ...run, pending: pending.pending } : run)),
      pending?.runId,
    );
  } catch (error) {
    showError(error);
  }
}

// ─── Running ───

function approvalOf(mode) {
  return mode === 'pause' ? { mode, onApproval: ask } : { mode };
}

async function run() {
  if (active || !sandbox) return;
  clear();
  editor.mark();
  const { mode } = drafts.get(program.id);
  const request = { code: editor.text, approval: approvalOf(mode), metadata: { program: program.id, title: program.title, mode } };
  await throughCards(mode, options => sandbox.run({ ...request, limits: program.limits, ...options }));
}

/** Starts or continues a run; in collect then card after card, until none is left or one is left for later. */
async function throughCards(mode, start) {
  let step = start;
  for (;;) {
    const refused = await follow(step);
    if (!pending) return;
    if (mode !== 'collect') return waiting.focus(pending.runId);
    const shown = pending;
    const decisions = await askAbout(shown.pending, { note: noteOn(shown), refused, signal: away.signal });
    if (isLater(decisions)) return waiting.focus(shown.runId);
    step = options => shown.resume(decisions, options);
  }
}

function noteOn({ calls }) {
  const ran = calls.filter(({ decision, state }) => decision === 'approve' && state === 'fulfilled').length;
  const held = calls.filter(({ state }) => state === 'approved').length;
  const before = ran === 0 ? 'Nothing of this has run.' : `${ran} of the calls you signed ${ran === 1 ? 'has' : 'have'} run.`;
  const kept = held === 0 ? '' : ` ${held} more ${held === 1 ? 'waits its' : 'wait their'} turn, signed, behind what you decide here.`;
  return `${before}${kept}`;
}

/** Makes a listed run the one that the page shows: its code, and what is known of its calls. */
async function open(run) {
  if (pending?.runId === run.runId) return true;
  const mode = showCode(run);
  try {
    // Deciding nothing gives the run as it is.
    const result = await sandbox.resume(run, { approve: [] }, { approval: approvalOf(mode) });
    finish(result);
    return pending !== undefined;
  } catch (error) {
    refuse(error);
    listWaiting();
    return false;
  }
}

/** The code of a listed run, in the editor; its mode. */
function showCode({ metadata: { program: id, mode }, checkpoint: { code } }) {
  if (programs.some(each => each.id === id)) {
    Object.assign(drafts.get(id), { code, mode });
    choose(id);
  }
  return mode;
}

/** An interrupted run, with what was decided before. Of a call nobody knows the end of the person is asked. */
async function goOn(run) {
  if (active) return;
  const mode = showCode(run);
  await throughCards(mode, options => sandbox.resume(run, { approve: [] }, { approval: approvalOf(mode), ...options }));
}

/** Another tab has decided something: if it was what this page shows, that is over. */
async function moved(runId) {
  if (pending?.runId === runId && !active) {
    const { generation } = pending.checkpoint;
    const listed = await sandbox.pending();
    if (pending?.runId === runId && !listed.some(run => run.runId === runId && run.generation === generation)) {
      pending = undefined;
      away.abort();
      away = new AbortController();
      outcome.blank('Another tab has decided.');
      say('Decided in another tab');
    }
  }
  await listWaiting();
}

/** One call of a run in pause. */
async function decide(run, call) {
  if (!(await open(run))) return;
  const answer = await askAbout(pending.pending.find(each => each.callId === call.callId) ?? call, { signal: away.signal });
  const decisions = decisionsOf(call, answer);
  if (!decisions || !pending) return waiting.focus(run.runId);
  const shown = pending;
  await throughCards('pause', options => shown.resume(decisions, options));
}

async function openCard(run) {
  if (!(await open(run))) return;
  const shown = pending;
  const decisions = await askAbout(shown.pending, { note: noteOn(shown), signal: away.signal });
  if (isLater(decisions)) return waiting.focus(shown.runId);
  await throughCards('collect', options => shown.resume(decisions, options));
}

async function giveUp(run) {
  const here = pending?.runId === run.runId;
  try {
    await sandbox.discard(run.runId);
    tabs.postMessage(run.runId);
  } catch (error) {
    refuse(error);
  }
  if (here) {
    clear();
    say('Given up');
  } else {
    await listWaiting();
  }
  byId('run').focus();
}

/** Starts or continues a run and shows what comes of it. Returns the error with which decisions were refused, where they were. */
async function follow(start) {
  const mine = { abort: new AbortController(), since: performance.now() };
  active = mine;
  busy(true);
  say('Running');
  const onEvent = event => {
    if (event.type === 'decided' || event.type === 'ended') tabs.postMessage(event.runId);
    if (active === mine) show(event);
  };
  let refused;
  try {
    finish(await start({ signal: mine.abort.signal, onEvent }));
  } catch (error) {
    refused = refuse(error);
  } finally {
    active = undefined;
    busy(false);
  }
  await listWaiting();
  if (refused) waiting.refuse(inWords(refused));
  return refused;
}

function show(event) {
  if (event.type === 'started') log.begin(event.pass);
  else if (event.type === 'call' || event.type === 'settled') ledger.put(event.call);
  else if (event.type === 'approval-required') for (const { callId } of event.pending) ledger.ask(callId);
  else if (event.type === 'decided') ledger.sign(event.callId, event.decision);
  else if (event.type === 'log') log.add(event.entry, event.pass);
}

/** A call, or a whole card. A call alone may be answered in its function's place. */
function askAbout(calls, options) {
  const respond = !Array.isArray(calls) && (({ fn, input }) => sampleValues[fn]?.(input));
  return card.ask(calls, { functions, code: editor.text, respond, ...options });
}

async function ask(call, { signal }) {
  const mine = active;
  say(`Asks about ${call.fn}`);
  editor.mark(call.line, 'asking');
  const opened = performance.now();
  const answer = await askAbout(call, { signal });
  editor.mark();
  if (active !== mine) return 'pause';
  // The clock on the page stands while a person decides, as the run's own does.
  mine.since += performance.now() - opened;
  say('Running');
  return answer;
}

function finish(result) {
  for (const call of result.calls) ledger.put(call);
  if (ledger.size === 0) ledger.clear('The code made no call.');
  pending = result.status === 'pending' ? result : undefined;
  const waits = pending && (pending.pending.length === 1 ? '1 call waits' : `${pending.pending.length} calls wait`);
  log.settle(result.logs, waits && `up to where ${waits}`);
  if (result.status === 'completed') {
    outcome.value(result.value);
    say('Completed', 'good');
  } else if (result.status === 'pending') {
    outcome.blank('The run has no outcome yet: it waits for you.');
    say(`Pending: ${waits}`, 'wait');
  } else {
    showError(result.error);
    say(result.error.name === 'Aborted' ? 'Stopped' : `Failed: ${result.error.name}`, 'bad');
  }
  outcome.stats(result.stats);
}

/** Where there is no result: decisions that were refused leave the run waiting, and are told back; anything else is an error of its own. */
function refuse(error) {
  if (pending && error.name === 'InvalidDecisions') {
    say('Pending: the decision was refused', 'wait');
    return error;
  }
  pending = undefined;
  showError(error);
  say(`Failed: ${error.name}`, 'bad');
  return undefined;
}

/** Of decisions that were refused: each reason, without the ids it is about. */
const inWords = ({ message, problems = [] }) =>
  problems.length > 0 ? [...new Set(problems.map(refusalOf))].join('\n') : refusalOf({ message });

function showError(error) {
  outcome.error(error);
  if (error.line) editor.mark(error.line, 'error');
}

// ─── The state of the page ───

function say(text, kind = '') {
  byId('status').textContent = text;
  byId('status').dataset.kind = kind;
}

function busy(running) {
  const focused = document.activeElement;
  byId('run').disabled = running || !sandbox;
  byId('stop').disabled = !running;
  for (const id of ['programs', 'mode']) byId(id).disabled = running;
  for (const id of ['restore', 'reset']) byId(id).disabled = running;
  byId('waiting').inert = running;
  byId('code').readOnly = running;
  document.body.dataset.running = running;
  // A button that goes grey must not take the focus with it.
  if (running && (focused === byId('run') || byId('waiting').contains(focused))) byId('stop').focus();
  if (focused === byId('stop') && !running) byId('run').focus();
}

const asking = () => card.open === true;

function stop() {
  active?.abort.abort();
}

setInterval(() => {
  if (!active) byId('clock').textContent = '';
  else if (!asking()) byId('clock').textContent = duration(performance.now() - active.since);
}, 100);

byId('run').addEventListener('click', run);
byId('stop').addEventListener('click', stop);
byId('reset').addEventListener('click', () => {
  reset();
  clear();
  editor.mark();
  say('');
});
byId('restore').addEventListener('click', () => {
  editor.text = program.code;
  keepText(program.code);
  editor.focus();
});
byId('mode').addEventListener('change', event => {
  drafts.get(program.id).mode = event.target.value;
});
document.addEventListener('keydown', event => {
  if ((!event.ctrlKey && !event.metaKey) || event.repeat) return;
  if (event.key === 'Enter') {
    event.preventDefault();
    if (!asking()) run();
  } else if (event.key === '.') {
    event.preventDefault();
    stop();
  }
});
onChange(() => tables(program.shows));
tabs.addEventListener('message', ({ data }) => sandbox && moved(data).catch(showError));

choose(programs.find(({ id }) => id === location.hash.slice(1))?.id ?? program.id);

try {
  const [{ createSandbox, indexedDbStore }, element] = await Promise.all([import('../pkg/index.js'), import('../pkg/card.js')]);
  isLater = element.isLater;
  sandbox = createSandbox({ functions, store: indexedDbStore({ database: 'countersign demo' }) });
  busy(false);
  listWaiting();
  const since = performance.now();
  await sandbox.warm();
  byId('engine').textContent = `Engine ready in ${duration(performance.now() - since)}`;
} catch (error) {
  byId('engine').textContent = 'The engine did not start';
  refuse(sandbox ? error : new Error(`../pkg/ could not be loaded; build it with npm run build. ${error.message}`));
}
