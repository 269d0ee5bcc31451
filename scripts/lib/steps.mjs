/*
 * Owns the steps of `npm test`: their order, and how each is run. What must hold: a step answers with what it counted,
 * `{ passed, failed }`, or throws; a check without tests of its own (a lint, a build) counts nothing. Cheap steps come first. `after` names the step
 * whose output a step needs; one that is `onRequest` runs only where `--only` names it.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../build.mjs';
import { findChrome, findDriver, webdriver } from './browser.mjs';
import { cargoCounts, nodeCounts } from './counts.mjs';
import { nodeTool, root, wasmTarget } from './places.mjs';
import { run, tsc } from './run.mjs';
import { typeTests } from './type-tests.mjs';

/** `--only NAME` of `npm test` takes these names. */
export const steps = [
  { name: 'rustfmt', body: () => run('cargo', ['fmt', '--check']) },
  { name: 'lint', body: () => run(nodeTool('biome'), ['check', '--error-on-warnings', '.']) },
  { name: 'tsc', body: () => tsc(['-p', '.']) },
  { name: 'scripts', body: () => nodeTests('tests/scripts', []) },
  { name: 'js', body: javascriptTests },
  { name: 'clippy', body: () => run('cargo', ['clippy', '--all-targets', '--', '-D', 'warnings']) },
  { name: 'rust', body: () => counted(cargoCounts, 'cargo', ['test', '--no-fail-fast']) },
  { name: 'clippy-wasm', body: () => run('cargo', ['clippy', '--target', wasmTarget, '--all-targets', '--', '-D', 'warnings']) },
  { name: 'wasm', body: wasmTests },
  { name: 'build', body: () => build() },
  { name: 'package', body: () => nodeTests('tests/package', []), after: 'build' },
  { name: 'types', body: typeTests, after: 'build' },
  { name: 'plugs', body: () => nodeTests('tests/plugs', []), after: 'build' },
  { name: 'node', body: () => nodeTests('tests/page', [], undefined, { CASES_IN_NODE: '1' }), after: 'build' },
  { name: 'peer', body: () => nodeTests('tests/peer', ['--test-concurrency=1']), after: 'build' },
  { name: 'hunt', body: () => nodeTests('tests/hunt', []), after: 'build' },
  { name: 'page', body: () => nodeTests('tests/page', ['--test-concurrency=1']), after: 'build' },
  {
    name: 'firefox',
    body: () => nodeTests('tests/page', ['--test-concurrency=1'], undefined, { CASES_IN_FIREFOX: '1' }),
    after: 'build',
    onRequest: true,
  },
];

/** Runs a test program: what it counted decides; a failure without a count is an error. */
async function counted(read, program, args, options = {}) {
  const { status, output } = await run(program, args, { ...options, capture: true, check: false });
  const counts = read(output);
  if (status !== 0 && counts.failed === 0) throw new Error(`${program} failed (status ${status}) without naming a failed test`);
  if (counts.passed + counts.failed === 0) throw new Error(`${program} ran no test`);
  return counts;
}

function nodeTests(folder, options, names = readdirSync(join(root, folder)).filter(name => /\.test\.m?js$/.test(name)), env = {}) {
  const files = names.map(name => join(root, folder, name));
  return counted(nodeCounts, process.execPath, ['--test', '--test-reporter=spec', '--enable-source-maps', ...options, ...files], { env });
}

/** Tests of js/ import its TypeScript; Node 20 reads none, so each test file is bundled with what it imports. */
async function javascriptTests() {
  const { build: bundle } = await import('esbuild');
  const outdir = '.cache/js-tests';
  rmSync(join(root, outdir), { recursive: true, force: true });
  const entryPoints = readdirSync(join(root, 'tests/js')).filter(name => /\.test\.(?:mjs|ts)$/.test(name));
  await bundle({
    entryPoints: entryPoints.map(name => join(root, 'tests/js', name)),
    absWorkingDir: root,
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    target: 'node20',
    outExtension: { '.js': '.mjs' },
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return nodeTests(outdir, []);
}

/** The core's tests in a dedicated worker of Chromium: of the one we found, whichever the driver would find. */
async function wasmTests() {
  const settings = join(root, '.cache/webdriver.json');
  mkdirSync(join(root, '.cache'), { recursive: true });
  const options = { ...webdriver['goog:chromeOptions'], binary: findChrome() };
  writeFileSync(settings, JSON.stringify({ ...webdriver, 'goog:chromeOptions': options }));
  const args = ['test', '--mode', 'no-install', '--headless', '--chrome', '--chromedriver', findDriver(), '.', '--test', 'browser'];
  const env = { WASM_BINDGEN_TEST_WEBDRIVER_JSON: settings, WASM_BINDGEN_TEST_TIMEOUT: '120' };
  return counted(cargoCounts, 'wasm-pack', args, { env });
}
