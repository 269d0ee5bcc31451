import { useEffect, useRef, useState } from 'react';

/** One card for all calls that wait. `decide({})` decides nothing: they keep waiting. */
export function Card({ pending, decide }) {
  const dialog = useRef(null);
  const [ticked, setTicked] = useState(() => new Set());
  useEffect(() => {
    const shown = dialog.current;
    shown.showModal();
    return () => shown.close();
  }, []);

  const tick = callId =>
    setTicked(before => {
      const after = new Set(before);
      if (!after.delete(callId)) after.add(callId);
      return after;
    });
  const ids = wanted => pending.map(call => call.callId).filter(id => ticked.has(id) === wanted);

  return (
    <dialog ref={dialog} onCancel={() => decide({})} aria-labelledby="what">
      <h2 id="what">Really?</h2>
      <ul>
        {pending.map(call => (
          <li key={call.callId}>
            <label>
              <input type="checkbox" checked={ticked.has(call.callId)} onChange={() => tick(call.callId)} /> {call.fn}{' '}
              {JSON.stringify(call.input)}
            </label>
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => decide({})}>
        Later
      </button>{' '}
      <button type="button" onClick={() => decide({ approve: ids(true), reject: ids(false) })}>
        Do what is ticked, refuse the rest
      </button>
    </dialog>
  );
}
