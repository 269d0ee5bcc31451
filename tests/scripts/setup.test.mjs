/* Set-up on machines that lack this or that: played by a folder of stand-in programs that is all of the path. */
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../../scripts/lib/places.mjs';

const place = mkdtempSync(join(tmpdir(), 'countersign-setup-'));
after(() => rmSync(place, { recursive: true }));

const bindgen = /name = "wasm-bindgen"\nversion = "(.+)"/.exec(readFileSync(join(root, 'Cargo.lock'), 'utf8'))[1];
const sysroot = join(place, 'sysroot');
mkdirSync(join(sysroot, 'lib/rustlib/wasm32-unknown-unknown'), { recursive: true });
mkdirSync(join(sysroot, 'bin'));
for (const name of ['cargo-fmt', 'cargo-clippy']) writeFileSync(join(sysroot, 'bin', name), '');

/** What each program of a machine that lacks nothing prints. */
const whole = {
  cc: '',
  rustup: '',
  rustc: rust('99.0.0', sysroot),
  'wasm-bindgen': `wasm-bindgen ${bindgen}`,
  'wasm-bindgen-test-runner': '',
  'wasm-pack': 'wasm-pack 0.15.1',
  chromium: '',
  chromedriver: '',
  'redis-server': '',
};

function rust(version, folder) {
  return { '--version': `rustc ${version} (0 0)`, '--print': folder };
}

let machines = 0;

/** Runs set-up's look around on a machine with these programs. */
function look(programs, { env = {}, args = [] } = {}) {
  machines += 1;
  const bin = join(place, `bin${machines}`);
  mkdirSync(bin);
  for (const [name, prints] of Object.entries(programs)) {
    const cases = typeof prints === 'string' ? { '*': prints } : prints;
    const arms = Object.entries(cases).map(([argument, text]) => `${argument}) echo '${text}' ;;`);
    writeFileSync(join(bin, name), `#!/bin/sh\ncase "$1" in\n${arms.join('\n')}\nesac\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const clean = { PATH: bin, CARGO_HOME: join(place, 'nowhere'), COUNTERSIGN_CACHE: join(place, 'cache'), ...env };
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/setup.mjs'), '--check', ...args], {
    env: clean,
    encoding: 'utf8',
  });
  return stdout + stderr;
}

const without = name => Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name));

test('where nothing is missing it says so', () => {
  assert.equal(look(whole), 'nothing is missing\n');
});

test('without Rust it names rustup, and nothing that would only follow from it', () => {
  assert.equal(look({}), 'Rust is missing: Install Rust with rustup: https://rustup.rs\n');
});

test('an old Rust is told apart from none', () => {
  assert.match(
    look({ ...whole, rustc: rust('1.60.0', sysroot) }),
    /^Rust 1\.\d+ is missing: This is Rust 1\.60\.0; run: rustup update stable\n$/,
  );
});

test('the wasm target and the components come from rustup', () => {
  const bare = join(place, 'bare');
  const said = look({ ...whole, rustc: rust('99.0.0', bare) });
  assert.match(said, /wasm32-unknown-unknown target is missing: rustup target add wasm32-unknown-unknown/);
  assert.match(said, /rustfmt is missing: rustup component add rustfmt/);
  assert.match(said, /clippy is missing: rustup component add clippy/);
});

test("a Rust that is not rustup's gets advice, not a command that is not there", () => {
  const said = look({ ...without('rustup'), rustc: rust('99.0.0', join(place, 'bare')) });
  assert.match(said, /clippy is missing: This Rust did not come from rustup/);
});

test('wasm-bindgen must be of exactly the version of Cargo.lock, and goes where no other project sees it', () => {
  const said = look({ ...whole, 'wasm-bindgen': 'wasm-bindgen 0.2.1' });
  assert.equal(
    said,
    `wasm-bindgen-cli ${bindgen} is missing: cargo install wasm-bindgen-cli --version ${bindgen} --root ${place}/cache/tools/wasm-bindgen-cli\n`,
  );
});

test('a build needs no browser and no wasm-pack', () => {
  const { cc, rustup, rustc } = whole;
  const bindings = { 'wasm-bindgen': whole['wasm-bindgen'], 'wasm-bindgen-test-runner': '' };
  assert.equal(look({ cc, rustup, rustc, ...bindings }, { args: ['--for', 'build'] }), 'nothing is missing\n');
  assert.match(look({ cc, rustup, rustc, ...bindings }), /wasm-pack 0\.15\.1 is missing: cargo install wasm-pack/);
});

test('without Chromium it says what to install and which variables name one', () => {
  assert.match(look(without('chromium')), /Debian: apt-get install chromium chromium-driver.*CHROME_PATH=.*CHROMEDRIVER_PATH=/);
  const chrome = join(place, 'my-chrome');
  writeFileSync(chrome, '');
  assert.equal(look(without('chromium'), { env: { CHROME_PATH: chrome } }), 'nothing is missing\n');
});

test('without a Redis server it says what to install', () => {
  assert.match(look(without('redis-server')), /redis-server is missing: Install a Redis server \(Debian: apt-get install redis-server\)/);
});

test('a variable that names no browser is an error, not a reason to take another', () => {
  assert.equal(look(whole, { env: { CHROME_PATH: '/no/such/chrome' } }), 'CHROME_PATH names /no/such/chrome, which does not exist\n');
});

test('Debian packages are installed where that is allowed', { skip: process.getuid() !== 0 && 'needs root' }, () => {
  const said = look({ ...without('chromedriver'), 'apt-get': '' });
  assert.match(said, /ChromeDriver is missing: apt-get update && apt-get install -y --no-install-recommends chromium chromium-driver/);
  assert.match(
    look({ ...without('redis-server'), 'apt-get': '' }),
    /redis-server is missing: apt-get update && apt-get install .* redis-server/,
  );
  assert.match(
    look({ ...without('cc'), 'apt-get': '' }),
    /a C linker \(cc\) is missing: apt-get update && apt-get install .* gcc libc6-dev/,
  );
});
