/*
 * Owns the proof that people can use the card: by keyboard alone, with a screen reader, with any zoom and theme, and not by accident.
 */
import { strict as assert } from 'node:assert';
import { cardTest } from './card-kit.mjs';

cardTest('the keyboard alone decides many calls, and Enter decides none by itself', { calls: 'removals(3)' }, async (person, page) => {
  assert.equal(await person.focused(), 'Decide later Esc', 'the focus starts where nothing is decided');
  const press = async keys => {
    for (const key of keys.split(' ')) await page.keyboard.press(key);
  };
  // Past the buttons and out of the card, it begins again at the top.
  await press('Tab Tab');
  assert.equal(await person.focused(), 'Undecided');
  await press('Tab Tab Tab');
  assert.equal(await person.focused(), 'undecided', 'the first row');
  await press('ArrowRight ArrowRight');
  assert.equal(await person.tally(), '1 to approve, 2 undecided.');
  await press('Enter');
  assert.ok(await person.answeredNothing(), 'Enter on a mark decides nothing');
  await press('Tab Tab Tab ArrowRight');
  assert.equal(await person.tally(), '1 to approve, 1 to reject, 1 undecided.');
  await page.keyboard.press('Escape');
  assert.equal((await person.answered()).later, true, 'Escape means later, whatever is marked');
});

cardTest('the keyboard alone approves one call', { calls: 'payment(1)' }, async (person, page) => {
  for (const name of ['Reject…', 'Approve']) {
    await page.keyboard.press('Tab');
    assert.equal(await person.focused(), name);
  }
  await page.keyboard.press('Enter');
  assert.equal((await person.answered()).answer, 'approve');
});

cardTest('Escape leaves an edit first, and the card after that', { calls: '[removal(1), removal(2)]' }, async (person, page) => {
  await person.edit(0, '{ "id": ');
  await page.keyboard.press('Escape');
  assert.ok(await person.answeredNothing());
  assert.equal(await person.focused(), 'Edit the input of No. 1');
  await page.keyboard.press('Enter');
  assert.equal(await person.row(0).locator('textarea.json').inputValue(), '{\n  "id": "f-1"\n}', 'what was no JSON is not kept');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  assert.equal((await person.answered()).later, true);
});

cardTest('Escape beside an inline card means later too, from inside it', { calls: 'removals(2)', modal: false }, async (person, page) => {
  await page.locator('#behind').focus();
  await page.keyboard.press('Escape');
  assert.ok(await person.answeredNothing(), 'it is no business of the card');
  await person.button('Decide later').focus();
  await page.keyboard.press('Escape');
  assert.equal((await person.answered()).later, true);
});

cardTest('an inline card takes the focus only from nobody', { modal: false }, async (person, page) => {
  await page.locator('#behind').focus();
  await page.evaluate(() => window.ask(window.removals(2)));
  await person.armed();
  assert.equal(await person.focused(), 'Behind');
  await page.evaluate(() => window.element.close());
  await page.evaluate(() => document.activeElement.blur());
  await page.evaluate(() => window.ask(window.removals(2)));
  await person.armed();
  assert.equal(await person.focused(), 'Decide later');
});

cardTest('a modal card gives the focus back', {}, async (person, page) => {
  await page.locator('#behind').focus();
  await page.evaluate(() => window.ask(window.payment(1)));
  await person.armed();
  await page.keyboard.press('Escape');
  assert.equal(await person.focused(), 'Behind');
});

cardTest('a press that lands as the card opens does nothing, and takes no focus', {}, async (person, page) => {
  for (const calls of ['one', 'many']) {
    await page.evaluate(how => window.ask(how === 'one' ? window.payment(1) : window.removals(3)), calls);
    // From inside the page, because from here it might come too late.
    const early = await page.evaluate(() => {
      const root = window.element.shadowRoot;
      const mouse = new MouseEvent('mousedown', { bubbles: true, cancelable: true, composed: true });
      const yes = root.querySelector('.buttons button:last-child');
      const kept = yes.dispatchEvent(mouse);
      yes.click();
      for (const pick of root.querySelectorAll('.pick')) pick.click();
      return [kept, root.querySelectorAll('.row[data-mark=approve] .pick, .row[data-mark=reject] .pick').length];
    });
    assert.deepEqual(early, [false, 0]);
    assert.ok(await person.answeredNothing());
    await person.armed();
    assert.equal(await person.focused(), 'Decide later Esc');
    await page.keyboard.press('Escape');
    await person.answered();
  }
});

