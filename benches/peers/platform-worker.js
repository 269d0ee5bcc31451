/*
 * Owns the limit: the platform's own engine in a module worker, the code as an AsyncFunction. Nothing is boxed in: the code has fetch, the
 * worker's globals, and what an earlier run left there.
 */
const AsyncFunction = (async () => {}).constructor;
const calls = new Map();
let last = 0;

self.onmessage = ({ data }) => {
  if (data.type === 'run') void run(data);
  else {
    const { resolve, reject } = calls.get(data.call);
    calls.delete(data.call);
    if (data.error === undefined) resolve(data.value);
    else reject(new Error(data.error));
  }
};

async function run({ run: id, code, names }) {
  const functions = names.map(
    name => input =>
      new Promise((resolve, reject) => {
        const call = ++last;
        calls.set(call, { resolve, reject });
        self.postMessage({ type: 'call', run: id, call, name, input });
      }),
  );
  try {
    const value = await new AsyncFunction(...names, code)(...functions);
    self.postMessage({ type: 'done', run: id, value });
  } catch (error) {
    self.postMessage({ type: 'done', run: id, error: String(error?.message ?? error) });
  }
}
