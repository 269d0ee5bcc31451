/*
 * Owns what is measured of collect: to the card, from the yes to the result, a journal met again, card after card. No peer has any of it.
 */
import { timed } from './timed.js';

const approval = { mode: 'collect' };
const functions = { echo: input => input, write: { approval: true, execute: input => input } };

export const collect = [16, 1000, 10_000].map(count => ({
  group: 'collect',
  name: `${count.toLocaleString('en')} marked calls`,
  size: count,
  peers: ['countersign'],
  async measure({ countersign }) {
    const code = `for (let i = 0; i < ${count}; i++) await write({ id: i, note: 'record ' + i });`;
    let card;
    const toCard = await timed(async () => {
      card = await countersign.sandbox.run({ code, functions, approval });
      expect(card.pending?.length === count, card);
    });
    const toResult = await timed(async () => {
      const done = await card.resume({ all: 'approve' });
      expect(done.status === 'completed' && done.calls.every(call => call.state === 'fulfilled'), done);
    });
    return { 'to the card': toCard, 'approved, to the result': toResult };
  },
}));

export const replay = [100, 1000, 10_000].map(count => ({
  group: 'collect',
  name: `a journal of ${count.toLocaleString('en')} reads`,
  size: count,
  peers: ['countersign'],
  async measure({ countersign }) {
    const code = `for (let i = 0; i < ${count}; i++) await echo({ id: i });\nawait write(0);`;
    const card = await countersign.sandbox.run({ code, functions, approval });
    const ms = await timed(async () => {
      const done = await card.resume({ all: 'approve' });
      expect(done.status === 'completed' && done.calls.length === count + 1, done);
    });
    return { 'replayed, to the result': ms };
  },
}));

export const dependent = {
  group: 'collect',
  name: '20 cards, each behind the last',
  size: 20,
  peers: ['countersign'],
  async measure({ countersign }) {
    const code = 'let last = { n: 0 };\nfor (let i = 0; i < 20; i++) last = await write({ n: last.n + 1 });\nreturn last.n;';
    let result;
    const ms = await timed(async () => {
      result = await countersign.sandbox.run({ code, functions, approval });
      let cards = 0;
      for (; result.status === 'pending'; cards += 1) result = await result.resume({ all: 'approve' });
      expect(result.status === 'completed' && result.value === 20 && cards === 20, result);
    });
    return { 'to the result': ms };
  },
};

function expect(ok, result) {
  if (!ok) throw new Error(`${result.status}: ${result.error?.name} ${result.error?.message} (${result.pending?.length} pending)`);
}
