/*
 * Owns the elements of a value: names and values with their kinds, and the exact text. What must hold: each value stands in a box of its own,
 * which its text can neither leave nor imitate; what the fields leave out is in the exact text. Made when it is to be seen, and not before.
 */
import { make, makeButton } from './dom.js';
import { exactly } from './exact.js';
import { type Field, fieldsOf, type Name, type Shown } from './fields.js';
import { longTextView, textView } from './text-view.js';
import { makeVisible } from './visible.js';
import type { CardWords } from './words.js';

/** The input of a call: its own fields one under another, or beside each other where they are few and short. */
export function inputView(value: unknown, words: CardWords, dense: boolean): HTMLElement {
  const shown = fieldsOf(value);
  if (shown.is !== 'parts') return make('div', 'fields short', pair(words.input, shown, words));
  const box = fieldList(shown.fields, shown.left, words);
  const short = dense && shown.left === 0 && shown.fields.length <= 4 && lengthOf(shown.fields) < 90;
  box.className = short ? 'fields short' : 'fields';
  if (shown.kind !== 'object') box.prepend(kind(words.size(shown.kind, shown.size)));
  return box;
}

/** The whole value, in portions. */
export function exactView(value: unknown, words: CardWords): HTMLElement {
  let limit = 20_000;
  const text = make('pre', 'exact');
  text.part.add('exact');
  text.tabIndex = 0;
  text.setAttribute('aria-label', words.exact);
  text.setAttribute('role', 'group');
  const more = makeButton('quiet', words.cut, () => {
    limit *= 4;
    draw();
  });
  function draw(): void {
    const exact = exactly(value, { lines: true, limit });
    // The notation has escaped what can't be seen; line breaks are its own.
    text.textContent = exact.text;
    more.hidden = !exact.cut;
    if (more.hidden && more.matches(':focus')) text.focus();
  }
  draw();
  return make('div', 'exact-box', text, more);
}

function lengthOf(fields: readonly Field[]): number {
  return fields.reduce((sum, { name, value }) => {
    const text = 'text' in value ? value.text : undefined;
    if (text === undefined || text.includes('\n')) return 1_000;
    return sum + text.length + ('key' in name ? name.key.length : 8) + 4;
  }, 0);
}

function fieldList(fields: readonly Field[], left: number, words: CardWords): HTMLElement {
  const box = make('div', 'fields nested', ...fields.map(({ name, value }) => pair(name, value, words)));
  if (left > 0) box.append(make('div', 'pair rest', make('span', 'remark plain', words.leftOut(left))));
  return box;
}

function pair(name: Name | string, value: Shown, words: CardWords): HTMLElement {
  const title = make('span', 'name', ...nameView(name, words));
  title.part.add('field-name');
  const content = make('span', 'value', ...valueView(value, words));
  content.part.add('field-value');
  return make('div', value.is === 'parts' ? 'pair deep' : 'pair', title, ' ', content);
}

const PLAIN_NAME = /^[\w$-]{1,80}$/;

function nameView(name: Name | string, words: CardWords): (Node | string)[] {
  if (typeof name === 'string') return [make('i', '', name)];
  if ('at' in name) return [make('span', 'place', String(name.at))];
  if ('mapKey' in name) return [...valueView(name.mapKey, words), ' ⇒'];
  if (name.key === '') return [make('span', 'quote', '""')];
  return PLAIN_NAME.test(name.key) ? [name.key] : [textView(name.key, words)];
}

function valueView(value: Shown, words: CardWords): (Node | string)[] {
  switch (value.is) {
    case 'text': {
      const quote = (): HTMLElement => make('span', 'quote', '"');
      const { text, beside } = longTextView(value.text, words);
      const box = make('span', 'text', quote(), text, quote());
      return [box, value.odd ? kind(words.kinds.text) : '', beside.hasChildNodes() ? beside : ''];
    }
    case 'scalar':
      return [
        make('span', `scalar ${value.kind}`, value.text),
        value.text === value.kind ? '' : kind(words.kinds[value.kind], PLAIN.has(value.kind)),
      ];
    case 'line':
      return [make('code', 'line-text', ...inCode(value.text, words))];
    case 'again':
      return [make('span', 'remark plain', words.again(value.path))];
    case 'parts':
      return [kind(words.size(value.kind, value.size)), fieldList(value.fields, value.left, words)];
  }
}

/** The notation escapes what is hidden; look-alikes keep their signs. */
function inCode(text: string, words: CardWords): (Node | string)[] {
  return makeVisible(text).pieces.every(({ kind: of }) => of === 'text') ? [text] : [textView(text, words)];
}

/** What is seen by the lack of quotes is said to those who can't see it. */
const PLAIN = new Set(['number', 'boolean']);

function kind(word: string, unseen = false): HTMLElement {
  const box = make('span', unseen ? 'unseen' : 'kind', unseen ? ` ${word}` : word);
  if (!unseen) box.part.add('kind');
  return box;
}
