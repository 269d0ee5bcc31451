/*
 * Owns the comparison: one program run in collect, pause and deny at once, each over a copy of the data, with its card in its column. What must hold: the
 * three differ in nothing but the mode; each column says how often a person was asked and what ran. Deliberately absent: keeping the runs.
 */
import { createData } from './data.js';
import { make } from './elements.js';
import { createFunctions } from './functions.js';
import { createLedger } from './ledger.js';
import { createOutcome } from './outcome.js';
import { duration } from './values.js';

const modes = [
  ['collect', 'Collect: one card', 'The code goes on with pending values; all it asked for is one card.'],
  ['pause', 'Pause: one by one', 'The code stops at each marked call until you answer.'],
  ['deny', 'Deny: refuse', 'Nobody is asked. A marked call throws, and the code goes on.'],
];

/** `makeSandbox()`: one with a store of its own. `onBusy(running, words)`: it is under way, or how it ended. */
export function createCompare(root, { makeSandbox, isMarked, goTo, onBusy }) {
  let sandbox;
  let stopped;
  const columns = modes.map(draw);
  root.append(...columns.map(({ element }) => element));

  function draw([mode, title, note]) {
    const heading = make('h2', '', title);
    heading.id = `column-${mode}`;
    const state = make('p', 'status');
    state.setAttribute('role', 'status');
    const figures = make('p', 'figures', 'Not run yet.');
    const card = make('countersign-card');
    const [entries, blank] = [make('ol', 'entries'), make('p', 'blank', 'Nothing has been called yet.')];
    entries.setAttribute('aria-label', `Calls in ${mode}`);
    const result = make('div', 'outcome');
    const stats = make('dl', 'stats');
    stats.hidden = true;
    const frame = make('div', 'ledger', entries, blank);
    const element = make('section', 'panel column', make('header', 'panel-head', heading, state), make('p', 'what-for', note));
    element.append(figures, card, frame, result, stats);
    element.dataset.mode = mode;
    element.setAttribute('aria-labelledby', heading.id);
    return {
      mode,
      element,
      state,
      figures,
      card,
      ledger: createLedger(entries, blank, { goTo, isMarked }),
      outcome: createOutcome(result, stats, { goTo }),
    };
  }

  async function run(code) {
    if (stopped) return;
    stopped = new AbortController();
    onBusy(true, 'Running');
    sandbox ??= makeSandbox();
    await Promise.all(columns.map(column => one(column, code)));
    onBusy(false, stopped.signal.aborted ? 'Stopped' : 'All three have ended', stopped.signal.aborted ? 'bad' : 'good');
    stopped = undefined;
  }

  async function one({ mode, state, figures, card, ledger, outcome }, code) {
    const counts = { asked: 0, human: 0 };
    const since = performance.now();
    const say = (text, kind = '') => {
      state.textContent = text;
      state.dataset.kind = kind;
    };
    ledger.clear();
    outcome.blank('The code is running.');
    figures.textContent = '';
    say('Running');
    const functions = createFunctions(createData());
    const ask = async (calls, { signal }) => {
      counts.asked += 1;
      const opened = performance.now();
      say('Asks you', 'wait');
      const answer = await card.ask(calls, { functions, code, signal });
      counts.human += performance.now() - opened;
      say('Running');
      return answer;
    };
    const approval = mode === 'deny' ? { mode } : { mode, onApproval: ask };
    try {
      const request = { code, functions, approval, onEvent: ledger.take, signal: stopped.signal };
      // In collect "later" is no answer, so the run's promise rejects; its error has the run.
      const result = await sandbox.run(request).catch(error => error.result ?? Promise.reject(error));
      for (const call of result.calls) ledger.put(call);
      figures.textContent = figuresOf(result.calls, counts, performance.now() - since);
      if (result.status === 'failed') outcome.error(result.error);
      else if (result.status === 'completed') outcome.value(result.value);
      else outcome.blank('Left for later: it waits, and is given up when you run it again.');
      say(
        result.status === 'failed' ? `Failed: ${result.error.name}` : result.status === 'pending' ? 'Waits' : 'Completed',
        kinds[result.status],
      );
      if (result.status === 'pending') await sandbox.discard(result.runId);
    } catch (error) {
      outcome.error(error);
      say(`Failed: ${error.name}`, 'bad');
    }
  }

  return { run, stop: () => stopped?.abort() };
}

const kinds = { completed: 'good', failed: 'bad', pending: 'wait' };

function figuresOf(calls, { asked, human }, ms) {
  const ran = calls.filter(({ decision, state }) => decision === 'approve' && state === 'fulfilled').length;
  const refused = calls.filter(({ state }) => state === 'denied' || state === 'declined').length;
  const times = asked === 0 ? 'You were not asked' : `You were asked ${asked === 1 ? 'once' : `${asked} times`}`;
  return `${times}. ${ran} marked ${ran === 1 ? 'call' : 'calls'} ran, ${refused} refused. ${duration(ms - human)} without you.`;
}
