import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk, page, spy, until, value } from './desk-kit.mjs';

const { RunError } = page;
const broken = (promise, pattern) =>
  assert.rejects(promise, error => {
    assert.ok(RunError.is(error, 'EngineCrash'), `${error.name}: ${error.message}`);
    if (pattern) assert.match(error.message, pattern);
    return true;
  });
const marked = (impl, extra) => spy(impl, { approval: true, ...extra });

test('an allowed call is executed at once with go, and in its turn without', async () => {
  const r = spy(x => [x]);
  const { desk: it, call, journal, types } = desk({ functions: { r: r.spec } });
  const reply = await call('r', 1);
  assert.deepEqual([reply.kind, value(reply), typeof reply.at], ['fulfilled', [1], 'number']);
  assert.deepEqual(await call('r', 2, { go: false }), { kind: 'allowed' });
  assert.deepEqual(r.inputs, [1]);
  assert.deepEqual(value(await it.execute(2)), [2]);
  assert.deepEqual(
    journal.entries.map(entry => `${entry.e} ${entry.seq}`),
    ['call 1', 'judged 1', 'started 1', 'settled 1', 'call 2', 'judged 2', 'started 2', 'settled 2'],
  );
  assert.deepEqual(types(), ['call 1 running', 'settled 1 fulfilled', 'call 2 running', 'settled 2 fulfilled']);
});

test('the context says which call it is; positional input is one array', async () => {
  const r = spy(() => 1, { positional: true });
  const { desk: it, call } = desk({ functions: { ns: { r: r.spec } } });
  await call('ns.r', [1, 'two']);
  const { signal, ...context } = r.calls[0];
  assert.deepEqual(context, { callId: 'run.1', runId: 'run', seq: 1, fn: 'ns.r', approved: false });
  assert.deepEqual(r.inputs, [[1, 'two']]);
  it.close();
  assert.equal(signal.aborted, false, 'a call that settled is over');
});

test('only an allowed or approved call is executed, whatever the worker asks', async () => {
  const w = marked();
  const r = spy();
  const { desk: it, call } = desk({ functions: { w: w.spec, r: r.spec }, policy: ({ input }) => (input === 'deny' ? 'deny' : undefined) });
  assert.deepEqual(await call('w', 1), { kind: 'ask' });
  await broken(it.execute(1), /neither allowed nor approved/);
  assert.equal((await call('r', 'deny')).kind, 'denied');
  await broken(it.execute(2));
  for (const seq of [0, -1, 3, 1.5, NaN, '1', null, undefined, 'constructor']) await broken(it.execute(seq), /never made/);
  await it.decide(1, 'reject');
  await broken(it.execute(1));
  assert.equal(w.count + r.count, 0);
});

test('each call is executed at most once: while it runs, after it settled, after it failed', async () => {
  let release;
  const gate = new Promise(done => {
    release = done;
  });
  const slow = spy(() => gate);
  const bad = spy(() => {
    throw new Error('no');
  });
  const { desk: it, call } = desk({ functions: { slow: slow.spec, bad: bad.spec } });
  const first = call('slow', 1);
  await until(() => slow.count === 1);
  await broken(it.execute(1));
  release(1);
  await first;
  await broken(it.execute(1));
  await call('bad', 1);
  await broken(it.execute(2));
  assert.deepEqual([slow.count, bad.count], [1, 1]);
});

test('a call while another of the same number is being judged is not executed twice either', async () => {
  let release;
  const gate = new Promise(done => {
    release = done;
  });
  const w = spy(x => x, {
    approval: async () => {
      await gate;
      return false;
    },
  });
  const { desk: it, call } = desk({ functions: { w: w.spec } });
  const first = call('w', 1);
  await broken(it.call({ seq: 1, fn: 'w', input: '1', go: true }), /again/);
  await broken(it.execute(1));
  release();
  await first;
  await broken(it.call({ seq: 1, fn: 'w', input: '1', go: true }), /again/);
  assert.equal(w.count, 1);
});

