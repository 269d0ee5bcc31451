/*
 * Owns the proof that an input can be edited field by field, that what the fields say is what runs, and that the JSON is one press away.
 */
import { strict as assert } from 'node:assert';
import { cardTest } from './card-kit.mjs';

const schema = `{ type: 'object', additionalProperties: false, required: ['to', 'amount', 'currency', 'urgent'], properties: {
  to: { type: 'string' }, amount: { type: 'number', exclusiveMinimum: 0 }, currency: { enum: ['EUR', 'SEK'] }, urgent: { type: 'boolean' },
  note: { type: 'string' }, times: { type: 'integer' }, tags: { type: 'array' } } }`;
const functions = `{ payments: { send: { execute() {}, inputSchema: ${schema} } } }`;
const input = `{ tags: ['a', 'b'], to: 'Fjord', amount: 1840, currency: 'EUR', urgent: false, note: 'old' }`;
const calls = `call(4, 'payments.send', ${input})`;
const options = `{ functions: ${functions} }`;

const open = async person => {
  await person
    .row(0)
    .getByRole('button', { name: /^Edit the input/ })
    .click();
  const field = name => person.row(0).getByLabel(name, { exact: true });
  const says = text => person.row(0).locator('.field-note', { hasText: text }).waitFor();
  return { field, says };
};

cardTest(
  'each kind of field writes its kind of value, members keep their order, and what has parts stays',
  { calls, options },
  async person => {
    const { field, says } = await open(person);
    assert.equal(await person.focused(), 'Fjord', 'the focus is in the first field');
    assert.equal(await person.row(0).locator('textarea.json').isVisible(), false);
    assert.match(await person.row(0).locator('.held').textContent(), /^\["a", "b"\] to be changed as JSON$/);
    await field('to').fill('Fjord\nApS');
    await field('amount').fill('12.50');
    await field('currency').selectOption('SEK');
    await field('urgent').selectOption('true');
    await person.row(0).getByRole('button', { name: 'Leave out: note' }).click();
    await person.row(0).getByRole('button', { name: 'Add times' }).click();
    assert.equal(await person.focused(), '0');
    await field('times').fill('3');
    await says('It fits the schema.');
    await person.press('Approve as edited');
    const { answer } = await person.answered();
    assert.equal(
      JSON.stringify(answer.input),
      '{"tags":["a","b"],"to":"Fjord\\nApS","amount":12.5,"currency":"SEK","urgent":true,"times":3}',
    );
  },
);

cardTest(
  'a field is checked as one types: no number, a number that does not fit, and again one that does',
  { calls, options },
  async person => {
    const { field, says } = await open(person);
    for (const text of ['', '12,5', '0x10', '1e', 'Infinity', ' ']) {
      await field('amount').fill(text);
      await says('amount: this is no number, or one that would be sent as another');
      assert.equal(await field('amount').getAttribute('aria-invalid'), 'true', text);
      assert.ok(await person.button('Approve').isDisabled(), text);
    }
    await field('amount').fill('-3');
    await says('input.amount');
    assert.ok(await person.button('Approve').isDisabled());
    assert.deepEqual(
      [await field('amount').getAttribute('aria-invalid'), await field('to').getAttribute('aria-invalid')],
      ['true', 'false'],
    );
    await person.row(0).getByRole('button', { name: 'Done' }).click();
    assert.equal(await person.focused(), '-3', 'what is wrong stays open');
    await field('amount').fill('3');
    await says('It fits the schema.');
    assert.equal(await field('amount').getAttribute('aria-invalid'), 'false');
    assert.match(await person.row(0).locator('.input').textContent(), /amount 3 /, 'what would run is in view');
    await person.row(0).getByRole('button', { name: 'Undo the edit' }).click();
    await person.press('Approve');
    assert.equal((await person.answered()).answer, 'approve');
  },
);

cardTest('to JSON and back: each shows what the other wrote, and text that is no JSON has no fields', { calls, options }, async person => {
  const { field, says } = await open(person);
  const area = person.row(0).locator('textarea.json');
  const press = name => person.row(0).getByRole('button', { name }).click();
  await field('amount').fill('7');
  await press('Edit as JSON');
  assert.equal(await person.focused(), await area.inputValue());
  assert.equal(JSON.parse(await area.inputValue()).amount, 7);
  await area.fill('{ "to": ');
  await press('Edit as fields');
  assert.ok(await area.isVisible(), 'it is no value yet');
  await area.fill('{ "to": "Cobalt", "amount": 9, "currency": "EUR", "urgent": true, "zero\\u200b": "a\\u200bb" }');
  await press('Edit as fields');
  assert.deepEqual([await field('to').inputValue(), await field('urgent').inputValue()], ['Cobalt', 'true']);
  assert.match(
    await person.row(0).locator('.field-form').textContent(),
    /zeroU\+200B"a\\u200bb" to be changed as JSON/,
    'no field hides a character',
  );
  await says('input');
  await press('Edit as JSON');
  await area.fill('[1]');
  await press('Edit as fields');
  assert.ok(await area.isVisible(), 'a list has no members by name');
});

