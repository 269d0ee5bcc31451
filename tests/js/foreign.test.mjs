import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { load } from './desk-kit.mjs';

const { functionsFrom, toIdentifier, buildTable, createSandbox, SandboxError, isIdentifier, isTaken } = await load(
  'foreign',
  'functions',
  'sandbox',
  'errors',
  'names',
);
const f = () => 1;
const refused = (make, path, pattern) =>
  assert.throws(make, error => {
    assert.ok(SandboxError.is(error, 'InvalidOptions'), `${error.name}: ${error.message}`);
    assert.equal(error.path, path);
    assert.match(error.message, pattern);
    return true;
  });

test('a foreign name becomes an identifier', () => {
  const table = {
    create_issue: 'create_issue',
    getWeather: 'getWeather',
    'get-weather': 'get_weather',
    'github.create-issue': 'github_create_issue',
    'API-post-search': 'API_post_search',
    'files/read': 'files_read',
    'a - b': 'a_b',
    '-x-': '_x_',
    $eval: '$eval',
    数据: '数据',
    '2fa': '_2fa',
    '': '_',
    '🔥': '_',
    'e\u0301tat': 'état',
    'zero\u200dwidth': 'zero_width',
    'a\ufe0fb\u30fbc': 'a_b_c',
    delete: 'delete_',
    await: 'await_',
    Date: 'Date_',
    input: 'input_',
    console: 'console_',
    then: 'then_',
    __proto__: '__proto__',
    constructor: 'constructor',
    fetch: 'fetch',
  };
  for (const [name, expected] of Object.entries(table)) assert.equal(toIdentifier(name), expected, name);
  assert.equal(toIdentifier('__proto__'), '__proto___');
  refused(() => toIdentifier(5), 'name', /must be text; this is 5/);
});

test('whatever the name, it is one that code can use, and stays as it is when it is one already', () => {
  const word = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('delete', 'input', 'then', 'x.y', 'Map', '\u2118', '\u00b7a'),
  );
  fc.assert(
    fc.property(word, name => {
      const identifier = toIdentifier(name);
      assert.ok(isIdentifier(identifier) && isTaken(identifier) === undefined && identifier !== 'then', identifier);
      assert.equal(toIdentifier(identifier), identifier);
      // It is taken at the top and in a namespace.
      buildTable({ [identifier]: f, inner: { [identifier]: f } });
    }),
    { numRuns: 2_000 },
  );
});

test('a list or a record of tools is functions, the same in describe and run', async () => {
  const tools = [
    {
      name: 'get-weather',
      description: 'Weather now.',
      inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
    { name: 'delete', annotations: { destructiveHint: true } },
    { name: 'list' },
  ];
  const seen = [];
  const functions = functionsFrom(tools, (name, input, call) => seen.push([name, input, call.fn]));
  assert.deepEqual(Object.keys(functions), ['get_weather', 'delete_', 'list']);
  assert.deepEqual(
    buildTable(functions).names.map(({ name }) => name),
    Object.keys(functions),
  );
  functions.get_weather.execute({ city: 'Rome' }, { fn: 'get_weather' });
  assert.deepEqual(seen, [['get-weather', { city: 'Rome' }, 'get_weather']]);
  assert.equal(
    createSandbox({ functions }).describe({ rules: false }),
    `/**
 * Weather now.
 * Original name: "get-weather"
 */
declare function get_weather(input: { city: string }): Promise<unknown>;

/**
 * Original name: "delete"
 * Needs approval.
 */
declare function delete_(input?: unknown): Promise<unknown>;

declare function list(input?: unknown): Promise<unknown>;
`,
  );
  assert.deepEqual(Object.keys(functionsFrom({ 'get-weather': f, b: { execute: f } })), ['get_weather', 'b']);
  assert.deepEqual(Object.keys(functionsFrom(new Set(tools), f)), Object.keys(functions));
});

test('marks are kept, of whatever kind, and hints only raise', () => {
  const marks = (tool, name = 'x') => buildTable(functionsFrom({ [name]: tool })).get(toIdentifier(name)).marks;
  assert.deepEqual(marks({ execute: f, needsApproval: true }), [true]);
  assert.deepEqual(marks({ execute: f, requiresApproval: true }, 'x-y'), [true]);
  assert.deepEqual(marks({ execute: f, approval: false, annotations: { readOnlyHint: true } }), [false]);
  assert.deepEqual(marks({ execute: f, approval: false, annotations: { destructiveHint: true } }), [true]);
  assert.deepEqual(marks({ execute: f, approval: true, annotations: { destructiveHint: false, readOnlyHint: true } }), [true]);
  assert.deepEqual(marks({ execute: f, approval: false, annotations: { destructiveHint: 'true' } }), [true]);
  assert.deepEqual(marks(Object.assign(() => 1, { approval: true })), [true]);
  class Tool {
    limit = 3;
    get needsApproval() {
      return input => input > this.limit;
    }
    execute() {
      return this.limit;
    }
  }
  const [mark] = marks(new Tool());
  assert.equal(mark(4, {}), true);
  assert.equal(mark(2, {}), false);
  assert.equal(functionsFrom({ x: new Tool() }).x.execute(), 3);
  // A slip of the pen is refused as it is elsewhere.
  refused(() => buildTable(functionsFrom({ x: { execute: f, requireApproval: true } })), 'functions.x.requireApproval', /looks like one/);
});

test('what cannot be meant is refused by name', () => {
  refused(
    () => functionsFrom({ 'get-weather': f, get_weather: f }),
    'tools["get_weather"]',
    /would be `get_weather`, and so would "get-weather"/,
  );
  refused(() => functionsFrom([{ name: '🔥' }, { name: '' }], f), 'tools[""]', /would be `_`, and so would "🔥"/);
  refused(() => functionsFrom([{ name: 'a' }, { name: 'a' }], f), 'tools["a"]', /two tools of this name/);
  refused(() => functionsFrom([{ name: 'a' }]), 'tools["a"].execute', /functionsFrom\(tools, callTool\)/);
  refused(() => functionsFrom([{}], f), 'tools[0].name', /expected the tool's name; this is undefined/);
  refused(() => functionsFrom([f], f), 'tools[0].name', /expected the tool's name/);
  const thrower = name => Object.defineProperty({}, name, { get: () => assert.fail('no'), enumerable: true });
  refused(() => functionsFrom(thrower('a')), 'tools["a"]', /reading it threw/);
  refused(() => functionsFrom([thrower('name')], f), 'tools[0].name', /reading it threw/);
  refused(() => functionsFrom({ a: 1 }), 'tools["a"]', /expected a tool; this is 1/);
  refused(() => functionsFrom('a'), 'tools', /expected a list or a record of tools/);
  refused(() => functionsFrom(undefined), 'tools', /this is undefined/);
});
