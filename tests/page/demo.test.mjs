/*
 * Owns the proof that each view of the demo works as a person uses it: clicks and keys on www/, nothing called from inside. What outlives a tab is in
 * demo-tabs.test.mjs, phones and screen readers in demo-people.test.mjs.
 */
import { strict as assert } from 'node:assert';
import { cardIn, demoTest } from './demo-kit.mjs';

demoTest(
  'clean-up: sixteen deletes are one card, a refusal asks for another way, and the notice comes last',
  async (page, { card, ...demo }) => {
    await demo.run();
    await card.opens(16);
    assert.match((await card.rows())[0], /^Delete Brightwater Ltd, office@brightwater\.example, last order \d{4}-\d\d-\d\d\.$/);
    assert.deepEqual(await demo.cells('notices', 1), []);
    await card.markAll('Approve');
    await card.mark(15, 'Reject');
    await page.getByRole('button', { name: 'Reason for the 1 you reject…' }).click();
    await page.getByLabel(/^Reason.*, which the code can read/).fill('audit');
    await card.press('Approve 15, reject 1');

    await card.opens(1);
    assert.equal(await page.locator('#card .note').textContent(), '15 of the calls you approved have run.');
    assert.match((await card.rows())[0], /^Archive Wicker & Reed/);
    await card.press('Approve');
    await demo.status('Completed');
    const calls = await demo.calls();
    assert.deepEqual(calls.slice(0, 2), ['customers.list  fulfilled', 'customers.remove approved fulfilled']);
    assert.deepEqual(calls.slice(16), [
      'customers.remove rejected declined',
      'customers.archive approved fulfilled',
      'team.notify  fulfilled',
    ]);
    const changed = await demo.customers();
    assert.deepEqual([changed.length, changed[0], changed[15]], [16, 'c-202 removed', 'c-223 archived']);
    assert.deepEqual(await demo.cells('notices', 1), ['15 stale customers are deleted.']);
    assert.match(await page.locator('#outcome').textContent(), /"Wicker & Reed: audit"/);
    assert.deepEqual(await demo.log(), ['16 of 24 are stale']);
    assert.match(await page.locator('#log .pass-title').first().textContent(), /up to where 16 calls wait/);
    const events = await page.locator('#events .said').allTextContents();
    assert.ok(events.includes('decided 17 reject') && events.includes('approval-required call 18, generation 3'), events.join('\n'));
    assert.equal(events.at(-1), 'ended completed');
    await demo.noneWaits();
  },
);

demoTest('triage: the policy pays, refuses and asks; an edit is what runs; what tickets say is text', async (page, { card, ...demo }) => {
  await demo.choose('triage');
  assert.match(await page.locator('#policy').textContent(), /^function policy\(.*input\.amount <= 50\) return 'allow'/s);
  await demo.run();
  await card.opens(7);
  assert.deepEqual(await demo.cells('refunds', 4), ['the policy', 'the policy']);
  const refund = page.locator('#card .row').first();
  await refund.getByRole('button', { name: /^Edit/ }).click();
  await refund.getByLabel('amount', { exact: true }).fill('160');
  await refund.locator('.field-note', { hasText: 'amount: 640 becomes 160. It fits the schema.' }).waitFor();
  assert.match(await page.locator('#card .row').last().textContent(), /it@helpdesk-sync\.example.*Fjord Logistics <ops@fjord\.example>/s);
  await card.markAll('Approve');
  await card.mark(6, 'Reject');
  await card.press('Approve 6, reject 1');
  await demo.status('Completed');
  assert.deepEqual((await demo.calls()).slice(12, 16), [
    'refunds.pay by rule fulfilled',
    'refunds.pay by rule fulfilled',
    'refunds.pay edited fulfilled',
    'refunds.pay by rule denied',
  ]);
  const remarks = await demo.remarks();
  assert.deepEqual(
    [remarks[16], remarks[22]],
    ['Above 1,000 EUR accounting pays.', 'It read ahead: a call before it still waited for you.'],
  );
  assert.deepEqual(await demo.cells('refunds', 2), ['19', '49', '160']);
  assert.equal((await demo.cells('outbox', 1)).length, 5);
  assert.equal(await page.locator('main img, main table b').count(), 0, 'nothing of a ticket became an element');
});

