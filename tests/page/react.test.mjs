/*
 * Owns `useRun` in a real React 19 app, in StrictMode and in Chromium. What must hold: every case counts the workers there are, from outside of the package.
 */
import { strict as assert } from 'node:assert';
import { before } from 'node:test';
import { build } from 'esbuild';
import { blocksOf } from '../../scripts/lib/examples.mjs';
import { root } from '../../scripts/lib/places.mjs';
import { pageTest } from './harness.mjs';

const bundled = async entry => {
  const { outputFiles } = await build({
    ...entry,
    absWorkingDir: root,
    bundle: true,
    format: 'iife',
    jsx: 'automatic',
    // The build of React that checks: StrictMode mounts twice, and says what it does not like.
    define: { 'process.env.NODE_ENV': '"development"' },
    write: false,
  });
  return outputFiles[0].text;
};

let app;
before(async () => {
  app = await bundled({ entryPoints: ['tests/page/react-app.jsx'] });
});

const CODE = `
const rows = await rows_list();
console.log('found', rows.length);
for (const id of rows) { try { await rows_delete({ id }); } catch (error) { console.log(error.name, id); } }
return rows.length;`;

/** The page with the app, a sandbox in it, and a count of its workers. `kept` are rows that were there before, and a store that outlives the page. */
async function open(page, { sandbox = 'shared', store = 'memoryStore' } = {}) {
  const complaints = [];
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()));
  await page.evaluate(`(async () => {
    window.workers = { live: 0, most: 0, started: 0 };
    const Native = window.Worker;
    window.Worker = class extends Native {
      constructor(...given) { super(...given); workers.live += 1; workers.started += 1; workers.most = Math.max(workers.most, workers.live); }
      terminate() { workers.live -= 1; super.terminate(); }
    };
    const { createSandbox, ${store}: makeStore } = await import('/pkg/index.js');
    window.sandboxes = 0;
    window.gone = [];
    const store = makeStore();
    const make = () => {
      sandboxes += 1;
      return createSandbox({ warm: 0, store, functions: {
        rows_list: () => [1, 2, 3],
        rows_delete: { approval: true, execute: ({ id }) => { gone.push(id); } },
        forever: (_input, { signal }) => new Promise((_done, failed) => signal.addEventListener('abort', () => { window.stopped = true; failed(signal.reason); })),
      } });
    };
    window.sandbox = ${sandbox === 'shared' ? 'make()' : 'make'};
  })()`);
  await page.evaluate(app);
  const until = condition =>
    page.evaluate(`(async () => {
      const { until } = await import('/tests/page/kit.js');
      await until(() => ${condition}, ${JSON.stringify(condition)});
    })()`);
  return {
    complaints,
    mount: (props = '{}') =>
      page.evaluate(`window.unmount = app.mount({ sandbox, code: ${JSON.stringify(CODE)}, ...${props} }); undefined`),
    unmount: () => page.evaluate('unmount()'),
    click: id => page.click(`#${id}`),
    status: wanted => until(`document.querySelector('output')?.textContent === '${wanted}'`),
    until,
    read: expression => page.evaluate(expression),
    items: id => page.evaluate(`[...document.querySelectorAll('#${id} li')].map(item => item.textContent)`),
    text: id => page.evaluate(`document.querySelector('#${id}').textContent`),
  };
}

pageTest('one card, decided in the component; one worker at a time', async page => {
  const at = await open(page);
  await at.mount();
  await at.status('idle');
  assert.equal(await at.read('workers.started'), 0, 'rendering starts nothing');
  await at.click('run');
  await at.status('pending');
  assert.deepEqual(await at.items('card'), ['rows_delete {"id":1}', 'rows_delete {"id":2}', 'rows_delete {"id":3}']);
  assert.deepEqual(await at.items('logs'), ['found 3']);
  await at.click('wrong');
  await at.until(`document.querySelector('#error').textContent === 'InvalidDecisions'`);
  await at.status('pending');
  assert.equal((await at.items('card')).length, 3, 'a refused set leaves the card as it was');
  await at.click('but-two');
  await at.status('completed');
  assert.deepEqual(await at.read('gone'), [1, 3]);
  assert.deepEqual(await at.items('calls'), [
    'rows_list fulfilled',
    'rows_delete fulfilled',
    'rows_delete declined',
    'rows_delete fulfilled',
  ]);
  assert.deepEqual([await at.text('value'), await at.text('error')], ['3', '']);
  assert.deepEqual(await at.items('logs'), ['found 3', 'ApprovalRejected 2']);
  assert.deepEqual(await at.read('[workers.most, workers.live, sandboxes]'), [1, 0, 1]);
  assert.deepEqual(at.complaints, []);
});

