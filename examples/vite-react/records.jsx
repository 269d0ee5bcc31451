import { useState, useSyncExternalStore } from 'react';
import { Card } from './card.jsx';
import { getRows, sandbox, subscribe } from './sandbox.js';

const example = `const old = await records.list({ before: 2010 })
for (const { id } of old) await records.delete({ id })
return old.length + ' looked at'`;

export function Records() {
  const rows = useSyncExternalStore(subscribe, getRows);
  const [code, setCode] = useState(example);
  const [said, say] = useState('');
  const [card, setCard] = useState(undefined);

  /** The card stands until it is decided, closed, or decided elsewhere. */
  const onApproval = (pending, { signal }) =>
    new Promise(resolve => {
      const decide = decisions => {
        setCard(undefined);
        resolve(decisions);
      };
      signal.addEventListener('abort', () => decide({}), { once: true });
      setCard({ pending, decide });
    });

  const run = async () => {
    say('running');
    try {
      const result = await sandbox.run({ code, approval: { mode: 'collect', onApproval } });
      if (result.status === 'pending') say('It waits for a decision.');
      else say(result.status === 'completed' ? String(result.value) : `${result.error.name}: ${result.error.message}`);
    } catch (error) {
      say(error.name === 'RunPending' ? 'it waits: nothing was decided' : `${error.name}: ${error.message}`);
    }
  };

  return (
    <main>
      <h1>Records</h1>
      <ul>
        {rows.map(row => (
          <li key={row.id}>
            {row.name}, {row.year}
          </li>
        ))}
      </ul>
      <label>
        Code, as a model writes it
        <textarea rows={6} value={code} onChange={event => setCode(event.target.value)} />
      </label>
      <p>
        <button type="button" onClick={run}>
          Run
        </button>{' '}
        <output>{said}</output>
      </p>
      {card && <Card pending={card.pending} decide={card.decide} />}
    </main>
  );
}
