/*
 * Owns the React app of react.test.mjs: a card as an app would write it around `useRun`, in StrictMode. `window.app` mounts it and takes it away.
 */
import { useRun } from 'countersign/react';
import { StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';

function CleanUp({ sandbox, options, code, atOnce }) {
  const { run, decide, discard, abort, status, value, error, pending, calls, logs, restored } = useRun(sandbox, options);
  window.app.renders += 1;
  window.app.run = run;
  useEffect(() => {
    if (atOnce) void run(code);
  }, [run, code, atOnce]);
  const idsOf = wanted => pending.filter(call => (call.input.id === 2) === wanted).map(call => call.callId);
  return (
    <section>
      <output>{status}</output>
      <p id="value">{JSON.stringify(value)}</p>
      <p id="error">{error?.name}</p>
      <p id="restored">{JSON.stringify(restored?.metadata)}</p>
      <ol id="calls">
        {calls.map(call => (
          <li key={call.callId}>{`${call.fn} ${call.state}`}</li>
        ))}
      </ol>
      <ol id="logs">
        {logs.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line of a log has no other name
          <li key={at}>{entry.text}</li>
        ))}
      </ol>
      <ul id="card">
        {pending.map(call => (
          <li key={call.callId}>{`${call.fn} ${JSON.stringify(call.input)}`}</li>
        ))}
      </ul>
      <button type="button" id="run" onClick={() => run({ code, metadata: { title: 'Clean-up' } })} />
      <button type="button" id="all" onClick={() => decide({ all: 'approve' })} />
      <button type="button" id="but-two" onClick={() => decide({ approve: idsOf(false), reject: idsOf(true) })} />
      <button type="button" id="wrong" onClick={() => decide({ approve: ['nobody'] })} />
      <button type="button" id="discard" onClick={discard} />
      <button type="button" id="abort" onClick={abort} />
    </section>
  );
}

window.app = {
  renders: 0,
  mount(props) {
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    root.render(
      <StrictMode>
        <CleanUp {...props} />
      </StrictMode>,
    );
    return () => root.unmount();
  },
};
