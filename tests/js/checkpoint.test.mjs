import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk, LIMITS, page, spy } from './desk-kit.mjs';

const { makeCheckpoint, readCheckpoint, SandboxError } = page;
const functions = {
  w: spy(x => x, { approval: true }).spec,
  ns: {
    r: spy(() => ({ when: new Date(7) })).spec,
    bad: () => {
      throw Object.assign(new RangeError('no'), { code: 1 });
    },
  },
};
const recorded = async () => {
  const one = desk({ functions });
  await one.call('w', { id: 1_000_001 }, { line: 1, column: 2 });
  await one.call('ns.r', 2n);
  await one.call('ns.bad', 1);
  await one.call('w', 3);
  await one.desk.decide(4, { decision: 'reject', reason: 'no' });
  one.desk.delivered([
    { e: 'delivered', seq: 2, at: 5.5 },
    { e: 'fired', timer: 1, at: 6 },
  ]);
  return one;
};
const fieldsOf = ({ journal, table }) => ({
  runId: 'run',
  generation: 3,
  code: 'await w()',
  mode: 'pause',
  seed: '0123456789abcdef',
  startedAt: 1e12,
  functions: table.names,
  limits: LIMITS,
  createdAt: 1e12,
  journal: journal.entries,
});
const full = {
  owner: 'ada',
  input: '{"a":1}',
  concurrentApprovals: true,
  metadata: { title: 'clean up', deep: [{ a: null }] },
  expiresAt: 2e12,
  stats: { passes: 1, guestMs: 0.5, hostMs: 1, humanMs: 2, peakMemoryBytes: 3 },
};
const make = async more => makeCheckpoint({ ...fieldsOf(await recorded()), ...more });
const through = value => JSON.parse(JSON.stringify(value));
const refused = (given, pattern) =>
  assert.throws(
    () => readCheckpoint(given),
    error => {
      assert.ok(SandboxError.is(error, 'CheckpointInvalid'), `${error.name}: ${error.message}`);
      if (pattern) assert.match(error.message, pattern);
      return true;
    },
  );
/** With a digest that fits, as a forger or a bug of ours would have it. */
const sealed = ({ digest, version, package: _, ...fields }) => makeCheckpoint(fields);

test('a checkpoint is plain JSON and comes back as it was made', async () => {
  for (const more of [{}, full, { owner: undefined, input: undefined, metadata: undefined, expiresAt: undefined }]) {
    const one = await recorded();
    const fields = { ...fieldsOf(one), ...more };
    const checkpoint = makeCheckpoint(fields);
    assert.deepEqual(checkpoint, through(checkpoint));
    const read = readCheckpoint(through(checkpoint));
    const { limits, ...rest } = fields;
    assert.deepEqual(read, { ...through(rest), limits });
    assert.deepEqual(new page.Journal(read.journal).records('run', 'pending'), one.journal.records('run', 'pending'));
  }
});

test('the order of members means nothing: a database may sort them', async () => {
  const sort = value =>
    Array.isArray(value)
      ? value.map(sort)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .sort(([a], [b]) => (a < b ? 1 : -1))
              .map(([k, v]) => [k, sort(v)]),
          )
        : value;
  const checkpoint = await make(full);
  assert.deepEqual(readCheckpoint(sort(through(checkpoint))), readCheckpoint(checkpoint));
});

test('what is no checkpoint is refused, whatever it is', () => {
  const boom = () => {
    throw new Error('trap');
  };
  for (const junk of [
    undefined,
    null,
    7,
    'x',
    true,
    [],
    {},
    () => 1,
    Symbol('x'),
    1n,
    new Date(),
    new Map(),
    { version: 1 },
    { version: '1' },
    { toJSON: boom },
    {
      get version() {
        return boom();
      },
    },
    new Proxy({}, { get: boom, ownKeys: boom }),
  ])
    refused(junk);
  const round = {};
  round.round = round;
  refused(round);
  let deep = {};
  for (let i = 0; i < 100_000; i++) deep = { deep };
  refused(deep);
  refused({ version: 1, metadata: deep });
});

test('another version is refused by name', async () => {
  const checkpoint = await make();
  for (const version of [0, 2, 99, '1', null]) refused({ ...checkpoint, version }, /version/);
});

/** Every value in it, in turn, changed, dropped, or given a neighbour. */
test('any single change anywhere is noticed', async () => {
  const text = JSON.stringify(await make(full));
  let changes = 0;
  const places = (value, path = []) =>
    typeof value === 'object' && value !== null ? [path, ...Object.keys(value).flatMap(key => places(value[key], [...path, key]))] : [path];
  for (const path of places(JSON.parse(text)).filter(({ length }) => length > 0)) {
    const edits = [
      (at, key) => {
        delete at[key];
      },
      (at, key) => {
        at[key] = null;
      },
      (at, key) => {
        at[key] =
          typeof at[key] === 'number'
            ? at[key] + 1
            : typeof at[key] === 'string'
              ? `${at[key]}0`
              : typeof at[key] === 'boolean'
                ? !at[key]
                : { ...at[key], extra: 1 };
      },
      at => {
        if (!Array.isArray(at)) at.stray = 1;
        else at.push(at[0]);
      },
    ];
    for (const edit of edits) {
      const copy = JSON.parse(text);
      const at = path.slice(0, -1).reduce((value, key) => value[key], copy);
      edit(at, path.at(-1));
      if (JSON.stringify(copy) === text) continue;
      changes++;
      refused(copy);
    }
  }
  assert.ok(changes > 300, `${changes}`);
});

