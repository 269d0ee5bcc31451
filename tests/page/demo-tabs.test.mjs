/*
 * Owns the proof that the demo's runs outlive a tab, and that another one sees it without being reloaded: closed on a card, closed while what was signed
 * runs, and two tabs with one card.
 */
import { strict as assert } from 'node:assert';
import { anotherTab, demoTest } from './demo-kit.mjs';

demoTest('two tabs, one card: when one has decided, the other’s closes and says so', async (page, { card, ...demo }) => {
  const [tab, there] = await anotherTab(page);
  await demo.run();
  await card.opens(16);
  await there.open('Records clean-up');
  await there.card.opens(16);
  assert.equal(await page.locator('#card .card').count(), 1, 'looking decides nothing');
  await there.card.markAll('Reject');
  await there.card.press('Reject 16');
  await demo.status('Decided in another tab');
  assert.equal(await page.locator('#card .card').count(), 0);
  assert.deepEqual((await demo.calls()).slice(1), Array(16).fill('customers.remove  elsewhere'));
  // The code asks for something else instead: that card is for either of them.
  await page.locator('#waiting', { hasText: 'customers.archive' }).waitFor();
  await tab.close();
});

demoTest(
  'a tab that is closed while what was signed runs: another lists it as interrupted, and goes on',
  async (page, { card, ...demo }) => {
    const [tab, there] = await anotherTab(page);
    await demo.run();
    await card.opens(16);
    await card.approveAll();
    await page.locator('.entry', { hasText: 'approved' }).locator('.state', { hasText: 'fulfilled' }).nth(2).waitFor();
    await page.close();
    await tab.locator('#waiting', { hasText: 'Interrupted' }).waitFor();
    await there.open('Records clean-up');
    // One was under way, most likely, and nobody knows whether it finished.
    const unknown = tab.locator('#card .card[data-armed]');
    await Promise.race([unknown.waitFor(), there.status('Completed')]);
    if (await unknown.count()) {
      assert.match(await tab.locator('#card .note').textContent(), /may have happened: look in the app’s data/);
      const done = (await there.customers()).includes(`${/c-\d+/.exec(await tab.locator('#card .input').textContent())[0]} removed`);
      if (done) {
        await there.card.press('Give a value…');
        await there.card.press('Give this value');
      } else {
        await there.card.press('Run it again');
      }
      await there.status('Completed');
    }
    assert.equal((await there.customers()).length, 16);
    await there.noneWaits();
    await tab.close();
  },
);
