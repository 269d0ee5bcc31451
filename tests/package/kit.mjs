/*
 * Owns the tarball that the tests of this folder look at: packed once, of what the build left, and laid out as npm would install it.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { root } from '../../scripts/lib/places.mjs';

const folder = mkdtempSync(join(tmpdir(), 'countersign-package-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const [packed] = JSON.parse(
  execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
);

export const tarball = join(folder, packed.filename);

/** The paths of what is shipped. */
export const shipped = packed.files.map(({ path }) => path).sort();

/** A folder of an app that has the package installed, and nothing else. */
export function installed() {
  const place = join(folder, 'app/node_modules/countersign');
  mkdirSync(place, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', place, '--strip-components=1']);
  return join(folder, 'app');
}