test('what no sound worker sends is refused and leaves no trace', async () => {
  const r = spy();
  const { desk: it, journal, events } = desk({ functions: { r: r.spec }, limits: { valueBytes: 20, calls: 1 } });
  const good = { seq: 1, fn: 'r', input: '1', go: true };
  const odd = [
    { seq: 2 },
    { seq: 0 },
    { seq: -1 },
    { seq: 1.5 },
    { seq: '1' },
    { seq: undefined },
    { fn: 'nope' },
    { fn: 'toString' },
    { fn: '__proto__' },
    { fn: undefined },
    { fn: {} },
    { input: 1 },
    { input: undefined },
    { input: '{' },
    { input: '~nonsense' },
    { input: '' },
    { input: `"${'x'.repeat(20)}"` },
    { line: 0 },
    { line: '1' },
    { column: 1.5 },
    { column: null },
  ];
  for (const change of odd) {
    await broken(it.call({ ...good, ...change }));
    assert.throws(() => it.invalid({ ...good, ...change }, { name: 'TypeError', message: 'x' }));
  }
  for (const error of [{}, { name: 1, message: 'x' }, { name: 'E', message: 'x', data: '{' }, { name: 'E', message: 'x', cause: 4 }])
    assert.throws(() => it.invalid(good, error));
  for (const entry of [
    { e: 'delivered', seq: 1, at: 1 },
    { e: 'fired', timer: 1, at: NaN },
    { e: 'fired', timer: 'x', at: 1 },
    { e: 'settled', seq: 1, at: 1 },
    { e: 'started', seq: 1, at: 1 },
  ])
    assert.throws(() => it.delivered([entry]));
  assert.deepEqual([r.count, events.length], [0, 0]);
  assert.deepEqual(journal.entries, []);
});

test('more calls than the limit are refused', async () => {
  const { call } = desk({ functions: { r: spy().spec }, limits: { calls: 2 } });
  await call('r', 1);
  await call('r', 2);
  await broken(call('r', 3), /limit, 2/);
});

test('a call that cannot cross is recorded, never judged', () => {
  const { desk: it, states, types, journal } = desk({ functions: { w: marked().spec } });
  it.invalid({ seq: 1, fn: 'w', input: '~-1', go: false, line: 3 }, { name: 'TypeError', message: 'input.f: a function cannot cross' });
  assert.deepEqual([states(), types()], [['invalid'], ['call 1 running', 'settled 1 invalid']]);
  const [record] = journal.records('run', 'ended');
  assert.deepEqual([record.error.message, record.line, record.verdict], ['input.f: a function cannot cross', 3, undefined]);
});

test('a verdict is given once per call, also when it is asked for in vain', async () => {
  let judged = 0;
  const w = spy(x => x, {
    approval: () => {
      judged++;
      return true;
    },
  });
  const { desk: it, call } = desk({
    functions: { w: w.spec },
    policy: () => {
      judged += 10;
    },
  });
  await call('w', 1);
  await it.decide(1, 'nonsense');
  await it.decide(1, 'approve');
  await it.execute(1);
  assert.equal(judged, 11);
});

test('D1: in deny mode a marked call is denied, recorded and not executed', async () => {
  const w = marked();
  const { desk: it, call, states, types } = desk({ functions: { w: w.spec }, mode: 'deny' });
  const reply = await call('w', 1);
  assert.equal(reply.kind, 'denied');
  assert.match(reply.reason, /nobody can/);
  assert.deepEqual([states(), types(), it.pendingCalls()], [['denied'], ['call 1 running', 'settled 1 denied'], []]);
  await broken(it.execute(1));
  await it.decide(1, 'approve');
  await broken(it.execute(1));
  assert.equal(w.count, 0);
});

test('P3: approve executes, with the context saying that a person did', async () => {
  const w = marked(x => ({ ok: x }));
  const { desk: it, call, states, types, journal } = desk({ functions: { w: w.spec } });
  await call('w', { id: 1 }, { line: 2, column: 5 });
  assert.deepEqual(it.pendingCall(1), { callId: 'run.1', seq: 1, fn: 'w', input: { id: 1 }, line: 2, column: 5, state: 'undecided' });
  assert.deepEqual([w.count, states('pending'), states()], [0, ['pending'], ['not-run']]);
  assert.equal((await it.decide(1, 'approve')).kind, 'approve');
  assert.deepEqual([w.count, states('pending'), states(), it.pendingCalls()], [0, ['approved'], ['not-run'], []]);
  assert.deepEqual(value(await it.execute(1)), { ok: { id: 1 } });
  assert.deepEqual(
    [w.calls[0].approved, states(), types()],
    [true, ['fulfilled'], ['call 1 running', 'decided run.1 approve', 'settled 1 fulfilled']],
  );
  const [record] = journal.records('run', 'ended');
  assert.deepEqual(
    [record.verdict, record.decision, typeof record.decidedAt, record.decidedAt < record.startedAt, record.startedAt < record.settledAt],
    ['ask', 'approve', 'number', true, true],
  );
});

