/*
 * Owns the entry `countersign/card`: it defines `<countersign-card>` where there are elements, and does nothing elsewhere.
 */
import { CountersignCard } from './element.js';

if (typeof customElements !== 'undefined' && customElements.get('countersign-card') === undefined) {
  customElements.define('countersign-card', CountersignCard);
}

declare global {
  interface HTMLElementTagNameMap {
    'countersign-card': CountersignCard;
  }
}

export type { CardDecisions } from './answers.js';
export { isLater } from './answers.js';
export type { DialogOptions } from './element.js';
export { askInDialog, CountersignCard } from './element.js';
export type { CardOptions } from './options.js';
export type { CardWords } from './words.js';
