import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { nodeResolve } from '@rollup/plugin-node-resolve';

/** Rollup leaves `new URL('./worker.js', import.meta.url)` as it is: the worker and the engine go beside the bundle. */
const countersign = {
  name: 'countersign',
  generateBundle() {
    for (const [entry, fileName] of [
      ['countersign/worker', 'worker.js'],
      ['countersign/engine.wasm', 'countersign_bg.wasm'],
    ]) {
      this.emitFile({ type: 'asset', fileName, source: readFileSync(fileURLToPath(import.meta.resolve(entry))) });
    }
  },
};

export default {
  input: 'main.js',
  output: { dir: 'dist', format: 'es' },
  plugins: [nodeResolve({ browser: true }), countersign],
};
