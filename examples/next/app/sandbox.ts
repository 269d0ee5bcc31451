import { createSandbox, type Functions, indexedDbStore } from 'countersign';

export interface Row {
  readonly id: number;
  readonly name: string;
  readonly year: number;
}

/** The app's own data, and who wants to hear of changes. */
let rows: readonly Row[] = [
  { id: 1, name: 'Ada', year: 1999 },
  { id: 2, name: 'Alan', year: 2004 },
  { id: 3, name: 'Grace', year: 2024 },
];
const listeners = new Set<() => void>();
export const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const getRows = (): readonly Row[] => rows;

export const functions: Functions = {
  records: {
    list: {
      description: 'Records from before a year',
      execute: async ({ before }: { before: number }) => rows.filter(row => row.year < before),
    },
    delete: {
      description: 'Deletes one record for good',
      approval: true,
      sideEffects: ['storage'],
      inputSchema: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
      execute: async ({ id }: { id: number }) => {
        rows = rows.filter(row => row.id !== id);
        for (const listener of listeners) listener();
        return { deleted: id };
      },
    },
  },
};

/** One for the whole app, outside of components: the server only renders, and starts nothing. */
export const sandbox = createSandbox({ functions, store: indexedDbStore({ database: 'records' }) });
