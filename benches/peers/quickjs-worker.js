/*
 * Owns quickjs-emscripten in a module worker, with host functions as its README has them: newPromise, settled.then(executePendingJobs),
 * resolvePromise. What must hold: each run has a context of its own (and with it a runtime), and disposes of it. Values go in through
 * the guest's JSON.parse, which is faster than making handles one by one.
 */
import { getQuickJS } from 'quickjs-emscripten';

const quickjs = getQuickJS();
const calls = new Map();
let last = 0;

self.onmessage = ({ data }) => {
  if (data.type === 'run') void run(data);
  else {
    const { resolve } = calls.get(data.call);
    calls.delete(data.call);
    resolve(data);
  }
};

async function run({ run: id, code, names }) {
  let vm;
  try {
    vm = (await quickjs).newContext();
    const parse = vm.unwrapResult(vm.evalCode('JSON.parse'));
    for (const name of names) addFunction(vm, parse, id, name);
    const handle = vm.unwrapResult(vm.evalCode(`(async () => {\n${code}\n})()`));
    const settled = vm.resolvePromise(handle);
    vm.unwrapResult(vm.runtime.executePendingJobs()).toString();
    const value = vm.unwrapResult(await settled).consume(vm.dump);
    handle.dispose();
    parse.dispose();
    self.postMessage({ type: 'done', run: id, value });
  } catch (error) {
    self.postMessage({ type: 'done', run: id, error: String(error?.message ?? error) });
  } finally {
    try {
      vm?.dispose();
    } catch {
      // A run that failed leaves handles behind; the next has a context of its own.
    }
  }
}

function addFunction(vm, parse, run, name) {
  const made = vm.newFunction(name, input => {
    const promise = vm.newPromise();
    const call = ++last;
    calls.set(call, { resolve: answer => deliver(vm, parse, promise, answer) });
    self.postMessage({ type: 'call', run, call, name, input: input === undefined ? undefined : vm.dump(input) });
    void promise.settled.then(vm.runtime.executePendingJobs);
    return promise.handle;
  });
  made.consume(handle => vm.setProp(vm.global, name, handle));
}

function deliver(vm, parse, promise, { error, value }) {
  if (error !== undefined) return vm.newError(error).consume(handle => promise.reject(handle));
  if (value === undefined) return promise.resolve();
  const text = vm.newString(JSON.stringify(value));
  const handle = vm.unwrapResult(vm.callFunction(parse, vm.undefined, text));
  promise.resolve(handle);
  text.dispose();
  handle.dispose();
}
