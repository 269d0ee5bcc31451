/*
 * Owns the proof of what a model is told: that the examples of docs/prompt.md give what stands there, that the rules are true of the guest, and that names and
 * calls are in a run as they are described.
 */
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf } from '../../scripts/lib/examples.mjs';
import { root } from '../../scripts/lib/places.mjs';
import { inPage, pageTest } from './harness.mjs';

pageTest('the examples of docs/prompt.md give what stands there', async page => {
  const [scene, tools] = blocksOf('docs/prompt.md').map(text =>
    text.replace(/^import (\{.*\}) from 'countersign';$/m, `const $1 = await import('/pkg/index.js');`),
  );
  const shown = [...readFileSync(join(root, 'docs/prompt.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text]) => text);
  const given = await page.evaluate(`(async () => {
    ${scene}
    const ours = await sandbox.run({ code: 'return [await records.list(), await records.list({ before: 2020 })]' });
    ${tools}
    await Promise.all([sandbox.dispose(), weather.dispose()]);
    return { prompt, listed: ours.value.map(list => list.length), value: result.value, theirs: weather.describe({ rules: false }) };
  })()`);
  assert.equal(given.prompt, `Answer by writing code.\n\n${shown[0]}`);
  assert.deepEqual(given.listed, [3, 2]);
  assert.equal(given.value, 'get-weather {"city":"Rome"}');
  assert.equal(given.theirs, shown[1]);
});

inPage('what the rules say there is, there is, and nothing that they say there is not', async ({ countersign, equal }) => {
  const sandbox = countersign.createSandbox();
  const result = await sandbox.run({
    code: `
      const there = [console.log, setTimeout, URL, structuredClone, crypto.randomUUID, ApprovalRejected].map(each => typeof each);
      const not = [typeof fetch, typeof require, typeof process, typeof document, typeof window, typeof Intl];
      const refused = [];
      try { eval('1') } catch (error) { refused.push(error.name) }
      try { await import('x') } catch (error) { refused.push(error.name) }
      return { there, not, refused: refused.length };
    `,
  });
  equal(result.value, { there: Array(6).fill('function'), not: Array(6).fill('undefined'), refused: 2 }, JSON.stringify(result.error));
  await sandbox.dispose();
});

inPage('foreign tools are called by the names that describe gives them', async ({ countersign, equal }) => {
  const { createSandbox, functionsFrom, toIdentifier } = countersign;
  const names = [
    'get-weather',
    'github.create-issue',
    '数据',
    '2fa',
    '',
    'delete',
    'Date',
    'then',
    'e\u0301tat',
    '$x',
    'constructor',
    'let',
  ];
  const called = [];
  const functions = functionsFrom(
    names.map(name => ({ name, inputSchema: { type: 'object' } })),
    name => called.push(name),
  );
  const described = [
    ...createSandbox({ functions })
      .describe({ rules: false })
      .matchAll(/^declare function (\S+)\(/gm),
  ].map(([, name]) => name);
  equal(described, names.map(toIdentifier));
  const sandbox = createSandbox({ functions });
  for (const code of [
    described.map(name => `await ${name}({});`).join('\n'),
    `const tools = { ${described.join(', ')} };\nfor (const tool of Object.values(tools)) await tool();`,
  ]) {
    called.length = 0;
    const result = await sandbox.run({ code });
    equal(result.status, 'completed', JSON.stringify(result.error));
    equal(called, names);
  }
  await sandbox.dispose();
});

inPage(
  'a call without input is one with an empty object where the schema takes that, on the card too',
  async ({ countersign, equal, rejects }) => {
    const properties = { a: { type: 'string' } };
    const standard = {
      '~standard': {
        version: 1,
        vendor: 'x',
        validate: value => (value ? { value: { a: 'x', ...value } } : { issues: [{ message: 'no' }] }),
      },
    };
    const got = [];
    const spec = inputSchema => ({ inputSchema, approval: true, execute: input => got.push(input) });
    const sandbox = countersign.createSandbox({
      functions: {
        open: spec({ type: 'object', properties }),
        standard: spec(standard),
        needs: spec({ type: 'object', properties, required: ['a'] }),
        nullish: spec({ type: 'string', nullable: true }),
      },
    });
    const waits = await sandbox.run({
      code: `await open(); await standard(undefined); await nullish(null); return await needs().catch(error => error.message)`,
      approval: { mode: 'collect' },
    });
    equal(
      waits.pending.map(({ fn, input }) => [fn, input]),
      [
        ['open', {}],
        ['standard', { a: 'x' }],
        ['nullish', null],
      ],
    );
    // An edit that is no value is a form that nobody read, not an empty one.
    const [open, ...others] = waits.pending.map(({ callId }) => callId);
    await rejects(waits.resume({ approve: [{ callId: open, input: undefined }, ...others] }), 'InvalidDecisions');
    const done = await waits.resume({ all: 'approve' });
    equal(done.value, 'needs: the input does not fit its schema: input: it is missing, and the schema asks for a value');
    equal(got, [{}, { a: 'x' }, null]);
    await sandbox.dispose();
  },
);
