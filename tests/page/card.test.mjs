/*
 * Owns the proof that the card asks and answers: a call or a whole card, each way of deciding, edits, what closes it, and both kinds of hook.
 */
import { strict as assert } from 'node:assert';
import { cardTest } from './card-kit.mjs';
import { inPage } from './harness.mjs';

const schema = `{ type: 'object', properties: { to: { type: 'string' }, amount: { type: 'number', exclusiveMinimum: 0 } }, required: ['to', 'amount'] }`;
const functions = `{ payments: { send: { execute() {}, inputSchema: ${schema} } } }`;

cardTest('one call: approve', { calls: 'payment(2)' }, async (person, _page) => {
  assert.deepEqual(await person.footer(), ['Decide later Esc', 'Reject…', 'Approve']);
  assert.match(await person.card.textContent(), /payments\.send.*payment.*Pays a supplier\..*to "Fjord".*amount 1840/s);
  await person.press('Approve');
  assert.deepEqual(await person.answered(), { answer: 'approve', later: false });
  assert.equal(await person.card.count(), 0, 'it is gone');
});

cardTest('one call: reject with a reason, and back before that', { calls: 'payment(2)' }, async (person, page) => {
  await person.press('Reject…');
  await person.press('Back');
  assert.deepEqual(await person.footer(), ['Decide later Esc', 'Reject…', 'Approve']);
  await person.press('Reject…');
  await page.keyboard.type('too much');
  await page.keyboard.press('Enter');
  assert.ok(await person.answeredNothing(), 'Enter decides nothing');
  await person.press('Reject');
  assert.deepEqual(await person.answered(), { answer: { decision: 'reject', reason: 'too much' }, later: false });
});

cardTest(
  'one call: an edit is checked as one types, by its schema',
  { calls: 'payment(2)', options: `{ functions: ${functions} }` },
  async (person, page) => {
    await person.edit(0, '{ "to": "Fjord", ');
    const note = person.row(0).locator('.field-note');
    assert.match(await note.textContent(), /^Not JSON yet/);
    assert.ok(await person.button('Approve').isDisabled());
    await person.row(0).locator('textarea.json').fill('{ "to": "Fjord", "amount": -3 }');
    await person.row(0).locator('.field-note.bad', { hasText: 'input.amount' }).waitFor();
    assert.ok(await person.button('Approve').isDisabled());
    assert.match(await person.tally(), /^It can’t be approved/);
    await person.row(0).locator('textarea.json').fill('{ "to": "Fjord", "amount": 184 }');
    await page.getByText('amount: 1840 becomes 184.').waitFor();
    assert.match(await person.row(0).locator('.input').textContent(), /amount 184 /, 'what would run is in view');
    await person.press('Approve as edited');
    assert.deepEqual(await person.answered(), { answer: { decision: 'approve', input: { to: 'Fjord', amount: 184 } }, later: false });
  },
);

cardTest('one call: an edit that is undone is none', { calls: 'payment(2)' }, async (person, page) => {
  await person.edit(0, '{ "to": "Fjord", "amount": 184 }');
  await page.getByRole('button', { name: 'Undo the edit' }).click();
  assert.match(await person.row(0).locator('.input').textContent(), /amount 1840/);
  await person.press('Approve');
  assert.deepEqual((await person.answered()).answer, 'approve');
});

cardTest(
  'a Standard Schema is asked too, and a schema that throws is no yes',
  {
    calls: '[payment(1), payment(2)]',
    options: `{ functions: { payments: { send: { execute() {}, inputSchema: { '~standard': { version: 1, vendor: 'test', validate: async value => {
    if (value.amount === 13) throw new Error('unlucky');
    return value.amount > 0 ? { value } : { issues: [{ path: ['amount'], message: 'more than nothing' }] };
  } } } } } } }`,
  },
  async (person, _page) => {
    const note = text => person.row(0).locator('.field-note', { hasText: text }).waitFor();
    await person.edit(0, '{ "amount": 0 }');
    await note('It does not fit: input.amount: more than nothing');
    await person.row(0).locator('textarea.json').fill('{ "amount": 13 }');
    await note('unlucky');
    await person.mark(0, 'Approve');
    assert.ok(await person.button('Approve 1').isDisabled());
    await person.row(0).locator('textarea.json').fill('{ "amount": 7 }');
    await note('It fits the schema.');
    await person.press('Approve 1');
    assert.deepEqual((await person.answered()).answer.approve, [{ callId: 'run.1', input: { amount: 7 } }]);
  },
);

