/*
 * Owns the elements of a text of unknown origin: its pieces, its remarks, and folding it where it is long. What must hold: all of it can be brought into
 * view, and what is folded says how much; a sign is an element, which no text can make; a text stays in a box of its own and can't turn the
 * direction of what stands beside it. Deliberately absent: quotes and kinds; that is field-view.ts.
 */
import { make, makeButton } from './dom.js';
import { isLowSurrogate, makeVisible, type Piece, type Remarks, sliceWhole } from './visible.js';
import type { CardWords } from './words.js';

/** How many letters stand in a line, how many lines of a folded text's beginning are shown, and how many letters of its end. */
interface Room {
  readonly line: number;
  readonly lines: number;
  readonly tail: number;
}
const WIDE: Room = { line: 57, lines: 7, tail: 80 };
/** There a folded text takes six lines. */
const PHONE: Room = { line: 26, lines: 4, tail: 26 };
const roomHere = (): Room => (matchMedia('(max-width: 40rem)').matches ? PHONE : WIDE);
/** A text of so few lines is shown as a whole. */
const MANY_LINES = 14;
/** A sign is as wide as so many letters. */
const SIGN = 8;
/** What is added at a time: millions of characters at once would freeze the page, and so would thousands of signs and line breaks. */
const STEP = 20_000;
const STEP_PIECES = 3_000;
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

function isLong(text: string): boolean {
  const { line } = roomHere();
  const most = MANY_LINES * line;
  return text.length > most || fitting(makeVisible(text).pieces, most, line) < text.length;
}

/** How many units of a text have room in so many letters' place. A line break takes what is left of its line. */
function fitting(pieces: readonly Piece[], most: number, line: number): number {
  let used = 0;
  let units = 0;
  for (const piece of pieces) {
    const length = unitsOf(piece);
    if (piece.kind === 'text' || piece.kind === 'spaces') {
      const taken = Math.min(length, most - used);
      used += taken;
      units += taken;
      if (taken < length) break;
      continue;
    }
    used += piece.kind === 'break' ? line - (used % line) : SIGN;
    if (used > most) break;
    units += length;
  }
  return units;
}

function unitsOf(piece: Piece): number {
  switch (piece.kind) {
    case 'text':
    case 'alike':
      return piece.text.length;
    case 'spaces':
      return piece.count;
    case 'break':
      return 1;
    case 'hidden':
      return piece.code.length > 'U+FFFF'.length ? 2 : 1;
  }
}

function drawFolded(beside: HTMLElement, box: HTMLElement, text: string, words: CardWords): void {
  const { line, lines, tail: most } = roomHere();
  const start = sliceWhole(text, lines * line);
  const head = sliceWhole(start, fitting(makeVisible(start).pieces, lines * line, line));
  const last = text.slice(Math.max(head.length, text.length - most));
  const end = last.slice(last.length - fitting([...makeVisible(last).pieces].reverse(), most, line));
  const tail = end.slice(isLowSurrogate(end, 0) ? 1 : 0);
  const left = text.length - head.length - tail.length;
  const gap = makeButton('gap', words.more(left), () => {
    drawOpen(beside, box, text, words);
    beside.querySelector<HTMLElement>('button:not([hidden])')?.focus();
  });
  gap.setAttribute('aria-expanded', 'false');
  box.replaceChildren(...elements(head, words), gap, ...elements(tail, words));
  beside.replaceChildren(make('span', 'remark plain', words.length(text.length)), ' ', remarksIn(text, words));
}

const remarksIn = (text: string, words: CardWords): Node | string =>
  remarksOf(makeVisible(text.slice(0, MOST_REMARKED)).remarks, words) ?? '';

function drawOpen(beside: HTMLElement, box: HTMLElement, text: string, words: CardWords): void {
  let at = 0;
  box.replaceChildren();
  const more = makeButton('quiet', words.cut, add);
  const fold = makeButton('quiet', words.fold, () => {
    drawFolded(beside, box, text, words);
    box.querySelector('button')?.focus();
  });
  fold.setAttribute('aria-expanded', 'true');
  beside.replaceChildren(make('span', 'remark plain', words.length(text.length), ' ', more, fold), ' ', remarksIn(text, words));
  add();

  function add(): void {
    const pieces = makeVisible(sliceWhole(text.slice(at, at + STEP), STEP)).pieces.slice(0, STEP_PIECES);
    box.append(...pieces.map(piece => elementOf(piece, words)));
    at += pieces.reduce((sum, piece) => sum + unitsOf(piece), 0);
    more.hidden = at >= text.length;
    if (more.hidden && more.matches(':focus')) fold.focus();
  }
}

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
