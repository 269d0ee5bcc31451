/*
 * Owns what the tests of the card share: a page with a card on it, and the verbs of a person in front of it. What must hold: no case sees an error on the
 * console or a violation of the page's policy. Calls are made in the page, so that they can hold what JSON can't.
 */
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pageTest } from './harness.mjs';

/** Runs in the page: `call(seq, fn, input, more)` and the sets of calls by name. */
const inPage = `
  const call = (seq, fn, input, more = {}) => ({ callId: 'run.' + seq, seq, fn, input, line: seq, state: 'undecided', ...more });
  const removal = (seq, more) => call(seq, 'files.remove', { id: 'f-' + seq }, { description: 'Deletes a file.', summary: 'Delete f-' + seq, sideEffects: ['filesystem'], ...more });
  const removals = count => Array.from({ length: count }, (_, at) => removal(at + 1));
  const payment = (seq, more) => call(seq, 'payments.send', { to: 'Fjord', amount: 1840 }, { description: 'Pays a supplier.', sideEffects: ['payment'], ...more });
`;

/**
 * A case on a page with a card. `calls` is an expression in the page: one call, or a list. `options` likewise. `body` gets the verbs, the page, and what
 * `pageTest` gives.
 */
export function cardTest(
  name,
  { calls, options = '{}', modal = true, width = 1280, height = 900, theme = 'light', media = {}, before = '' },
  body,
) {
  pageTest(name, async (page, context) => {
    const complaints = [];
    page.on('console', message => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
    await page.exposeFunction('reportViolation', text => complaints.push(text));
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme, ...media });
    await page.evaluate(`(async () => {
      document.addEventListener('securitypolicyviolation', event => reportViolation(event.violatedDirective + ': ' + event.blockedURI));
      document.documentElement.style.colorScheme = 'light dark';
      document.body.append(Object.assign(document.createElement('main'), { innerHTML: '<h1>An app</h1><button id="behind">Behind</button>' }));
      ${inPage}
      const card = await import('/pkg/card.js');
      const element = document.createElement('countersign-card');
      element.modal = ${modal};
      document.querySelector('main').append(element);
      Object.assign(window, { card, element, call, removal, removals, payment });
      window.ask = (calls, options) => {
        window.answer = undefined;
        element.ask(calls, options).then(answer => { window.answer = { answer, later: card.isLater(answer) }; });
      };
      ${before}
      if (${calls !== undefined}) ask(${calls}, ${options});
    })()`);
    const verbs = verbsOf(page);
    if (calls !== undefined) await verbs.armed();
    await body(verbs, page, context);
    assert.deepEqual(complaints, [], 'the console or the policy complained');
  });
}

const axeSource = () => readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

function verbsOf(page) {
  const host = page.locator('countersign-card');
  return {
    card: host.locator('.card'),
    /** Once presses count. */
    armed: () => host.locator('.card[data-armed]').waitFor(),
    row: at => host.locator('.row').nth(at),
    /** What was done before may have moved the row: then a press does not count yet. */
    async mark(at, word) {
      await host.locator('.row').nth(at).scrollIntoViewIfNeeded();
      await page.waitForTimeout(450);
      await host.locator('.row').nth(at).getByRole('radio', { name: word }).check();
    },
    all: word => host.locator('.group').first().getByRole('group').first().getByRole('button', { name: word }).click(),
    /** A button of the footer. */
    button: name => host.locator('.foot').getByRole('button', { name }),
    async press(name) {
      const button = host.locator('.foot').getByRole('button', { name });
      await button.waitFor();
      // Its words may just have changed: then a press does not count yet.
      await page.waitForTimeout(450);
      await button.click();
    },
    edit: async (at, text) => {
      await host
        .locator('.row')
        .nth(at)
        .getByRole('button', { name: /^Edit the input/ })
        .click();
      const asJson = host.locator('.row').nth(at).getByRole('button', { name: 'Edit as JSON' });
      if (await asJson.isVisible()) await asJson.click();
      await host.locator('.row').nth(at).locator('textarea.json').fill(text);
    },
    tally: () => host.locator('.tally').textContent(),
    footer: () => host.locator('.foot button:visible').allTextContents(),
    focused: () =>
      page.evaluate(() => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        return at?.getAttribute('aria-label') ?? (at?.textContent?.trim() || at?.value || at?.tagName);
      }),
    /** What the card answered, once it has. */
    async answered() {
      await page.waitForFunction(() => window.answer !== undefined);
      return page.evaluate(() => window.answer);
    },
    answeredNothing: () => page.evaluate(() => window.answer === undefined),
    /** What axe finds in the card, in words. */
    async axe() {
      if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource());
      return page.evaluate(async () => {
        const { violations } = await window.axe.run('countersign-card');
        return violations.map(
          ({ id, help, nodes }) => `${id}: ${help} — ${nodes.map(({ html, target }) => `${target} ${html}`).join(' | ')}`,
        );
      });
    },
    overflow: () =>
      page.evaluate(() => {
        const root = document.querySelector('countersign-card').shadowRoot;
        const wide = [root.querySelector('.card'), ...root.querySelectorAll('.card *')].filter(
          element =>
            element.scrollWidth > element.clientWidth + 1 &&
            getComputedStyle(element).overflowX !== 'visible' &&
            !element.closest('.exact, textarea, .unseen') &&
            getComputedStyle(element).display !== 'inline',
        );
        return [
          document.documentElement.scrollWidth > innerWidth ? 'the page' : undefined,
          ...wide.map(element => element.className),
        ].filter(Boolean);
      }),
  };
}
