import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, page } from './desk-kit.mjs';

const { RunError, SandboxError, unwrap, runErrorFrom } = page;

test('is works across copies of the package, by class and name', async () => {
  const other = await load('errors');
  assert.notEqual(other.RunError, RunError);
  const run = new other.RunError('Timeout', 'x');
  const sandbox = new other.SandboxError('Disposed', 'x');
  assert.deepEqual(
    [
      RunError.is(run),
      RunError.is(run, 'Timeout'),
      RunError.is(run, 'Deadlock'),
      RunError.is(sandbox),
      SandboxError.is(sandbox),
      SandboxError.is(sandbox, 'Disposed'),
      SandboxError.is(run),
    ],
    [true, true, false, false, true, true, false],
  );
  for (const not of [undefined, null, 1, 'Timeout', {}, new Error('x'), Object.assign(new Error('x'), { name: 'Timeout' }), () => 1])
    assert.deepEqual([RunError.is(not), SandboxError.is(not)], [false, false]);
});

test('errors carry what they are about, and print with their name', () => {
  const error = new RunError('ApprovalRejected', 'no', { fn: 'w', input: { id: 1 }, callId: 'run.1', reason: 'why', line: undefined });
  assert.ok(error instanceof Error);
  assert.deepEqual(
    [error.name, error.message, error.fn, error.callId, error.reason, 'line' in error, Object.keys(error)],
    ['ApprovalRejected', 'no', 'w', 'run.1', 'why', false, ['fn', 'input', 'callId', 'reason']],
  );
  assert.match(String(error), /^ApprovalRejected: no/);
  assert.match(error.stack, /no/);
  const cause = new Error('why');
  const misuse = new SandboxError('FunctionsMissing', 'x', { names: ['w'], cause });
  assert.deepEqual([misuse.names, misuse.cause, Object.keys(misuse)], [['w'], cause, ['names']]);
});

test('unwrap gives the value or throws', () => {
  assert.equal(unwrap({ status: 'completed', value: 5 }), 5);
  const error = new RunError('Timeout', 'x');
  assert.throws(
    () => unwrap({ status: 'failed', error }),
    thrown => thrown === error,
  );
  const pending = { status: 'pending', pending: [1, 2] };
  assert.throws(
    () => unwrap(pending),
    thrown => SandboxError.is(thrown, 'RunPending') && thrown.result === pending,
  );
});

test('what a worker reports becomes a RunError; what it cannot report is EngineCrash', () => {
  const error = runErrorFrom(
    {
      name: 'ReplayMismatch',
      message: 'x',
      seq: 2,
      line: 3,
      expected: { fn: 'w', input: '{"id":1}' },
      actual: { fn: 'w', input: '{"id":2}' },
    },
    'run',
  );
  assert.deepEqual(
    [error.name, error.seq, error.callId, error.line, error.expected, error.actual],
    ['ReplayMismatch', 2, 'run.2', 3, { fn: 'w', input: { id: 1 } }, { fn: 'w', input: { id: 2 } }],
  );
  for (const odd of [
    { name: 'Timeout' },
    { name: 'Aborted' },
    { name: 'InvalidOptions' },
    { name: 'toString' },
    { name: 5 },
    {},
    { name: 'ApprovalRejected', input: '{' },
    { name: 'ReplayMismatch', expected: { fn: 'w', input: 7 } },
  ])
    assert.equal(runErrorFrom({ message: 'x', ...odd }, 'run').name, 'EngineCrash');
});

test('a worker says of an error what is its to say, and nothing else', () => {
  const odd = {
    name: 'GuestError',
    message: 'x',
    line: 'one',
    ran: ['run.1'],
    cause: 1,
    stack: 'evil',
    guestName: 'TypeError',
    toString: 1,
  };
  const error = runErrorFrom(odd, 'run');
  assert.deepEqual(
    [Object.keys(error), error.guestName, error.cause, error.stack === 'evil', String(error)],
    [['guestName'], 'TypeError', undefined, false, 'GuestError: x'],
  );
});
