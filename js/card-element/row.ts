/*
 * Owns one row: a call with all that is known of it, and what a person has marked it with. What must hold: what would run is in view, also after an edit; a
 * mark is nothing but a mark; a row whose edit or value is wrong can't be decided with it. Deliberately absent: other rows, and deciding.
 */
import type { CallId, PendingCall } from '../api.js';
import { changesOf, isSameJson } from './changes.js';
import type { Checker } from './check.js';
import { idFor, label, make, makeButton, makeReason } from './dom.js';
import { EditPane } from './edit-pane.js';
import { editableJson, isJson } from './exact.js';
import { exactView, inputView } from './field-view.js';
import { JsonField } from './json-field.js';
import { longTextView, textView } from './text-view.js';
import { asLine } from './visible.js';
import type { CardWords } from './words.js';

export type Mark = 'undecided' | 'approve' | 'reject' | 'answer';

/** What a row says, for the answer. `input` is there if it was edited. */
export type RowDecision =
  | { readonly mark: 'approve'; readonly callId: CallId; readonly edit?: { readonly input: unknown } }
  | { readonly mark: 'reject'; readonly callId: CallId; readonly reason?: string }
  | { readonly mark: 'answer'; readonly callId: CallId; readonly value: unknown };

export interface RowSetting {
  readonly words: CardWords;
  readonly checker: Checker | undefined;
  /** In the order of the card, which is that in which the code came to the calls: 1, 2, 3 … */
  readonly place: number;
  /** The value to start from, where a person may give one in the function's place. */
  readonly answer: (() => unknown) | undefined;
  /** That line of the code. */
  readonly lineText: string | undefined;
  /** It is the only one: its buttons are the card's. */
  readonly alone: boolean;
  readonly onChange: () => void;
}

/** What of a row outlives its card. */
export interface Left {
  readonly mark: Mark;
  readonly reason: string;
  readonly edit: string | undefined;
  readonly answer: string | undefined;
  /** The reason for all that are rejected. */
  readonly shared?: string;
}

/** Whether nobody has done anything with a row. */
export const untouched = ({ mark, reason, edit, answer }: Left): boolean =>
  mark === 'undecided' && reason === '' && edit === undefined && answer === undefined;

export class Row {
  readonly call: PendingCall;
  #element: HTMLElement | undefined;
  readonly #setting: RowSetting;
  readonly #input = make('div', 'input');
  readonly #notes = make('div', 'notes');
  readonly #tools = make('div', 'tools');
  readonly #areas = make('div', 'areas');
  readonly #radios = new Map<Mark, HTMLInputElement>();
  readonly #picks = new Map<Mark, HTMLElement>();
  readonly #refusal = make('p', 'refusal');
  /** What an edit changed, while its fields are closed. */
  readonly #changes = make('p', 'remark changes');
  #mark: Mark = 'undecided';
  #edit: EditPane | undefined;
  #editButton: HTMLButtonElement | undefined;
  #answer: JsonField | undefined;
  #reason: HTMLInputElement | undefined;
  #reasonButton: HTMLButtonElement | undefined;
  #shown: unknown;

  constructor(call: PendingCall, setting: RowSetting) {
    this.call = call;
    this.#setting = setting;
    this.#shown = call.input;
    this.#refusal.hidden = true;
    if (call.error !== undefined) this.refuse(call.error.message);
  }

  /** Made when it is first asked for: of many rows, those out of view wait. */
  get element(): HTMLElement {
    this.#element ??= this.#make();
    return this.#element;
  }

  #make(): HTMLElement {
    const { call } = this;
    const { words, alone, place } = this.#setting;
    const element = make('li', 'row');
    element.part.add('row');
    element.dataset.call = call.callId;
    const number = alone ? [] : [make('span', 'no', words.number(place))];
    element.append(...number, ...this.#says(), this.#input, this.#notes, ...(alone ? [] : [this.#choice()]), this.#tools, this.#areas);
    this.#fillTools();
    this.#drawInput(element);
    if (call.state === 'unknown') this.#notes.append(make('p', 'warning', words.unknownCall));
    this.#refusal.setAttribute('role', 'alert');
    this.#refusal.part.add('refusal');
    this.#changes.part.add('changes');
    this.#notes.append(this.#changes, this.#refusal);
    this.#draw(element);
    return element;
  }

