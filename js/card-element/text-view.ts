/*
 * Owns the elements of a text of unknown origin: its pieces, its remarks, and folding it where it is long. What must hold: all of it can be brought into
 * view, and what is folded says how much; a sign is an element, which no text can make; a text stays in a box of its own and can't turn the
 * direction of what stands beside it. Deliberately absent: quotes and kinds; that is field-view.ts.
 */
import { make, makeButton } from './dom.js';
import { makeVisible, type Piece, type Remarks, sliceWhole } from './visible.js';
import type { CardWords } from './words.js';

/** A text up to this long, with so few lines, is shown as a whole. */
const LONG = 800;
const MANY_LINES = 14;
/** Of a folded text its beginning is shown, and its end. */
const HEAD = 400;
const HEAD_LINES = 7;
const TAIL = 80;
/** What is added at a time: millions of characters at once would freeze the page. */
const STEP = 20_000;
/** Remarks count what is in this much of a text; signs stand everywhere. */
const MOST_REMARKED = 200_000;

/** The text in a box of its own, without folding. For one line: names, sentences of the app. */
export function textView(text: string, words: CardWords, className = 'said', most = 1_000): HTMLElement {
  const box = make('bdi', className);
  box.dir = 'auto';
  append(box, text.length > most ? sliceWhole(text, most) : text, words);
  if (text.length > most) box.append(sign(`… ${words.more(text.length - most)}`, '', 'sign cut'));
  return box;
}

export interface LongText {
  readonly text: HTMLElement;
  /** What is to be said beside it. */
  readonly beside: HTMLElement;
}

/** The text, folded where it is long, and its remarks. */
export function longTextView(text: string, words: CardWords): LongText {
  const box = make('bdi', 'said');
  box.dir = 'auto';
  const beside = make('span', 'beside');
  if (isLong(text)) drawFolded(beside, box, text, words);
  else {
    const remarks = append(box, text, words);
    if (remarks !== undefined) beside.append(remarks);
  }
  return { text: box, beside };
}

export const isLong = (text: string): boolean =>
  text.length > LONG || (text.length > MANY_LINES && text.split('\n', MANY_LINES + 1).length > MANY_LINES);

function drawFolded(beside: HTMLElement, box: HTMLElement, text: string, words: CardWords): void {
  const head = headOf(text);
  const end = text.slice(Math.max(head.length, text.length - TAIL));
  const tail = end.slice(isLowSurrogate(end) ? 1 : 0);
  const left = text.length - head.length - tail.length;
  const gap = makeButton('gap', words.more(left), () => {
    drawOpen(beside, box, text, words);
    beside.querySelector<HTMLElement>('button:not([hidden])')?.focus();
  });
  gap.setAttribute('aria-expanded', 'false');
  box.replaceChildren(...elements(head, words), gap, ...elements(tail, words));
  const remarks = remarksOf(makeVisible(text.slice(0, MOST_REMARKED)).remarks, words) ?? '';
  beside.replaceChildren(make('span', 'remark plain', words.length(text.length)), ' ', remarks);
}

function headOf(text: string): string {
  const head = sliceWhole(text, HEAD);
  const lines = head.split('\n');
  return lines.length > HEAD_LINES ? `${lines.slice(0, HEAD_LINES).join('\n')}\n` : head;
}

function drawOpen(beside: HTMLElement, box: HTMLElement, text: string, words: CardWords): void {
  let at = 0;
  box.replaceChildren();
  const more = makeButton('quiet', words.cut, add);
  const fold = makeButton('quiet', words.fold, () => {
    drawFolded(beside, box, text, words);
    box.querySelector('button')?.focus();
  });
  fold.setAttribute('aria-expanded', 'true');
  const remarks = remarksOf(makeVisible(text.slice(0, MOST_REMARKED)).remarks, words) ?? '';
  beside.replaceChildren(make('span', 'remark plain', words.length(text.length), ' ', more, fold), ' ', remarks);
  add();

  function add(): void {
    const next = sliceWhole(text.slice(at, at + STEP), STEP);
    box.append(...elements(next, words));
    at += next.length;
    more.hidden = at >= text.length;
    if (more.hidden && more.matches(':focus')) fold.focus();
  }
}

const isLowSurrogate = (text: string): boolean => (text.charCodeAt(0) & 0xfc00) === 0xdc00;

/** Fills `box`; returns what there is to remark. */
function append(box: HTMLElement, text: string, words: CardWords): HTMLElement | undefined {
  const { pieces, remarks } = makeVisible(text);
  const only = pieces[0];
  if (pieces.length === 1 && only?.kind === 'text') {
    box.textContent = only.text;
    return undefined;
  }
  box.append(...pieces.map(piece => elementOf(piece, words)));
  return remarksOf(remarks, words);
}

const elements = (text: string, words: CardWords): (Node | string)[] => makeVisible(text).pieces.map(piece => elementOf(piece, words));

function elementOf(piece: Piece, words: CardWords): Node | string {
  switch (piece.kind) {
    case 'text':
      return piece.text;
    case 'hidden':
      return sign(piece.code, `${piece.code} ${piece.name}`, 'sign hidden-sign');
    case 'alike': {
      const box = make('span', 'alike', piece.text, sign(piece.code, piece.code, 'sign'));
      box.part.add('suspicious');
      return box;
    }
    case 'break': {
      const mark = make('span', 'break', '↵\n');
      mark.title = words.lineBreak;
      return mark;
    }
    case 'spaces': {
      const box = make('span', 'spaces', '·'.repeat(Math.min(piece.count, 400)));
      box.title = `${words.space} × ${piece.count}`;
      return piece.count > 400 ? make('span', '', box, sign(`× ${piece.count}`, '', 'sign')) : box;
    }
  }
}

function sign(text: string, title: string, className: string): HTMLElement {
  const box = make('span', className, text);
  box.part.add('sign');
  if (title !== '') box.title = title;
  return box;
}

function remarksOf({ hidden, alike, scripts, bothWays }: Remarks, words: CardWords): HTMLElement | undefined {
  const said = [
    ...(scripts.length > 0 ? [words.mixed(scripts)] : alike > 0 ? [words.alike(alike)] : []),
    ...(hidden > 0 ? [words.hidden(hidden)] : []),
    ...(bothWays ? [words.bothWays] : []),
  ];
  if (said.length === 0) return undefined;
  const remark = make('span', 'remark', said.join('; '));
  remark.part.add('remark');
  return remark;
}
