import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Intake } from '../../js/intake.ts';

const turn = () => new Promise(done => setImmediate(done));
const call = (seq, more = {}) => ({ seq, fn: 'f', input: '1', go: false, ...more });
const behind = (seq, more) => call(seq, { behind: true, ...more });
const log = text => ({ level: 'log', text });
const shown = (calls, end = 'look') => ({ e: 'shown', calls, end, line: 9, column: 9 });

/** An intake whose taker writes down what it is given; `verdict(seq)` says what becomes of a call that is behind. */
function taking(refuse = () => {}) {
  const taken = [];
  const open = new Map();
  const note = (what, thing) => {
    taken.push(what);
    refuse(what, thing);
  };
  const intake = new Intake({
    isBehind: message => message.behind === true,
    call: async message => {
      note(`call ${message.seq}`);
      return { kind: 'allowed' };
    },
    callBehind: (message, known) => {
      taken.push(`judging ${message.seq}`);
      return new Promise((resolve, reject) => {
        open.set(message.seq, cut => {
          open.delete(message.seq);
          if (cut instanceof Error) return reject(cut);
          if (!cut) note(`call ${message.seq}`);
          known(cut);
          resolve({ kind: cut ? 'cut' : 'allowed' });
        });
      });
    },
    invalid: ({ seq }) => note(`invalid ${seq}`),
    entry: entry => note(entry.e === 'shown' ? `shown ${JSON.stringify(entry)}` : `${entry.e} ${entry.seq}`, entry),
    log: ({ text }) => note(`log ${text}`),
    broken: error => taken.push(`broken: ${error.message}`),
  });
  return { intake, taken, verdict: (seq, cut) => open.get(seq)(cut) };
}

test('where nothing is held, everything is dealt with before the next comes', () => {
  const { intake, taken } = taking();
  void intake.call(call(1));
  assert.deepEqual(taken, ['call 1']);
  intake.log(log('a'));
  intake.entries([{ e: 'delivered', seq: 1, at: 1 }]);
  intake.invalid(call(2), {});
  assert.deepEqual(taken, ['call 1', 'log a', 'delivered 1', 'invalid 2']);
});

test('C5: while a call behind others is judged what comes after it is held, and then dealt with in order, one after another', async () => {
  const { intake, taken, verdict } = taking();
  const replies = [];
  const keep = seq => reply => replies.push(`${seq} ${reply.kind}`);
  intake.call(behind(1)).then(keep(1));
  intake.log(log('a'));
  intake.call(behind(2)).then(keep(2));
  intake.entries([{ e: 'delivered', seq: 1, at: 1 }]);
  intake.call(behind(3)).then(keep(3));
  intake.log(log('b'));
  let drained = false;
  void intake.drained().then(() => (drained = true));
  await turn();
  assert.deepEqual(taken, ['judging 1']);
  verdict(1, false);
  await turn();
  assert.deepEqual([taken.slice(1), replies], [['call 1', 'log a', 'judging 2'], ['1 allowed']]);
  verdict(2, false);
  await turn();
  assert.deepEqual(taken.slice(4), ['call 2', 'delivered 1', 'judging 3']);
  assert.equal(drained, false);
  verdict(3, false);
  await turn();
  assert.deepEqual([taken.slice(7), replies.length, drained], [['call 3', 'log b'], 3, true]);
  assert.deepEqual(
    [...intake.made],
    [
      [1, true],
      [2, true],
      [3, true],
    ],
  );
});

test('C5: of a call that cuts, and of everything after it, nothing is left but that the pass ended there', async () => {
  const { intake, taken, verdict } = taking();
  await intake.call(call(1));
  const replies = [intake.call(behind(2, { line: 4, column: 7 })), intake.call(behind(3))];
  intake.log(log('held'));
  intake.invalid(behind(4), {});
  intake.entries([{ e: 'delivered', seq: 1, at: 1 }, { e: 'fired', timer: 1, at: 2 }, shown([[1, 3]])]);
  verdict(2, true);
  replies.push(intake.call(behind(3)));
  intake.log(log('late'));
  intake.entries([{ e: 'delivered', seq: 1, at: 1 }, shown([[1, 2]], 'call')]);
  assert.deepEqual(
    (await Promise.all(replies)).map(({ kind }) => kind),
    ['cut', 'cut', 'cut'],
  );
  const end = JSON.stringify({ e: 'shown', calls: [[1, 1]], end: 'call', line: 4, column: 7 });
  assert.deepEqual(taken, ['call 1', 'judging 2', `shown ${end}`]);
  assert.deepEqual([...intake.made], [[1, false]]);
});

test('C5: the calls of a cut pass are those before the one that cut it, in the order of the pass', async () => {
  const table = [
    [[[1, 9]], 5, [[1, 4]]],
    [[[5, 9]], 5, []],
    [
      [
        [3, 3],
        [1, 1],
        [5, 5],
        [2, 2],
      ],
      5,
      [
        [3, 3],
        [1, 1],
      ],
    ],
    [
      [
        [4, 4],
        [1, 6],
        [9, 9],
      ],
      5,
      [
        [4, 4],
        [1, 4],
      ],
    ],
    [[[1, 4]], 5, [[1, 4]]],
    [[], 1, []],
  ];
  for (const [calls, seq, expected] of table) {
    const { intake, taken, verdict } = taking();
    void intake.call(behind(seq));
    intake.entries([shown(calls)]);
    verdict(seq, true);
    assert.deepEqual(JSON.parse(taken.at(-1).slice(6)), { e: 'shown', calls: expected, end: 'call' });
  }
});

test('what was held and does not fit the run breaks it, once, and nothing after it is dealt with', async () => {
  const odd = {
    'log a': intake => intake.log(log('a')),
    'delivered 7': intake => intake.entries([{ e: 'delivered', seq: 7, at: 1 }]),
    'invalid 2': intake => intake.invalid(call(2), {}),
    'call 2': intake => intake.call(call(2)).catch(() => {}),
  };
  for (const [what, say] of Object.entries(odd)) {
    const { intake, taken, verdict } = taking(taken => {
      if (taken === what) throw new Error(`no ${what}`);
    });
    void intake.call(behind(1));
    say(intake);
    intake.call(call(3)).catch(() => {});
    verdict(1, false);
    await turn();
    assert.equal(taken.filter(line => line.startsWith('broken')).length, 1, what);
    assert.ok(taken.includes(`broken: no ${what}`), what);
    if (what !== 'call 2') assert.equal(taken.includes('call 3'), false, what);
  }
  const { intake, taken, verdict } = taking();
  const rejected = assert.rejects(intake.call(behind(1)), /nonsense/);
  intake.log(log('a'));
  verdict(1, new Error('nonsense'));
  await rejected;
  assert.deepEqual(taken, ['judging 1', 'broken: nonsense']);
});

test('what is held costs no more the more of it there is', async () => {
  const time = async count => {
    const verdicts = [];
    const intake = new Intake({
      isBehind: () => true,
      callBehind: (message, known) =>
        Promise.resolve().then(() => {
          verdicts.push(message.seq);
          known(false);
          return { kind: 'ask' };
        }),
      broken: assert.fail,
    });
    const started = process.cpuUsage();
    await Promise.all(Array.from({ length: count }, (_, at) => intake.call(behind(at + 1))));
    assert.equal(verdicts.length, count);
    // Not by the clock on the wall: the machine may be busy with something else.
    return process.cpuUsage(started).user / 1_000;
  };
  await time(1_000);
  const ms = await time(40_000);
  assert.ok(ms < 3_000, `${ms} ms`);
});
