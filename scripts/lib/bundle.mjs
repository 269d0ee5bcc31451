/*
 * Owns making pkg/'s JavaScript from js/ and from wasm-bindgen's output. What must hold: each file of pkg/ is self-contained;
 * the worker is started by the one literal that bundlers look for; nothing of ours is evaluated from text at run time, so
 * a page needs no 'unsafe-eval'.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './places.mjs';

const literal = 'new Worker(new URL("./worker.js", import.meta.url), { type: "module" })';

const common = {
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  charset: 'utf8',
  logLevel: 'warning',
  absWorkingDir: root,
};

/** `wasmFolder`: wasm.mjs's. */
export async function bundle(wasmFolder) {
  const { build } = await import('esbuild');
  const shipped = { ...common, sourcemap: true, legalComments: 'inline' };
  await build({ ...shipped, entryPoints: ['js/index.ts'], outfile: 'pkg/index.js' });
  // Pages load it beside an app of their own, so it is as small as it can be.
  await build({ ...shipped, minify: true, entryPoints: ['js/card-element/index.ts'], outfile: 'pkg/card.js' });
  const plugins = [gluePlugin(await glue(build, wasmFolder))];
  await build({ ...shipped, entryPoints: ['js/worker.ts'], outfile: 'pkg/worker.js', plugins });
  const node = { ...shipped, platform: 'node', target: 'node20' };
  await build({ ...node, entryPoints: ['js/node/index.ts'], outfile: 'pkg/node.js' });
  await build({ ...node, entryPoints: ['js/node/worker.ts'], outfile: 'pkg/node-worker.js', plugins });
  const found = readFileSync(join(root, 'pkg/index.js'), 'utf8').split(literal).length - 1;
  if (found !== 1) throw new Error(`pkg/index.js must hold exactly once: ${literal}\nThere are ${found}. Bundlers find the worker by it.`);
}

/**
 * wasm-bindgen's module keeps the instance in a variable of its own, so it serves one instance. Put as a whole into the body
 * of a function, each call of `instantiate` has its own variables, and so its own instance.
 */
async function glue(build, wasmFolder) {
  const { outputFiles } = await build({
    ...common,
    stdin: { contents: "export * from './countersign.js';", resolveDir: wasmFolder },
    format: 'iife',
    globalName: 'bindings',
    // Only its loader, which is dropped here, asks where it lies.
    define: { 'import.meta.url': '""' },
    write: false,
  });
  return `export function instantiate(module) {\n${outputFiles[0].text}\nconst { initSync, ...engine } = bindings;\ninitSync({ module });\nreturn engine;\n}\n`;
}

function gluePlugin(contents) {
  return {
    name: 'countersign-glue',
    setup(build) {
      build.onResolve({ filter: /^countersign-glue$/ }, () => ({ path: 'countersign-glue', namespace: 'glue' }));
      build.onLoad({ filter: /.*/, namespace: 'glue' }, () => ({ contents, loader: 'js' }));
    },
  };
}