demoTest('one by one: the keyboard alone, no approval by accident, later, and Stop', async (page, { card, ...demo }) => {
  // A press that lands in the moment the card opens: from inside the page, because from here it might come too late.
  await page.evaluate(() => {
    const element = document.querySelector('#card');
    const { ask } = element;
    element.ask = (...given) => {
      const answer = ask.apply(element, given);
      element.shadowRoot.querySelector('.foot .primary').click();
      return answer;
    };
  });
  await demo.mode('pause');
  await page.locator('#code').focus();
  await page.keyboard.press('Control+Enter');
  await card.opens(1);
  assert.deepEqual(await demo.calls(), ['customers.list  fulfilled', 'customers.remove  pending']);
  assert.equal(await demo.focused(), 'Decide later Esc');
  for (const action of ['Reject…', 'Give a value…', 'Approve']) {
    await page.keyboard.press('Tab');
    assert.equal(await demo.focused(), action);
  }
  await page.keyboard.press('Enter');
  await page.locator('#card .summary', { hasText: 'Cobalt' }).waitFor();
  await page.keyboard.press('Escape');
  await demo.status('1 call waits');
  assert.deepEqual(await demo.customers(), ['c-202 removed']);
  assert.match((await demo.waiting())[0], /^Records clean-up1 call waits, since \d+ \w+ \d{4}, \d\d:\d\d:\d\dcustomers\.remove/);
  assert.match(await demo.focused(), /^Open the card of Records clean-up: 1 call waits/);
  assert.ok((await page.locator('#waiting').boundingBox()).y < 200, 'it is on the first screen');
  assert.match(await page.title(), /^\(1\) /);

  // Giving up takes two presses.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  assert.deepEqual([await demo.focused(), (await demo.waiting()).length], ['Keep it', 1]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await demo.status('Given up');
  await demo.noneWaits();
  assert.equal(await demo.focused(), 'run');

  await page.keyboard.press('Enter');
  await card.opens(1);
  await page.keyboard.press('Control+.');
  await demo.status('Stopped');
  assert.equal(await page.locator('#card .card').count(), 0);
  assert.deepEqual(await demo.customers(), ['c-202 removed']);
});

demoTest('code that misbehaves ends each time by its name and line, and the next run works', async (page, demo) => {
  await demo.choose('misbehaves');
  await demo.run();
  await demo.status('8 of 8 ended as expected');
  const ended = await page
    .locator('.attempt')
    .evaluateAll(all => all.map(each => each.querySelector('.ended').textContent.replace(/,? after [\d.]+ m?s.*$/, '')));
  assert.deepEqual(ended, [
    'Timeout',
    'MemoryLimit',
    'StackOverflow, line 1',
    'Deadlock, line 2',
    'CallLimit, line 2',
    'ApprovalRejected, line 3',
    'completed',
    'ReplayMismatch, line 1',
  ]);
  assert.equal(await page.locator('.after', { hasText: 'gave 42' }).count(), 8);
  assert.equal(await page.locator('[data-attempt=flood] [data-mark=error]').textContent(), '2');
  const got = await page.locator('.got li').allTextContents();
  assert.equal(got.length, 7);
  for (const text of got) assert.match(text, /^(Reference|Eval|Type)Error: /);
  assert.match(await page.locator('[data-attempt=swap] .ended').textContent(), /1 call, of which none ran$/);
});

demoTest('side by side: one card, three questions, none; each ends in its own way', async (page, demo) => {
  await demo.choose('side-by-side');
  await demo.run();
  const [collect, pause] = ['collect', 'pause'].map(mode => cardIn(page, `[data-mode=${mode}] countersign-card`));
  await collect.opens(3);
  await collect.approveAll();
  for (const name of ['Rill & Sons', 'Kestrel Optics', 'Gantry Works']) {
    await pause.host.locator('.summary', { hasText: name }).waitFor();
    await pause.press('Approve');
  }
  await demo.status('All three have ended');
  assert.deepEqual(
    await page.locator('.figures').evaluateAll(all => all.map(each => each.textContent.replace(/ [\d.]+ m?s without you\.$/, ''))),
    [
      'You were asked once. 3 marked calls ran, 0 refused.',
      'You were asked 3 times. 3 marked calls ran, 0 refused.',
      'You were not asked. 0 marked calls ran, 3 refused.',
    ],
  );
  assert.deepEqual((await demo.calls('[data-mode=deny]')).slice(1), Array(3).fill('customers.remove by rule denied'));
});

