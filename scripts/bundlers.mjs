/*
 * Owns `npm run bundlers`: packs the built package, and for each example of examples/bundlers/ and both entries makes an app of its own that installs the tarball,
 * builds, is served under the strict policy, and runs an approval to its result in Chromium. `--only NAME[,NAME]` takes some, `--entry inline` one of the
 * entries, `--write` puts the table into docs/bundlers.md. What must hold: an app is made of the example's files as they are, and sees nothing of the checkout.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChrome, switches } from './lib/browser.mjs';
import { root } from './lib/places.mjs';
import { apps, recipes } from './lib/recipes.mjs';
import { run, seconds } from './lib/run.mjs';
import { serve, strictPolicy } from './lib/serve.mjs';

const args = process.argv.slice(2);
const taken = (flag, all) => (args.includes(flag) ? args[args.indexOf(flag) + 1].split(',') : all);
const only = taken(
  '--only',
  [...recipes, ...apps].map(({ folder }) => folder),
);
const entries = taken('--entry', ['.', 'inline']);

const place = process.env.COUNTERSIGN_BUNDLERS || join(tmpdir(), 'countersign-bundlers');
const patienceMs = 120_000;
const expected = 'sent to ann@example.com';
/** What is built works under each of them. */
const policiesOf = ({ scripts }) => {
  const strict = `${strictPolicy}${scripts}; worker-src 'self' blob:`;
  return scripts ? [strict] : [strict, `${strict}; require-trusted-types-for 'script'; trusted-types countersign`];
};

/** Packs what is built; a build is the caller's. */
async function pack() {
  mkdirSync(place, { recursive: true });
  for (const name of readdirSync(place).filter(name => name.endsWith('.tgz'))) rmSync(join(place, name));
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', place], { quiet: true });
  const name = readdirSync(place).find(name => name.endsWith('.tgz'));
  // npm keeps what it unpacked by the address; a new name makes it look again.
  const fresh = join(place, `countersign-${Date.now()}.tgz`);
  cpSync(join(place, name), fresh);
  rmSync(join(place, name));
  return fresh;
}

/** The example with this entry, and its packages; those of the last time are kept, ours is installed anew. */
async function makeApp({ folder, from = `examples/bundlers/${folder}`, packages = {} }, entry, tarball) {
  const app = join(place, folder);
  for (const name of existsSync(app) ? readdirSync(app) : [])
    if (name !== 'node_modules') rmSync(join(app, name), { recursive: true, maxRetries: 5 });
  rmSync(join(app, 'node_modules/countersign'), { recursive: true, force: true });
  cpSync(join(root, from), app, { recursive: true });
  for (const name of readdirSync(app, { recursive: true }).filter(name => /^(?!node_modules).*(?:main|page)\.jsx?$/.test(name)))
    rewrite(join(app, name), text => (entry === '.' ? text : text.replace("from 'countersign'", `from 'countersign/${entry}'`)));
  const wanted = Object.entries({ ...packages, countersign: `file:${tarball}` });
  rewrite(join(app, 'package.json'), text =>
    wanted.reduce((kept, [name, version]) => kept.replace(new RegExp(`"${name}": "[^"]*"`), `"${name}": "${version}"`), text),
  );
  await run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: app, quiet: true });
  return app;
}

const rewrite = (path, change) => writeFileSync(path, change(readFileSync(path, 'utf8')));

