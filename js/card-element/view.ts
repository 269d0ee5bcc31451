/*
 * Owns a card that is open: its rows in groups, its heading, its footer, and what is announced. What must hold: nothing decides but the footer's
 * buttons; calls in state `unknown` stand apart, and no button for many reaches them; the focus starts where nothing is decided.
 */
import type { PendingCall } from '../api.js';
import { Arming } from './arming.js';
import { checkerOf } from './check.js';
import { idFor, make, makeList } from './dom.js';
import { Footer } from './footer.js';
import { functionHead, Group, ManyChoice } from './group.js';
import type { CardOptions } from './options.js';
import { type Left, Row, type RowDecision, untouched } from './row.js';
import { Slices } from './slices.js';
import { textView } from './text-view.js';
import { twinsOf } from './twins.js';
import { type CardWords, wordsFrom } from './words.js';

export interface ViewSetting {
  readonly calls: readonly PendingCall[];
  readonly options: CardOptions;
  readonly modal: boolean;
  /** A row as it was left, where there is something to go on from. */
  readonly left: (call: PendingCall) => Left | undefined;
  /** Undefined: later. */
  readonly onEnd: (rows: readonly (RowDecision | undefined)[] | undefined) => void;
}

export class View {
  /** A `<dialog>`, or a section where it is part of the page. */
  readonly element: HTMLElement;
  readonly #rows: readonly Row[];
  readonly #setting: ViewSetting;
  readonly #words: CardWords;
  readonly #arming: Arming;
  readonly #footer: Footer;
  readonly #many: ManyChoice[] = [];
  readonly #slices = new Slices(() => this.#arming.expectGrowth());
  readonly #live = make('p', 'unseen');
  /** What had the focus before. */
  #before: Element | null = null;
  #ready = false;