cardTest(
  'a press right after what is below it has moved, or says something else, does nothing',
  { calls: '[payment(1), removal(2), removal(3)]' },
  async (person, page) => {
    const marks = () => page.locator('countersign-card .row').evaluateAll(rows => rows.map(row => row.dataset.mark));
    // From inside the page, because from here it might come too late: what is above grows, is laid out, and a press lands on what has moved.
    const tooSoon = await page.evaluate(async () => {
      const rows = window.element.shadowRoot.querySelectorAll('.row');
      const press = control =>
        control.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, detail: 1 }));
      for (let attempt = 0; attempt < 20; attempt += 1) {
        await new Promise(done => setTimeout(done, 450));
        const since = performance.now();
        rows[0].querySelector('.tools button').click();
        await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
        press(rows[1].querySelector('[value=approve]'));
        press(rows[2].querySelector('.pick.reject'));
        if (performance.now() - since < 350) return true;
        for (const row of rows) row.querySelector('[value=undecided]').click();
      }
      return false;
    });
    assert.ok(tooSoon, 'this machine was too slow for the case');
    assert.deepEqual(await marks(), ['undecided', 'undecided', 'undecided']);
    await page.waitForTimeout(450);
    await person.mark(1, 'Approve');
    await page.evaluate(() =>
      window.element.shadowRoot
        .querySelector('.buttons button:last-child')
        .dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, detail: 1 })),
    );
    assert.ok(await person.answeredNothing(), 'its words have only just changed');
    await person.press('Approve 1');
    assert.deepEqual((await person.answered()).answer.approve, ['run.2']);
  },
);

cardTest(
  'a press right after the page has moved or scrolled an inline card does nothing; right after the person has scrolled it counts',
  { calls: 'removals(3)', modal: false, height: 500 },
  async (person, page) => {
    const pressed = await page.evaluate(async () => {
      const radio = window.element.shadowRoot.querySelectorAll('.row')[1].querySelector('[value=approve]');
      const press = () => {
        radio.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, detail: 1 }));
        return radio.checked;
      };
      const settled = () => new Promise(done => setTimeout(done, 700));
      await settled();
      const above = document.createElement('p');
      above.style.height = '900px';
      document.querySelector('main').prepend(above);
      const first = press();
      await settled();
      scrollTo(0, 300);
      const second = press();
      await settled();
      document.body.dispatchEvent(new WheelEvent('wheel', { bubbles: true, deltaY: -100 }));
      scrollTo(0, 200);
      // The event that tells of it comes with the next frame.
      return [first, second, press()];
    });
    assert.deepEqual(pressed, [false, false, true]);
    assert.equal(await person.tally(), '1 to approve, 2 undecided.');
  },
);

cardTest('the second press of a double click counts only where the first was', { calls: 'removals(3)' }, async (person, page) => {
  await page.waitForTimeout(450);
  const marks = await page.evaluate(() => {
    const rows = [...window.element.shadowRoot.querySelectorAll('.row')];
    const radios = rows.map(row => row.querySelector('[value=approve]'));
    const click = (control, detail) =>
      control.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, detail }));
    click(radios[0], 1);
    click(radios[1], 2);
    click(radios[2], 1);
    click(radios[2], 2);
    return radios.map(radio => radio.checked);
  });
  assert.deepEqual(marks, [true, false, true]);
  assert.equal(await person.tally(), '2 to approve, 1 undecided.');
});

cardTest(
  'a press right after something that covered the card has gone does nothing',
  { calls: 'removals(3)', modal: false },
  async (person, page) => {
    const radio = page.locator('countersign-card .row').first().locator('.pick.approve');
    const { x, y, width, height } = await radio.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    const cover = on =>
      page.evaluate(on => {
        const over = document.querySelector('#over') ?? Object.assign(document.createElement('div'), { id: 'over' });
        over.style.cssText = 'position: fixed; inset: 0; background: white; z-index: 9';
        if (on) document.body.append(over);
        else over.remove();
      }, on);
    await cover(true);
    await page.waitForTimeout(450);
    await cover(false);
    await page.mouse.down();
    await page.mouse.up();
    assert.equal(await person.tally(), '3 undecided.');
    await page.waitForTimeout(450);
    await page.mouse.down();
    await page.mouse.up();
    assert.equal(await person.tally(), '1 to approve, 2 undecided.');
  },
);

