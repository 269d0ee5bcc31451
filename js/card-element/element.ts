/*
 * Owns the element `<countersign-card>`: asking, waiting in line, and closing. What must hold: each `ask` is answered exactly once, whatever becomes of the element;
 * an answer that nobody gave is "later". Nothing here needs a browser until the element is made.
 */
import type { CallId, Functions, PauseDecision, PendingCall } from '../api.js';
import { type CardDecisions, decisionsFrom, pauseDecisionFrom } from './answers.js';
import type { CardOptions } from './options.js';
import { type Left, type RowDecision, untouched } from './row.js';
import { isDarkHere, sheet } from './styles.js';
import { View } from './view.js';
import type { CardWords } from './words.js';

/** On a server there is none: the class can be imported there, and not made. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

type Decided = readonly (RowDecision | undefined)[] | undefined;

/**
 * Rows as they were left, by callId: for the card that is opened again after "later", and, of rows that were decided, for one that shows why that did
 * not count.
 */
const leftRows = new Map<CallId, { readonly row: Left; readonly decided: boolean }>();
const MOST_LEFT = 5_000;

function remember(left: ReadonlyMap<CallId, Left>, decided: boolean): void {
  if (leftRows.size > MOST_LEFT) leftRows.clear();
  for (const [callId, row] of left) {
    if (untouched(row)) leftRows.delete(callId);
    else leftRows.set(callId, { row, decided: decided && row.mark !== 'undecided' });
  }
}

/** What was decided counts no more, unless that was refused. A mark on a call nobody knows the end of is made anew each time. */
function leftOf({ callId, state }: PendingCall, refused: boolean): Left | undefined {
  const left = leftRows.get(callId);
  if (left === undefined || (left.decided && !refused)) return undefined;
  return state === 'unknown' && !refused ? { ...left.row, mark: 'undecided' } : left.row;
}

/** What JSX may set on the element. React 18 sets no properties of elements: there give `modal` alone, or through a ref. */
export interface CardProperties {
  modal?: boolean;
  words?: Partial<CardWords>;
  functions?: Functions;
}

interface Asked {
  readonly calls: readonly PendingCall[];
  readonly options: DialogOptions;
  readonly settle: (decided: Decided) => void;
  readonly fail: (error: unknown) => void;
}

/** Shows calls that wait for a person, and answers with what was decided. */
export class CountersignCard extends Base {
  /** What every `ask` of this element starts from. */
  words: Partial<CardWords> | undefined;
  functions: Functions | undefined;
  readonly #line: Asked[] = [];
  #view: View | undefined;

  /** Over the page (the attribute `modal`), or where the element stands. */
  get modal(): boolean {
    return this.hasAttribute('modal');
  }

  set modal(modal: boolean) {
    this.toggleAttribute('modal', modal);
  }

  /** Whether a card is open. */
  get open(): boolean {
    return this.#view !== undefined;
  }

