/*
 * Owns the worker's half of a bare ping-pong: what any call from a worker to its page costs at least.
 */
const waiting = new Map();

self.onmessage = ({ data }) => {
  if (data.type === 'go') void go(data);
  else {
    waiting.get(data.call)(data.value);
    waiting.delete(data.call);
  }
};

const ask = (call, value) =>
  new Promise(resolve => {
    waiting.set(call, resolve);
    self.postMessage({ type: 'call', call, value });
  });

async function go({ count, value, together }) {
  if (together) await Promise.all(Array.from({ length: count }, (_, call) => ask(call, value ?? call)));
  else for (let call = 0; call < count; call += 1) await ask(call, value ?? call);
  self.postMessage({ type: 'done' });
}
