/*
 * Owns the list of what a checkout needs before it builds: for each need how to see that it is there, and how to get it.
 * What must hold: looking is cheap (it runs before every build and test) and changes nothing. Deliberately absent: running
 * the installs, which is setup.mjs's.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChrome, findDriver, findFirefox } from './browser.mjs';
import { nodeTool, root, toolRoot, wasmTarget, which } from './places.mjs';
import { ask } from './run.mjs';

const wasmPackVersion = '0.15.1';
const read = path => readFileSync(join(root, path), 'utf8');

/**
 * What is missing, in the order in which to get it. Each has `name`, and either `commands` that bring it or `advice` for a
 * person. `purpose` is 'build', 'test' or 'firefox': only tests need browsers, a Redis server and wasm-pack, and only those in Firefox need that.
 */
export function missing(purpose) {
  const sysroot = ask('rustc', ['--print', 'sysroot']);
  if (!sysroot) return [{ name: 'Rust', advice: 'Install Rust with rustup: https://rustup.rs' }];
  const needs = [compiler(), ...rust(sysroot), wasmBindgen(), npmPackages()];
  if (purpose !== 'build') needs.push(...rustComponents(sysroot), wasmPack(), ...chromium(), redis());
  if (purpose === 'firefox') needs.push(firefox());
  return needs.filter(Boolean);
}

/** rustc links build scripts and cargo's own programs with it. */
function compiler() {
  if (which('cc')) return undefined;
  return debian('a C linker (cc)', ['gcc', 'libc6-dev'], 'Install a C compiler (Debian: gcc and libc6-dev).');
}

function rust(sysroot) {
  const version = ask('rustc', ['--version'])?.split(' ')[1] ?? '0';
  const wanted = /^rust-version = "(.+)"/m.exec(read('Cargo.toml'))?.[1] ?? '0';
  if (isOlder(version, wanted)) return [{ name: `Rust ${wanted}`, advice: `This is Rust ${version}; run: rustup update stable` }];
  const library = join(sysroot, 'lib/rustlib', wasmTarget);
  return existsSync(library) ? [] : [fromRustup(`Rust's ${wasmTarget} target`, ['target', 'add', wasmTarget])];
}

/** Looked for in the toolchain: rustup's stand-ins on the path are there even when the component is not. */
function rustComponents(sysroot) {
  return [
    ['rustfmt', 'cargo-fmt'],
    ['clippy', 'cargo-clippy'],
  ]
    .filter(([, program]) => !existsSync(join(sysroot, 'bin', program)))
    .map(([component]) => fromRustup(component, ['component', 'add', component]));
}

function fromRustup(name, args) {
  if (which('rustup')) return { name, commands: [['rustup', ...args]] };
  return { name, advice: `This Rust did not come from rustup; get ${name} where it came from, or install rustup: https://rustup.rs` };
}

/** Its version must be exactly the library's: the two speak a private format. */
function wasmBindgen() {
  const version = /name = "wasm-bindgen"\nversion = "(.+)"/.exec(read('Cargo.lock'))?.[1];
  if (!version) throw new Error('Cargo.lock does not name wasm-bindgen');
  if (ask('wasm-bindgen', ['--version']) === `wasm-bindgen ${version}` && which('wasm-bindgen-test-runner')) return undefined;
  return cargoTool('wasm-bindgen-cli', version);
}

function wasmPack() {
  return ask('wasm-pack', ['--version']) === `wasm-pack ${wasmPackVersion}` ? undefined : cargoTool('wasm-pack', wasmPackVersion);
}

/** Without --locked: the lock file of wasm-bindgen-cli 0.2.130 names a crate version that is no longer served. */
function cargoTool(crate, version) {
  return { name: `${crate} ${version}`, commands: [['cargo', 'install', crate, '--version', version, '--root', join(toolRoot, crate)]] };
}

export const lockStamp = join(root, 'node_modules/.countersign-lock');
export const lockHash = () => createHash('sha256').update(read('package-lock.json')).digest('hex');

function npmPackages() {
  const installed = existsSync(lockStamp) && readFileSync(lockStamp, 'utf8') === lockHash() && existsSync(nodeTool('esbuild'));
  return installed
    ? undefined
    : { name: 'npm packages of package-lock.json', commands: [['npm', 'ci', '--no-fund', '--no-audit']], stamp: true };
}

function chromium() {
  const advice =
    'Install Chromium and ChromeDriver of the same version (Debian: apt-get install chromium chromium-driver), ' +
    'or name them: CHROME_PATH=/path/to/chrome CHROMEDRIVER_PATH=/path/to/chromedriver';
  return findChrome() && findDriver() ? [] : [debian('Chromium and ChromeDriver', ['chromium', 'chromium-driver'], advice)];
}

/** No driver: the cases that run there need none. */
function firefox() {
  if (findFirefox()) return undefined;
  return debian(
    'Firefox',
    ['firefox-esr'],
    'Install Firefox (Debian: apt-get install firefox-esr), or name it: FIREFOX_PATH=/path/to/firefox',
  );
}

/** The tests of stores start one of their own, on a free port, and stop it. */
function redis() {
  if (which('redis-server')) return undefined;
  return debian(
    'redis-server',
    ['redis-server'],
    'Install a Redis server (Debian: apt-get install redis-server), so that redis-server is on the path.',
  );
}

/** Debian's packages where we may install them; otherwise a person must. */
function debian(name, packages, advice) {
  if (process.getuid?.() !== 0 || !which('apt-get')) return { name, advice };
  return {
    name,
    commands: [
      ['apt-get', 'update'],
      ['apt-get', 'install', '-y', '--no-install-recommends', ...packages],
    ],
  };
}

function isOlder(version, wanted) {
  const [a, b] = [version, wanted].map(text => text.split('.').map(Number.parseFloat));
  const at = b.findIndex((part, index) => part !== (a[index] ?? 0));
  return at >= 0 && (a[at] ?? 0) < b[at];
}
