/*
 * Owns starting other programs and telling a person what goes on. What must hold: a program that fails throws, with its name
 * and its status in the message. Deliberately absent: shells, and any knowledge of what is run.
 */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { childEnv, root } from './places.mjs';

/** Runs a program with its output shown; `capture` also keeps what it printed, `quiet` keeps it only. Throws if it fails, unless `check` is false. */
export function run(program, args, { capture = false, quiet = false, check = true, env = {}, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const out = capture || quiet ? 'pipe' : 'inherit';
    const child = spawn(program, args, { cwd, env: { ...childEnv(), ...env }, stdio: ['ignore', out, out] });
    let output = '';
    if (out === 'pipe') {
      for (const [from, to] of [
        [child.stdout, process.stdout],
        [child.stderr, process.stderr],
      ]) {
        from.setEncoding('utf8').on('data', text => {
          output += text;
          if (!quiet) to.write(text);
        });
      }
    }
    child.on('error', error => reject(new Error(`${program} could not be started: ${error.message}`)));
    child.on('close', (status, signal) => {
      if (check && status !== 0) reject(new Error(`${[program, ...args].join(' ')} failed (${signal ?? `status ${status}`})`));
      else resolve({ status: status ?? 1, output });
    });
  });
}

/** What a program prints, or undefined if it is not there or fails. */
export function ask(program, args) {
  const { status, stdout } = spawnSync(program, args, { cwd: root, env: childEnv(), encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Runs TypeScript's compiler of the package `typescript`, or of another: two versions cannot share the name in node_modules/.bin. */
export const tsc = (args, options, typescript = 'typescript') =>
  run(process.execPath, [join(root, 'node_modules', typescript, 'bin/tsc'), ...args], options);

export const seconds = since => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Runs `body` with its name shown before and its time after. */
export async function step(name, body) {
  const began = performance.now();
  console.log(`── ${name}`);
  const result = await body();
  console.log(`   ${name}: ${seconds(began)}`);
  return result;
}
