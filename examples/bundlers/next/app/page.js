'use client';

import { createSandbox } from 'countersign';
import { useState } from 'react';

const sandbox = createSandbox({
  functions: {
    mail: {
      send: { description: 'Sends one mail', approval: true, execute: async ({ to }) => `sent to ${to}` },
    },
  },
});

export default function Page() {
  const [said, say] = useState('');
  const run = async () => {
    const result = await sandbox.run({
      code: `return mail.send({ to: 'ann@example.com' })`,
      approval: { mode: 'pause', onApproval: call => (confirm(`${call.fn} to ${call.input.to}?`) ? 'approve' : 'reject') },
    });
    if (result.status === 'pending') say('it waits for a decision');
    else say(result.status === 'completed' ? result.value : `${result.error.name}: ${result.error.message}`);
  };
  return (
    <>
      <button type="button" onClick={() => run().catch(error => say(`${error.name}: ${error.message}`))}>
        Run
      </button>
      <p>{said}</p>
    </>
  );
}
