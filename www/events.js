/*
 * Owns the list of events: each that the sandbox sent, in the order in which they came, with the time since the run was started here. What must hold:
 * nothing is left out without saying so. Deliberately absent: what they mean for the rest of the page (desk.js).
 */
import { followEnd, make } from './elements.js';
import { visible } from './values.js';

const eventLimit = 400;
/** Of what one event says, in characters. */
const LONGEST = 200;

/** What an event says besides its type. */
const words = {
  started: ({ pass }) => `pass ${pass}`,
  call: ({ call }) => `${call.seq} ${call.fn}`,
  settled: ({ call }) => `${call.seq} ${call.state}`,
  'approval-required': ({ pending, generation }) =>
    `${pending.length === 1 ? `call ${pending[0].seq}` : `${pending.length} calls`}, generation ${generation}`,
  decided: ({ callId, decision }) => `${callId.split('.').at(-1)} ${decision}`,
  log: ({ entry }) => entry.text,
  ended: ({ status }) => status,
};

export function createEvents(list) {
  const end = followEnd(list);
  let since = 0;
  let count = 0;
  return {
    clear() {
      list.replaceChildren();
      end.restart();
      count = 0;
    },
    /** A run, or a resume, is started here. */
    begin() {
      since = performance.now();
    },
    add(event) {
      count += 1;
      const at = make('span', 'at', `${((performance.now() - since) / 1_000).toFixed(3)} s`);
      const whole = Array.from(words[event.type]?.(event) ?? '');
      const said = visible(whole.slice(0, LONGEST).join('')) + (whole.length > LONGEST ? '…' : '');
      const row = make('li', 'event', at, ' ', make('span', 'said', make('b', '', event.type), ` ${said}`));
      if (count > eventLimit) list.lastElementChild.replaceChildren(`${count - eventLimit + 1} more`);
      else list.append(row);
      end.keep();
    },
  };
}
