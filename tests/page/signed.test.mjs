/*
 * Owns what a key promises of a real run: what is kept while it is under way is signed write by write, an interrupted run is continued from that, and
 * whatever the store changed is refused. And what a page without WebCrypto can count on.
 */
import { strict as assert } from 'node:assert';
import { inPage, pageTest } from './harness.mjs';

inPage(
  'with a key: a run that was interrupted is continued from what was signed on the way; what the store changed is refused',
  async ({ countersign, equal, ok, rejects, load }) => {
    const { mutations } = await load('/tests/js/mutate.mjs');
    const copy = value => JSON.parse(JSON.stringify(value));
    const key = crypto.getRandomValues(new Uint8Array(32));
    const reported = [];
    globalThis.reportError = error => reported.push(error);
    for (const appends of [true, false]) {
      // One that outlives the page, so that a lock shows who holds a run.
      const kept = countersign.indexedDbStore({ database: `signed ${appends}` });
      const store = appends ? kept : { ...kept, append: undefined };
      const ran = [];
      let snapshot;
      const effect = async ({ id }, { runId }) => {
        ran.push(id);
        if (id === 2) snapshot ??= await store.load(runId);
        return id * 10;
      };
      const functions = { list: () => [1, 2, 3], w: { approval: true, execute: effect } };
      const sandboxOver = (kept, signingKey = key) => countersign.createSandbox({ functions, signingKey, store: kept });
      const first = sandboxOver(store);
      const code = `const all = []; for (const id of await list({})) all.push(await w({ id })); return all`;
      const waiting = await first.run({ code, approval: { mode: 'collect' } });
      equal((await waiting.resume({ all: 'approve' })).value, [10, 20, 30]);
      await first.dispose();
      equal(ran.splice(0), [1, 2, 3]);
      const batches = snapshot.journal.filter(entry => 'steps' in entry);
      ok(batches.length >= 3 && batches.every(({ signature }) => /^[0-9a-f]{64}$/.test(signature)), 'each batch is signed');

      /** As if the page had ended there: its lock is free. */
      const crashed = async record => {
        const kept = countersign.memoryStore();
        equal(await kept.save(record, undefined), true);
        return kept;
      };
      const second = sandboxOver(await crashed(snapshot));
      const [found] = await second.pending();
      equal([found.interrupted, found.pending.map(({ seq, state }) => [seq, state])], [true, [[3, 'unknown']]]);
      ok(/^[0-9a-f]{64}$/.test(found.checkpoint.signature), 'what is handed out is signed anew');
      const done = await second.resume(found, { respond: [{ callId: found.pending[0].callId, value: 'seen' }] });
      equal([done.status, done.value, ran.splice(0)], ['completed', [10, 'seen', 30], [3]]);
      await second.dispose();

      // What is handed out needs no store.
      const third = sandboxOver(countersign.memoryStore());
      equal((await third.resume(found.checkpoint, { approve: [`${found.runId}.3`] })).status, 'completed');
      equal(ran.splice(0), [2, 3]);
      await rejects(third.resume({ ...found.checkpoint, generation: found.generation + 1 }, { approve: [] }), 'CheckpointInvalid');
      await third.dispose();

      // A stranger's key, and none.
      for (const [signingKey, listed] of [
        [crypto.getRandomValues(new Uint8Array(32)), 0],
        [[crypto.getRandomValues(new Uint8Array(32)), key], 1],
        [undefined, 1],
      ]) {
        const other = countersign.createSandbox({ functions, store: await crashed(snapshot), ...(signingKey ? { signingKey } : {}) });
        reported.length = 0;
        equal([(await other.pending()).length, reported.length], [listed, 1 - listed]);
        await other.dispose();
      }

      let changes = 0;
      for (const { what, mutant } of mutations(snapshot, 5)) {
        // Who may write can put an older record in place: batches cut off at the end are such.
        const fewer =
          mutant.journal?.length < snapshot.journal.length &&
          JSON.stringify(snapshot.journal).startsWith(JSON.stringify(mutant.journal).slice(0, -1));
        if (fewer || typeof mutant.runId !== 'string') continue;
        // A sandbox for each fifth; the others are of the same kinds.
        if (changes++ % 5 > 0) continue;
        const list = async () => [copy(mutant)];
        const sandbox = sandboxOver({ ...countersign.memoryStore(), list, load: async () => copy(mutant), save: async () => true });
        reported.length = 0;
        const listed = await sandbox.pending();
        // Without an owner those that have one are not listed, whoever gave them one.
        const refused = reported.length === 1 && reported[0].name === 'CheckpointInvalid';
        ok(listed.length === 0 && (refused || mutant.owner !== undefined), `${what}: ${listed.length} listed, reported ${reported}`);
        const { name } = await rejects(sandbox.resume(mutant.runId, { approve: [] }));
        ok(
          ['CheckpointInvalid', 'StoreFailed', 'AccessDenied'].includes(name) || (name === 'RunNotPending' && mutant.status),
          `${what}: ${name}`,
        );
        await sandbox.dispose();
      }
      ok(changes > 300, `${changes}`);
      equal(ran, []);
    }
  },
  { needsPage: true },
);

pageTest('without a secure context a key is refused, and everything else works', async (page, { origin }) => {
  await page.route('http://insecure.test/**', async route => {
    const response = await route.fetch({ url: origin + new URL(route.request().url()).pathname });
    await route.fulfill({ response });
  });
  await page.goto('http://insecure.test/blank');
  const outcome = await page.evaluate(async () => {
    const { createSandbox } = await import('/pkg/index.js');
    const functions = { w: { approval: true, execute: ({ id }) => id } };
    const refused = await (async () => createSandbox({ functions, signingKey: new Uint8Array(32) }))().catch(error => [
      error.name,
      error.path,
      error.message,
    ]);
    const sandbox = createSandbox({ functions });
    const waiting = await sandbox.run({ code: 'return await w({ id: 1 })', approval: { mode: 'collect' } });
    const done = await createSandbox({ functions }).resume(JSON.parse(JSON.stringify(waiting.checkpoint)), { all: 'approve' });
    return { secure: isSecureContext, subtle: typeof crypto.subtle, refused, value: done.value };
  });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  assert.deepEqual(
    [outcome.secure, outcome.subtle, outcome.value, outcome.refused.slice(0, 2)],
    [false, 'undefined', 1, ['InvalidOptions', 'signingKey']],
  );
  assert.match(outcome.refused[2], /secure context: serve it over HTTPS or from localhost/);
});
