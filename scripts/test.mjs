/*
 * Owns `npm test`: sets up, then runs every step of lib/steps.mjs with its name and its time, and closes with one line that adds up the
 * tests of all runners. `--only NAME[,NAME]` runs those steps. What must hold: a step that fails does not keep the others
 * from running, except those that use what it builds; the exit status is 0 only if every step succeeded and tests ran.
 */
import { seconds, step } from './lib/run.mjs';
import { setup } from './setup.mjs';

const args = process.argv.slice(2);
const only = args.includes('--only') ? (args[args.indexOf('--only') + 1] ?? '').split(',') : undefined;

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

async function main() {
  await step('set-up', () => setup(only?.includes('firefox') ? 'firefox' : 'test'));
  // Only now: the steps import packages that set-up installed.
  const { steps } = await import('./lib/steps.mjs');
  const outcomes = [];
  for (const { name, body, after } of chosen(steps)) {
    const blocked = outcomes.find(outcome => outcome.name === after && !outcome.ok);
    outcomes.push({
      name,
      ...(blocked ? { ok: false, text: `not run: ${after} failed`, passed: 0, failed: 0 } : await attempt(name, body)),
    });
  }
  return report(outcomes);
}

function chosen(steps) {
  const unknown = only?.find(name => !steps.some(each => each.name === name));
  if (unknown !== undefined) throw new Error(`--only: there is no step '${unknown}'; there are ${steps.map(each => each.name).join(', ')}`);
  return steps.filter(each => (only ? only.includes(each.name) : !each.onRequest));
}

async function attempt(name, body) {
  const began = performance.now();
  try {
    const { passed = 0, failed = 0 } = (await step(name, body)) ?? {};
    const counted = passed + failed > 0 ? `, ${passed} passed, ${failed} failed` : '';
    return { ok: failed === 0, text: `${seconds(began)}${counted}`, passed, failed };
  } catch (error) {
    console.error(error.message);
    return { ok: false, text: `${seconds(began)}, ${error.message.split('\n')[0]}`, passed: 0, failed: 0 };
  }
}

/** A step that failed without a failed test of its own counts as one, so that the closing line never looks green when it is not. */
function report(outcomes) {
  console.log('');
  for (const { name, ok, text } of outcomes) console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}: ${text}`);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + (outcome.ok ? 0 : Math.max(outcome.failed, 1)), 0);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0;
}
