/*
 * Owns the page's side of a peer whose guest is in a worker of its own: a run, and the calls it makes, as messages. The two peers that need one
 * share it, so that their messages cost the same.
 */

/** `start(url)` makes the worker; the answer of `run` is the program's value, and its error is thrown. */
export function linkTo(worker, functions) {
  const runs = new Map();
  let last = 0;
  worker.onmessage = ({ data }) => {
    if (data.type === 'call') void answer(data);
    else settle(data);
  };
  worker.onerror = event => {
    for (const run of runs.values()) run.reject(new Error(event.message));
  };

  function settle({ run, error, value }) {
    const { resolve, reject } = runs.get(run);
    runs.delete(run);
    if (error === undefined) resolve(value);
    else reject(new Error(error));
  }

  async function answer({ run, call, name, input }) {
    const { functions: own } = runs.get(run);
    try {
      worker.postMessage({ type: 'answer', run, call, value: await own[name](input) });
    } catch (error) {
      worker.postMessage({ type: 'answer', run, call, error: String(error?.message) });
    }
  }

  return {
    run(code, own = functions) {
      const run = ++last;
      return new Promise((resolve, reject) => {
        runs.set(run, { resolve, reject, functions: own });
        worker.postMessage({ type: 'run', run, code, names: Object.keys(own) });
      });
    },
    close: () => worker.terminate(),
  };
}
