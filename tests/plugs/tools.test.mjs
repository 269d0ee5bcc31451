/*
 * Owns tool sets of the real SDK and the list of a real MCP server as functions: what code can call, what it gets, and above all what waits for a person.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { createSandbox } from 'countersign';
import { functionsFromMcp, functionsFromTools } from 'countersign/ai-sdk';
import { z } from 'zod';
import { versions } from './chat-kit.mjs';

const sandboxes = [];
after(() => Promise.all(sandboxes.map(sandbox => sandbox.dispose())));

/** Runs the code; marked calls wait. */
async function run(functions, code, approval = { mode: 'pause', onApproval: () => 'pause' }) {
  const sandbox = createSandbox({ functions, warm: 0 });
  sandboxes.push(sandbox);
  return sandbox.run({ code, approval });
}

/** Which of them wait for a person when called with `{}` or what `inputs` says. */
async function asked(functions, inputs = {}) {
  const waiting = [];
  const calls = Object.keys(functions).map(name => `await ${name}(${JSON.stringify(inputs[name] ?? {})}).catch(() => {});`);
  await run(functions, calls.join('\n'), { mode: 'pause', onApproval: ({ fn }) => waiting.push(fn) && 'reject' });
  return waiting;
}

const value = result => (result.status === 'completed' ? result.value : assert.fail(`${result.status}: ${result.error?.message}`));

for (const { version, ai } of versions) {
  const { tool, jsonSchema, dynamicTool } = ai;
  const object = { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] };

  test(`${version}: schemas of every kind check the input, and what they make of it runs`, async () => {
    const execute = input => input;
    const functions = functionsFromTools({
      zod: tool({ inputSchema: z.object({ id: z.number(), more: z.string().default('x') }), execute }),
      'plain-json': tool({ inputSchema: jsonSchema(object), execute, description: 'With a dash.' }),
      checked: tool({
        inputSchema: jsonSchema(object, {
          validate: given =>
            given.id > 0 ? { success: true, value: { id: given.id * 10 } } : { success: false, error: new Error('too small') },
        }),
        execute,
      }),
      lazy: tool({ inputSchema: () => ai.zodSchema(z.object({ id: z.number() })), execute }),
    });
    assert.deepEqual(Object.keys(functions), ['zod', 'plain_json', 'checked', 'lazy']);
    const result = await run(
      functions,
      `const out = [await zod({ id: 1 }), await plain_json({ id: 2 }), await checked({ id: 3 }), await lazy({ id: 4 })];
       for (const [name, fn] of Object.entries({ zod, plain_json, lazy })) await fn({ id: 'no' }).catch(error => out.push(name + ' ' + error.name));
       await checked({ id: -1 }).catch(error => out.push(error.message));
       return out;`,
    );
    const [refusal] = value(result).splice(-1);
    assert.deepEqual(value(result), [{ id: 1, more: 'x' }, { id: 2 }, { id: 30 }, { id: 4 }, ...result.value.slice(4)]);
    assert.equal(result.calls.filter(call => call.state === 'invalid').length, 4);
    assert.match(refusal, /too small/);
  });

  test(`${version}: execute sees what the SDK gives it; the last of many values counts`, async () => {
    let seen;
    const inputSchema = z.object({});
    const functions = functionsFromTools(
      {
        look: tool({ inputSchema, execute: (_input, options) => void (seen = options) }),
        stream: tool({
          inputSchema,
          execute: async function* () {
            yield 1;
            yield 2;
          },
        }),
        fails: tool({ inputSchema, execute: () => Promise.reject(new RangeError('no funds')) }),
      },
      { experimental_context: 'six', toolsContext: { look: 'seven' }, messages: ['hello'] },
    );
    const result = await run(
      functions,
      'await look({}); return [await stream({}), await fails({}).catch(error => error.name + error.message)]',
    );
    assert.deepEqual(value(result), [2, 'RangeErrorno funds']);
    assert.deepEqual(
      [seen.toolCallId, seen.messages, seen.experimental_context, seen.context],
      [result.calls[0].callId, ['hello'], 'six', 'seven'],
    );
    assert.ok(seen.abortSignal instanceof AbortSignal);
  });

  test(`${version}: every mark is kept`, async () => {
    const inputSchema = z.object({ amount: z.number().default(0) });
    const execute = () => 1;
    const seen = [];
    const tools = {
      free: tool({ inputSchema, execute }),
      marked: tool({ inputSchema, execute, needsApproval: true }),
      large: tool({ inputSchema, execute, needsApproval: ({ amount }, options) => seen.push(options) > 0 && amount > 10 }),
      small: tool({ inputSchema, execute, needsApproval: ({ amount }) => amount > 10 }),
      throws: tool({ inputSchema, execute, needsApproval: () => assert.fail('broken rule') }),
      unknown: dynamicTool({ inputSchema, execute }),
      known: { ...dynamicTool({ inputSchema, execute }), needsApproval: false },
      raised: tool({ inputSchema, execute, needsApproval: false }),
    };
    const functions = functionsFromTools(tools, { approval: { raised: true }, messages: ['m'] });
    assert.deepEqual(await asked(functions, { large: { amount: 11 }, small: { amount: 1 } }), [
      'marked',
      'large',
      'throws',
      'unknown',
      'raised',
    ]);
    assert.deepEqual(
      seen.map(({ messages }) => messages),
      [['m']],
    );
  });
}

