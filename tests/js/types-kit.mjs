/*
 * What the tests of types in the prompt are written with. A case is a schema with values; each value is given to the schema as a run would,
 * and to both compilers as a call of the function that `describe` declares.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { admit } from '../../js/admission.ts';
import { buildTable } from '../../js/functions.ts';
import { createSandbox } from '../../js/sandbox.ts';
import { encode } from '../../js/value.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A call without an argument. */
export const NOTHING = Symbol('nothing');

/** Data as an expression. */
export function expression(value) {
  if (value === NOTHING) return '';
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Date) return 'new Date(0)';
  if (value instanceof Map) return 'new Map()';
  if (value instanceof Set) return 'new Set()';
  if (Array.isArray(value)) return `[${value.map(expression).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([key, member]) => `${key === '__proto__' ? '["__proto__"]' : JSON.stringify(key)}: ${expression(member)}`)
      .join(', ')} }`;
  return value === undefined ? 'undefined' : Object.is(value, -0) ? '-0' : JSON.stringify(value);
}

/** Whether a run takes the call. */
export async function taken(entry, value) {
  const { ok } = await admit(entry, encode(value === NOTHING ? undefined : value, 'input'), 1 << 20);
  return ok;
}

export const functionOf = ({ schema, positional, result }) => ({
  execute: () => 1,
  [result ? 'outputSchema' : 'inputSchema']: schema,
  ...(positional ? { positional } : {}),
});

/**
 * `good` and `bad` are so for the schema and for the compiler; `wide` fits the type alone, which cannot say more; `narrow` fits the schema alone.
 * Fails if the schema is of another opinion; answers with the program for the compilers.
 */
export async function programOf(each) {
  const functions = { f: functionOf(each) };
  const entry = buildTable(functions).get('f');
  const lines = [];
  for (const [kind, fits, compiles] of [
    ['good', true, true],
    ['bad', false, false],
    ['wide', false, true],
    ['narrow', true, false],
  ]) {
    for (const value of each[kind] ?? []) {
      if (!each.result) assert.equal(await taken(entry, value), fits, `${each.name}: ${kind} ${expression(value)}`);
      const args = each.positional ? value.map(expression).join(', ') : expression(value);
      const line = each.result ? `back = ${args};` : `void f(${args});`;
      lines.push(`${compiles ? '' : '// @ts-expect-error\n'}${line}`);
    }
  }
  const back = each.result ? 'let back: Awaited<ReturnType<typeof f>>;\n' : '';
  return `${createSandbox({ functions }).describe({ rules: false })}\n${back}${lines.join('\n')}\nexport {};\n`;
}

/** What the compiler of a package says of the files, `{ 'name.ts': text }`; nothing if all is well. */
export function complaints(typescript, folder, files, options = {}) {
  const at = join(root, '.cache', folder, typescript);
  rmSync(at, { recursive: true, force: true });
  mkdirSync(at, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(at, name), text);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
    skipLibCheck: true,
    ...options,
  };
  writeFileSync(join(at, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  const tsc = join(root, 'node_modules', typescript, 'bin/tsc');
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', at, '--pretty', 'false'], {
    cwd: at,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return `${stdout}${stderr}`.trim();
}

/** Both compilers that the project has. */
export const COMPILERS = ['typescript', 'typescript-6'];
