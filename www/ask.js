/*
 * Owns the dialog that asks a person about one call. What must hold: it shows the exact input; only a deliberate press of a button that
 * says so approves: the focus starts on "Decide later", a press within 400 ms of anything new under the pointer counts as none, neither
 * does a key that is held down; Escape, and every way of closing that is no button, means later. Deliberately absent: what a decision
 * does to the run.
 */
import { createArming } from './arming.js';
import { make } from './elements.js';
import { asText, canEdit, changes, editable, effectsOf, fieldsOf, parse, same, warningOf } from './slip.js';
import { exactJson, isJson, show, visible } from './values.js';

/** `lineText(line)`: that line of the code; `sampleValues`: what to offer as a value, by function, given the input. */
export function createAsk(dialog, { lineText, sampleValues }) {
  const part = id => dialog.querySelector(`#ask-${id}`);
  const panels = [...dialog.querySelectorAll('[data-panel]')];
  const focusFirst = { choose: '[data-do=later]', reject: '#ask-reason', edit: '#ask-edit', respond: '#ask-value' };
  const arming = createArming(dialog, action => current && actions[action]());
  let current;

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
    part('error').textContent = warningOf(call);
    part('error').hidden = warningOf(call) === '';
    part('facts').replaceChildren(...facts(call));
    part('fields').replaceChildren(...fieldsOf(call.input));
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
    part('edit').value = plain ? asText(call) : '';
    part('value').value = exactJson(sampleValues[call.fn]?.(call.input) ?? null);
    dialog.querySelector('[data-do=to-edit]').hidden = !canEdit(call);
    note('edit');
    note('value');
  }

  function facts(call) {
    const { line, seq } = call;
    const rows = [];
    const effects = effectsOf(call);
    if (effects.length > 0) rows.push(['Side effects', make('dd', 'effects', ...effects)]);
    if (line) rows.push([`Line ${line}`, make('dd', '', make('code', '', visible(lineText(line)?.trim() ?? '')))]);
    rows.push(['Call', make('dd', '', `No. ${seq} of this run`)]);
    return rows.flatMap(([name, content]) => [make('dt', '', name), content]);
  }

  // ─── Answering ───

  /** Shows one panel of buttons and starts the pause in which none of them counts. */
  function open(name) {
    for (const panel of panels) panel.hidden = panel.dataset.panel !== name;
    dialog.dataset.panel = name;
    arming.begin();
    dialog.querySelector(focusFirst[name]).focus();
  }

  const actions = {
    later: () => settle('pause'),
    approve: () => settle('approve'),
    reject: () => settle({ decision: 'reject', ...(part('reason').value.trim() && { reason: part('reason').value.trim() }) }),
    edit() {
      const { value, error } = parse(part('edit').value);
      if (error) return part('edit').focus();
      settle(same(value, editable(current.call)) ? 'approve' : { decision: 'approve', input: value });
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

  part('reason').addEventListener('keydown', event => {
    if (event.key !== 'Enter' || event.repeat || event.isComposing || !arming.isArmed()) return;
    event.preventDefault();
    actions.reject();
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
    const text = error ?? (id === 'edit' ? changes(editable(current.call), value) : '');
    part(`${id}-note`).textContent = text;
    part(`${id}-note`).classList.toggle('bad', error !== undefined);
    part(id).setAttribute('aria-invalid', String(error !== undefined));
  }

  return { ask };
}
