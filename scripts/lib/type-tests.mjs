/*
 * Owns the type tests: each program of tests/types/, and each page of the docs with code in it, must compile against the built package, which it
 * finds by its own name through package.json, as a user's compiler does; the programs also against the contract. What must hold: a test is one
 * program in one round, and it failed if the compiler said anything about it; a complaint about a file that is no program fails all.
 */
import { basename, dirname, join, resolve } from 'node:path';
import { writeExamples } from './examples.mjs';
import { root } from './places.mjs';
import { tsc } from './run.mjs';

const programs = join(root, 'tests/types');
const project = target => join(programs, `tsconfig.${target}.json`);

/**
 * TypeScript 7 misreads the contract's text: the alias `Namespace`, which refers to itself by way of an intersection, loses its
 * index signature; so does TypeScript 6 where `skipLibCheck` lets it look at types in another order. The package must compile in every way
 * that users compile: with and without that, with one checker and with several.
 */
const rounds = () => {
  const examples = writeExamples();
  const skip = ['--skipLibCheck', 'true'];
  return [
    { what: 'contract', folder: programs, project: project('contract'), typescript: 'typescript-6' },
    { what: 'package', folder: programs, project: project('package'), typescript: 'typescript-6' },
    { what: 'package', folder: programs, project: project('package.latest'), typescript: 'typescript-6', flags: skip },
    { what: 'disposable', folder: programs, project: project('disposable'), typescript: 'typescript-6' },
    ...['1', '4'].flatMap(count =>
      [[], skip].map(more => {
        const flags = ['--checkers', count, ...more];
        return { what: 'package', folder: programs, project: project('package.latest'), typescript: 'typescript', flags };
      }),
    ),
    ...['typescript-6', 'typescript'].flatMap(typescript => [
      { what: 'entries', folder: programs, project: project('entries'), typescript },
      { what: 'plugs', folder: programs, project: project('plugs'), typescript, flags: skip },
    ]),
    { what: 'docs', folder: examples, project: examples, typescript: 'typescript-6', flags: skip },
    { what: 'docs', folder: examples, project: examples, typescript: 'typescript', flags: skip },
  ];
};

export async function typeTests() {
  const total = { passed: 0, failed: 0 };
  for (const round of rounds()) {
    const { what, typescript, flags = [] } = round;
    const inWords = [what, typescript, ...flags].join(' ');
    const compile = ['-p', round.project, ...flags];
    const checked = await programsOf(round, compile);
    const { status, output } = await tsc([...compile, '--pretty', 'false'], { capture: true, check: false }, typescript);
    const wrong = new Set([...output.matchAll(/^(.+?)\(\d+,\d+\): error/gm)].map(match => resolve(root, match[1])));
    const strangers = [...wrong].filter(path => !checked.has(path));
    if (strangers.length > 0 || (status !== 0 && wrong.size === 0) || checked.size === 0) {
      throw new Error(`type tests (${inWords}): tsc failed outside the programs`);
    }
    total.passed += checked.size - wrong.size;
    total.failed += wrong.size;
    for (const path of wrong) console.log(`   ${basename(path)} does not compile (${inWords})`);
  }
  return total;
}

/** The compiler's own list of what it checks, so that a program nobody checks is not counted. */
async function programsOf({ folder, typescript }, compile) {
  const { output } = await tsc([...compile, '--listFilesOnly'], { quiet: true }, typescript);
  const paths = output.split('\n').map(line => resolve(root, line.trim()));
  return new Set(paths.filter(path => dirname(path).startsWith(folder) && !path.endsWith('.d.ts')));
}
