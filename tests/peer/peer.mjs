/*
 * Owns the other engine: a process of Node, or with `PEER=page` a page of Chromium. What must hold: as in a run, the zone is UTC, code is strict, and
 * a rejection that nobody handles ends nothing.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** An expression, put into other text. */
export const prelude = readFileSync(new URL('./prelude.js', import.meta.url), 'utf8').replace(/;\s*$/, '');

const env = { ...process.env, TZ: 'UTC', LC_ALL: 'en_US.UTF-8', NODE_TEST_CONTEXT: '' };

/** What came of each program there, one after the other. */
export function runThere(programs) {
  const given = [prelude, programs.map(({ code }) => code)];
  return process.env.PEER === 'page' ? inPage(given) : inNode(given);
}

/** Sent as text, so it closes over nothing. */
async function answerAll(prelude, codes) {
  const AsyncFunction = (async () => {}).constructor;
  const attempt = await new AsyncFunction(`return (${prelude})`)();
  const answers = [];
  for (const code of codes) {
    let program;
    try {
      program = new AsyncFunction('log', 'encode', `'use strict';${code}\n`);
    } catch (error) {
      answers.push({ log: [], end: `refused ${error.name}` });
      continue;
    }
    answers.push(await attempt(program));
  }
  return answers;
}

async function inNode(given) {
  const script = `(${answerAll})(...JSON.parse(require('node:fs').readFileSync(0, 'utf8'))).then(all => process.stdout.write(JSON.stringify(all)))`;
  const child = spawn(process.execPath, ['--unhandled-rejections=none', '-e', script], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  let answer = '';
  child.stdout.setEncoding('utf8').on('data', chunk => {
    answer += chunk;
  });
  child.stdin.end(JSON.stringify(given));
  const status = await new Promise(done => child.on('close', done));
  if (status !== 0 || answer === '') throw new Error(`the other engine ended with ${status} and ${answer.length} characters of answers`);
  return JSON.parse(answer);
}

async function inPage([prelude, codes]) {
  const { chromium } = await import('playwright-core');
  const { findChrome, switches } = await import('../../scripts/lib/browser.mjs');
  const browser = await chromium.launch({ executablePath: findChrome(), args: switches, env });
  try {
    const page = await browser.newPage();
    return await page.evaluate(`(${answerAll})(${JSON.stringify(prelude)}, ${JSON.stringify(codes)})`);
  } finally {
    await browser.close();
  }
}
