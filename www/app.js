/*
 * Owns the page: what is chosen, what runs, what waits. What must hold: one run at a time; whatever the run does, the page can start the
 * next one; events of a run that was left behind change nothing. The parts draw and know nothing of each other.
 */
import { createAsk } from './ask.js';
import { onChange, reset } from './data.js';
import { createEditor } from './editor.js';
import { functions, sampleValues } from './functions.js';
import { createLedger } from './ledger.js';
import { createLog, createOutcome } from './outcome.js';
import { programs } from './programs.js';
import { createTables } from './tables.js';
import { duration } from './values.js';
import { createWaiting, decisionsOf } from './waiting.js';

const byId = id => document.getElementById(id);
const names = Object.entries(functions).flatMap(([space, inner]) => Object.keys(inner).map(name => `${space}.${name}`));

const editor = createEditor(byId('editor'), { names, onEdit: keepText });
const goTo = line => editor.goTo(line);
const ledger = createLedger(byId('entries'), byId('entries-blank'), { goTo });
const outcome = createOutcome(byId('outcome'), byId('stats'), { goTo });
const log = createLog(byId('log'));
const tables = createTables(byId('tables'));
const dialog = createAsk(byId('ask'), { lineText: editor.line, sampleValues });
const waiting = createWaiting(byId('waiting'), { onDecide: decide });

/** By program: the text and the mode as they were left. */
const drafts = new Map(programs.map(program => [program.id, { code: program.code, mode: program.mode }]));
let program = programs[0];
let sandbox;
/** The run under way: `{ abort }`. */
let active;
/** The result that waits for a person. */
let pending;

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

function clear() {
  leave();
  ledger.clear();
  outcome.blank('The result, or the error with its line, comes here.');
  log.clear();
}

/** A run that waits is given up when something else takes its place on this page. */
function leave() {
  waiting.hide();
  if (pending) sandbox.discard(pending.runId).catch(showError);
  pending = undefined;
}

// ─── Running ───

async function run() {
  if (active || !sandbox) return;
  clear();
  editor.mark();
  const mode = drafts.get(program.id).mode;
  const approval = mode === 'pause' ? { mode, onApproval: ask } : { mode };
  await follow(options => sandbox.run({ code: editor.text, approval, limits: program.limits, ...options }));
}

async function decide(call) {
  const answer = await dialog.ask(call);
  const decisions = decisionsOf(call, answer);
  if (!decisions || !pending) return;
  const { resume } = pending;
  await follow(options => resume.call(pending, decisions, options));
}

/** Starts or continues a run and shows what comes of it. */
async function follow(start) {
  const mine = { abort: new AbortController(), since: performance.now() };
  active = mine;
  busy(true);
  say('Running');
  const onEvent = event => active === mine && show(event);
  try {
    finish(await start({ signal: mine.abort.signal, onEvent }));
  } catch (error) {
    refuse(error);
  } finally {
    active = undefined;
    busy(false);
  }
}

function show(event) {
  if (event.type === 'call' || event.type === 'settled') ledger.put(event.call);
  else if (event.type === 'approval-required') for (const { callId } of event.pending) ledger.ask(callId);
  else if (event.type === 'decided') ledger.sign(event.callId, event.decision);
  else if (event.type === 'log') log.add(event.entry, event.pass);
}

async function ask(call, { signal }) {
  const mine = active;
  say(`Asks about ${call.fn}`);
  editor.mark(call.line, 'asking');
  const opened = performance.now();
  const answer = await dialog.ask(call, { signal });
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
  log.settle(result.logs);
  outcome.stats(result.stats);
  pending = result.status === 'pending' ? result : undefined;
  if (result.status === 'completed') {
    waiting.hide();
    outcome.value(result.value);
    say('Completed', 'good');
  } else if (result.status === 'pending') {
    waiting.show(result.pending);
    outcome.blank('The run has no outcome yet: it waits for you.');
    outcome.stats(result.stats);
    say(`Pending: ${result.pending.length === 1 ? '1 call waits' : `${result.pending.length} calls wait`}`, 'wait');
  } else {
    waiting.hide();
    showError(result.error);
    say(result.error.name === 'Aborted' ? 'Stopped' : `Failed: ${result.error.name}`, 'bad');
  }
}

/** Where there is no result: decisions that were refused leave the run waiting; anything else is an error of its own. */
function refuse(error) {
  if (pending && error.name === 'InvalidDecisions') {
    waiting.refuse(error.message);
    return say('Pending: the decision was refused', 'wait');
  }
  showError(error);
  say(`Failed: ${error.name}`, 'bad');
}

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
  for (const id of ['restore', 'reset', 'discard']) byId(id).disabled = running;
  byId('waiting').inert = running;
  byId('code').readOnly = running;
  document.body.dataset.running = running;
  // A button that goes grey must not take the focus with it.
  if (running && (focused === byId('run') || byId('waiting').contains(focused))) byId('stop').focus();
  if (focused === byId('stop') && !running) byId('run').focus();
}

function stop() {
  active?.abort.abort();
}

setInterval(() => {
  if (!byId('ask').open) byId('clock').textContent = active ? duration(performance.now() - active.since) : '';
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
byId('discard').addEventListener('click', () => {
  clear();
  say('Given up');
  byId('run').focus();
});
byId('mode').addEventListener('change', event => {
  drafts.get(program.id).mode = event.target.value;
});
document.addEventListener('keydown', event => {
  if ((!event.ctrlKey && !event.metaKey) || event.repeat) return;
  if (event.key === 'Enter') {
    event.preventDefault();
    if (!byId('ask').open) run();
  } else if (event.key === '.') {
    event.preventDefault();
    stop();
  }
});
onChange(() => tables(program.shows));

choose(programs.find(({ id }) => id === location.hash.slice(1))?.id ?? program.id);

try {
  const { createSandbox } = await import('../pkg/index.js');
  sandbox = createSandbox({ functions });
  busy(false);
  const since = performance.now();
  await sandbox.warm();
  byId('engine').textContent = `Engine ready in ${duration(performance.now() - since)}`;
} catch (error) {
  byId('engine').textContent = 'The engine did not start';
  refuse(sandbox ? error : new Error(`../pkg/index.js could not be loaded; build it with npm run build. ${error.message}`));
}
