/*
 * Owns one row of a card: a box to tick, the call in words and exactly, and the field in which its input may be changed. What must hold: what
 * would run is always in view, also after an edit; an edit that is no JSON is never taken for an approval. Deliberately absent: the other rows.
 */
import { make, makeButton } from './elements.js';
import { asText, canEdit, changes, editable, fieldsOf, parse, refusalOf, same, warningOf } from './slip.js';
import { exactJson, isJson, show, visible } from './values.js';

/** Inputs up to this long stand on one line; over the other length their parts would be cut, so they stand as JSON. */
const shortInput = 90;
const longInput = 20_000;

let made = 0;

/** `onChange` is told of a tick, and of an edit. */
export function createRow(call, { lineText, onChange }) {
  const id = `row-${++made}`;
  const tick = Object.assign(make('input'), { type: 'checkbox', id });
  const sign = make('span', 'sign');
  const input = make('div', 'input');
  const edit = makeButton('quiet', 'Edit…', openEdit);
  const text = make('textarea', 'edit');
  const note = make('p', 'note');
  const done = makeButton('plain', 'Done', closeEdit);
  const undo = makeButton('quiet', 'Undo the edit', undoEdit);
  const area = make('div', 'editing', label(`${id}-edit`, 'Input to run instead, as JSON'), text, note, make('p', 'close', undo, done));
  const warning = make('p', 'refusal', warningOf(call));
  let edited;
  let problem;

  const summary = make('span', 'summary', visible(call.summary ?? call.fn));
  const words = make('label', 'says', make('span', 'no', `No. ${call.seq}`), summary);
  words.htmlFor = id;
  const line = make('span', 'line', call.line ? `line ${call.line}` : '');
  if (call.line) line.title = lineText(call.line)?.trim() ?? '';
  const element = make('li', 'row', tick, make('div', 'what-runs', words, warning, input, area), make('div', 'side', line, sign, edit));
  input.id = `${id}-input`;
  tick.setAttribute('aria-describedby', input.id);
  text.id = `${id}-edit`;
  note.id = `${id}-note`;
  note.setAttribute('role', 'status');
  text.setAttribute('aria-describedby', note.id);
  Object.assign(text, { spellcheck: false, wrap: 'off' });
  warning.hidden = warning.textContent === '';
  warning.setAttribute('role', 'alert');
  area.hidden = true;
  edit.hidden = !canEdit(call);
  edit.setAttribute('aria-label', `Edit the input of call ${call.seq}`);
  tick.addEventListener('change', () => {
    draw();
    onChange();
  });
  text.addEventListener('input', () => {
    // What was refused is being changed.
    refuse('');
    read();
  });
  draw();

  function draw() {
    sign.textContent = edited === undefined ? (tick.checked ? 'may run' : '') : tick.checked ? 'edited, may run' : 'edited';
    element.classList.toggle('ticked', tick.checked);
    // The app's sentence is about what the code passed.
    summary.classList.toggle('outdated', edited !== undefined);
    const value = edited === undefined ? call.input : edited;
    input.replaceChildren(exactly(value));
  }

  function openEdit() {
    area.hidden = false;
    edit.hidden = true;
    if (edited === undefined) text.value = asText(call);
    text.rows = Math.min(10, text.value.split('\n').length + 1);
    read();
    text.focus();
  }

  /** The edit stands. */
  function closeEdit() {
    area.hidden = true;
    edit.hidden = false;
    edit.focus();
  }

  function undoEdit() {
    text.value = asText(call);
    refuse('');
    read();
    closeEdit();
  }

  function refuse(words) {
    warning.textContent = words;
    warning.hidden = words === '';
  }

  /** Takes what stands in the field, and says what is wrong with it or what it changes. */
  function read() {
    const { value, error } = parse(text.value);
    problem = error;
    edited = error || same(value, editable(call)) ? undefined : value;
    note.textContent = error ?? changes(editable(call), value);
    note.classList.toggle('bad', error !== undefined);
    text.setAttribute('aria-invalid', String(error !== undefined));
    done.disabled = error !== undefined;
    draw();
    onChange();
  }

  return {
    call,
    element,
    isTick: target => target === tick,
    focus: () => tick.focus(),
    get ticked() {
      return tick.checked;
    },
    set ticked(value) {
      tick.checked = value;
      draw();
    },
    /** Why this row can't be approved as it stands. */
    get problem() {
      return problem;
    },
    showProblem: () => text.focus(),
    /** Why what was decided about it did not count. */
    refuse(error) {
      refuse(refusalOf(error));
      element.scrollIntoView({ block: 'nearest' });
    },
    /** The row's part of `approve`. */
    get approval() {
      return edited === undefined ? call.callId : { callId: call.callId, input: edited };
    },
  };
}

function label(htmlFor, text) {
  return Object.assign(make('label', '', text), { htmlFor });
}

/** The whole input, whatever its length. */
function exactly(value) {
  const line = show(value);
  if (line.length < shortInput && !line.includes('\n')) return make('code', '', bare(line));
  const all = isJson(value) ? exactJson(value) : show(value, { indent: 2, budget: Number.POSITIVE_INFINITY });
  return all.length > longInput ? make('pre', '', all) : make('dl', 'fields', ...fieldsOf(value));
}

/** `{ id: 1 }` without its braces. */
const bare = text => (/^\{ .* \}$/s.test(text) ? text.slice(2, -2) : text);
