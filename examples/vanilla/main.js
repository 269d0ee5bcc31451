import { createSandbox, indexedDbStore } from './node_modules/countersign/pkg/index.js';

const rows = new Map([
  [1, { id: 1, name: 'Ada', year: 1999 }],
  [2, { id: 2, name: 'Alan', year: 2004 }],
  [3, { id: 3, name: 'Grace', year: 2024 }],
]);
const element = id => document.getElementById(id);
const show = () => element('rows').replaceChildren(...[...rows.values()].map(row => item(`${row.name}, ${row.year}`)));

const sandbox = createSandbox({
  store: indexedDbStore(),
  functions: {
    records: {
      list: {
        description: 'Records from before a year',
        execute: async ({ before }) => [...rows.values()].filter(row => row.year < before),
      },
      delete: {
        description: 'Deletes one record for good',
        approval: true,
        execute: async ({ id }) => {
          rows.delete(id);
          show();
          return { deleted: id };
        },
      },
    },
  },
  approval: { mode: 'collect', onApproval: ask },
});

/** One card for all calls that wait. What is not decided keeps waiting. */
async function ask(pending, { signal }) {
  const boxes = pending.map(call => {
    const box = Object.assign(document.createElement('input'), { type: 'checkbox', name: call.callId });
    const label = document.createElement('label');
    label.append(box, ` ${call.fn} ${JSON.stringify(call.input)}`);
    return { box, call, label };
  });
  element('calls').replaceChildren(...boxes.map(({ label }) => item(label)));
  const card = element('card');
  signal.addEventListener('abort', () => card.close('later'), { once: true });
  card.returnValue = 'later';
  card.showModal();
  await new Promise(closed => card.addEventListener('close', closed, { once: true }));
  if (card.returnValue !== 'decide') return {};
  const ids = ticked => boxes.filter(({ box }) => box.checked === ticked).map(({ call }) => call.callId);
  return { approve: ids(true), reject: ids(false) };
}

function item(content) {
  const made = document.createElement('li');
  made.append(content);
  return made;
}

element('code').value = `const old = await records.list({ before: 2010 })
for (const { id } of old) await records.delete({ id })
return old.length + ' looked at'`;

element('run').addEventListener('click', async () => {
  element('said').value = 'running';
  try {
    const result = await sandbox.run({ code: element('code').value });
    const said = result.status === 'completed' ? String(result.value) : result.error && `${result.error.name}: ${result.error.message}`;
    element('said').value = said ?? 'It waits for a decision.';
  } catch (error) {
    element('said').value = error.name === 'RunPending' ? 'it waits: nothing was decided' : `${error.name}: ${error.message}`;
  }
});
show();
