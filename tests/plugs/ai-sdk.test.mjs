/*
 * Owns `countersign/ai-sdk` with the real SDK, versions 6 and 7: code as a tool of a chat, decided in it, taken up again after a reload.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createSandbox, memoryStore } from 'countersign';
import { codeTool } from 'countersign/ai-sdk';
import { until } from '../page/kit.js';
import { chatOf, modelThatRuns, resultsIn, textsOf, toolPartOf, versions } from './chat-kit.mjs';

const CODE = `for (const id of await rows.list()) { try { await rows.remove({ id }); } catch (error) { console.warn(error.name, id); } }
return 'done';`;

const sandboxes = [];
after(() => Promise.all(sandboxes.map(sandbox => sandbox.dispose())));

function sandboxOf(store = memoryStore()) {
  const gone = [];
  const functions = {
    rows: {
      list: { execute: () => [1, 2, 3], description: 'The ids.' },
      remove: { approval: true, execute: ({ id }) => void gone.push(id) },
    },
    wait: (_input, { signal }) => new Promise((_done, failed) => signal.addEventListener('abort', () => failed(signal.reason))),
  };
  const sandbox = createSandbox({ functions, store, warm: 0 });
  sandboxes.push(sandbox);
  return { sandbox, gone };
}

const idsOf = (pending, refused) => pending.filter(call => (call.input.id === 2) === refused).map(call => call.callId);

for (const kind of versions) {
  const { version, ai } = kind;

  test(`${version}: a client-side tool: the chat waits for the person, then goes on`, async () => {
    const { sandbox, gone } = sandboxOf();
    const code = codeTool(sandbox);
    const model = modelThatRuns(kind, { code: CODE });
    const chat = chatOf(kind, {
      model,
      tools: { runCode: code.clientTool },
      onToolCall: ({ toolCall }, addToolOutput) => code.onToolCall(toolCall, addToolOutput),
    });
    await chat.sendMessage({ text: 'Clean up.' });
    await until(() => code.getSnapshot().get('call-1')?.status === 'pending');
    const { pending } = code.getSnapshot().get('call-1');
    assert.deepEqual([toolPartOf(chat.messages).state, chat.status, gone], ['input-available', 'ready', []]);
    assert.equal(model.doStreamCalls.length, 1);
    const [{ description, inputSchema }] = model.doStreamCalls[0].tools;
    assert.match(description, /declare namespace rows|declare const rows/);
    assert.deepEqual([inputSchema.required, Object.keys(inputSchema.properties)], [['code'], ['code']]);

    await code.decide('call-1', { approve: idsOf(pending, false), reject: idsOf(pending, true) });
    await until(() => textsOf(chat.messages).length === 2);
    assert.deepEqual(gone, [1, 3]);
    const [output] = resultsIn(model.doStreamCalls[1].prompt);
    assert.deepEqual(output, {
      status: 'completed',
      value: 'done',
      logs: ['warn: ApprovalRejected 2'],
      calls: [{ fn: 'rows.remove', input: { id: 2 }, state: 'declined' }],
    });
    assert.deepEqual(toolPartOf(chat.messages).output, output);
  });

  test(`${version}: after a reload the same tool call waits, is decided, and the chat goes on`, async () => {
    const store = memoryStore();
    const model = modelThatRuns(kind, { code: CODE });
    const page = () => {
      const { sandbox, gone } = sandboxOf(store);
      const code = codeTool(sandbox);
      const open = messages =>
        chatOf(kind, {
          model,
          tools: { runCode: code.clientTool },
          messages,
          onToolCall: ({ toolCall }, addToolOutput) => code.onToolCall(toolCall, addToolOutput),
        });
      return { sandbox, gone, code, open };
    };
    const first = page();
    const chat = first.open([]);
    await chat.sendMessage({ text: 'Clean up.' });
    await until(() => first.code.getSnapshot().get('call-1')?.status === 'pending');
    await first.sandbox.dispose();
    const kept = JSON.parse(JSON.stringify(chat.messages));

    const second = page();
    const again = second.open(kept);
    assert.deepEqual(await second.code.restore(again.messages, output => again.addToolOutput(output)), []);
    assert.equal(second.code.getSnapshot().get('call-1').pending.length, 3);
    // A stream that is repeated says the same tool call once more.
    second.code.onToolCall({ toolName: 'runCode', toolCallId: 'call-1', input: { code: CODE } }, output => again.addToolOutput(output));
    await second.code.decide('call-1', { all: 'approve' });
    await until(() => textsOf(again.messages).length === 2);
    assert.deepEqual([first.gone, second.gone], [[], [1, 2, 3]]);
    assert.equal(model.doStreamCalls.length, 2);
    assert.deepEqual(await second.sandbox.pending(), []);

    const third = page();
    assert.deepEqual(await third.code.restore(kept, () => assert.fail('nothing to give')), ['call-1'], 'what is lost is told');
  });

  test(`${version}: executed beside the loop: each card is a preliminary result`, async () => {
    const { sandbox, gone } = sandboxOf();
    const code = codeTool(sandbox, { mode: 'pause' });
    const result = ai.streamText({
      model: modelThatRuns(kind, { code: CODE }),
      tools: { runCode: ai.tool(code.tool) },
      stopWhen: ai.stepCountIs(3),
      prompt: 'Clean up.',
    });
    const cards = [];
    let final;
    for await (const part of result.fullStream) {
      assert.notEqual(part.type, 'error', part.error);
      if (part.type !== 'tool-result') continue;
      if (!part.preliminary) final = part.output;
      if (part.output.status !== 'pending') continue;
      cards.push(part.output.pending.map(call => call.input.id));
      const { callId } = part.output.pending[0];
      void code.decide(
        part.toolCallId,
        part.output.pending[0].input.id === 2 ? { reject: [{ callId, reason: 'keep it' }] } : { approve: [callId] },
      );
    }
    assert.deepEqual(
      [cards, gone],
      [
        [[1], [2], [3]],
        [1, 3],
      ],
    );
    assert.deepEqual(
      [final.status, final.calls],
      ['completed', [{ fn: 'rows.remove', input: { id: 2 }, state: 'declined', reason: 'keep it' }]],
    );
    assert.deepEqual(JSON.parse(await result.text), final, 'the model got the last one');
    assert.deepEqual([...code.getSnapshot()], [], 'a server forgets what has ended');
  });

  test(`${version}: what fails is told to the model, with what was done before`, async () => {
    const { sandbox, gone } = sandboxOf();
    const code = codeTool(sandbox, { mode: 'deny' });
    const outcome = async text => {
      const prompt = { model: modelThatRuns(kind, { code: text }), tools: { runCode: ai.tool(code.tool) }, stopWhen: ai.stepCountIs(2) };
      return JSON.parse(await ai.streamText({ ...prompt, prompt: 'Go.' }).text);
    };
    const failed = await outcome('await rows.list();\nawait rows.remove({ id: 1 });');
    assert.deepEqual([failed.status, failed.error.name, failed.error.line], ['failed', 'ApprovalRejected', 2]);
    assert.deepEqual(
      failed.calls.map(call => `${call.fn} ${call.state}`),
      ['rows.list fulfilled', 'rows.remove denied'],
    );
    assert.equal((await outcome('return oops(')).error.name, 'SyntaxError');
    const odd = await outcome('return { big: 1n, when: new Date(0), map: new Map([[1, NaN]]) }');
    assert.deepEqual(odd.value, { big: '1', when: '1970-01-01T00:00:00.000Z', map: [[1, 'NaN']] });
    assert.deepEqual(gone, []);
  });

  test(`${version}: a stopped loop aborts what runs, and leaves what waits`, async () => {
    const { sandbox } = sandboxOf();
    const code = codeTool(sandbox);
    const start = (text, toolCallId) => {
      const stop = new AbortController();
      const result = ai.streamText({
        model: modelThatRuns(kind, { code: text }, { toolCallId }),
        tools: { runCode: ai.tool(code.tool) },
        prompt: 'Go.',
        abortSignal: stop.signal,
        onError: () => {},
      });
      const parts = [];
      const read = (async () => {
        for await (const part of result.fullStream) parts.push(part);
      })().catch(() => {});
      return { stop, parts, read };
    };
    const running = start('await wait()', 'running');
    await until(() => code.getSnapshot().get('running')?.calls.length === 1);
    running.stop.abort();
    await until(() => !code.getSnapshot().has('running'));
    const waiting = start(CODE, 'waiting');
    await until(() => code.getSnapshot().get('waiting')?.status === 'pending');
    waiting.stop.abort();
    await Promise.all([running.read, waiting.read]);
    const left = await sandbox.pending();
    assert.deepEqual(
      left.map(run => run.metadata),
      [{ toolCallId: 'waiting' }],
    );
    const output = await code.decide('waiting', { all: 'reject' });
    assert.deepEqual([output.status, output.calls.length], ['completed', 3]);
  });
}

test('given up: the model is told, and nothing has run', async () => {
  const { sandbox, gone } = sandboxOf();
  const code = codeTool(sandbox, { name: 'js', owner: 'me', request: { metadata: { chat: 7 } } });
  const outputs = [];
  code.onToolCall({ toolName: 'other', toolCallId: 'x', input: {} }, output => outputs.push(output));
  code.onToolCall({ toolName: 'js', toolCallId: 'a', input: { code: CODE } }, output => outputs.push(output));
  await until(() => code.getSnapshot().get('a')?.status === 'pending');
  assert.deepEqual(
    (await sandbox.pending({ owner: 'me' })).map(run => run.metadata),
    [{ chat: 7, toolCallId: 'a' }],
  );
  const refused = await code.decide('a', { approve: ['nobody'] });
  assert.deepEqual([refused.status, code.getSnapshot().get('a').error.name], ['pending', 'InvalidDecisions']);
  await code.discard('a');
  await until(() => outputs.length === 1);
  const [{ tool, toolCallId, output }] = outputs;
  assert.deepEqual([tool, toolCallId, output.status, gone], ['js', 'a', 'discarded', []]);
  assert.deepEqual(
    output.calls.map(call => call.state),
    ['fulfilled', 'pending', 'pending', 'pending'],
  );
  assert.equal(await code.decide('nobody', { all: 'approve' }), undefined);
});

test('one id, two programs: other code is another call; the same call twice is one run', async () => {
  const store = memoryStore();
  const { sandbox, gone } = sandboxOf(store);
  const outputs = [];
  const keep = output => outputs.push(output.output);
  const first = codeTool(sandbox);
  const call = code => ({ toolName: 'runCode', toolCallId: 'a', input: { code } });
  for (const _twice of [1, 2]) first.onToolCall(call(CODE), keep);
  await until(() => first.getSnapshot().get('a')?.status === 'pending');
  const runs = () => sandbox.pending().then(found => found.length);
  assert.equal(await runs(), 1);

  const second = codeTool(sandbox);
  second.onToolCall(call('return 7'), keep);
  await until(() => outputs.length === 1);
  assert.deepEqual([outputs[0].value, await runs()], [7, 1]);
  const part = code => [{ parts: [{ type: 'tool-runCode', toolCallId: 'a', state: 'input-available', input: { code } }] }];
  assert.deepEqual(await second.restore(part('return 8'), keep), ['a']);
  assert.deepEqual(await second.restore(part(CODE), keep), []);
  await second.decide('a', { all: 'approve' });
  await until(() => outputs.length === 2);
  assert.deepEqual([outputs[1].status, gone], ['completed', [1, 2, 3]]);
  await first.decide('a', { all: 'approve' });
  assert.equal(first.getSnapshot().get('a').error.name, 'RunNotPending');
});

test('what is no code, a name the sandbox does not have, a sandbox that is gone: each is told', async () => {
  const { sandbox } = sandboxOf();
  const code = codeTool(sandbox);
  const told = async input => {
    const outputs = [];
    code.onToolCall({ toolName: 'runCode', toolCallId: String(Math.random()), input }, output => outputs.push(output.output));
    await until(() => outputs.length === 1);
    return outputs[0].error.name;
  };
  assert.deepEqual([await told(undefined), await told({ code: 7 })], ['InvalidOptions', 'InvalidOptions']);
  await sandbox.dispose();
  assert.equal(await told({ code: 'return 1' }), 'Disposed');
});

test('a chat that cannot take an output changes nothing but the log', async () => {
  const { sandbox } = sandboxOf();
  const code = codeTool(sandbox);
  const told = [];
  const print = console.error;
  console.error = error => told.push(error.message);
  try {
    code.onToolCall({ toolName: 'runCode', toolCallId: 'a', input: { code: 'return 1' } }, () => assert.fail('no chat'));
    code.onToolCall({ toolName: 'runCode', toolCallId: 'b', input: { code: 'return 2' } }, () => Promise.reject(new Error('no network')));
    await until(() => told.length === 2);
  } finally {
    console.error = print;
  }
  assert.deepEqual(told.sort(), ['no chat', 'no network']);
  assert.equal(code.getSnapshot().get('b').value, 2);
});