  /**
   * Shows a call, or a whole card, and resolves with the decision. What is asked while a card is open waits in line. It answers "later" (`isLater`)
   * when the person says so, presses Escape, the signal aborts, or the element leaves the document.
   */
  ask(pending: readonly PendingCall[], options?: CardOptions): Promise<CardDecisions>;
  ask(call: PendingCall, options?: CardOptions): Promise<PauseDecision>;
  async ask(pending: PendingCall | readonly PendingCall[], options: DialogOptions = {}): Promise<PauseDecision | CardDecisions> {
    checkCalls(pending);
    if (isList(pending)) return decisionsFrom((await this.#ask([...pending], options)) ?? []);
    return pauseDecisionFrom((await this.#ask([pending], options))?.[0]);
  }

  /** Answers "later" to what is open, and to what waits in line. */
  close(): void {
    // The one that is open last: what comes after it in line would be shown.
    for (const asked of [...this.#line].reverse()) asked.settle(undefined);
  }

  disconnectedCallback(): void {
    // Moved to another place, it is back at once.
    queueMicrotask(() => {
      if (this.isConnected) return;
      const [open, ...others] = this.#line;
      // What brings its own parent is shown there.
      for (const asked of others) if (asked.options.parent?.isConnected !== true) asked.settle(undefined);
      open?.settle(undefined);
    });
  }

  #ask(calls: readonly PendingCall[], options: DialogOptions): Promise<Decided> {
    const { signal, parent } = options;
    if (calls.length === 0 || signal?.aborted === true) return Promise.resolve(undefined);
    if (!(parent ?? this).isConnected)
      return Promise.reject(
        new Error('<countersign-card> is in no document, so nobody could see it: append it first, or use `askInDialog`'),
      );
    return new Promise((resolve, reject) => {
      const withdrawn = (): void => asked.settle(undefined);
      const leave = (decided: boolean, answer: () => void): void => {
        const at = this.#line.indexOf(asked);
        if (at < 0) return;
        signal?.removeEventListener('abort', withdrawn);
        this.#line.splice(at, 1);
        if (at === 0) this.#end(decided);
        answer();
        if (at === 0) this.#next();
      };
      const asked: Asked = {
        calls,
        options,
        settle: decided => leave(decided !== undefined, () => resolve(decided)),
        fail: error => leave(false, () => reject(error)),
      };
      signal?.addEventListener('abort', withdrawn);
      this.#line.push(asked);
      if (this.#line.length === 1) this.#next();
    });
  }

  #next(): void {
    const [asked] = this.#line;
    if (asked === undefined || this.#view !== undefined) return;
    const { calls, settle } = asked;
    const { modal = this.modal, words, functions = this.functions, parent, ...others } = asked.options;
    const options: CardOptions = { ...others, words: { ...this.words, ...words }, ...(functions === undefined ? {} : { functions }) };
    parent?.append(this);
    // Its parent has left meanwhile.
    if (!this.isConnected) return settle(undefined);
    const refused = options.refused !== undefined && options.refused !== null;
    let view: View;
    try {
      view = new View({ calls, options, modal, left: call => leftOf(call, refused), onEnd: settle });
    } catch (error) {
      return asked.fail(error);
    }
    this.#view = view;
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet()];
    view.element.toggleAttribute('data-dark', isDarkHere(this));
    root.append(view.element);
    if (view.element instanceof HTMLDialogElement) {
      const dialog = view.element;
      dialog.addEventListener('cancel', event => {
        event.preventDefault();
        settle(undefined);
      });
      // However it is closed, nobody has decided.
      dialog.addEventListener('close', () => settle(undefined));
      dialog.showModal();
    }
    view.start();
  }

  #end(decided: boolean): void {
    const view = this.#view;
    if (view === undefined) return;
    this.#view = undefined;
    remember(view.left, decided);
    view.end();
    if (view.element instanceof HTMLDialogElement && view.element.open) view.element.close();
    view.element.remove();
  }
}

const isList = (pending: PendingCall | readonly PendingCall[]): pending is readonly PendingCall[] => Array.isArray(pending);

export interface DialogOptions extends CardOptions {
  /** Where the element is put, while it is open. Default: the document's body. */
  readonly parent?: Element;
}

/** The element of every `askInDialog`: what is asked waits in its line. It is in the document while it asks. */
let dialog: CountersignCard | undefined;

/**
 * Shows an element of its own over the page, and removes it. It is a hook by itself: `onApproval: askInDialog`. Asked twice at once, the second waits for
 * the first.
 */
export function askInDialog(pending: readonly PendingCall[], options?: DialogOptions): Promise<CardDecisions>;
export function askInDialog(call: PendingCall, options?: DialogOptions): Promise<PauseDecision>;
export async function askInDialog(
  pending: PendingCall | readonly PendingCall[],
  options: DialogOptions = {},
): Promise<PauseDecision | CardDecisions> {
  checkCalls(pending);
  dialog ??= document.createElement('countersign-card') as CountersignCard;
  const asked = { ...options, parent: options.parent ?? document.body, modal: true };
  try {
    return isList(pending) ? await dialog.ask(pending, asked) : await dialog.ask(pending, asked);
  } finally {
    if (!dialog.open) dialog.remove();
  }
}

/** Whoever gives a run, or nothing, is told so here and not by what the card stumbles over. */
function checkCalls(asked: unknown): void {
  const isCall = (call: unknown): boolean => typeof call === 'object' && call !== null && 'callId' in call && 'fn' in call;
  if (Array.isArray(asked) ? asked.every(isCall) : isCall(asked)) return;
  const isRun = typeof asked === 'object' && asked !== null && 'pending' in asked;
  throw new TypeError(
    `the card is asked about a call that waits, or a list of them; this is ${isRun ? 'a run: give its `pending`' : 'neither'}`,
  );
}
