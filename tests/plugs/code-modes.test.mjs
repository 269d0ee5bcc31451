/*
 * Owns the drop-ins for other code modes, each in the tool of the real package: values, errors, logs, and calls that wait for a person.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createBrowserCodeTool } from '@cloudflare/codemode/browser';
import { toolDefinition } from '@tanstack/ai';
import { createCodeMode } from '@tanstack/ai-code-mode';
import { createSandbox } from 'countersign';
import { codemodeExecutor, gated } from 'countersign/codemode';
import { isolateDriver } from 'countersign/tanstack';
import { build } from 'esbuild';
import { z } from 'zod';
import { root } from '../../scripts/lib/places.mjs';

const sandboxes = [];
after(() => Promise.all(sandboxes.map(sandbox => sandbox.dispose())));

/** A person who says yes to 1, no to 2 and wants 3 to be 4; `cards` is what they saw. */
function sandboxOf(options) {
  const cards = [];
  const onApproval = call => {
    cards.push([call.fn, call.input]);
    const [{ id }] = [call.input].flat();
    return id === 1
      ? 'approve'
      : id === 2
        ? { decision: 'reject', reason: 'keep it' }
        : { decision: 'approve', input: Array.isArray(call.input) ? [{ id: 4 }] : { id: 4 } };
  };
  const sandbox = createSandbox({ warm: 0, approval: { mode: 'pause', onApproval }, ...options });
  sandboxes.push(sandbox);
  return { sandbox, cards };
}

const input = { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] };

// ─── @cloudflare/codemode ────────────────────────────────────────────────────────────────────────

const cloudflare = gone => ({
  'list-rows': { description: 'All rows.', inputSchema: { type: 'object' }, execute: async () => [1, 2, 3] },
  delete: { inputSchema: input, needsApproval: true, execute: async ({ id }) => void gone.push(id) },
  fails: { inputSchema: { type: 'object' }, execute: async () => Promise.reject(new RangeError('no funds')) },
});

const CLEAN_UP = `async () => {
  const out = [];
  for (const id of await codemode.list_rows({})) await codemode.delete_({ id }).catch(error => out.push(error.name + ' ' + error.reason));
  console.log('done'); console.warn('almost');
  return out;
}`;

test('codemode: tools that need approval are there, and each call waits', async () => {
  const gone = [];
  const { sandbox, cards } = sandboxOf();
  const tool = createBrowserCodeTool(gated(sandbox, cloudflare(gone)));
  assert.match(tool.description, /delete_/);
  const output = await tool.execute({ code: CLEAN_UP });
  assert.deepEqual(output.result, ['ApprovalRejected keep it']);
  assert.deepEqual(output.logs, ['done', '[warn] almost']);
  assert.deepEqual(
    [cards.map(([fn, [{ id }]]) => `${fn} ${id}`), gone],
    [
      ['codemode.delete_ 1', 'codemode.delete_ 2', 'codemode.delete_ 3'],
      [1, 4],
    ],
  );
});

test('codemode: errors of tools, of the code and of limits', async () => {
  const { sandbox } = sandboxOf({ approval: { mode: 'deny' }, limits: { timeoutMs: 500 } });
  const tool = createBrowserCodeTool(gated(sandbox, cloudflare([])));
  const failure = code =>
    tool.execute({ code }).then(
      output => assert.fail(JSON.stringify(output)),
      error => error.message,
    );
  assert.match(
    await failure(`async () => { console.log('before'); await codemode.fails({}); }`),
    /RangeError: no funds.*\n\nConsole output:\nbefore$/s,
  );
  assert.match(await failure('async () => { oops(); }'), /ReferenceError: .*oops.*line 1/s);
  assert.match(await failure('async () => { for (;;); }'), /Timeout/);
  assert.match(await failure('async () => { await codemode.delete_({ id: 1 }); }'), /ApprovalRejected/);
});