cardTest('rows are numbered in the order of the list', { calls: '[removal(9), removal(4), removal(7)]' }, async (_, page) => {
  const said = await page
    .locator('countersign-card .row')
    .evaluateAll(rows => rows.map(row => [row.dataset.call, row.querySelector('.no').textContent]));
  assert.deepEqual(said, [
    ['run.9', 'No. 1'],
    ['run.4', 'No. 2'],
    ['run.7', 'No. 3'],
  ]);
});

cardTest(
  'the focus goes back to where it was before an inline card',
  { modal: false, before: "document.querySelector('#behind').focus();" },
  async (person, page) => {
    await page.evaluate(() => window.ask(window.removals(2)));
    await person.armed();
    await person.button('Decide later').focus();
    await page.keyboard.press('Enter');
    assert.ok((await person.answered()).later);
    assert.equal(await page.evaluate(() => document.activeElement.id), 'behind');
  },
);

cardTest('what the page gives and fails breaks nothing', {}, async (person, page) => {
  await page.evaluate(() => {
    const functions = {
      get files() {
        throw new Error('not now');
      },
    };
    window.addEventListener('error', event => {
      window.reported = event.message;
      event.preventDefault();
    });
    const respond = () => {
      throw new Error('no answer');
    };
    window.ask(window.removals(2), { functions, respond });
  });
  await person.armed();
  await person.mark(0, 'Answer');
  assert.equal(await page.locator('countersign-card .row').first().locator('textarea').inputValue(), 'null');
  assert.match(await page.evaluate(() => window.reported), /no answer/);
});

cardTest(
  'a press that begins too soon counts as none, however late it ends; and it is said that it did nothing',
  {},
  async (person, page) => {
    const told = () => page.locator('countersign-card .told').textContent();
    await page.evaluate(() => void window.element.ask(window.payment(1)));
    await person.armed();
    const { x, y, width, height } = await person.button('Approve').boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.evaluate(() => {
      // Each is a card as it opens: the press from outside must come within 400 ms.
      window.begun = [];
      addEventListener('pointerdown', () => window.begun.push(window.element.shadowRoot.querySelector('.card[data-armed]') === null), true);
    });
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await page.evaluate(() => {
        window.element.close();
        window.answer = undefined;
        window.element.ask(window.payment(1)).then(answer => {
          if (answer !== 'pause') window.answer = { answer };
        });
      });
      await page.mouse.down();
      await person.armed();
      await page.waitForTimeout(100);
      await page.mouse.up();
      if (await page.evaluate(() => window.begun.at(-1))) break;
    }
    assert.ok(await page.evaluate(() => window.begun.at(-1)), 'this machine was too slow for the case');
    assert.ok(await person.answeredNothing());
    assert.match(await told(), /^That press did nothing/);
    assert.deepEqual(await person.axe(), []);
    const before = await person.button('Approve').boundingBox();
    await page.waitForFunction(() => window.element.shadowRoot.querySelector('.told').textContent === '');
    assert.deepEqual(await person.button('Approve').boundingBox(), before, 'what is said moves nothing');
    await page.mouse.down();
    await page.mouse.up();
    assert.equal((await person.answered()).answer, 'approve');
  },
);

cardTest('over the page, its head and foot are no landmarks of the page', {}, async (person, page) => {
  await page.evaluate(() => void window.card.askInDialog(window.payment(1)));
  await person.armed();
  assert.deepEqual([await page.getByRole('banner').count(), await page.getByRole('contentinfo').count()], [0, 0]);
});

cardTest('a key that was held down since before presses nothing', {}, async (person, page) => {
  await page.locator('#behind').evaluate(button => button.addEventListener('keydown', () => window.ask(window.payment(1)), { once: true }));
  await page.locator('#behind').focus();
  await page.keyboard.down('Enter');
  await person.armed();
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  assert.ok(await person.answeredNothing());
  assert.match(await page.locator('countersign-card .told').textContent(), /^That press did nothing/);
  await page.keyboard.up('Enter');
  await page.keyboard.press('Enter');
  assert.equal((await person.answered()).answer, 'pause');
});

