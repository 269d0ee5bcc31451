import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk, page, spy } from './desk-kit.mjs';

const { normalise, SandboxError } = page;
const id = { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] };

/** Three marked calls that wait, a read that ran, and (with `lost`) a marked one nobody saw the end of. */
const card = async ({ lost = false, ...more } = {}) => {
  const functions = {
    w: spy(x => x, { approval: true }).spec,
    typed: spy(x => x, { approval: true, inputSchema: id }).spec,
    r: spy().spec,
  };
  const one = desk({ functions });
  await one.call('w', { id: 1 });
  await one.call('w', { id: 2 });
  await one.call('typed', { id: 3 });
  await one.call('r', 4);
  await one.call('w', { id: 5 });
  await one.desk.decide(5, 'approve');
  const two = desk({ functions, entries: lost ? [...one.journal.entries, { e: 'started', seq: 5, at: 9 }] : one.journal.entries });
  return {
    ...two,
    decide: decisions =>
      normalise(decisions, {
        runId: 'run',
        journal: two.journal,
        table: two.table,
        valueBytes: 1_000,
        now: () => 77,
        ...more,
      }),
  };
};
const brief = ({ list }) =>
  list.map(({ seq, decision, reason, edited, value }) =>
    [seq, decision, reason ?? edited ?? value].filter(part => part !== undefined).join(' '),
  );
const refused = (promise, ...patterns) =>
  assert.rejects(promise, error => {
    assert.ok(SandboxError.is(error, 'InvalidDecisions'), `${error.name}: ${error.message}`);
    for (const pattern of patterns) assert.match(error.message, pattern);
    return true;
  });

class Answer {
  get approved() {
    return true;
  }
}

test('every form becomes one form, in creation order', async () => {
  const table = [
    [{ all: 'approve' }, ['1 approve', '2 approve', '3 approve']],
    [{ all: 'reject' }, ['1 reject', '2 reject', '3 reject']],
    [{ all: 'reject', reason: 'no' }, ['1 reject no', '2 reject no', '3 reject no']],
    [{ all: 'approve', reason: 'ok' }, ['1 approve', '2 approve', '3 approve']],
    [{ approve: ['run.2', 'run.1'] }, ['1 approve', '2 approve']],
    [{ approve: ['run.1'], reject: ['run.2'] }, ['1 approve', '2 reject']],
    [{ reject: [{ callId: 'run.3', reason: 'no' }, { callId: 'run.1' }] }, ['1 reject', '3 reject no']],
    [
      { approve: [{ callId: 'run.1' }, { callId: 'run.3', input: { id: 33 } }], respond: [{ callId: 'run.2', value: [1] }] },
      ['1 approve', '2 respond [1]', '3 approve {"id":33}'],
    ],
    [{ approve: [], reject: [], respond: [] }, []],
    [{ approve: [] }, []],
    [{ reject: [] }, []],
    [{ respond: [] }, []],
    [{ approve: [], reject: undefined }, []],
    [{ decisions: {} }, []],
    [
      {
        decisions: {
          'run.1': { approved: true },
          'run.2': { approved: false, reason: 'no' },
          'run.3': { approved: true, input: { id: 33 } },
        },
      },
      ['1 approve', '2 reject no', '3 approve {"id":33}'],
    ],
    [
      { decisions: { 'run.1': { approved: true } }, defaultDecision: { approved: false, reason: 'no' } },
      ['1 approve', '2 reject no', '3 reject no'],
    ],
    [{ defaultDecision: { approved: true } }, ['1 approve', '2 approve', '3 approve']],
    [{ decisions: { 'run.2': { approved: false } }, defaultDecision: { approved: true } }, ['1 approve', '2 reject', '3 approve']],
  ];
  for (const [decisions, expected] of table) {
    const normal = await (await card()).decide(decisions);
    assert.deepEqual([brief(normal), normal.at], [expected, 77], JSON.stringify(decisions));
  }
});

