/*
 * Owns how rows are drawn: the app's data and results that are tables. What must hold: every cell is text; a record that is gone is
 * crossed out rather than missing; what is new or changed since the last drawing is marked for a moment.
 */
import { make } from './elements.js';
import { show, visible } from './values.js';

/** A mail can be long. */
const textLimit = 240;

/** For each table of the app: its caption and columns, `[field, title, class]`. `minor` columns give way on narrow screens. */
const views = {
  customers: {
    caption: rows => `Customers, ${count(rows.filter(row => row.status !== 'removed'))}`,
    columns: [
      ['id', 'Id', 'minor id'],
      ['name', 'Name'],
      ['lastOrder', 'Last order', 'short'],
      ['openInvoices', 'Open invoices', 'minor number'],
      ['status', 'Status', 'short'],
    ],
  },
  tickets: {
    caption: rows => `Tickets, ${count(rows)}`,
    columns: [
      ['id', 'Id', 'id'],
      ['name', 'From'],
      ['subject', 'Subject'],
      ['body', 'Text', 'minor long'],
      ['label', 'Label', 'short'],
    ],
  },
  refunds: {
    caption: rows => `Refunds, ${count(rows)}`,
    columns: [
      ['to', 'To'],
      ['amount', 'EUR', 'number'],
      ['reason', 'Reason', 'minor'],
      ['by', 'Approved by', 'short'],
    ],
    none: 'Nothing has been paid back.',
  },
  outbox: {
    caption: rows => `Outbox, ${count(rows)}`,
    columns: [
      ['to', 'To'],
      ['subject', 'Subject'],
      ['body', 'Text', 'minor long'],
    ],
    none: 'No mail has left.',
  },
  notices: {
    caption: rows => `Notices to the team, ${count(rows)}`,
    columns: [['text', 'Text']],
    none: 'Nobody has been told anything.',
  },
};

const count = rows => rows.length.toLocaleString('en');

/** The app's tables (`data`: rows by name) in `container`. Call `draw(names)` with those to show; called again it marks what changed. */
export function createTables(container, data) {
  let before = new Map();
  let shown = '';
  return function draw(names) {
    const now = new Map();
    const first = shown !== names.join();
    shown = names.join();
    const sections = names.map(name => {
      const { caption, columns, none } = views[name];
      const rows = data[name];
      const table = drawTable(columns, rows, caption(rows));
      for (const [index, row] of rows.entries()) {
        const key = `${name} ${row.id}`;
        const line = table.tBodies[0].rows[index];
        now.set(key, JSON.stringify(row));
        line.dataset.id = row.id;
        if (row.status === 'removed') line.classList.add('gone');
        if (!first && before.get(key) !== now.get(key)) line.classList.add('fresh');
      }
      const section = make('div', 'table-frame', table);
      section.dataset.table = name;
      if (rows.length === 0) section.append(make('p', 'none', none));
      return section;
    });
    before = now;
    container.replaceChildren(...sections);
  };
}

/** A table of objects. */
export function drawTable(columns, rows, caption) {
  const head = make('tr', '', ...columns.map(([, title, className]) => heading(title, className)));
  // A column of numbers is written with as many digits as the one that needs most, two at the most.
  const whole = new Set(columns.map(([field]) => field).filter(field => rows.every(row => Number.isInteger(row[field]))));
  const body = rows.map(row =>
    make('tr', '', ...columns.map(([field, , className]) => make('td', className, cellText(row[field], whole.has(field) ? 0 : 2)))),
  );
  const table = make('table', '', make('thead', '', head), make('tbody', '', ...body));
  if (caption) table.prepend(make('caption', '', caption));
  return table;
}

function heading(title, className) {
  const cell = make('th', className, title);
  cell.scope = 'col';
  return cell;
}

function cellText(value, digits) {
  if (typeof value === 'string')
    return visible(value.length > textLimit ? `${value.slice(0, textLimit)}… and ${value.length - textLimit} more characters` : value);
  if (typeof value === 'number') return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return value === undefined ? '' : show(value, { budget: 200 });
}

/** Columns for a result that is a table: a list of plain objects with few and flat fields. Undefined if it is none. */
export function columnsOf(value) {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const fields = new Set();
  for (const row of value) {
    if (row === null || typeof row !== 'object' || Object.getPrototypeOf(row) !== Object.prototype) return undefined;
    for (const [field, cell] of Object.entries(row)) {
      if (cell !== null && typeof cell === 'object') return undefined;
      fields.add(field);
    }
  }
  if (fields.size === 0 || fields.size > 8) return undefined;
  return [...fields].map(field => [field, visible(field), value.every(row => typeof row[field] === 'number') ? 'number' : '']);
}
