/*
 * Owns the dialog that asks a person about a whole card: a row for each call, to be ticked. What must hold: each row shows the exact input;
 * nothing is ticked at the start, and only a press of a button that says so decides; a call that is neither approved nor refused by that press
 * stays undecided; Escape, and every way of closing that is no button, means later. Deliberately absent: what decisions do to the run.
 */
import { createArming } from './arming.js';
import { createRow } from './card-row.js';
import { make } from './elements.js';
import { effectsOf } from './slip.js';

const calls = count => (count === 1 ? '1 call' : `${count} calls`);

/** `lineText(line)`: that line of the code. */
export function createCard(dialog, { lineText }) {
  const part = id => dialog.querySelector(`#card-${id}`);
  const button = action => dialog.querySelector(`[data-do=${action}]`);
  const arming = createArming(dialog, action => resolve && actions[action]());
  let rows = [];
  let resolve;

  /**
   * Resolves with `Decisions`, or undefined for "later". `note`: where this card stands in the run. `refused`: the error with which the last
   * decisions about this very card were refused; then it is shown as it was left, and each row concerned says why. `signal` aborts when no answer
   * is wanted any more.
   */
  function ask(pending, { note = '', refused, signal } = {}) {
    settle();
    signal?.addEventListener('abort', () => settle(), { once: true });
    if (!refused) fill(pending);
    part('note').textContent = note;
    part('error').textContent = refused ? refuse(refused) : '';
    part('error').hidden = !refused;
    return new Promise(done => {
      resolve = done;
      dialog.showModal();
      open('choose');
      if (!refused) part('rows').scrollTop = 0;
      else part('error').scrollIntoView({ block: 'nearest' });
      if (rows.length > 1) rows[0].focus();
      else button('later').focus();
    });
  }

  /** Says why at the rows that are concerned, and answers with what is to be said of the card as a whole. */
  function refuse({ message, problems = [] }) {
    const concerned = problems.flatMap(problem => {
      const row = rows.find(({ call }) => call.callId === problem.callId);
      row?.refuse(problem);
      return row ? [`No. ${row.call.seq}`] : [];
    });
    if (concerned.length === 0) return message;
    return `Nothing ran, and your ticks are as you left them: ${concerned.join(', ')} ${concerned.length === 1 ? 'was' : 'were'} not accepted. The row says why.`;
  }

  function settle(decisions) {
    const done = resolve;
    resolve = undefined;
    if (dialog.open) dialog.close();
    done?.(decisions);
  }

  // ─── What is shown ───

  function fill(pending) {
    rows = pending.map(call => createRow(call, { lineText, onChange: count }));
    part('rows').replaceChildren(
      ...neighbours(rows).map(group => make('li', 'group', heading(group[0].call), make('ol', '', ...group.map(row => row.element)))),
    );
    part('title').textContent = calls(rows.length);
    dialog.dataset.rows = rows.length === 1 ? 'one' : 'many';
    part('reason').value = '';
    count();
  }

  const others = () => rows.filter(row => !row.ticked);
  const ticked = () => rows.filter(row => row.ticked);
  /** What "all" means: a call that may have run already is named by its own tick. */
  const sure = () => rows.filter(row => row.call.state !== 'unknown');

  /** Buttons and line say what a press would do now. A row alone needs no tick: its buttons speak of nothing else. */
  function count() {
    const [yes, no, all] = [ticked().length, others().length, sure().length];
    const one = rows.length === 1;
    const box = part('all');
    box.checked = all > 0 && sure().every(row => row.ticked);
    box.indeterminate = yes > 0 && !box.checked;
    const broken = rows.filter(row => row.problem);
    const wrong = broken.map(row => `No. ${row.call.seq}`).join(', ');
    const unread = broken.length === 0 ? '' : `; what you wrote in ${wrong} is not JSON, so it can’t be approved`;
    part('count').textContent = (yes === 0 ? 'None ticked' : `${yes} of ${rows.length} ticked`) + unread;
    part('count').classList.toggle('bad', broken.length > 0);

    const refuse = one ? 'Reject' : yes === 0 ? `Reject all ${no}` : `Approve ${yes}, reject ${no}`;
    button('to-reject').textContent = `${refuse}…`;
    button('to-reject').hidden = no === 0;
    button('to-reject').disabled = !one && ticked().some(row => row.problem);
    button('reject').textContent = refuse;
    const whose = one ? '' : yes === 0 ? ' for all of them' : ` for the ${no} you did not tick`;
    part('reason-label').textContent = `Reason${whose}, which the code gets to read (may stay empty)`;

    button('approve-all').textContent = `Approve all ${all}`;
    button('approve-all').hidden = one || all === 0 || no === 0;
    button('approve-all').disabled = sure().some(row => row.problem);
    button('approve').textContent = one || yes === 0 ? 'Approve' : no === 0 ? `Approve all ${yes}` : `Approve ${yes}, leave ${no}`;
    button('approve').disabled = one ? broken.length > 0 : yes === 0 || ticked().some(row => row.problem);
  }

  // ─── Deciding ───

  function open(name) {
    for (const panel of dialog.querySelectorAll('[data-panel]')) panel.hidden = panel.dataset.panel !== name;
    dialog.dataset.at = name;
    arming.begin();
  }

  /** Decides, unless one of the edits that would run is no JSON: then the person is led there. */
  function decide(approved, rejected = [], reason = '') {
    const broken = approved.find(row => row.problem);
    if (broken) {
      open('choose');
      return broken.showProblem();
    }
    settle({
      approve: approved.map(row => row.approval),
      ...(rejected.length > 0 && { reject: rejected.map(({ call: { callId } }) => (reason ? { callId, reason } : callId)) }),
    });
  }

  const actions = {
    later: () => settle(),
    approve: () => decide(rows.length === 1 ? rows : ticked()),
    'approve-all': () => decide(sure()),
    reject: () => decide(ticked(), others(), part('reason').value.trim()),
    back() {
      open('choose');
      button('to-reject').focus();
    },
    'to-reject'() {
      open('reject');
      part('reason').focus();
    },
  };

  part('all').addEventListener('change', ({ target }) => {
    for (const row of sure()) row.ticked = target.checked;
    count();
  });
  part('rows').addEventListener('keydown', event => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = rows.findIndex(row => row.isTick(event.target));
    if (!step || at < 0) return;
    event.preventDefault();
    rows[at + step]?.focus();
  });
  part('reason').addEventListener('keydown', event => {
    if (event.key !== 'Enter' || event.repeat || event.isComposing || !arming.isArmed()) return;
    event.preventDefault();
    actions.reject();
  });
  dialog.addEventListener('cancel', event => {
    event.preventDefault();
    settle();
  });
  // The event comes late: by then the next card may have opened the dialog again.
  dialog.addEventListener('close', () => {
    if (!dialog.open) settle();
  });

  return { ask };
}

/** Rows in the order in which they would run; neighbours of the same function stand under one heading. */
function neighbours(rows) {
  const groups = [];
  for (const row of rows) {
    if (groups.at(-1)?.[0].call.fn === row.call.fn) groups.at(-1).push(row);
    else groups.push([row]);
  }
  return groups;
}

const heading = call =>
  make('header', '', make('h3', 'fn', call.fn), make('span', 'effects', ...effectsOf(call)), make('p', '', call.description ?? ''));
