/*
 * Owns the way from the Rust crate to an optimised module and its JavaScript: cargo, wasm-bindgen, trimming, wasm-opt, a snapshot. What must hold: cargo
 * alone decides whether Rust is compiled; what comes after is kept by the content of cargo's output, so equal input is
 * never processed twice and changed input always is. Deliberately absent: bundling (bundle.mjs).
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { bindingsOf } from './bindings.mjs';
import { cache, cargoTarget, nodeTool, root, wasmTarget } from './places.mjs';
import { ask, run, step } from './run.mjs';
import { snapshot } from './snapshot.mjs';
import { trim } from './trim.mjs';

const kept = join(cache, 'wasm');
const keptVersions = 6;
/** What shapes the output beside the tools. */
const steps = ['bindings.mjs', 'snapshot.mjs', 'trim.mjs', 'wasm.mjs', 'wasm-sections.mjs'];

/** What rustc's wasm32-unknown-unknown assumes of an engine; wasm-opt must not assume less or more. */
const features = ['bulk-memory', 'multivalue', 'mutable-globals', 'nontrapping-float-to-int', 'reference-types', 'sign-ext'];
const optimise = ['-O3', '--duplicate-function-elimination', '--reorder-functions', ...features.map(name => `--enable-${name}`)];

/**
 * The folder with `countersign_bg.wasm`, `countersign.js` and its `snippets/`. `quick`: compiled in seconds, larger and slower, for trying things out.
 * `names`: as it ships, and its functions keep their names, for a profiler.
 */
export async function buildWasm({ quick = false, names = false } = {}) {
  const profile = quick ? 'quick' : 'release';
  const flags = `target.${wasmTarget}.rustflags=${JSON.stringify(rustFlags())}`;
  const options = ['--profile', profile, '--target', wasmTarget, '--lib', '--config', flags];
  await step(`cargo build (wasm, ${profile})`, () => run('cargo', ['build', ...options]));
  const compiled = join(cargoTarget, wasmTarget, profile, 'countersign.wasm');
  const folder = join(kept, `${keyOf(compiled)}${names ? '-names' : ''}`);
  if (!existsSync(folder)) await processModule(compiled, folder, { quick, names });
  utimesSync(folder, new Date(), new Date());
  forgetOldest();
  return folder;
}

/** Names of functions in full, for trim.mjs; and no paths of this machine in the module. */
function rustFlags() {
  const sources = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'registry', 'src');
  const registries = existsSync(sources) ? readdirSync(sources).map(name => join(sources, name)) : [];
  const short = [...registries, root].map(path => `--remap-path-prefix=${path.replace(/\/$/, '')}=.`);
  return ['-Csymbol-mangling-version=v0', ...short];
}

function keyOf(compiled) {
  const binaryen = readFileSync(join(nodeTool('..'), 'binaryen', 'package.json'), 'utf8');
  const hash = createHash('sha256').update(readFileSync(compiled));
  for (const script of steps) hash.update(readFileSync(join(root, 'scripts/lib', script)));
  for (const text of [ask('wasm-bindgen', ['--version']) ?? '', JSON.parse(binaryen).version]) hash.update(`\0${text}`);
  return hash.digest('hex').slice(0, 32);
}

/** Made aside and moved into place when complete: a build that was stopped leaves nothing that looks finished. */
async function processModule(compiled, folder, { quick, names }) {
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const raw = join(draft, 'raw.wasm');
  await step('wasm-bindgen', async () => {
    const options = ['--target', 'web', '--no-typescript', '--out-name', 'countersign'];
    await run('wasm-bindgen', [...options, '--out-dir', draft, compiled]);
    writeFileSync(raw, trim(readFileSync(join(draft, 'countersign_bg.wasm'))));
  });
  const finished = join(draft, 'countersign_bg.wasm');
  if (quick) renameSync(raw, finished);
  else await step('wasm-opt', () => run(nodeTool('wasm-opt'), [raw, ...optimise, ...(names ? ['-g'] : []), '-o', finished]));
  await step('snapshot', async () => {
    const { build } = await import('esbuild');
    writeFileSync(finished, snapshot(readFileSync(finished), await bindingsOf(build, draft)));
  });
  rmSync(raw, { force: true });
  renameSync(draft, folder);
}

function forgetOldest() {
  const byAge = readdirSync(kept)
    .map(name => ({ path: join(kept, name), used: statSync(join(kept, name)).mtimeMs }))
    .sort((a, b) => b.used - a.used);
  for (const { path } of byAge.slice(keptVersions)) rmSync(path, { recursive: true, force: true });
}