pageTest('a run of an effect: StrictMode mounts twice, one run and one worker come of it', async page => {
  const at = await open(page, { sandbox: 'own' });
  await at.mount('{ atOnce: true }');
  await at.status('pending');
  assert.deepEqual(await at.read('[workers.started, workers.live, sandboxes]'), [1, 0, 1]);
  assert.equal(await at.read('app.renders < 20'), true);
  await at.unmount();
  await at.mount('{ atOnce: true }');
  await at.status('pending');
  assert.deepEqual(await at.read('[workers.started, workers.live, sandboxes]'), [2, 0, 2]);
  assert.deepEqual(at.complaints, []);
});

pageTest('events are live, and unmounting stops what runs', async page => {
  const at = await open(page);
  await at.mount(`{ code: "console.log('before'); await forever(); console.log('after');" }`);
  await at.click('run');
  await at.until(`document.querySelector('#calls li')?.textContent === 'forever running'`);
  assert.deepEqual(await at.items('logs'), ['before']);
  assert.equal(await at.read('workers.live'), 1);
  await at.unmount();
  await at.until('window.stopped && workers.live === 0');
  assert.equal(await at.read(`app.run('return 1').then(result => result === undefined)`), true, 'nothing starts for who is gone');
  assert.equal(await at.read('workers.started'), 1);
  assert.deepEqual(at.complaints, []);
});

pageTest('abort ends the run, and the next one works', async page => {
  const at = await open(page);
  await at.mount(`{ code: 'await forever()' }`);
  await at.click('run');
  await at.until(`document.querySelector('#calls li')?.textContent === 'forever running'`);
  await at.click('abort');
  await at.status('failed');
  assert.equal(await at.text('error'), 'Aborted');
  assert.equal(await at.read(`app.run('return 7').then(result => result.value)`), 7);
  await at.status('completed');
  assert.equal(await at.text('error'), '');
  assert.equal(await at.read('workers.live'), 0);
});

pageTest('after a reload the run that waits is there again, and goes on', async page => {
  const kept = { store: 'indexedDbStore', sandbox: 'own' };
  const first = await open(page, kept);
  await first.mount('{ options: { restore: true } }');
  await first.click('run');
  await first.status('pending');
  await page.reload();
  const at = await open(page, kept);
  await at.mount('{ options: { restore: run => run.metadata.title === "Clean-up" } }');
  await at.status('pending');
  assert.deepEqual([(await at.items('card')).length, await at.text('restored')], [3, '{"title":"Clean-up"}']);
  assert.equal(await at.read('workers.started'), 0, 'looking needs no worker');
  await at.click('all');
  await at.status('completed');
  assert.deepEqual(await at.read('[gone, workers.most, workers.live]'), [[1, 2, 3], 1, 0]);
  await at.unmount();
  await at.mount('{ options: { restore: true } }');
  await at.status('idle');
  assert.deepEqual(at.complaints, []);
});

pageTest('call by call, and a run given up', async page => {
  const at = await open(page);
  await at.mount(`{ options: { mode: 'pause' } }`);
  await at.click('run');
  for (const id of [1, 2]) {
    await at.until(`document.querySelector('#card li')?.textContent === 'rows_delete {"id":${id}}'`);
    await at.click('all');
  }
  await at.until(`document.querySelector('#card li')?.textContent === 'rows_delete {"id":3}'`);
  await at.click('discard');
  await at.status('idle');
  assert.deepEqual(await at.read('[gone, workers.most]'), [[1, 2], 1]);
  assert.deepEqual(await at.read('sandbox.pending()'), []);
});