test('what is no set of decisions is refused', async () => {
  const { decide } = await card();
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
    'approve',
    [],
    ['run.1'],
    () => ({ all: 'approve' }),
    {},
    { approve: undefined },
    { reason: 'x' },
    { all: 'maybe' },
    { all: true },
    { all: undefined },
    { all: 'approve', reason: 5 },
    { all: 'approve', except: ['run.1'] },
    { all: 'approve', reject: ['run.1'] },
    { approve: 'run.1' },
    { approve: { 0: 'run.1' } },
    { approve: null },
    { reject: true },
    { respond: 'run.1' },
    { approve: [], rejct: ['run.1'] },
    { approve: ['run.1'], defaultDecision: { approved: false } },
    { approve: ['run.1'], decisions: {} },
    { decisions: null },
    { decisions: [] },
    { decisions: 'run.1' },
    { decisions: { 'run.1': true } },
    { decisions: { 'run.1': 'approve' } },
    { decisions: { 'run.1': {} } },
    { decisions: { 'run.1': { approved: 'yes' } } },
    { decisions: { 'run.1': { approved: true, inputs: 1 } } },
    { decisions: { 'run.1': { approved: false, reason: 1 } } },
    { defaultDecision: true },
    { defaultDecision: {} },
    { defaultDecision: { approved: 1 } },
    { defaultDecision: { approved: true, input: 1 } },
    { decisions: { 'run.1': { approved: true } }, defaultDecision: null },
    {
      get all() {
        return boom();
      },
    },
    new Proxy({}, { ownKeys: boom }),
    new Proxy({}, { ownKeys: silent }),
    new page.Unreadable(Object.create(null)),
    {
      approve: [
        {
          get callId() {
            return boom();
          },
        },
      ],
    },
  ];
  for (const decisions of odd) await refused(decide(decisions), /nothing runs/);
});

test('an id that is unknown, repeated, contradictory or decided already refuses the whole set', async () => {
  const { decide } = await card();
  const odd = [
    [{ approve: ['run.1', 'nope'] }, /nope: no call/],
    [{ approve: ['run.1', 'run.99'] }, /run\.99: no call/],
    [{ approve: ['other.1'] }, /other\.1: no call/],
    [{ decisions: { nope: { approved: true } } }, /nope/],
    [{ approve: ['run.1', 'run.1'] }, /run\.1: .*twice/],
    [{ approve: ['run.1'], reject: ['run.1'] }, /run\.1: .*twice/],
    [{ approve: ['run.1'], respond: [{ callId: 'run.1', value: 1 }] }, /twice/],
    [{ approve: ['run.4'] }, /run\.4: r does not wait/],
    [{ reject: ['run.5'] }, /run\.5: w does not wait/],
    [{ approve: [1] }, /approve\[0\]/],
    [{ approve: [null] }, /approve\[0\]/],
    [{ approve: [{}] }, /approve\[0\]/],
    [{ approve: [{ callId: 1 }] }, /approve\[0\]/],
    [{ approve: [{ callId: 'run.1', inputs: 1 }] }, /inputs/],
    [{ reject: [{ callId: 'run.1', input: 1 }] }, /input/],
    [{ reject: [{ callId: 'run.1', reason: 1 }] }, /reason/],
    [{ respond: ['run.1'] }, /respond\[0\]/],
    [{ respond: [{ callId: 'run.1' }] }, /needs a value/],
    [{ approve: ['constructor'] }, /constructor/],
    [{ decisions: JSON.parse('{"__proto__":{"approved":true}}') }, /__proto__/],
    [{ decisions: new Map([['run.1', { approved: false }]]), defaultDecision: { approved: true } }, /plain object/],
    [{ decisions: { 'run.1': new Answer() } }, /plain object/],
    [{ approve: [new Answer()] }, /plain object/],
    [new Map([['all', 'approve']]), /plain object/],
    [Object.create({ all: 'approve' }), /plain object/],
  ];
  for (const [decisions, pattern] of odd) await refused(decide(decisions), pattern);
});

