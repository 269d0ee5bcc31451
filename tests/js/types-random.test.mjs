import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import ts from 'typescript-6';
import { buildTable } from '../../js/functions.ts';
import { createSandbox } from '../../js/sandbox.ts';
import { expression, taken } from './types-kit.mjs';

const NAMES = ['a', 'b', 'c-d'];
const name = fc.constantFrom(...NAMES);
const scalar = fc.constantFrom(null, true, false, 0, 1, -1.5, '', 'a', 'b');
const value = fc.letrec(tie => ({
  any: fc.oneof(
    { withCrossShrink: true, maxDepth: 3 },
    scalar,
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(name, tie('any'), { maxKeys: 3 }),
  ),
})).any;

/** Schemas with everything in them, all of one type of value or of none. */
const schema = fc.letrec(tie => {
  const maybe = arbitrary => fc.option(arbitrary, { nil: undefined });
  const members = fc.dictionary(name, tie('any'), { minKeys: 1, maxKeys: 3 });
  const list = fc.array(tie('any'), { minLength: 1, maxLength: 3 });
  const object = fc.record({
    type: fc.constant('object'),
    properties: members,
    required: fc.uniqueArray(name, { maxLength: 2 }),
    additionalProperties: tie('any'),
    patternProperties: maybe(fc.record({ '^c': tie('any') })),
  });
  const array = fc.record({
    type: fc.constant('array'),
    items: maybe(tie('any')),
    prefixItems: maybe(list),
    minItems: maybe(fc.nat(2)),
    maxItems: maybe(fc.integer({ min: 1, max: 3 })),
    unevaluatedItems: maybe(tie('any')),
  });
  const plain = fc.record({
    type: fc.oneof(
      fc.constantFrom('string', 'number', 'integer', 'boolean', 'null'),
      fc.uniqueArray(fc.constantFrom('string', 'number', 'null', 'object', 'array'), { minLength: 1, maxLength: 3 }),
    ),
  });
  const values = fc.oneof(
    fc.record({ enum: fc.array(value, { maxLength: 3 }) }),
    fc.record({ const: value }),
    fc.record({ type: fc.constantFrom('string', 'object'), enum: fc.array(value, { maxLength: 3 }) }),
  );
  const names = fc.record({
    type: fc.constant('object'),
    propertyNames: fc.oneof(fc.record({ enum: fc.uniqueArray(name, { minLength: 1 }) }), fc.record({ const: name })),
    additionalProperties: tie('any'),
    required: fc.uniqueArray(name, { maxLength: 1 }),
  });
  const unevaluated = fc.record({
    type: fc.constant('object'),
    properties: members,
    unevaluatedProperties: tie('any'),
    anyOf: maybe(list),
    allOf: maybe(fc.array(object, { minLength: 1, maxLength: 2 })),
  });
  const nullable = fc.oneof(object, plain).map(each => (typeof each.type === 'string' ? { ...each, nullable: true } : each));
  const combined = fc.oneof(
    fc.record({ anyOf: list }),
    fc.record({ oneOf: list }),
    fc.record({ allOf: list }),
    fc.record({ not: tie('any') }),
    fc.record({ if: tie('any'), then: tie('any') }),
  );
  const beside = fc.tuple(fc.oneof(object, plain, array), combined).map(([one, other]) => ({ ...one, ...other }));
  const ref = fc.constantFrom('#/$defs/x', '#/$defs/y', '#', '#/$defs/none').map($ref => ({ $ref }));
  return {
    any: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      plain,
      fc.boolean(),
      values,
      object,
      array,
      combined,
      beside,
      ref,
      names,
      unevaluated,
      nullable,
    ),
  };
}).any;
const whole = fc
  .record({ x: schema, y: schema, at: schema })
  .map(({ x, y, at }) => ({ ...(typeof at === 'object' ? at : { allOf: [at] }), $defs: { x, y } }));

