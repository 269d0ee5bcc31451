/*
 * Owns the benchmark's programs over lists of records, as models write them. What must hold: each is the body of an async function that gets
 * its data from a host function and answers with plain JSON, which is compared with the platform's answer.
 */
import { customers, issues, nodes, orders } from './data.js';

export const records = [
  {
    name: 'filter and sum 10,000 records',
    functions: { listOrders: () => orders(10_000) },
    code: `
const orders = await listOrders();
const paid = orders.filter(order => order.status === 'paid' && order.price > 20);
const total = paid.reduce((sum, order) => sum + order.price * order.quantity, 0);
return { count: paid.length, total: Math.round(total * 100) / 100, average: Number((total / paid.length).toFixed(2)) };`,
  },
  {
    name: 'group and sort 10,000 records',
    functions: { listOrders: () => orders(10_000) },
    code: `
const orders = await listOrders();
const groups = {};
for (const order of orders) {
  const key = \`\${order.region}/\${order.product}\`;
  if (!groups[key]) groups[key] = { region: order.region, product: order.product, count: 0, revenue: 0 };
  groups[key].count++;
  groups[key].revenue += order.price * order.quantity;
}
const sorted = Object.values(groups).sort((a, b) => b.revenue - a.revenue);
const latest = [...orders].sort((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, 5);
return { top: sorted.slice(0, 10).map(g => ({ ...g, revenue: g.revenue.toFixed(2) })), latest: latest.map(o => o.id) };`,
  },
  {
    name: 'dedupe 5,000 contacts',
    functions: { listContacts: () => customers(5000) },
    code: `
const contacts = await listContacts();
const byEmail = new Map();
for (const contact of contacts) {
  const email = contact.email.trim().toLowerCase();
  const known = byEmail.get(email);
  if (!known) {
    byEmail.set(email, { ...contact, email });
  } else {
    const newer = new Date(contact.updatedAt) > new Date(known.updatedAt) ? contact : known;
    const older = newer === contact ? known : contact;
    byEmail.set(email, { ...older, ...newer, email, phone: newer.phone ?? older.phone, tags: [...new Set([...known.tags, ...contact.tags])] });
  }
}
const unique = [...byEmail.values()];
return { before: contacts.length, after: unique.length, withPhone: unique.filter(c => c.phone).length, sample: unique.slice(0, 3) };`,
  },
  {
    name: 'join 5,000 orders with 400 customers',
    functions: { listOrders: () => orders(5000), listCustomers: () => customers(400) },
    code: `
const [orders, customers] = await Promise.all([listOrders(), listCustomers()]);
const customersById = Object.fromEntries(customers.map(c => [c.id, c]));
const joined = orders.map(order => {
  const { name, email } = customersById[order.customerId];
  return { ...order, customer: { name, email: email.trim().toLowerCase() }, total: order.price * order.quantity };
});
const perCustomer = joined.reduce((acc, row) => {
  (acc[row.customer.email] ??= []).push(row);
  return acc;
}, {});
const best = Object.entries(perCustomer)
  .map(([email, rows]) => ({ email, orders: rows.length, total: Math.round(rows.reduce((s, r) => s + r.total, 0)) }))
  .sort((a, b) => b.total - a.total || a.email.localeCompare(b.email));
return best.slice(0, 20);`,
  },
  {
    name: 'date buckets of 3,000 records',
    functions: { listOrders: () => orders(3000) },
    code: `
const orders = await listOrders();
const byMonth = {};
const byWeekday = [0, 0, 0, 0, 0, 0, 0];
for (const order of orders) {
  const date = new Date(order.createdAt);
  const month = \`\${date.getUTCFullYear()}-\${String(date.getUTCMonth() + 1).padStart(2, '0')}\`;
  byMonth[month] = (byMonth[month] || 0) + 1;
  byWeekday[date.getUTCDay()]++;
}
const weekStart = iso => {
  const d = new Date(iso);
  d.setUTCDate(d.getUTCDate() - ((d.getUTCDay() + 6) % 7));
  return d.toISOString().slice(0, 10);
};
const byWeek = new Map();
for (const order of orders) byWeek.set(weekStart(order.createdAt), (byWeek.get(weekStart(order.createdAt)) ?? 0) + order.quantity);
return { byMonth, byWeekday, weeks: [...byWeek].sort(([a], [b]) => (a < b ? -1 : 1)) };`,
  },
  {
    name: 'totals with a spread accumulator',
    functions: { listOrders: () => orders(5000) },
    code: `
const orders = await listOrders();
const perCustomer = orders.reduce((acc, order) => ({ ...acc, [order.region + order.product]: (acc[order.region + order.product] || 0) + order.quantity }), {});
const ids = orders.filter(o => o.status === 'open').reduce((list, o) => [...list, o.id], []);
return { perCustomer, open: ids.length, last: ids.at(-1) };`,
  },
  {
    name: 'tree of 3,000 nodes, walked',
    functions: { listNodes: () => nodes(3000) },
    code: `
const list = await listNodes();
const byId = new Map(list.map(n => [n.id, { ...n, children: [] }]));
let root;
for (const node of byId.values()) {
  if (node.parentId === null) root = node;
  else byId.get(node.parentId).children.push(node);
}
let deepest = { depth: 0, path: '' };
function walk(node, depth, path) {
  const here = path + '/' + node.name;
  if (depth > deepest.depth) deepest = { depth, path: here };
  node.total = node.size;
  for (const child of node.children) node.total += walk(child, depth + 1, here);
  return node.total;
}
walk(root, 0, '');
const largest = [...byId.values()].filter(n => n.parentId !== null).sort((a, b) => b.total - a.total).slice(0, 5).map(n => [n.name, n.total]);
return { total: root.total, leaves: [...byId.values()].filter(n => n.children.length === 0).length, deepest, largest };`,
  },
  {
    name: 'JSON of 1,000 issues reshaped',
    functions: { searchIssues: () => issues(1000) },
    code: `
const response = await searchIssues();
const rows = response.items.map(({ node }) => ({
  number: node.number,
  title: node.title.slice(0, 40),
  author: node.author?.login ?? 'ghost',
  labels: node.labels.nodes.map(l => l.name),
  comments: node.comments?.totalCount ?? 0,
  lastComment: node.comments?.nodes?.at(-1)?.createdAt ?? null,
  open: node.state === 'OPEN',
}));
const copy = JSON.parse(JSON.stringify(rows));
const labels = [...new Set(copy.flatMap(r => r.labels))].sort();
const pretty = JSON.stringify(copy.slice(0, 100), null, 2);
return { labels, open: copy.filter(r => r.open).length, size: JSON.stringify(copy).length, pretty: pretty.length, first: copy[0] };`,
  },
  {
    name: 'difference of two versions of 2,000 records',
    functions: {
      oldRecords: () => orders(2000),
      newRecords: () =>
        orders(2000).flatMap(each => (each.id % 17 === 0 ? [] : [each.id % 5 === 0 ? { ...each, quantity: each.quantity + 1 } : each])),
    },
    code: `
const before = await oldRecords();
const after = await newRecords();
const beforeById = new Map(before.map(r => [r.id, r]));
const afterIds = new Set(after.map(r => r.id));
const removed = before.filter(r => !afterIds.has(r.id)).map(r => r.id);
const changed = [];
for (const record of after) {
  const old = beforeById.get(record.id);
  if (old && JSON.stringify(old) !== JSON.stringify(record)) {
    const fields = Object.keys(record).filter(key => record[key] !== old[key]);
    changed.push({ id: record.id, fields, from: fields.map(f => old[f]), to: fields.map(f => record[f]) });
  }
}
return { removed: removed.length, changed: changed.length, first: changed.slice(0, 3) };`,
  },
];
