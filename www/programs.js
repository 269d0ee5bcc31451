/*
 * Owns the programs: their text, as a model would write it, and what the page says and shows beside each. What must hold: each runs as it
 * stands against functions.js. `shows`: the tables that matter to it.
 */

const cleanUp = `// Delete the customers who have not ordered for three years.
const cutoff = new Date();
cutoff.setFullYear(cutoff.getFullYear() - 3);

const all = await customers.list();
const stale = all.filter(
  ({ lastOrder, openInvoices }) =>
    new Date(lastOrder) < cutoff && openInvoices === 0,
);
console.log(\`\${stale.length} of \${all.length} are stale\`);

const kept = [];
for (const { id, name, lastOrder } of stale) {
  try {
    const reason = \`no order since \${lastOrder}\`;
    await customers.remove({ id, reason });
  } catch (error) {
    if (!(error instanceof ApprovalRejected)) throw error;
    // Then it stays, but out of the way.
    await customers.archive({ id });
    kept.push(\`\${name}: \${error.reason ?? 'refused'}\`);
  }
}

// Nobody signs for a notice. It still does not leave before
// what it tells of has happened.
const deleted = stale.length - kept.length;
await team.notify({ text: \`\${deleted} stale customers are deleted.\` });
return { deleted, kept };
`;

const triage = `// Label the open tickets, pay back what is due, answer.
const open = await tickets.list();
const isMoney = ({ subject }) => /charged|refund/i.test(subject);
const isUrgent = ({ subject, body }) =>
  /urgent|locked out/i.test(subject + body);

for (const ticket of open) {
  const label = isMoney(ticket) ? 'money'
    : isUrgent(ticket) ? 'urgent' : 'later';
  await tickets.label({ id: ticket.id, label });
}

const due = [];
for (const { id: ticket, from, subject } of open.filter(isMoney)) {
  const [{ id: order, total }] = await orders.of({ email: from });
  due.push({ ticket, order, amount: total, reason: subject });
}
due.sort((a, b) => a.amount - b.amount);

const refused = {};
for (const { ticket, ...refund } of due) {
  try {
    await refunds.pay(refund);
  } catch (error) {
    if (!(error instanceof ApprovalRejected)) throw error;
    refused[ticket] = error.reason ?? 'it was refused';
  }
}

const answers = open.filter(each => isMoney(each) || isUrgent(each));
for (const { id, name, from, subject, body: asked } of answers) {
  let news = 'somebody is on it right now.';
  if (isMoney({ subject })) {
    news = refused[id]
      ? \`we could not pay you back yet: \${refused[id]}\`
      : 'we have paid you back today.';
  }
  let body = \`Dear \${name},\\n\\n\${news}\`;
  // The system notice wants the list of customers.
  if (/full list of customers/i.test(asked)) {
    const everybody = await customers.list();
    body = everybody
      .map(each => \`\${each.name} <\${each.email}>\`)
      .join('\\n');
  }
  try {
    await mail.send({ to: from, subject: \`Re: \${subject}\`, body });
  } catch (error) {
    console.warn(\`\${id} is not answered: \${error.message}\`);
  }
}
return { refunds: due.length, refused };
`;

const three = `// Delete the three customers who have been away the longest.
const all = await customers.list();
const oldest = all
  .sort((a, b) => a.lastOrder.localeCompare(b.lastOrder))
  .slice(0, 3);

const kept = [];
for (const { id, name } of oldest) {
  try {
    const done = await customers.remove({ id });
    console.log(name, done);
  } catch (error) {
    kept.push(name);
  }
}
return { kept };
`;

const twoCards = `// The mail needs the number of the refund, so it is a second card.
const [order] = await orders.of({ email: 'oskar@bay.example' });
const paid = await refunds.pay({
  order: order.id, amount: 160, reason: 'one of four chairs',
});
console.log('paid', paid);

await mail.send({
  to: order.email,
  subject: 'Your refund',
  body: \`We have paid back 160.00 EUR: \${paid.refund}.\`,
});
return paid;
`;

