/*
 * Owns `node benches/profile.mjs NAME`: where the time of one program, operation or call goes, by Chromium's own CPU profiler in the sandbox's
 * workers, or in its page (`--page`). The engine is the one that ships, built once more with the names of its functions; `--engine FILE` serves another.
 * Deliberately absent: peers.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findChrome, switches } from '../scripts/lib/browser.mjs';
import { buildWasm } from '../scripts/lib/wasm.mjs';
import { openPages } from './pages.mjs';
import { printProfiles } from './profiled.mjs';
import { programs } from './programs/index.js';
import { micro } from './programs/micro.js';
import { followWorkers } from './targets.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string' },
    times: { type: 'string' },
    code: { type: 'string' },
    top: { type: 'string' },
    callers: { type: 'string' },
    page: { type: 'boolean', default: false },
  },
});
const times = Number(options.times ?? 5);
const top = Number(options.top ?? 25);

const engine = readFileSync(options.engine ?? join(await buildWasm({ names: true }), 'countersign_bg.wasm'));
const pages = await openPages({ engine });
const browser = await chromium.launch({ executablePath: findChrome(), args: switches });
try {
  const tab = await browser.newPage();
  await tab.goto(`${pages.origin}/alone`);
  await tab.waitForFunction(() => globalThis.alone);
  const profiled = await sessions(tab);
  const send = (method, params) => Promise.all(profiled.map(each => each.send(method, params)));
  const chosen = options.code
    ? [{ name: options.code, code: options.code }]
    : [...programs, ...micro].filter(each => positionals.some(name => each.name.includes(name)));
  for (const { name } of chosen) {
    await send('Profiler.enable');
    await send('Profiler.setSamplingInterval', { interval: 200 });
    await send('Profiler.start');
    const ms = await tab.evaluate(([name, code, times]) => globalThis.alone.run(name, code, times), [name, options.code, times]);
    const profiles = (await send('Profiler.stop')).map(({ profile }) => profile);
    console.log(`\n${name}: ${ms.map(each => each.toFixed(0)).join(', ')} ms`);
    printProfiles(profiles, { top, callers: options.callers });
  }
} finally {
  await browser.close();
  await pages.close();
}

/** What is profiled: the page, or the sandbox's workers, of which it keeps one or two. */
async function sessions(tab) {
  const session = await tab.context().newCDPSession(tab);
  if (options.page) return [session];
  const workers = [];
  await followWorkers(session, { attached: worker => workers.push(worker) });
  return workers;
}
