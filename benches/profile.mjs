/*
 * Owns `node benches/profile.mjs NAME`: where the time of one program, operation or call goes, by Chromium's own CPU profiler in the sandbox's
 * workers, or in its page (`--page`). The functions of the shipped engine have no names: `--engine FILE` serves another build of it, as `wasm-opt -g` makes one
 * (docs/developing.md). Deliberately absent: peers.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findChrome, switches } from '../scripts/lib/browser.mjs';
import { openPages } from './pages.mjs';
import { programs } from './programs/index.js';
import { micro } from './programs/micro.js';

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

const pages = await openPages({ engine: options.engine && readFileSync(options.engine) });
const browser = await chromium.launch({ executablePath: findChrome(), args: switches });
try {
  const tab = await browser.newPage();
  await tab.goto(`${pages.origin}/alone`);
  await tab.waitForFunction(() => globalThis.alone);
  const workers = await attachToWorkers(tab);
  const chosen = options.code
    ? [{ name: options.code, code: options.code }]
    : [...programs, ...micro].filter(each => positionals.some(name => each.name.includes(name)));
  for (const { name } of chosen) {
    await workers.send('Profiler.enable');
    await workers.send('Profiler.setSamplingInterval', { interval: 200 });
    await workers.send('Profiler.start');
    const ms = await tab.evaluate(([name, code, times]) => globalThis.alone.run(name, code, times), [name, options.code, times]);
    const profiles = (await workers.send('Profiler.stop')).map(({ profile }) => profile);
    console.log(`\n${name}: ${ms.map(each => each.toFixed(0)).join(', ')} ms`);
    report(profiles);
  }
} finally {
  await browser.close();
  await pages.close();
}

/** The sandbox keeps a worker or two; each has a profiler of its own, reached through the page's session. */
async function attachToWorkers(tab) {
  const session = await tab.context().newCDPSession(tab);
  const waiting = new Map();
  const found = new Set();
  let last = 0;
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => targetInfo.type === 'worker' && found.add(sessionId));
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result, error } = JSON.parse(message);
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error) reject?.(new Error(error.message));
    else resolve?.(result);
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const sendTo = (sessionId, method, params) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) }).catch(reject);
    });
  return {
    send: (method, params = {}) =>
      options.page
        ? session.send(method, params).then(answer => [answer])
        : Promise.all([...found].map(sessionId => sendTo(sessionId, method, params))),
  };
}

/** Every sample as the node it was taken in, and the milliseconds it stands for. */
function* samplesOf(profiles) {
  for (const { nodes, samples, timeDeltas } of profiles) {
    const byId = new Map(nodes.map(node => [node.id, node]));
    for (const node of nodes) for (const child of node.children ?? []) byId.get(child).parent = node;
    for (const [at, id] of samples.entries()) yield [byId.get(id), timeDeltas[at] / 1000];
  }
}

function report(profiles) {
  const own = new Map();
  const whole = new Map();
  const lines = new Map();
  let total = 0;
  for (const [node, ms] of samplesOf(profiles)) {
    const name = nameOf(node);
    if (name === '(idle)' || name === '(program)') continue;
    total += ms;
    own.set(name, (own.get(name) ?? 0) + ms);
    const seen = new Set();
    for (let each = node; each; each = each.parent) seen.add(nameOf(each));
    for (const each of seen) whole.set(each, (whole.get(each) ?? 0) + ms);
    if (options.callers && name.includes(options.callers)) {
      const line = [];
      for (let each = node; each && line.length < 7; each = each.parent) line.push(nameOf(each));
      lines.set(line.join(' < '), (lines.get(line.join(' < ')) ?? 0) + ms);
    }
  }
  const share = ms => `${((100 * ms) / total).toFixed(1).padStart(5)} %`;
  const list = found => [...found].sort((a, b) => b[1] - a[1]).slice(0, top);
  console.log(`busy ${total.toFixed(0)} ms; by itself`);
  for (const [name, ms] of list(own)) console.log(`  ${share(ms)}  ${name}`);
  console.log('with what it called');
  // What is above nearly everything says nothing.
  for (const [name, ms] of list([...whole].filter(([, ms]) => ms < 0.75 * total))) console.log(`  ${share(ms)}  ${name}`);
  for (const [name, ms] of list(lines)) console.log(`  ${share(ms)}  ${name}`);
}

function nameOf({ callFrame }) {
  return (callFrame.functionName || `(anonymous ${callFrame.url.split('/').at(-1)}:${callFrame.lineNumber + 1})`).replace(
    /::h[0-9a-f]{16}$/,
    '',
  );
}
