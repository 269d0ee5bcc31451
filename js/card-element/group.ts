/*
 * Owns the rows of one function under one heading, and the buttons that mark them together. What must hold: these buttons reach the rows of this group and
 * no others; rows in state `unknown` are in no group.
 */
import type { PendingCall } from '../api.js';
import { make, makeButton, makeList } from './dom.js';
import type { Mark, Row } from './row.js';
import { textView } from './text-view.js';
import { asLine } from './visible.js';
import type { CardWords } from './words.js';

/** Buttons that mark many rows at once; `draw` shows what all of them are marked with. */
export class ManyChoice {
  readonly element: HTMLElement;
  readonly #buttons = new Map<Mark, HTMLButtonElement>();
  readonly #rows: readonly Row[];

  constructor(rows: readonly Row[], text: string, name: string, words: CardWords, onChange: () => void) {
    this.#rows = rows;
    this.element = make('div', 'many', make('span', 'many-label', text));
    this.element.setAttribute('role', 'group');
    this.element.setAttribute('aria-label', name);
    const box = make('div', 'choice');
    box.part.add('choice');
    for (const [mark, word] of [
      ['undecided', words.undecided],
      ['reject', words.reject],
      ['approve', words.approve],
    ] as const) {
      const button = makeButton(
        `pick ${mark}`,
        word,
        () => {
          for (const row of rows) row.mark = mark;
          onChange();
        },
        `pick pick-${mark}`,
      );
      button.setAttribute('data-decides', '');
      this.#buttons.set(mark, button);
      box.append(button);
    }
    this.element.append(box);
    this.draw();
  }

  draw(): void {
    for (const [mark, button] of this.#buttons) button.setAttribute('aria-pressed', String(this.#rows.every(row => row.mark === mark)));
  }
}

/** What is said of the function itself. */
export function functionHead(call: PendingCall, words: CardWords, more?: HTMLElement): HTMLElement {
  const name = make('h3', 'fn', textView(call.fn, words));
  name.part.add('function');
  const head = make('div', 'group-head', make('div', 'fn-line', name, ...effects(call, words)));
  if (call.description !== undefined && call.description !== '') {
    const description = make('p', 'description', textView(call.description, words));
    description.part.add('description');
    head.append(description);
  }
  if (more !== undefined) head.append(more);
  return head;
}

function effects({ sideEffects = [] }: PendingCall, words: CardWords): HTMLElement[] {
  if (sideEffects.length === 0) return [];
  const list = makeList('ul', 'effects', ...sideEffects.map(word => effect(word, words)));
  list.setAttribute('aria-label', words.sideEffects);
  return [list];
}

function effect(word: string, words: CardWords): HTMLElement {
  const chip = make('li', 'effect', textView(word, words, 'said', 60));
  chip.part.add('effect');
  return chip;
}

export type Fill = (list: HTMLElement, rows: readonly Row[]) => void;

export class Group {
  readonly element: HTMLElement;
  readonly choice: ManyChoice | undefined;

  /** `fill` puts the rows into their list. */
  constructor(rows: readonly Row[], words: CardWords, fill: Fill, onChange: () => void) {
    const [first] = rows;
    const fn = first?.call.fn ?? '';
    this.choice =
      rows.length > 1 ? new ManyChoice(rows, words.all(rows.length), words.allOf(asLine(fn, 80), rows.length), words, onChange) : undefined;
    const list = makeList('ol', 'row-list');
    fill(list, rows);
    this.element = make('section', 'group', first && functionHead(first.call, words, this.choice?.element), list);
    this.element.part.add('group');
    this.element.setAttribute('aria-label', asLine(fn, 80));
  }
}
