/*
 * Owns that the benchmark runs: one round, one thing of each kind, every peer, in Chromium. Deliberately absent: how long anything takes.
 */
import { strict as assert } from 'node:assert';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const bench = fileURLToPath(new URL('../../benches/bench.mjs', import.meta.url));

test('a quick benchmark measures every kind of thing, of every peer, and all of them answer alike', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  try {
    const [out, html] = [join(folder, 'report.json'), join(folder, 'report.html')];
    const { stdout } = await promisify(execFile)(process.execPath, [bench, '--quick', '--out', out, '--html', html]);
    const { rows, failures } = JSON.parse(readFileSync(out, 'utf8'));
    assert.deepEqual(failures, []);
    assert.deepEqual([...new Set(rows.map(row => row.group))], ['cold', 'warm', 'calls', 'collect', 'first', 'programs', 'micro']);
    for (const { group, name, peers } of rows) {
      const counted = Object.values(peers).flat();
      assert.ok(counted.length >= (group === 'collect' ? 1 : 4) && counted.every(ms => ms > 0), `${group}: ${name}`);
    }
    assert.match(stdout, /^Goals$/m);
    assert.match(readFileSync(html, 'utf8'), /<title>countersign: benchmark<\/title>/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
