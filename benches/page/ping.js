/*
 * Owns the bare ping-pong: a worker asks, the page answers with what it was asked, and nothing else happens.
 */
export function openPing() {
  const worker = new Worker(new URL('./ping-worker.js', import.meta.url), { type: 'module' });
  return {
    exchange: request =>
      new Promise(done => {
        worker.onmessage = ({ data }) => {
          if (data.type === 'done') done();
          else worker.postMessage({ type: 'answer', call: data.call, value: data.value });
        };
        worker.postMessage({ type: 'go', ...request });
      }),
    close: () => worker.terminate(),
  };
}