test('an allow of the policy is not an approval by a person', async () => {
  const w = marked();
  const { call } = desk({ functions: { w: w.spec }, policy: () => 'allow' });
  await call('w', 1);
  assert.equal(w.calls[0].approved, false);
});

test('P3: every listed answer of a hook', async () => {
  const table = [
    ['approve', { kind: 'approve' }],
    ['reject', { kind: 'reject' }],
    ['pause', { kind: 'pause' }],
    [{ decision: 'approve' }, { kind: 'approve' }],
    [{ decision: 'reject' }, { kind: 'reject' }],
    [
      { decision: 'reject', reason: 'why' },
      { kind: 'reject', reason: 'why' },
    ],
    [{ decision: 'pause' }, { kind: 'pause' }],
    [
      { decision: 'respond', value: { a: 1 } },
      { kind: 'respond', value: '{"a":1}' },
    ],
    [
      { decision: 'respond', value: undefined },
      { kind: 'respond', value: page.encode(undefined, 'v') },
    ],
    [{ approved: true }, { kind: 'approve' }],
    [{ approved: false }, { kind: 'reject' }],
    [
      { approved: false, reason: 'why' },
      { kind: 'reject', reason: 'why' },
    ],
    [{ approved: true, reason: 'fine' }, { kind: 'approve' }],
  ];
  for (const [answer, expected] of table) {
    const { desk: it, call } = desk({ functions: { w: marked().spec } });
    await call('w', 1);
    const { at, ...decision } = await it.decide(1, answer);
    assert.deepEqual(decision, expected);
    assert.equal(typeof at, 'number');
    assert.equal(it.pendingCalls().length, expected.kind === 'pause' ? 1 : 0);
    assert.equal(it.pendingCalls()[0]?.error, undefined);
  }
});

test('P5: an answer that is none of those listed is no yes, and the call says why it still waits', async () => {
  const boom = () => {
    throw new Error('trap');
  };
  const odd = [
    undefined,
    null,
    true,
    false,
    0,
    1,
    '',
    'yes',
    'Approve',
    'APPROVE',
    ['approve'],
    {},
    [],
    { decision: 'ok' },
    { decision: true },
    { decision: undefined },
    { approved: 'true' },
    { approved: 1 },
    { approved: undefined },
    { approve: true },
    { decision: 'approve', approved: false },
    { decision: 'reject', approved: true },
    { decision: 'approve', value: 1 },
    { decision: 'respond' },
    { decision: 'reject', reason: 5 },
    () => 'approve',
    Symbol('approve'),
    new String('approve'),
    1n,
    {
      get decision() {
        return boom();
      },
    },
    new Proxy({}, { has: boom, get: boom }),
    { decision: 'approve', input: () => 1 },
    { decision: 'respond', value: Symbol('x') },
    {
      decision: 'approve',
      input: {
        get a() {
          return boom();
        },
      },
    },
  ];
  for (const answer of odd) {
    const w = marked();
    const { desk: it, call, events } = desk({ functions: { w: w.spec } });
    await call('w', 1);
    assert.equal((await it.decide(1, answer)).kind, 'pause');
    const [waiting] = it.pendingCalls();
    assert.equal(waiting.state, 'undecided');
    assert.deepEqual([typeof waiting.error.name, waiting.error.message.length > 0], ['string', true]);
    await broken(it.execute(1));
    assert.deepEqual([w.count, events.length], [0, 1]);
    assert.equal((await it.decide(1, 'approve')).kind, 'approve', 'it can still be decided');
  }
});

