/*
 * Owns the benchmark's programs over text: CSV, Markdown, logs, prose, templates, names that are nearly equal.
 */
import { csv, customers, log, names, orders, prose } from './data.js';

export const texts = [
  {
    name: 'CSV of 2,000 lines in and out',
    functions: { readFile: () => csv(2000) },
    code: `
const text = await readFile({ path: 'orders.csv' });
function parseLine(line) {
  const cells = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const ch = line[i];
    if (quoted) {
      if (ch === '"' && line[i + 1] === '"') { cell += '"'; i++; }
      else if (ch === '"') quoted = false;
      else cell += ch;
    } else if (ch === '"') quoted = true;
    else if (ch === ',') { cells.push(cell); cell = ''; }
    else cell += ch;
  }
  cells.push(cell);
  return cells;
}
const [header, ...lines] = text.trim().split('\\n');
const columns = parseLine(header);
const rows = lines.map(line => Object.fromEntries(parseLine(line).map((value, i) => [columns[i], value])));
const quote = value => (/[",\\n]/.test(value) ? '"' + String(value).replace(/"/g, '""') + '"' : String(value));
let out = [...columns, 'total'].join(',') + '\\n';
for (const row of rows) {
  if (row.status === 'cancelled') continue;
  const total = (Number(row.quantity) * parseFloat(row.price)).toFixed(2);
  out += [...columns.map(c => quote(row[c])), total].join(',') + '\\n';
}
return { rows: rows.length, length: out.length, head: out.split('\\n').slice(0, 3) };`,
  },
  {
    name: 'Markdown table of 500 rows',
    functions: { listOrders: () => orders(500) },
    code: `
const orders = await listOrders();
const columns = ['id', 'product', 'region', 'quantity', 'price', 'createdAt'];
const cells = orders.map(o => columns.map(c => (c === 'price' ? o.price.toFixed(2) : c === 'createdAt' ? o.createdAt.slice(0, 10) : String(o[c]))));
const widths = columns.map((c, i) => Math.max(c.length, ...cells.map(row => row[i].length)));
const line = row => '| ' + row.map((cell, i) => cell.padEnd(widths[i])).join(' | ') + ' |';
const table = [line(columns), '|' + widths.map(w => '-'.repeat(w + 2)).join('|') + '|', ...cells.map(line)].join('\\n');
return { length: table.length, head: table.split('\\n').slice(0, 4) };`,
  },
  {
    name: 'regular expressions over 2,000 log lines',
    functions: { readLog: () => log(2000) },
    code: `
const log = await readLog();
const pattern = /^(?<ip>\\d+\\.\\d+\\.\\d+\\.\\d+) - - \\[(?<time>[^\\]]+)\\] "(?<method>[A-Z]+) (?<path>\\S+) [^"]*" (?<status>\\d{3}) (?<bytes>\\d+)$/gm;
const entries = [];
for (const match of log.matchAll(pattern)) entries.push({ ...match.groups, status: Number(match.groups.status) });
const errors = entries.filter(e => e.status >= 400);
const byPath = {};
for (const { path } of errors) byPath[path] = (byPath[path] ?? 0) + 1;
const hours = new Set(entries.map(e => e.time.match(/T(\\d{2}):/)[1]));
const masked = log.replace(/(\\d+)\\.(\\d+)\\.\\d+\\.\\d+/g, '$1.$2.x.x');
return { lines: entries.length, errors: errors.length, byPath, hours: [...hours].sort().length, masked: masked.slice(0, 80) };`,
  },
  {
    name: 'statistics of a text of 10,000 words',
    functions: { readDocument: () => prose(10_000) },
    code: `
const text = await readDocument();
const words = text.toLowerCase().match(/[a-z']+/g) || [];
const counts = {};
for (const word of words) counts[word] = (counts[word] || 0) + 1;
const top = Object.entries(counts).sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).slice(0, 15);
const sentences = text.split(/[.!?]+\\s*/).filter(s => s.trim().length > 0);
const paragraphs = text.split(/\\n{2,}/).filter(Boolean);
const average = sentences.reduce((sum, s) => sum + s.trim().split(/\\s+/).length, 0) / sentences.length;
const capitalised = text.split(' ').map(w => (w ? w[0].toUpperCase() + w.slice(1) : w)).join(' ');
return { words: words.length, unique: Object.keys(counts).length, top, sentences: sentences.length, paragraphs: paragraphs.length, average: average.toFixed(1), end: capitalised.slice(-20) };`,
  },
  {
    name: 'fuzzy match of 40 names against 100',
    functions: { listNames: () => ({ wanted: names(40, 21), known: names(100, 22) }) },
    code: `
const { wanted, known } = await listNames();
function distance(a, b) {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  for (let j = 0; j <= b.length; j++) rows[0][j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
  }
  return rows[a.length][b.length];
}
return wanted.map(name => {
  let best = { name: null, score: Infinity };
  for (const candidate of known) {
    const score = distance(name.toLowerCase(), candidate.toLowerCase());
    if (score < best.score) best = { name: candidate, score };
  }
  return { name, ...(best.score <= 6 ? { match: best.name } : {}), score: best.score };
});`,
  },
  {
    name: 'mail merge of 500 letters',
    functions: {
      listCustomers: () => customers(500),
      getTemplate: () =>
        'Dear {{ name }},\n\nyour address is {{email}}, your number {{ phone }}. You like {{tags}}.\nLast seen {{updatedAt}}; {{unknown}}.\n\nYours,\n{{ company }}\n',
    },
    code: `
const template = await getTemplate({ id: 'welcome' });
const customers = await listCustomers();
const render = data => template.replace(/\\{\\{\\s*(\\w+)\\s*\\}\\}/g, (all, key) => (key in data && data[key] !== null ? String(data[key]) : \`<\${key}>\`));
const letters = customers.map(c => ({
  to: c.email.trim().toLowerCase(),
  subject: \`Hello \${c.name.split(' ')[0]}!\`,
  body: render({ ...c, tags: c.tags.join(', ') || 'nothing', updatedAt: new Date(c.updatedAt).toISOString().slice(0, 10), company: 'Example' }),
}));
return { count: letters.length, length: letters.reduce((n, l) => n + l.body.length, 0), first: letters[0] };`,
  },
];