cardTest(
  'many calls: marks decide nothing until one press, and what is left stays undecided',
  { calls: 'removals(4)' },
  async (person, page) => {
    assert.deepEqual(await person.footer(), ['Decide later Esc', 'Nothing decided yet']);
    assert.ok(await person.button('Nothing decided yet').isDisabled());
    await person.mark(0, 'Approve');
    await person.mark(1, 'Reject');
    await person.mark(2, 'Reject');
    assert.equal(await person.tally(), '1 to approve, 2 to reject, 1 undecided.');
    await person.row(2).getByRole('button', { name: 'Reason for No. 3' }).click();
    await page.keyboard.type('in use');
    await page.getByRole('button', { name: 'Reason for the 2 you reject…' }).click();
    await page.getByLabel(/^Reason for the 2 you reject, /).fill('not today');
    assert.ok(await person.answeredNothing());
    await person.press('Approve 1, reject 2');
    assert.deepEqual(await person.answered(), {
      answer: {
        approve: ['run.1'],
        reject: [
          { callId: 'run.2', reason: 'not today' },
          { callId: 'run.3', reason: 'in use' },
        ],
        respond: [],
      },
      later: false,
    });
  },
);

cardTest(
  'rows of a function are decided together, and rows of others are not',
  { calls: '[payment(1), ...removals(3).map(row => ({ ...row, seq: row.seq + 1, callId: "run." + (row.seq + 1) })), payment(5)]' },
  async (person, page) => {
    const group = page.locator('countersign-card .group').nth(1);
    assert.match(await group.textContent(), /^files\.remove/);
    await group.getByRole('group').first().getByRole('button', { name: 'Approve' }).click();
    assert.equal(await person.tally(), '3 to approve, 2 undecided.');
    await person.press('Approve 3');
    assert.deepEqual((await person.answered()).answer, { approve: ['run.2', 'run.3', 'run.4'], reject: [], respond: [] });
  },
);

const someUnknown = '[removal(1, { state: "unknown" }), removal(2, { state: "unknown" }), removal(3), removal(4)]';

cardTest('calls nobody knows the end of stand apart: no button for many reaches them', { calls: someUnknown }, async (person, page) => {
  assert.equal(await page.locator('countersign-card .unknown .row').count(), 2);
  assert.equal(await page.locator('countersign-card .unknown [role=group]').count(), 0);
  await person.all('Approve');
  assert.equal(await person.tally(), '2 to approve, 2 undecided.');
  await person.mark(0, 'Run again');
  await person.mark(1, 'Answer');
  await person.row(1).locator('textarea.json').fill('{ "deleted": true }');
  await person.press('Approve 3, answer 1');
  const { answer } = await person.answered();
  assert.deepEqual([answer.approve.sort(), answer.respond], [['run.1', 'run.3', 'run.4'], [{ callId: 'run.2', value: { deleted: true } }]]);
});

cardTest(
  'one call, a value in its place',
  { calls: 'payment(2)', options: '{ respond: ({ input }) => ({ paid: input.amount }) }' },
  async (person, page) => {
    await person.press('Give a value…');
    assert.equal(await page.getByLabel(/^Value for the code/).inputValue(), '{\n  "paid": 1840\n}');
    await page.getByLabel(/^Value for the code/).fill('{');
    assert.ok(await person.button('Give this value').isDisabled());
    await page.getByLabel(/^Value for the code/).fill('{ "paid": 0 }');
    await person.press('Give this value');
    assert.deepEqual((await person.answered()).answer, { decision: 'respond', value: { paid: 0 } });
  },
);

cardTest(
  'the signal closes it, and it answers later',
  { calls: 'removals(2)', options: '{ signal: (window.stop = new AbortController()).signal }' },
  async (person, page) => {
    await person.mark(0, 'Approve');
    await page.evaluate(() => window.stop.abort());
    assert.deepEqual(await person.answered(), { answer: { approve: [], reject: [], respond: [] }, later: true });
    assert.equal(await person.card.count(), 0);
    await page.evaluate(() => window.ask(window.payment(1), { signal: window.stop.signal }));
    assert.deepEqual(await person.answered(), { answer: 'pause', later: true }, 'aborted before it was asked');
  },
);

cardTest('taken out of the document it answers later; moved, it goes on', { calls: 'payment(2)', modal: false }, async (person, page) => {
  await page.evaluate(() => document.body.append(window.element));
  await page.evaluate(() => new Promise(done => setTimeout(done)));
  assert.ok(await person.answeredNothing());
  await page.evaluate(() => window.element.remove());
  assert.deepEqual(await person.answered(), { answer: 'pause', later: true });
  assert.match(await page.evaluate(() => window.element.ask(window.payment(1)).catch(error => error.message)), /is in no document/);
});

