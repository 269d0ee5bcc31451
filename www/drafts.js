/*
 * Owns what a person wrote in each view's editor, and the mode chosen there. What must hold: it outlives the page; what was not changed is not kept, so
 * that a newer program of the demo is seen.
 */
const shelf = 'countersign demo drafts';
const MODES = new Set(['deny', 'pause', 'collect']);

export function createDrafts(views) {
  const changes = read(views);
  return {
    get: id => ({ ...views.find(each => each.id === id), ...changes[id] }),
    /** `change`: the code, the mode, or both. */
    set(id, change) {
      const { code, mode } = views.find(each => each.id === id);
      const now = { ...changes[id], ...change };
      if (now.code === code) delete now.code;
      if (now.mode === mode) delete now.mode;
      changes[id] = now;
      try {
        localStorage.setItem(shelf, JSON.stringify(changes));
      } catch {
        // No room, or not allowed: then it lives in this page only.
      }
    },
  };
}

function read(views) {
  try {
    const found = Object(JSON.parse(localStorage.getItem(shelf)));
    // Whatever else is there is nobody's draft.
    const drafts = views.map(({ id }) => [id, Object(Object.hasOwn(found, id) ? found[id] : undefined)]);
    return Object.fromEntries(
      drafts.map(([id, { code, mode }]) => [id, { ...(typeof code === 'string' && { code }), ...(MODES.has(mode) && { mode }) }]),
    );
  } catch {
    return {};
  }
}
