/*
 * Owns the proof that a card of five hundred calls opens, is marked and is decided without a person waiting for it.
 */
import { strict as assert } from 'node:assert';
import { cardTest } from './card-kit.mjs';

cardTest('five hundred calls', {}, async (person, page) => {
  const since = performance.now();
  const opened = await page.evaluate(async () => {
    const calls = window.removals(500);
    const since = performance.now();
    window.ask(calls);
    window.element.shadowRoot.querySelector('.card').getBoundingClientRect();
    const made = performance.now() - since;
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    return [made, performance.now() - since];
  });
  await person.armed();
  await page.waitForFunction(() => window.element.shadowRoot.querySelectorAll('.row').length === 500);
  const all = performance.now() - since;
  const marked = await page.evaluate(async () => {
    const button = [...window.element.shadowRoot.querySelectorAll('.group [aria-pressed]')].at(-1);
    const since = performance.now();
    button.click();
    window.element.shadowRoot.querySelector('.card').getBoundingClientRect();
    return performance.now() - since;
  });
  assert.equal(await person.tally(), '500 to approve.');
  await person.mark(250, 'Reject');
  await person.mark(499, 'Undecided');
  assert.equal(await person.tally(), '498 to approve, 1 to reject, 1 undecided.');
  const one = await page.evaluate(() => {
    const radio = window.element.shadowRoot.querySelectorAll('.row')[400].querySelector('[value=reject]');
    const since = performance.now();
    radio.click();
    window.element.shadowRoot.querySelector('.card').getBoundingClientRect();
    return performance.now() - since;
  });
  await page.waitForTimeout(450);
  const decided = await page.evaluate(async () => {
    const since = performance.now();
    window.element.shadowRoot.querySelector('.buttons button:last-child').click();
    while (window.answer === undefined) await new Promise(done => setTimeout(done));
    return performance.now() - since;
  });
  const { answer } = await person.answered();
  assert.deepEqual([answer.approve.length, answer.reject.length], [497, 2]);
  const times = { made: opened[0], painted: opened[1], all, marked, one, decided };
  console.log(
    `500 calls, ms: ${Object.entries(times)
      .map(([name, ms]) => `${name} ${Math.round(ms)}`)
      .join(', ')}`,
  );
  // Far above what it takes here: a square in the number of rows would be far above this.
  for (const [name, ms] of Object.entries(times)) assert.ok(ms < 2_500, `${name}: ${ms} ms`);
});

cardTest('sixteen calls are in view as a list, the buttons with them', { calls: 'removals(16)', height: 700 }, async (person, page) => {
  const box = await person.card.boundingBox();
  assert.ok(box.y >= 0 && box.y + box.height <= 700, JSON.stringify(box));
  assert.ok(await person.button('Decide later').isVisible());
  const heights = await page.locator('countersign-card .row').evaluateAll(rows => rows.map(row => row.offsetHeight));
  assert.ok(Math.max(...heights) < 90, `a row takes ${Math.max(...heights)} pixels`);
});
