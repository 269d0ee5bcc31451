/*
 * Owns the pages of the benchmark: bundling them with the peers, and the server that serves them. What must hold: every file of every peer has the
 * same headers, which let a browser keep it; `pkg/` is served as it is shipped.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../scripts/lib/places.mjs';
import { serve } from '../scripts/lib/serve.mjs';

export const contenders = ['countersign', 'quickjs', 'codemode', 'platform'];
const cache = join(root, '.cache');

/** One peer needs code made from text, the other frames with scripts of their own; and isolation is what gives a page exact clocks. */
const policy = "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'";
const extra = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
};

const html = name =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>bench</title><body><script type="module" src="/bench/${name}.js"></script></body></html>`;

/** Answers with `{ origin, close, outdir }`. `engine`: bytes to serve in place of the shipped one. */
export async function openPages({ engine } = {}) {
  mkdirSync(cache, { recursive: true });
  // Of its own, so that two benchmarks at a time do not meet.
  const outdir = mkdtempSync(join(cache, 'bench-'));
  await bundlePages(outdir);
  const cold = Object.fromEntries(contenders.map(name => [`/cold/${name}`, html(`cold-${name}`)]));
  const pages = {
    '/': html('index'),
    '/alone': html('alone'),
    '/blank': '<!doctype html><title>blank</title>',
    '/favicon.ico': '',
    ...cold,
  };
  const handlers = engine
    ? { '/pkg/countersign_bg.wasm': (_, response) => response.writeHead(200, { 'content-type': 'application/wasm', ...extra }).end(engine) }
    : {};
  const server = await serve({ folders: { '/pkg/': join(root, 'pkg'), '/bench/': outdir }, pages, handlers, policy, extra });
  const close = async () => {
    await server.close();
    rmSync(outdir, { recursive: true, force: true });
  };
  return { ...server, outdir, close };
}

async function bundlePages(outdir) {
  const common = {
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    outdir,
    absWorkingDir: root,
    logLevel: 'warning',
    metafile: true,
  };
  const page = name => `benches/page/${name}.js`;
  const workers = ['benches/peers/quickjs-worker.js', 'benches/peers/platform-worker.js', page('ping-worker')];
  const minify = true;
  // The workers of a peer are named by the literal that bundlers know; esbuild leaves it, so they lie beside the pages.
  await build({
    ...common,
    minify,
    entryPoints: ['index', 'alone', ...contenders.map(name => `cold-${name}`)].map(page),
    external: ['/pkg/index.js'],
  });
  await build({ ...common, minify, splitting: true, entryPoints: workers, entryNames: '[name]' });
  const engine = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/package.json', {
    paths: [createRequire(import.meta.url).resolve('quickjs-emscripten')],
  });
  copyFileSync(join(dirname(engine), 'dist/emscripten-module.wasm'), join(outdir, 'emscripten-module.wasm'));
}
