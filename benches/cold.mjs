/*
 * Owns the measure of cold starts. What must hold: a browser of its own for each round, with a new profile; each peer's page is alone in it; the
 * first visit has an empty HTTP cache, the later ones a full one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChrome, switches } from '../scripts/lib/browser.mjs';

/** `note(name, peer, ms)` takes each figure. `order`: the peers, in this round's order. `fullVisits`: with a full cache, at least three. */
export async function measureCold(origin, order, fullVisits, note) {
  const profile = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const browser = await chromium.launchPersistentContext(profile, { executablePath: findChrome(), args: switches });
  try {
    const tab = browser.pages()[0] ?? (await browser.newPage());
    // What a browser does once in its life is nobody's cold start.
    await tab.goto(`${origin}/blank`);
    await tab.evaluate(() => new Promise(done => setTimeout(done, 300)));
    for (const peer of order) note('HTTP cache empty', peer, await visit(tab, origin, peer));
    for (let at = 0; at < fullVisits; at += 1) {
      for (const peer of order) {
        const ms = await visit(tab, origin, peer);
        // The second visit is when a browser decides to keep what it compiled.
        if (at > 1) note('HTTP cache full', peer, ms);
      }
    }
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function visit(tab, origin, peer) {
  await tab.goto(`${origin}/cold/${peer}`);
  await tab.waitForFunction(() => globalThis.first !== undefined);
  const first = await tab.evaluate(() => globalThis.first);
  if (typeof first !== 'number') throw new Error(`cold start of ${peer}: ${first}`);
  // What goes on after the first result is not to disturb the next.
  await tab.evaluate(() => new Promise(done => setTimeout(done, 300)));
  await tab.goto(`${origin}/blank`);
  return first;
}