async function tryWay(browser, recipe, way, app) {
  for (const [program, ...rest] of way.commands) await inApp(program, rest, app);
  if (!way.dev) {
    for (const policy of recipe.drive ? policiesOf(way).slice(0, 1) : policiesOf(way)) {
      const server = await serve({ folders: { '/': join(app, way.served) }, policy, pages: { '/favicon.ico': '' } });
      await visit(browser, recipe, server.origin).finally(() => server.close());
    }
    return;
  }
  const port = String(await freePort());
  const [program, ...rest] = way.dev(port);
  const child = spawn(program, rest, {
    cwd: app,
    env: { ...environment(), PORT: port },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  servers.add(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (said += text));
  try {
    // Development servers take their own tools' connections from this name alone.
    const origin = `http://localhost:${port}`;
    await answers(origin, child, () => said);
    return await visit(browser, recipe, origin);
  } finally {
    await stop(child);
  }
}

/** The group: npm's own process is not the server. */
async function stop(child) {
  const ended = child.exitCode === null ? new Promise(done => child.once('close', done)) : undefined;
  try {
    process.kill(-child.pid);
  } catch {
    // It is gone.
  }
  await ended;
  servers.delete(child);
}

/** Who stops the script stops them too. */
const servers = new Set();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, async () => {
    await Promise.all([...servers].map(stop));
    process.exit(1);
  });

const environment = () => ({ ...process.env, NEXT_TELEMETRY_DISABLED: '1', NO_COLOR: '1', CI: '1' });

async function inApp(program, rest, cwd) {
  const { status, output } = await run(program, rest, { cwd, quiet: true, check: false, env: environment() });
  if (status !== 0) throw new Error(`${[program, ...rest].join(' ')} failed:\n${output.slice(-2_000)}`);
}

async function answers(origin, child, said) {
  const end = performance.now() + patienceMs;
  while (performance.now() < end && child.exitCode === null) {
    const response = await fetch(origin).catch(() => undefined);
    if (response?.ok) return;
    await new Promise(done => setTimeout(done, 300));
  }
  throw new Error(`the server does not answer:\n${said().slice(-2_000)}`);
}

function freePort() {
  const server = createServer();
  return new Promise(done => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/** Answers with what the app shows in the end. */
async function visit(browser, { button, route, drive }, origin) {
  const profile = await browser.newContext();
  const log = [];
  try {
    const page = await profile.newPage();
    page.on('dialog', dialog => dialog.accept());
    page.on('console', message => log.push(message.text()));
    page.on('pageerror', error => log.push(String(error)));
    await page.goto(origin, { timeout: patienceMs });
    if (drive) return await drives[drive](page);
    const shown = await shownBy(page, button);
    if (!shown.includes(expected)) throw new Error(shown);
    const served = route && (await (await fetch(origin + route)).text());
    if (route && served !== '42') throw new Error(`${route}: ${served}`);
  } catch (error) {
    throw new Error([error.message, ...log].join('\n  '));
  } finally {
    await profile.close();
  }
}

/** What somebody does in an app that is more than a button. */
const drives = {
  async records(page) {
    const armed = page.locator('countersign-card .card[data-armed]');
    const end = performance.now() + patienceMs;
    // A button does nothing before the framework has taken the page over.
    while (!(await armed.isVisible()) && performance.now() < end) {
      const run = page.getByRole('button', { name: 'Run', exact: true });
      if (await run.isEnabled().catch(() => false)) await run.click({ timeout: 5_000 }).catch(() => undefined);
      await armed.waitFor({ timeout: 10_000 }).catch(() => undefined);
    }
    await page.getByRole('button', { name: 'Decide later' }).focus();
    await page.keyboard.press('Escape');
    // Left for later, it is opened again where the app has a button for that, and asked about by another run where not.
    const again = page.getByRole('button', { name: /waiting$/ });
    await armed.waitFor({ state: 'detached' });
    if (await again.isVisible()) await again.click();
    else await page.getByRole('button', { name: 'Run', exact: true }).click();
    await armed.waitFor({ timeout: patienceMs });
    for (const at of [0, 1]) await page.locator('countersign-card .row').nth(at).getByRole('radio', { name: 'Approve' }).check();
    // Its words have just changed: a press counts after a moment.
    await page.waitForTimeout(500);
    await page.getByRole('button', { name: 'Approve 2' }).click();
    await page.getByText('2 looked at').last().waitFor({ timeout: patienceMs });
    const left = await page.getByRole('listitem').allTextContents();
    if (left.join() !== 'Grace, 2024') throw new Error(`left: ${left.join()}`);
  },
};

/** A button does nothing before the framework has taken the page over, so it is pressed again. */
async function shownBy(page, button) {
  const answer = page
    .getByText(expected)
    .or(page.getByText(/Error:|Failed:/))
    .first();
  const end = performance.now() + patienceMs;
  for (;;) {
    if (button) await page.getByRole('button', { name: button }).click();
    const timeout = button ? 3_000 : patienceMs;
    const text = await answer.textContent({ timeout }).catch(() => undefined);
    if (text !== undefined) return text;
    if (performance.now() > end) throw new Error(`nothing is shown after ${patienceMs / 1000} s`);
  }
}

const version = (app, { folder }) => {
  const manifest = join(app, 'node_modules', folder, 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : '';
};

async function main() {
  const tarball = await pack();
  const browser = await chromium.launch({ executablePath: findChrome(), args: switches });
  const rows = [];
  let failures = 0;
  try {
    for (const recipe of [...recipes, ...apps].filter(({ folder }) => only.includes(folder))) {
      const results = new Map(recipe.ways.map(({ way }) => [way, {}]));
      let app;
      for (const entry of recipe.entries ?? entries) {
        app = await makeApp(recipe, entry, tarball);
        for (const way of recipe.ways) {
          const began = performance.now();
          const failure = await tryWay(browser, recipe, way, app).then(
            () => undefined,
            error => error,
          );
          if (failure) failures += 1;
          results.get(way.way)[entry] = failure ? 'fails' : 'works';
          console.log(`${recipe.name}, ${way.way}, ${entry}: ${failure ? `FAILS\n  ${failure.message}` : 'works'} (${seconds(began)})`);
        }
      }
      for (const [way, result] of recipe.from ? [] : results)
        rows.push(`| ${recipe.name} ${version(app, recipe)} | ${way} | ${result['.'] ?? '—'} | ${result.inline ?? '—'} |`);
    }
  } finally {
    await browser.close();
  }
  const table = ['| bundler | | `countersign` | `countersign/inline` |', '| --- | --- | --- | --- |', ...rows].join('\n');
  console.log(`\n${table}`);
  if (args.includes('--write'))
    rewrite(join(root, 'docs/bundlers.md'), text =>
      text.replace(/<!-- results -->\n[\s\S]*?<!-- end -->/, `<!-- results -->\n${table}\n<!-- end -->`),
    );
  process.exitCode = failures > 0 ? 1 : 0;
}

await main();
