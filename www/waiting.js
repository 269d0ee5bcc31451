/*
 * Owns the list of calls that wait after a run ended `pending`. What must hold: each waiting call has a button that asks about it again;
 * a set of decisions that was refused says why and leaves the list as it is. Deliberately absent: resuming; app.js does.
 */
import { make, makeButton } from './elements.js';
import { show, visible } from './values.js';

/** `onDecide(call)`: a person wants to decide about this call now. */
export function createWaiting(root, { onDecide }) {
  const list = root.querySelector('#waiting-calls');
  const error = root.querySelector('#waiting-error');

  function refuse(text) {
    error.textContent = visible(text);
    error.hidden = text === '';
  }

  return {
    show(calls) {
      refuse('');
      list.replaceChildren(
        ...calls.map(call => {
          const button = makeButton('plain', 'Resume…', () => onDecide(call));
          button.setAttribute('aria-label', `Resume: decide about call ${call.seq}, ${call.fn}`);
          const what = make('code', 'what', make('b', 'fn', call.fn), ' ', make('span', 'input', show(call.input, { budget: 160 })));
          const words = make('div', 'words', what, make('p', '', visible(call.summary ?? call.description ?? '')));
          if (call.error) words.append(make('p', 'refusal', visible(`${call.error.name}: ${call.error.message}`)));
          return make('li', '', make('span', 'no', String(call.seq)), words, button);
        }),
      );
      root.hidden = false;
    },
    refuse,
    hide() {
      root.hidden = true;
      list.replaceChildren();
    },
  };
}

/** An answer of the dialog about one call as `Decisions`; undefined where it was "later". */
export function decisionsOf({ callId }, answer) {
  if (answer === 'approve') return { approve: [callId] };
  if (answer === 'pause') return undefined;
  if (answer.decision === 'approve') return { approve: [{ callId, input: answer.input }] };
  if (answer.decision === 'respond') return { respond: [{ callId, value: answer.value }] };
  return { reject: [answer.reason ? { callId, reason: answer.reason } : callId] };
}
