import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './desk-kit.mjs';

const { buildTable, GUEST_GLOBALS, SandboxError } = page;
const f = () => 1;
const names = table => table.names.map(({ name }) => name);
const refused = (functions, path) =>
  assert.throws(
    () => buildTable(functions),
    error => {
      assert.ok(SandboxError.is(error, 'InvalidOptions'), `${error.name}: ${error.message}`);
      assert.equal(error.path, path);
      assert.ok(error.message.startsWith(`${path}: `), error.message);
      return true;
    },
  );

test('names are dotted through namespaces and keep the order they were given in', () => {
  const table = buildTable({ list: f, mail: { send: { execute: f, positional: true }, box: { open: f } }, del: { execute: f } });
  assert.deepEqual(table.names, [
    { name: 'list', positional: false },
    { name: 'mail.send', positional: true },
    { name: 'mail.box.open', positional: false },
    { name: 'del', positional: false },
  ]);
  assert.equal(table.get('mail.send').fn, 'mail.send');
  assert.equal(table.get('mail'), undefined);
});

test('a later source replaces by name at the top level', async () => {
  const table = buildTable({ a: () => 'old', mail: { send: f, read: f } }, undefined, { mail: { send: f }, a: () => 'new', b: f });
  assert.deepEqual(names(table), ['a', 'mail.send', 'b']);
  assert.equal(await table.get('a').execute(), 'new');
});

test('only own names are functions', () => {
  const inherited = Object.create({ secret: f }, { own: { value: f, enumerable: true } });
  assert.deepEqual(names(buildTable(inherited)), ['own']);
  const table = buildTable({ a: f });
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'then', '']) assert.equal(table.get(name), undefined, name);
});

test('everything is read once, when the table is built', async () => {
  let reads = 0;
  const spec = {
    get execute() {
      reads++;
      return () => reads;
    },
    approval: true,
  };
  const table = buildTable({
    get a() {
      reads += 10;
      return spec;
    },
  });
  spec.approval = false;
  assert.equal(await table.get('a').execute(), 11);
  assert.deepEqual(table.get('a').marks, [true]);
});

test('methods of a spec see the spec', async () => {
  const spec = {
    rate: 7,
    execute() {
      return this.rate;
    },
    summarize() {
      return `at ${this.rate}`;
    },
    approval() {
      return this.rate > 5;
    },
  };
  const entry = buildTable({ a: spec }).get('a');
  assert.deepEqual([await entry.execute(), entry.summarize(), entry.marks[0]()], [7, 'at 7', true]);
});

test('names nobody could call, or that mean something already, are refused with their path', () => {
  for (const name of ['send-it', '1st', '', 'a b', 'a.b', 'délà!', 'x\u2028']) {
    refused({ [name]: f }, `functions.${name}`);
    refused({ mail: { [name]: f } }, `functions.mail.${name}`);
  }
  for (const name of [...GUEST_GLOBALS, 'delete', 'await', 'let', 'null', 'true', 'arguments']) refused({ [name]: f }, `functions.${name}`);
  refused(JSON.parse('{"__proto__": 1}'), 'functions.__proto__');
  refused({ mail: { then: f } }, 'functions.mail.then');
  assert.deepEqual(names(buildTable({ rows: { delete: f, Date: f }, été: f, $: f, _: f, async: f, of: f })), [
    'rows.delete',
    'rows.Date',
    'été',
    '$',
    '_',
    'async',
    'of',
  ]);
});

test('what is no function, spec or namespace is refused with its path', () => {
  for (const wrong of [1, 'x', null, undefined, true, [f], Symbol('s')]) {
    refused({ a: wrong }, 'functions.a');
    refused({ ns: { a: wrong } }, 'functions.ns.a');
  }
  for (const wrong of [1, 'x', null, [f], f]) refused(wrong, 'functions');
  refused({ tool: { execute: 'x' } }, 'functions.tool.execute');
  class Mailer {
    send() {}
  }
  refused({ mailer: new Mailer() }, 'functions.mailer');
  const round = {};
  round.again = round;
  refused({ round }, `functions.round${'.again'.repeat(8)}`);
  refused(
    {
      get a() {
        throw new Error('no');
      },
    },
    'functions.a',
  );
});

test('M2: a mark that is neither a boolean nor a function is InvalidOptions; undefined is none', () => {
  for (const mark of ['approval', 'needsApproval', 'requiresApproval']) {
    for (const wrong of ['yes', 1, 0, null, {}, []]) refused({ a: { execute: f, [mark]: wrong } }, `functions.a.${mark}`);
    assert.deepEqual(buildTable({ a: { execute: f, [mark]: undefined } }).get('a').marks, []);
    assert.deepEqual(buildTable({ a: { execute: f, [mark]: false } }).get('a').marks, [false]);
  }
});

test('a mark is not missed by a slip: on a function, by a near name, on a prototype', () => {
  refused({ a: Object.assign(() => 1, { approval: true }) }, 'functions.a.approval');
  for (const name of ['requireApproval', 'Approval', 'needs_approval', 'approvalRequired', 'requiresConfirmation'])
    refused({ a: { execute: f, [name]: true } }, `functions.a.${name}`);
  assert.equal(names(buildTable({ a: { execute: f, requireApproval: false } })).length, 1);
  assert.deepEqual(buildTable({ a: Object.assign(Object.create({ needsApproval: true }), { execute: f }) }).get('a').marks, [true]);
});

test('fields of the wrong type are refused with their path', () => {
  const wrong = {
    description: [1, null, {}],
    sideEffects: ['external', [1], {}, null, true],
    fresh: [1, 'yes', null],
    summarize: ['text', true, {}],
    positional: [1, 'yes', null],
    inputSchema: [1, 'string', null, [], f, { '~standard': {} }, { '~standard': null }],
    outputSchema: [1, null, []],
  };
  for (const [field, values] of Object.entries(wrong))
    for (const value of values) refused({ a: { execute: f, [field]: value } }, `functions.a.${field}`);
});

test('a JSON Schema that cannot be used is refused at once, and one that can is never changed', () => {
  refused({ a: { execute: f, inputSchema: { $ref: 'http://[' } } }, 'functions.a.inputSchema');
  const round = {};
  round.properties = { round };
  refused({ a: { execute: f, inputSchema: round } }, 'functions.a.inputSchema');
  const schema = Object.freeze({
    type: 'object',
    properties: Object.freeze({ id: Object.freeze({ $ref: '#/$defs/id' }) }),
    $defs: Object.freeze({ id: Object.freeze({ type: 'number' }) }),
  });
  buildTable({ a: { execute: f, inputSchema: schema } });
  assert.deepEqual(Reflect.ownKeys(schema.properties.id), ['$ref']);
});

test('a schema of a library that speaks neither is refused: it would take anything', () => {
  class Old {
    parse() {}
  }
  for (const inputSchema of [new Old(), { jsonSchema: {}, validate: f }])
    refused({ a: { execute: f, inputSchema } }, 'functions.a.inputSchema');
});

test('a resumed run sees the functions of its first pass, and is told what is missing', () => {
  const table = buildTable({ a: f, b: f, c: f });
  assert.deepEqual(table.missing(['a', 'x', 'c', 'toString']), ['x', 'toString']);
  const only = table.only(['c', 'a']);
  assert.deepEqual(names(only), ['c', 'a']);
  assert.equal(only.get('b'), undefined);
});

test('defineFunction gives the spec back', () => {
  const spec = { execute: f };
  assert.equal(page.defineFunction(spec), spec);
});
