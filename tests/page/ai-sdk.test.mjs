/*
 * Owns the chat of docs/ai-sdk.md in Chromium: its page with `useChat`, and its server's route with a model that says what it is told to. What must
 * hold: both run as they stand on the page.
 */
import { strict as assert } from 'node:assert';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { blocksOf } from '../../scripts/lib/examples.mjs';
import { root } from '../../scripts/lib/places.mjs';
import { modelThatRuns, resultsIn, versions } from '../plugs/chat-kit.mjs';
import { pageTest } from './harness.mjs';

const CODE = `for (const id of await listRows()) if (id % 2) await deleteRow({ id });
return 'gone';`;
const [client, server] = blocksOf('docs/ai-sdk.md');

let app;
let route;
before(async () => {
  const fromPage = client.replace(/^import (\{.*\}) from 'countersign';$/m, 'const $1 = window.countersign;');
  const mounted = `import { createRoot } from 'react-dom/client';
    createRoot(document.body).render(<Chat id="chat" kept={window.kept} />);`;
  const { outputFiles } = await build({
    stdin: { contents: `${fromPage}\n${mounted}`, loader: 'jsx', resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    format: 'iife',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"' },
    write: false,
  });
  app = outputFiles[0].text;
  const file = join(root, '.cache/plugs/route.mjs');
  mkdirSync(join(root, '.cache/plugs'), { recursive: true });
  writeFileSync(file, `${server.replace('model,', 'model: globalThis.model,')}`);
  route = await import(pathToFileURL(file));
});

async function open(page, kept = []) {
  await page.evaluate(`(async () => {
    window.countersign = await import('/pkg/index.js');
    window.kept = ${JSON.stringify(kept)};
    ${app}
  })()`);
}

/** The server: what it is asked, and what the model got from the tool. */
async function serve(page) {
  const model = modelThatRuns(versions[1], { code: CODE });
  globalThis.model = model;
  await page.route('**/api/chat', async call => {
    const request = new Request('http://localhost/api/chat', { method: 'POST', body: call.request().postData() });
    const response = await route.POST(request);
    await call.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() });
  });
  return { outputs: () => model.doStreamCalls.flatMap(({ prompt }) => resultsIn(prompt)), calls: model.doStreamCalls };
}

const press = (page, name) => page.getByRole('button', { name }).click();
const user = { id: 'u', role: 'user', parts: [{ type: 'text', text: 'Delete the odd rows.' }] };
const waiting = toolCallId => ({
  id: 'a',
  role: 'assistant',
  parts: [{ type: 'step-start' }, { type: 'tool-runCode', toolCallId, state: 'input-available', input: { code: CODE } }],
});

pageTest('a chat: the card, a yes, and the model’s answer', async page => {
  const { outputs, calls } = await serve(page);
  await open(page);
  await press(page, 'Ask');
  await page.getByText('deleteRow {"id":3}').waitFor();
  assert.match(calls[0].tools[0].description, /function deleteRow/);
  assert.deepEqual(outputs(), []);
  await press(page, 'Approve all');
  await page.getByText('"value":"gone"').waitFor();
  assert.deepEqual(outputs(), [{ status: 'completed', value: 'gone' }]);
});

pageTest('a chat: refused, the model is told what did not happen', async page => {
  const { outputs } = await serve(page);
  await open(page);
  await press(page, 'Ask');
  await press(page, 'Refuse all');
  await page.getByText('ApprovalRejected').waitFor();
  const [{ status, calls }] = outputs();
  assert.deepEqual([status, calls.map(call => call.state)], ['failed', ['fulfilled', 'declined', 'declined']]);
});

pageTest('a chat: after a reload the card is there, and the chat goes on', async page => {
  const { outputs } = await serve(page);
  await open(page);
  await press(page, 'Ask');
  await page.getByText('deleteRow {"id":3}').waitFor();
  await page.reload();
  await open(page, [user, waiting('call-1')]);
  await press(page, 'Approve all');
  await page.getByText('"value":"gone"').waitFor();
  assert.deepEqual(outputs(), [{ status: 'completed', value: 'gone' }]);
});

pageTest('a chat: code whose page went away before anybody was asked is told to the model', async page => {
  const { calls } = await serve(page);
  await open(page, [user, waiting('gone')]);
  await page.getByText('The page was closed').waitFor();
  assert.equal(calls.length, 1);
});
