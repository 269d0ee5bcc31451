/*
 * Owns making golden checkpoints: `node scripts/golden.mjs` runs what lib/golden-cases.mjs lists with the built package in Chromium, and writes each checkpoint with
 * what comes of it to tests/fixtures/checkpoints/. What must hold: a file that is there is never written again, since it stands for the version that
 * made it; a deliberate change of a verdict is edited by hand. Deliberately absent: comparing (tests/page/golden.test.mjs).
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChrome, switches } from './lib/browser.mjs';
import { accepted, records, refused } from './lib/golden-cases.mjs';
import { root } from './lib/places.mjs';
import { serve } from './lib/serve.mjs';

const folder = join(root, 'tests/fixtures/checkpoints');
const blank = '<!doctype html><html lang="en"><meta charset="utf-8"><title>golden</title></html>';
const fileOf = name => join(folder, `${name}.json`);

mkdirSync(folder, { recursive: true });
const server = await serve({ folders: { '/pkg/': `${root}pkg`, '/tests/': `${root}tests` }, pages: { '/': blank, '/favicon.ico': '' } });
const browser = await chromium.launch({ executablePath: findChrome(), args: switches });
try {
  const page = await browser.newPage();
  await page.goto(server.origin);
  const inPage = (name, given) =>
    page.evaluate(
      async ([name, given]) => {
        const kit = await import('/tests/page/golden-kit.js');
        return kit[name](await import('/pkg/index.js'), JSON.parse(given));
      },
      [name, JSON.stringify(given)],
    );
  let made = 0;
  const write = async (name, { what, checkpoint, record, decisions, owner, key, answers }) => {
    const golden = { what, decisions, owner, key, answers, checkpoint, record };
    const verdict = await inPage('verdictOf', golden);
    writeFileSync(fileOf(name), `${JSON.stringify({ ...golden, verdict }, null, 1)}\n`);
    made += 1;
    console.log(`${name}: ${Object.keys(verdict)[0]}, ${verdict.accepted?.status ?? verdict.refused.message}`);
  };
  for (const [name, each] of Object.entries(accepted)) {
    if (existsSync(fileOf(name))) continue;
    await write(name, { owner: each.request?.owner, ...each, answers: each.later, checkpoint: await inPage('make', each) });
  }
  for (const [name, { later, ...each }] of Object.entries(records)) {
    if (existsSync(fileOf(name))) continue;
    await write(name, { what: each.what, decisions: later, record: await inPage('makeRecord', each) });
  }
  for (const [name, { of, key = of.key, alter, ...each }] of Object.entries(refused)) {
    if (existsSync(fileOf(name))) continue;
    await write(name, {
      ...of,
      ...each,
      key,
      owner: of.request?.owner,
      answers: undefined,
      checkpoint: await alter(await inPage('make', of)),
    });
  }
  console.log(`${made} made in ${folder}`);
} finally {
  await browser.close();
  await server.close();
}
