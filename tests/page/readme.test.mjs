/*
 * Owns the proof that examples of the docs run as they stand: the README's first ones, those of docs/collect.md, and each page whose lines say
 * what they log (`// →`).
 */
import { strict as assert } from 'node:assert';
import { blocksOf } from '../../scripts/lib/examples.mjs';
import { pageTest } from './harness.mjs';

const imported = text => text.replace(/^import (\{.*\}) from 'countersign';$/m, `const $1 = await import('/pkg/index.js');`);
const example = imported(blocksOf('README.md').slice(0, 2).join('\n'));

pageTest('the README’s examples run', async page => {
  const asked = [];
  const said = [];
  page.on('dialog', dialog => {
    asked.push(dialog.message());
    dialog.accept();
  });
  page.on('console', message => said.push(message.text()));
  const ended = await page.evaluate(`(async () => {
    ${example}
    return { value: result.value, cards: waiting.pending.map(call => call.input), calls: result.calls.map(call => call.state) };
  })()`);
  assert.deepEqual(ended, { value: 1, cards: [{ id: 1 }, { id: 2 }], calls: ['fulfilled', 'fulfilled'] });
  assert.deepEqual(asked, ['records.delete {"id":1}?', 'records.delete {"id":1}?', 'records.delete {"id":2}?']);
  assert.match(said.at(-1), /^completed /);
});

pageTest('the examples of docs/collect.md run', async page => {
  const said = [];
  page.on('console', message => said.push(message.text()));
  const [scene, byHand, noToTheRest, hook, reload, bare, sideBySide, looking] = blocksOf('docs/collect.md').map(imported);
  const ended = await page.evaluate(`(async () => {
    const untick = new Set([2]);
    const cards = [];
    const showCard = async pending => {
      cards.push(pending.map(call => call.input.id));
      const idsOf = wanted => pending.filter(call => untick.has(call.input.id) !== wanted).map(call => call.callId);
      return { ticked: idsOf(true), unticked: idsOf(false) };
    };
    ${scene}
    { ${byHand} }
    const left = [...rows.keys()];
    { ${hook} }
    const waits = await sandbox.run({ code, approval: { mode: 'collect' } });
    { ${reload} }
    const still = [waits.status, (await sandbox.pending()).length, [...rows.keys()]];

    const refill = () => [1999, 2004, 2010, 2019, 2024].forEach((year, at) => { rows.delete(at + 1); rows.set(at + 1, { id: at + 1, year }); });
    // The table of "A yes behind a no", and what the other ways of writing it give.
    refill();
    ${noToTheRest}
    ${bare}
    ${sideBySide}
    ${looking}
    const states = result => [result.status, ...result.calls.slice(1).map(call => call.state)];
    const first = await sandbox.run({ code: bare, approval: { mode: 'collect' } });
    const second = await first.resume({ approve: (await showCard(first.pending)).ticked });
    const third = await second.resume({ reject: second.pending.map(call => call.callId) });
    const table = [first, second, third].map(states);
    refill();
    const beside = await sandbox.run({ code: sideBySide, approval: { mode: 'collect' } });
    const apart = await beside.resume(noToTheRest(await showCard(beside.pending)));
    refill();
    const looks = await sandbox.run({ code: looking, approval: { mode: 'collect' } });
    await sandbox.dispose();
    return { left, still, table, beside: states(apart), looks: looks.pending.length, refused: third.error.name, cards: cards.slice(0, 2) };
  })()`);
  assert.deepEqual(ended, {
    left: [2, 5],
    still: ['pending', 0, [2, 5]],
    table: [
      ['pending', 'pending', 'pending', 'pending', 'pending'],
      ['pending', 'fulfilled', 'pending', 'approved', 'approved'],
      ['failed', 'fulfilled', 'declined', 'not-reached', 'not-reached'],
    ],
    beside: ['completed', 'fulfilled', 'declined', 'fulfilled', 'fulfilled'],
    looks: 1,
    refused: 'ApprovalRejected',
    cards: [[1, 2, 3, 4], [2]],
  });
  assert.deepEqual(said.filter(line => line.startsWith('completed')).length, 3);
});