test('P5: a hook that throws is no yes, whatever it throws', async () => {
  const { desk: it, call } = desk({ functions: { w: marked().spec } });
  await call('w', 1);
  for (const [thrown, name, message] of [
    [new TypeError('dialog broke'), 'TypeError', 'dialog broke'],
    ['text', 'Error', '"text"'],
    [undefined, 'Error', /./],
    [null, 'Error', /./],
    [
      {
        get message() {
          throw 1;
        },
      },
      'Error',
      /./,
    ],
    [Object.assign(new Error('x'), { name: Symbol('n') }), /./, /./],
  ]) {
    assert.equal(it.hookFailed(1, thrown).kind, 'pause');
    const { error } = it.pendingCall(1);
    for (const [is, expected] of [
      [error.name, name],
      [error.message, message],
    ])
      if (expected instanceof RegExp) assert.match(is, expected);
      else assert.equal(is, expected);
  }
  await it.decide(1, 'reject');
  assert.deepEqual(it.pendingCalls(), []);
});

test('R10: an edit is what runs, validated as the input was; the record keeps both', async () => {
  const schema = {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: async ({ id }) =>
        typeof id === 'string' ? { value: { id: id.trim() } } : { issues: [{ message: 'id must be text', path: ['id'] }] },
    },
  };
  const w = marked(x => x, { inputSchema: schema });
  const { desk: it, call, journal } = desk({ functions: { w: w.spec } });
  assert.deepEqual(await call('w', { id: ' a ' }), { kind: 'ask', shown: '{"id":"a"}' });
  assert.deepEqual([it.pendingCall(1).input, it.pendingCall(1).proposed], [{ id: 'a' }, { id: ' a ' }]);
  assert.equal((await it.decide(1, { decision: 'approve', input: { id: 7 } })).kind, 'pause');
  assert.match(it.pendingCall(1).error.message, /input\.id: id must be text/);
  assert.equal((await it.decide(1, { approved: true, input: { id: ' b ' } })).kind, 'approve');
  await it.execute(1);
  const [record] = journal.records('run', 'ended');
  assert.deepEqual([w.inputs, record.input, record.executedInput], [[{ id: 'b' }], { id: ' a ' }, { id: 'b' }]);
});

test('an edit to undefined is an edit; one that changes nothing is a plain yes', async () => {
  const w = marked();
  const { desk: it, call, journal } = desk({ functions: { w: w.spec } });
  await call('w', { a: 1, b: 2 });
  await call('w', 1);
  await it.decide(1, { decision: 'approve', input: { b: 2, a: 1 } });
  await it.decide(2, { decision: 'approve', input: undefined });
  const [one, two] = journal.records('run', 'ended');
  assert.deepEqual(['executedInput' in one, 'executedInput' in two, two.executedInput], [false, true, undefined]);
  await it.execute(2);
  assert.deepEqual(w.inputs, [undefined]);
});

test('a decision taken while an edit is being checked is the one that counts', async () => {
  let release;
  const gate = new Promise(done => {
    release = done;
  });
  let checks = 0;
  const schema = {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: async value => {
        if (checks++) await gate;
        return { value };
      },
    },
  };
  const w = marked(x => x, { inputSchema: schema });
  const { desk: it, call, types } = desk({ functions: { w: w.spec } });
  await call('w', 1);
  const slow = it.decide(1, { decision: 'approve', input: 2 });
  assert.equal((await it.decide(1, 'reject')).kind, 'reject');
  release();
  assert.equal((await slow).kind, 'pause');
  await broken(it.execute(1));
  assert.deepEqual(types(), ['call 1 running', 'decided run.1 reject', 'settled 1 declined']);
});

test('respond and reject end the call without executing it', async () => {
  const w = marked();
  const { desk: it, call, states, types, journal } = desk({ functions: { w: w.spec } });
  await call('w', 1);
  await call('w', 2);
  await it.decide(1, { decision: 'respond', value: { by: 'hand' } });
  await it.decide(2, { decision: 'reject', reason: 'no' });
  assert.deepEqual(
    [states(), w.count, types().slice(2)],
    [['responded', 'declined'], 0, ['decided run.1 respond', 'settled 1 responded', 'decided run.2 reject', 'settled 2 declined']],
  );
  const [one, two] = journal.records('run', 'ended');
  assert.deepEqual([one.value, two.reason, two.verdict], [{ by: 'hand' }, 'no', 'ask']);
});

