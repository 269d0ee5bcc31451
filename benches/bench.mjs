/*
 * Owns `npm run bench`: this package and what people would use in its place, side by side in one headless Chromium, round after round. It decides
 * what is measured when (docs/developing.md has the options); what is measured is in page/, programs/ and peers/, what is made of it in samples.mjs,
 * goals.mjs and table.mjs. Deliberately absent: limits that fail; machines are noisy, so figures are read, and compared within one run only.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findChrome, switches } from '../scripts/lib/browser.mjs';
import { root } from '../scripts/lib/places.mjs';
import { measureBytes } from './bytes.mjs';
import { measureCold } from './cold.mjs';
import { measureMemory } from './memory.mjs';
import { contenders, openPages } from './pages.mjs';
import { reportPage } from './report.mjs';
import { merged, Samples } from './samples.mjs';
import { consoleText, markdown } from './table.mjs';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string' },
    only: { type: 'string' },
    match: { type: 'string' },
    quick: { type: 'boolean', default: false },
    out: { type: 'string' },
    from: { type: 'string' },
    markdown: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
    html: { type: 'string' },
  },
});
const rounds = Number(options.rounds ?? (options.quick ? 1 : 7));
const groups = options.only?.split(',');
const wanted = group => (groups ? groups.includes(group) : !(options.quick && ['bytes', 'memory'].includes(group)));
const said = text => process.stderr.write(`${text}\n`);
/** In one round; what is short is measured again, as often as fits. */
const [repeatMs, repeats, longestMs] = [600, options.quick ? 1 : 4, 180_000];

class TooLong extends Error {}

const reports = options.from?.split(',').map(path => JSON.parse(readFileSync(path, 'utf8')));
publish(reports ? merged(reports) : await measureAll());

function publish(report) {
  if (options.out) writeFileSync(options.out, `${JSON.stringify(report)}\n`);
  if (options.html) writeFileSync(options.html, reportPage(report));
  if (options.docs) writeDocs(markdown(report));
  console.log(options.markdown ? markdown(report) : consoleText(report));
}

/** What stands between the two marks of docs/performance.md is what was measured. */
function writeDocs(text) {
  const path = join(root, 'docs/performance.md');
  const [before, , after] = readFileSync(path, 'utf8').split(/<!-- measured(?: end)? -->/);
  if (after === undefined) throw new Error(`${path} has lost the marks of what is measured`);
  writeFileSync(path, `${before}<!-- measured -->\n\n${text}\n\n<!-- measured end -->${after}`);
}

async function measureAll() {
  const samples = new Samples();
  const pages = await openPages();
  const browser = await chromium.launch({ executablePath: findChrome(), args: switches });
  try {
    for (let round = 0; round < rounds; round += 1) {
      said(`round ${round + 1} of ${rounds}`);
      if (wanted('cold'))
        await measureCold(pages.origin, rotated(contenders, round), options.quick ? 3 : 4, (name, peer, ms) =>
          samples.add('cold', name, peer, round, ms),
        );
      await sideBySide(browser, pages.origin, samples, round);
    }
    if (groups?.includes('growth')) await measureGrowth(browser, pages.origin);
    if (wanted('memory')) said('memory');
    const memory = wanted('memory') ? await measureMemory(pages.origin, contenders) : [];
    if (wanted('bytes')) said('bytes');
    const bytes = wanted('bytes') ? await measureBytes(pages.outdir) : [];
    const machine = { cpu: cpus()[0]?.model, count: cpus().length };
    return {
      made: new Date().toISOString(),
      chromium: browser.version(),
      machine,
      rounds,
      rows: samples.rows(),
      failures: samples.failures,
      bytes,
      memory,
    };
  } finally {
    await browser.close();
    await pages.close();
  }
}

/** Who comes first changes from round to round. */
function rotated(list, by) {
  return list.map((_, at) => list[(at + by) % list.length]);
}

async function sideBySide(browser, origin, samples, round) {
  const profile = await browser.newContext();
  try {
    let tab = await openBench(profile, origin);
    const items = await tab.evaluate(() => globalThis.bench.items);
    const seen = new Set();
    for (const [at, item] of items.entries()) {
      if (!wanted(item.group) || !item.name.includes(options.match ?? '') || (options.quick && seen.has(item.group))) continue;
      seen.add(item.group);
      for (const peer of rotated(item.peers, round)) {
        if (await measureOne(tab, at, item, peer, samples, round)) continue;
        // What took too long goes on there, and would slow whoever comes next.
        await tab.close();
        tab = await openBench(profile, origin);
      }
    }
  } finally {
    await profile.close();
  }
}

async function openBench(profile, origin) {
  const tab = await profile.newPage();
  await tab.goto(origin);
  await tab.waitForFunction(() => globalThis.bench);
  await tab.evaluate(() => globalThis.bench.open());
  return tab;
}

/** The first time is apart: an engine that was compiled a moment ago runs new code slowly, a peer's as well as ours. Gives whether it came to an end. */
async function measureOne(tab, at, item, peer, samples, round) {
  const add = (group, parts) => {
    for (const [part, ms] of Object.entries(parts)) samples.add(group, part ? `${item.name} ${part}` : item.name, peer, round, ms);
  };
  const began = performance.now();
  try {
    const first = await atMost(longestMs, measure(tab, at, peer));
    if (item.group === 'programs') add('first', first);
    else if (!item.warmsUp) add(item.group, first);
    const enough = () => performance.now() - began > repeatMs;
    for (let time = 0; time < repeats && !(enough() && (time > 0 || !item.warmsUp)); time += 1)
      add(item.group, await atMost(longestMs, measure(tab, at, peer)));
  } catch (error) {
    samples.fail(item.group, item.name, peer, error.message.split('\n')[0].replace(/^page\.evaluate: (?:Error: )?/, ''));
    return !(error instanceof TooLong);
  }
  return true;
}

function measure(tab, at, peer) {
  return tab.evaluate(([at, peer]) => globalThis.bench.measure(at, peer), [at, peer]);
}

async function atMost(ms, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new TooLong(`took longer than ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether anything grows faster than its work is a table of its own, and takes minutes, so it comes only when asked for. */
async function measureGrowth(browser, origin) {
  const { growthHead, growthLine, growthTable } = await import('./growth-table.mjs');
  const profile = await browser.newContext();
  const tab = await openBench(profile, origin);
  console.log(growthHead);
  await growthTable(code => tab.evaluate(code => globalThis.bench.run(code), code), {
    only: options.match ?? '',
    onRow: row => console.log(growthLine(row)),
  });
  await profile.close();
}
