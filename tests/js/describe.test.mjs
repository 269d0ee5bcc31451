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