/** Says of each text whether it compiles; all in one program. The errors of a file are those of its last line, the others would be ours. */
function compile(files) {
  const options = { strict: true, noEmit: true, types: [], target: ts.ScriptTarget.ES2022, lib: ['lib.es2022.d.ts'], skipLibCheck: true };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile;
  host.getSourceFile = (path, ...more) =>
    files.has(path) ? ts.createSourceFile(path, files.get(path), ts.ScriptTarget.ES2022) : read(path, ...more);
  host.fileExists = path => files.has(path) || ts.sys.fileExists(path);
  const program = ts.createProgram([...files.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => ({
    path: file?.fileName,
    line: file?.getLineAndCharacterOfPosition(start).line,
    text: ts.flattenDiagnosticMessageText(messageText, '\n'),
  }));
}

/** A value as the type that takes it alone. Members that a schema does not list are not complained about where a type is passed. */
const typeOf = each =>
  Array.isArray(each)
    ? `[${each.map(typeOf).join(', ')}]`
    : typeof each === 'object' && each !== null
      ? `{ ${Object.entries(each)
          .map(([key, member]) => `${JSON.stringify(key)}: ${typeOf(member)}`)
          .join('; ')} }`
      : JSON.stringify(each);

/** Schemas that TypeScript can say exactly: closed objects, and unions without objects, of which the compiler lets members of several through. */
const exact = fc.letrec(tie => {
  const kind = fc.constantFrom('string', 'number', 'boolean', 'null').map(type => ({ type }));
  const scalars = fc.oneof(kind, fc.record({ enum: fc.array(scalar, { minLength: 1, maxLength: 3 }) }), fc.record({ const: scalar }));
  const list = of => fc.record({ type: fc.constant('array'), items: of });
  const choice = fc.array(fc.oneof(scalars, list(scalars)), { minLength: 1, maxLength: 3 }).map(anyOf => ({ anyOf }));
  const object = fc
    .tuple(fc.dictionary(name, tie('any'), { minKeys: 1, maxKeys: 3 }), fc.uniqueArray(name, { maxLength: 2 }))
    .map(([properties, required]) => ({
      type: 'object',
      properties,
      required: required.filter(each => each in properties),
      additionalProperties: false,
    }));
  const record = tie('any').map(additionalProperties => ({ type: 'object', additionalProperties }));
  const tuple = fc
    .tuple(fc.array(tie('any'), { minLength: 1, maxLength: 3 }), fc.nat(3), fc.oneof(fc.constant(false), scalars))
    .map(([prefixItems, minItems, items]) => ({ type: 'array', prefixItems, items, minItems: Math.min(minItems, prefixItems.length) }));
  return { any: fc.oneof({ maxDepth: 3, withCrossShrink: true }, scalars, choice, list(tie('any')), object, record, tuple) };
}).any;

/** One program for all cases; `lineOf` makes a statement of a value, or nothing. Fails with the first complaint. */
async function compileAll(cases, lineOf) {
  const files = new Map();
  let statements = 0;
  for (const [at, [schema, values]] of cases.entries()) {
    const functions = { f: { execute: () => 1, inputSchema: schema } };
    const entry = buildTable(functions).get('f');
    const lines = [createSandbox({ functions }).describe({ rules: false }).replaceAll('\n', ' ')];
    for (const each of values) {
      const line = lineOf(each, await taken(entry, each));
      if (line !== undefined) lines.push(line);
    }
    statements += lines.length - 1;
    files.set(`/case${at}.ts`, `${lines.join('\n')}\nexport {};\n`);
  }
  assert.ok(statements > cases.length, `${statements} statements`);
  const [first] = compile(files);
  if (first === undefined) return;
  const lines = files.get(first.path).split('\n');
  assert.fail(
    `${first.text}\n${JSON.stringify(cases[first.path.match(/\d+/)[0]][0])}\n${lines.slice(first.line, first.line + 2).join('\n')}\n${lines[0]}`,
  );
}

/** `ROUNDS=20 SEED=7` tries more, and others. */
const sample = (schemas, count) =>
  fc.sample(fc.tuple(schemas, fc.array(value, { minLength: 12, maxLength: 12 })), {
    numRuns: Number(process.env.ROUNDS ?? 1) * count,
    seed: Number(process.env.SEED ?? 1),
  });

test('whatever the schema, what it takes fits the type, and the type compiles', () =>
  compileAll(sample(whole, 200), (each, fits) => (fits ? `{ const v: ${typeOf(each)} = {} as never; void f(v); }` : undefined)));

test('where a type can say all of it, what the schema refuses does not compile', () =>
  compileAll(sample(exact, 200), (each, fits) => `${fits ? '' : '// @ts-expect-error\n'}void f(${expression(each)});`));