test('codemode: several providers, many arguments, predicates; what the interface cannot say is an error', async () => {
  const { sandbox, cards } = sandboxOf();
  const seen = [];
  const providers = [
    { name: 'math', fns: { add: async (a, b) => a + b } },
    { name: 'rows', fns: { drop: async given => void seen.push(given.id) } },
  ];
  const marks = { 'rows.drop': ({ id }) => id !== 9 };
  const code = 'async () => { await rows.drop({ id: 9 }); await rows.drop({ id: 1 }); return math.add(1, 2); }';
  assert.deepEqual(await codemodeExecutor(sandbox, { marks }).execute(code, providers), { result: 3 });
  assert.deepEqual([seen, cards], [[9, 1], [['rows.drop', [{ id: 1 }]]]]);

  assert.deepEqual(await codemodeExecutor(sandbox).execute('async () => codemode.one()', { one: async () => 1 }), { result: 1 });
  const refused = async (options, ...given) => (await codemodeExecutor(sandbox, options).execute(code, ...given)).error;
  assert.match(await refused({ marks: { 'rows.dorp': true } }, providers), /there is no function "rows.dorp"/);
  assert.match(await refused({}, [{ name: 'a', fns: {}, prelude: 'a.step = 1' }]), /prelude/);
  assert.match(await refused({}, providers, { connectors: [{ name: 'c' }] }), /connectors/);
  assert.match(await refused({}, [{ name: 'Date', fns: {} }]), /Date/);
});

test('codemode: what nobody decided is given up, and the model is told', async () => {
  const { sandbox } = sandboxOf({ approval: { mode: 'collect' } });
  const gone = [];
  const tool = createBrowserCodeTool(gated(sandbox, cloudflare(gone)));
  await assert.rejects(tool.execute({ code: CLEAN_UP }), /codemode\.delete_.*given up.*did not happen/s);
  assert.deepEqual([gone, await sandbox.pending()], [[], []]);
});

test('codemode: a card for the batch, by the hook of collect', async () => {
  const cards = [];
  const approval = { mode: 'collect', onApproval: pending => cards.push(pending.length) && { all: 'approve' } };
  const { sandbox } = sandboxOf({ approval });
  const gone = [];
  const output = await createBrowserCodeTool(gated(sandbox, cloudflare(gone))).execute({ code: CLEAN_UP });
  assert.deepEqual([output.result, cards, gone], [[], [3], [1, 2, 3]]);
});

let forAi;
before(async () => {
  // That entry asks for a module of the platform it is made for.
  const outfile = join(root, '.cache/plugs/codemode-ai.mjs');
  await build({
    stdin: { contents: "export { createCodeTool } from '@cloudflare/codemode/ai'; export { tool } from 'ai';", resolveDir: root },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    external: ['ai', 'zod'],
    plugins: [
      {
        name: 'cloudflare',
        setup(building) {
          building.onResolve({ filter: /^cloudflare:/ }, () => ({ path: 'workers', namespace: 'cloudflare' }));
          building.onLoad({ filter: /.*/, namespace: 'cloudflare' }, () => ({ contents: 'export class WorkerEntrypoint {}' }));
        },
      },
    ],
  });
  forAi = await import(pathToFileURL(outfile));
});

test('codemode: the tool for the AI SDK', async () => {
  const { createCodeTool, tool } = forAi;
  const gone = [];
  const { sandbox, cards } = sandboxOf();
  const tools = {
    remove: tool({
      inputSchema: z.object({ id: z.number() }),
      needsApproval: ({ id }) => id < 3,
      execute: async ({ id }) => gone.push(id),
    }),
  };
  const codeTool = createCodeTool(gated(sandbox, tools));
  const code =
    'async () => { for (const id of [1, 2, 3]) await codemode.remove({ id }).catch(() => {}); return codemode.remove({ id: "x" }).catch(e => e.message); }';
  const output = await codeTool.execute({ code }, { toolCallId: 'c', messages: [] });
  assert.match(output.result, /number|valid/i);
  assert.deepEqual(
    [gone, cards.map(([, [{ id }]]) => id)],
    [
      [1, 3],
      [1, 2],
    ],
  );
});

test('codemode: tools go by the names that its declarations give them, whatever they are called', async () => {
  const { createCodeTool, tool } = forAi;
  const words =
    'abstract arguments await boolean byte char delete double eval final float goto int let long native short static synchronized throws transient undefined volatile yield';
  const names = ['list-rows', 'a.b', 'a b', '2fa', 'ünï', '', 'async', 'of', 'NaN', 'constructor', 'toString', ...words.split(' ')];
  for (const make of [createBrowserCodeTool, createCodeTool]) {
    const asked = [];
    const approval = { mode: 'pause', onApproval: call => asked.push(call.fn) && 'approve' };
    const { sandbox } = sandboxOf({ approval });
    // Two of them would be one: `a.b` and `a b`.
    const some = names.filter(name => name !== 'a b');
    const tools = Object.fromEntries(
      some.map(name => [name, tool({ inputSchema: z.object({}), needsApproval: true, execute: async () => name })]),
    );
    const codeTool = make(gated(sandbox, tools));
    const code =
      'async () => { const out = []; for (const name of Object.keys(codemode)) out.push([name, await codemode[name]({})]); return out; }';
    const { result } = await codeTool.execute({ code }, {});
    assert.deepEqual(
      result.map(([, name]) => name),
      some,
    );
    assert.equal(asked.length, some.length);
    for (const [name] of result) assert.ok(codeTool.description.includes(`${name}: (input`), `${name} is not declared`);
    const twice = gated(sandbox, { 'a.b': tools['a.b'], 'a b': tools['a.b'] });
    const refusal = await (async () => make(twice).execute({ code }, {}))().catch(error => error.message);
    assert.match(refusal, /a_b/);
  }
});

