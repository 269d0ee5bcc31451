import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore } from '../../js/store/memory.ts';
import { collecting, gate, settle, wt, yes } from './collect-kit.mjs';

const twoCards = [wt(1), wt(2, { look: true }), wt(3)];
const asking = onApproval => ({ approval: { mode: 'collect', onApproval } });

/** While `body` runs, channels are ours: those that are open, and what is heard on them. */
async function withChannels(body) {
  const { BroadcastChannel } = globalThis;
  const open = new Set();
  globalThis.BroadcastChannel = class extends EventTarget {
    constructor() {
      super();
      open.add(this);
    }
    postMessage() {}
    close() {
      open.delete(this);
    }
  };
  const tell = runId => {
    for (const channel of open) channel.dispatchEvent(Object.assign(new Event('message'), { data: { moved: runId } }));
  };
  try {
    await body(open, tell);
  } finally {
    globalThis.BroadcastChannel = BroadcastChannel;
  }
}

test('after dispose nothing listens to other pages any more', () =>
  withChannels(async open => {
    const inner = memoryStore();
    const slow = gate();
    let saving = false;
    const save = async (record, expected) => {
      saving = true;
      await slow.passed;
      return inner.save(record, expected);
    };
    const { sandbox, run } = collecting(twoCards, { store: { ...inner, save } });
    let asked = false;
    const running = run(asking(() => (asked = true)));
    for (let i = 0; i < 50 && !saving; i++) await settle();
    const disposing = sandbox.dispose();
    slow.open();
    const result = await running;
    await disposing;
    assert.deepEqual([result.status, asked, open.size], ['failed', false, 0]);
  }));

test('late news of one card is not taken for news of the next', () =>
  withChannels(async (_open, tell) => {
    const inner = memoryStore();
    const slow = gate();
    let late = false;
    const load = async runId => {
      const found = await inner.load(runId);
      if (late) await slow.passed;
      return found;
    };
    const { run, w } = collecting(twoCards, { store: { ...inner, load } });
    const asked = [];
    const running = run(asking((_card, context) => new Promise(answer => asked.push({ ...context, answer }))));
    running.catch(() => {});
    for (let i = 0; i < 50 && asked.length < 1; i++) await settle();
    late = true;
    tell(asked[0].runId);
    await settle();
    late = false;
    asked[0].answer(yes);
    for (let i = 0; i < 50 && asked.length < 2; i++) await settle();
    slow.open();
    await settle();
    assert.equal(asked[1].signal.aborted, false);
    asked[1].answer(yes);
    assert.deepEqual([(await running).status, w.inputs], ['completed', [1, 2, 3]]);
  }));
