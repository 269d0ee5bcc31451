/* Functions in namespaces, to any depth. */
import { createSandbox, defineFunction, type Functions } from 'countersign';

const send = defineFunction({ execute: (input: { to: string }) => input.to.length });
const drafts = { list: () => ['a'], remove: { execute: (id: number) => id, approval: true } };

export const functions: Functions = { now: () => 1, mail: { send, drafts, box: { open: async () => true } } };
export const sandbox = createSandbox({ functions: { ...functions, db: { query: (sql: string) => sql } } });

// @ts-expect-error text is no function, at any depth
export const text: Functions = { mail: { drafts: { list: 'all' } } };
