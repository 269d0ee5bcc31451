/*
 * Owns the sizes: each file that is shipped, what a bundler makes of the page side, and what the peers ship. Brotli at its highest quality, as of
 * files that are compressed once; what grew is the business of tests/package/, whose budgets take a faster one.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'esbuild';
import { root } from '../scripts/lib/places.mjs';

const [brotlied, gzipped] = [promisify(brotliCompress), promisify(gzip)];
const highest = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } };

/** Rows of `{ who, name, raw, gzip, brotli }`; `bench`: where pages.mjs put the peers' bundles. */
export async function measureBytes(bench) {
  const shipped = readdirSync(join(root, 'pkg')).filter(name => /\.(?:wasm|js)$/.test(name));
  const contents = [
    ...shipped.map(name => ['countersign', name, readFileSync(join(root, 'pkg', name))]),
    ['countersign', pageSide, await bundled("export { createSandbox } from './pkg/index.js'")],
    ['countersign', 'worker.js, minified', await bundled("import './pkg/worker.js'")],
    ['quickjs', 'emscripten-module.wasm', readFileSync(join(bench, 'emscripten-module.wasm'))],
    ['quickjs', 'its JavaScript, bundled and minified', await bundled("export { getQuickJS } from 'quickjs-emscripten'")],
    [
      'codemode',
      'its JavaScript, bundled and minified',
      await bundled("export { IframeSandboxExecutor } from '@cloudflare/codemode/browser'"),
    ],
  ];
  return Promise.all(
    contents.map(async ([who, name, bytes]) => ({
      who,
      name,
      raw: bytes.length,
      gzip: (await gzipped(bytes, { level: 9 })).length,
      brotli: (await brotlied(bytes, highest)).length,
    })),
  );
}

export const pageSide = 'createSandbox, bundled and minified';
export const engine = 'countersign_bg.wasm';

/** Without what is loaded only on demand and never is: the peer's other variants. */
async function bundled(contents) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    outdir: 'out',
    logLevel: 'error',
    metafile: true,
  });
  const unused = Object.entries(metafile.outputs).filter(([, { inputs }]) =>
    Object.keys(inputs).some(name => /-debug-|asyncify/.test(name)),
  );
  return Buffer.concat(outputFiles.filter(({ path }) => !unused.some(([name]) => path.endsWith(name))).map(file => file.contents));
}