test('an edit its schema refuses, or that cannot cross or is too large, refuses the whole set', async () => {
  const { decide, journal } = await card();
  const before = journal.entries.length;
  await refused(
    decide({ approve: ['run.1', { callId: 'run.3', input: { id: 'two' } }] }),
    /run\.3: the edit is refused: typed: .*input\.id/,
  );
  await refused(decide({ decisions: { 'run.3': { approved: true, input: {} } } }), /run\.3: .*id/);
  await refused(decide({ approve: [{ callId: 'run.1', input: { f() {} } }] }), /run\.1: .*input\.f: a function/);
  await refused(decide({ approve: [{ callId: 'run.1', input: 'x'.repeat(1_001) }] }), /run\.1: .*1000 bytes/);
  await refused(decide({ respond: [{ callId: 'run.1', value: Symbol('x') }] }), /run\.1: .*value: a symbol/);
  assert.equal(journal.entries.length, before);
});

test('a refusal names every problem with its id', async () => {
  const { decide } = await card();
  await refused(
    decide({ approve: ['nope', 'run.1', 'run.1', { callId: 'run.3', input: 1 }], respond: [{ callId: 'run.2', value: () => 1 }] }),
    /nope: /,
    /run\.1: /,
    /run\.2: /,
    /run\.3: /,
  );
});

test('all and a default never cover a call nobody saw the end of; by name it is decided', async () => {
  for (const decisions of [
    { all: 'approve' },
    { all: 'reject' },
    { defaultDecision: { approved: true } },
    { decisions: { 'run.1': { approved: true } }, defaultDecision: { approved: false } },
  ]) {
    assert.deepEqual(
      (await (await card({ lost: true })).decide(decisions)).list.map(({ seq }) => seq),
      [1, 2, 3],
    );
  }
  for (const [decisions, expected] of [
    [{ approve: ['run.5'] }, '5 approve'],
    [{ reject: ['run.5'] }, '5 reject'],
    [{ respond: [{ callId: 'run.5', value: 1 }] }, '5 respond 1'],
    [{ decisions: { 'run.5': { approved: true } } }, '5 approve'],
  ]) {
    assert.deepEqual(brief(await (await card({ lost: true })).decide(decisions)), [expected]);
  }
});

test('K2: with a bare id, decisions that speak of the whole card are refused', async () => {
  const { decide } = await card({ cardNamed: false });
  for (const decisions of [
    { all: 'approve' },
    { all: 'reject' },
    { defaultDecision: { approved: true } },
    { decisions: { 'run.1': { approved: true } }, defaultDecision: { approved: false } },
  ])
    await refused(decide(decisions), /generation/);
  assert.deepEqual(brief(await decide({ approve: ['run.1'] })), ['1 approve']);
});

test('an edit back to what was shown is a plain yes', async () => {
  assert.deepEqual(brief(await (await card()).decide({ approve: [{ callId: 'run.1', input: { id: 1 } }] })), ['1 approve']);
});

test('R3: applied, they are in the record, announced, and approved calls may run', async () => {
  const { decide, desk: it, types, states, journal } = await card();
  const normal = await decide({
    approve: [{ callId: 'run.1', input: { id: 11 } }],
    reject: [{ callId: 'run.2', reason: 'no' }],
    respond: [{ callId: 'run.3', value: 'v' }],
  });
  const before = journal.entries.length;
  it.applyDecisions(normal);
  assert.deepEqual(journal.entries.slice(before), page.entriesOf(normal));
  assert.deepEqual(types(), [
    'decided run.1 approve',
    'decided run.2 reject',
    'settled 2 declined',
    'decided run.3 respond',
    'settled 3 responded',
  ]);
  assert.deepEqual(states('pending'), ['approved', 'declined', 'responded', 'fulfilled', 'approved']);
  assert.equal(page.decode((await it.execute(1)).value).id, 11);
  assert.throws(() => it.applyDecisions(normal));
  assert.deepEqual(it.pendingCalls(), []);
});

test('a set that does not fit the record is not applied in part', async () => {
  const { decide, desk: it, journal } = await card();
  const normal = await decide({ all: 'approve' });
  await it.decide(3, 'reject');
  const before = journal.entries.length;
  assert.throws(() => it.applyDecisions(normal));
  assert.equal(journal.entries.length, before);
});