test('each field that is wrong is named, also under a digest that fits', async () => {
  const base = await make(full);
  const table = {
    runId: [1, undefined],
    generation: [-1, 1.5, '1', undefined],
    owner: [1, null],
    code: [1, undefined],
    input: [1, '{', '~x'],
    mode: ['ask', undefined],
    concurrentApprovals: [1],
    seed: ['xyz', '0123456789ABCDEF', 7, undefined],
    startedAt: ['now', undefined],
    functions: ['x', undefined],
    metadata: [1, [], null],
    createdAt: [null, undefined],
    expiresAt: ['x'],
    journal: [{}, undefined],
    stats: [1],
    stray: [1],
  };
  for (const [field, values] of Object.entries(table))
    for (const value of values) refused(sealed({ ...base, [field]: value }), new RegExp(`${field}: `));
  const inside = [
    [
      c => {
        c.functions[0].name = 1;
      },
      /functions\[0\]\.name/,
    ],
    [
      c => {
        delete c.functions[1].positional;
      },
      /functions\[1\]\.positional/,
    ],
    [
      c => {
        c.limits.calls = 'x';
      },
      /limits\.calls/,
    ],
    [
      c => {
        c.limits.more = 1;
      },
      /limits\.more/,
    ],
    [
      c => {
        c.stats.passes = -1;
      },
      /stats\.passes/,
    ],
    [
      c => {
        c.journal[0].e = 'nope';
      },
      /journal\[0\]\.e/,
    ],
    [
      c => {
        c.journal[0].e = 'toString';
      },
      /journal\[0\]\.e/,
    ],
    [
      c => {
        c.journal[0].seq = 0;
      },
      /journal\[0\]\.seq/,
    ],
    [
      c => {
        c.journal[0].input = '{';
      },
      /journal\[0\]\.input/,
    ],
    [
      c => {
        c.journal[0].line = 'x';
      },
      /journal\[0\]\.line/,
    ],
    [
      c => {
        c.journal[1].verdict = 'maybe';
      },
      /journal\[1\]\.verdict/,
    ],
    [
      c => {
        c.journal[1].lifted = false;
      },
      /journal\[1\]\.lifted/,
    ],
    [
      c => {
        c.journal[1].stray = 1;
      },
      /journal\[1\]\.stray/,
    ],
    [
      c => {
        c.journal[0] = null;
      },
      /journal\[0\]/,
    ],
    [
      c => {
        c.journal[0].fn = 'other';
      },
      /journal\[0\]\.fn: "other"/,
    ],
    [
      c => {
        c.journal.find(({ e }) => e === 'settled').state = 'done';
      },
      /state/,
    ],
    [
      c => {
        delete c.journal.find(({ e }) => e === 'settled').value;
      },
      /not with what/,
    ],
    [
      c => {
        c.journal.find(({ error }) => error).error.name = 5;
      },
      /error\.name/,
    ],
    [
      c => {
        c.journal.splice(0, 1);
      },
      /journal\[0\]: judged: there is no call 1/,
    ],
    [
      c => {
        c.journal.push(c.journal[0]);
      },
      /journal\[\d+\]: call 1 follows/,
    ],
    [
      c => {
        c.journal.push({ e: 'started', seq: 1, at: 1 });
      },
      /journal\[\d+\]: started: call 1/,
    ],
  ];
  for (const [change, pattern] of inside) {
    const copy = through(base);
    change(copy);
    refused(sealed(copy), pattern);
  }
});

test('what is checked is what is used: getters and later changes make no difference', async () => {
  const checkpoint = through(await make());
  let reads = 0;
  const shifty = {
    ...checkpoint,
    get code() {
      reads++;
      return reads > 1 ? 'evil()' : checkpoint.code;
    },
  };
  assert.deepEqual([readCheckpoint(shifty).code, reads], ['await w()', 1]);
  const read = readCheckpoint(checkpoint);
  checkpoint.journal.length = 0;
  checkpoint.metadata = 1;
  assert.ok(read.journal.length > 5);
});

test('a limit that is none survives, although JSON has no Infinity', async () => {
  assert.equal(readCheckpoint(await make()).limits.callTimeoutMs, Infinity);
});

test('metadata that is no plain JSON is InvalidOptions', async () => {
  const round = {};
  round.round = round;
  for (const metadata of [round, { n: 1n }]) {
    const one = await recorded();
    assert.throws(
      () => makeCheckpoint({ ...fieldsOf(one), metadata }),
      error => SandboxError.is(error, 'InvalidOptions') && error.path === 'metadata',
    );
  }
});

test('it is independent of the journal it was made from', async () => {
  const one = await recorded();
  const checkpoint = makeCheckpoint(fieldsOf(one));
  const { length } = checkpoint.journal;
  await one.call('ns.r', 9);
  assert.equal(checkpoint.journal.length, length);
  readCheckpoint(checkpoint);
});
