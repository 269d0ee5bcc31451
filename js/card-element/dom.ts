/*
 * Owns making elements. What must hold: text is text, never HTML; there is no inline style and no handler in an attribute, so that a strict policy is
 * content.
 */

type Content = Node | string | undefined;

/** `make('li', 'class names', 'text or elements' …)`; the card makes its elements in no other way. */
export function make<K extends keyof HTMLElementTagNameMap>(tag: K, className: string, ...content: Content[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  for (const part of content) if (part !== undefined) element.append(part);
  return element;
}

/** `part`: names a page can style it by. */
export function makeButton(className: string, text: string, onClick: () => void, part = 'button'): HTMLButtonElement {
  const button = make('button', className, text);
  button.type = 'button';
  button.part.add(...part.split(' '));
  button.addEventListener('click', onClick);
  return button;
}

let made = 0;
/** An id of its own in any tree. */
export function idFor(element: HTMLElement, name: string): string {
  if (element.id === '') element.id = `${name}-${++made}`;
  return element.id;
}

export function label(control: HTMLElement, text: string): HTMLLabelElement {
  const element = make('label', 'label', text);
  element.htmlFor = idFor(control, 'field');
  return element;
}

/** A list that is one without its bullets, too: some browsers take them for what makes it one. */
export function makeList(tag: 'ol' | 'ul', className: string, ...items: Content[]): HTMLElement {
  const list = make(tag, className, ...items);
  list.setAttribute('role', 'list');
  return list;
}

/** A field for a sentence, which the code can read. */
export function makeReason(): HTMLInputElement {
  const field = make('input', 'reason');
  field.maxLength = 2_000;
  field.autocomplete = 'off';
  field.part.add('input');
  return field;
}

/** A field whose text is taken as it is typed: nothing corrects it. */
export function makeArea(className: string, text: string): HTMLTextAreaElement {
  const area = make('textarea', className);
  area.spellcheck = false;
  area.autocapitalize = 'off';
  area.setAttribute('autocomplete', 'off');
  area.value = text;
  area.part.add('input');
  return area;
}