demoTest('by hand: an error has its line; what was typed outlives a run that waits, and a reload', async (page, { card, ...demo }) => {
  await demo.choose('by-hand');
  assert.match(await page.locator('#prompt-text').textContent(), /declare namespace customers \{.*remove\(input: \{/s);
  await page.fill('#code', 'const account = null;\n\nreturn account.name;\n');
  await page.keyboard.press('Control+Enter');
  await demo.status('Failed: GuestError');
  assert.equal(await page.locator('.numbers [data-mark=error]').textContent(), '3');
  await page.locator('#outcome button', { hasText: 'Show line 3' }).click();
  assert.equal(await page.evaluate(() => getSelection().toString()), 'return account.name;');

  await page.locator('#restore').click();
  await demo.run();
  await card.opens(1);
  await page.keyboard.press('Escape');
  await demo.status('1 call waits');
  await page.fill('#code', '// mine');
  await page.reload();
  await page.locator('#run:enabled').waitFor();
  assert.equal(await page.inputValue('#code'), '// mine');
  await demo.open('By hand');
  await card.opens(1);
  await page.keyboard.press('Escape');
  assert.match(await page.inputValue('#code'), /mail\.send/);
  assert.ok(await page.locator('#overlay').isVisible());
  await page.locator('#back').click();
  await page.selectOption('#starts', 'two-cards');
  assert.equal(await page.inputValue('#code'), '// mine');

  await page.locator('#restore').click();
  assert.match(await page.inputValue('#code'), /^\/\/ The mail needs/);
  await page.selectOption('#starts', 'report');
  assert.match(await page.inputValue('#code'), /^\/\/ Revenue by region/);
  await demo.run();
  await demo.status('Completed');
  assert.match(await page.locator('#outcome tbody tr').first().textContent(), /^North/);
  assert.match((await demo.waiting())[0], /^By hand/, 'the other one waits on');
});

demoTest('a card that is open when the page turns to another view is left for later', async (page, demo) => {
  await demo.run();
  await demo.card.host.locator('.card[data-armed]').waitFor();
  await page.evaluate(() => {
    location.hash = '#misbehaves';
  });
  await demo.card.host.locator('.card').waitFor({ state: 'detached' });
  await page.locator('#waiting-runs li').waitFor();
  assert.equal(await page.locator('#waiting-runs li').count(), 1);
});

demoTest('what else is kept under the names of this page stops nothing', async page => {
  await page.evaluate(() => {
    localStorage.setItem(
      'countersign demo drafts',
      JSON.stringify({ [document.querySelector('[name=view]').value]: { code: 5, mode: [] } }),
    );
    localStorage.setItem(
      'countersign demo data 2',
      JSON.stringify({ customers: [null], tickets: [], refunds: [], outbox: [], notices: [] }),
    );
  });
  await page.reload();
  await page.locator('#run:enabled').waitFor();
  assert.match(await page.locator('#code').inputValue(), /await/);
  assert.ok((await page.locator('#tables tr').count()) > 10);
});

demoTest('a browser that keeps nothing is said to, and runs go on', async (page, demo) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('storage is not allowed here', 'SecurityError');
    };
  });
  await page.reload();
  await page.locator('#run:enabled').waitFor();
  await page.locator('#notice', { hasText: 'storage is not allowed here' }).waitFor();
  await demo.run();
  await demo.card.host.locator('.card[data-armed]').waitFor();
});

demoTest('a store that refuses to write ends the run with an error, and nothing else', async (page, demo) => {
  const failures = [];
  page.on('pageerror', error => failures.push(String(error)));
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
  });
  await demo.run();
  await page.locator('#outcome', { hasText: 'StoreFailed' }).waitFor();
  await page.locator('#run:enabled').waitFor();
  assert.deepEqual(failures, []);
});
