import assert from 'node:assert/strict';
import { test } from 'node:test';
import { broken, desk, marked, page, spy, until, value } from './desk-kit.mjs';

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
  const silent = () => {
    throw Object.create(null);
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
    new Proxy({}, { ownKeys: silent }),
    Object.defineProperty({}, 'decision', { enumerable: true, get: silent }),
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

const revoked = () => {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  return proxy;
};

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
    [Object.create(null), 'Error', 'an object'],
    [revoked(), 'Error', 'something that cannot be read'],
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
      error => page.RunError.is(error, 'EngineCrash'),
    );
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

test('P2: a call says that it asks when every earlier verdict is known, in creation order, and waits for nothing an earlier call does then', async () => {
  const gates = new Map();
  const gate = name => new Promise(open => gates.set(name, open));
  const slow = spy(() => gate('slow is done'));
  const w = marked(x => x, { approval: ({ id }) => gate(`verdict ${id}`) });
  const run = concurrentApprovals => {
    const said = [];
    const { call } = desk({ functions: { slow: slow.spec, w: w.spec }, concurrentApprovals });
    const calls = [call('slow', 0), call('w', { id: 2 }), call('w', { id: 3 }), call('w', { id: 4 })];
    for (const [index, reply] of calls.entries()) reply.then(({ kind }) => said.push(`${index + 1} ${kind}`));
    return said;
  };
  const open = async (name, answer) => {
    await until(() => gates.has(name));
    gates.get(name)(answer);
    gates.delete(name);
    await new Promise(done => setImmediate(done));
  };
  const one = run(false);
  await open('verdict 4', true);
  await open('verdict 3', true);
  assert.deepEqual(one, []);
  await open('verdict 2', true);
  assert.deepEqual(one, ['2 ask', '3 ask', '4 ask']);
  await open('slow is done', 'slow');
  assert.deepEqual(one.slice(3), ['1 fulfilled']);

  const atOnce = run(true);
  await open('verdict 4', true);
  await open('verdict 2', true);
  assert.deepEqual(atOnce, ['4 ask', '2 ask']);
});
