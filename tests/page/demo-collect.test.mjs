/*
 * Owns the proof that the demo's collect mode works as a person uses it: one card, rows to choose, later, and again after a reload.
 */
import { strict as assert } from 'node:assert';
import { demoTest } from './demo-kit.mjs';

const files = page =>
  page
    .locator('[data-table=files] tbody tr')
    .evaluateAll(rows =>
      rows.filter(row => row.lastChild.textContent !== 'kept').map(row => `${row.dataset.id} ${row.lastChild.textContent}`),
    );

demoTest('batch: sixteen deletes are one card; three are ticked, the others rejected with a reason', async (page, demo) => {
  await demo.choose('batch');
  await demo.run();
  await demo.card('16 calls');
  const rows = await demo.rows();
  assert.deepEqual([rows.length, rows[0]], [16, 'Delete orders-01.csv, 12 MB | id "f-11"']);
  assert.deepEqual(await demo.buttons(), ['Decide later Esc', 'Nothing decided yet']);
  assert.ok(await page.getByRole('button', { name: 'Nothing decided yet' }).isDisabled());
  await demo.markAll('Reject');
  await demo.tick(0, 1, 15);
  assert.deepEqual(await demo.buttons(), ['Decide later Esc', 'Approve 3, reject 13']);
  await page.getByRole('button', { name: 'Reason for the 13 you reject…' }).click();
  await page.getByLabel(/^Reason for the 13 you reject, /).fill('audit');
  await demo.pressButton('Approve 3, reject 13');
  await demo.status('Completed');
  assert.deepEqual(await files(page), ['f-11 removed', 'f-12 removed', 'f-26 removed']);
  assert.equal(await page.locator('#log .pass-title:visible').count(), 3);
  const calls = await demo.calls();
  assert.deepEqual(
    [
      calls.length,
      calls.filter(call => call === 'files.remove approved fulfilled').length,
      calls.filter(call => call === 'files.remove rejected declined').length,
    ],
    [17, 3, 13],
  );
  assert.deepEqual(
    await demo.log(),
    ['orders-01.csv', 'orders-02.csv', 'orders-16.csv'].map((name, at) => `${name} { id: 'f-${[11, 12, 26][at]}', removed: true }`),
  );
  assert.deepEqual(await demo.passes(), ['Pass 1 up to where 16 calls wait', 'Pass 2 repeated what was shown; nothing ran', 'Pass 3 ']);
  assert.match(await page.locator('#log .pass').first().textContent(), /orders-01\.csv \[pending value of files\.remove, call 2\]/);
  assert.match(await page.locator('#outcome').textContent(), /orders-03\.csv: audit/);
  await demo.noneWaits();
  // The first call in view is whole.
  await page.waitForFunction(() => {
    const ledger = document.querySelector('#ledger');
    const cut = [...ledger.querySelectorAll('.entry')].filter(
      row => row.offsetTop < ledger.scrollTop - 1 && row.offsetTop + row.offsetHeight > ledger.scrollTop + 1,
    );
    return ledger.scrollTop > 0 && cut.length === 0;
  });
});

demoTest('some now, the rest later: the next card has the rows that were left, also after a reload', async (page, demo) => {
  await demo.choose('batch');
  await demo.run();
  await demo.card('16 calls');
  await demo.tick(0, 1);
  await demo.pressButton('Approve 2');
  await demo.card('14 calls');
  assert.match(await page.locator('#card .note').textContent(), /^2 of the calls you signed have run\./);
  assert.deepEqual(await files(page), ['f-11 removed', 'f-12 removed']);
  await page.keyboard.press('Escape');
  await demo.status('Pending: 14 calls wait');
  assert.match(await demo.focused(), /^Open the card of Delete a batch: 14 calls wait/);

  await demo.choose('report');
  await demo.run();
  await demo.status('Completed');
  assert.deepEqual(await demo.waiting(), ['Delete a batch'], 'it waits while something else runs');

  await page.reload();
  await page.locator('#run:enabled').waitFor();
  await demo.openCard('Delete a batch');
  await demo.card('14 calls');
  assert.equal(await page.locator('#programs input:checked').getAttribute('value'), 'batch');
  assert.deepEqual((await demo.calls()).slice(0, 4), [
    'files.list  fulfilled',
    'files.remove approved fulfilled',
    'files.remove approved fulfilled',
    'files.remove  pending',
  ]);
  assert.deepEqual(await files(page), ['f-11 removed', 'f-12 removed'], 'what was deleted before the reload stays deleted');
  await demo.markAll('Approve');
  assert.deepEqual(await demo.buttons(), ['Decide later Esc', 'Approve 14']);
  await demo.pressButton('Approve 14');
  await demo.status('Completed');
  assert.equal((await files(page)).length, 16);
  await demo.noneWaits();
  await page.locator('#reset').click();
  await page.reload();
  await demo.choose('batch');
  assert.deepEqual(await files(page), [], 'as new');
});