test('toolApproval of version 7: user-approval asks, denied never runs, what is not known asks', async () => {
  const ran = [];
  const inputSchema = z.object({});
  const tools = Object.fromEntries(
    ['none', 'yes', 'ask', 'no', 'why', 'rule', 'odd'].map(name => [name, { inputSchema, execute: () => void ran.push(name) }]),
  );
  const each = {
    yes: 'approved',
    ask: 'user-approval',
    no: 'denied',
    why: { type: 'denied', reason: 'not today' },
    rule: async (_input, { toolContext }) => (toolContext === 'c' ? { type: 'user-approval' } : undefined),
    odd: 'perhaps',
  };
  const options = { toolApproval: each, toolsContext: { rule: 'c' } };
  assert.deepEqual(await asked(functionsFromTools(tools, options)), ['ask', 'rule', 'odd']);
  assert.deepEqual(ran.splice(0), ['none', 'yes']);
  const told = await run(functionsFromTools(tools, options), 'return why({}).catch(error => error.message)');
  assert.equal(told.value, 'why is denied: not today');

  const byOne = ({ toolCall }) => (each[toolCall.toolName] instanceof Function ? undefined : each[toolCall.toolName]);
  assert.deepEqual(await asked(functionsFromTools(tools, { toolApproval: byOne })), ['ask', 'odd']);
  assert.deepEqual(ran, ['none', 'yes', 'rule']);
});

test('names: two of one name are an error, a name of the guest’s is not taken', () => {
  const execute = () => 1;
  const names = ['list-rows', 'mail.send', '2fa', 'Date', 'delete', 'ünï', '__proto__'];
  const functions = functionsFromTools(Object.fromEntries(names.slice(0, -1).map(name => [name, { execute }])));
  assert.deepEqual(Object.keys(functions), ['list_rows', 'mail_send', '_2fa', 'Date_', 'delete_', 'ünï']);
  const odd = functionsFromTools(Object.defineProperty({}, '__proto__', { value: { execute }, enumerable: true }));
  assert.deepEqual(Object.keys(odd), ['__proto___']);
  assert.throws(() => functionsFromTools({ 'a-b': { execute }, a_b: { execute } }), { name: 'InvalidOptions', path: 'tools["a_b"]' });
  assert.throws(() => functionsFromTools({ ask: {} }), { name: 'InvalidOptions', path: 'tools.ask.execute' });
});

test('a mark that would be lost is an error: by another word, or for a tool that is not there', () => {
  const execute = () => 1;
  for (const word of ['approval', 'requiresApproval', 'confirm']) {
    assert.throws(() => functionsFromTools({ x: { execute, [word]: true } }), { name: 'InvalidOptions', path: `tools.x.${word}` });
    functionsFromTools({ x: { execute, [word]: false } });
  }
  for (const mark of [true, () => false]) {
    const approval = { delete_row: mark };
    const refusal = { name: 'InvalidOptions', path: 'approval.delete_row', message: /there is no tool "delete_row"; there are delete-row/ };
    assert.throws(() => functionsFromTools({ 'delete-row': { execute } }, { approval }), refusal);
    assert.throws(() => functionsFromMcp([{ name: 'delete-row' }], execute, { approval }), refusal);
  }
  functionsFromMcp([{ name: 'delete-row' }], execute, { approval: { another: false } });
  assert.throws(() => functionsFromTools({ x: undefined }), { name: 'InvalidOptions', path: 'tools.x' });
});

const hinted = annotations => ({ annotations });
const list = {
  silent: {},
  reads: hinted({ readOnlyHint: true }),
  writes: hinted({ readOnlyHint: false, destructiveHint: false }),
  destroys: hinted({ destructiveHint: true }),
  contradicts: hinted({ readOnlyHint: true, destructiveHint: true }),
};
const mcpTools = Object.entries(list).map(([name, more]) => ({ name, inputSchema: { type: 'object' }, ...more }));

