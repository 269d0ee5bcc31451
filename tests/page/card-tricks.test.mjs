/*
 * Owns the proof that what a card shows can't be dressed up: not by markup, not by characters, not by length, not by depth.
 */
import { strict as assert } from 'node:assert';
import { cardTest } from './card-kit.mjs';

/** Texts with which people have been deceived. */
const tricks = [
  '<b>Approved</b><img src=x onerror="window.broken = 1"><script>window.broken = 1</script>',
  '</bdi></span></div><button class="primary" data-do="approve">Approve</button>',
  'javascript:alert(1)',
  '$' + '{window.broken = 1}{{constructor.constructor("window.broken = 1")()}}',
  'invoice_\u202egpj.exe',
  '\u2067\u2066x\u2069 approved\u2069',
  'ad\u200bmin\u2060\ufeff',
  'a\u00a0b\u2003c\u3000d',
  'p\u0430ypal.com',
  '\u0430\u0440\u0440\u04cf\u0435.com',
  'admin\u0000\u001b[2J\u0007',
  'x\ud800y\udc00',
  `Z${'\u0351'.repeat(400)}`,
  `e${'\u0301'.repeat(3)}`,
  'line\nNo. 99  Approve\r\nside effects: none',
  '\n'.repeat(200),
  ' '.repeat(5_000),
  '" amount "0',
  '\u{e0061}\u{e0062}',
  '\uff41\uff42\uff43 \u{1d4ea}\u{1d4eb}',
  '\ufdfa'.repeat(50),
  '\u202e'.repeat(3_000),
];

cardTest(
  'a corpus of tricks, as values, names, summaries and errors',
  {
    calls: `${JSON.stringify(tricks).replaceAll('</', '<\\/')}.flatMap((text, at) => [
    call(at * 2 + 1, 'mail.send', { value: text, [text]: 1, list: [text], map: new Map([[text, text]]) }, { summary: text, description: text, sideEffects: [text], state: at % 5 === 0 ? 'unknown' : 'undecided' }),
    call(at * 2 + 2, 'mail.send', text, { error: { name: text, message: text } }),
  ])`,
    options: `{ code: ${JSON.stringify(tricks.join('\n')).replaceAll('</', '<\\/')} }`,
  },
  async (person, page) => {
    await page.evaluate(() => {
      for (let gap = open(); gap; gap = open()) gap.click();
      function open() {
        return window.element.shadowRoot.querySelector('.gap');
      }
    });
    const found = await page.evaluate(() => {
      const root = window.element.shadowRoot;
      const invisible = /(?![\n ])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u;
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const naked = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) if (invisible.test(node.data)) naked.push(node.data.slice(0, 60));
      return {
        naked,
        broken: window.broken,
        strangers: [...root.querySelectorAll('img, script, b, iframe, a, svg, style, [style], [onclick]')].map(
          ({ outerHTML }) => outerHTML,
        ),
        primaries: root.querySelectorAll('.primary').length,
        outside: [...root.querySelectorAll('.value, .name, .summary')]
          .filter(box => box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).display !== 'inline')
          .map(box => `${box.className} ${box.scrollWidth} in ${box.clientWidth}: ${box.textContent.slice(0, 80)}`),
        names: [...root.querySelectorAll('[aria-label], [title]')]
          .map(element => (element.ariaLabel ?? '') + element.title)
          .filter(text => invisible.test(text)),
      };
    });
    assert.deepEqual(found, { naked: [], broken: undefined, strangers: [], primaries: 1, outside: [], names: [] });
    assert.deepEqual(await person.overflow(), []);
    assert.equal(await page.getByRole('button', { name: /^Approve/ }).count(), 1, 'the one for the group is the card’s own');
  },
);

cardTest(
  'what looks the same is told apart',
  {
    calls:
      '[call(1, "f", { a: "1", b: 1, c: "null", d: null, e: "true", f: true, g: 1n }), call(2, "f", { id: "f-11" }), call(3, "f", { id: "f-1l" }), call(4, "f", { id: "f-11" })]',
  },
  async (person, page) => {
    const values = await person.row(0).locator('.value').allTextContents();
    assert.deepEqual(values, ['"1"text', '1 number', '"null"text', 'null', '"true"text', 'true yes/no', '1nbigint']);
    assert.equal(new Set(values).size, values.length);
    assert.match(await person.row(2).textContent(), /Looks like No\. 2, and differs/);
    assert.match(await person.row(3).textContent(), /Same input as No\. 2/);
    assert.equal(await page.getByText('Looks like').count(), 1);
  },
);

