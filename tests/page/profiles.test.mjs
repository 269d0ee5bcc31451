/*
 * Owns the proof that a checkpoint is all there is to a run: begun in one browser profile, continued in another that shares nothing with it, and finished
 * back in the first. Also what that means: across stores that do not know each other a checkpoint is a bearer token.
 */
import { strict as assert } from 'node:assert';
import { pageTest } from './harness.mjs';

const code = `const rows = await list({})
const started = Date.now(), chance = Math.random()
const first = await w({ id: rows[0] })
const note = first.done ? 'one' : 'none'
await w({ id: rows[1], note })
return [note, rows.length, started, chance]`;

/** What each profile does; `give` is the checkpoint, as JSON text. */
async function part({ countersign, equal, data: { give, decide, key, code } }) {
  const ran = [];
  const functions = {
    list: () => [1, 2],
    w: {
      approval: true,
      execute: input => {
        ran.push(input);
        return { done: true };
      },
    },
  };
  const store = countersign.indexedDbStore();
  const sandbox = countersign.createSandbox({ functions, store, ...(key ? { signingKey: new Uint8Array(key) } : {}) });
  const result = give
    ? await sandbox.resume(JSON.parse(give), decide, { owner: 'ada' })
    : await sandbox.run({ code, approval: { mode: 'collect' }, owner: 'ada', metadata: { title: 'moved' } });
  const listed = await sandbox.pending({ owner: 'ada' });
  equal(listed.length, result.status === 'pending' ? 1 : 0);
  await sandbox.dispose();
  return {
    status: result.status,
    value: result.value,
    ran,
    card: result.pending?.map(call => call.input),
    text: JSON.stringify(result.checkpoint),
  };
}

for (const [name, key] of [
  ['unsigned', undefined],
  ['signed', Array.from({ length: 32 }, (_, at) => at)],
])
  pageTest(`a run moves to another profile and back, ${name}`, async (page, { origin, run }) => {
    const profile = await page.context().browser().newContext();
    try {
      const other = await profile.newPage();
      await other.goto(`${origin}/blank`);
      const there = (body, data) =>
        other.evaluate(`(async () => {
          const kit = await import('/tests/page/kit.js');
          const countersign = await import('/pkg/index.js');
          return (${body})({ ...kit, countersign, data: ${JSON.stringify(data)} });
        })()`);
      const yes = { all: 'approve' };
      const begun = await run(part, { key, code });
      assert.deepEqual([begun.status, begun.card, begun.ran], ['pending', [{ id: 1 }], []]);
      const moved = await there(part, { give: begun.text, decide: yes, key });
      assert.deepEqual([moved.status, moved.card, moved.ran], ['pending', [{ id: 2, note: 'one' }], [{ id: 1 }]]);
      const back = await run(part, { give: moved.text, decide: yes, key });
      assert.deepEqual([back.status, back.value.slice(0, 2), back.ran], ['completed', ['one', 2], [{ id: 2, note: 'one' }]]);
      const { startedAt } = JSON.parse(begun.text);
      assert.ok(back.value[2] >= startedAt && back.value[3] < 1, 'the clock and the chance are those of the first profile');
      // The first profile knows that the run has ended; the other still waits at its card.
      await assert.rejects(run(part, { give: begun.text, decide: yes, key }), /RunNotPending/);
      const again = await there(part, { give: moved.text, decide: yes, key });
      assert.deepEqual(
        [again.status, again.ran],
        ['completed', [{ id: 2, note: 'one' }]],
        'a bearer token: docs/checkpoint-format.md says so',
      );
    } finally {
      await profile.close();
    }
  });
