/*
 * Owns the code editor: a textarea with line numbers, colours behind it and one marked line. What must hold: the textarea is what is
 * edited and read, the rest is decoration; the keyboard can leave it (Escape, then Tab). Deliberately absent: running anything.
 */

import { make } from './elements.js';
import { pieces } from './highlight.js';

/** Above this many characters the code is shown in one colour: typing must stay quick. */
const colourLimit = 40_000;

/** `names`: the host functions, coloured. Returns the editor's few verbs. */
export function createEditor(root, { names, onEdit }) {
  const area = root.querySelector('textarea');
  const numbers = root.querySelector('.numbers');
  const paint = root.querySelector('.paint');
  const bar = root.querySelector('.bar');
  let leaving = false;
  let marked;

  area.addEventListener('input', () => {
    if (marked) mark();
    draw();
    onEdit(area.value);
  });
  area.addEventListener('scroll', follow);
  area.addEventListener('blur', () => {
    leaving = false;
  });
  area.addEventListener('keydown', event => {
    if (event.key === 'Escape') {
      leaving = true;
    } else if (event.key === 'Tab' && !leaving && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      indent(event.shiftKey);
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.isComposing) {
      event.preventDefault();
      const line = area.value.slice(area.value.lastIndexOf('\n', area.selectionStart - 1) + 1, area.selectionStart);
      type(`\n${/^[ \t]*/.exec(line)[0]}`);
    } else if (event.key !== 'Shift' && event.key !== 'Tab') {
      leaving = false;
    }
  });

  /** Types text at the caret so that the browser's undo knows of it. */
  function type(text) {
    // Deprecated in name, but the one way to insert that keeps the undo stack.
    if (!document.execCommand('insertText', false, text)) {
      area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
      area.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }

  function indent(outdent) {
    const { selectionStart: from, selectionEnd: to, value } = area;
    if (from === to && !outdent) return type('  ');
    const start = value.lastIndexOf('\n', from - 1) + 1;
    const lines = value.slice(start, to).split('\n');
    const moved = lines.map(line => (outdent ? line.replace(/^ {1,2}/, '') : line && `  ${line}`)).join('\n');
    area.setSelectionRange(start, to);
    if (moved !== value.slice(start, to)) type(moved);
    const first = moved.split('\n', 1)[0].length - lines[0].length;
    area.setSelectionRange(Math.max(start, from + first), start + moved.length);
  }

  function draw() {
    const count = area.value.split('\n').length;
    while (numbers.childElementCount > count) numbers.lastElementChild.remove();
    while (numbers.childElementCount < count) numbers.append(make('div', '', String(numbers.childElementCount + 1)));
    const parts = area.value.length > colourLimit ? [['', area.value]] : pieces(area.value, names);
    // The last line break needs something after it to take up its line.
    paint.replaceChildren(...parts.map(([kind, text]) => (kind ? make('span', `is-${kind}`, text) : text)), '\n');
    follow();
  }

  function follow() {
    numbers.style.transform = `translateY(${-area.scrollTop}px)`;
    paint.style.transform = `translate(${-area.scrollLeft}px, ${-area.scrollTop}px)`;
    if (marked) bar.style.transform = `translateY(${lineTop(marked) - area.scrollTop}px)`;
  }

  const style = getComputedStyle(area);
  const lineTop = line => Number.parseFloat(style.paddingTop) + (line - 1) * Number.parseFloat(style.lineHeight);

  /** Marks a line as `error` or `asking`; without arguments no line is marked. */
  function mark(line, kind) {
    numbers.querySelector('[data-mark]')?.removeAttribute('data-mark');
    const number = numbers.children[(line ?? 0) - 1];
    marked = number && line;
    bar.hidden = !number;
    if (!number) return;
    number.dataset.mark = kind;
    bar.dataset.mark = kind;
    reveal(line);
  }

  function reveal(line) {
    const top = lineTop(line);
    const lineHeight = Number.parseFloat(style.lineHeight);
    if (top < area.scrollTop || top + 2 * lineHeight > area.scrollTop + area.clientHeight) area.scrollTop = top - area.clientHeight / 3;
    follow();
  }

  /** Puts the caret on a line and shows it. */
  function goTo(line) {
    const lines = area.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    area.focus();
    area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    reveal(line);
  }

  return {
    get text() {
      return area.value;
    },
    set text(code) {
      mark();
      area.value = code;
      area.scrollTo(0, 0);
      draw();
    },
    mark,
    goTo,
    focus: () => area.focus(),
  };
}
