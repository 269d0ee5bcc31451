/*
 * Owns making elements. What must hold: text is never read as HTML.
 */

/** A new element: `make('li', 'class names', 'text or elements' …)`. The parts make theirs in no other way. */
export function make(tag, className, ...content) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...content.filter(part => part !== undefined && part !== null));
  return element;
}

export function makeButton(className, text, onClick) {
  const button = make('button', className, text);
  button.type = 'button';
  button.addEventListener('click', onClick);
  return button;
}
