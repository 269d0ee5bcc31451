/*
 * Owns the page: what is looked at, what stands in the editor, the keys. What must hold: one thing runs at a time; what a person typed is never
 * replaced, neither by a run that waits nor by a reload. Deliberately absent: the runs (desk.js, compare.js, attempts.js).
 */
import { createCompare } from './compare.js';
import { createData } from './data.js';
import { createDesk } from './desk.js';
import { createDrafts } from './drafts.js';
import { createEditor } from './editor.js';
import { make, scrolls } from './elements.js';
import { createEvents } from './events.js';
import { createFunctions, namesOf, sampleValues } from './functions.js';
import { createLedger } from './ledger.js';
import { createLog } from './log.js';
import { createMisbehave } from './misbehave.js';
import { createOutcome } from './outcome.js';
import { policy } from './policy.js';
import { starts, views } from './programs.js';
import { createTables } from './tables.js';
import { duration } from './values.js';
import { createWaiting } from './waiting.js';

const byId = id => document.getElementById(id);
const data = createData({ shelf: 'countersign demo data 2' });
const functions = createFunctions(data);
const names = namesOf(functions);
const isMarked = fn => fn.split('.').reduce((space, name) => space?.[name], functions)?.approval !== undefined;

const editor = createEditor(byId('editor'), { names, onEdit: keepText });
const goTo = line => editor.goTo(line);
const ledger = createLedger(byId('entries'), byId('entries-blank'), { goTo, isMarked });
const outcome = createOutcome(byId('outcome'), byId('stats'), { goTo });
const log = createLog(byId('log'));
const events = createEvents(byId('events'));
const tables = createTables(byId('tables'), data.rows);
const waiting = createWaiting(byId('waiting'), { onOpen: run => desk?.open(run), onDiscard: giveUp });
const drafts = createDrafts(views);

let view = views[0];
/** Those that run something, once the package is there. */
let desk;
let compare;
let misbehave;
let running = false;

// ─── Choosing what to look at ───

for (const { id, title, note } of views) {
  const radio = Object.assign(make('input'), { type: 'radio', name: 'view', value: id });
  radio.addEventListener('change', () => choose(id));
  byId('views').append(make('label', '', radio, make('span', '', make('b', '', title), make('small', '', note))));
}
for (const { id, title } of starts) byId('starts').append(Object.assign(make('option', '', title), { value: id }));

function choose(id) {
  view = views.find(each => each.id === id) ?? views[0];
  byId('views').querySelector(`[value=${view.id}]`).checked = true;
  history.replaceState(null, '', `#${view.id}`);
  for (const part of document.querySelectorAll('[data-for]')) part.hidden = !part.dataset.for.split(' ').includes(view.kind);
  document.querySelector('.desk').dataset.view = view.kind;
  byId('lead').textContent = view.lead;
  byId('tries').replaceChildren(...view.tries.map(text => make('li', '', text)));
  byId('policy').hidden = !view.hasPolicy;
  byId('prompt').hidden = byId('start').hidden = !view.hasPrompt;
  byId('mode').hidden = view.kind !== 'desk';
  byId('run-words').textContent = { desk: 'Run', compare: 'Run all three', attempts: 'Run them all' }[view.kind];
  if (view.code !== undefined) showDraft();
  if (view.shows) tables(view.shows);
  desk?.leave();
  clear();
  say('');
}

function clear() {
  editor.mark();
  ledger.clear();
  outcome.blank('The result, or the error with its line, comes here.');
  log.clear();
  events.clear();
}

// ─── The editor: what a person wrote, or the code of a run that waits ───

function showDraft() {
  const { code, mode } = drafts.get(view.id);
  const start = view.hasPrompt && starts.find(each => each.code === code);
  if (start) byId('starts').value = start.id;
  editor.text = code;
  setMode(mode);
  byId('overlay').hidden = true;
  byId('code').readOnly = false;
  byId('restore').hidden = code === startOf();
}

/** The code of a listed run. What stood in the editor is a button away. */
function showRun({ metadata: { view: id, mode }, checkpoint: { code } }) {
  if (id !== view.id) choose(id);
  if (code === editor.text) return setMode(mode);
  editor.text = code;
  setMode(mode);
  byId('overlay').hidden = false;
  byId('code').readOnly = true;
  byId('restore').hidden = true;
}

function setMode(mode) {
  const radio = byId('mode').querySelector(`[value=${mode}]`);
  if (radio) radio.checked = true;
}

const modeOf = () => byId('mode').querySelector(':checked').value;
const startOf = () => (view.hasPrompt ? starts.find(({ id }) => id === byId('starts').value) : view).code;

function keepText(code) {
  drafts.set(view.id, { code });
  byId('restore').hidden = code === startOf();
}

