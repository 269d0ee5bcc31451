/*
 * Owns the proof that the demo is for everybody: axe finds nothing in any view, in both themes; nothing is wider than a phone, and under a finger nothing
 * is smaller than 44 px.
 */
import { strict as assert } from 'node:assert';
import { demoTest } from './demo-kit.mjs';

const views = ['clean-up', 'triage', 'misbehaves', 'side-by-side', 'by-hand'];

/** What can be pressed and is smaller than a fingertip. What is inside the card is the package's. */
const small = page =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, select, summary, #views label, #mode label')]
      .filter(each => each.getClientRects().length > 0)
      .map(each => [each.textContent.trim(), each.getBoundingClientRect()])
      .filter(([, { width, height }]) => width < 44 || height < 44)
      .map(([text, { width, height }]) => `${text}: ${width} × ${height}`),
  );

for (const [theme, width, height] of [
  ['light', 1280, 900],
  ['dark', 375, 812],
]) {
  demoTest(
    `every view at ${width} px, ${theme}`,
    async (page, { card, ...demo }) => {
      const fits = async (what, found = demo.axe()) => {
        assert.deepEqual(await found, [], what);
        if (width > 400) return;
        assert.deepEqual([await demo.overflow(), await small(page)], [0, []], what);
      };
      await demo.run();
      await card.opens(16);
      // What is behind a card is looked at below, and the card has tests of its own.
      await fits('with a card open', []);
      await page.keyboard.press('Escape');
      await demo.status('16 calls wait');
      await page.locator('.entry summary').first().click();
      for (const view of views) {
        if (view !== 'clean-up') await demo.choose(view);
        if (view === 'side-by-side') await demo.run();
        if (view === 'side-by-side') await page.locator('[data-mode=collect] countersign-card .card[data-armed]').waitFor();
        await fits(view);
        if (view === 'side-by-side') await page.keyboard.press('Control+.');
      }
    },
    { width, height, theme },
  );
}
