/*
 * Owns the proof that the package can be installed: its tarball holds what its manifest names and nothing else, resolvers of all kinds find entries
 * and types, and each entry does its work in Node.
 */
import { strict as assert } from 'node:assert';
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodeTool, root } from '../../scripts/lib/places.mjs';
import { installed, shipped, tarball } from './kit.mjs';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const targets = of => (typeof of === 'string' ? [of] : Object.values(of).flatMap(targets));

/** What a tool prints must be its approval, and its status 0. */
function approves(tool, args, said) {
  const { status, stdout, stderr } = spawnSync(nodeTool(tool), args, {
    encoding: 'utf8',
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
  });
  assert.equal(status, 0, `${stdout}\n${stderr}`);
  assert.match(stdout, said);
}

test('publint finds nothing', () => approves('publint', ['run', tarball, '--strict'], /All good/));

test('types resolve wherever ES modules do', () => {
  // What a bundler makes of a file that is no script has no type that is right everywhere.
  approves('attw', [tarball, '--profile', 'esm-only', '--exclude-entrypoints', './engine.wasm'], /"countersign\/inline"/);
});

test('what the manifest names is shipped, and all of pkg/ is', () => {
  const named = [manifest.main, manifest.types, ...targets(manifest.exports)].map(path => path.replace('./', ''));
  assert.deepEqual(
    named.filter(path => !shipped.includes(path)),
    [],
  );
  const built = readdirSync(join(root, 'pkg')).map(name => `pkg/${name}`);
  assert.deepEqual(
    shipped.filter(path => path.startsWith('pkg/')),
    built.sort(),
  );
});

/** Entries that have a folder of their name, for resolvers that look for one. */
const folders = ['ai-sdk', 'card', 'codemode', 'inline', 'react', 'tanstack'];

test('nothing else is shipped than the package, its docs and its licences', () => {
  const others = shipped.filter(path => !/^(?:pkg\/|docs\/[\w-]+\.md$)/.test(path));
  const expected = [
    'ARCHITECTURE.md',
    'CHANGELOG.md',
    'LICENSE-APACHE',
    'LICENSE-MIT',
    'README.md',
    'THIRD_PARTY_NOTICES',
    'llms.txt',
    ...folders.map(name => `${name}/package.json`),
    'package.json',
  ];
  assert.deepEqual(others, expected.sort());
});

test('the entries with the whole API export the same names', async () => {
  const namesOf = async entry => Object.keys(await import(`../../pkg/${entry}.js`)).sort();
  const names = await namesOf('index');
  assert.ok(names.includes('createSandbox') && names.includes('functionsFrom'));
  assert.deepEqual([await namesOf('inline'), await namesOf('node')], [names, names]);
});

test('resolvers that do not know `exports` find the entries and their types', () => {
  assert.deepEqual([manifest.main, manifest.types], ['./pkg/index.js', './pkg/index.d.ts']);
  // Parcel by default, and TypeScript's `node10`, look for a folder of that name.
  for (const name of folders) {
    const stub = JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'));
    const { types, default: main } = manifest.exports[`./${name}`];
    assert.deepEqual([`./${join(name, stub.main)}`, `./${join(name, stub.types)}`, stub.type], [main, types, 'module']);
  }
});

test('installed from the tarball, both entries run an approval to its result in Node', () => {
  const app = installed();
  writeFileSync(
    join(app, 'main.mjs'),
    `const names = [];
    for (const entry of ['countersign', 'countersign/inline']) {
      const countersign = await import(entry);
      names.push(Object.keys(countersign).join());
      const sandbox = countersign.createSandbox({ functions: { mail: { approval: true, execute: input => input.to } } });
      const approval = { mode: 'pause', onApproval: () => 'approve' };
      const result = await sandbox.run({ code: 'return mail({ to: "a" })', approval });
      if (result.value !== 'a') throw new Error(JSON.stringify(result));
      await sandbox.dispose();
    }
    if (new Set(names).size !== 1) throw new Error(names.join(' is not '));
    console.log('done', names[0]);`,
  );
  assert.match(execFileSync(process.execPath, ['main.mjs'], { cwd: app, encoding: 'utf8' }), /^done RunError,SandboxError,createSandbox/);
});