demoTest('two cards, the second because a result was needed', async (page, demo) => {
  await demo.choose('two-cards');
  await demo.run();
  await demo.card('1 call');
  assert.deepEqual(await demo.rows(), ['Open the project “Relaunch” | name "Relaunch"']);
  assert.deepEqual([await demo.buttons(), await demo.focused()], [['Decide later Esc', 'Reject…', 'Approve'], 'Decide later Esc']);
  await demo.press('approve');
  await demo.card('3 calls');
  assert.deepEqual((await demo.rows())[2], 'Invite chandra@brightwater.example to p-7 | project "p-7"email "chandra@brightwater.example"');
  await demo.approveAll();
  await demo.status('Completed');
  assert.equal(await page.locator('#outcome').textContent(), '"3 people are invited to p-7"');
});

demoTest('another way: a refusal that the code catches asks for something else', async (page, demo) => {
  await demo.choose('another-way');
  await demo.run();
  await demo.card('3 calls');
  await demo.markAll('Reject');
  await demo.tick(0);
  await demo.pressButton('Approve 1, reject 2');
  await demo.card('2 calls');
  assert.deepEqual((await demo.rows())[0], 'Archive orders-14.csv, 66 MB | id "f-24"');
  await demo.approveAll();
  await demo.status('Completed');
  assert.deepEqual(await files(page), ['f-19 archived', 'f-24 archived', 'f-29 removed']);
});

demoTest('a race goes on with what is there first, and what was signed runs once', async (page, demo) => {
  await demo.choose('race');
  await demo.run();
  await demo.card('1 call');
  assert.deepEqual(await demo.calls(), ['rates.published  fulfilled', 'rates.buy  pending', 'invoices.due  fulfilled']);
  await demo.press('approve');
  await demo.status('Completed');
  assert.deepEqual(await demo.log(), ['going on with the rate that was published']);
  assert.equal(await page.locator('[data-table=purchases] tbody tr').count(), 1);
});

demoTest('an effect nobody signs for does not run ahead of what waits', async (page, demo) => {
  await demo.choose('in-order');
  await demo.run();
  await demo.card('5 calls');
  assert.equal(await page.locator('[data-table=notices] tbody tr').count(), 0);
  await demo.approveAll();
  await demo.status('Completed');
  assert.equal(await page.locator('[data-table=notices] tbody tr').count(), 1);
  assert.equal((await demo.gone()).length, 5);
});

demoTest('an edit is what runs; one that is no JSON, or that its schema refuses, can’t be approved', async (page, demo) => {
  await demo.choose('another-way');
  await demo.run();
  await demo.card('3 calls');
  const row = page.locator('#card .row').first();
  const text = row.locator('textarea.json');
  const note = said => row.locator('.field-note', { hasText: said }).waitFor();
  await row.getByRole('button', { name: /^Edit/ }).click();
  await demo.tick(0, 1, 2);
  await row.getByRole('button', { name: 'Edit as JSON' }).click();
  await text.fill('{ "id": ');
  await note('Not JSON yet');
  assert.ok(await page.locator('#card .primary').isDisabled(), 'it would approve what is no JSON');
  assert.equal(await demo.tally(), '3 to approve. No. 1 can’t be approved as it is written.');
  await text.fill('{ "id": 29 }');
  await note('It does not fit: input.id');
  assert.ok(await page.locator('#card .primary').isDisabled(), 'its schema would refuse it');
  await text.fill('{ "id": "f-30" }');
  await note('id: "f-29" becomes "f-30". It fits the schema.');
  await row.getByRole('button', { name: 'Done' }).click();
  assert.deepEqual([await text.isVisible(), (await row.locator('.input').textContent()).trim()], [false, 'id "f-30"'], 'the edit stands');
  await row.getByRole('button', { name: /^Edit/ }).click();
  await row.getByRole('button', { name: 'Undo the edit' }).click();
  assert.equal((await row.locator('.input').textContent()).trim(), 'id "f-29"');
  await row.getByRole('button', { name: /^Edit/ }).click();
  await text.fill('{ "id": "f-30" }');
  await note('It fits the schema.');
  await demo.pressButton('Approve 3');
  await demo.status('Completed');
  assert.deepEqual(await files(page), ['f-19 removed', 'f-24 removed', 'f-30 removed']);
  assert.equal((await demo.calls())[1], 'files.remove edited fulfilled');
});

