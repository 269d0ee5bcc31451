/*
 * Owns what a person wrote in each view's editor, and the mode chosen there. What must hold: it outlives the page; what was not changed is not kept, so
 * that a newer program of the demo is seen.
 */
const shelf = 'countersign demo drafts';

export function createDrafts(views) {
  const changes = read();
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

function read() {
  try {
    const found = JSON.parse(localStorage.getItem(shelf));
    return found !== null && typeof found === 'object' ? found : {};
  } catch {
    return {};
  }
}
