/*
 * Owns the race matrix: many sandboxes, and then many pages, resume one run at once with different decisions, over one IndexedDB. What must hold in each
 * round: exactly one wins, what ran is what the winner decided, and everybody else is told `RunNotPending` and has run nothing.
 */
import { strict as assert } from 'node:assert';
import { inPage, pageTest, thorough } from './harness.mjs';

const timeoutMs = 300_000;
const rounds = thorough ? { 2: 100, 4: 60, 8: 40 } : { 2: 12, 4: 8, 8: 8 };

for (const [count, times] of Object.entries(rounds)) {
  inPage(
    `${times} rounds of ${count} sandboxes, waiting and interrupted: one winner each`,
    async ({ countersign, equal, data }) => {
      const database = 'race';
      const ran = [];
      const w = { approval: true, execute: (input, { callId }) => void ran.push([callId, input.by]) };
      const make = () => countersign.createSandbox({ functions: { w }, store: countersign.indexedDbStore({ database }) });
      const racers = Array.from({ length: data.count }, make);
      const decisionsOf = (by, { callId, state }) => {
        if (state === 'unknown') return { approve: [callId] };
        return [{ approve: [{ callId, input: { by } }] }, { reject: [{ callId, reason: `${by}` }] }, { respond: [{ callId, value: by }] }][
          by % 3
        ];
      };
      for (let round = 0; round < data.times; round++) {
        const first = make();
        const waiting = await first.run({ approval: { mode: 'collect' }, code: 'return await w({ by: -1 })' });
        equal(waiting.status, 'pending');
        await first.dispose();
        // Half of the runs are interrupted in the middle of the effect, which nobody knows the end of.
        const interrupted = round % 2 === 1;
        if (interrupted) {
          let started = () => {};
          const begun = new Promise(resolve => (started = resolve));
          const hung = { approval: true, execute: () => new Promise(() => started()) };
          const second = countersign.createSandbox({ functions: { w: hung }, store: countersign.indexedDbStore({ database }) });
          const lost = second.resume(waiting.checkpoint, { all: 'approve' });
          await begun;
          await second.dispose();
          equal((await lost).error.name, 'Disposed');
        }
        ran.length = 0;
        const listed = await Promise.all(racers.map(async racer => (await racer.pending()).find(run => run.runId === waiting.runId)));
        const outcomes = await Promise.allSettled(
          racers.map((racer, by) => racer.resume(round % 4 < 2 ? listed[by] : waiting.runId, decisionsOf(by, listed[by].pending[0]))),
        );
        const winners = outcomes.flatMap(({ status, value }, by) => (status === 'fulfilled' ? [{ by, value }] : []));
        const losers = outcomes.flatMap(({ reason }) => (reason ? [reason.name] : []));
        equal([winners.length, [...new Set(losers)], losers.length], [1, ['RunNotPending'], data.count - 1], `round ${round}`);
        const [{ by, value }] = winners;
        if (interrupted) equal([value.status, ran], ['completed', [[`${waiting.runId}.1`, -1]]]);
        else if (by % 3 === 0) equal([value.status, ran], ['completed', [[`${waiting.runId}.1`, by]]]);
        else if (by % 3 === 1) equal([value.error.name, value.error.reason, ran], ['ApprovalRejected', `${by}`, []]);
        else equal([value.value, ran], [by, []]);
      }
      equal((await racers[0].pending()).length, 0);
      await Promise.all(racers.map(racer => racer.dispose()));
    },
    { data: { count: Number(count), times }, timeoutMs, needsPage: true },
  );
}

pageTest(
  '12 rounds of 4 pages: one winner each',
  async (first, { origin }) => {
    const profile = first.context();
    const pages = [first];
    while (pages.length < 4) {
      const page = await profile.newPage();
      await page.goto(`${origin}/blank`);
      pages.push(page);
    }
    const setUp = `(async () => {
      const countersign = await import('/pkg/index.js');
      window.ran = [];
      const w = { approval: true, execute: input => void window.ran.push(input.by) };
      window.sandbox = countersign.createSandbox({ functions: { w }, store: countersign.indexedDbStore({ database: 'pages' }) });
      await window.sandbox.warm();
    })()`;
    await Promise.all(pages.map(page => page.evaluate(setUp)));
    for (let round = 0; round < 12; round++) {
      const [callId, runId] = await first.evaluate(async () => {
        const result = await window.sandbox.run({ approval: { mode: 'collect' }, code: 'return await w({ by: -1 })' });
        return [result.pending[0].callId, result.runId];
      });
      const race = (page, by) =>
        page.evaluate(
          async ([runId, callId, by]) => {
            window.ran.length = 0;
            const outcome = await window.sandbox
              .resume(runId, { approve: [{ callId, input: { by } }] })
              .catch(error => ({ status: error.name }));
            return [outcome.status, window.ran];
          },
          [runId, callId, by],
        );
      const told = await Promise.all(pages.map(race));
      const winner = told.findIndex(([status]) => status === 'completed');
      assert.deepEqual(
        told,
        told.map((_, by) => (by === winner ? ['completed', [by]] : ['RunNotPending', []])),
      );
    }
  },
  { timeoutMs },
);
