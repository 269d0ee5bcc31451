/*
 * Owns the proof that a run moves as plain JSON: from a page to Node and back. What must hold: whoever holds the checkpoint, the decisions and the
 * functions can go on, and what ran before is not run again.
 */
import { strict as assert } from 'node:assert';
import { pageTest } from './harness.mjs';

const CODE = `
  const found = await list();
  const first = await del({ id: found[0] });
  if (first !== 'deleted 1') throw new Error(first);
  const second = await del({ id: found[1] });
  if (second !== 'deleted 2') throw new Error(second);
  return [first, second, await del({ id: found[2] })]
`;

/** In whichever world: goes on from `checkpoint`, or begins. Gives plain JSON. */
const play = async ({ countersign, data }) => {
  const ran = [];
  const functions = {
    list: () => ran.push('list') && [1, 2, 3],
    del: { approval: true, execute: ({ id }) => ran.push(`del ${id}`) && `deleted ${id}` },
  };
  const sandbox = countersign.createSandbox({ functions, approval: { mode: 'collect' } });
  const { code, checkpoint } = data;
  const result = await (checkpoint ? sandbox.resume(checkpoint, { all: 'approve' }) : sandbox.run({ code }));
  await sandbox.dispose();
  const { status, error, value, calls } = result;
  return { status, error: error?.message, value, checkpoint: result.checkpoint, states: calls.map(call => call.state), ran };
};

pageTest('paused in a page, continued in Node and in the page again', async (_page, { run }) => {
  const node = async data => play({ countersign: await import('../../pkg/node.js'), data: JSON.parse(JSON.stringify(data)) });
  const begun = await run(play, { code: CODE });
  assert.deepEqual([begun.status, begun.ran, begun.states], ['pending', ['list'], ['fulfilled', 'pending']]);
  const inNode = await node({ checkpoint: begun.checkpoint });
  assert.deepEqual([inNode.status, inNode.error, inNode.ran], ['pending', undefined, ['del 1']]);
  const back = await run(play, { checkpoint: inNode.checkpoint });
  assert.deepEqual([back.status, back.error, back.ran], ['pending', undefined, ['del 2']]);
  const ended = await node({ checkpoint: back.checkpoint });
  assert.deepEqual([ended.status, ended.ran, ended.value], ['completed', ['del 3'], ['deleted 1', 'deleted 2', 'deleted 3']]);
});
