import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { SILENCE_MS } from '../../js/records.ts';
import { memoryStore } from '../../js/store/memory.ts';
import { collecting, settle, wt, yes } from './collect-kit.mjs';
import { never } from './keeping-kit.mjs';

test('a store that never answers: an abort and dispose come to an end all the same', async () => {
  for (const how of ['abort', 'dispose']) {
    for (const where of ['card', 'load', 'claim', 'append', 'end']) {
      mock.timers.enable({ apis: ['setTimeout'] });
      try {
        const inner = memoryStore();
        const silent = new Set(where === 'card' ? ['save'] : []);
        const store = Object.fromEntries(
          Object.entries(inner).map(([name, method]) => [name, (...given) => (silent.has(name) ? never() : method(...given))]),
        );
        const execute = input => {
          if (where === 'end') silent.add('save');
          return input;
        };
        const { sandbox, run, w } = collecting([wt('a', { look: true })], { store, execute });
        const controller = new AbortController();
        const { signal } = controller;
        let running = run({ signal });
        if (where !== 'card') {
          const first = await running;
          if (where !== 'end') silent.add(where === 'claim' ? 'save' : where);
          running = first.resume(yes, { signal });
        }
        const outcome = running.then(
          result => result.error?.name ?? result.status,
          error => error.name,
        );
        await settle();
        if (how === 'abort') controller.abort();
        const disposed = how === 'dispose' ? sandbox.dispose() : undefined;
        for (let i = 0; i < 3; i++) {
          mock.timers.tick(SILENCE_MS);
          await settle();
        }
        await disposed;
        const said = await outcome;
        const ended = how === 'abort' ? 'Aborted' : 'Disposed';
        const expected = { card: 'StoreFailed', load: 'StoreFailed', claim: 'StoreFailed', append: ended, end: 'completed' };
        assert.equal(said, expected[where], `${how} ${where}`);
        assert.deepEqual(w.inputs, where === 'end' ? ['a'] : []);
      } finally {
        mock.timers.reset();
      }
    }
  }
});

test('K9: an abort while the card is being saved gives the run up', async () => {
  for (const onApproval of [undefined, () => yes]) {
    const store = memoryStore();
    const controller = new AbortController();
    const save = (record, expected) => {
      controller.abort(new Error('never mind'));
      return store.save(record, expected);
    };
    const { run, types, w, sandbox } = collecting([wt('a', { look: true })], { store: { ...store, save } });
    const result = await run({ signal: controller.signal, approval: { mode: 'collect', ...(onApproval ? { onApproval } : {}) } });
    assert.deepEqual([result.error?.name, result.error?.cause.message, w.inputs], ['Aborted', 'never mind', []]);
    assert.deepEqual([types().at(-1), types().some(type => type.startsWith('approval'))], ['ended failed', false]);
    assert.deepEqual([await sandbox.pending(), (await store.load(result.runId)).status], [[], 'failed']);
  }
});
