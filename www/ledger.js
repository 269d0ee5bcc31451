/*
 * Owns the list of calls: one entry per call, in the order of `seq`, with what is known of it. What must hold: an entry shows the latest
 * record of its call and is never dropped during a run; opening one shows the exact input and outcome. Deliberately absent: deciding.
 */
import { followEnd, make, makeButton, scrolls } from './elements.js';
import { exactJson, isJson, moment, show, visible } from './values.js';

/** What stands in the column of signatures, from a person. */
const signatures = { approve: 'approved', reject: 'rejected', respond: 'value given' };

/** What became of a call, in people's words. */
const meanings = {
  running: 'It is under way.',
  fulfilled: 'It ran.',
  rejected: 'It ran and failed.',
  pending: 'It waits for you.',
  approved: 'You signed it; it runs once the call it comes after is decided.',
  denied: 'It was refused without asking you, and did not run.',
  declined: 'You said no, so it did not run.',
  invalid: 'Its input was wrong: nobody was asked, and it did not run.',
  responded: 'You gave the value in its place; nothing ran.',
  unknown: 'It was started and may have happened: nobody saw it end.',
  elsewhere: 'Another tab has decided; what came of it is there.',
};
/** Nothing ran, and whether somebody had signed says why it might have. */
const unmet = {
  'not-reached': 'the code went another way: it did not run.',
  'not-run': 'the run ended first: it did not run.',
};
const meaningOf = ({ state, decision }) =>
  unmet[state] ? `${decision === 'approve' ? 'You signed it, but ' : 'You were asked, but '}${unmet[state]}` : (meanings[state] ?? '');
/** The ones a person would ask about stand in the row itself. */
const puzzling = new Set(['approved', 'not-reached', 'not-run', 'unknown', 'elsewhere']);
const AHEAD = 'It read ahead: a call before it still waited for you.';

/** What is remarked in the row: why it stands as it does. */
function remarkOn(record) {
  if (puzzling.has(record.state)) return meaningOf(record);
  if (record.state === 'denied' || record.state === 'declined') return visible(record.reason ?? '');
  if (record.state === 'rejected' || record.state === 'invalid') return visible(record.error?.message ?? '');
  return record.ahead ? AHEAD : '';
}

