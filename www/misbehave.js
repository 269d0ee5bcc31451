/*
 * Owns how the programs that misbehave are shown: each with its code, what it ended with, and what ran after it. What must hold: one is run at a
 * time; what came from the sandbox is text. Deliberately absent: the programs and running them (attempts.js).
 */
import { attemptIn, attempts, NEXT } from './attempts.js';
import { make, makeButton } from './elements.js';
import { createListing } from './listing.js';
import { duration, show, visible } from './values.js';

/** `makeSandbox()`: one with a store of its own. `onBusy(running, words)`: something is under way, or how it ended. */
export function createMisbehave(root, { makeSandbox, names, onBusy }) {
  let sandbox;
  let stopped;
  const cards = attempts.map(draw);
  root.append(...cards.map(({ element }) => element));

  function draw(attempt) {
    const { id, title, note, code, swapped } = attempt;
    const heading = make('h2', '', title);
    heading.id = `attempt-${id}`;
    const button = makeButton('plain', 'Run', () => run([attempt]));
    button.setAttribute('aria-label', `Run: ${title}`);
    const listing = createListing(code, names);
    const report = make('div', 'report', make('p', 'none', 'Not run yet.'));
    report.setAttribute('role', 'status');
    const parts = [make('header', 'panel-head', heading, button), make('p', 'what-for', note), listing.element];
    if (swapped) {
      const after = createListing(swapped, names);
      parts.push(make('p', 'what-for', 'What the store has when the card is approved:'), after.element);
      listing.mark = after.mark;
    }
    const element = make('section', 'panel attempt', ...parts, report);
    element.dataset.attempt = id;
    element.setAttribute('aria-labelledby', heading.id);
    return { attempt, element, button, listing, report };
  }

  async function run(some = attempts) {
    if (stopped) return;
    stopped = new AbortController();
    onBusy(true, 'Running');
    sandbox ??= makeSandbox();
    let fine = 0;
    for (const attempt of some) {
      if (stopped.signal.aborted) break;
      fine += (await one(cards.find(card => card.attempt === attempt))) ? 1 : 0;
    }
    const words = stopped.signal.aborted ? 'Stopped' : `${fine} of ${some.length} ended as expected; after each, the next program ran`;
    stopped = undefined;
    onBusy(false, words, fine === some.length ? 'good' : 'bad');
  }

  /** Whether it ended as it should, and the next run worked. */
  async function one({ attempt, listing, report, element }) {
    listing.mark();
    element.dataset.kind = '';
    report.replaceChildren(make('p', 'none', 'Running'));
    try {
      const ended = await attemptIn(sandbox, makeSandbox, attempt, stopped.signal);
      if (ended.name !== 'Aborted') listing.mark(ended.line);
      report.replaceChildren(...reportOn(ended));
      const fine = ended.name === attempt.expect && ended.next === 42;
      element.dataset.kind = fine ? 'good' : 'bad';
      return fine;
    } catch (error) {
      report.replaceChildren(make('p', 'error-name', error.name), make('p', '', visible(error.message)));
      return false;
    }
  }

  return {
    run: () => run(),
    stop: () => stopped?.abort(),
    /** While anything is under way no other can be started. */
    busy: running => {
      for (const { button } of cards) button.disabled = running;
    },
  };
}

function reportOn({ name, message, line, ms, calls, ran, value, next, nextMs }) {
  const where = line ? `, line ${line}` : '';
  const head = make('p', 'ended', make('b', message ? 'error-name' : '', name), `${where}, after ${duration(ms)}`);
  if (calls > 0) head.append(`. ${calls === 1 ? '1 call' : `${calls} calls`}, of which ${ran === 0 ? 'none' : ran} ran`);
  const parts = [head];
  if (message) parts.push(make('p', 'error-text', visible(message)));
  if (Array.isArray(value)) parts.push(make('ol', 'got', ...value.map(({ got }) => make('li', '', visible(String(got))))));
  const after =
    next === undefined ? ['Nothing ran after it.'] : ['Next run: ', make('code', '', NEXT), ` gave ${show(next)} in ${duration(nextMs)}.`];
  parts.push(make('p', 'after', ...after));
  return parts;
}