test('decide never throws and changes nothing for a call that does not wait', async () => {
  const { desk: it, call, journal } = desk({ functions: { w: marked().spec, r: spy().spec } });
  await call('r', 1);
  await call('w', 2);
  await it.decide(2, 'approve');
  const before = journal.entries.length;
  for (const seq of [0, 1, 2, 3, NaN, undefined, 'x']) assert.equal((await it.decide(seq, 'approve')).kind, 'pause');
  assert.equal(journal.entries.length, before);
  for (const seq of [1, 2, 3])
    assert.throws(
      () => it.pendingCall(seq),
      error => RunError.is(error, 'EngineCrash'),
    );
});

test('input that its schema refuses is refused before anyone is asked', async () => {
  let asked = 0;
  const w = spy(x => x, {
    approval: () => {
      asked++;
      return true;
    },
    inputSchema: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'], additionalProperties: false },
  });
  const { call, states, types } = desk({
    functions: { pay: w.spec },
    policy: () => {
      asked++;
      return 'allow';
    },
  });
  const reply = await call('pay', { amount: 'lots' });
  assert.deepEqual([reply.kind, reply.error.name], ['invalid', 'TypeError']);
  assert.match(reply.error.message, /^pay: .*input\.amount: /);
  assert.deepEqual([asked, w.count, states(), types()], [0, 0, ['invalid'], ['call 1 running', 'settled 1 invalid']]);
});

test('what a schema made is what everybody sees and what runs; nobody can change it for another', async () => {
  const spoil = input => {
    input.id = 'spoiled';
    input.more = 1;
  };
  const seen = [];
  const keep = (who, input) => {
    seen.push([who, structuredClone(input)]);
    spoil(input);
  };
  const schema = {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: input => {
        const value = { id: input.id.trim(), kind: 'default' };
        spoil(input);
        return { value };
      },
    },
  };
  const w = spy(
    input => {
      keep('function', input);
      return input;
    },
    {
      inputSchema: schema,
      approval: input => {
        keep('predicate', input);
        return true;
      },
      summarize: input => {
        keep('summary', input);
        return 'delete it';
      },
    },
  );
  const {
    desk: it,
    call,
    journal,
  } = desk({
    functions: { w: w.spec },
    policy: ({ input }) => {
      keep('policy', input);
    },
  });
  await call('w', { id: ' a ' });
  const card = it.pendingCall(1);
  assert.equal(card.summary, 'delete it');
  keep('card', card.input);
  spoil(card.proposed);
  spoil(it.pendingCalls()[0].input);
  await it.decide(1, 'approve');
  await it.execute(1);
  assert.deepEqual(new Set(seen.map(([who]) => who)), new Set(['predicate', 'policy', 'summary', 'card', 'function']));
  for (const [who, input] of seen) assert.deepEqual(input, { id: 'a', kind: 'default' }, who);
  const [record] = journal.records('run', 'ended');
  spoil(record.input);
  assert.deepEqual(journal.records('run', 'ended')[0].input, { id: ' a ' });
});

test('what a function throws or cannot return becomes an error that names it', async () => {
  class Row {
    id = 1;
  }
  const table = {
    sync: () => {
      throw Object.assign(new RangeError('no row'), { code: 'E_ROW' });
    },
    later: async () => {
      throw new RangeError('no row');
    },
    text: () => {
      throw 'text';
    },
    nothing: () => {
      throw undefined;
    },
    returnsFn: () => ({ node: [() => 1] }),
    returnsRow: () => new Row(),
    getter: () => ({
      get a() {
        throw new Error('trap');
      },
    }),
    then: () => ({
      then() {
        throw new Error('bad then');
      },
    }),
  };
  const { call } = desk({ functions: table });
  const errors = {};
  for (const fn of Object.keys(table)) {
    const reply = await call(fn, 1);
    assert.equal(reply.kind, 'rejected', fn);
    errors[fn] = reply.error;
  }
  assert.deepEqual(
    [errors.sync.name, errors.sync.message, page.decode(errors.sync.data).code, errors.later.name],
    ['RangeError', 'no row', 'E_ROW', 'RangeError'],
  );
  assert.match(errors.returnsFn.message, /^returnsFn returned a value that cannot cross: result\.node\[0\]: a function/);
  assert.match(errors.returnsRow.message, /^returnsRow .*result: a/);
  assert.match(errors.getter.message, /^getter returned/);
  assert.equal(errors.then.message, 'bad then');
});

