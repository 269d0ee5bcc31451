/*
 * Owns the log: what the code wrote to its console, pass by pass. What must hold: it is text; of what is left out it says how much; the lines of the last
 * pass are those of the run's result. What an earlier pass logged stays, dimmed: it shows what the code knew then.
 */
import { followEnd, make } from './elements.js';
import { visible } from './values.js';

const lineLimit = 400;

export function createLog(list) {
  let pass;
  let lines;
  let count = 0;
  const end = followEnd(list);

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
    const item = make('div', 'pass', make('p', 'pass-title', title, ' ', make('span', 'how', text)), make('ol'));
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