/** What a page says that its lines log, in order. */
const saidToLog = text => [...text.matchAll(/^\s*console\.log\(.*\); \/\/ → (.*)$/gm)].map(([, line]) => line);

for (const doc of ['docs/recipes.md', 'docs/keeping-runs.md']) {
  pageTest(`the lines of ${doc} log what it says`, async page => {
    const [scene, ...others] = blocksOf(doc).map(imported);
    const expected = saidToLog([scene, ...others].join('\n'));
    assert.ok(expected.length > 0, `${doc} says of no line what it logs`);
    const logged = await page.evaluate(`(async () => {
      const logged = [];
      const text = value => (typeof value === 'string' ? value : JSON.stringify(value));
      const console = { log: (...values) => logged.push(values.map(text).join(' ')) };
      const showCard = () => new Promise(() => {}); // nobody is there
      ${scene}
      ${others.map(block => `{ ${block} }`).join('\n')}
      return logged;
    })()`);
    assert.deepEqual(logged, expected);
  });
}

pageTest(
  'docs/keeping-runs.md: a list follows what another tab does, and what came meanwhile is there on coming back',
  async (page, { origin }) => {
    const blocks = blocksOf('docs/keeping-runs.md').map(imported);
    const [scene] = blocks;
    const following = blocks.find(block => block.includes('function followRuns'));
    const other = await page.context().newPage();
    await other.goto(`${origin}/blank`);
    for (const tab of [page, other]) {
      await tab.evaluate(`(async () => {
      ${scene}
      ${following}
      const seen = [];
      const draw = async () => seen.push((await sandbox.pending()).length);
      const changed = followRuns(draw);
      const card = async () => (await sandbox.pending())[0];
      globalThis.tab = { seen, changed, sandbox, code, card, answer };
    })()`);
    }
    const sees = (tab, count) => tab.waitForFunction(expected => globalThis.tab.seen.at(-1) === expected, count);
    await sees(other, 0);
    await page.evaluate(async () => {
      const { sandbox, code, changed } = globalThis.tab;
      await sandbox.run({ code, approval: { mode: 'collect' } });
      changed();
    });
    await Promise.all([sees(page, 1), sees(other, 1)]);
    await other.evaluate(async () => {
      const { answer, card, changed } = globalThis.tab;
      await answer(await card(), { all: 'reject' });
      changed();
    });
    await Promise.all([sees(page, 0), sees(other, 0)]);
    // Nobody tells of this one.
    await other.evaluate(async () => {
      const { sandbox, code } = globalThis.tab;
      await sandbox.run({ code, approval: { mode: 'collect' } });
    });
    assert.equal(await page.evaluate(() => globalThis.tab.seen.at(-1)), 0);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await sees(page, 1);
  },
);

pageTest(
  'docs/checkpoint-format.md: a key of this browser is one in all tabs, stays over a reload, and cannot be copied out',
  async (page, { origin }) => {
    const [block] = blocksOf('docs/checkpoint-format.md');
    const other = await page.context().newPage();
    await other.goto(`${origin}/blank`);
    const open = tab =>
      tab.evaluate(`(async () => {
      const { createSandbox, indexedDbStore } = await import('/pkg/index.js');
      const functions = { w: { approval: true, execute: ({ id }) => id } };
      ${block}
      globalThis.tab = { sandbox, key: await keyOfThisBrowser() };
    })()`);
    await Promise.all([open(page), open(other)]);
    const signed = await page.evaluate(async () => {
      const waiting = await tab.sandbox.run({ code: 'return await w({ id: 7 })', approval: { mode: 'collect' } });
      const exported = await crypto.subtle.exportKey('raw', tab.key).catch(error => error.name);
      return [waiting.checkpoint.signature, tab.key.extractable, exported];
    });
    assert.match(signed[0], /^[0-9a-f]{64}$/);
    assert.deepEqual(signed.slice(1), [false, 'InvalidAccessError']);
    await page.reload();
    await open(page);
    const answer = async () => {
      const [run] = await tab.sandbox.pending();
      return run && (await tab.sandbox.resume(run, { all: 'approve' })).value;
    };
    assert.deepEqual([await other.evaluate(answer), await page.evaluate(answer)], [7, undefined]);
  },
);