  constructor(setting: ViewSetting) {
    this.#setting = setting;
    const { calls, options, modal } = setting;
    this.#words = wordsFrom(options.words);
    const codeLines = options.code?.split('\n');
    this.#rows = calls.map((call, at) => this.#row(call, at + 1, codeLines));
    this.#remarkTwins();
    this.element = make(modal ? 'dialog' : 'section', 'card');
    this.element.part.add('card');
    this.element.dataset.rows = calls.length === 1 ? 'one' : 'many';
    this.#arming = new Arming(
      this.element,
      armed => this.element.toggleAttribute('data-armed', armed),
      () => this.#footer.tell(this.#words.tooSoon),
    );
    this.#footer = new Footer({
      rows: this.#rows,
      words: this.#words,
      modal,
      arming: () => this.#arming,
      onLater: () => setting.onEnd(undefined),
      onDecide: reason => setting.onEnd(this.#rows.map(row => row.decision(reason))),
    });
    const body = this.#body();
    this.element.append(this.#bar(), this.#head(), body, this.#footer.element, this.#live);
    this.#live.setAttribute('role', 'status');
    for (const element of [body.firstElementChild, this.#footer.element]) if (element !== null) this.#arming.watch(element);
    this.element.addEventListener('keydown', event => this.#key(event));
    this.#ready = true;
    this.#restore();
  }

  /** It is in the document now. */
  start(): void {
    const { modal, calls } = this.#setting;
    this.#arming.begin();
    this.#before = document.activeElement;
    // What is behind a modal card can't be typed into; beside an inline one somebody may be typing.
    if (modal || document.activeElement === null || document.activeElement === document.body)
      this.#footer.later.focus({ preventScroll: true });
    // What is to be decided is read from its beginning, also where little of it is in view.
    this.element.scrollTop = 0;
    requestAnimationFrame(() => {
      const kept = this.#rows.some(row => this.#isKept(row)) ? ` ${this.#words.kept}` : '';
      this.#live.textContent = `${this.#words.opened(calls.length)}${kept}`;
    });
    this.#slices.start();
  }

  end(): void {
    this.#slices.end();
    this.#arming.end();
    // A dialog gives the focus back by itself.
    if (!this.#setting.modal && this.element.matches(':focus-within') && this.#before instanceof HTMLElement)
      this.#before.focus({ preventScroll: true });
  }

  get left(): Map<string, Left> {
    const shared = this.#footer.reason;
    return new Map(this.#rows.map(row => [row.call.callId, row.mark === 'reject' ? { ...row.left, shared } : row.left]));
  }

  #row(call: PendingCall, place: number, codeLines: readonly string[] | undefined): Row {
    const { options, calls } = this.#setting;
    const { respond } = options;
    const offers = respond !== undefined && respond !== false ? respond : call.state === 'unknown';
    return new Row(call, {
      words: this.#words,
      place,
      checker: checkerOf(options.functions, call.fn),
      answer: offers === false ? undefined : () => (typeof offers === 'function' ? offers(call) : null),
      lineText: call.line === undefined ? undefined : codeLines?.[call.line - 1],
      alone: calls.length === 1,
      onChange: () => this.#draw(),
    });
  }

  #remarkTwins(): void {
    const rows = new Map(this.#rows.map(row => [row.call, row]));
    for (const calls of byFunction(this.#rows.map(row => row.call))) {
      for (const { of, as, how } of twinsOf(calls)) {
        const place = rows.get(as)?.place ?? 0;
        rows.get(of)?.remark(how === 'same' ? this.#words.sameInput(place) : this.#words.looksLike(place));
      }
    }
  }

  /** While this line grows no press counts. */
  #bar(): HTMLElement {
    const bar = make('div', 'arming');
    bar.ariaHidden = 'true';
    return bar;
  }

  #head(): HTMLElement {
    const { options, calls } = this.#setting;
    const words = this.#words;
    const title = make('h2', 'title', options.title === undefined ? words.title(calls.length) : textView(options.title, words));
    title.part.add('title');
    const head = make('div', 'head', title);
    head.part.add('header');
    this.element.setAttribute('aria-labelledby', idFor(title, 'title'));
    if (options.note !== undefined && options.note !== '') {
      const note = make('p', 'note', textView(options.note, words));
      note.part.add('note');
      this.element.setAttribute('aria-describedby', idFor(note, 'note'));
      head.append(note);
    }
    const refused = this.#refused();
    if (refused !== undefined) head.append(refused);
    else if (this.#rows.some(row => this.#isKept(row))) head.append(make('p', 'note kept', words.kept));
    return head;
  }

  #body(): HTMLElement {
    const words = this.#words;
    const list = make('div', 'groups');
    const [only] = this.#rows;
    if (this.#rows.length === 1 && only !== undefined) {
      list.append(functionHead(only.call, words), makeList('ol', 'row-list', only.element));
    } else {
      const unknown = this.#rows.filter(row => row.call.state === 'unknown');
      const sure = this.#rows.filter(row => row.call.state !== 'unknown');
      if (unknown.length > 0) list.append(this.#apart(unknown));
      list.append(...this.#groups(sure));
    }
    const body = make('div', 'body', list);
    body.part.add('body');
    return body;
  }

  #groups(rows: readonly Row[]): HTMLElement[] {
    const words = this.#words;
    const of = new Map(rows.map(row => [row.call, row]));
    const groups = byFunction(rows.map(row => row.call)).map(
      calls =>
        new Group(
          calls.flatMap(call => of.get(call) ?? []),
          words,
          this.#slices.fill,
          () => this.#draw(),
        ),
    );
    this.#many.push(...groups.flatMap(({ choice }) => choice ?? []));
    if (groups.length < 2) return groups.map(group => group.element);
    const all = new ManyChoice(rows, words.all(rows.length), words.all(rows.length), words, () => this.#draw());
    this.#many.push(all);
    return [make('div', 'all', make('span', 'order', words.order), all.element), ...groups.map(group => group.element)];
  }

  /** Calls nobody knows the end of: one by one. */
  #apart(rows: readonly Row[]): HTMLElement {
    const words = this.#words;
    const box = make('section', 'unknown', make('h3', 'unknown-title', words.unknownTitle), make('p', 'description', words.unknownNote));
    box.part.add('unknown');
    box.setAttribute('aria-label', words.unknownTitle);
    for (const calls of byFunction(rows.map(row => row.call))) {
      const [first] = calls;
      if (first === undefined) continue;
      const same = rows.filter(row => row.call.fn === first.fn).map(row => row.element);
      box.append(functionHead(first, words), makeList('ol', 'row-list', ...same));
    }
    return box;
  }

  #draw(): void {
    if (!this.#ready) return;
    for (const choice of this.#many) choice.draw();
    this.#footer.draw();
  }

  /** Whether something of an earlier card stands in it. */
  #isKept(row: Row): boolean {
    const left = this.#setting.left(row.call);
    return left !== undefined && (this.#rows.length > 1 || left.edit !== undefined) && !untouched(left);
  }

  // ─── Decisions that were refused ───

  #refused(): HTMLElement | undefined {
    const error = this.#setting.options.refused;
    if (error === undefined || error === null) return undefined;
    const words = this.#words;
    const concerned = problemsOf(error).flatMap(({ callId, message }) => {
      const row = this.#rows.find(each => each.call.callId === callId);
      row?.refuse(message);
      return row === undefined ? [] : [row.place];
    });
    const why = concerned.length > 0 ? words.refusedRows(concerned) : error instanceof Error ? error.message : String(error);
    const box = make('p', 'refusal', textView(words.refusedAll(why), words));
    box.setAttribute('role', 'alert');
    box.part.add('refusal');
    return box;
  }

  #restore(): void {
    const alone = this.#rows.length === 1;
    let shared = '';
    for (const row of this.#rows) {
      const state = this.#setting.left(row.call);
      if (state === undefined) continue;
      row.restore(alone ? { ...state, mark: 'approve', reason: '', answer: undefined } : state);
      shared ||= state.shared ?? '';
    }
    if (!alone && shared !== '') this.#footer.reason = shared;
    this.#draw();
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // It ends what is being composed, and nothing else; a dialog would close.
    if (event.isComposing) return event.preventDefault();
    if (this.#setting.modal) return;
    event.preventDefault();
    event.stopPropagation();
    this.#setting.onEnd(undefined);
  }
}

/** Calls by function, in the order in which each first comes. */
function byFunction(calls: readonly PendingCall[]): PendingCall[][] {
  const groups = new Map<string, PendingCall[]>();
  for (const call of calls) {
    const group = groups.get(call.fn);
    if (group === undefined) groups.set(call.fn, [call]);
    else group.push(call);
  }
  return [...groups.values()];
}

function problemsOf(error: unknown): { callId: string; message: string }[] {
  const problems = typeof error === 'object' && error !== null && 'problems' in error ? error.problems : undefined;
  if (!Array.isArray(problems)) return [];
  return problems.flatMap((problem: unknown) => {
    const { callId, message } = (problem ?? {}) as { callId?: unknown; message?: unknown };
    return typeof callId === 'string' && typeof message === 'string' ? [{ callId, message }] : [];
  });
}
