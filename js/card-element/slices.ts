/*
 * Owns when the elements of many rows are made: the first at once, the others in slices while the card is open already. What must hold: what comes later
 * comes below what is there, so that nothing moves; a card that has ended makes no more.
 */
import type { Fill } from './group.js';
import type { Row } from './row.js';

/** More than a screen has. */
const AT_ONCE = 60;
const SLICE = 40;

export class Slices {
  readonly #waiting: { readonly list: HTMLElement; readonly row: Row }[] = [];
  readonly #beforeGrowth: () => void;
  #left = AT_ONCE;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(beforeGrowth: () => void) {
    this.#beforeGrowth = beforeGrowth;
  }

  readonly fill: Fill = (list, rows) => {
    const now = rows.slice(0, this.#left);
    this.#left -= now.length;
    list.append(...now.map(row => row.element));
    for (const row of rows.slice(now.length)) this.#waiting.push({ list, row });
  };

  start(): void {
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#next());
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #next(): void {
    this.#beforeGrowth();
    for (const { list, row } of this.#waiting.splice(0, SLICE)) list.append(row.element);
    this.start();
  }
}
