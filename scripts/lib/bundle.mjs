/*
 * Owns making pkg/'s JavaScript from js/ and from wasm-bindgen's output. What must hold: each file of pkg/ is self-contained;
 * the worker is started by the one literal that bundlers look for; nothing of ours is evaluated from text at run time, so
 * a page needs no 'unsafe-eval'. Deliberately absent: source maps. They name files that are not shipped, and Parcel stops at that; what is shipped can be read.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bindingsOf, common } from './bindings.mjs';
import { root } from './places.mjs';

const literal = 'new Worker(new URL("./worker.js", import.meta.url), { type: "module" })';

/** Entries that hold nothing of the core: they work on a sandbox they are given, whichever entry it comes from. */
export const plugs = ['react', 'ai-sdk', 'codemode', 'tanstack'];

/** A package of ours asks for Node; bundlers that see the names bring whole polyfills. */
const noNode = { process: 'undefined', Buffer: 'undefined' };

/** `wasmFolder`: wasm.mjs's. */
export async function bundle(wasmFolder) {
  const esbuild = await import('esbuild');
  const { build } = esbuild;
  const shipped = { ...common, define: noNode, legalComments: 'inline' };
  await build({ ...shipped, entryPoints: ['js/index.ts'], outfile: 'pkg/index.js' });
  // Pages load it beside an app of their own, so it is as small as it can be.
  await build({ ...shipped, minify: true, entryPoints: ['js/card-element/index.ts'], outfile: 'pkg/card.js' });
  const plugins = [given('countersign-glue', await glue(build, wasmFolder))];
  await build({ ...shipped, entryPoints: ['js/worker.ts'], outfile: 'pkg/worker.js', plugins });
  await bundleInline(esbuild, shipped, plugins);
  const node = { ...shipped, define: {}, platform: 'node', target: 'node20' };
  await build({ ...node, entryPoints: ['js/node/index.ts'], outfile: 'pkg/node.js' });
  await build({ ...node, entryPoints: ['js/node/worker.ts'], outfile: 'pkg/node-worker.js', plugins });
  const found = readFileSync(join(root, 'pkg/index.js'), 'utf8').split(literal).length - 1;
  if (found !== 1) throw new Error(`pkg/index.js must hold exactly once: ${literal}\nThere are ${found}. Bundlers find the worker by it.`);
  const plug = { ...shipped, sourcemap: false, external: ['react'] };
  for (const name of plugs) await build({ ...plug, entryPoints: [`js/${name}/index.ts`], outfile: `pkg/${name}.js` });
}

/** What is large is put in afterwards: esbuild need not read it. */
async function bundleInline({ build, transform }, shipped, plugins) {
  const script = { ...common, format: 'iife', minify: true, define: { ...noNode, 'import.meta.url': '""' }, write: false };
  const { outputFiles } = await build({ ...script, entryPoints: ['js/worker.ts'], plugins });
  const parts = {
    workerScript: outputFiles[0].text,
    engine: gzipSync(readFileSync(join(root, 'pkg/countersign_bg.wasm')), { level: 9 }).toString('base64'),
  };
  const named = Object.keys(parts).map(name => `export const ${name} = '@@${name}@@';`);
  const outfile = 'pkg/inline.js';
  await build({ ...shipped, entryPoints: ['js/inline/index.ts'], outfile, plugins: [given('countersign-parts', named.join('\n'))] });
  const path = join(root, outfile);
  const text = readFileSync(path, 'utf8');
  // Of a script that has no such thing, esbuild says so.
  const { warnings } = await transform(text, { format: 'cjs', logLevel: 'silent' });
  if (warnings.length > 0) throw new Error(`pkg/inline.js must not ask where it lies: ${warnings[0].text}`);
  writeFileSync(
    path,
    text.replace(/"@@(\w+)@@"/g, (_, name) => JSON.stringify(parts[name])),
  );
}

/**
 * wasm-bindgen's module keeps the instance in a variable of its own, so it serves one instance. Put as a whole into the body
 * of a function, each call of `instantiate` has its own variables, and so its own instance.
 */
async function glue(build, wasmFolder) {
  return `export function instantiate(module) {\n${await bindingsOf(build, wasmFolder)}\nconst { initSync, ...engine } = bindings;\ninitSync({ module });\nreturn engine;\n}\n`;
}

/** A module that only the build has. */
function given(name, contents) {
  return {
    name,
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: name }));
      build.onLoad({ filter: /.*/, namespace: name }, () => ({ contents, loader: 'js' }));
    },
  };
}