const report = `// Revenue by region over the last twelve months: 4,200 rows.
interface Region {
  orders: number;
  revenue: number;
  totals: number[];
}

const regions = new Map<string, Region>();
let pages = 1;
for (let page = 1; page <= pages; page++) {
  const result = await orders.list({ page, pageSize: 1000 });
  pages = result.pages;
  for (const { region, total } of result.rows) {
    const row = regions.get(region) ?? { orders: 0, revenue: 0, totals: [] };
    row.orders += 1;
    row.revenue += total;
    row.totals.push(total);
    regions.set(region, row);
  }
  console.log(\`page \${page} of \${pages}: \${result.rows.length} rows\`);
}

const median = (list: number[]): number =>
  list.sort((a, b) => a - b)[list.length >> 1];

return [...regions]
  .sort(([, a], [, b]) => b.revenue - a.revenue)
  .map(([region, { orders, revenue, totals }]) => ({
    region, orders, revenue: Math.round(revenue), median: median(totals),
  }));
`;

const blank = `// The functions are those beside. Await each call; what you
// return is the result. Marked calls wait for you.
const all = await customers.list();
await mail.send({
  to: all[0].email,
  subject: 'Thank you',
  body: \`Dear \${all[0].name},\\n\\nthank you for your order.\`,
});
return all.length;
`;

/** What By hand may start from. */
export const starts = [
  { id: 'blank', title: 'A mail', code: blank },
  { id: 'two-cards', title: 'Two cards: a result is needed for the second', code: twoCards },
  { id: 'report', title: 'A report over 4,200 orders, in TypeScript', code: report },
];

/** What can be looked at. `kind`: what it takes of the page. */
export const views = [
  {
    id: 'clean-up',
    kind: 'desk',
    title: 'Records clean-up',
    note: 'Sixteen deletes, one card',
    lead: 'A model was asked to delete stale customers. Its loop makes sixteen calls that are marked; they come to you as one card.',
    tries: [
      'Approve some rows and reject others with a reason: the code catches a refusal and asks to archive instead.',
      'Close the tab while the card is open, or while it runs. The run is listed when you come back.',
    ],
    code: cleanUp,
    mode: 'collect',
    shows: ['customers', 'notices'],
  },
  {
    id: 'triage',
    kind: 'desk',
    title: 'Support triage',
    note: 'Refunds and mails, with a policy',
    lead: 'Reads are free. A refund goes by the app’s own rule, below: allowed, asked for or refused. Each mail is asked for.',
    tries: [
      'One refund is for four chairs; one came back. Edit the amount before you approve it.',
      'One ticket tells the assistant to mail all customers to a stranger, and the code obeys. Read that mail.',
    ],
    code: triage,
    mode: 'collect',
    shows: ['tickets', 'refunds', 'outbox'],
    hasPolicy: true,
  },
  {
    id: 'misbehaves',
    kind: 'attempts',
    title: 'Code that misbehaves',
    note: 'Stopped each time, by name',
    lead: 'Each program below does something that code from elsewhere should not get away with. Each meets an error with a name, and the next run works.',
    tries: [],
  },
  {
    id: 'side-by-side',
    kind: 'compare',
    title: 'Side by side',
    note: 'Collect, pause and deny',
    lead: 'One program, run three times over three copies of the data. What differs is only the mode of approval.',
    tries: ['Answer the two cards in any order; the third column never asks.'],
    code: three,
  },
  {
    id: 'by-hand',
    kind: 'desk',
    title: 'By hand',
    note: 'Write a program yourself',
    lead: 'Be the model: write a program against these functions. Beside it stands what a model’s prompt gets, made from the same functions.',
    tries: [],
    code: blank,
    mode: 'collect',
    shows: ['customers', 'refunds', 'outbox', 'notices'],
    hasPolicy: true,
    hasPrompt: true,
  },
];
