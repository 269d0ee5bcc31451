/*
 * Owns `npm run bench`: this package and what people would use in its place, side by side in one headless Chromium, round after round. It decides
 * what is measured when; what is measured is in page/, programs/ and peers/, what is made of it in samples.mjs, goals.mjs and table.mjs.
 * Deliberately absent: limits that fail; machines are noisy, so figures are read, and compared within one run only.
 */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findChrome, switches } from '../scripts/lib/browser.mjs';
import { measureCold } from './cold.mjs';
import { contenders, openPages } from './pages.mjs';
import { Samples } from './samples.mjs';
import { consoleText } from './table.mjs';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean' },
    out: { type: 'string' },
    match: { type: 'string' },
  },
});
const rounds = Number(options.rounds ?? (options.quick ? 1 : 7));
const groups = options.only?.split(',');
const wanted = group => !groups || groups.includes(group);
const matches = name => !options.match || name.includes(options.match);
const longest = 180_000;

const rotated = (list, by) => list.map((_, at) => list[(at + by) % list.length]);
const said = text => process.stderr.write(`${text}\n`);

const samples = new Samples();
const pages = await openPages();
try {
  const browser = await chromium.launch({ executablePath: findChrome(), args: switches });
  const version = browser.version();
  for (let round = 0; round < rounds; round += 1) {
    said(`round ${round + 1} of ${rounds}`);
    if (wanted('cold'))
      await measureCold(pages.origin, rotated(contenders, round), (name, peer, ms) => samples.add('cold', name, peer, round, ms));
    await sideBySide(browser, round);
  }
  await browser.close();
  const report = {
    made: new Date().toISOString(),
    chromium: version,
    machine: { cpu: cpus()[0]?.model, count: cpus().length },
    rounds,
    rows: samples.rows(),
    failures: samples.failures,
  };
  if (options.out) writeFileSync(options.out, `${JSON.stringify(report, null, 1)}\n`);
  console.log(consoleText(report));
} finally {
  await pages.close();
}

async function sideBySide(browser, round) {
  const profile = await browser.newContext();
  try {
    const tab = await profile.newPage();
    await tab.goto(pages.origin);
    await tab.evaluate(() => globalThis.bench.open());
    const items = await tab.evaluate(() => globalThis.bench.items);
    const seen = new Set();
    for (const [at, item] of items.entries()) {
      if (!wanted(item.group) || !matches(item.name) || (options.quick && seen.has(item.group))) continue;
      seen.add(item.group);
      for (const peer of rotated(item.peers, round)) {
        try {
          const parts = await atMost(longest, measure(tab, at, peer));
          for (const [part, ms] of Object.entries(parts)) samples.add(item.group, part ? `${item.name} ${part}` : item.name, peer, round, ms);
        } catch (error) {
          samples.fail(item.group, item.name, peer, error.message.split('\n')[0]);
        }
      }
    }
  } finally {
    await profile.close();
  }
}

function measure(tab, at, peer) {
  return tab.evaluate(([at, peer]) => globalThis.bench.measure(at, peer), [at, peer]);
}

async function atMost(ms, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
