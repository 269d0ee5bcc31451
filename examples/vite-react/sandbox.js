import { createSandbox, indexedDbStore } from 'countersign';

/** The app's own data, and who wants to hear of changes. */
let rows = [
  { id: 1, name: 'Ada', year: 1999 },
  { id: 2, name: 'Alan', year: 2004 },
  { id: 3, name: 'Grace', year: 2024 },
];
const listeners = new Set();
export const subscribe = listener => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const getRows = () => rows;

/** @type {import('countersign').Functions} */
export const functions = {
  records: {
    list: { description: 'Records from before a year', execute: async ({ before }) => rows.filter(row => row.year < before) },
    delete: {
      description: 'Deletes one record for good',
      approval: true,
      sideEffects: ['storage'],
      inputSchema: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
      execute: async ({ id }) => {
        rows = rows.filter(row => row.id !== id);
        for (const listener of listeners) listener();
        return { deleted: id };
      },
    },
  },
};

/** One for the whole app, outside of components: making it costs nothing, and its worker starts with the first run. */
export const sandbox = createSandbox({ functions, store: indexedDbStore({ database: 'records' }) });
