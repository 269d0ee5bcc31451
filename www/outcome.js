/*
 * Owns how a run ended: the value or the error, and the figures. What must hold: everything that came from the code is text; a long table says how
 * much of it is not shown. Deliberately absent: running and deciding.
 */
import { make, makeButton } from './elements.js';
import { columnsOf, drawTable } from './tables.js';
import { bytes, duration, show, visible } from './values.js';

const rowLimit = 200;

/** `goTo(line)` shows a line of the code. */
export function createOutcome(root, stats, { goTo }) {
  return {
    /** Nothing yet, with a sentence that says why. */
    blank(text) {
      root.replaceChildren(make('p', 'none', text));
      stats.hidden = true;
    },

    value(value) {
      const columns = columnsOf(value);
      if (value === undefined) return root.replaceChildren(make('p', 'none', 'The code ended and returned nothing.'));
      if (!columns) return root.replaceChildren(make('pre', 'value', show(value, { indent: 2 })));
      const parts = [make('div', 'table-frame', drawTable(columns, value.slice(0, rowLimit)))];
      if (value.length > rowLimit) parts.push(make('p', 'none', `and ${value.length - rowLimit} more rows`));
      return root.replaceChildren(...parts);
    },

    /** A RunError, a SandboxError, or whatever else went wrong. */
    error(error) {
      const parts = [make('p', 'error-name', error.name), make('p', 'error-text', visible(error.message))];
      if (error.sourceLine) parts.push(make('pre', 'source', visible(error.sourceLine)));
      if (error.reason && !error.message.includes(error.reason)) parts.push(make('p', '', `Reason: ${visible(error.reason)}`));
      if (error.line) parts.push(makeButton('quiet', `Show line ${error.line}`, () => goTo(error.line)));
      root.replaceChildren(make('div', 'error', ...parts));
    },

    /** A worker that was killed took what it knew of its memory along; in collect nobody waits while you decide. */
    stats({ passes, guestMs, hostMs, humanMs, peakMemoryBytes }) {
      const figures = [
        ['the code ran', passes === 1 ? 'once' : `${passes} times`],
        ['in code', duration(guestMs)],
        ['in functions', duration(hostMs)],
        ...(humanMs > 0 ? [['waited for you', duration(humanMs)]] : []),
        ...(peakMemoryBytes > 0 ? [['peak memory', bytes(peakMemoryBytes)]] : []),
      ];
      stats.replaceChildren(...figures.map(([name, figure]) => make('div', '', make('dt', '', name), make('dd', '', figure))));
      if (passes > 1)
        stats.append(make('p', 'none', 'After each decision it starts again from the top, and what has run does not run again.'));
      stats.hidden = false;
    },
  };
}
