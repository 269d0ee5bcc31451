'use client';

import type { PendingCall } from 'countersign';
import { useRun } from 'countersign/react';
import { useState, useSyncExternalStore } from 'react';
import { Card } from './card';
import { getRows, sandbox, subscribe } from './sandbox';

const example = `const old = await records.list({ before: 2010 })
for (const { id } of old) await records.delete({ id })
return old.length + ' looked at'`;

export function Records() {
  const rows = useSyncExternalStore(subscribe, getRows, getRows);
  const [code, setCode] = useState(example);
  // What waits is there again after a reload.
  const { run, decide, status, value, error, pending } = useRun(sandbox, { restore: true });
  const [closed, setClosed] = useState<readonly PendingCall[]>();
  const asks = status === 'pending' && closed !== pending;

  return (
    <>
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
        <button type="button" disabled={status === 'running'} onClick={() => run(code)}>
          Run
        </button>{' '}
        {status === 'pending' && (
          <button type="button" onClick={() => setClosed(undefined)}>
            {pending.length} waiting
          </button>
        )}{' '}
        <output>{status === 'completed' ? String(value) : error ? `${error.name}: ${error.message}` : status}</output>
      </p>
      {asks && <Card pending={pending} refused={error} decide={decide} later={setClosed} />}
    </>
  );
}