cardTest(
  'what changes is announced, and everything has a name',
  { calls: '[removal(1, { state: "unknown" }), removal(2), removal(3)]' },
  async (person, page) => {
    const live = () => page.locator('countersign-card [role=status]').allTextContents();
    await page.waitForFunction(() => /wait/.test(window.element.shadowRoot.lastElementChild.textContent));
    assert.ok(
      (await live()).some(text => /^3 calls wait for your decision\. Nothing runs/.test(text)),
      'not said',
    );
    await person.mark(1, 'Approve');
    assert.ok((await live()).includes('1 to approve, 2 undecided.'));
    assert.equal(await page.getByRole('dialog', { name: '3 calls wait for your decision' }).count(), 1);
    assert.equal(await page.getByRole('radiogroup', { name: 'Decision on No. 2, files.remove' }).count(), 1);
    assert.equal(await page.getByRole('group', { name: 'All 2 calls of files.remove' }).count(), 1);
    assert.equal(await page.getByRole('region', { name: /^Started before/ }).count(), 1);
    assert.equal(await page.getByRole('list', { name: 'Side effects' }).count(), 2);
    const toggle = person.row(1).getByRole('button', { name: 'Exact JSON, No. 2' });
    await toggle.click();
    assert.equal(await toggle.getAttribute('aria-expanded'), 'true');
    await person.edit(1, '{');
    const area = page.getByRole('textbox', { name: 'Input to run instead, as JSON' });
    assert.equal(await area.getAttribute('aria-invalid'), 'true');
    assert.match(
      await area.evaluate(field => field.getRootNode().getElementById(field.getAttribute('aria-describedby')).textContent),
      /^Not JSON yet/,
    );
  },
);

const everything = `[
  removal(1, { state: 'unknown' }),
  ...removals(6).map(row => ({ ...row, seq: row.seq + 1, callId: 'run.' + (row.seq + 1) })),
  payment(9, { error: { name: 'TypeError', message: 'the input does not fit its schema: input.amount: too much' }, summary: 'Pay 1,840 EUR' }),
  call(10, 'mail.send', { to: 'p\\u0430ypal@example.com', body: 'line one\\nline two\\u202e', when: new Date(0), list: Array.from({ length: 40 }, (_, id) => ({ id, text: 'x'.repeat(90) })), long: 'lorem ipsum '.repeat(500), unbroken: 'x'.repeat(300) }),
]`;

const ways = [
  { name: 'light', theme: 'light' },
  { name: 'dark', theme: 'dark' },
  { name: 'light, 320 pixels', theme: 'light', width: 320, height: 700 },
  { name: 'dark, 320 pixels', theme: 'dark', width: 320, height: 700 },
  { name: '400 % zoom', theme: 'light', width: 320, height: 256 },
  { name: 'inline, dark', theme: 'dark', modal: false, width: 375 },
  { name: 'forced colours', theme: 'light', media: { forcedColors: 'active' } },
];

for (const { name, ...way } of ways) {
  cardTest(
    `axe finds nothing, and nothing is cut off: ${name}`,
    { calls: everything, options: '{ note: "Nothing of this has run." }', ...way },
    async (person, page) => {
      assert.deepEqual(await person.axe(), []);
      assert.deepEqual(await person.overflow(), []);
      await person.mark(1, 'Approve');
      await person.mark(2, 'Reject');
      await person.mark(0, 'Answer');
      await person.edit(3, '{ "id": 1, ');
      await person.row(7).getByRole('button', { name: /^Edit/ }).click();
      await person.row(7).getByLabel('amount').fill('much');
      await person
        .row(8)
        .getByRole('button', { name: /^Exact value/ })
        .click();
      await person.row(8).locator('.gap').click();
      await page.waitForTimeout(450);
      assert.deepEqual(await person.axe(), []);
      assert.deepEqual(await person.overflow(), []);
    },
  );
  cardTest(
    `axe finds nothing in one call: ${name}`,
    {
      calls: 'payment(1, { state: "unknown", summary: "Pay 1,840 EUR" })',
      options: '{ code: "await payments.send({ to, amount })" }',
      ...way,
    },
    async (person, page) => {
      assert.deepEqual(await person.axe(), []);
      await person.press('Reject…');
      await page.waitForTimeout(450);
      assert.deepEqual([await person.axe(), await person.overflow()], [[], []]);
    },
  );
}

cardTest(
  'with little height the card scrolls as a whole, and with none of it is a button out of reach',
  { calls: 'removals(5)', width: 320, height: 256 },
  async (person, page) => {
    await person.mark(4, 'Approve');
    await person.press('Approve 1');
    assert.deepEqual((await person.answered()).answer.approve, ['run.5']);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  },
);

cardTest('nothing moves where that is not wanted', { calls: 'removals(2)', media: { reducedMotion: 'reduce' } }, async (_person, page) => {
  const moving = await page.evaluate(() => window.element.shadowRoot.getAnimations().length);
  assert.equal(moving, 0);
});
