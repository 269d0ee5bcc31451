import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

await build({ entryPoints: ['main.js'], bundle: true, minify: true, format: 'esm', outdir: 'dist' });

// esbuild leaves `new URL('./worker.js', import.meta.url)` as it is: the worker and the engine go beside the bundle.
for (const [entry, name] of [
  ['countersign/worker', 'worker.js'],
  ['countersign/engine.wasm', 'countersign_bg.wasm'],
]) {
  copyFileSync(fileURLToPath(import.meta.resolve(entry)), `dist/${name}`);
}
