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