cardTest('what is asked while it is open waits in line', {}, async (person, page) => {
  await page.evaluate(() => {
    window.order = [];
    const stop = new AbortController();
    for (const seq of [1, 2, 3]) {
      window.element
        .ask(window.payment(seq, { summary: `number ${seq}` }), seq === 2 ? { signal: stop.signal } : {})
        .then(answer => window.order.push([seq, answer]));
    }
    stop.abort();
  });
  await person.armed();
  await page.getByText('number 1').waitFor();
  await person.press('Approve');
  await page.getByText('number 3').waitFor();
  await person.armed();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => window.order.length === 3);
  assert.deepEqual(await page.evaluate(() => window.order), [
    [2, 'pause'],
    [1, 'approve'],
    [3, 'pause'],
  ]);
});

cardTest('what waits in line is answered, too, when the element leaves the document', {}, async (_person, page) => {
  const answers = await page.evaluate(async () => {
    const asked = [1, 2, 3].map(seq => window.element.ask(window.payment(seq)));
    window.element.remove();
    return Promise.all(asked);
  });
  assert.deepEqual(answers, ['pause', 'pause', 'pause']);
});

cardTest(
  'dialogs are shown one after another, each in its own parent, and leave neither an element nor a listener behind',
  {},
  async (person, page) => {
    await page.evaluate(() => {
      window.element.remove();
      const places = ['first', 'second', 'third'].map(id => Object.assign(document.createElement('div'), { id }));
      document.body.append(...places);
      const { signal } = new AbortController();
      window.listeners = 0;
      for (const [name, by] of [
        ['addEventListener', 1],
        ['removeEventListener', -1],
      ]) {
        const plain = signal[name].bind(signal);
        signal[name] = (...given) => {
          window.listeners += by;
          plain(...given);
        };
      }
      window.order = [];
      for (const [at, parent] of places.entries()) {
        window.card.askInDialog(window.payment(at + 1), { parent, signal }).then(answer => window.order.push([at + 1, answer]));
      }
    });
    await page.locator('#first > countersign-card').waitFor({ state: 'attached' });
    await person.armed();
    await person.press('Approve');
    await page.locator('#second > countersign-card').waitFor({ state: 'attached' });
    assert.equal(await page.locator('countersign-card').count(), 1);
    // A part of the page that goes takes its card along, and no other.
    await page.evaluate(() => document.querySelector('#second').remove());
    await page.locator('#third > countersign-card').waitFor({ state: 'attached' });
    await person.armed();
    await person.press('Approve');
    await page.waitForFunction(() => window.order.length === 3);
    assert.deepEqual(await page.evaluate(() => window.order), [
      [1, 'approve'],
      [2, 'pause'],
      [3, 'approve'],
    ]);
    assert.deepEqual(await page.evaluate(() => [window.listeners, document.querySelectorAll('countersign-card').length]), [0, 0]);
  },
);

cardTest(
  'why a decision did not count is at its row, and the marks are as they were left',
  { calls: 'removals(3)' },
  async (person, page) => {
    await person.mark(0, 'Approve');
    await person.mark(2, 'Reject');
    await person.edit(0, '{ "id": 7 }');
    await person.press('Approve 1, reject 1');
    await person.answered();
    await page.evaluate(() => {
      const problems = [{ callId: 'run.1', message: 'files.remove: the input does not fit its schema: input.id: not a string' }];
      window.ask(window.removals(3), {
        refused: Object.assign(new Error('the decisions do not fit'), { name: 'InvalidDecisions', problems }),
      });
    });
    await person.armed();
    assert.equal(await person.tally(), '1 to approve (1 edited), 1 to reject, 1 undecided.');
    assert.equal(await person.row(0).locator('.refusal:visible').textContent(), 'The last decision did not count: input.id: not a string');
    assert.equal(await person.row(0).locator('textarea.json').inputValue(), '{ "id": 7 }');
    assert.match(await page.locator('countersign-card .head .refusal').textContent(), /Nothing ran.*Not accepted: No\. 1/);
  },
);

cardTest(
  'an error of the call is at its row',
  { calls: '[removal(1), removal(2, { error: { name: "TypeError", message: "no\\u202e" } })]' },
  async (person, _page) => {
    assert.match(await person.row(1).locator('.refusal').textContent(), /^The last decision did not count: noU\+202E$/);
    assert.equal(await person.row(0).locator('.refusal:visible').count(), 0);
  },
);

