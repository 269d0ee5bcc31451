/*
 * Owns code that is only shown: numbered lines in colours, of which one may be marked. What must hold: it is text, and can be read and copied as such.
 */
import { make, scrolls } from './elements.js';
import { pieces } from './highlight.js';

export function createListing(code, names) {
  const lines = make('code', '', ...pieces(code, names).map(([kind, text]) => (kind ? make('span', `is-${kind}`, text) : text)));
  const count = code.split('\n').length;
  const bar = make('div', 'bar');
  bar.hidden = true;
  const numbers = make('div', 'numbers', ...Array.from({ length: count }, (_, at) => make('div', '', String(at + 1))));
  numbers.setAttribute('aria-hidden', 'true');
  const scroller = make('pre', 'paint', bar, lines);
  scrolls(scroller).setAttribute('role', 'group');
  scroller.setAttribute('aria-label', 'Code');
  return {
    element: make('div', 'listing', numbers, scroller),
    /** Marks a line; without one none is marked. */
    mark(line) {
      numbers.querySelector('[data-mark]')?.removeAttribute('data-mark');
      bar.hidden = !line;
      if (!line || line > count) return;
      numbers.children[line - 1].dataset.mark = 'error';
      bar.style.setProperty('--at', line - 1);
    },
  };
}
