/*
 * Owns what the demo's tests share: a case on the demo page, and the few verbs of a person in front of it. What must hold: no case sees an
 * error on the console or a violation of the page's policy.
 */
import { strict as assert } from 'node:assert';
import { pageTest } from './harness.mjs';

/** A case on the demo page: `body` gets the page and its few verbs. */
export function demoTest(name, body, viewport = { width: 1280, height: 900 }) {
  pageTest(name, async (page, { origin }) => {
    const complaints = [];
    page.on('console', message => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
    await page.exposeFunction('reportViolation', text => complaints.push(text));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', event =>
        window.reportViolation(`${event.violatedDirective}: ${event.blockedURI}`),
      );
    });
    await page.setViewportSize(viewport);
    await page.goto(`${origin}/www/`);
    await page.locator('#run:enabled').waitFor();
    await body(page, verbsOf(page));
    assert.deepEqual(complaints, [], 'the console or the policy complained');
  });
}

/** What a person does on a demo page. */
export function verbsOf(page) {
  const dialog = page.locator('#ask[open][data-armed]');
  const press = action => page.locator(`#ask [data-do=${action}]`).click();
  return {
    choose: program => page.locator(`#programs label:has([value=${program}])`).click(),
    run: () => page.locator('#run').click(),
    press,
    /** The function that is asked about, once the dialog takes an answer. */
    async asked(summary) {
      await page.locator('#ask-summary', { hasText: summary }).waitFor();
      await dialog.waitFor();
      return page.locator('#ask-title').textContent();
    },
    panel: name => page.locator(`#ask[data-armed][data-panel=${name}]`).waitFor(),
    status: text => page.locator('#status', { hasText: text }).waitFor(),
    /** Of each call what the list says: function, signature, state. */
    calls: () =>
      page
        .locator('.entry')
        .evaluateAll(entries =>
          entries.map(entry => ['.fn', '.sign', '.state'].map(part => entry.querySelector(part).textContent).join(' ')),
        ),
    gone: () => page.locator('[data-table=accounts] .gone').evaluateAll(rows => rows.map(row => row.dataset.id)),
    /** The card with so many calls, once it takes an answer. */
    async card(title) {
      await page.locator('#card-title', { hasText: title }).waitFor();
      await page.locator('#card[open][data-armed]').waitFor();
    },
    pressCard: action => page.locator(`#card [data-do=${action}]`).click(),
    /** The rows of the card: what the app says of each call, and its input. */
    rows: () =>
      page
        .locator('#card-rows .row')
        .evaluateAll(rows => rows.map(row => `${row.querySelector('.summary').textContent} | ${row.querySelector('.input').textContent}`)),
    async tick(...at) {
      for (const row of at) await page.locator('#card-rows .row').nth(row).locator('input').check();
    },
    buttons: () => page.locator('#card .answer:visible button:visible').allTextContents(),
    /** The runs that wait, as the list has them. */
    waiting: () => page.locator('#waiting-runs .run-head .words > b').allTextContents(),
    noneWaits: () => page.locator('#waiting').waitFor({ state: 'hidden' }),
    openCard: title =>
      page
        .locator('#waiting-runs .run', { hasText: title })
        .getByRole('button', { name: /^Open the card/ })
        .click(),
    passes: () => page.locator('#log .pass-title').allTextContents(),
    log: () => page.locator('#log .pass:last-child .text').allTextContents(),
    focused: () =>
      page.evaluate(() => document.activeElement.dataset.do ?? (document.activeElement.id || document.activeElement.ariaLabel)),
    overflow: () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  };
}
