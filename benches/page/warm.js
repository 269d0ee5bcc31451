/*
 * Owns what is measured of small runs and of calls. What must hold: every run has a fresh guest, whichever the peer; what it answers is looked at.
 */
import { median, pause, timed } from './timed.js';

const all = ['countersign', 'quickjs', 'codemode', 'platform-fresh'];
const callers = ['countersign', 'quickjs', 'codemode', 'platform'];

const one = async peer => {
  if ((await peer.run('return 1')) !== 1) throw new Error('return 1 did not answer 1');
};

export const warm = [
  {
    group: 'warm',
    warmsUp: true,
    name: 'return 1, after a pause',
    peers: all,
    async measure(peers, name) {
      const times = [];
      for (let at = 0; at < 10; at += 1) {
        await pause(40);
        times.push(await timed(() => one(peers[name])));
      }
      return { '': median(times) };
    },
  },
  {
    group: 'warm',
    warmsUp: true,
    name: 'return 1, run after run',
    peers: all,
    async measure(peers, name) {
      const ms = await timed(async () => {
        for (let at = 0; at < 20; at += 1) await one(peers[name]);
      });
      return { '': ms / 20 };
    },
  },
  {
    group: 'warm',
    warmsUp: true,
    name: 'return 1, eight at once',
    peers: all,
    async measure(peers, name) {
      await pause(40);
      return { '': await timed(() => Promise.all(Array.from({ length: 8 }, () => one(peers[name])))) };
    },
  },
];

const functions = { echo: input => input };
const text = 'x'.repeat(1000);
/** About 64 KB of JSON: a page of records. */
const large = Array.from({ length: 64 }, (_, id) => ({ id, text: text.slice(0, 1000) }));

function call(name, code, answer, bare) {
  return {
    group: 'calls',
    name,
    warmsUp: true,
    peers: [...callers, 'ping-pong'],
    async measure(peers, peer) {
      if (peer === 'ping-pong') return { '': await timed(() => peers.ping.exchange(bare)) };
      return {
        '': await timed(async () => {
          const value = await peers[peer].run(code, functions);
          if (value !== answer) throw new Error(`${name}: ${peer} answered ${value}`);
        }),
      };
    },
  };
}

const sequential = count => `let sum = 0;\nfor (let i = 0; i < ${count}; i++) sum += await echo(i);\nreturn sum;`;

export const calls = [
  call('1,000, one after the other', sequential(1000), 499_500, { count: 1000 }),
  call(
    '1,000 in one Promise.all',
    'const all = await Promise.all(Array.from({ length: 1000 }, (_, i) => echo(i)));\nreturn all.reduce((a, b) => a + b, 0);',
    499_500,
    { count: 1000, together: true },
  ),
  call(
    '100 with 64 KB each way',
    `const large = Array.from({ length: 64 }, (_, id) => ({ id, text: 'x'.repeat(1000) }));\nlet sum = 0;\nfor (let i = 0; i < 100; i++) sum += (await echo(large)).length;\nreturn sum;`,
    6400,
    { count: 100, value: large },
  ),
  call('10,000, one after the other', sequential(10_000), 49_995_000, { count: 10_000 }),
];