cardTest(
  'words of one’s own, a title and a note',
  {
    calls: 'removals(2)',
    options:
      '{ title: "Aufräumen", note: "Zwei Dateien", words: { approve: "Erlauben", reject: "Ablehnen", undecided: "Offen", tally: a => a + " erlaubt" } }',
  },
  async (person, page) => {
    await person.mark(1, 'Erlauben');
    assert.equal(await person.tally(), '1 erlaubt');
    assert.equal(await person.card.getAttribute('role'), null);
    assert.equal(await page.getByRole('dialog', { name: 'Aufräumen' }).count(), 1);
    assert.equal(await page.getByText('Zwei Dateien').count(), 1);
  },
);

cardTest('it is a hook by itself, in collect and in pause', {}, async (person, page) => {
  await page.evaluate(async () => {
    const { createSandbox } = await import('/pkg/index.js');
    window.ran = [];
    const functions = { drop: { approval: true, execute: async ({ id }) => void window.ran.push(id) } };
    const sandbox = createSandbox({ functions });
    const code = 'for (const id of [1, 2, 3]) { try { await drop({ id }) } catch (error) { console.log(error.reason) } }';
    window.run = mode => {
      window.result = undefined;
      sandbox.run({ code, approval: { mode, onApproval: window.card.askInDialog } }).then(result => (window.result = result));
    };
    window.run('collect');
  });
  await person.armed();
  await person.mark(0, 'Approve');
  await person.mark(1, 'Reject');
  await page.getByRole('button', { name: 'Reason for the 1 you reject…' }).click();
  await page.getByRole('textbox', { name: /^Reason, which/ }).fill('keep it');
  await person.press('Approve 1, reject 1');
  await page.getByRole('heading', { name: 'A call waits' }).waitFor();
  await person.armed();
  assert.deepEqual(await page.evaluate(() => window.ran), [1], 'the third waits on a card of its own');
  await person.press('Approve');
  await page.waitForFunction(() => window.result);
  const [status, ran, logs] = await page.evaluate(() => [window.result.status, window.ran, window.result.logs.map(({ text }) => text)]);
  assert.deepEqual([status, ran, logs], ['completed', [1, 3], ['keep it']]);

  await page.evaluate(() => {
    window.ran.length = 0;
    window.run('pause');
  });
  for (const word of ['Approve', 'Approve', 'Decide later']) {
    await person.armed();
    await person.press(word);
  }
  await page.waitForFunction(() => window.result);
  assert.deepEqual(await page.evaluate(() => [window.result.status, window.ran]), ['pending', [1, 2]]);
  assert.equal(await page.locator('body > countersign-card').count(), 0, 'nothing is left of it');
});

cardTest('marking goes as fast as a hand: no mark moves the rows', { calls: 'removals(12)' }, async (person, page) => {
  await page.waitForTimeout(450);
  const places = () =>
    page.locator('countersign-card .pick').evaluateAll(picks => picks.map(pick => Math.round(pick.getBoundingClientRect().top)));
  const before = await places();
  for (const [at, word] of ['Approve', 'Reject', 'Reject', 'Undecided', 'Approve', 'Reject'].entries()) {
    await person.row(at).getByRole('radio', { name: word }).check();
  }
  assert.deepEqual(await places(), before);
  assert.equal(await person.tally(), '2 to approve, 3 to reject, 7 undecided.');
});

inPage(
  'what is no call and no list of calls is refused, and a run is told to give its `pending`',
  async ({ load, ok, equal }) => {
    const { askInDialog, CountersignCard } = await load('/pkg/card.js');
    for (const ask of [askInDialog, (...given) => new CountersignCard().ask(...given)]) {
      for (const [given, words] of [
        [undefined, 'this is neither'],
        [[{}], 'this is neither'],
        [{ status: 'pending', pending: [] }, 'give its `pending`'],
      ]) {
        const error = await ask(given).then(
          () => undefined,
          thrown => thrown,
        );
        ok(error instanceof TypeError && error.message.endsWith(words), String(error));
      }
    }
    equal(document.querySelectorAll('countersign-card').length, 0);
  },
  { needsPage: true },
);