demoTest('the keyboard alone, no decision by accident, and giving up', async (page, demo) => {
  await demo.choose('another-way');
  // A press that lands in the moment the dialog opens: from inside the page, because from here it might come too late.
  await page.evaluate(() => {
    const element = document.querySelector('#card');
    const { ask } = element;
    element.ask = (...given) => {
      const answer = ask.apply(element, given);
      for (const press of element.shadowRoot.querySelectorAll('.pick')) press.click();
      element.shadowRoot.querySelector('.foot .primary').click();
      return answer;
    };
  });
  await page.locator('#code').focus();
  await page.keyboard.press('Control+Enter');
  await demo.card('3 calls');
  assert.equal(await demo.tally(), '3 undecided.');
  await page.keyboard.press('Control+Enter');
  assert.equal(await page.locator('#card .card').count(), 1, 'that decides nothing');
  // Out of the card at its end, in again at its beginning: the buttons for all, then the first row.
  for (const key of 'Tab Tab Tab Tab Tab ArrowRight ArrowRight Enter'.split(' ')) await page.keyboard.press(key);
  assert.equal(await demo.tally(), '1 to approve, 2 undecided.');
  await page.keyboard.press('Escape');
  await demo.status('Pending: 3 calls wait');
  assert.match(await demo.focused(), /^Open the card of Another way/);
  await page.keyboard.press('Enter');
  await demo.card('3 calls');
  assert.equal(await demo.tally(), '1 to approve, 2 undecided.', 'as it was left');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  assert.deepEqual([await demo.focused(), await demo.waiting()], ['Keep it', ['Another way']], 'one press gives nothing up');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await demo.status('Given up');
  await demo.noneWaits();
  assert.deepEqual([await files(page), await demo.focused()], [[], 'run']);
});

demoTest('a yes behind a no says in its row what became of it, and two runs that wait can be told apart', async (page, demo) => {
  await demo.choose('batch');
  await page.fill('#code', 'for (const { id } of (await files.list({})).slice(0, 4)) await files.remove({ id })');
  await demo.run();
  await demo.card('4 calls');
  await demo.tick(0, 2, 3);
  await demo.pressButton('Approve 3');
  await demo.card('1 call');
  const why = () => page.locator('.entry .why').allTextContents();
  const signed = 'You signed it; it runs once the call it comes after is decided.';
  assert.deepEqual(await why(), ['', '', '', signed, signed]);
  await page.keyboard.press('Escape');
  await demo.status('Pending: 1 call waits');
  await page.fill('#code', 'for (const { id } of (await files.list({})).slice(5, 7)) await files.remove({ id })');
  await demo.run();
  await demo.card('2 calls');
  await page.keyboard.press('Escape');
  await demo.status('Pending: 2 calls wait');
  const runs = await page.locator('#waiting-runs .words').allTextContents();
  assert.equal(runs.length, 2);
  assert.match(runs[0], /1 call waits, since \d\d:\d\d:\d\dfiles\.remove \{ id: "f-12" \}$/);
  assert.match(runs[1], /2 calls wait, since \d\d:\d\d:\d\dFirst: files\.remove \{ id: "f-17" \}$/);
  await page.locator('#waiting-runs .resume').first().click();
  await demo.card('1 call');
  await demo.press('to-reject');
  await demo.press('reject');
  await demo.status('Failed: ApprovalRejected');
  const lost = 'You signed it, but the code did not come to it: it did not run.';
  assert.deepEqual(await why(), ['', '', '', lost, lost]);
});

demoTest(
  'the log follows what comes, also where it is narrow',
  async (page, demo) => {
    await demo.choose('batch');
    await demo.run();
    await demo.card('16 calls');
    await demo.approveAll();
    await demo.status('Completed');
    const left = await page.locator('#log').evaluate(log => log.scrollHeight - log.scrollTop - log.clientHeight);
    assert.ok(left < 2, `${left} px below what is in view`);
  },
  { width: 390, height: 800 },
);

demoTest(
  'a card is not wider than a phone',
  async (page, demo) => {
    for (const [program, title] of [
      ['triage', '3 calls'],
      ['batch', '16 calls'],
      ['two-cards', '1 call'],
    ]) {
      await demo.choose(program);
      await page.locator('#mode label:has([value=collect])').click();
      await demo.run();
      await demo.card(title);
      const inner = await page
        .locator('#card .card')
        .evaluate(card => [card, ...card.querySelectorAll('.body, .foot')].map(part => part.scrollWidth - part.clientWidth));
      assert.deepEqual([await demo.overflow(), ...inner], [0, 0, ...inner.slice(1).map(() => 0)], program);
      const box = await page.locator('#card .card').boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= 360 && box.height <= 740, `the card fits, ${JSON.stringify(box)}`);
      await page.keyboard.press('Escape');
      await demo.status('Pending');
      assert.equal(await demo.overflow(), 0, 'waiting');
    }
  },
  { width: 360, height: 740 },
);