  get place(): number {
    return this.#setting.place;
  }

  get mark(): Mark {
    return this.#mark;
  }

  set mark(mark: Mark) {
    this.#mark = mark;
    if (mark === 'answer') this.openAnswer();
    if (this.#element !== undefined) this.#draw(this.#element);
  }

  get edited(): boolean {
    return this.#editedInput() !== undefined;
  }

  get offersAnswer(): boolean {
    return this.#setting.answer !== undefined;
  }

  /** Why it can't be decided as it is marked. */
  get problem(): 'wrong' | 'checking' | undefined {
    const field = this.#mark === 'approve' ? this.#edit : this.#mark === 'answer' ? this.#answer : undefined;
    return field === undefined || field.written.is === 'value' ? undefined : field.written.is;
  }

  /** Undefined: none. `reason` of the card, where the row has none of its own. */
  decision(reason: string): RowDecision | undefined {
    const { callId } = this.call;
    if (this.problem !== undefined) return undefined;
    switch (this.#mark) {
      case 'undecided':
        return undefined;
      case 'approve': {
        const edit = this.#editedInput();
        return edit === undefined ? { mark: 'approve', callId } : { mark: 'approve', callId, edit };
      }
      case 'reject': {
        const own = this.#reason?.value.trim() || reason;
        return own === '' ? { mark: 'reject', callId } : { mark: 'reject', callId, reason: own };
      }
      case 'answer':
        return this.#answer?.written.is === 'value' ? { mark: 'answer', callId, value: this.#answer.written.value } : undefined;
    }
  }

  get left(): Left {
    const edit = this.#edit?.touched === true ? this.#edit.text : undefined;
    return { mark: this.#setting.alone ? 'undecided' : this.#mark, reason: this.#reason?.value ?? '', edit, answer: this.#answer?.text };
  }

  restore({ mark, reason, edit, answer }: Left): void {
    if (edit !== undefined || answer !== undefined || reason !== '') this.#element ??= this.#make();
    if (edit !== undefined) {
      this.#openEdit(false);
      if (this.#edit !== undefined) this.#edit.text = edit;
    }
    if (answer !== undefined && this.#setting.answer !== undefined) {
      this.openAnswer(false);
      if (this.#answer !== undefined) this.#answer.text = answer;
    }
    if (reason !== '') this.#openReason(reason);
    this.mark = mark;
  }

  /** Why what was decided about it did not count. */
  refuse(message: string): void {
    const { words } = this.#setting;
    const why = /does not fit its schema: (.*)$/s.exec(message)?.[1] ?? message;
    this.#refusal.replaceChildren(textView(words.refused(why), words));
    this.#refusal.hidden = false;
  }

  /** Something about its input that concerns other rows. */
  remark(text: string): void {
    this.#notes.prepend(make('p', 'remark', text));
  }

  // ─── What is shown ───

  /** The app's sentence, and where the code made the call. */
  #says(): HTMLElement[] {
    const { words, alone } = this.#setting;
    const { summary } = this.call;
    const parts = alone ? this.#calledAt() : [];
    if (summary !== undefined && summary !== '') {
      const { text, beside } = longTextView(summary, words);
      const said = make('span', 'summary', text, beside.hasChildNodes() ? beside : undefined);
      said.part.add('summary');
      parts.unshift(said);
    }
    return parts.length > 0 ? [make('div', 'says', ...parts)] : [];
  }

  #calledAt(): HTMLElement[] {
    const { words, lineText, alone } = this.#setting;
    const { line } = this.call;
    if (line === undefined) return [];
    const box = make('span', 'at', words.line(line));
    box.part.add('line');
    const code = lineText?.trim() ?? '';
    if (alone && code !== '') box.append(' ', make('code', '', textView(code, words, 'said', 400)));
    else if (code !== '') box.title = asLine(code);
    return [box];
  }

  #drawInput(element: HTMLElement): void {
    const { words, alone } = this.#setting;
    const view = inputView(this.#shown, words, !alone);
    this.#input.replaceChildren(view);
    element.classList.toggle('wide', !view.classList.contains('short'));
    for (const open of this.#areas.querySelectorAll('.exact-area')) open.replaceChildren(exactView(this.#shown, words));
  }

  #choice(): HTMLElement {
    const { words, answer, place } = this.#setting;
    const { fn, state } = this.call;
    const box = make('div', 'choice');
    box.part.add('choice');
    box.setAttribute('role', 'radiogroup');
    box.setAttribute('aria-label', words.decisionOn(place, asLine(fn, 80)));
    const picks: [Mark, string][] = [
      ['undecided', words.undecided],
      ['reject', words.reject],
      ['approve', state === 'unknown' ? words.runAgain : words.approve],
    ];
    if (answer !== undefined) picks.splice(1, 0, ['answer', words.answer]);
    const name = idFor(box, 'choice');
    for (const [mark, text] of picks) {
      const radio = make('input', '');
      radio.type = 'radio';
      radio.name = name;
      radio.value = mark;
      radio.addEventListener('change', () => {
        this.mark = mark;
        this.#setting.onChange();
      });
      this.#radios.set(mark, radio);
      const pick = make('label', `pick ${mark}`, radio, make('span', '', text));
      this.#picks.set(mark, pick);
      pick.setAttribute('data-decides', '');
      pick.part.add('pick', `pick-${mark}`);
      box.append(pick);
    }
    return box;
  }

  #draw(element: HTMLElement): void {
    element.dataset.mark = this.#mark;
    const radio = this.#radios.get(this.#mark);
    if (radio !== undefined) radio.checked = true;
    for (const [mark, pick] of this.#picks) pick.classList.toggle('on', mark === this.#mark);
    if (this.#reasonButton !== undefined) this.#reasonButton.hidden = this.#mark !== 'reject' || this.#reason !== undefined;
    this.#drawChanges(element);
    if (this.#answer !== undefined && !this.#setting.alone) this.#answer.element.hidden = this.#mark !== 'answer';
  }

  #drawChanges(element: HTMLElement): void {
    const { words } = this.#setting;
    const edit = this.#editedInput();
    element.classList.toggle('edited', edit !== undefined);
    // While its fields are open they say so.
    const isShown = edit !== undefined && this.#edit?.element.hidden === true;
    this.#changes.hidden = !isShown;
    this.#changes.textContent = isShown ? words.edited(changesOf(this.#before, edit.input, words), (this.call.summary ?? '') !== '') : '';
  }

  // ─── What can be opened ───

  #fillTools(): void {
    const { words, alone, place } = this.#setting;
    const { call } = this;
    const exact = this.#toggle(isJson(call.input) ? words.exact : words.exactOther, 'exact-area', () => exactView(this.#shown, words));
    if (!alone) this.#tools.append(...this.#calledAt());
    this.#tools.append(exact);
    if ('proposed' in call) {
      this.#tools.append(this.#toggle(words.proposed, 'proposed-area', () => exactView(call.proposed, words)));
    }
    if (this.#canEdit()) {
      this.#editButton = makeButton('quiet', words.edit, () => this.#openEdit());
      this.#editButton.setAttribute('aria-label', words.editOf(place));
      this.#tools.append(this.#editButton);
    } else if (alone) this.#tools.append(make('span', 'remark plain', words.uneditable));
    if (!alone) {
      this.#reasonButton = makeButton('quiet', words.ownReason, () => this.#openReason(''));
      this.#reasonButton.setAttribute('aria-label', words.reasonOf(place));
      this.#tools.append(this.#reasonButton);
    }
  }

  /** A button that opens and closes a part below; the part is made when it is first opened. */
  #toggle(text: string, className: string, content: () => HTMLElement): HTMLButtonElement {
    const { words, place } = this.#setting;
    const button = makeButton('quiet', text, () => {
      const open = this.#areas.querySelector(`.${className}`);
      if (open !== null) open.remove();
      else this.#areas.prepend(make('div', className, content()));
      button.setAttribute('aria-expanded', String(open === null));
    });
    button.setAttribute('aria-expanded', 'false');
    button.setAttribute('aria-label', `${text}, ${words.number(place)}`);
    return button;
  }

  /** An edit replaces what the code passed, and the schema makes of it what it will. */
  get #before(): unknown {
    return 'proposed' in this.call ? this.call.proposed : this.call.input;
  }

