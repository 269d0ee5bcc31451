import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tiktoken } from 'js-tiktoken/lite';
import cl100k from 'js-tiktoken/ranks/cl100k_base';
import o200k from 'js-tiktoken/ranks/o200k_base';
import ts from 'typescript-6';
import { createSandbox } from '../../js/sandbox.ts';

const functions = {
  list: { execute: () => [], description: 'All rows.\nOldest first. */ end' },
  remove: { execute: () => 1, approval: true },
  pay: { execute: () => 1, needsApproval: () => true },
  mail: { send: { execute: () => 1, sideEffects: ['external'], positional: true }, box: { open: () => 1 } },
};

test('it names every function, and which a person decides about', () => {
  const text = createSandbox({ functions }).describe({ rules: false });
  assert.equal(
    text,
    `/**
 * All rows.
 * Oldest first. * / end
 */
declare function list(input?: unknown): Promise<unknown>;

/** Needs approval. */
declare function remove(input?: unknown): Promise<unknown>;

/** May need approval, depending on the input. */
declare function pay(input?: unknown): Promise<unknown>;

declare namespace mail {
  function send(...input: unknown[]): Promise<unknown>;
  namespace box {
    function open(input?: unknown): Promise<unknown>;
  }
}
`,
  );
});

test('in strict mode side effects need approval; the rules follow the mode', () => {
  const sandbox = createSandbox({ functions, strict: true });
  assert.match(sandbox.describe(), /\/\*\* Needs approval\. \*\/\n {2}function send/);
  assert.match(sandbox.describe({ mode: 'deny' }), /may be refused/);
  assert.match(sandbox.describe({ mode: 'pause' }), /until a person has decided/);
  // C6 in one line.
  const collect = sandbox.describe({ mode: 'collect' });
  assert.match(collect, /What you read after such a call may be read before it ran\./);
  // R5, R7: a no nobody catches keeps what comes after it from running. C2: a look is a card of its own.
  assert.match(collect, /put try\/catch around each call or use Promise\.allSettled\./);
  assert.match(collect, /make all such calls first, then use their values\./);
  assert.match(createSandbox({ policy: () => 'ask' }).describe(), /Any call may need approval/);
});

test('the rules are within 300 tokens, and name the limits that are in force', () => {
  const tokenizers = [o200k, cl100k].map(ranks => new Tiktoken(ranks));
  const limits = { timeoutMs: 1_234_500, calls: 1_000_000, memoryBytes: 1.5 * 2 ** 30 };
  for (const mode of ['deny', 'pause', 'collect']) {
    const rules = createSandbox({ policy: () => 'ask', limits }).describe({ mode });
    for (const tokenizer of tokenizers) assert.ok(tokenizer.encode(rules).length <= 300, mode);
    assert.match(rules, /Limits: 1234\.5 s, 1000000 calls, 1536 MiB\./);
  }
});

test('functions of a run are described with it, and what is wrong is refused', () => {
  assert.match(createSandbox().describe({ functions: { extra: () => 1 } }), /function extra/);
  assert.throws(() => createSandbox().describe({ format: 'json' }), { name: 'InvalidOptions', path: 'format' });
});

test('what is called by a reserved word is described in TypeScript that can be read', () => {
  const records = { list: () => [], delete: { execute: () => 1, approval: true }, new: { one: () => 1 } };
  const text = createSandbox({ functions: { ...functions, app: { records } } }).describe({ rules: false });
  assert.match(
    text,
    /declare namespace app \{\n {2}const records: \{\n {4}list\(input\?: unknown\): Promise<unknown>;\n {4}\/\*\* Needs approval\. \*\/\n {4}delete\(input\?: unknown\): Promise<unknown>;\n {4}new: \{\n {6}one\(input\?: unknown\): Promise<unknown>;\n {4}\};\n {2}\};\n\}/,
  );
  const { diagnostics } = ts.transpileModule(text, { reportDiagnostics: true });
  assert.deepEqual(
    diagnostics.map(({ messageText }) => messageText),
    [],
  );
});

test('what a schema says beside the type stands in comments, once', () => {
  const inputSchema = {
    type: 'object',
    description: 'Where to look',
    properties: {
      page: { type: 'integer', minimum: 1, description: 'Which page' },
      size: { type: 'integer', minimum: 1, maximum: 100, default: 20, description: 'How many, 1 to 100' },
      ratio: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.5 },
      mail: { type: 'string', format: 'email', pattern: '^.+@', minLength: 3, examples: ['a@b.c', 'x'] },
      code: { type: 'string', pattern: '^[A-Z]{2}$', maxLength: 2, title: 'Code' },
      zip: { type: 'string', title: 'Postal code', contentEncoding: 'base64' },
      old: { type: 'string', description: 'Use page', deprecated: true },
      maybe: { anyOf: [{ type: 'integer', format: 'int64', maximum: 9 }, { type: 'null' }], default: null },
      tags: { type: 'array', minItems: 1, items: { type: 'string', description: 'In lower case', maxLength: 8 } },
      sort: {
        description: 'The order',
        oneOf: [{ const: 'up', title: 'Smallest first' }, { const: 'down', description: 'Largest first' }, { const: 'none' }],
      },
      at: { $ref: '#/$defs/place' },
      safe: { type: 'integer', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
      fixed: { type: 'boolean', readOnly: true, default: false },
    },
    $defs: { place: { type: 'object', description: 'A place', properties: { x: { type: 'number' } } } },
  };
  const outputSchema = { type: 'string', description: 'What was found\nby then', format: 'uri' };
  assert.equal(
    createSandbox({ functions: { find: { execute: () => 1, description: 'Finds.', inputSchema, outputSchema } } }).describe({
      rules: false,
    }),
    `/**
 * Finds.
 * @param input Where to look
 * @returns What was found
 * by then (uri)
 */
declare function find(input?: {
  /** Which page (integer) */
  page?: number;
  /** How many, 1 to 100 (integer, default 20) */
  size?: number;
  /** more than 0, less than 1, a multiple of 0.5 */
  ratio?: number;
  /** email, at least 3 characters, for example "a@b.c" */
  mail?: string;
  /** matches /^[A-Z]{2}$/, at most 2 characters */
  code?: string;
  /** Postal code (base64) */
  zip?: string;
  /**
   * Use page
   * @deprecated
   */
  old?: string;
  /** integer, at most 9 */
  maybe?: number | null;
  /**
   * at least 1 item
   * Each: In lower case (at most 8 characters)
   */
  tags?: string[];
  /**
   * The order
   * - "up": Smallest first
   * - "down": Largest first
   */
  sort?: "up" | "down" | "none";
  /** A place */
  at?: { x?: number };
  /** integer */
  safe?: number;
  /** default false */
  readonly fixed?: boolean;
}): Promise<string>;
`,
  );
});
