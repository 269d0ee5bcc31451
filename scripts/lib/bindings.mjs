/*
 * Owns wasm-bindgen's JavaScript as one script, for whoever puts it elsewhere: the workers (bundle.mjs) and the engine's start at build time
 * (wasm.mjs). Deliberately absent: how it is put there.
 */
import { root } from './places.mjs';

/** What all bundles of ours share. */
export const common = {
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  charset: 'utf8',
  logLevel: 'warning',
  absWorkingDir: root,
};

/** A script that defines `bindings`, with `initSync` and what the core exports. */
export async function bindingsOf(build, wasmFolder) {
  const { outputFiles } = await build({
    ...common,
    stdin: { contents: "export * from './countersign.js';", resolveDir: wasmFolder },
    format: 'iife',
    globalName: 'bindings',
    // Only its loader, which is dropped here, asks where it lies.
    define: { 'import.meta.url': '""' },
    write: false,
  });
  return outputFiles[0].text;
}