/** `goTo(line)` shows a line of the code; `isMarked(fn)`: whether a person is asked about it unless the policy says otherwise. */
export function createLedger(list, blank, { goTo, isMarked = () => false }) {
  const entries = new Map();
  const end = followEnd(list.parentElement, fit);
  let fitting = false;
  new ResizeObserver(() => end.keep()).observe(list.parentElement);

  /** At the end the list stands so that its first call in view is whole: what is missing to that is left blank below. */
  function fit() {
    if (fitting) return;
    fitting = true;
    requestAnimationFrame(() => {
      fitting = false;
      list.style.paddingBottom = '';
      const frame = list.parentElement;
      // Below the head of the columns, which stays.
      const top = frame.scrollHeight - frame.clientHeight + list.offsetTop;
      // From the end: of a thousand calls a few are in view.
      let cut = list.lastElementChild;
      while (cut && cut.offsetTop >= top) cut = cut.previousElementSibling;
      if (cut && cut.offsetTop + cut.offsetHeight > top) list.style.paddingBottom = `${cut.offsetTop + cut.offsetHeight - top}px`;
      frame.scrollTop = frame.scrollHeight;
    });
  }

  function clear(text = 'Nothing has been called yet.') {
    entries.clear();
    list.replaceChildren();
    list.style.paddingBottom = '';
    end.restart();
    blank.textContent = text;
    blank.hidden = false;
  }

  /** Takes a record of a call, the first or a later one. */
  function put(record) {
    const known = entries.get(record.callId);
    if (known) {
      known.record = { ...known.record, ...record };
      draw(known);
      return end.keep();
    }
    const entry = { record, ...frame() };
    entries.set(record.callId, entry);
    entry.details.addEventListener('toggle', () => entry.details.open && fill(entry));
    let after = list.lastElementChild;
    while (after && Number(after.dataset.seq) >= record.seq) after = after.previousElementSibling;
    entry.item.dataset.seq = record.seq;
    if (after) after.after(entry.item);
    else list.prepend(entry.item);
    blank.hidden = true;
    draw(entry);
    end.keep();
  }

  function draw(entry) {
    const { record, item, cells, details } = entry;
    item.dataset.state = record.state;
    cells.no.textContent = record.seq;
    cells.fn.textContent = record.fn;
    const input = 'executedInput' in record ? record.executedInput : record.input;
    cells.input.textContent = input === undefined ? '' : show(input, { budget: 160 });
    cells.line.textContent = record.line ?? '';
    cells.sign.textContent = signatureOf(record, isMarked(record.fn));
    cells.state.textContent = record.state;
    cells.state.title = meaningOf(record);
    cells.why.textContent = remarkOn(record);
    if (details.open) fill(entry);
  }

  function fill({ record, more }) {
    const { ahead } = record;
    const rows = [make('dt', '', record.state), make('dd', '', meaningOf(record))];
    const value = (name, content) => rows.push(make('dt', '', name), make('dd', '', scrolls(make('pre', '', text(content)))));
    if ('executedInput' in record) {
      value('the code passed', record.input);
      value('what ran', record.executedInput);
    } else {
      value('input', record.input);
    }
    if (record.state === 'fulfilled' || record.state === 'responded') value('value', record.value);
    if (record.reason) rows.push(make('dt', '', 'reason'), make('dd', '', visible(record.reason)));
    if (record.error) rows.push(make('dt', '', 'error'), make('dd', '', visible(`${record.error.name}: ${record.error.message}`)));
    if (ahead) rows.push(make('dt', '', 'ahead'), make('dd', '', AHEAD));
    if (record.decidedAt) rows.push(make('dt', '', 'decided'), make('dd', '', moment.format(record.decidedAt)));
    rows.push(make('dt', '', 'callId'), make('dd', 'id', record.callId));
    more.replaceChildren(make('dl', '', ...rows));
    if (record.line) more.append(makeButton('quiet', `Show line ${record.line}`, () => goTo(record.line)));
  }

  const isHere = callId => entries.has(callId);

  return {
    clear,
    put,
    /** Takes what an event of the run says of its calls: one was made or settled, a person is asked, or has decided. */
    take(event) {
      if (event.type === 'call' || event.type === 'settled') put(event.call);
      else if (event.type === 'approval-required') {
        for (const { callId } of event.pending) if (isHere(callId)) put({ callId, state: 'pending' });
      } else if (event.type === 'decided' && isHere(event.callId)) {
        const { callId, decision } = event;
        put({ callId, decision, ...(decision === 'approve' && { state: 'running' }) });
      }
    },
    /** Somebody else decides about what waits here. */
    leave() {
      for (const { record } of [...entries.values()]) {
        if (record.state === 'pending' || record.state === 'approved') put({ callId: record.callId, state: 'elsewhere' });
      }
    },
    get size() {
      return entries.size;
    },
  };
}

function frame() {
  const cell = name => make('span', name);
  const cells = {
    no: cell('no'),
    fn: make('b', 'fn'),
    input: cell('input'),
    line: cell('line'),
    sign: cell('sign'),
    state: cell('state'),
    why: cell('why'),
  };
  const summary = make(
    'summary',
    '',
    cells.no,
    make('code', 'what', cells.fn, ' ', cells.input),
    cells.line,
    cells.sign,
    cells.state,
    cells.why,
  );
  const more = make('div', 'more');
  const details = make('details', '', summary, more);
  return { item: make('li', 'entry', details), details, more, cells };
}

/** Who decided, and how; nothing where nothing was to be decided. */
function signatureOf({ decision, executedInput, verdict, state }, marked) {
  if (executedInput !== undefined) return 'edited';
  if (signatures[decision]) return signatures[decision];
  // The mode, or the policy.
  return state === 'denied' || (marked && verdict === 'allow') ? 'by rule' : '';
}
const text = value => (isJson(value) ? exactJson(value) : show(value, { indent: 2 }));