test('codemode: what a hook of collect left undecided is given up too, with what was wrong', async () => {
  const hooks = {
    'it shut': () => {
      throw new Error('it shut');
    },
    '{} is no decision': () => ({}),
    'no call of this run has that id': () => ({ approve: ['x'] }),
    'was decided': () => ({ approve: [] }),
  };
  for (const [why, onApproval] of Object.entries(hooks)) {
    const { sandbox } = sandboxOf({ approval: { mode: 'collect', onApproval } });
    const gone = [];
    const codeTool = createBrowserCodeTool(gated(sandbox, cloudflare(gone)));
    const said = await codeTool.execute({ code: CLEAN_UP }).catch(error => error.message);
    assert.match(said, /nobody decided about codemode\.delete_ \(.*so the run was given up/s);
    assert.ok(said.includes(why), said);
    assert.deepEqual([gone, await sandbox.pending()], [[], []], why);
  }
});

test('codemode: a predicate judges what runs, with the defaults of the schema', async () => {
  const { createCodeTool, tool } = forAi;
  const { sandbox, cards } = sandboxOf();
  const ran = [];
  const inputSchema = z.object({ id: z.number(), amount: z.number().default(1_000) });
  const needsApproval = ({ amount }) => amount > 100;
  const tools = { pay: tool({ inputSchema, needsApproval, execute: async ({ id, amount }) => ran.push([id, amount]) }) };
  const code =
    'async () => { for (const more of [{}, { amount: 5 }, { amount: "x" }]) await codemode.pay({ id: 2, ...more }).catch(() => {}); }';
  await createCodeTool(gated(sandbox, tools)).execute({ code }, {});
  assert.deepEqual([ran, cards], [[[2, 5]], [['codemode.pay', [{ id: 2 }]]]]);
  // There a schema is not looked at: what is passed is what runs.
  await createBrowserCodeTool(gated(sandbox, tools)).execute({ code: 'async () => codemode.pay({ id: 2, amount: 500 }).catch(() => {})' });
  assert.deepEqual([ran.length, cards.length], [1, 2]);
});

test('a mark by another word, a list, two providers of one name: errors, for none of them can be meant', async () => {
  const { sandbox } = sandboxOf();
  const execute = async () => 1;
  for (const word of ['approval', 'requiresApproval', 'requireConfirmation']) {
    const refusal = { name: 'InvalidOptions', path: `tools.x.${word}` };
    assert.throws(() => gated(sandbox, { x: { execute, [word]: true } }), refusal);
    assert.throws(() => isolateDriver(sandbox, { tools: [{ name: 'x', [word]: () => true }] }), refusal);
  }
  gated(sandbox, { x: { execute, approval: false, requiresApproval: undefined } });
  assert.throws(() => gated(sandbox, [{ name: 'x', execute }]), { name: 'InvalidOptions', path: 'tools' });
  const { error } = await codemodeExecutor(sandbox).execute('1', [
    { name: 'a', fns: { x: execute } },
    { name: 'a', fns: { y: execute } },
  ]);
  assert.match(error, /two providers of this name/);
});

// ─── @tanstack/ai-code-mode ──────────────────────────────────────────────────────────────────────

function tanstack(gone) {
  const list = toolDefinition({ name: 'list', description: 'All rows.', inputSchema: z.object({}) }).server(async () => [1, 2, 3]);
  const remove = toolDefinition({
    name: 'remove',
    description: 'Removes one.',
    inputSchema: z.object({ id: z.number() }),
    needsApproval: true,
  }).server(async ({ id }) => {
    gone.push(id);
    return { gone: id };
  });
  return [list, remove];
}

test('TanStack: its tool runs code, with tools, logs and approvals', async () => {
  const gone = [];
  const tools = tanstack(gone);
  const { sandbox, cards } = sandboxOf();
  const { tool, systemPrompt } = createCodeMode({ driver: isolateDriver(sandbox, { tools }), tools });
  assert.match(systemPrompt, /external_remove/);
  const events = [];
  const output = await tool.execute(
    {
      typescriptCode: `const out: unknown[] = [];
        for (const id of await external_list({})) out.push(await external_remove({ id }).catch((error: any) => error.reason));
        console.log('done'); console.warn('almost');
        return out;`,
    },
    { emitCustomEvent: (name, value) => events.push([name, value.level ?? value.function]) },
  );
  assert.deepEqual(output, { success: true, result: [{ gone: 1 }, 'keep it', { gone: 4 }], logs: ['done', 'WARN: almost'] });
  assert.deepEqual(
    cards,
    [1, 2, 3].map(id => ['external_remove', { id }]),
  );
  assert.deepEqual(gone, [1, 4]);
  assert.deepEqual(
    events.filter(([name]) => name === 'code_mode:console'),
    [
      ['code_mode:console', 'log'],
      ['code_mode:console', 'warn'],
    ],
  );
});

test('TanStack: errors have a name and a message, limits hold, other tools never run unasked', async () => {
  const gone = [];
  const tools = tanstack(gone);
  const { sandbox } = sandboxOf({ approval: { mode: 'deny' } });
  const { tool } = createCodeMode({ driver: isolateDriver(sandbox, { tools }), tools, timeout: 400 });
  const failure = async typescriptCode => (await tool.execute({ typescriptCode })).error;
  assert.equal((await failure('await external_remove({ id: 1 })')).name, 'ApprovalRejected');
  assert.deepEqual(await failure('throw new RangeError("no funds")'), { name: 'RangeError', message: 'no funds (line 1)' });
  assert.equal((await failure('for (;;);')).name, 'Timeout');
  assert.match((await failure('await external_remove({ id: "x" })')).message, /schema/);
  const mistyped = createCodeMode({ driver: isolateDriver(sandbox, { marks: { external_lits: true } }), tools });
  assert.match((await mistyped.tool.execute({ typescriptCode: 'return 1' })).error.message, /there is no function "external_lits"/);
  assert.deepEqual(gone, []);
});

test('TanStack: a tool whose name code cannot call goes by one that it can, and keeps its mark', async () => {
  const gone = [];
  const { sandbox, cards } = sandboxOf();
  const tools = [
    toolDefinition({ name: 'delete-row', description: 'Deletes.', inputSchema: z.object({ id: z.number() }), needsApproval: true }).server(
      async ({ id }) => gone.push(id),
    ),
  ];
  const { tool } = createCodeMode({ driver: isolateDriver(sandbox, { tools }), tools });
  const typescriptCode = 'for (const id of [1, 2]) await external_delete_row({ id }).catch(() => {}); return "done"';
  assert.equal((await tool.execute({ typescriptCode })).result, 'done');
  assert.deepEqual([gone, cards.map(([fn]) => fn)], [[1], ['external_delete_row', 'external_delete_row']]);
  const execute = async () => 1;
  await assert.rejects(isolateDriver(sandbox).createContext({ bindings: { 'a-b': { execute }, a_b: { execute } } }), {
    name: 'InvalidOptions',
  });
});

test('both: a value is JSON, as their own executors give it, for a model reads it', async () => {
  const { sandbox } = sandboxOf();
  const context = await isolateDriver(sandbox).createContext({ bindings: {} });
  for (const [code, expected] of [
    ['new Map([["a", { big: 5n }]])', [['a', { big: '5' }]]],
    ['new Set([1, NaN])', [1, 'NaN']],
    ['new Date(0)', '1970-01-01T00:00:00.000Z'],
    ['(() => { const all = {}; all.all = all; return all; })()', 'a value that JSON cannot hold'],
    ['undefined', undefined],
  ]) {
    assert.deepEqual((await codemodeExecutor(sandbox).execute(`async () => ${code}`, {})).result, expected);
    assert.deepEqual((await context.execute(`return ${code}`)).value, expected);
  }
});

test('TanStack: disposing of a context ends what runs in it', async () => {
  const { sandbox } = sandboxOf();
  const context = await isolateDriver(sandbox).createContext({ bindings: { external_wait: { execute: () => new Promise(() => {}) } } });
  const running = context.execute('await external_wait({})');
  await context.dispose();
  assert.equal((await running).error.name, 'Aborted');
});
