/*
 * Owns the list of runs that wait for a person, this page's and those it was left with. What must hold: each has a button that opens what it
 * waits for and one that gives it up; a decision that was refused says why and leaves the list as it is. Deliberately absent: resuming; app.js does.
 */
import { make, makeButton } from './elements.js';
import { show, visible } from './values.js';

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
const date = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });

/** `onCall(run, call)` and `onCard(run)`: a person wants to decide now; `onGoOn(run)`: the run was interrupted and is to go on; `onDiscard(run)`: never. */
export function createWaiting(root, { onCall, onCard, onGoOn, onDiscard }) {
  const list = root.querySelector('#waiting-runs');
  const error = root.querySelector('#waiting-error');

  function refuse(text) {
    error.textContent = visible(text);
    error.hidden = text === '';
  }

  function entry(run, isHere) {
    const { pending, metadata = {}, createdAt } = run;
    const title = visible(String(metadata.title ?? 'A run'));
    const one = metadata.mode === 'collect';
    const waits = pending.length === 1 ? '1 call waits' : `${pending.length} calls wait`;
    const count = run.interrupted ? 'Its page went away while it ran' : waits;
    const since = `${count}, since ${new Date(createdAt).toDateString() === new Date().toDateString() ? '' : `${date.format(createdAt)} `}${clock.format(createdAt)}`;
    const words = make('div', 'words', make('b', '', title), make('p', 'aside', since));
    // In pause each call stands below with its own button.
    if (one && !run.interrupted && pending.length > 0)
      words.append(make('p', 'aside', pending.length > 1 ? 'First: ' : '', whatOf(pending[0])));
    const open = run.interrupted
      ? makeButton('plain resume', 'Go on', () => onGoOn(run))
      : makeButton('plain resume', 'Open the card…', () => onCard(run));
    open.setAttribute('aria-label', run.interrupted ? `Go on with ${title}` : `Open the card of ${title}: ${count}`);
    const item = make('li', 'run', make('div', 'run-head', words, ...giving(run, title), one || run.interrupted ? open : undefined));
    item.dataset.run = run.runId;
    if (isHere) item.setAttribute('aria-current', 'true');
    if (!one && !run.interrupted) item.append(make('ul', '', ...pending.map(call => callOf(run, call))));
    return item;
  }

  /** A button that asks before it does what can't be taken back. */
  function giving(run, title) {
    const give = makeButton('quiet', 'Give up…', () => turn(true));
    const keep = makeButton('plain', 'Keep it', () => turn(false));
    const sure = makeButton('danger', 'Give it up', () => onDiscard(run));
    const question = make('div', 'sure', make('p', '', 'Give this run up? Nothing more of it will run.'), keep, sure);
    give.setAttribute('aria-label', `Give up ${title}`);
    sure.setAttribute('aria-label', `Give up ${title} for good`);
    question.hidden = true;
    const turn = asked => {
      give.hidden = asked;
      question.hidden = !asked;
      (asked ? keep : give).focus();
    };
    return [give, question];
  }

  function whatOf({ fn, input }) {
    return make('code', 'what', make('b', 'fn', fn), ' ', make('span', 'input', show(input, { budget: 160 })));
  }

  function callOf(run, call) {
    const button = makeButton('plain resume', 'Resume…', () => onCall(run, call));
    button.setAttribute('aria-label', `Resume: decide about call ${call.seq}, ${call.fn}`);
    const words = make('div', 'words', whatOf(call), make('p', '', visible(call.summary ?? call.description ?? '')));
    if (call.error) words.append(make('p', 'refusal', refusalOf(call.error)));
    return make('li', '', make('span', 'no', String(call.seq)), words, button);
  }

  return {
    /** `here`: the run that the rest of the page shows. */
    show(runs, here) {
      refuse('');
      list.replaceChildren(...runs.map(run => entry(run, run.runId === here)));
      root.hidden = runs.length === 0;
    },
    refuse,
    /** Puts the focus on what opens this run again. */
    focus: runId => list.querySelector(`[data-run="${CSS.escape(runId)}"] .resume`)?.focus(),
  };
}

/** An answer of the dialog about one call as `Decisions`; undefined where it was "later". */
export function decisionsOf({ callId }, answer) {
  if (answer === 'approve') return { approve: [callId] };
  if (answer === 'reject') return { reject: [callId] };
  if (answer === 'pause') return undefined;
  if (answer.decision === 'approve') return { approve: [{ callId, input: answer.input }] };
  if (answer.decision === 'respond') return { respond: [{ callId, value: answer.value }] };
  return { reject: [answer.reason ? { callId, reason: answer.reason } : callId] };
}

/** Why an answer did not count, in people's words: the library's own are for whoever writes the app. */
export function refusalOf({ message }) {
  const ofSchema = /does not fit its schema: (.*)$/s.exec(message);
  const why = ofSchema ? `the changed input does not fit. ${ofSchema[1].replaceAll(/\binput\.(?=\w)/g, '')}` : message;
  return visible(`Not accepted, so nothing ran: ${why}`);
}
