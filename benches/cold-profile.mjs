/*
 * Owns `node benches/cold-profile.mjs`: what happens in a sandbox's worker between its start and its first result, as a sequence of phases, by
 * Chromium's CPU profiler, which is there from the worker's first instruction; and when the page's files had arrived.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findChrome, switches } from '../scripts/lib/browser.mjs';
import { openPages } from './pages.mjs';
import { printProfiles } from './profiled.mjs';
import { followWorkers } from './targets.mjs';

const { values: options } = parseArgs({
  options: { engine: { type: 'string' }, visits: { type: 'string', default: '3' }, top: { type: 'string', default: '0' } },
});
const pages = await openPages({ engine: options.engine && readFileSync(options.engine) });
const browser = await chromium.launch({ executablePath: findChrome(), args: switches });
try {
  const tab = await browser.newPage();
  await tab.goto(`${pages.origin}/blank`);
  for (let visit = 1; visit <= Number(options.visits); visit += 1) await show(tab, visit);
} finally {
  await browser.close();
  await pages.close();
}

async function show(tab, visit) {
  const session = await tab.context().newCDPSession(tab);
  const worker = await profileFirstWorker(session);
  await tab.goto(`${pages.origin}/cold/countersign`);
  await tab.waitForFunction(() => globalThis.first !== undefined);
  const { profile } = await worker.stop();
  const page = await tab.evaluate(() => ({
    first: performance.now() && globalThis.first,
    origin: performance.timeOrigin,
    files: performance
      .getEntriesByType('resource')
      .map(({ name, startTime, responseEnd }) => [name.split('/').at(-1), startTime, responseEnd]),
  }));
  console.log(`\nvisit ${visit}: first result ${page.first.toFixed(0)} ms after navigation`);
  for (const [name, from, to] of page.files) console.log(`  ${name}: asked for at ${from.toFixed(0)}, there at ${to.toFixed(0)}`);
  for (const [name, from, ms] of phases(profile))
    if (ms >= 1) console.log(`  worker +${from.toFixed(0).padStart(4)}: ${ms.toFixed(1).padStart(6)} ms  ${name}`);
  printProfiles([profile], { top: Number(options.top) });
  await session.detach();
  await tab.goto(`${pages.origin}/blank`);
}

/** Profiles the first worker from its first instruction on. */
async function profileFirstWorker(session) {
  let first;
  const attached = worker => {
    const before = first ? [] : ['Profiler.enable', 'Profiler.start'];
    first ??= worker;
    void Promise.all([...before, 'Runtime.runIfWaitingForDebugger'].map(method => worker.send(method)));
  };
  await followWorkers(session, { paused: true, attached });
  return { stop: () => first.send('Profiler.stop') };
}

/** Spans in which the same outermost function of ours ran, in order. */
function phases({ nodes, samples, timeDeltas, startTime }) {
  const parents = new Map();
  const byId = new Map(nodes.map(node => [node.id, node]));
  for (const node of nodes) for (const child of node.children ?? []) parents.set(child, node.id);
  const named = id => {
    const path = [];
    for (let at = id; at !== undefined; at = parents.get(at)) path.unshift(byId.get(at).callFrame.functionName || '(anonymous)');
    const known = path.find(name => /^(?:instantiate|prepare|Session.*begin|postMessage|Instance|start)$/.test(name));
    return known ?? path[1] ?? path[0];
  };
  const spans = [];
  let now = startTime;
  for (const [at, id] of samples.entries()) {
    now += timeDeltas[at];
    const name = named(id);
    if (spans.at(-1)?.[0] === name) spans.at(-1)[2] = (now - startTime) / 1000 - spans.at(-1)[1];
    else spans.push([name, (now - startTime) / 1000, 0]);
  }
  return spans;
}