byId('starts').addEventListener('change', () => {
  const { code } = drafts.get(view.id);
  if (starts.some(start => start.code === code)) return setText(startOf());
  say('What you wrote is kept; “Undo my changes” replaces it');
});
byId('restore').addEventListener('click', () => {
  setText(startOf());
  editor.focus();
});
byId('back').addEventListener('click', () => {
  showDraft();
  editor.focus();
});

function setText(code) {
  drafts.set(view.id, { code });
  showDraft();
}

// ─── Running ───

function run() {
  if (running || !desk) return;
  if (view.kind === 'attempts') return misbehave.run();
  if (view.kind === 'compare') {
    editor.mark();
    return compare.run(editor.text);
  }
  const mode = modeOf();
  return desk.run({ code: editor.text, mode, metadata: { view: view.id, title: view.title, mode } });
}

function stop() {
  desk?.stop();
  compare?.stop();
  misbehave?.stop();
}

async function giveUp(run) {
  await desk.giveUp(run);
  byId('run').focus();
}

function showError(error) {
  outcome.error(error);
  if (error.line) editor.mark(error.line, 'error');
}

function say(text, kind = '') {
  byId('status').textContent = text;
  byId('status').dataset.kind = kind;
}

function busy(now) {
  running = now;
  const focused = document.activeElement;
  byId('run').disabled = now || !desk;
  byId('stop').disabled = !now;
  for (const id of ['views', 'mode', 'restore', 'reset', 'starts', 'back']) byId(id).disabled = now;
  byId('waiting').inert = now;
  byId('code').readOnly = now || !byId('overlay').hidden;
  misbehave?.busy(now);
  // A button that goes grey must not take the focus with it.
  if (now && (focused === byId('run') || byId('waiting').contains(focused))) byId('stop').focus();
  if (!now && focused === byId('stop')) byId('run').focus();
}

/** What holds for as long as the page is open. */
function notice(text) {
  byId('notice').textContent = text;
  byId('notice').hidden = false;
}

const onBusy = (now, text, kind) => {
  busy(now);
  say(text, kind);
};

setInterval(() => {
  const ms = desk?.elapsed();
  if (ms !== undefined) byId('clock').textContent = duration(ms);
  else if (!running) byId('clock').textContent = '';
}, 100);

byId('run').addEventListener('click', run);
byId('stop').addEventListener('click', stop);
byId('reset').addEventListener('click', () => {
  data.reset();
  say('The data is as new');
});
byId('mode').addEventListener('change', () => drafts.set(view.id, { mode: modeOf() }));
byId('copy').addEventListener('click', async () => {
  await navigator.clipboard.writeText(byId('prompt-text').textContent).then(
    () => say('Copied', 'good'),
    () => say('The browser did not allow copying: select the text', 'bad'),
  );
});
document.addEventListener('keydown', event => {
  if ((!event.ctrlKey && !event.metaKey) || event.repeat) return;
  if (event.key === 'Enter') {
    event.preventDefault();
    if (!byId('card').open) run();
  } else if (event.key === '.') {
    event.preventDefault();
    stop();
  }
});
data.onChange(() => view.shows && tables(view.shows));

for (const id of ['policy', 'prompt-text', 'outcome', 'log', 'events']) scrolls(byId(id));
byId('policy').textContent = String(policy);
choose(location.hash.slice(1));
addEventListener('hashchange', () => {
  // A run goes on where it is looked at.
  if (running) history.replaceState(null, '', `#${view.id}`);
  else choose(location.hash.slice(1));
});

// ─── The package ───

try {
  const [{ createSandbox, indexedDbStore, memoryStore }, { isLater }] = await Promise.all([
    import('../pkg/index.js'),
    import('../pkg/card.js'),
  ]);
  const kept = indexedDbStore({ database: 'countersign demo 2' });
  const refused = await kept.list().then(
    () => undefined,
    error => error,
  );
  if (refused) notice(`This browser keeps nothing for this page (${refused.message}): runs that wait are gone with it.`);
  const sandbox = createSandbox({ functions, policy, store: refused ? memoryStore() : kept });
  /** For what is not kept: over data of its own. */
  const makeSandbox = () => createSandbox({ functions: createFunctions(createData()) });
  const page = { ledger, outcome, log, events, waiting, clear, say, busy, showError, showRun };
  desk = createDesk({
    sandbox,
    card: byId('card'),
    isLater,
    functions,
    sampleValues,
    page: { ...page, mark: line => editor.mark(line, 'asking') },
  });
  compare = createCompare(byId('columns'), { makeSandbox, isMarked, goTo, onBusy });
  misbehave = createMisbehave(byId('attempts'), { makeSandbox, names, onBusy });
  byId('prompt-text').textContent = sandbox.describe({ mode: 'collect' });
  busy(false);
  desk.refresh();
  const since = performance.now();
  await sandbox.warm();
  byId('engine').textContent = `Engine ready in ${duration(performance.now() - since)}`;
} catch (error) {
  byId('engine').textContent = 'The engine did not start';
  showError(desk ? error : new Error(`../pkg/ could not be loaded; build it with npm run build. ${error.message}`));
}
