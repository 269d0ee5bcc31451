/*
 * Owns installing what is missing: `npm run setup`, and the first step of every other command. What must hold: plain Node 20
 * without a package, since it is what installs them; a second time it only looks. `--check` lists what is missing and
 * installs nothing; `--for build` leaves out what only tests need, `--for firefox` adds that browser.
 */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { lockHash, lockStamp, missing } from './lib/needs.mjs';
import { run, step } from './lib/run.mjs';

/** Installs what `purpose` ('build' or 'test') needs; throws with advice for a person where it can't. */
export async function setup(purpose) {
  const needs = missing(purpose);
  const advice = needs.filter(need => need.advice);
  if (advice.length > 0)
    throw new Error(['Set-up needs your help:', ...advice.map(need => `  ${need.name} is missing. ${need.advice}`)].join('\n'));
  for (const need of needs) {
    await step(`set-up: ${need.name}`, async () => {
      for (const [program, ...args] of need.commands) await run(program, args, { env: installEnv(program) });
      if (need.stamp) writeFileSync(lockStamp, lockHash());
    });
  }
}

function installEnv(program) {
  if (program === 'apt-get') return { DEBIAN_FRONTEND: 'noninteractive' };
  // A tool's build is thrown away; in our target folder it would stay. An undefined variable is not passed on.
  return program === 'cargo' ? { CARGO_TARGET_DIR: undefined } : {};
}

function describe(purpose) {
  const needs = missing(purpose);
  if (needs.length === 0) console.log('nothing is missing');
  for (const need of needs) {
    console.log(`${need.name} is missing: ${need.advice ?? need.commands.map(command => command.join(' ')).join(' && ')}`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const args = process.argv.slice(2);
  const purpose = args.includes('--for') ? args[args.indexOf('--for') + 1] : 'test';
  try {
    if (args.includes('--check')) describe(purpose);
    else await setup(purpose);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