test('a value, or an error, over valueBytes is a ValueLimit error that names the function', async () => {
  const { call, states } = desk({
    functions: {
      big: () => 'é'.repeat(60),
      fits: () => 'é'.repeat(49),
      loud: () => {
        throw new Error('x'.repeat(200));
      },
    },
    limits: { valueBytes: 100 },
  });
  const [big, fits, loud] = [await call('big', 1), await call('fits', 1), await call('loud', 1)];
  assert.deepEqual([big.error.name, loud.error.name, fits.kind], ['ValueLimit', 'ValueLimit', 'fulfilled']);
  assert.match(big.error.message, /^big .*100 bytes/);
  assert.match(loud.error.message, /^loud .*100 bytes/);
  assert.deepEqual(states(), ['rejected', 'fulfilled', 'rejected']);
});

test('an edit, a given value or what a schema makes may not be over valueBytes', async () => {
  const grow = { '~standard': { version: 1, vendor: 'test', validate: value => ({ value: `${value}`.repeat(9) }) } };
  const { desk: it, call } = desk({
    functions: { w: marked().spec, grow: spy(x => x, { inputSchema: grow }).spec },
    limits: { valueBytes: 50 },
  });
  await call('w', 1);
  for (const answer of [
    { decision: 'approve', input: 'x'.repeat(60) },
    { decision: 'respond', value: 'x'.repeat(60) },
  ]) {
    assert.equal((await it.decide(1, answer)).kind, 'pause');
    assert.deepEqual([it.pendingCall(1).error.name, /50 bytes/.test(it.pendingCall(1).error.message)], ['ValueLimit', true]);
  }
  const reply = await call('grow', 'abcdefgh');
  assert.deepEqual([reply.kind, reply.error.name], ['invalid', 'ValueLimit']);
});

test('outputSchema: what does not fit is an error to the code although it ran; a Standard Schema may make data of it', async () => {
  class Row {
    constructor(id) {
      this.id = id;
    }
  }
  const toId = {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: row => (row.id > 0 ? { value: { id: row.id } } : { issues: [{ message: 'too small', path: [{ key: 'id' }] }] }),
    },
  };
  const json = { type: 'object', properties: { id: { type: 'integer' } } };
  const row = spy(id => new Row(id), { outputSchema: toId });
  const data = spy(id => ({ id }), { outputSchema: json });
  const { call, states } = desk({ functions: { row: row.spec, data: data.spec } });
  assert.deepEqual(value(await call('row', 1)), { id: 1 });
  assert.deepEqual(value(await call('data', 1)), { id: 1 });
  for (const [fn, bad] of [
    ['row', -1],
    ['data', 'x'],
  ]) {
    const { kind, error } = await call(fn, bad);
    assert.deepEqual([kind, error.name], ['rejected', 'TypeError']);
    assert.match(error.message, new RegExp(`^${fn} returned .*outputSchema: result\\.id: `));
  }
  assert.deepEqual([states(), row.count, data.count], [['fulfilled', 'fulfilled', 'rejected', 'rejected'], 2, 2]);
});

test('a call over callTimeoutMs is a TimeoutError to the code, unknown in the record, and its signal aborts', async () => {
  let late;
  const slow = spy(
    () =>
      new Promise(done => {
        late = done;
      }),
  );
  const quick = spy();
  const { desk: it, call, states, types } = desk({ functions: { slow: slow.spec, quick: quick.spec }, limits: { callTimeoutMs: 20 } });
  const [reply] = await Promise.all([call('slow', 1), call('quick', 2)]);
  assert.deepEqual([reply.kind, reply.error.name], ['unknown', 'TimeoutError']);
  assert.match(reply.error.message, /^slow .*20 ms/);
  assert.deepEqual([slow.calls[0].signal.aborted, quick.calls[0].signal.aborted, states()], [true, false, ['unknown', 'fulfilled']]);
  late(1);
  await new Promise(done => setImmediate(done));
  assert.deepEqual(
    [states(), types().filter(type => type.startsWith('settled 1')), it.pendingCalls()],
    [['unknown', 'fulfilled'], ['settled 1 unknown'], []],
  );
  await broken(it.execute(1));
});

