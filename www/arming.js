/*
 * Owns the pause in which no button of a dialog counts. What must hold: a press within 400 ms of anything new under the pointer counts as
 * none and does not take the focus; neither does a key that was held down since before. Deliberately absent: what the buttons do.
 */
const armingMs = 400;

/** Calls `press(action)` for a button with `data-do` that counts. Returns the function that starts the pause. */
export function createArming(dialog, press) {
  let arming;
  const isArmed = () => 'armed' in dialog.dataset;

  dialog.addEventListener('click', event => {
    const action = event.target.closest('[data-do]')?.dataset.do;
    if (action && isArmed()) press(action);
  });
  dialog.addEventListener('mousedown', event => {
    // Neither does such a press take the focus along, for Enter to follow.
    if (event.target.closest('[data-do]') && !isArmed()) event.preventDefault();
  });
  dialog.addEventListener('keydown', event => {
    // A key held down since before must not press what has the focus now.
    if (event.repeat && event.target.closest('button') && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
  });

  return {
    isArmed,
    begin() {
      delete dialog.dataset.armed;
      clearTimeout(arming);
      arming = setTimeout(() => {
        dialog.dataset.armed = '';
      }, armingMs);
    },
  };
}
