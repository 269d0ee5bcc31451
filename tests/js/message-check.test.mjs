import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFromWorker } from '../../js/message-check.ts';

const call = { seq: 1, fn: 'w', input: '1', go: true };
const stats = { guestMs: 1, peakMemoryBytes: 2 };
const finish = { status: 'completed', value: '1', poisoned: false, stats };
const error = { name: 'E', message: 'm' };

const GOOD = [
  { type: 'ready' },
  { type: 'start-failed', cause: 'fetch', message: 'x' },
  { type: 'call', id: 0, call },
  { type: 'call', id: 0, call: { ...call, line: 1, column: 2 } },
  { type: 'call', id: 0, call: { ...call, behind: true } },
  { type: 'execute', id: 1, seq: 1 },
  { type: 'execute', id: 1, seq: 1, ahead: true },
  { type: 'ask', id: 1, seq: 1 },
  { type: 'withdraw', seq: 1 },
  { type: 'invalid', call, error },
  { type: 'log', entry: { level: 'warn', text: 'x', line: 3 } },
  {
    type: 'journal',
    entries: [
      { e: 'delivered', seq: 1, at: 5 },
      { e: 'fired', timer: 0, at: 6.5 },
      { e: 'delivered', seq: 1, at: 5, spared: 2, pending: true },
      { e: 'began' },
      {
        e: 'shown',
        calls: [
          [1, 3],
          [7, 7],
        ],
        end: 'look',
        line: 1,
        column: 2,
      },
      { e: 'shown', calls: [], end: 'failed' },
    ],
  },
  { type: 'finished', finish },
  { type: 'finished', finish: { status: 'pending', poisoned: true, stats } },
  {
    type: 'finished',
    finish: { status: 'failed', error: { ...error, seq: 1, expected: { fn: 'w', input: '1' } }, poisoned: false, stats },
  },
];

/** Each member of a message that is there, taken away or turned into something else. */
function* broken(message, path = []) {
  for (const [name, value] of Object.entries(message)) {
    const put = replacement =>
      Array.isArray(message) ? Object.assign([...message], { [name]: replacement }) : { ...message, [name]: replacement };
    for (const wrong of [null, {}, [], -1, 1.5, 'x y', true, NaN, () => 1])
      if (typeof wrong !== typeof value || wrong === -1 || wrong === 1.5) yield [[...path, name], put(wrong)];
    if (typeof value === 'object' && value !== null) for (const [at, inner] of broken(value, [...path, name])) yield [at, put(inner)];
  }
}

test('every message of the protocol passes', () => {
  for (const message of GOOD) assert.deepEqual(readFromWorker(message), message);
});

test('a message with a member of another kind does not', () => {
  const free = new Set(['at', 'text', 'message', 'value', 'guestMs', 'peakMemoryBytes', 'spared']);
  let tried = 0;
  for (const message of GOOD) {
    for (const [path, wrong] of broken(message)) {
      // A number where any number, a text where any text will do.
      if (free.has(path.at(-1)) && (typeof at(wrong, path) === 'number' || typeof at(wrong, path) === typeof at(message, path))) continue;
      assert.equal(readFromWorker(wrong), undefined, JSON.stringify([path, wrong]));
      tried += 1;
    }
  }
  assert.ok(tried > 200);
});

test('a pass ends in one of five ways, with ranges that go up, and what is said to be so is so', () => {
  const journal = entry => readFromWorker({ type: 'journal', entries: [entry] });
  for (const end of ['look', 'call', 'idle', 'body', 'failed']) assert.ok(journal({ e: 'shown', calls: [[1, 1]], end }));
  for (const end of ['', 'cut', 'toString', undefined]) assert.equal(journal({ e: 'shown', calls: [], end }), undefined);
  for (const calls of [undefined, {}, 'x', [1], [[1]], [[1, 2, 3]], [[2, 1]], [[0, 1]], [['1', '2']], [null]])
    assert.equal(journal({ e: 'shown', calls, end: 'body' }), undefined, JSON.stringify(calls));
  assert.equal(journal({ e: 'delivered', seq: 1, at: 1, pending: false }), undefined);
  assert.equal(readFromWorker({ type: 'call', id: 0, call: { ...call, behind: false } }), undefined);
  assert.equal(readFromWorker({ type: 'execute', id: 1, seq: 1, ahead: false }), undefined);
});

test('nothing else does', () => {
  for (const junk of [undefined, null, 1, 'ready', [], {}, { type: 'load' }, { type: 'toString' }])
    assert.equal(readFromWorker(junk), undefined);
});

const at = (value, path) => path.reduce((inner, name) => inner?.[name], value);
