/*
 * Owns the list of runs that wait for a person, this page's and those it was left with. What must hold: it is the first thing on the page; each run says
 * what waits, since which day and hour, and whether it was interrupted, and has a button that opens its card and one that gives it up; a decision that
 * was refused says why and leaves the list as it is. Deliberately absent: resuming (desk.js).
 */
import { make, makeButton } from './elements.js';
import { moment, show, visible } from './values.js';

/** `onOpen(run)`: a person wants to decide now, or an interrupted run is to go on; `onDiscard(run)`: never. */
export function createWaiting(root, { onOpen, onDiscard }) {
  const list = root.querySelector('#waiting-runs');
  const title = root.querySelector('#waiting-title');
  const error = root.querySelector('#waiting-error');
  let drawn = '';

  function refuse(text) {
    error.textContent = visible(text);
    error.hidden = text === '';
  }

  function entry(run, isHere) {
    const { pending, metadata = {}, createdAt, interrupted } = run;
    const name = visible(String(metadata.title ?? 'A run'));
    const what = whatWaits(run);
    const since = make('time', '', moment.format(createdAt));
    since.dateTime = new Date(createdAt).toISOString();
    const words = make('div', 'words', make('b', '', name), make('p', 'aside', `${what}, `, make('span', 'since', 'since ', since)));
    if (pending.length > 0) words.append(make('p', 'aside first', pending.length > 1 ? 'First: ' : '', callOf(pending[0])));
    const goesOn = interrupted && pending.length === 0;
    const open = makeButton('primary open', goesOn ? 'Go on' : 'Open the card…', () => onOpen(run));
    open.setAttribute('aria-label', goesOn ? `Go on with ${name}` : `Open the card of ${name}: ${what}`);
    const item = make('li', 'run', words, ...giving(run, name), open);
    item.dataset.run = run.runId;
    if (isHere) item.setAttribute('aria-current', 'true');
    return item;
  }

  /** A button that asks before it does what can't be taken back. */
  function giving(run, name) {
    const give = makeButton('plain', 'Give up…', () => turn(true));
    const keep = makeButton('plain', 'Keep it', () => turn(false));
    const sure = makeButton('danger', 'Give it up', () => onDiscard(run));
    const question = make('div', 'sure', make('p', '', 'Give this run up? Nothing more of it will run.'), keep, sure);
    give.setAttribute('aria-label', `Give up ${name}`);
    sure.setAttribute('aria-label', `Give up ${name} for good`);
    question.hidden = true;
    const turn = asked => {
      give.hidden = asked;
      question.hidden = !asked;
      (asked ? keep : give).focus();
    };
    return [give, question];
  }

  return {
    /** `here`: the run that the rest of the page shows. What did not change is left as it is: a person may have the focus in it. */
    show(runs, here) {
      const now = JSON.stringify([here, ...runs.map(({ runId, generation, interrupted }) => [runId, generation, interrupted])]);
      if (now === drawn) return;
      drawn = now;
      refuse('');
      const focused = list.querySelector(':focus')?.closest('[data-run]').dataset.run;
      list.replaceChildren(...runs.map(run => entry(run, run.runId === here)));
      title.textContent = runs.length === 1 ? 'A run waits for you' : `${runs.length} runs wait for you`;
      root.hidden = runs.length === 0;
      document.title = `${runs.length > 0 ? `(${runs.length}) ` : ''}countersign, the demo`;
      if (focused) focus(focused);
    },
    refuse,
    focus,
  };

  /** Puts the focus on what opens this run again. */
  function focus(runId) {
    list.querySelector(`[data-run="${CSS.escape(runId)}"] .open`)?.focus();
  }
}

/** How many calls wait, and whether it was interrupted. */
export function whatWaits({ pending, interrupted }) {
  const unknown = pending.filter(({ state }) => state === 'unknown').length;
  const count = pending.length === 1 ? '1 call waits' : `${pending.length} calls wait`;
  if (!interrupted) return count;
  if (pending.length === 0) return 'Interrupted while it ran';
  return `Interrupted while it ran: ${unknown === 0 ? count : `${unknown === 1 ? '1 call' : `${unknown} calls`} may have happened`}`;
}

const callOf = ({ fn, input }) => make('code', 'what', make('b', 'fn', fn), ' ', make('span', 'input', show(input, { budget: 120 })));

/** Why an answer did not count, in people's words: the library's own are for whoever writes the app. */
export function refusalOf({ message, problems = [] }) {
  if (problems.length > 0) return [...new Set(problems.map(refusalOf))].join('\n');
  const ofSchema = /does not fit its schema: (.*)$/s.exec(message);
  const why = ofSchema ? `the changed input does not fit. ${ofSchema[1].replaceAll(/\binput\.(?=\w)/g, '')}` : message;
  return visible(`Not accepted, so nothing ran: ${why}`);
}
