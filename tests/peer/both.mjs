/*
 * Owns running programs here and in the other engine, and saying where they differ. What must hold: a program that ends a run (it does not parse, it
 * crashes, it never ends) is told from those that share the run with it. A program is the body of an async function that may call `log`; compared are
 * what it logs, in order, and what it returns or the name of what it throws, as prelude.js writes them down. Words of errors are not compared.
 */
import { prelude, runThere } from './peer.mjs';

/** The programs (`{ name, code }`) whose ends or logs differ: `{ name, code, here, there }`. `perRun` of them share one run. */
export async function differences(sandbox, programs, perRun) {
  const [here, there] = await Promise.all([runHere(sandbox, programs, perRun), runThere(programs)]);
  return programs
    .map((program, at) => ({ ...program, here: words(here[at]), there: words(there[at]) }))
    .filter(({ here, there }) => here !== there);
}

/** What came of a program, as text. */
export function words({ log, end }) {
  return [...log, end].join('\n');
}

/** A difference as text to read. */
export function shown({ name, code, here, there }) {
  const [ours, theirs] = [here.split('\n'), there.split('\n')];
  const at = ours.findIndex((line, number) => line !== theirs[number]);
  return `${name}\n${code}\n  here:  ${ours[at] ?? '(nothing more)'}\n  there: ${theirs[at] ?? '(nothing more)'}\n`;
}

async function runHere(sandbox, programs, perRun) {
  const groups = [];
  for (let at = 0; at < programs.length; at += perRun) groups.push(programs.slice(at, at + perRun));
  return (await Promise.all(groups.map(group => runGroup(sandbox, group)))).flat();
}

async function runGroup(sandbox, programs) {
  const bodies = programs.map(({ code }) => `await attempt(async (log, encode) => {${code}\n})`);
  const code = `const attempt = (${prelude});\nreturn [${bodies.join(',\n')}]`;
  const { status, value, error } = await sandbox.run({ code });
  if (status === 'completed') return value;
  if (programs.length === 1) return [{ log: [], end: error.name === 'SyntaxError' ? 'refused SyntaxError' : `ends with ${error.name}` }];
  const half = Math.ceil(programs.length / 2);
  return [...(await runGroup(sandbox, programs.slice(0, half))), ...(await runGroup(sandbox, programs.slice(half)))];
}
