/*
 * Owns the proof that the demo's runs outlive a tab: closed on a card and opened again, closed while what was signed runs, and two tabs with one card.
 */
import { strict as assert } from 'node:assert';
import { demoTest, verbsOf } from './demo-kit.mjs';

/** Another tab of the same profile on the demo page. */
async function anotherTab(page) {
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await tab.locator('#run:enabled').waitFor();
  return [tab, verbsOf(tab)];
}

demoTest('a tab that is closed on a card: in the next the card is there', async (page, demo) => {
  await demo.choose('batch');
  await demo.run();
  await demo.card('16 calls');
  const [tab, there] = await anotherTab(page);
  await page.close();
  await there.openCard('Delete a batch');
  await there.card('16 calls');
  await there.approveAll();
  await there.status('Completed');
  await tab.close();
});

demoTest('a tab that is closed while what was signed runs: in the next it goes on', async (page, demo) => {
  await demo.choose('batch');
  await demo.run();
  await demo.card('16 calls');
  await demo.approveAll();
  await page.locator('.entry', { hasText: 'approved' }).locator('.state', { hasText: 'fulfilled' }).nth(2).waitFor();
  const [tab, there] = await anotherTab(page);
  await page.close();
  await tab.reload();
  const goOn = tab.locator('#waiting').getByRole('button', { name: 'Go on with Delete a batch' });
  await goOn.click();
  // One was under way, most likely, and nobody knows whether it finished.
  const unknown = tab.locator('#card .card[data-armed]');
  await Promise.race([unknown.waitFor(), there.status('Completed')]);
  if (await unknown.count()) {
    assert.match(await tab.locator('#card .card').textContent(), /nobody knows whether it finished/);
    await there.pressButton('Run it again');
    await there.status('Completed');
  }
  const calls = await there.calls();
  assert.deepEqual(calls.slice(1), Array(16).fill('files.remove approved fulfilled'));
  await there.noneWaits();
  await tab.close();
});

demoTest('two tabs, one card: when one has decided, the other’s closes', async (page, demo) => {
  await demo.choose('batch');
  await demo.run();
  await demo.card('16 calls');
  const [tab, there] = await anotherTab(page);
  await there.openCard('Delete a batch');
  await there.card('16 calls');
  await there.approveAll();
  await demo.status('Decided in another tab');
  assert.equal(await page.locator('#card .card').count(), 0);
  await there.status('Completed');
  await demo.noneWaits();
  await tab.close();
});
