/*
 * Owns the type tests: each program of tests/types/ must compile against the contract and against the built package, which it finds
 * by its own name through package.json, as a user's compiler does. What must hold: a test is one program against one of the two with one
 * compiler, and it failed if the compiler said anything about it; a complaint about a file that is no program fails all.
 */
import { basename, dirname, join, resolve } from 'node:path';
import { root } from './places.mjs';
import { tsc } from './run.mjs';

const folder = join(root, 'tests/types');

/**
 * TypeScript 7 misreads the contract's text: the alias `Namespace`, which refers to itself by way of an intersection, loses its
 * index signature. Versions 5 and 6 read it rightly. The package must compile with both.
 */
const rounds = [
  { target: 'contract', typescript: 'typescript-6' },
  { target: 'package', typescript: 'typescript-6' },
  { target: 'package.latest', typescript: 'typescript' },
];

export async function typeTests() {
  const total = { passed: 0, failed: 0 };
  for (const { target, typescript } of rounds) {
    const project = ['-p', join(folder, `tsconfig.${target}.json`)];
    const programs = await programsOf(project, typescript);
    const { status, output } = await tsc([...project, '--pretty', 'false'], { capture: true, check: false }, typescript);
    const wrong = new Set([...output.matchAll(/^(.+?)\(\d+,\d+\): error/gm)].map(match => resolve(root, match[1])));
    const strangers = [...wrong].filter(path => !programs.has(path));
    if (strangers.length > 0 || (status !== 0 && wrong.size === 0) || programs.size === 0) {
      throw new Error(`type tests (${target}, ${typescript}): tsc failed outside the programs`);
    }
    total.passed += programs.size - wrong.size;
    total.failed += wrong.size;
    for (const path of wrong) console.log(`   ${basename(path)} does not compile (${target}, ${typescript})`);
  }
  return total;
}

/** The compiler's own list of what it checks, so that a program nobody checks is not counted. */
async function programsOf(project, typescript) {
  const { output } = await tsc([...project, '--listFilesOnly'], { quiet: true }, typescript);
  const paths = output.split('\n').map(line => resolve(root, line.trim()));
  return new Set(paths.filter(path => dirname(path).startsWith(folder) && !path.endsWith('.d.ts')));
}
