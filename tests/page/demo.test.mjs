/*
 * Owns the proof that the demo works as a person uses it: clicks and keys on www/, nothing called from inside. Its collect mode is in
 * demo-collect.test.mjs.
 */
import { strict as assert } from 'node:assert';
import { demoTest } from './demo-kit.mjs';

demoTest('clean-up: approve one, reject one, leave one for later and resume', async (page, demo) => {
  await demo.run();
  assert.equal(await demo.asked('Brightwater'), 'accounts.remove');
  assert.deepEqual(await demo.calls(), ['accounts.list  fulfilled', 'accounts.remove  pending']);
  await demo.press('approve');
  await demo.asked('Cobalt');
  await demo.press('to-reject');
  await page.keyboard.type('still in use');
  await demo.press('reject');
  await demo.asked('Gantry');
  await page.keyboard.press('Escape');

  await demo.status('Pending: 1 call waits');
  assert.deepEqual(await demo.calls(), [
    'accounts.list  fulfilled',
    'accounts.remove approved fulfilled',
    'accounts.remove rejected declined',
    'accounts.remove  pending',
  ]);
  assert.deepEqual(await demo.gone(), ['acc-102']);

  await page.locator('#waiting-runs .resume').click();
  await demo.asked('Gantry');
  await demo.press('approve');
  await demo.asked('Juniper');
  await demo.press('approve');
  await demo.status('Completed');
  assert.deepEqual((await demo.calls()).slice(3), ['accounts.remove approved fulfilled', 'accounts.remove approved fulfilled']);
  assert.deepEqual(await demo.gone(), ['acc-102', 'acc-107', 'acc-110']);
  assert.deepEqual(await demo.log(), ['4 of 7 accounts are stale', 'Cobalt Studio stays: still in use']);
  assert.match(await page.locator('#outcome').textContent(), /kept: \[\s+"Cobalt Studio"\s+\]/);
});

demoTest('the keyboard alone, and no approval by accident', async (page, demo) => {
  // A press that lands in the moment the dialog opens: from inside the page, because from here it might come too late.
  await page.evaluate(() => {
    const element = document.querySelector('#card');
    const { ask } = element;
    element.ask = (...given) => {
      const answer = ask.apply(element, given);
      const approve = element.shadowRoot.querySelector('.foot .primary');
      const mouse = new MouseEvent('mousedown', { bubbles: true, cancelable: true, composed: true });
      document.body.dataset.early = approve.dispatchEvent(mouse) ? 'takes the focus' : 'ignored';
      approve.click();
      return answer;
    };
  });
  await page.locator('#code').focus();
  await page.keyboard.press('Control+Enter');
  await demo.asked('Brightwater');
  assert.equal(await page.locator('body').getAttribute('data-early'), 'ignored');
  assert.deepEqual(await demo.gone(), []);
  assert.equal(await demo.focused(), 'Decide later Esc');
  for (const action of ['Reject…', 'Give a value…', 'Approve']) {
    await page.keyboard.press('Tab');
    assert.equal(await demo.focused(), action);
  }
  await page.keyboard.down('Enter');
  await demo.asked('Cobalt');
  // The key that approved is still down: what it repeats presses nothing.
  await page.keyboard.down('Enter');
  assert.equal(await demo.asked('Cobalt'), 'accounts.remove');
  await page.keyboard.up('Enter');
  await page.keyboard.press('Enter');
  await demo.status('Pending: 1 call waits');
  assert.deepEqual(await demo.gone(), ['acc-102']);

  await page.locator('#waiting-runs .resume').focus();
  await page.keyboard.press('Enter');
  await demo.asked('Cobalt');
  await page.keyboard.press('Escape');
  assert.ok(await page.evaluate(() => document.activeElement.closest('#waiting-runs')), 'the focus is back where the dialog was opened');
  await demo.status('Pending: 1 call waits');
});

demoTest('Stop closes the dialog and runs nothing', async (page, demo) => {
  await demo.run();
  await demo.asked('Brightwater');
  await page.keyboard.press('Control+.');
  await demo.status('Stopped');
  assert.equal(await page.locator('#card .card').count(), 0);
  assert.deepEqual(await demo.gone(), []);
});