pageTest('decided elsewhere: the card goes, and says so', async page => {
  const at = await open(page);
  await at.mount();
  await at.click('run');
  await at.status('pending');
  await at.read(`sandbox.pending().then(([run]) => sandbox.discard(run.runId))`);
  await at.click('all');
  await at.status('failed');
  assert.deepEqual([await at.text('error'), await at.items('card'), await at.read('gone')], ['RunNotPending', [], []]);
});

/** The examples of docs/react.md as a page of their own; the sandbox, the card and the hook come as the package has them. */
async function openExample(page, blocks, mount) {
  const contents = `${blocks.join('\n').replaceAll(/^import (\{.*\}) from 'countersign(\/card)?';$/gm, (_, names, card) => `const ${names} = window.${card ? 'card' : 'countersign'};`)}
    import { StrictMode } from 'react';
    import { createRoot } from 'react-dom/client';
    window.rows = rows;
    createRoot(document.body.appendChild(document.createElement('div'))).render(<StrictMode>${mount}</StrictMode>);`;
  const text = await bundled({ stdin: { contents, loader: 'tsx', resolveDir: root } });
  await page.evaluate(
    `(async () => { window.countersign = await import('/pkg/index.js'); window.card = await import('/pkg/card.js'); ${text} })()`,
  );
}
const CLEAN_UP = `<CleanUp code="for (const id of await listRows()) await deleteRow({ id }).catch(() => {})" />`;

pageTest('the example of docs/react.md: the card in StrictMode, later, opened again, and the rest on the next card', async page => {
  const complaints = [];
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()));
  const [example] = blocksOf('docs/react.md');
  await openExample(page, [example], CLEAN_UP);
  const press = name => page.getByRole('button', { name, exact: true }).click();
  const card = page.locator('countersign-card .card[data-armed]');
  const mark = async (at, word) => {
    await page.waitForTimeout(450);
    await page.locator('countersign-card .row').nth(at).getByRole('radio', { name: word }).check();
  };
  await press('Run');
  await card.waitFor();
  await mark(0, 'Approve');
  await mark(1, 'Reject');
  await press('Decide later');
  await page.getByText('3 waiting').waitFor();
  assert.equal(await page.evaluate('rows.size'), 3, 'nothing has run');
  await press('Open the card');
  await card.waitFor();
  await page.waitForTimeout(450);
  await press('Approve 1, reject 1');
  await page.getByRole('heading', { name: 'A call waits for your decision' }).waitFor();
  await card.waitFor();
  assert.deepEqual(await page.evaluate('[...rows.keys()]'), [2, 3]);
  await page.waitForTimeout(450);
  await press('Approve');
  await page.getByText('Done:').waitFor();
  assert.equal(await page.locator('countersign-card').count(), 0);
  const calls = await page.getByRole('listitem').allTextContents();
  assert.deepEqual(calls, ['listRows: fulfilled', 'deleteRow: fulfilled', 'deleteRow: declined', 'deleteRow: fulfilled']);
  assert.deepEqual(complaints, []);
});

pageTest('a card of one’s own, as docs/react.md has it', async page => {
  const [scene, own] = blocksOf('docs/react.md');
  await openExample(
    page,
    [scene, own.replaceAll(/^import .*\n/gm, '')],
    `<><CleanUp code="await deleteRow({ id: 1 }); return 'gone'" /><OwnCard /></>`,
  );
  const press = name => page.getByRole('button', { name, exact: true }).click();
  await press('Run');
  await page.locator('countersign-card .card[data-armed]').waitFor();
  // Each hook follows a run of its own: the other one finds it when its component mounts.
  await page.reload();
  await openExample(page, [scene, own.replaceAll(/^import .*\n/gm, '')], '<OwnCard />');
  await page.getByText('deleteRow {"id":1}').waitFor();
  await page.getByLabel('yes').check();
  await press('Go on');
  await page.waitForFunction(() => window.rows.size === 2);
  assert.deepEqual(await page.evaluate('[...rows.keys()]'), [2, 3]);
});
