/*
 * Owns a field in which a person writes JSON, and what is said below it as they type. What must hold: text that is no JSON, or does not fit its schema,
 * is never a value; while a check is under way neither. Deliberately absent: what the value is for.
 */
import type { Misfit } from '../schema.js';
import type { Check } from './check.js';
import { label, make, makeArea } from './dom.js';
import { otherNumberIn } from './numbers.js';
import { asLine } from './visible.js';
import type { CardWords } from './words.js';

export type Written =
  /** `made`: what its schema makes of it. */
  | { readonly is: 'value'; readonly value: unknown; readonly made: unknown }
  /** No value: why is said below the field. `misfits`: what its schema says of it. */
  | { readonly is: 'wrong'; readonly misfits: readonly Misfit[] }
  | { readonly is: 'checking' };

export interface JsonFieldOptions {
  readonly title: string;
  readonly start: string;
  readonly words: CardWords;
  readonly check?: Check | undefined;
  /** What is said of a value that fits. */
  readonly say?: (value: unknown) => string;
  readonly onChange: () => void;
}

const PAUSE_MS = 120;
/** Longer than a line of JSON needs a box of its own. */
const MOST_ROWS = 12;

export class JsonField {
  readonly element: HTMLElement;
  readonly area: HTMLTextAreaElement;
  /** The field without what is said below it. */
  readonly box: HTMLElement;
  readonly #note = make('p', 'field-note');
  readonly #options: JsonFieldOptions;
  #written: Written = { is: 'checking' };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #round = 0;

  constructor(options: JsonFieldOptions) {
    this.#options = options;
    const area = makeArea('json', options.start);
    this.area = area;
    area.wrap = 'off';
    area.rows = Math.min(MOST_ROWS, Math.max(2, options.start.split('\n', MOST_ROWS).length));
    const title = label(area, options.title);
    this.#note.setAttribute('role', 'status');
    this.#note.id = `${area.id}-note`;
    area.setAttribute('aria-describedby', this.#note.id);
    area.addEventListener('input', () => this.read());
    this.box = make('div', 'json-box', title, area);
    this.element = make('div', 'json-field', this.box, this.#note);
    this.read();
  }

  get written(): Written {
    return this.#written;
  }

  get noteId(): string {
    return this.#note.id;
  }

  get text(): string {
    return this.area.value;
  }

  set text(text: string) {
    this.area.value = text;
    this.read();
  }

  read(): void {
    const round = ++this.#round;
    clearTimeout(this.#timer);
    let value: unknown;
    try {
      value = JSON.parse(this.area.value);
    } catch (error) {
      return this.refuse(this.#options.words.notJson(error instanceof Error ? error.message : String(error)));
    }
    const other = this.area.value === this.#options.start ? undefined : otherNumberIn(this.area.value);
    if (other !== undefined) return this.refuse(this.#options.words.otherNumber(asLine(other, 60)));
    const { check } = this.#options;
    if (check === undefined || this.area.value === this.#options.start) return this.#fits(value);
    this.#written = { is: 'checking' };
    this.#options.onChange();
    this.#timer = setTimeout(async () => {
      const checked = await check(value);
      if (round !== this.#round) return;
      if (checked.ok) this.#fits(value, checked);
      else this.#settle({ is: 'wrong', misfits: checked.misfits }, this.#options.words.misfit(checked.problem, checked.misfits));
    }, PAUSE_MS);
  }

  /** What is written is no value, whatever the text says. */
  refuse(why: string): void {
    this.#round += 1;
    clearTimeout(this.#timer);
    this.#settle({ is: 'wrong', misfits: [] }, why);
  }

  #fits(value: unknown, checked?: { readonly value: unknown }): void {
    const { words, say } = this.#options;
    const said = [say?.(value) ?? '', checked === undefined ? '' : words.fits];
    this.#settle({ is: 'value', value, made: checked === undefined ? value : checked.value }, said.filter(text => text !== '').join(' '));
  }

  #settle(written: Written, note: string): void {
    this.#written = written;
    const wrong = written.is === 'wrong';
    if (this.#note.textContent !== note) this.#note.textContent = note;
    this.#note.classList.toggle('bad', wrong);
    this.area.setAttribute('aria-invalid', String(wrong));
    this.#options.onChange();
    if (wrong && this.element.matches(':focus-within')) this.#note.scrollIntoView({ block: 'nearest' });
  }
}
