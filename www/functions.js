/*
 * Owns the functions that the code may call, as an app would write them: thin, over its own data. What must hold: whatever can't be taken
 * back is marked with `approval`; an input is checked by its schema before anyone is asked; after the wait that stands for a server, a run
 * that was given up changes nothing. Deliberately absent: any knowledge of dialogs, modes or programs.
 */
import { changed, data } from './data.js';

const money = amount => amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Stands for the way to a server and back. */
const server = (ms, call) =>
  new Promise((resolve, reject) => setTimeout(() => (call.signal.aborted ? reject(call.signal.reason) : resolve()), ms));

const text = { type: 'string', minLength: 1 };
const object = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required, additionalProperties: false });

const find = (rows, id) => {
  const row = rows.find(each => each.id === id && each.status !== 'removed');
  if (!row) throw new RangeError(`there is no record ${id}`);
  return row;
};

const fileOf = id => data.files.find(each => each.id === id);
const inWords = id => {
  const { name, megabytes } = fileOf(id) ?? { name: 'a file we do not know', megabytes: 0 };
  return `${name}, ${megabytes} MB`;
};

export const functions = {
  accounts: {
    list: {
      description: 'Accounts, all or those of one status.',
      inputSchema: object({ status: { enum: ['active', 'inactive'] } }, []),
      async execute({ status }, call) {
        await server(90, call);
        return data.accounts.filter(each => each.status !== 'removed' && (!status || each.status === status));
      },
    },
    remove: {
      description: 'Deletes an account with everything in it. This cannot be undone.',
      approval: true,
      sideEffects: ['database'],
      inputSchema: object({ id: text, reason: { type: 'string' } }, ['id']),
      summarize: ({ id }) => `Delete the account of ${data.accounts.find(each => each.id === id)?.name ?? 'nobody we know'}.`,
      async execute({ id }, call) {
        await server(160, call);
        find(data.accounts, id).status = 'removed';
        changed();
        return { id, removed: true };
      },
    },
  },

  orders: {
    list: {
      description: 'Orders of the last twelve months, a page at a time.',
      inputSchema: object({ page: { type: 'integer', minimum: 1 }, pageSize: { type: 'integer', minimum: 1, maximum: 1_000 } }, ['page']),
      async execute({ page, pageSize = 500 }, call) {
        await server(60, call);
        return { rows: data.orders.slice((page - 1) * pageSize, page * pageSize), pages: Math.ceil(data.orders.length / pageSize) };
      },
    },
  },

  tickets: {
    list: {
      description: 'Support tickets that are open.',
      async execute(_, call) {
        await server(90, call);
        return data.tickets.filter(each => each.status === 'open');
      },
    },
    label: {
      description: 'Puts a label on a ticket.',
      inputSchema: object({ id: text, label: text }),
      async execute({ id, label }, call) {
        await server(50, call);
        find(data.tickets, id).label = label;
        changed();
        return { id, label };
      },
    },
  },

  mail: {
    send: {
      description: 'Sends a mail in the company’s name.',
      approval: true,
      sideEffects: ['external'],
      inputSchema: object({ to: text, subject: text, body: text }),
      summarize: ({ to, subject }) => `Mail ${to} about “${subject}”.`,
      async execute({ to, subject, body }, call) {
        await server(180, call);
        data.outbox.push({ id: `mail-${data.outbox.length + 1}`, to, subject, body });
        changed();
        return { sent: true, to };
      },
    },
  },

  invoices: {
    due: {
      description: 'Invoices from suppliers that are due this week.',
      async execute(_, call) {
        await server(90, call);
        return data.invoices.filter(each => each.status === 'due');
      },
    },
  },

  payments: {
    send: {
      description: 'Pays a supplier from the company’s account. Above 500 EUR somebody signs; above 10,000 EUR it goes through the bank.',
      approval: ({ amount }) => amount > 500,
      sideEffects: ['payment', 'external'],
      inputSchema: object({ invoice: text, iban: text, amount: { type: 'number', exclusiveMinimum: 0, maximum: 10_000 }, reference: text }),
      summarize({ invoice, amount }) {
        const found = data.invoices.find(each => each.id === invoice);
        if (!found) return `Pay ${money(amount)} EUR for an invoice we do not know.`;
        return `Pay ${money(amount)} EUR to ${found.supplier}. Still open on this invoice: ${money(found.total - found.paid)} EUR.`;
      },
      async execute({ invoice, iban, amount, reference }, call) {
        await server(200, call);
        const found = find(data.invoices, invoice);
        found.paid += amount;
        if (found.paid >= found.total) found.status = 'paid';
        data.payments.push({ id: `pay-${data.payments.length + 1}`, supplier: found.supplier, iban, amount, reference });
        changed();
        return { payment: `pay-${data.payments.length}`, amount };
      },
    },
  },

  files: {
    list: {
      description: 'Exports of the orders, all or those that nobody has opened for so many days.',
      inputSchema: object({ olderThanDays: { type: 'integer', minimum: 1 } }, []),
      async execute({ olderThanDays }, call) {
        await server(90, call);
        const before = olderThanDays && new Date(Date.now() - olderThanDays * 86_400_000).toISOString();
        return data.files.filter(each => each.status === 'kept' && (!before || each.opened < before));
      },
    },
    remove: {
      description: 'Deletes a file for good.',
      approval: true,
      sideEffects: ['storage'],
      inputSchema: object({ id: text }),
      summarize: ({ id }) => `Delete ${inWords(id)}`,
      async execute({ id }, call) {
        await server(110, call);
        find(data.files, id).status = 'removed';
        changed();
        return { id, removed: true };
      },
    },
    archive: {
      description: 'Moves a file to the archive, from where it can be had back within a day.',
      approval: true,
      sideEffects: ['storage'],
      inputSchema: object({ id: text }),
      summarize: ({ id }) => `Archive ${inWords(id)}`,
      async execute({ id }, call) {
        await server(110, call);
        find(data.files, id).status = 'archived';
        changed();
        return { id, archived: true };
      },
    },
  },

  projects: {
    create: {
      description: 'Opens a project.',
      approval: true,
      inputSchema: object({ name: text }),
      summarize: ({ name }) => `Open the project “${name}”`,
      async execute({ name }, call) {
        await server(140, call);
        const project = { id: `p-${7 + data.projects.length}`, name, members: '' };
        data.projects.push(project);
        changed();
        return { id: project.id, name };
      },
    },
    invite: {
      description: 'Invites somebody to a project, by mail.',
      approval: true,
      sideEffects: ['external'],
      inputSchema: object({ project: text, email: text }),
      summarize: ({ project, email }) => `Invite ${email} to ${project}`,
      async execute({ project, email }, call) {
        await server(110, call);
        const found = find(data.projects, project);
        found.members = found.members ? `${found.members}, ${email}` : email;
        changed();
        return { project, email };
      },
    },
  },

  rates: {
    published: {
      description: 'The exchange rate of yesterday evening.',
      inputSchema: object({ pair: text }),
      async execute({ pair }, call) {
        await server(70, call);
        return { pair, rate: 1.0842, from: 'published' };
      },
    },
    buy: {
      description: 'Buys the exchange rate of this minute, for 2 EUR.',
      approval: true,
      sideEffects: ['payment'],
      inputSchema: object({ pair: text }),
      summarize: ({ pair }) => `Buy the rate of ${pair} for 2 EUR`,
      async execute({ pair }, call) {
        await server(120, call);
        data.purchases.push({ id: `b-${1 + data.purchases.length}`, what: pair, amount: 2 });
        changed();
        return { pair, rate: 1.0857, from: 'bought' };
      },
    },
  },

  notices: {
    post: {
      description: 'Tells the whole team something. Nobody has to sign for it.',
      sideEffects: ['external'],
      inputSchema: object({ text }),
      async execute({ text: said }, call) {
        await server(90, call);
        data.notices.push({ id: `n-${1 + data.notices.length}`, text: said });
        changed();
        return { posted: true };
      },
    },
  },
};

/** What a person might answer in a function's place, given its input: the dialog offers it as a start. */
export const sampleValues = {
  'accounts.remove': ({ id }) => ({ id, removed: true }),
  'mail.send': ({ to }) => ({ sent: true, to }),
  'files.remove': ({ id }) => ({ id, removed: true }),
  'files.archive': ({ id }) => ({ id, archived: true }),
  'projects.create': ({ name }) => ({ id: 'p-1', name }),
  'projects.invite': input => input,
  'rates.buy': ({ pair }) => ({ pair, rate: 1.08, from: 'by hand' }),
  'payments.send': ({ amount }) => ({ payment: 'paid by hand', amount }),
};