  #canEdit(): boolean {
    return isJson(this.call.input) && isJson(this.#before);
  }

  #editedInput(): { readonly input: unknown } | undefined {
    const written = this.#edit?.written;
    return written?.is === 'value' && !isSameJson(written.value, this.#before) ? { input: written.value } : undefined;
  }

  #openEdit(focus = true): void {
    const { words, checker } = this.#setting;
    if (this.#edit === undefined) {
      this.#edit = new EditPane({
        before: this.#before,
        checker,
        words,
        onChange: () => this.#editChanged(),
        // What was refused is being changed.
        onInput: () => {
          this.#refusal.hidden = true;
        },
        onClose: () => this.#closeEdit(),
      });
      this.#areas.append(this.#edit.element);
      this.#editChanged();
    }
    this.#edit.element.hidden = false;
    this.#drawChanges(this.element);
    if (this.#editButton !== undefined) this.#editButton.hidden = true;
    if (!focus) return;
    this.#edit.focus();
    this.#edit.element.scrollIntoView({ block: 'nearest' });
  }

  #closeEdit(): void {
    if (this.#edit !== undefined) this.#edit.element.hidden = true;
    this.#drawChanges(this.element);
    if (this.#editButton === undefined) return;
    this.#editButton.hidden = false;
    this.#editButton.focus();
  }

  #editChanged(): void {
    // The field says so as it is made.
    if (this.#edit === undefined) return;
    const { written } = this.#edit;
    if (written.is === 'value') {
      const shown = this.#editedInput() === undefined ? this.call.input : written.made;
      if (shown !== this.#shown) {
        this.#shown = shown;
        this.#drawInput(this.element);
      }
    }
    this.#draw(this.element);
    this.#setting.onChange();
  }

  /** The field for a value in the function's place. */
  openAnswer(focus = true): void {
    const { words, answer, onChange } = this.#setting;
    if (answer === undefined) return;
    if (this.#answer === undefined) {
      const start = startOf(answer);
      const field = new JsonField({
        title: words.answerLabel,
        start: isJson(start) ? editableJson(start) : 'null',
        words,
        onChange,
      });
      this.#answer = field;
      this.#areas.append(field.element);
    }
    this.#answer.element.hidden = false;
    if (focus && this.#setting.alone) this.#answer.area.focus();
  }

  closeAnswer(): void {
    if (this.#answer !== undefined) this.#answer.element.hidden = true;
  }

  #openReason(text: string): void {
    if (this.#reason === undefined) {
      const { words } = this.#setting;
      const field = makeReason();
      this.#reason = field;
      this.#areas.append(make('div', 'own-reason', label(field, words.reasonOf(this.#setting.place)), field));
    }
    this.#reason.value = text;
    if (text === '') this.#reason.focus();
    this.#draw(this.element);
  }
}

/** What the page's own function fails with is the page's, and no reason to offer nothing. */
function startOf(answer: () => unknown): unknown {
  try {
    return answer() ?? null;
  } catch (error) {
    reportError(error);
    return null;
  }
}