demoTest('payment: an edit is what runs, a given value runs nothing, the schema refuses', async (page, demo) => {
  await demo.choose('payment');
  await demo.run();
  await demo.asked('Pay 1,840.00 EUR');
  await page.getByRole('button', { name: /^Edit the input/ }).click();
  await page.getByRole('button', { name: 'Edit as JSON' }).click();
  const text = page.locator('#card textarea.json');
  const note = said => page.locator('#card .field-note', { hasText: said }).waitFor();
  const original = await text.inputValue();
  await text.fill(original.replace('1840', '18 40'));
  await note('Not JSON yet');
  await text.fill(original.replace('1840', '-1'));
  await note('It does not fit: input.amount');
  assert.ok(await page.locator('#card .primary').isDisabled(), 'what its schema refuses is not sent');
  await text.fill(original.replace('1840', '184'));
  await note('amount: 1840 becomes 184. It fits the schema.');
  await demo.press('approve-edit');
  await demo.asked('Pay 620.00 EUR');
  await demo.press('to-respond');
  await demo.press('respond');
  await demo.status('Completed');
  assert.deepEqual(await demo.calls(), [
    'invoices.due  fulfilled',
    'payments.send  fulfilled',
    'payments.send edited fulfilled',
    'payments.send value given responded',
    'payments.send  invalid',
  ]);
  assert.deepEqual(await page.locator('[data-table=payments] td.number').allTextContents(), ['84.50', '184.00']);
});

demoTest('triage: what tickets say is text, and the mail with the accounts is refused', async (page, demo) => {
  await demo.choose('triage');
  await demo.run();
  for (const person of ['mira@', 'rosa@']) {
    await demo.asked(person);
    await demo.press('approve');
  }
  await demo.asked('it@helpdesk-sync.example');
  assert.match(await page.locator('#card .input').textContent(), /Fjord Logistics <ops@fjord.example>/);
  await demo.press('to-reject');
  await demo.press('reject');
  await demo.status('Completed');
  assert.equal(await page.locator('[data-table=outbox] tbody tr').count(), 2);
  assert.equal(await page.locator('main img, main table b').count(), 0, 'nothing of a ticket became an element');
});

demoTest('an error is shown with its line, and changes can be undone', async (page, demo) => {
  await page.fill('#code', 'const account = null;\n\nreturn account.name;\n');
  await page.keyboard.press('Control+Enter');
  await demo.status('Failed: GuestError');
  assert.equal(await page.locator('.numbers [data-mark=error]').textContent(), '3');
  await page.locator('#outcome button', { hasText: 'Show line 3' }).click();
  assert.equal(await page.evaluate(() => getSelection().toString()), 'return account.name;');
  await page.locator('#restore').click();
  assert.match(await page.inputValue('#code'), /^\/\/ Remove accounts/);
});

demoTest('code that misbehaves ends in a Timeout, and the page goes on', async (page, demo) => {
  await demo.choose('misbehaves');
  await demo.run();
  await demo.status('Failed: Timeout');
  assert.deepEqual(await demo.calls(), ['accounts.remove  denied']);
  assert.deepEqual(await demo.gone(), []);
  const log = await demo.log();
  for (const attempt of ['network', 'page', 'storage', 'evaluate', 'generate', 'module', 'remove']) {
    assert.ok(
      log.some(line => line.startsWith(`${attempt}: `)),
      `${attempt} was refused, in ${log.join(' | ')}`,
    );
  }
  assert.ok(!log.some(line => line.includes('worked') || line.includes('gone')), log.join(' | '));

  await demo.choose('report');
  await demo.run();
  await demo.status('Completed');
  const rows = page.locator('#outcome tbody tr');
  assert.equal(await rows.count(), 5);
  assert.match(await rows.first().textContent(), /^North/);
});

demoTest(
  'nothing is wider than a phone',
  async (page, demo) => {
    assert.equal(await demo.overflow(), 0, 'fresh');
    await demo.run();
    await demo.asked('Brightwater');
    assert.equal(await demo.overflow(), 0, 'asking');
    const box = await page.locator('#card .card').boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= 360, `the dialog fits, ${JSON.stringify(box)}`);
    await page.keyboard.press('Escape');
    await demo.status('Pending');
    assert.equal(await demo.overflow(), 0, 'waiting');
    for (const program of ['triage', 'payment', 'report']) {
      await demo.choose(program);
      assert.equal(await demo.overflow(), 0, program);
    }
  },
  { width: 360, height: 740 },
);
