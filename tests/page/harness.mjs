/*
 * Owns the page tests' browser: a server with the strict policy, one Chromium for a test file, and for each case a page of its own in a
 * profile of its own. A case is a function that runs in the page, so it sees only what it is handed and what a page has. What must
 * hold: a failure shows the page's console; an uncaught error on the page fails the case. Deliberately absent: retries.
 */
import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { findChrome, switches } from '../../scripts/lib/browser.mjs';
import { root } from '../../scripts/lib/places.mjs';
import { serve } from '../../scripts/lib/serve.mjs';
import { openFirefox } from './firefox.mjs';

const blank = '<!doctype html><html lang="en"><meta charset="utf-8"><title>page test</title></html>';
const caseTimeoutMs = 60_000;

/** The step `node` runs these files in Node: cases that need no page, against the package's entry there. */
const inNode = process.env.CASES_IN_NODE === '1';

/** The step `firefox` runs them there: cases that are driven from outside are left out. */
const inFirefox = process.env.CASES_IN_FIREFOX === '1';

/** `THOROUGH=1`: every point and round of the matrices, which takes minutes more. */
export const thorough = process.env.THOROUGH === '1';

let server;
let browser;
let firefox;

// Only what a page could be given: the package, the demo and these tests.
const folders = { '/pkg/': `${root}pkg`, '/www/': `${root}www`, '/tests/': `${root}tests` };

before(async () => {
  if (inNode || inFirefox) return;
  server = await serve({ folders, pages: { '/blank': blank, '/favicon.ico': '' } });
  browser = await chromium.launch({ executablePath: findChrome(), args: switches });
});

after(async () => {
  await browser?.close();
  await firefox?.close();
  await server?.close();
});

/**
 * A case in the page. `body` is sent there as text, so it closes over nothing; it gets the package (`countersign`), the checks of kit.js
 * (`equal`, `rejects`, …), `load(path)`, which imports what the server has, and `data`, which is what `options.data` holds. Other options: `path`, the page to
 * open, and `needsPage`, where Node has not what the case uses.
 */
export function inPage(name, body, options = {}) {
  if (inFirefox) test(name, { timeout: caseTimeoutMs }, () => evaluateInFirefox(body, options.data));
  else if (!inNode) pageTest(name, (page, context) => evaluateCase(page, body, context.data), options);
  else if (!options.needsPage) test(name, { timeout: caseTimeoutMs }, () => evaluateHere(body, options.data));
}

/** A case that drives the page from outside: clicks, reloads, routes, other pages of its profile. `body` gets Playwright's page, and `{ origin, run }`; `run` is inPage's. */
export function pageTest(name, body, { path = '/blank', data, timeoutMs = caseTimeoutMs } = {}) {
  if (inNode || inFirefox) return;
  test(name, { timeout: timeoutMs }, async () => {
    const profile = await browser.newContext();
    const page = await profile.newPage();
    const said = [];
    const errors = [];
    page.on('console', message => said.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', error => errors.push(error.stack ?? String(error)));
    try {
      await page.goto(server.origin + path);
      await body(page, { origin: server.origin, data, run: (inner, given) => evaluateCase(page, inner, given) });
      assert.deepEqual(errors, [], 'uncaught on the page');
    } catch (error) {
      if (said.length > 0) error.message += `\nThe page's console:\n  ${said.join('\n  ')}`;
      throw error;
    } finally {
      await profile.close();
    }
  });
}

/** Sent as text: what the debugger evaluates is not bound by the page's policy. `data` travels as JSON. */
function evaluateCase(page, body, data) {
  return page.evaluate(`(async () => {
    const kit = await import('/tests/page/kit.js');
    const countersign = await import('/pkg/index.js');
    return (${body})({ ...kit, countersign, load: path => import(path), data: ${JSON.stringify(data)} });
  })()`);
}

/** Opened by the first case that needs it: a file without one would never come to close it. */
async function evaluateInFirefox(body, data) {
  firefox ??= await openFirefox(folders);
  await firefox.evaluate(`
    import * as kit from '/tests/page/kit.js';
    import * as countersign from '/pkg/index.js';
    const body = () => (${body})({ ...kit, countersign, load: path => import(path), data: ${JSON.stringify(data)} });`);
}

async function evaluateHere(body, data) {
  const kit = await import('./kit.js');
  const countersign = await import('../../pkg/node.js');
  const load = path => import(`../..${path.replace('/pkg/index.js', '/pkg/node.js')}`);
  await body({ ...kit, countersign, load, data });
}
