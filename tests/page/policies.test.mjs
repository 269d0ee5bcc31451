/*
 * Owns running policies-cases.mjs in Chromium: for each policy and each server, both entries start and run, or fail at once with the words the list has. And that
 * docs/policies.md shows this list; UPDATE_DOCS=1 writes it. Each case is a page of its own with the headers it is about.
 */
import { strict as assert } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { chromium } from 'playwright-core';
import { findChrome, switches } from '../../scripts/lib/browser.mjs';
import { root } from '../../scripts/lib/places.mjs';
import { policies, servers } from './policies-cases.mjs';

const inNode = process.env.CASES_IN_NODE === '1' || process.env.CASES_IN_FIREFOX === '1';
const entries = { '.': 'index', inline: 'inline' };
/** A start that nobody explains is given up after a minute; several share this machine. */
const atOnceMs = 15_000;
const cases = [...policies, ...servers];
const types = { js: 'text/javascript', wasm: 'application/wasm' };

let browser;
/** The page's origin, and another one. */
let hosts;

before(async () => {
  if (inNode) return;
  browser = await chromium.launch({ executablePath: findChrome(), args: switches });
  hosts = await Promise.all([listen(), listen()]);
});

after(async () => {
  await browser?.close();
  for (const { server } of hosts ?? []) {
    server.close();
    server.closeAllConnections();
  }
});

function listen() {
  const server = createServer((request, response) => answer(new URL(request.url, 'http://localhost').pathname, response));
  return new Promise(ready => server.listen(0, '127.0.0.1', () => ready({ server, origin: `http://127.0.0.1:${server.address().port}` })));
}

/** `/CASE/ENTRY/…`: the page, its script, a frame in it, and pkg/. */
function answer(path, response) {
  const [, number, entry, rest] = /^\/(\d+)\/([^/]+)\/(.*)$/.exec(path) ?? [];
  const one = cases[number];
  if (!one) return response.writeHead(404).end();
  const send = (status, type, body, headers = {}) =>
    response.writeHead(status, { 'content-type': type, 'access-control-allow-origin': '*', ...headers }).end(body);
  const policy = value => (value ? { 'content-security-policy': value } : {});
  const name = rest.split('/').at(-1);
  if (rest === (one.path ?? 'page')) {
    const frame = `<iframe sandbox="${one.frame}" src="frame"></iframe>`;
    return send(200, 'text/html', one.frame ? frame : scriptOf(number, entry), { ...policy(one.page), ...one.headers });
  }
  if (rest === 'frame') return send(200, 'text/html', scriptOf(number, entry));
  if (rest === 'main.js') return send(200, types.js, programOf(one, entry, number));
  if (!rest.startsWith('pkg/')) return one.spa ? send(200, 'text/html', '<title>the app</title>') : send(404, 'text/plain', 'not found');
  const { status = 200, type, body } = one.answers?.[name] ?? {};
  const headers = name === 'worker.js' ? { ...policy(one.worker), ...one.workerHeaders } : {};
  // The second copy of the package is the same files under another address.
  send(status, type ?? types[name.split('.').at(-1)], body ?? readFileSync(join(root, 'pkg', name)), {
    ...headers,
    'x-content-type-options': 'nosniff',
  });
}

const scriptOf = (number, entry) =>
  `<!doctype html><title>case</title><script type="module" nonce="abc" src="/${number}/${entry}/main.js"></script>`;

function programOf({ elsewhere, options = {}, copies = 1 }, entry, number) {
  const address = copy => `${elsewhere ? hosts[1].origin : ''}/${number}/${entry}/pkg/${copy === 0 ? '' : `copy/`}${entry}.js`;
  const given = JSON.stringify(options).replace('./pkg', `/${number}/${entry}/pkg`);
  return `
    const began = performance.now();
    const told = said => console.log('outcome ' + JSON.stringify({ ...said, ms: performance.now() - began }));
    try {
      for (const address of ${JSON.stringify(Array.from({ length: copies }, (_, copy) => address(copy)))}) {
        const { createSandbox } = await import(address);
        const sandbox = createSandbox(${given});
        const result = await sandbox.run({ code: 'return 6 * 7' });
        if (result.value !== 42) throw new Error(JSON.stringify(result));
      }
      told({ works: true });
    } catch (error) {
      told({ name: error.name, message: error.message });
    }`;
}

async function outcomeOf(number, entry) {
  const profile = await browser.newContext();
  try {
    const page = await profile.newPage();
    const log = [];
    let timer;
    const said = new Promise(resolve => {
      page.on('console', message => {
        log.push(message.text());
        if (message.text().startsWith('outcome ')) resolve(JSON.parse(message.text().slice('outcome '.length)));
      });
      timer = setTimeout(() => resolve({ name: 'silence', message: log.join('\n') }), 2 * atOnceMs);
    });
    await page.goto(`${hosts[0].origin}/${number}/${entry}/${cases[number].path ?? 'page'}`);
    return await said.finally(() => clearTimeout(timer));
  } finally {
    await profile.close();
  }
}

describe('each entry works, or says what is in the way', { concurrency: 3, skip: inNode }, () => {
  for (const [number, one] of cases.entries()) {
    for (const entry of Object.keys(entries)) test(`${one.what}: ${entry}`, () => check(number, entry));
  }
});

async function check(number, entry) {
  const outcome = await outcomeOf(number, entries[entry]);
  const expected = cases[number][entry];
  if (expected.works) return assert.equal(outcome.works, true, outcome.message);
  assert.equal(outcome.name, 'StartFailed', JSON.stringify(outcome));
  for (const words of [expected.names, expected.fix])
    assert.ok(outcome.message.includes(words), `'${words}' is not in: ${outcome.message}`);
  assert.ok(outcome.ms < atOnceMs, `it took ${outcome.ms} ms to say so`);
}

const cell = ({ works, names, fix }) => (works ? 'works' : `fails: ${quoted(names)}, ${quoted(fix)}`);
const quoted = text => (text.includes('`') ? text : `\`${text}\``);
const table = (list, head) =>
  [
    `| ${head} | \`countersign\` | \`countersign/inline\` |`,
    '| --- | --- | --- |',
    ...list.map(one => `| ${one.what} | ${cell(one['.'])} | ${cell(one.inline)} |`),
  ].join('\n');

test('docs/policies.md shows these tables', () => {
  const path = join(root, 'docs/policies.md');
  const tables = { policies: table(policies, 'policy'), servers: table(servers, 'what is served') };
  const text = readFileSync(path, 'utf8');
  const fresh = text.replace(/<!-- (\w+) -->\n[\s\S]*?<!-- end -->/g, (_, name) => `<!-- ${name} -->\n${tables[name]}\n<!-- end -->`);
  if (process.env.UPDATE_DOCS === '1') writeFileSync(path, fresh);
  else assert.equal(text, fresh, 'UPDATE_DOCS=1 node --test tests/page/policies.test.mjs writes them');
});
