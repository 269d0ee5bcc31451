/*
 * Owns the measure of memory: what the processes that render a page hold for themselves alone (Linux's Private_Clean and Private_Dirty), less what
 * they hold for an empty page. That is everything a peer costs: the page's half, workers, frames, WebAssembly's memory and compiled code.
 * What must hold: a browser of its own for each peer. Where there is no /proc nothing is measured.
 */
import { existsSync, readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { findChrome, switches } from '../scripts/lib/browser.mjs';

/** Rows of `{ peer, idle, held, later }` in MiB, or none where they cannot be had. */
export async function measureMemory(origin, peers, { runs = 500 } = {}) {
  if (!existsSync('/proc/self/smaps_rollup')) return [];
  const rows = [];
  for (const peer of peers) rows.push(await ofPeer(origin, peer, runs));
  return rows;
}

async function ofPeer(origin, peer, runs) {
  const browser = await chromium.launch({ executablePath: findChrome(), args: switches });
  try {
    const tab = await browser.newPage();
    const system = await browser.newBrowserCDPSession();
    const page = await tab.context().newCDPSession(tab);
    const now = async () => {
      await page.send('HeapProfiler.collectGarbage');
      await tab.evaluate(() => new Promise(done => setTimeout(done, 1000)));
      const { processInfo } = await system.send('SystemInfo.getProcessInfo');
      return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { id }) => sum + ownOf(id), 0) / 1024;
    };
    await tab.goto(`${origin}/blank`);
    const empty = await now();
    await tab.goto(`${origin}/cold/${peer}`);
    await tab.waitForFunction(() => globalThis.alone);
    const idle = await now();
    await tab.evaluate(() => globalThis.alone.hold());
    const held = await now();
    await tab.evaluate(() => globalThis.alone.letGo());
    await tab.evaluate(count => globalThis.alone.runs(count), runs);
    const later = await now();
    return { peer, idle: idle - empty, held: held - empty, later: later - empty };
  } finally {
    await browser.close();
  }
}

/** In KiB. */
function ownOf(pid) {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return [...text.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB$/gm)].reduce((sum, [, kib]) => sum + Number(kib), 0);
}
