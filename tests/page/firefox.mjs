/*
 * Owns running cases in Firefox, without a driver: the browser opens an address that answers when there is a case, runs it as a page of its own, tells the server
 * what came of it, and opens that address again. What must hold: the pages have the strict policy; each case finds an empty IndexedDB; a case that hangs costs a new
 * browser, not the cases after it. Deliberately absent: clicks, routes and reloads from outside; those cases run in Chromium alone.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFirefox } from '../../scripts/lib/browser.mjs';
import { serve } from '../../scripts/lib/serve.mjs';

const caseTimeoutMs = 55_000;

/** It must not ask anything, nor speak to anyone. */
const preferences = {
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.policy.dataSubmissionPolicyBypassNotification': true,
  'dom.min_background_timeout_value': 4,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
};

export async function openFirefox(folders) {
  let waiting;
  let current;
  let done;
  /** The page that waits is given its case as soon as there are both. */
  const hand = () => {
    if (!waiting || !current) return;
    waiting.end(
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>case</title><script type="module" src="/case.js"></script></html>',
    );
    waiting = undefined;
  };
  const handlers = {
    '/next': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      waiting = response;
      hand();
    },
    '/case.js': (_request, response) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(current ?? ''),
    '/done': async (request, response) => {
      let text = '';
      for await (const part of request) text += part;
      response.writeHead(204).end();
      done?.(JSON.parse(text));
    },
  };
  const server = await serve({ folders, handlers, pages: { '/favicon.ico': '' } });
  /** Only when there is a case: many files have none for it. */
  let browser;

  async function run(program) {
    current = program;
    let timer;
    const told = new Promise(resolve => {
      done = resolve;
      timer = setTimeout(() => resolve(undefined), caseTimeoutMs);
    });
    browser ??= start(`${server.origin}/next`);
    hand();
    const outcome = await told;
    clearTimeout(timer);
    current = done = undefined;
    if (outcome) return outcome;
    await browser.close();
    browser = waiting = undefined;
    return { error: `nothing was said within ${caseTimeoutMs / 1000} s` };
  }

  const close = async () => {
    await browser?.close();
    await server.close();
  };
  return {
    close,
    /** Runs what `program` exports by default; throws what it throws. */
    async evaluate(program) {
      const { error } = await run(`${wrapped(program)}`);
      if (error) throw new Error(error);
    },
  };
}

const wrapped = program => `
  ${program}
  const told = await (async () => {
    for (const { name } of await indexedDB.databases()) await new Promise(gone => (indexedDB.deleteDatabase(name).onsuccess = gone));
    await body();
    return {};
  })().catch(error => ({ error: error?.stack ? error.name + ': ' + error.message + '\\n' + error.stack : String(error) }));
  await fetch('/done', { method: 'POST', body: JSON.stringify(told) });
  location.replace('/next');`;

function start(address) {
  const profile = mkdtempSync(join(tmpdir(), 'countersign-firefox-'));
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const child = spawn(findFirefox(), ['--headless', '--no-remote', '--profile', profile, address], { stdio: 'ignore' });
  const ended = new Promise(resolve => child.once('close', resolve));
  return {
    async close() {
      // Its profile is thrown away, so there is nothing for it to put in order.
      child.kill('SIGKILL');
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
