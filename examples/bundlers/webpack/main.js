import { createSandbox } from 'countersign';

const sandbox = createSandbox({
  functions: {
    mail: {
      send: { description: 'Sends one mail', approval: true, execute: async ({ to }) => `sent to ${to}` },
    },
  },
});

export async function run() {
  const result = await sandbox.run({
    code: `return mail.send({ to: 'ann@example.com' })`,
    approval: { mode: 'pause', onApproval: call => (confirm(`${call.fn} to ${call.input.to}?`) ? 'approve' : 'reject') },
  });
  if (result.status === 'pending') return 'it waits for a decision';
  return result.status === 'completed' ? result.value : `${result.error.name}: ${result.error.message}`;
}

run().then(
  text => {
    document.body.textContent = text;
  },
  error => {
    document.body.textContent = `${error.name}: ${error.message}`;
  },
);