cardTest(
  'what is approved behind an undecided or a rejected call is said before one sends, and is no news where nothing is held back',
  { calls: '[payment(3), removal(5), payment(9), removal(11)]' },
  async (person, _page) => {
    const held = () => person.card.locator('.held-back').textContent();
    const numbers = () => person.card.locator('.no').allTextContents();
    // In groups by function; numbered in the order of the run, without the calls that are not on the card.
    assert.deepEqual(await numbers(), ['No. 1', 'No. 3', 'No. 2', 'No. 4']);
    await person.mark(0, 'Approve');
    assert.equal(await held(), '');
    await person.mark(1, 'Approve');
    assert.equal(await held(), '1 approved call may have to wait until No. 2 is decided.');
    await person.mark(3, 'Approve');
    assert.equal(await held(), '2 approved calls may have to wait until No. 2 is decided.');
    const send = person.button('Approve 3');
    assert.equal(
      await send.evaluate(button => button.getRootNode().getElementById(button.getAttribute('aria-describedby')).textContent),
      await held(),
    );
    await person.mark(2, 'Reject');
    assert.equal(await held(), '2 approved calls may never run: the code may end where No. 2 is rejected.');
    await person.mark(2, 'Approve');
    assert.equal(await held(), '');
  },
);

cardTest(
  'marks, reasons and edits are kept over later, by Escape or a signal, and not once they were decided',
  {},
  async (person, page) => {
    const ask = options => page.evaluate(`ask([removal(2), removal(4), removal(6, { state: 'unknown' })], ${options ?? '{}'})`);
    const note = () => person.card.locator('.kept').count();
    await ask('{ signal: (window.stop = new AbortController()).signal }');
    await person.armed();
    assert.equal(await note(), 0);
    await person.mark(0, 'Run again');
    await person.mark(1, 'Reject');
    await person.edit(2, '{ "id": "f-5" }');
    await person.mark(2, 'Approve');
    await page.getByRole('button', { name: 'Reason for the 1 you reject…' }).click();
    await page.getByLabel(/^Reason, which/).fill('in use');
    await page.evaluate(() => window.stop.abort());
    assert.equal((await person.answered()).later, true);
    for (const leave of ['Escape', undefined]) {
      await ask();
      await person.armed();
      assert.equal(await note(), 1);
      await page.waitForFunction(() =>
        /Nothing runs until you decide\. Your marks are as you left them\.$/.test(
          window.element.shadowRoot.querySelector('.card').lastElementChild.textContent,
        ),
      );
      assert.equal(
        await person.tally(),
        '1 to approve (1 edited), 1 to reject, 1 undecided.',
        'a call nobody knows the end of is marked anew',
      );
      assert.equal(await person.row(2).locator('.input').textContent(), 'id "f-5"');
      if (leave) await page.keyboard.press(leave);
      if (leave) await person.answered();
    }
    await person.press('Approve 1, reject 1');
    assert.deepEqual((await person.answered()).answer, {
      approve: [{ callId: 'run.4', input: { id: 'f-5' } }],
      reject: [{ callId: 'run.2', reason: 'in use' }],
      respond: [],
    });
    await ask();
    await person.armed();
    assert.deepEqual([await person.tally(), await note()], ['3 undecided.', 0]);
  },
);

for (const theme of ['light', 'dark']) {
  cardTest(
    `in a browser that knows neither light-dark() nor :has(), it looks the same: ${theme}`,
    { calls: 'removals(3)', theme, before: 'CSS.supports = () => false;' },
    async (person, page) => {
      const colours = () =>
        page.evaluate(() => {
          const root = window.element.shadowRoot;
          const of = (selector, name) => getComputedStyle(root.querySelector(selector))[name];
          return [of('.card', 'backgroundColor'), of('.card', 'color'), of('.effect', 'color'), of('.tally', 'color')];
        });
      await person.mark(1, 'Approve');
      const old = await colours();
      assert.equal(await person.row(1).locator('.pick.on').textContent(), 'Approve');
      const dark = await person.card.getAttribute('data-dark');
      assert.equal(dark, theme === 'dark' ? '' : null);
      const now = await page.evaluate(dark => {
        const sheet = [...window.element.shadowRoot.adoptedStyleSheets[0].cssRules].map(({ cssText }) => cssText).join('');
        const of = name => new RegExp(`--_${name}: var\\(--countersign-${name}, (#\\w+)\\)`, 'g');
        return [sheet.includes('light-dark'), [...sheet.matchAll(of('surface'))].map(([, colour]) => colour)[dark ? 1 : 0]];
      }, theme === 'dark');
      assert.deepEqual(now, [false, theme === 'dark' ? '#16181c' : '#ffffff']);
      assert.equal(old[0], theme === 'dark' ? 'rgb(22, 24, 28)' : 'rgb(255, 255, 255)');
      await page.evaluate(() => {
        document.documentElement.style.colorScheme = 'light';
        window.element.close();
        window.ask(window.removals(2));
      });
      await person.armed();
      assert.equal((await colours())[0], 'rgb(255, 255, 255)', 'a page that is always light has a light card');
    },
  );
}
