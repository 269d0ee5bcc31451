/*
 * Owns `npm run bench`: what people feel, measured in a headless Chromium against the built package, medians and spread over several
 * rounds. Deliberately absent: limits that fail; machines are noisy, so figures are read, and compared within one run only.
 */
import { chromium } from 'playwright-core';
import { findChrome, switches } from '../scripts/lib/browser.mjs';
import { root } from '../scripts/lib/places.mjs';
import { serve } from '../scripts/lib/serve.mjs';

const rounds = Number(process.argv[2] ?? 7);
const page = '<!doctype html><html lang="en"><meta charset="utf-8"><title>bench</title></html>';
const server = await serve({ folders: { '/pkg/': `${root}pkg` }, pages: { '/': page, '/favicon.ico': '' } });
const browser = await chromium.launch({ executablePath: findChrome(), args: switches });

/** Each round is a fresh profile: the first run of it is cold, with an empty HTTP cache. */
async function round() {
  const profile = await browser.newContext();
  try {
    const tab = await profile.newPage();
    await tab.goto(server.origin);
    return await tab.evaluate(measure);
  } finally {
    await profile.close();
  }
}

/** Runs in the page. Answers with milliseconds. */
async function measure() {
  const timed = async body => {
    const began = performance.now();
    await body();
    return performance.now() - began;
  };
  const { createSandbox } = await import('/pkg/index.js');
  const sandbox = createSandbox({
    functions: { echo: input => input, write: { approval: true, execute: input => input } },
    limits: { calls: 20_000, timeoutMs: 300_000 },
  });
  const run = async (code, request = {}) => {
    const result = await sandbox.run({ code, ...request });
    if (result.status !== 'completed') throw result.error;
    return result;
  };
  const figures = {};
  figures['cold: first result'] = await timed(() => run('return 1'));
  // What is prepared while idle is what a second run in the life of a page meets.
  await new Promise(done => setTimeout(done, 200));
  figures['warm: return 1'] = await timed(() => run('return 1'));
  figures['warm: eight at once'] = await timed(() => Promise.all(Array.from({ length: 8 }, () => run('return 1'))));
  figures['1,000 calls, one after the other'] = await timed(() => run('for (let i = 0; i < 1000; i++) await echo(i)'));
  figures['1,000 calls in one Promise.all'] = await timed(() => run('await Promise.all(Array.from({ length: 1000 }, (_, i) => echo(i)))'));
  const approval = { mode: 'pause', onApproval: () => 'approve' };
  figures['100 approved calls'] = await timed(() => run('for (let i = 0; i < 100; i++) await write(i)', { approval }));
  figures['fib(22)'] = await timed(() => run('const fib = n => n < 2 ? n : fib(n - 1) + fib(n - 2); return fib(22)'));
  figures['filter, map, reduce of 10,000 rows'] = await timed(() =>
    run(
      'const rows = Array.from({ length: 10000 }, (_, i) => ({ id: i, price: i % 97 })); return rows.filter(r => r.price > 10).map(r => r.price * 2).reduce((a, b) => a + b, 0)',
    ),
  );
  const collect = { mode: 'collect' };
  const writes = count => `for (let i = 0; i < ${count}; i++) await write({ id: i, note: 'record ' + i })`;
  for (const count of [16, 1000, 10_000]) {
    let card;
    const text = count.toLocaleString('en');
    figures[`collect: ${text} marked calls to the card`] = await timed(async () => {
      card = await sandbox.run({ code: writes(count), approval: collect });
      if (card.pending?.length !== count) throw new Error(`${card.status}: ${card.error?.message}`);
    });
    figures[`collect: ${text} approved, to the result`] = await timed(async () => {
      const done = await card.resume({ all: 'approve' });
      if (done.status !== 'completed') throw done.error;
    });
  }
  for (const count of [100, 1000, 10_000]) {
    const code = `for (let i = 0; i < ${count}; i++) await echo({ id: i }); await write(0)`;
    const card = await sandbox.run({ code, approval: collect });
    figures[`collect: a journal of ${count.toLocaleString('en')} reads replayed`] = await timed(async () => {
      const done = await card.resume({ all: 'approve' });
      if (done.status !== 'completed') throw done.error;
    });
  }
  await sandbox.dispose();
  return figures;
}

const all = [];
for (let i = 0; i < rounds; i++) all.push(await round());
await browser.close();
await server.close();

const ms = value => value.toFixed(1).padStart(9);
console.log(`${rounds} rounds, ms: median, least, most`);
for (const name of Object.keys(all[0])) {
  const sorted = all.map(figures => figures[name]).sort((a, b) => a - b);
  console.log(`${name.padEnd(40)}${ms(sorted[Math.floor(sorted.length / 2)])}${ms(sorted[0])}${ms(sorted.at(-1))}`);
}
