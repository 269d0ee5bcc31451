/*
 * Owns the place below a row where its input is edited: field by field where its members are plain, and as JSON, which is always one press away. What must hold: the
 * JSON text is the edit, and the fields write it; what is no value in a field is none of the edit either. Deliberately absent: what the row does with it.
 */
import { changesOf } from './changes.js';
import type { Checker } from './check.js';
import { make, makeButton } from './dom.js';
import { editableJson } from './exact.js';
import { FieldForm } from './field-form.js';
import { JsonField, type Written } from './json-field.js';
import { asLine } from './visible.js';
import type { CardWords } from './words.js';

export interface EditPaneOptions {
  /** What an edit replaces. */
  readonly before: unknown;
  readonly checker: Checker | undefined;
  readonly words: CardWords;
  readonly onChange: () => void;
  /** Somebody types: what was said of the old input is over. */
  readonly onInput: () => void;
  readonly onClose: () => void;
}

export class EditPane {
  readonly element: HTMLElement;
  readonly #json: JsonField;
  readonly #form: FieldForm;
  readonly #options: EditPaneOptions;
  readonly #toggle: HTMLButtonElement;
  readonly #start: string;
  #asFields: boolean;

  constructor(options: EditPaneOptions) {
    this.#options = options;
    const { before, checker, words } = options;
    this.#start = editableJson(before);
    this.#json = new JsonField({
      title: words.editLabel,
      start: this.#start,
      words,
      check: checker?.check,
      say: value => changesOf(before, value, words),
      onChange: () => this.#changed(),
    });
    this.#form = new FieldForm({
      schema: checker?.schema(),
      words,
      note: this.#json.noteId,
      onChange: (value, missing) => {
        if (value === undefined) this.#json.refuse(`${asLine(missing, 40)}: ${words.notNumber}`);
        else this.#json.text = editableJson(value);
      },
    });
    this.#toggle = makeButton('quiet', '', () => this.#turn());
    const done = makeButton('plain', words.done, () => this.#close());
    const undo = makeButton('quiet', words.undo, () => this.#undo());
    this.#json.element.prepend(this.#form.element);
    this.element = make('div', 'editing', this.#json.element, make('p', 'close', this.#toggle, undo, done));
    this.element.addEventListener('input', options.onInput);
    this.element.addEventListener('keydown', event => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      if (this.written.is === 'wrong') this.#undo();
      else this.#close();
    });
    this.#asFields = this.#form.show(before);
    this.#draw();
  }

  get written(): Written {
    return this.#json.written;
  }

  /** Whether anything was written. */
  get touched(): boolean {
    return this.text !== this.#start;
  }

  get text(): string {
    return this.#json.text;
  }

  set text(text: string) {
    this.#json.text = text;
    this.#asFields = this.#formFits();
    this.#draw();
  }

  focus(): void {
    if (this.#asFields) this.#form.focusWrong();
    else this.#json.area.focus();
  }

  #undo(): void {
    if (this.#asFields) this.text = this.#start;
    // Whoever chose the JSON finds it again.
    else this.#json.text = this.#start;
    this.#options.onClose();
  }

  /** What is wrong stays open. */
  #close(): void {
    if (this.written.is === 'wrong') this.focus();
    else this.#options.onClose();
  }

  #turn(): void {
    if (this.#asFields) {
      this.#asFields = false;
      // What is no value in a field is not in the text.
      this.#json.read();
    } else this.#asFields = this.#formFits();
    this.#draw();
    this.focus();
  }

  /** Whether the fields can show what is written as JSON; they do then. */
  #formFits(): boolean {
    try {
      return this.#form.show(JSON.parse(this.#json.text));
    } catch {
      return false;
    }
  }

  #changed(): void {
    // The field says so as it is made.
    if (this.#toggle === undefined) return;
    this.#mark();
    this.#options.onChange();
  }

  /** The fields of the members that the schema complains of. */
  #mark(): void {
    const misfits = this.written.is === 'wrong' ? this.written.misfits : [];
    this.#form.mark(new Set(misfits.flatMap(({ path }) => path.slice(0, 1).map(String))));
  }

  #draw(): void {
    const { words } = this.#options;
    this.#form.element.hidden = !this.#asFields;
    this.#json.box.hidden = this.#asFields;
    this.#toggle.textContent = this.#asFields ? words.editAsJson : words.editAsFields;
    this.#toggle.hidden = !this.#asFields && !this.#form.isMade;
    this.#mark();
  }
}
