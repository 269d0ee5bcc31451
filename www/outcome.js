/*
 * Owns what is shown of a run besides its calls: the value or the error, the log, the figures. What must hold: everything that came from
 * the code is text; a long log or table says how much of it is not shown. Deliberately absent: running and deciding.
 */

import { followEnd, make, makeButton } from './elements.js';
import { columnsOf, drawTable } from './tables.js';
import { bytes, duration, show, visible } from './values.js';

const rowLimit = 200;
const lineLimit = 400;

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

/** The log as it comes, pass by pass. What an earlier pass logged stays, dimmed: it shows what the code knew then. */
export function createLog(list) {
  let pass;
  let lines;
  let count = 0;
  const end = followEnd(list);
  // Not every browser lets the keyboard scroll what scrolls.
  list.tabIndex = 0;

  function clear() {
    list.replaceChildren();
    end.restart();
    pass = undefined;
    lines = undefined;
  }

  /** A pass starts. One that was left out repeated what was shown. */
  function begin(number) {
    if (pass !== undefined && number > pass + 1)
      group(`Pass ${number - 1}`, 'repeated what was shown; nothing ran').classList.add('repeat');
    pass = number;
    count = 0;
    lines = group(`Pass ${number}`, '').querySelector('ol');
    end.keep();
  }

  function group(title, text) {
    const item = make('li', 'pass', make('p', 'pass-title', title, ' ', make('span', 'how', text)), make('ol'));
    list.append(item);
    return item;
  }

  function add(entry, ofPass = pass ?? 1) {
    if (ofPass !== pass) begin(ofPass);
    count += 1;
    if (count > lineLimit) {
      const rest = lines.lastElementChild;
      rest.className = 'line rest';
      rest.replaceChildren(make('span', 'text', `${count - lineLimit + 1} more lines`));
      return;
    }
    const row = make('li', 'line', make('span', 'at', entry.line ? String(entry.line) : ''), make('span', 'text', visible(entry.text)));
    row.dataset.level = entry.level;
    lines.append(row);
    end.keep();
  }

  return {
    begin,
    add,
    clear,
    /** The log of the last pass as the run's result has it, which is the one that counts. `how` it ended. */
    settle(entries, how = '') {
      const scrolled = list.scrollTop;
      if (lines) lines.replaceChildren();
      count = 0;
      for (const entry of entries) add(entry);
      if (lines) lines.parentElement.querySelector('.how').textContent = how;
      list.scrollTop = scrolled;
      end.keep();
    },
  };
}
