/*
 * Owns the benchmark's programs that are made of calls: pages, batches, and a search for a free hour.
 */
import { calendars, orders } from './data.js';

export const calls = [
  {
    name: 'pagination with 50 calls',
    functions: {
      listPage: ({ cursor }) => {
        const from = cursor === null ? 0 : Number(cursor);
        return { items: orders(1000).slice(from, from + 20), next: from + 20 < 1000 ? String(from + 20) : null };
      },
    },
    code: `
const all = [];
let cursor = null;
do {
  const page = await listPage({ cursor, limit: 20 });
  all.push(...page.items);
  cursor = page.next;
} while (cursor !== null);
const open = all.filter(o => o.status === 'open');
return { count: all.length, open: open.length, value: Math.round(open.reduce((s, o) => s + o.price, 0)) };`,
  },
  {
    name: 'batches of 10, 200 calls',
    functions: { getOrder: ({ id }) => orders(200)[id - 1], updateOrder: ({ id, note }) => ({ ok: true, id, note }) },
    code: `
const ids = Array.from({ length: 100 }, (_, i) => i + 1);
const results = [];
for (let i = 0; i < ids.length; i += 10) {
  const batch = ids.slice(i, i + 10);
  const orders = await Promise.all(batch.map(id => getOrder({ id })));
  const updated = await Promise.all(
    orders.map(async order => {
      try {
        return await updateOrder({ id: order.id, note: \`checked: \${order.product}\` });
      } catch (error) {
        return { ok: false, id: order.id, error: error.message };
      }
    }),
  );
  results.push(...updated);
}
return { updated: results.filter(r => r.ok).length, last: results.at(-1) };`,
  },
  {
    name: 'schedule search in 20 calendars',
    functions: { listCalendars: () => calendars(20) },
    code: `
const calendars = await listCalendars({ week: 12 });
const free = [];
for (let day = 0; day < 5; day++) {
  for (let minute = 9 * 60; minute + 60 <= 17 * 60; minute += 15) {
    const start = day * 1440 + minute;
    const end = start + 60;
    const missing = calendars.filter(c => c.busy.some(b => b.start < end && b.end > start)).map(c => c.person);
    free.push({ day, time: \`\${String(Math.floor(minute / 60)).padStart(2, '0')}:\${String(minute % 60).padStart(2, '0')}\`, missing });
  }
}
free.sort((a, b) => a.missing.length - b.missing.length || a.day - b.day || a.time.localeCompare(b.time));
return free.slice(0, 5);`,
  },
];