test('close: nothing is started any more; what was started and not settled is unknown; signals abort with the reason', async () => {
  const slow = spy(() => new Promise(() => {}));
  const w = marked();
  let release;
  const gate = new Promise(done => {
    release = done;
  });
  const judged = spy(x => x, {
    approval: async () => {
      await gate;
      return false;
    },
  });
  const { desk: it, call, states, journal, events } = desk({ functions: { slow: slow.spec, w: w.spec, judged: judged.spec } });
  const running = call('slow', 1);
  await call('w', 2);
  await it.decide(2, 'approve');
  await call('w', 3);
  const judging = call('judged', 4);
  await until(() => slow.count === 1);
  const reason = new Error('time is up');
  const [entries, emitted] = [journal.entries.length, events.length];
  it.close(reason);
  it.close(new Error('again'));
  release();
  for (const promise of [running, judging, it.call({ seq: 5, fn: 'slow', input: '1', go: true }), it.execute(2)])
    await assert.rejects(promise, error => RunError.is(error, 'Aborted'));
  assert.equal((await it.decide(3, 'approve')).kind, 'pause');
  assert.deepEqual(
    [slow.calls[0].signal.aborted, slow.calls[0].signal.reason, it.signal.aborted, it.signal.reason],
    [true, reason, true, reason],
  );
  assert.deepEqual(
    [states(), w.count, judged.count, journal.entries.length, events.length],
    [['unknown', 'not-run', 'not-run', 'not-run'], 0, 0, entries, emitted],
  );
});

test('a host function, or a listener, may end the run from inside', async () => {
  let it;
  const signals = [];
  const ender = spy((_, { signal }) => {
    signals.push(signal);
    it.desk.close();
    return 1;
  });
  it = desk({ functions: { ender: ender.spec } });
  await assert.rejects(it.call('ender', 1), error => RunError.is(error, 'Aborted'));
  assert.deepEqual([signals[0].aborted, it.states()], [true, ['unknown']]);
  const r = spy();
  const other = desk({ functions: { r: r.spec }, onEvent: () => other.desk.close() });
  await assert.rejects(other.call('r', 1), error => RunError.is(error, 'Aborted'));
  assert.deepEqual([r.count, other.states()], [0, ['not-run']]);
});

test('hostMs is time with at least one function at work, not the sum', async () => {
  const wait = spy(() => new Promise(done => setTimeout(done, 60)));
  const { desk: it, call } = desk({ functions: { wait: wait.spec } });
  assert.equal(it.hostMs, 0);
  await Promise.all([1, 2, 3, 4].map(n => call('wait', n)));
  const spent = it.hostMs;
  assert.ok(spent >= 50 && spent < 200, `${spent}`);
  await new Promise(done => setTimeout(done, 20));
  assert.equal(it.hostMs, spent);
});

test('a summary that throws, or is no text, is left out', async () => {
  for (const summarize of [
    () => {
      throw new Error('x');
    },
    () => 5,
    async () => {
      throw new Error('later');
    },
    () => undefined,
  ]) {
    const { desk: it, call } = desk({ functions: { w: marked(x => x, { summarize, description: 'writes', sideEffects: ['mail'] }).spec } });
    await call('w', 1);
    assert.deepEqual(it.pendingCall(1), {
      callId: 'run.1',
      seq: 1,
      fn: 'w',
      input: 1,
      description: 'writes',
      sideEffects: ['mail'],
      state: 'undecided',
    });
  }
});

test('R4: a desk on a recorded journal goes on where it stopped: nothing is judged, decided or executed twice', async () => {
  let judged = 0;
  const w = spy(x => x, {
    approval: () => {
      judged++;
      return true;
    },
  });
  const r = spy();
  const functions = { w: w.spec, r: r.spec };
  const first = desk({ functions });
  await first.call('r', 1);
  for (const n of [2, 3, 4]) await first.call('w', n);
  await first.call('r', 5, { go: false });
  await first.desk.decide(2, 'approve');
  await first.desk.decide(3, 'reject');
  await first.desk.execute(2);
  const entries = JSON.parse(JSON.stringify(first.journal.entries));
  judged = 0;
  const second = desk({ functions, entries });
  assert.deepEqual(second.states('pending'), ['fulfilled', 'fulfilled', 'declined', 'pending', 'approved']);
  assert.deepEqual(
    second.desk.pendingCalls().map(({ seq }) => seq),
    [4],
  );
  for (const seq of [1, 2, 3, 4]) await broken(second.desk.execute(seq));
  await second.desk.execute(5);
  await second.desk.decide(4, 'approve');
  await second.desk.execute(4);
  await second.call('r', 6);
  assert.deepEqual(
    [judged, w.inputs, r.inputs, second.states()],
    [0, [2, 4], [1, 5, 6], ['fulfilled', 'fulfilled', 'declined', 'fulfilled', 'fulfilled', 'fulfilled']],
  );
});

