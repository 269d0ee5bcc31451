/*
 * Owns making pkg/ from src/ and js/: `npm run build`. What must hold: pkg/ holds what the package ships and nothing
 * else; unchanged inputs cost seconds. `--quick` compiles the core in less time, for trying things out: larger and slower. The parts are in lib/: wasm.mjs, bundle.mjs, types.mjs.
 */
import { copyFileSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './lib/bundle.mjs';
import { root } from './lib/places.mjs';
import { step } from './lib/run.mjs';
import { buildTypes } from './lib/types.mjs';
import { buildWasm } from './lib/wasm.mjs';
import { setup } from './setup.mjs';

const pkg = join(root, 'pkg');

export async function build(options) {
  const wasmFolder = await buildWasm(options);
  rmSync(pkg, { recursive: true, force: true });
  mkdirSync(pkg);
  copyFileSync(join(wasmFolder, 'countersign_bg.wasm'), join(pkg, 'countersign_bg.wasm'));
  await step('bundle', () => bundle(wasmFolder));
  await step('declarations', buildTypes);
  const size = name => `${name} ${Math.ceil(statSync(join(pkg, name)).size / 1024)} KiB`;
  console.log(`   pkg: ${['index.js', 'worker.js', 'countersign_bg.wasm', 'index.d.ts'].map(size).join(', ')}`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await setup('build');
    await build({ quick: process.argv.includes('--quick') });
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
