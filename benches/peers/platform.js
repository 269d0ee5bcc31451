/*
 * Owns the platform's own worker as a peer: the limit. `fresh` starts a worker for each run, which is what it takes to give each a clean guest;
 * otherwise one is kept.
 */
import { linkTo } from './worker-link.js';

const start = functions => linkTo(new Worker(new URL('./platform-worker.js', import.meta.url), { type: 'module' }), functions);

export function open(functions, { fresh = false } = {}) {
  if (!fresh) return start(functions);
  return {
    async run(code, own = functions) {
      const link = start(own);
      try {
        return await link.run(code);
      } finally {
        link.close();
      }
    },
    close() {},
  };
}
