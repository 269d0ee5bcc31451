/*
 * Owns the dialog that asks a person about one call. What must hold: it shows the exact input; only a deliberate press of a button that
 * says so approves: the focus starts on "Decide later", a press within 400 ms of anything new under the pointer counts as none, neither
 * does a key that is held down; Escape, and every way of closing that is no button, means later. Deliberately absent: what a decision
 * does to the run.
 */
import { make } from './elements.js';
import { exactJson, isJson, show, visible } from './values.js';

const armingMs = 400;

/** `lineText(line)`: that line of the code; `sampleValues`: what to offer as a value, by function, given the input. */
export function createAsk(dialog, { lineText, sampleValues }) {
  const part = id => dialog.querySelector(`#ask-${id}`);
  const panels = [...dialog.querySelectorAll('[data-panel]')];
  const focusFirst = { choose: '[data-do=later]', reject: '#ask-reason', edit: '#ask-edit', respond: '#ask-value' };
  let current;
  let arming;

  /** Resolves with a PauseDecision; `'pause'` is "later". `signal`: the answer is no longer wanted. */
  function ask(call, { signal } = {}) {
    if (current) settle('pause');
    if (signal?.aborted) return Promise.resolve('pause');
    return new Promise(resolve => {
      const withdrawn = () => settle('pause');
      signal?.addEventListener('abort', withdrawn, { once: true });
      current = {
        call,
        resolve: answer => {
          signal?.removeEventListener('abort', withdrawn);
          resolve(answer);
        },
      };
      fill(call);
      dialog.showModal();
      open('choose');
      dialog.querySelector('.slip').scrollTop = 0;
    });
  }

  function settle(answer) {
    const asked = current;
    current = undefined;
    if (dialog.open) dialog.close();
    asked?.resolve(answer);
  }

  // ─── What is shown ───

  function fill(call) {
    part('title').textContent = call.fn;
    part('description').textContent = call.description ?? '';
    part('summary').textContent = call.summary ? visible(call.summary) : '';
    const refused = call.error && `Your last answer did not count. ${call.error.name}: ${call.error.message}`;
    const unknown = call.state === 'unknown' && 'This call was started before, and nobody knows whether it finished.';
    part('error').textContent = visible(refused || unknown || '');
    part('error').hidden = !refused && !unknown;
    part('facts').replaceChildren(...facts(call));
    part('fields').replaceChildren(...fields(call.input));
    const plain = isJson(call.input);
    part('exact').querySelector('summary').textContent = plain ? 'As JSON' : 'Every value';
    const exact = plain ? exactJson(call.input) : show(call.input, { indent: 2, budget: Number.POSITIVE_INFINITY });
    part('exact').querySelector('pre').textContent = exact;
    // Open where it is short, and where it is so long that the fields above are cut.
    part('exact').open = exact.length < 400 || exact.length > 20_000;
    part('proposed').hidden = !('proposed' in call);
    part('proposed').open = false;
    part('proposed').querySelector('pre').textContent = 'proposed' in call ? show(call.proposed, { indent: 2 }) : '';
    part('reason').value = '';
    part('edit').value = plain ? exactJson(base(call)) : '';
    part('value').value = exactJson(sampleValues[call.fn]?.(call.input) ?? null);
    dialog.querySelector('[data-do=to-edit]').hidden = !plain || !isJson(base(call));
    note('edit');
    note('value');
  }

  function facts({ sideEffects = [], line, seq }) {
    const rows = [];
    if (sideEffects.length > 0)
      rows.push(['Side effects', make('dd', 'effects', ...sideEffects.map(word => make('span', 'effect', word)))]);
    if (line) rows.push([`Line ${line}`, make('dd', '', make('code', '', visible(lineText(line)?.trim() ?? '')))]);
    rows.push(['Call', make('dd', '', `No. ${seq} of this run`)]);
    return rows.flatMap(([name, content]) => [make('dt', '', name), content]);
  }

  /** The input as names and values; strings as the text they are. */
  function fields(input) {
    const record = input !== null && typeof input === 'object' && isJson(input);
    const list = record ? Object.entries(input) : [['input', input]];
    if (list.length === 0) return [make('dt', '', 'input'), make('dd', '', show(input))];
    return list.flatMap(([name, value]) => [
      make('dt', '', visible(name)),
      typeof value === 'string' ? make('dd', 'words', visible(value) || '(empty)') : make('dd', '', show(value)),
    ]);
  }

  // ─── Answering ───

  /** Shows one panel of buttons and starts the pause in which none of them counts. */
  function open(name) {
    for (const panel of panels) panel.hidden = panel.dataset.panel !== name;
    dialog.dataset.panel = name;
    delete dialog.dataset.armed;
    clearTimeout(arming);
    arming = setTimeout(() => {
      dialog.dataset.armed = '';
    }, armingMs);
    dialog.querySelector(focusFirst[name]).focus();
  }

  const actions = {
    later: () => settle('pause'),
    approve: () => settle('approve'),
    reject: () => settle({ decision: 'reject', ...(part('reason').value.trim() && { reason: part('reason').value.trim() }) }),
    edit() {
      const { value, error } = parse(part('edit').value);
      if (error) return part('edit').focus();
      settle(same(value, base(current.call)) ? 'approve' : { decision: 'approve', input: value });
    },
    respond() {
      const { value, error } = parse(part('value').value);
      if (error) return part('value').focus();
      settle({ decision: 'respond', value });
    },
    back: () => open('choose'),
    'to-reject': () => open('reject'),
    'to-edit': () => open('edit'),
    'to-respond': () => open('respond'),
  };

  dialog.addEventListener('click', event => {
    const action = event.target.closest('[data-do]')?.dataset.do;
    if (action && current && 'armed' in dialog.dataset) actions[action]();
  });
  dialog.addEventListener('mousedown', event => {
    // Neither does such a press take the focus along, for Enter to follow.
    if (event.target.closest('[data-do]') && !('armed' in dialog.dataset)) event.preventDefault();
  });
  dialog.addEventListener('keydown', event => {
    // A key held down since before must not press what has the focus now.
    if (event.repeat && event.target.closest('button') && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
    if (event.key === 'Enter' && event.target === part('reason') && !event.repeat && !event.isComposing && 'armed' in dialog.dataset) {
      event.preventDefault();
      actions.reject();
    }
  });
  dialog.addEventListener('cancel', event => {
    event.preventDefault();
    settle('pause');
  });
  // The event comes late: by then the next call may have opened the dialog again.
  dialog.addEventListener('close', () => {
    if (!dialog.open) settle('pause');
  });
  part('edit').addEventListener('input', () => note('edit'));
  part('value').addEventListener('input', () => note('value'));

  /** Says under a field of JSON what is wrong with it, or what an edit changes. */
  function note(id) {
    const { value, error } = parse(part(id).value);
    const text = error ?? (id === 'edit' ? changes(base(current.call), value) : '');
    part(`${id}-note`).textContent = text;
    part(`${id}-note`).classList.toggle('bad', error !== undefined);
    part(id).setAttribute('aria-invalid', String(error !== undefined));
  }

  return { ask };
}

/** An edit replaces what the code passed, and its schema makes of it what it will. */
const base = call => ('proposed' in call ? call.proposed : call.input);

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

function parse(text) {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error: `This is not JSON yet: ${error.message}` };
  }
}

function changes(before, after) {
  if (same(before, after)) return 'Nothing is changed so far.';
  const record = value => value !== null && typeof value === 'object' && !Array.isArray(value);
  if (!record(before) || !record(after)) return 'The whole input is replaced.';
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const short = value => (value === undefined ? 'nothing' : show(value, { budget: 40 }));
  return [...names]
    .filter(name => !same(before[name], after[name]))
    .map(name => `${visible(name)}: ${short(before[name])} becomes ${short(after[name])}`)
    .join('; ');
}
