/*
 * Owns making elements, and keeping the end of a list in view. What must hold: text is never read as HTML.
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

/** What is long scrolls, and not every browser lets the keyboard scroll what scrolls. */
export function scrolls(element) {
  element.tabIndex = 0;
  return element;
}

/**
 * Keeps the end of what scrolls in `frame` in view while things are added, until a person scrolls up; at the end again, it goes on.
 * `keep` is to be called after each change; `show` brings the end into view.
 */
export function followEnd(frame, show = () => (frame.scrollTop = frame.scrollHeight)) {
  let follows = true;
  let last = 0;
  const atEnd = () => frame.scrollHeight - frame.scrollTop - frame.clientHeight < 8;
  // What is added never moves what is seen up: a person did.
  frame.addEventListener('scroll', () => {
    if (atEnd()) follows = true;
    else if (frame.scrollTop < last) follows = false;
    last = frame.scrollTop;
  });
  return {
    keep() {
      if (follows) show();
    },
    restart() {
      follows = true;
      last = 0;
      frame.scrollTop = 0;
    },
  };
}
