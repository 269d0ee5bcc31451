/*
 * Owns the runs of the desk: starting them, asking card after card, continuing what waits. What must hold: one run at a time; whatever a run does, the
 * next one can start; a run that waits, or was interrupted, is listed until it is decided or given up, also after a reload and in other tabs; a card
 * that another tab has decided closes, and says so. Deliberately absent: drawing, which is the page's (app.js), and what is in the editor.
 */
import { refusalOf, whatWaits } from './waiting.js';

/** How often a page in view looks for itself: one that crashed tells nobody. */
const LOOK_MS = 30_000;

/** `page`: the parts to draw with, and `say`, `busy`, `showRun`. */
export function createDesk({ sandbox, card, isLater, functions, sampleValues, page }) {
  /** The run under way: `{ abort, since }`. */
  let active;
  /** The card that the page shows while it waits: `{ runId, generation, pending, code, mode, note, resume }`. */
  let shown;
  /** Closes the card that is open, once another tab has decided it or the page shows something else. */
  let away = new AbortController();
  const tabs = new BroadcastChannel('countersign demo');
  const tell = () => tabs.postMessage('changed');

  // docs/keeping-runs.md, "Knowing that it changed".
  tabs.addEventListener('message', ({ data }) => {
    refresh();
    // Its page is there until it is gone, and so is its hold on the run.
    if (data === 'leaving') for (const ms of [200, 1_500]) setTimeout(refresh, ms);
  });
  document.addEventListener('visibilitychange', () => document.hidden || refresh());
  setInterval(() => document.hidden || refresh(), LOOK_MS);
  addEventListener('pagehide', () => tabs.postMessage('leaving'));

  const approvalOf = mode => (mode === 'pause' ? { mode, onApproval: ask } : { mode });

  /** The list, as the store has it. */
  async function refresh() {
    const was = shown;
    try {
      const runs = await sandbox.pending();
      if (was && was === shown && !active && !runs.some(run => run.runId === was.runId && run.generation === was.generation)) lose();
      page.waiting.show(runs, shown?.runId);
    } catch (error) {
      page.showError(error);
    }
  }

  /** What the page shows was decided, or given up, in another tab. */
  function lose() {
    shown = undefined;
    closeCard();
    page.ledger.leave();
    page.outcome.blank('Another tab has decided this card, or given the run up. What came of it is shown there.');
    page.say('Decided in another tab');
  }

  /** Starts a run. */
  async function run({ code, mode, ...request }) {
    if (active) return;
    leave();
    page.clear();
    await throughCards({ code, mode }, options => sandbox.run({ code, approval: approvalOf(mode), ...request, ...options }));
  }

  /** A run of the list: its card, or, where it was interrupted and nobody has to be asked, on to its end. */
  async function open(run) {
    if (active) return;
    const { code } = run.checkpoint;
    const { mode } = run.metadata;
    page.showRun(run);
    if (shown?.runId !== run.runId || shown.generation !== run.generation) {
      page.clear();
      for (const call of run.pending) page.ledger.put({ ...call, state: call.state === 'unknown' ? 'unknown' : 'pending' });
      const before = run.pending[0]?.seq === 1 ? '' : ' The calls before are in its record: they are shown once it goes on.';
      page.outcome.blank(`The run has no outcome yet: it waits for you.${before}`);
      page.say(whatWaits(run), 'wait');
      shown = {
        ...{ runId: run.runId, generation: run.generation, pending: run.pending, code, mode },
        note: noteOn(run.pending, run.interrupted ? 'It was interrupted while it ran.' : ''),
        resume: (decisions, options) => sandbox.resume(run, decisions, options),
      };
    }
    page.waiting.refuse('');
    const { resume } = shown;
    const goOn = options => resume({ approve: [] }, { approval: approvalOf(mode), ...options });
    await throughCards({ code, mode }, run.pending.length === 0 ? goOn : undefined);
  }

  /** Starts or continues a run, if there is a `step`; then card after card, until none is left or one is left for later. */
  async function throughCards({ code, mode }, step) {
    for (let next = step, isFirst = !step; ; isFirst = false) {
      const refused = next && (await follow(next, { code, mode }));
      if (!shown) return;
      const current = shown;
      // In pause a run waits only because somebody said later; an interrupted one may have something else to ask.
      const asks = mode === 'collect' || isFirst || refused || current.pending.some(({ state }) => state === 'unknown');
      const decisions = asks && (await askAbout(current.pending, { code, note: current.note, refused, signal: away.signal }));
      if (shown !== current) return;
      if (!decisions || isLater(decisions)) return page.waiting.focus(current.runId);
      next = options => current.resume(decisions, { approval: approvalOf(mode), ...options });
    }
  }

  /** One step, and what comes of it. Gives the error with which decisions were refused, where they were. */
  async function follow(step, { code, mode }) {
    const mine = { abort: new AbortController(), since: performance.now(), code };
    active = mine;
    page.busy(true);
    page.events.begin();
    page.outcome.blank('The code is running.');
    page.say('Running');
    const onEvent = event => {
      if (event.type === 'approval-required' || event.type === 'decided' || event.type === 'ended') tell();
      if (active === mine) take(event);
    };
    let refused;
    try {
      finish(await step({ signal: mine.abort.signal, onEvent }), { code, mode });
    } catch (error) {
      refused = refuse(error);
    } finally {
      active = undefined;
      page.busy(false);
      tell();
    }
    await refresh();
    if (refused) page.waiting.refuse(refusalOf(refused));
    return refused;
  }

  /** What an event says, where it is shown. */
  function take(event) {
    const { ledger, log, events } = page;
    events.add(event);
    ledger.take(event);
    if (event.type === 'started') log.begin(event.pass);
    else if (event.type === 'log') log.add(event.entry, event.pass);
  }

  function finish(result, { code, mode }) {
    const { ledger, log, outcome, say } = page;
    for (const call of result.calls) ledger.put(call);
    if (ledger.size === 0) ledger.clear('The code made no call.');
    shown = undefined;
    if (result.status === 'pending') {
      const { runId, pending, checkpoint } = result;
      const { generation } = checkpoint;
      const resume = (decisions, options) => result.resume(decisions, options);
      shown = { runId, generation, pending, code, mode, note: noteOn(pending, progressOf(result.calls)), resume };
    }
    const waits = shown && whatWaits(shown);
    log.settle(result.logs, waits && `up to where ${waits}`);
    if (result.status === 'completed') {
      outcome.value(result.value);
      say('Completed', 'good');
    } else if (result.status === 'pending') {
      outcome.blank('The run has no outcome yet: it waits for you.');
      say(waits, 'wait');
    } else {
      page.showError(result.error);
      say(result.error.name === 'Aborted' ? 'Stopped' : `Failed: ${result.error.name}`, 'bad');
    }
    outcome.stats(result.stats);
  }

  /** Where there is no result: decisions that were refused leave the run waiting, and are told back; anything else is an error of its own. */
  function refuse(error) {
    if (shown && error.name === 'InvalidDecisions') {
      page.say('The decision was refused', 'wait');
      return error;
    }
    if (shown && error.name === 'RunNotPending') return void lose();
    shown = undefined;
    page.showError(error);
    page.say(`Failed: ${error.name}`, 'bad');
    return undefined;
  }

  /** A call, or a whole card. A call may be answered in its function's place. */
  function askAbout(calls, options) {
    const respond = !Array.isArray(calls) && (({ fn, input }) => sampleValues[fn]?.(input));
    return card.ask(calls, { functions, respond, ...options });
  }

  /** The hook of pause. */
  async function ask(call, { signal }) {
    const mine = active;
    page.say(`Asks about ${call.fn}`, 'wait');
    page.mark(call.line);
    const opened = performance.now();
    const answer = await askAbout(call, { code: mine.code, signal });
    page.mark();
    if (active !== mine) return 'pause';
    // The clock on the page stands while a person decides, as the run's own does.
    mine.since += performance.now() - opened;
    page.say('Running');
    return answer;
  }

  async function giveUp(run) {
    const here = shown?.runId === run.runId;
    try {
      await sandbox.discard(run.runId);
    } catch (error) {
      refuse(error);
    }
    if (here) {
      leave();
      page.clear();
      page.say('Given up');
    }
    tell();
    await refresh();
  }

  /** Closes the card that is open: the run goes on waiting. */
  function closeCard() {
    away.abort();
    away = new AbortController();
  }

  /** The page turns to something else. A run that waits goes on waiting in the list. */
  function leave() {
    shown = undefined;
    closeCard();
    refresh();
  }

  return {
    ...{ run, open, giveUp, leave, refresh },
    stop: () => active?.abort.abort(),
    /** Milliseconds the run under way has taken, without those in which a person decided; undefined where none is, or while a card is open. */
    elapsed: () => (active && !card.open ? performance.now() - active.since : undefined),
  };
}

/** What of a run has happened before this card, from its calls. */
function progressOf(calls) {
  const signed = calls.filter(({ decision }) => decision === 'approve');
  const ran = signed.filter(({ state }) => state === 'fulfilled' || state === 'rejected').length;
  const held = signed.filter(({ state }) => state === 'approved').length;
  const done = ran === 0 ? '' : `${ran} of the calls you approved ${ran === 1 ? 'has' : 'have'} run.`;
  const kept = held === 0 ? '' : `${held} more ${held === 1 ? 'waits its' : 'wait their'} turn, approved, behind what you decide here.`;
  return [done, kept].filter(Boolean).join(' ');
}

/** The sentence on a card. "Nothing has run" is said only where that is known. */
function noteOn(pending, progress) {
  const unknown = pending.filter(({ state }) => state === 'unknown').length;
  if (unknown === 0) return progress || 'Nothing of this has run.';
  const words = `${unknown === 1 ? 'One call was' : `${unknown} calls were`} under way then and may have happened: look in the app’s data before you decide.`;
  return `${progress} ${words}`.trim();
}