cardTest(
  'without a schema the values say what they are; Escape leaves, and what is wrong is not kept',
  { calls: `[${calls}, removal(2)]` },
  async (person, page) => {
    const { field } = await open(person);
    await field('currency').fill('USD');
    await field('urgent').selectOption('true');
    assert.equal(
      await person
        .row(0)
        .getByRole('button', { name: /^Leave out|^Add/ })
        .count(),
      0,
      'nobody knows what may be missing',
    );
    await page.keyboard.press('Escape');
    assert.ok(await person.answeredNothing());
    assert.match(await person.row(0).locator('.input').textContent(), /currency "USD".*urgent true/s);
    await open(person);
    await field('amount').fill('x');
    await page.keyboard.press('Escape');
    assert.match(await person.row(0).locator('.input').textContent(), /amount 1840.*currency "EUR"/s);
  },
);

cardTest(
  'what does not fit is marked at its member, whatever that is called',
  {
    calls: `call(1, 'f', { 'first name': 'Io', first: 'x' })`,
    options: `{ functions: { f: { execute() {}, inputSchema: { type: 'object', properties: { 'first name': { type: 'string', maxLength: 3 }, first: { type: 'string' } } } } } }`,
  },
  async person => {
    const { field, says } = await open(person);
    await field('first name').fill('Iolanthe');
    await says('first name');
    const marks = ['first name', 'first'].map(name => field(name).getAttribute('aria-invalid'));
    assert.deepEqual(await Promise.all(marks), ['true', 'false']);
  },
);

cardTest(
  'what does not fit as a whole is no member, even one that is called as the sentence is; an app says it in its own words',
  {
    calls: `call(1, 'f', { input: 'a', more: 'b', text: 'c' })`,
    options: `{
      functions: { f: { execute() {}, inputSchema: { type: 'object', minProperties: 3, properties: { text: { type: 'string', maxLength: 2 }, more: { type: 'string' } } } } },
      words: { misfit: (why, misfits) => misfits.map(({ path, keyword }) => 'Passt nicht: ' + path.join('/') + ' ' + keyword).join() } }`,
  },
  async person => {
    const { field, says } = await open(person);
    const marked = async () => {
      const marks = await Promise.all(['input', 'more', 'text'].map(name => field(name).getAttribute('aria-invalid')));
      return marks.join();
    };
    await field('text').fill('xyz');
    await says('Passt nicht: text maxLength');
    assert.equal(await marked(), 'false,false,true');
    await field('text').fill('c');
    await person.row(0).getByRole('button', { name: 'Edit as JSON' }).click();
    await person.row(0).locator('textarea.json').fill('{ "input": "a", "text": "c" }');
    await says('Passt nicht:  minProperties');
    const turn = () =>
      person
        .row(0)
        .getByRole('button', { name: /^Edit as/ })
        .click();
    await turn();
    assert.deepEqual(await Promise.all(['input', 'text'].map(name => field(name).getAttribute('aria-invalid'))), ['false', 'false']);
    await turn();
    await person.row(0).locator('textarea.json').fill('{ "input": "a", "more": "b", "text": "xyz" }');
    await says('Passt nicht: text maxLength');
    await turn();
    assert.equal(await marked(), 'false,false,true', 'the mark is there when the fields come back');
    assert.equal(await person.focused(), 'xyz');
  },
);

cardTest(
  'a row says what was changed, also once its fields are closed, and of which input the app spoke',
  { calls: '[removal(1), payment(2)]' },
  async person => {
    const changes = at => person.row(at).locator('.changes');
    for (const [at, text] of ['{ "id": "f-7" }', '{ "to": "Fjord", "amount": 2 }'].entries()) {
      await person.edit(at, text);
      assert.equal(await changes(at).isVisible(), false, 'the field says so');
      await person.row(at).getByRole('button', { name: 'Done' }).click();
    }
    assert.equal(await changes(0).textContent(), 'Edited: id: "f-1" becomes "f-7". The sentence above is of the input before that.');
    assert.equal(await changes(1).textContent(), 'Edited: amount: 1840 becomes 2.');
    await person.mark(1, 'Approve');
    assert.equal(await person.tally(), '1 to approve (1 edited), 1 undecided.');
    await person
      .row(1)
      .getByRole('button', { name: /^Edit the input/ })
      .click();
    await person.row(1).getByRole('button', { name: 'Undo the edit' }).click();
    assert.equal(await changes(1).isVisible(), false);
    assert.equal(await person.tally(), '1 to approve, 1 undecided.');
  },
);

cardTest('an input without members by name is edited as JSON', { calls: 'call(1, "f", ["a", 1])' }, async person => {
  await open(person);
  assert.ok(await person.row(0).locator('textarea.json').isVisible());
  assert.equal(
    await person
      .row(0)
      .getByRole('button', { name: /^Edit as/ })
      .count(),
    0,
  );
});