test('a call that was being judged when its page went away is judged when it is made again, and must be the same', async () => {
  const w = marked();
  const entries = [{ e: 'call', seq: 1, fn: 'w', input: '1' }];
  const other = desk({ functions: { w: w.spec, r: spy().spec }, entries });
  await broken(other.desk.call({ seq: 1, fn: 'w', input: '2', go: true }));
  await broken(other.desk.call({ seq: 1, fn: 'r', input: '1', go: true }));
  assert.deepEqual(await other.desk.call({ seq: 1, fn: 'w', input: '1', go: true }), { kind: 'ask' });
  await broken(other.desk.call({ seq: 1, fn: 'w', input: '1', go: true }));
  assert.deepEqual(other.types(), [], 'announced in its first life');
});

test('K5: an effect nobody saw the end of is unknown: only a person can have it run again; a plain read is made again', async () => {
  const w = marked();
  const mail = spy(x => x, { sideEffects: ['mail'] });
  const r = spy();
  const functions = { w: w.spec, mail: mail.spec, r: r.spec };
  const first = desk({ functions });
  const start = async (fn, n) => {
    await first.call(fn, n, { go: false });
  };
  await start('w', 1);
  await start('mail', 2);
  await start('r', 3);
  await first.desk.decide(1, 'approve');
  const entries = [...first.journal.entries, ...[1, 2, 3].map(seq => ({ e: 'started', seq, at: 50 }))];
  const make = () => desk({ functions, entries });
  const it = make();
  assert.deepEqual(
    it.desk.pendingCalls().map(({ seq, state }) => [seq, state]),
    [
      [1, 'unknown'],
      [2, 'unknown'],
    ],
  );
  await broken(it.desk.execute(1));
  await broken(it.desk.execute(2));
  await it.desk.execute(3);
  await it.desk.decide(1, 'approve');
  await it.desk.execute(1);
  await broken(it.desk.execute(1));
  await it.desk.decide(2, 'reject');
  assert.deepEqual(
    [it.states(), w.inputs, w.calls[0].callId, mail.count, r.inputs],
    [['fulfilled', 'unknown', 'fulfilled'], [1], 'run.1', 0, [3]],
  );
  await broken(it.desk.execute(2));
  const said = make();
  await said.desk.decide(1, { decision: 'respond', value: 'seen' });
  assert.equal(said.states()[0], 'responded');
});

/** Every order in which a worker could ask for four things about one marked call, with a person who says no: it never runs. */
test('no order of requests runs a marked call without a yes', async () => {
  const permutations = list =>
    list.length < 2 ? [list] : list.flatMap((one, at) => permutations(list.toSpliced(at, 1)).map(rest => [one, ...rest]));
  for (const order of permutations(['call', 'execute', 'ask', 'deliver', 'again']))
    for (const answer of ['reject', 'pause', 'nonsense', { approved: 'yes' }]) {
      const w = marked();
      const { desk: it, states } = desk({ functions: { w: w.spec } });
      const steps = {
        call: () => it.call({ seq: 1, fn: 'w', input: '1', go: true }),
        again: () => it.call({ seq: 1, fn: 'w', input: '1', go: true }),
        execute: () => it.execute(1),
        ask: () => it.decide(1, answer),
        deliver: async () => it.delivered([{ e: 'delivered', seq: 1, at: 1 }]),
      };
      await Promise.allSettled(order.map(step => steps[step]()));
      await it.execute(1).catch(() => {});
      assert.equal(w.count, 0, `${order} ${JSON.stringify(answer)}`);
      assert.ok(!states().includes('fulfilled'));
    }
});
