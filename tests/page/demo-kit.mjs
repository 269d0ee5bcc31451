/*
 * Owns what the demo's tests share: a case on the demo page, and the few verbs of a person in front of it. What must hold: no case sees an
 * error on the console or a violation of the page's policy.
 */
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pageTest } from './harness.mjs';

/** A case on the demo page: `body` gets the page and its few verbs. */
export function demoTest(name, body, { width = 1280, height = 900, theme = 'light' } = {}) {
  pageTest(name, async (page, { origin }) => {
    const complaints = [];
    page.on('console', message => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
    await page.exposeFunction('reportViolation', text => complaints.push(text));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', event =>
        window.reportViolation(`${event.violatedDirective}: ${event.blockedURI}`),
      );
    });
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(`${origin}/www/`);
    await page.locator('#run:enabled').waitFor();
    await body(page, verbsOf(page));
    assert.deepEqual(complaints, [], 'the console or the policy complained');
  });
}

/** Another tab of the same profile on the demo page. */
export async function anotherTab(page) {
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await tab.locator('#run:enabled').waitFor();
  return [tab, verbsOf(tab)];
}

/**
 * Presses until it counts: for a moment after a button appears, moves or changes its words a press counts for nothing (docs/card.md). `isDone` tells that it did.
 */
async function pressUntil(page, button, isDone) {
  await button.click();
  while (!(await isDone())) {
    await page.waitForTimeout(50);
    await button.click({ timeout: 1_000 }).catch(error => isDone().then(done => done || Promise.reject(error)));
  }
}

/** What a person does with a card: the one over the page, or in a column. */
export function cardIn(page, root) {
  const host = page.locator(root);
  const card = {
    host,
    /** The card with so many calls, once it takes an answer. */
    async opens(count) {
      const title = count === 1 ? 'A call waits' : `${count} calls wait`;
      await host.getByRole('heading', { name: title }).waitFor();
      await host.locator('.card[data-armed]').waitFor();
    },
    async press(name) {
      const button = await host.locator('.foot').getByRole('button', { name }).elementHandle();
      await pressUntil(page, button, async () => !(await button.isVisible()));
    },
    /** Marks all rows of the first function, or of all. */
    async markAll(word) {
      const button = host.locator('.all, .group').first().getByRole('group').first().getByRole('button', { name: word });
      await pressUntil(page, button, async () => (await button.getAttribute('aria-pressed')) === 'true');
    },
    async mark(at, word) {
      const radio = host.locator('.row').nth(at).getByRole('radio', { name: word });
      await pressUntil(page, radio, () => radio.isChecked());
    },
    async approveAll() {
      await card.markAll('Approve');
      await card.press(/^Approve \d+$/);
    },
    /** What the app says of each call. */
    rows: () => host.locator('.row .summary').allTextContents(),
  };
  return card;
}

/** What a person does on a demo page. */
export function verbsOf(page) {
  return {
    card: cardIn(page, '#card'),
    choose: view => page.locator(`#views label:has([value=${view}])`).click(),
    mode: mode => page.locator(`#mode label:has([value=${mode}])`).click(),
    run: () => page.locator('#run').click(),
    status: text => page.locator('#status', { hasText: text }).waitFor(),
    /** Of each call what the journal says: function, signature, state. */
    calls: (root = '#entries') =>
      page
        .locator(`${root} .entry`)
        .evaluateAll(entries =>
          entries.map(entry => ['.fn', '.sign', '.state'].map(part => entry.querySelector(part).textContent).join(' ')),
        ),
    /** The remarks in the journal's rows, by number. */
    remarks: () =>
      page
        .locator('#entries .entry:has(.why:not(:empty))')
        .evaluateAll(entries => Object.fromEntries(entries.map(entry => [entry.dataset.seq, entry.querySelector('.why').textContent]))),
    /** The customers that are not as they were: `c-202 removed`. */
    customers: () =>
      page
        .locator('[data-table=customers] tbody tr')
        .evaluateAll(rows => rows.map(row => `${row.dataset.id} ${row.lastChild.textContent}`).filter(text => !text.endsWith(' active'))),
    cells: (table, column) => page.locator(`[data-table=${table}] td:nth-child(${column})`).allTextContents(),
    /** The runs that wait, as the list has them. */
    waiting: () => page.locator('#waiting-runs .words').allTextContents(),
    noneWaits: () => page.locator('#waiting').waitFor({ state: 'hidden' }),
    open: title =>
      page
        .locator('#waiting')
        .getByRole('button', { name: new RegExp(`^(Open the card of|Go on with) ${title}`) })
        .click(),
    log: () => page.locator('#log .pass:last-child .text').allTextContents(),
    focused: () =>
      page.evaluate(() => {
        const at = document.activeElement.shadowRoot?.activeElement ?? document.activeElement;
        return at.id || (at.ariaLabel ?? at.textContent);
      }),
    overflow: () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    axe: () => axeOn(page),
  };
}

const axeSource = () => readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on the page, in words; the card has tests of its own. */
async function axeOn(page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource());
  return page.evaluate(async () => {
    const { violations } = await window.axe.run({ exclude: ['countersign-card'] }, { resultTypes: ['violations'] });
    return violations.map(({ id, help, nodes }) => `${id}: ${help} — ${nodes.map(({ html, target }) => `${target} ${html}`).join(' | ')}`);
  });
}