test('hints of an MCP server raise the bar and never lower it', async () => {
  const answer = () => ({ content: [] });
  const of = options => asked(functionsFromMcp({ tools: mcpTools }, answer, options));
  const all = Object.keys(list);
  assert.deepEqual(await of(), all, 'whoever says nothing, and whoever is not trusted, asks');
  assert.deepEqual(
    await of({ trusted: true }),
    all.filter(name => name !== 'reads'),
  );
  assert.deepEqual(await of({ trusted: true, approval: { reads: true } }), all, 'the app’s mark stays');
  const odd = [{ name: 'odd', annotations: { readOnlyHint: true, destructiveHint: 'yes' } }];
  assert.deepEqual(await asked(functionsFromMcp(odd, answer, { trusted: true })), ['odd']);
  const none = Object.fromEntries(all.map(name => [name, false]));
  assert.deepEqual(await of({ approval: none }), ['writes', 'destroys', 'contradicts'], 'a server that says unsafe is believed');
  assert.deepEqual(await of({ approval: { silent: () => false, destroys: () => false } }), all.slice(1));
  assert.deepEqual(
    await of({ trusted: true, approval: Object.create({ reads: false, silent: false }) }),
    all.filter(name => name !== 'reads'),
  );
});

test('whatever a server answers is a value or an error that says what it is', async () => {
  const answers = {
    nothing: undefined,
    odd: { content: [null, { type: 'text', text: 'a' }] },
    image: { content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }] },
    texts: {
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    },
    empty: {},
    both: { structuredContent: { a: 1 }, content: [{ type: 'text', text: '{"a":1}' }] },
    wrong: { isError: 'true', content: [{ type: 'text', text: 'no funds' }] },
    mute: { isError: true },
  };
  const functions = functionsFromMcp(
    Object.keys(answers).map(name => ({ name, annotations: { readOnlyHint: true } })),
    ({ name }) => answers[name],
    { trusted: true },
  );
  const calls = Object.keys(answers).map(name => `await ${name}().catch(error => error.name + ': ' + error.message)`);
  assert.deepEqual(value(await run(functions, `return [${calls.join(', ')}]`)), [
    'Error: nothing gave no result',
    answers.odd.content,
    answers.image.content,
    'a\nb',
    '',
    { a: 1 },
    'Error: no funds',
    'Error: mute failed',
  ]);
});

test('the SDK’s MCP tools carry the same hints', async () => {
  const tools = Object.fromEntries(
    Object.entries(list).map(([name, metadata]) => [name, { type: 'dynamic', metadata, inputSchema: z.object({}), execute: () => 1 }]),
  );
  assert.deepEqual(await asked(functionsFromTools(tools)), Object.keys(list));
  assert.deepEqual(await asked(functionsFromTools(tools, { trusted: true })), ['silent', 'writes', 'destroys', 'contradicts']);
});

test('tools of a real MCP server: values, errors, schemas', async () => {
  const server = new McpServer({ name: 'rows', version: '1.0.0' });
  const rows = new Map([[1, 'one']]);
  server.registerTool('list-rows', { description: 'All rows.', annotations: { readOnlyHint: true } }, () => ({
    content: [{ type: 'text', text: [...rows.values()].join() }],
  }));
  server.registerTool(
    'delete-row',
    { inputSchema: { id: z.number() }, outputSchema: { left: z.number() }, annotations: { destructiveHint: true } },
    ({ id }) => {
      rows.delete(id);
      return { content: [], structuredContent: { left: rows.size } };
    },
  );
  server.registerTool('broken', { annotations: { readOnlyHint: true } }, () => {
    throw new Error('the disk is full');
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'app', version: '1.0.0' });
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  const functions = functionsFromMcp(await client.listTools(), (request, { signal }) => client.callTool(request, undefined, { signal }), {
    trusted: true,
  });

  const code = `const before = await list_rows({});
    const failed = await broken({}).catch(error => error.message);
    const wrong = await delete_row({ id: 'one' }).catch(error => error.message);
    return [before, failed, wrong, await delete_row({ id: 1 })];`;
  const waiting = await run(functions, code);
  assert.equal(waiting.status, 'pending', waiting.error?.message);
  assert.deepEqual(
    waiting.pending?.map(({ fn, input, sideEffects }) => [fn, input, sideEffects]),
    [['delete_row', { id: 1 }, ['destructive', 'external']]],
  );
  assert.equal(rows.size, 1);
  const [before, failed, wrong, deleted] = value(await waiting.resume({ all: 'approve' }));
  assert.deepEqual([before, failed, deleted], ['one', 'the disk is full', { left: 0 }]);
  assert.match(wrong, /input\.id|id/);
  await client.close();
});
