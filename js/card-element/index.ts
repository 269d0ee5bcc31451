/*
 * Owns the entry `countersign/card`: it defines `<countersign-card>` where there are elements, and does nothing elsewhere. What must hold: its
 * declarations name the element to JSX where React is, and stand by themselves where it is not.
 */
import { type CardProperties, CountersignCard } from './element.js';

if (typeof customElements !== 'undefined' && customElements.get('countersign-card') === undefined) {
  customElements.define('countersign-card', CountersignCard);
}

declare global {
  interface HTMLElementTagNameMap {
    'countersign-card': CountersignCard;
  }
}

// biome-ignore lint/suspicious/noTsIgnore: whether there is an error is the app's to know
/** @ts-ignore: where there are no types of React there is nothing to add to, and nothing is missing */
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      // biome-ignore lint/suspicious/noTsIgnore: as above
      /** @ts-ignore: the same */
      'countersign-card': import('react').DetailedHTMLProps<import('react').HTMLAttributes<CountersignCard>, CountersignCard> &
        CardProperties;
    }
  }
}

export type { CardDecisions } from './answers.js';
export { isLater } from './answers.js';
export type { CardProperties, DialogOptions } from './element.js';
export { askInDialog, CountersignCard } from './element.js';
export type { CardOptions } from './options.js';
export type { CardWords } from './words.js';
