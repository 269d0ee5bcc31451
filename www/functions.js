/*
 * Owns the functions that the code may call, as an app would write them: thin, over its own data. What must hold: whatever can't be taken
 * back is marked with `approval`; an input is checked by its schema before anyone is asked; after the wait that stands for a server, a run
 * that was given up changes nothing. Deliberately absent: any knowledge of dialogs, modes or programs.
 */

const money = amount => `${amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} EUR`;

/** Stands for the way to a server and back. */
const server = (ms, call) =>
  new Promise((resolve, reject) => setTimeout(() => (call.signal.aborted ? reject(call.signal.reason) : resolve()), ms));

const text = { type: 'string', minLength: 1 };
const string = { type: 'string' };
const number = { type: 'number' };
const object = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required, additionalProperties: false });
const list = items => ({ type: 'array', items });

const customer = object({
  id: string,
  name: string,
  email: string,
  lastOrder: { type: 'string', description: 'A day, as 2024-06-07' },
  openInvoices: number,
  status: { enum: ['active', 'archived'] },
});
const order = object({ id: string, email: string, date: string, region: string, total: number, note: string });
const ticket = object({
  ...{ id: string, name: string, from: { type: 'string', description: 'Mail address' }, subject: string, body: string },
  ...{ received: string, label: string, status: string },
});

function find(rows, id) {
  const row = rows.find(each => each.id === id && each.status !== 'removed');
  if (!row) throw new RangeError(`there is no record ${id}`);
  return row;
}

/** The functions over one set of data (data.js). */
export function createFunctions({ rows, changed }) {
  const named = id => {
    const { name, email, lastOrder } = rows.customers.find(each => each.id === id) ?? {};
    return name ? `${name}, ${email}, last order ${lastOrder}` : 'a customer we do not know';
  };

  const customers = {
    list: {
      description: 'All customers, also archived ones.',
      outputSchema: list(customer),
      async execute(_, call) {
        await server(40, call);
        return rows.customers.filter(each => each.status !== 'removed');
      },
    },
    remove: {
      description: 'Deletes a customer with everything in it. This cannot be undone.',
      approval: true,
      sideEffects: ['database'],
      inputSchema: object({ id: text, reason: string }, ['id']),
      outputSchema: object({ id: string, removed: { type: 'boolean' } }),
      summarize: ({ id }) => `Delete ${named(id)}.`,
      async execute({ id }, call) {
        await server(40, call);
        find(rows.customers, id).status = 'removed';
        changed();
        return { id, removed: true };
      },
    },
    archive: {
      description: 'Hides a customer. It can be had back within a day.',
      approval: true,
      sideEffects: ['database'],
      inputSchema: object({ id: text }),
      outputSchema: object({ id: string, archived: { type: 'boolean' } }),
      summarize: ({ id }) => `Archive ${named(id)}.`,
      async execute({ id }, call) {
        await server(40, call);
        find(rows.customers, id).status = 'archived';
        changed();
        return { id, archived: true };
      },
    },
  };

  const orders = {
    list: {
      description: 'Orders of the last twelve months, a page at a time.',
      inputSchema: object({ page: { type: 'integer', minimum: 1 }, pageSize: { type: 'integer', minimum: 1, maximum: 1_000 } }, ['page']),
      outputSchema: object({ rows: list(order), pages: number }),
      async execute({ page, pageSize = 500 }, call) {
        await server(40, call);
        return { rows: rows.orders.slice((page - 1) * pageSize, page * pageSize), pages: Math.ceil(rows.orders.length / pageSize) };
      },
    },
    of: {
      description: 'The orders of one customer, newest first.',
      inputSchema: object({ email: text }),
      outputSchema: list(order),
      async execute({ email }, call) {
        await server(25, call);
        return rows.orders.filter(each => each.email === email);
      },
    },
  };

  const tickets = {
    list: {
      description: 'Support tickets that are open.',
      outputSchema: list(ticket),
      async execute(_, call) {
        await server(40, call);
        return rows.tickets.filter(each => each.status === 'open');
      },
    },
    label: {
      description: 'Puts a label on a ticket.',
      inputSchema: object({ id: text, label: text }),
      async execute({ id, label }, call) {
        await server(15, call);
        find(rows.tickets, id).label = label;
        changed();
        return { id, label };
      },
    },
  };

  const refunds = {
    pay: {
      description: 'Pays money back to whoever placed an order.',
      approval: true,
      sideEffects: ['payment'],
      inputSchema: object({ order: text, amount: { type: 'number', exclusiveMinimum: 0 }, reason: string }),
      outputSchema: object({ refund: string, amount: number }),
      summarize({ order, amount }) {
        const found = rows.orders.find(each => each.id === order);
        if (!found) return `Pay back ${money(amount)} for an order we do not know.`;
        return `Pay back ${money(amount)} to ${found.email}. The order was ${money(found.total)}${found.note && `. ${found.note}`}.`;
      },
      async execute({ order, amount, reason }, call) {
        await server(60, call);
        const refund = `R-${1 + rows.refunds.length}`;
        rows.refunds.push({
          id: refund,
          to: find(rows.orders, order).email,
          amount,
          reason,
          by: call.approved ? 'a person' : 'the policy',
        });
        changed();
        return { refund, amount };
      },
    },
  };

  const mail = {
    send: {
      description: 'Sends a mail in the company’s name.',
      approval: true,
      sideEffects: ['external'],
      inputSchema: object({ to: text, subject: text, body: text }),
      outputSchema: object({ sent: { type: 'boolean' }, to: string }),
      summarize: ({ to, subject }) => `Mail ${to} about “${subject}”.`,
      async execute({ to, subject, body }, call) {
        await server(50, call);
        rows.outbox.push({ id: `mail-${rows.outbox.length + 1}`, to, subject, body });
        changed();
        return { sent: true, to };
      },
    },
  };

  const team = {
    notify: {
      description: 'Tells the whole team something. Nobody has to sign for it.',
      sideEffects: ['external'],
      inputSchema: object({ text }),
      outputSchema: object({ posted: { type: 'boolean' } }),
      async execute({ text: said }, call) {
        await server(30, call);
        rows.notices.push({ id: `n-${1 + rows.notices.length}`, text: said });
        changed();
        return { posted: true };
      },
    },
  };

  return { customers, orders, tickets, refunds, mail, team };
}

/** What a person might answer in a function's place, given its input: the card offers it as a start. */
export const sampleValues = {
  'customers.remove': ({ id }) => ({ id, removed: true }),
  'customers.archive': ({ id }) => ({ id, archived: true }),
  'refunds.pay': ({ amount }) => ({ refund: 'paid by hand', amount }),
  'mail.send': ({ to }) => ({ sent: true, to }),
};

/** The names in full: `mail.send`. */
export const namesOf = functions =>
  Object.entries(functions).flatMap(([space, inner]) => Object.keys(inner).map(name => `${space}.${name}`));
