/*
 * Owns the fields in which a person edits an input member by member. What must hold: it gives a value only while each field holds one; members that have no field keep
 * what they hold, and the order of members stays. Deliberately absent: whether the value fits its schema.
 */
import { make, makeArea, makeButton } from './dom.js';
import { type Choice, type EditField, editFields } from './edit-fields.js';
import { exactly } from './exact.js';
import { numberAsTyped } from './numbers.js';
import { textView } from './text-view.js';
import { asLine } from './visible.js';
import type { CardWords } from './words.js';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface FieldFormOptions {
  /** The JSON Schema of the whole. */
  readonly schema: unknown;
  readonly words: CardWords;
  /** The id of what says whether it fits. */
  readonly note: string;
  /** Undefined: a field holds no value, and its name. */
  readonly onChange: (value: Record<string, unknown> | undefined, missing: string) => void;
}

const MOST_LINES = 6;

export class FieldForm {
  readonly element = make('div', 'field-form');
  readonly #options: FieldFormOptions;
  readonly #controls = new Map<string, Control>();
  /** Numbers that are none as they are written. */
  readonly #missing = new Set<string>();
  #value: Record<string, unknown> = {};

  constructor(options: FieldFormOptions) {
    this.#options = options;
  }

  /** Whether it has shown a value. */
  get isMade(): boolean {
    return this.element.hasChildNodes();
  }

  /** Whether it can show that value; it does then. */
  show(value: unknown): boolean {
    const fields = editFields(value, this.#options.schema);
    if (fields === undefined) return false;
    this.#value = value as Record<string, unknown>;
    this.#draw(fields);
    return true;
  }

  /** The first field that is marked as wrong, or the first of all. */
  focusWrong(): void {
    const controls = [...this.#controls.values()];
    (controls.find(control => control.getAttribute('aria-invalid') === 'true') ?? controls[0])?.focus();
  }

  /** Which members the schema complains of. */
  mark(wrong: ReadonlySet<string>): void {
    for (const [name, control] of this.#controls) control.setAttribute('aria-invalid', String(wrong.has(name) || this.#missing.has(name)));
  }

  #draw(fields: readonly EditField[]): void {
    const { words } = this.#options;
    this.#controls.clear();
    this.#missing.clear();
    const there = fields.filter(({ name }) => Object.hasOwn(this.#value, name));
    const absent = fields.filter(({ name }) => !Object.hasOwn(this.#value, name));
    const add = absent.map(field => makeButton('quiet', words.addField(asLine(field.name, 40)), () => this.#add(field)));
    this.element.replaceChildren(
      ...there.flatMap(field => this.#lineOf(field)),
      ...(add.length > 0 ? [make('div', 'to-add', ...add)] : []),
    );
  }

  #lineOf(field: EditField): HTMLElement[] {
    const { words } = this.#options;
    const { name, kind, optional } = field;
    if (kind.is === 'json') {
      const { text, cut } = exactly(this.#value[name], { limit: 60 });
      const held = make(
        'span',
        'held',
        make('code', 'line-text', cut ? `${text}…` : text),
        make('span', 'remark plain', ` ${words.jsonOnly}`),
      );
      return [make('span', 'name', textView(name, words)), held];
    }
    const control = this.#controlOf(field);
    const label = make('label', 'name', textView(name, words));
    control.id = `${this.#options.note}-${this.#controls.size}`;
    label.htmlFor = control.id;
    control.setAttribute('aria-describedby', this.#options.note);
    control.part.add('input');
    this.#controls.set(name, control);
    const line = make('div', 'field-line', control);
    if (optional) {
      const out = makeButton('quiet', words.leaveOut, () => this.#leaveOut(name));
      out.setAttribute('aria-label', `${words.leaveOut}: ${asLine(name, 40)}`);
      line.append(out);
    }
    return [label, line];
  }

  #controlOf({ name, kind }: EditField): Control {
    const value = this.#value[name];
    if (kind.is === 'choice') return this.#select(name, kind.among, value as Choice);
    if (kind.is === 'number') {
      const field = make('input', 'field');
      field.inputMode = 'decimal';
      field.autocomplete = 'off';
      field.value = String(value ?? '');
      field.addEventListener('input', () => {
        this.#set(name, numberAsTyped(field.value.trim()));
      });
      return field;
    }
    const area = makeArea('field', String(value));
    const fit = (): void => {
      area.rows = Math.min(MOST_LINES, area.value.split('\n', MOST_LINES).length + (area.value.length > 60 ? 1 : 0));
    };
    fit();
    area.addEventListener('input', () => {
      fit();
      this.#set(name, area.value);
    });
    return area;
  }

  #select(name: string, among: readonly Choice[], value: Choice): Control {
    const select = make('select', 'field');
    const bare = among.every(choice => typeof choice === 'string');
    for (const choice of among) {
      const option = make('option', '', bare ? asLine(String(choice), 120) : exactly(choice).text);
      option.selected = choice === value;
      select.append(option);
    }
    select.addEventListener('change', () => this.#set(name, among[select.selectedIndex]));
    return select;
  }

  /** Undefined: what is written is no value. */
  #set(name: string, value: unknown): void {
    if (value === undefined) this.#missing.add(name);
    else {
      this.#missing.delete(name);
      this.#value = withMember(this.#value, name, value);
    }
    const [missing] = this.#missing;
    this.#options.onChange(missing === undefined ? this.#value : undefined, missing ?? '');
  }

  #add({ name, kind }: EditField): void {
    const start = kind.is === 'choice' ? kind.among[0] : kind.is === 'text' ? '' : 0;
    this.#value = withMember(this.#value, name, start);
    this.#redraw(name);
  }

  #leaveOut(name: string): void {
    this.#value = Object.fromEntries(Object.entries(this.#value).filter(([each]) => each !== name));
    this.#redraw();
  }

  #redraw(focused?: string): void {
    this.#draw(editFields(this.#value, this.#options.schema) ?? []);
    const control = this.#controls.get(focused ?? '') ?? [...this.#controls.values()][0];
    control?.focus();
    this.#options.onChange(this.#value, '');
  }
}

/** In its place, or last. Members may have any name, `__proto__` too. */
function withMember(value: Record<string, unknown>, name: string, member: unknown): Record<string, unknown> {
  const others = Object.entries(value);
  if (!Object.hasOwn(value, name)) return Object.fromEntries([...others, [name, member]]);
  return Object.fromEntries(others.map(([each, held]) => [each, each === name ? member : held]));
}
