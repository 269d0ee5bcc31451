import { askInDialog } from './node_modules/countersign/pkg/card.js';
import { createSandbox } from './node_modules/countersign/pkg/index.js';

const rows = new Map([
  [1, { id: 1, name: 'Ada', year: 1999 }],
  [2, { id: 2, name: 'Alan', year: 2004 }],
  [3, { id: 3, name: 'Grace', year: 2024 }],
]);
const element = id => document.getElementById(id);

/** @type {import('countersign').Functions} */
const functions = {
  records: {
    list: {
      description: 'Records from before a year',
      execute: async ({ before }) => [...rows.values()].filter(row => row.year < before),
    },
    delete: {
      description: 'Deletes one record for good',
      approval: true,
      sideEffects: ['storage'],
      inputSchema: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
      summarize: ({ id }) => `Delete ${rows.get(id)?.name ?? 'a record that is not there'}`,
      execute: async ({ id }) => {
        rows.delete(id);
        show();
        return { deleted: id };
      },
    },
  },
};
const sandbox = createSandbox({ functions });

/** One card for all calls that wait, over the page. What is not decided keeps waiting. */
const ask = (pending, { signal }) => askInDialog(pending, { signal, functions, code: element('code').value });

async function run() {
  element('said').value = 'running';
  try {
    const result = await sandbox.run({ code: element('code').value, approval: { mode: 'collect', onApproval: ask } });
    element('said').value = result.status === 'completed' ? String(result.value) : `${result.error.name}: ${result.error.message}`;
  } catch (error) {
    element('said').value = error.name === 'RunPending' ? 'it waits: nothing was decided' : `${error.name}: ${error.message}`;
  }
}

function show() {
  const items = [...rows.values()].map(row => {
    const item = document.createElement('li');
    item.textContent = `${row.name}, ${row.year}`;
    return item;
  });
  element('rows').replaceChildren(...items);
}

element('code').value = `const old = await records.list({ before: 2010 })
for (const { id } of old) await records.delete({ id })
return old.length + ' looked at'`;
element('run').addEventListener('click', run);
show();
