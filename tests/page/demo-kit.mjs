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

/** The buttons of the card by what they do. */
const buttons = {
  later: /^Decide later/,
  approve: /^Approve( \d+)?$/,
  'approve-edit': 'Approve as edited',
  'to-reject': 'Reject…',
  reject: /^Reject( \d+)?$/,
  'to-respond': 'Give a value…',
  respond: 'Give this value',
};

/** What a person does on a demo page. */
export function verbsOf(page) {
  const card = page.locator('#card .card');
  /** Once a press counts: the words of a button may just have changed. */
  const press = async name => {
    const button = page.locator('#card .foot').getByRole('button', { name });
    await button.waitFor();
    await page.waitForTimeout(450);
    await button.click();
  };
  return {
    choose: program => page.locator(`#programs label:has([value=${program}])`).click(),
    run: () => page.locator('#run').click(),
    press: action => press(buttons[action]),
    /** The function that is asked about, once the card takes an answer. */
    async asked(summary) {
      await page.locator('#card .summary', { hasText: summary }).waitFor();
      await page.locator('#card .card[data-armed]').waitFor();
      return page.locator('#card .fn').textContent();
    },
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
      await card.getByRole('heading', { level: 2, name: title.replace(/^1 call$/, 'A call').replace(/s$/, 's wait') }).waitFor();
      await page.locator('#card .card[data-armed]').waitFor();
    },
    pressButton: press,
    /** Marks all rows of the first function. */
    markAll: word => page.locator('#card .group').first().getByRole('group').first().getByRole('button', { name: word }).click(),
    async approveAll() {
      await page.locator('#card .all, #card .group').first().getByRole('button', { name: 'Approve' }).click();
      await press(/^Approve \d+$/);
    },
    /** The rows of the card: what the app says of each call, and its input. */
    rows: () =>
      page
        .locator('#card .row')
        .evaluateAll(rows =>
          rows.map(row => `${row.querySelector('.summary').textContent} | ${row.querySelector('.input').textContent.trim()}`),
        ),
    async tick(...at) {
      // What was opened before may have moved the rows: then a press does not count yet.
      await page.waitForTimeout(450);
      for (const row of at) await page.locator('#card .row').nth(row).getByRole('radio', { name: 'Approve' }).check();
    },
    tally: () => page.locator('#card .tally').textContent(),
    buttons: () => page.locator('#card .buttons button:visible').allTextContents(),
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
      page.evaluate(() => {
        const at = document.activeElement.shadowRoot?.activeElement ?? document.activeElement;
        return at.id || (at.ariaLabel ?? at.textContent);
      }),
    overflow: () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  };
}
