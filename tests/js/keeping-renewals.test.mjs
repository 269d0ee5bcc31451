import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { CLAIM_MS, RENEW_MS } from '../../js/claims.ts';
import { memoryStore } from '../../js/store/memory.ts';
import { collecting, gate, settle, wt, yes } from './collect-kit.mjs';
import { never, waiting } from './keeping-kit.mjs';

/** A run under way that executes `a`; what its store does to the next save is up to the test. */
async function underWay({ appends = true, keep } = {}) {
  mock.timers.enable({ apis: ['Date', 'setInterval'], now: Date.now() });
  const inner = memoryStore();
  const store = { ...inner };
  if (!appends) delete store.append;
  const a = gate();
  const steps = [wt('a'), wt('b'), wt('c', { look: true })];
  const execute = input => (input === 'a' ? a.passed : input === keep ? never() : input);
  const { first, w, sandbox } = await waiting(steps, { store, execute });
  const resumed = first.resume(yes);
  for (let i = 0; i < 50 && w.inputs.length === 0; i++) await settle();
  /** The next save of this page. */
  const once = save => {
    store.save = (record, expected) => {
      store.save = inner.save;
      return save(structuredClone(record), expected);
    };
  };
  const other = collecting(steps, { store: inner });
  return { inner, w, sandbox, resumed, go: () => a.open('a'), once, other, runId: first.runId };
}

test('a renewal that came too late renews nothing: whoever looked meanwhile may have taken the run over', async () => {
  for (const appends of [true, false]) {
    try {
      const { inner, w, resumed, go, once, other } = await underWay({ appends });
      const slow = gate();
      once(async (record, expected) => {
        await slow.passed;
        return inner.save(record, expected);
      });
      mock.timers.tick(RENEW_MS);
      await settle();
      // The claim has run out, the one that is on its way has not.
      mock.timers.setTime(Date.now() + CLAIM_MS - RENEW_MS + 1);
      const [run] = await other.sandbox.pending();
      assert.deepEqual([run.interrupted, run.pending.map(({ state }) => state)], [true, ['unknown']]);
      slow.open();
      await settle();
      go();
      const late = await resumed;
      assert.deepEqual([late.error?.name, w.inputs], ['Superseded', ['a']]);
    } finally {
      mock.timers.reset();
    }
  }
});

test('a start that was written with the whole record, too late, does not happen', async () => {
  try {
    const { inner, w, resumed, go, once } = await underWay({ appends: false });
    // What came of the first is written in time; the start of the second is sent in time and lands when the claim has run out.
    once(async (record, expected) => {
      once(async (next, generation) => {
        mock.timers.setTime(Date.now() + 4500);
        return inner.save(next, generation);
      });
      mock.timers.setTime(Date.now() + CLAIM_MS - 3000);
      return inner.save(record, expected);
    });
    go();
    const late = await resumed;
    assert.deepEqual([late.error?.name, w.inputs], ['Superseded', ['a']]);
  } finally {
    mock.timers.reset();
  }
});

test('a renewal that failed and lands later undoes nothing that was written since', async () => {
  for (const appends of [true, false]) {
    try {
      const { inner, w, sandbox, go, once, other, runId } = await underWay({ appends, keep: 'b' });
      let land;
      once(async (record, expected) => {
        land = () => inner.save(record, expected);
        throw new Error('the network is gone');
      });
      mock.timers.tick(RENEW_MS);
      await settle();
      const { generation } = await inner.load(runId);
      go();
      for (let i = 0; i < 50 && w.inputs.length < 2; i++) await settle();
      assert.deepEqual(w.inputs, ['a', 'b'], 'one renewal that fails ends nothing');
      assert.equal((await inner.load(runId)).generation, generation + 1);
      assert.equal(await land(), false);
      mock.timers.setTime(Date.now() + CLAIM_MS + 1);
      const [run] = await other.sandbox.pending();
      const left = run.pending.map(({ input, state }) => `${input} ${state}`);
      assert.deepEqual([run.interrupted, left], [true, ['b unknown']], 'and c has its yes');
      await sandbox.dispose();
    } finally {
      mock.timers.reset();
    }
  }
});

test('after a renewal that failed the next claims anew, and two that fail end the run', async () => {
  for (const twice of [false, true]) {
    try {
      const { inner, w, sandbox, resumed, go, once, runId } = await underWay();
      const fails = async () => {
        throw new Error('the network is gone');
      };
      const failsTwice = async () => {
        once(fails);
        return fails();
      };
      once(twice ? failsTwice : fails);
      for (let i = 0; i < 2; i++) {
        mock.timers.tick(RENEW_MS);
        await settle();
      }
      if (twice) {
        const lost = await resumed;
        assert.deepEqual([lost.error.name, lost.checkpoint.interrupted, w.inputs], ['StoreFailed', true, ['a']]);
        assert.equal((await sandbox.pending())[0].interrupted, true);
        continue;
      }
      const { generation, claim } = await inner.load(runId);
      assert.deepEqual([generation, claim.until], [3, Date.now() + CLAIM_MS]);
      go();
      assert.deepEqual([(await resumed).status, w.inputs], ['completed', ['a', 'b', 'c']]);
    } finally {
      mock.timers.reset();
    }
  }
});