cardTest(
  'a long text is folded with its length, its end in view, and all of it can be read',
  { calls: '[call(1, "f", { text: "start " + "filler ".repeat(8000) + "rm -rf /" }), call(2, "f", "x")]' },
  async (person, page) => {
    const value = person.row(0).locator('.value');
    assert.match(await value.textContent(), /^"start filler.*rm -rf \/"56,014 characters/s);
    assert.ok((await value.textContent()).length < 700);
    await value.getByRole('button', { name: '55,535 more characters' }).click();
    for (let step = 0; step < 2; step += 1) await value.getByRole('button', { name: 'Show more' }).click();
    const text = await value.locator('.said').textContent();
    assert.equal(text.length, 56_014);
    await value.getByRole('button', { name: 'Fold' }).click();
    assert.ok((await value.textContent()).length < 700);
    assert.equal(await page.locator('countersign-card .gap').count(), 1);
  },
);

cardTest(
  'a folded text takes about six lines of a phone, whatever it is made of',
  {
    calls: `['word ', 'x', 'line\\n', '\\n', '\\u200b', 'p\\u0430y ', '\\u{e0041}', '  ', '汉'].map((unit, at) => call(at + 1, 'f' + at, { text: unit.repeat(200_000 / unit.length), id: at }))`,
    width: 375,
    height: 700,
  },
  async (person, page) => {
    const lines = await page
      .locator('countersign-card .value > .text')
      .evaluateAll(texts =>
        texts.map(text => Math.round(text.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(text).lineHeight))),
      );
    assert.equal(lines.length, 9);
    assert.ok(Math.max(...lines) <= 7, lines.join());
    assert.deepEqual(await person.overflow(), []);
    // It opens in portions: thousands of line breaks at once would freeze the page.
    const took = await page.evaluate(() => {
      const since = performance.now();
      window.element.shadowRoot.querySelectorAll('.gap')[3].click();
      return performance.now() - since;
    });
    assert.ok(took < 3_000, `${took} ms`);
    assert.match(await person.row(3).locator('.said').textContent(), /^(↵\n){3000}$/);
    await person.row(3).getByRole('button', { name: 'Show more' }).click();
    assert.match(await person.row(3).locator('.said').textContent(), /^(↵\n){6000}$/);
  },
);

cardTest(
  'a text of four million characters, a list of a hundred thousand, and fifty thousand levels open at once',
  {
    calls: `(() => { let deep = {}; for (let level = 0; level < 50000; level += 1) deep = { a: deep };
    const loop = { name: 'loop' }; loop.self = loop;
    return [call(1, 'f', { text: 'y'.repeat(4_000_000) }), call(2, 'f', { list: Array.from({ length: 100000 }, (_, id) => ({ id })) }), call(3, 'f', { deep }), call(4, 'f', loop), call(5, 'f', new Uint8Array(1_000_000))]; })()`,
    before: 'window.since = performance.now();',
  },
  async (person, page) => {
    const took = await page.evaluate(() => performance.now() - window.since);
    assert.ok(took < 3_000, `${took} ms`);
    const count = await page.evaluate(() => window.element.shadowRoot.querySelectorAll('*').length);
    assert.ok(count < 2_000, `${count} elements`);
    assert.match(await person.row(3).textContent(), /the same as \$/);
    await person
      .row(2)
      .getByRole('button', { name: /^Exact/ })
      .click();
    await person
      .row(0)
      .getByRole('button', { name: /^Exact/ })
      .click();
    assert.match(await person.row(2).locator('.exact').textContent(), /^\{\n {2}"deep": \{/);
    await person.row(0).getByRole('button', { name: 'Show more' }).first().waitFor();
  },
);

cardTest(
  'the exact JSON is the input, byte by byte',
  { calls: '[call(1, "f", { b: [1, "x", { c: null }], a: "\\u202e\\ud800é" }), call(2, "f", 1)]' },
  async (person, page) => {
    await person.row(0).getByRole('button', { name: 'Exact JSON, No. 1' }).click();
    const text = await person.row(0).locator('.exact').textContent();
    assert.equal(text, '{\n  "b": [\n    1,\n    "x",\n    {\n      "c": null\n    }\n  ],\n  "a": "\\u202e\\ud800é"\n}');
    assert.ok(
      await page.evaluate(
        shown => JSON.stringify(JSON.parse(shown)) === JSON.stringify({ b: [1, 'x', { c: null }], a: '\u202e\ud800é' }),
        text,
      ),
    );
  },
);
