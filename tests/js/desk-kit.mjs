/*
 * What the tests of the page's half of approvals are written with: the modules bundled from source, and a desk with a worker's part played by the test.
 */

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../js/', import.meta.url));

/** The named modules of js/, bundled together, so that they share their classes. A second call gives a second copy of everything. */
export const load = async (...modules) => {
  const contents = modules.map(name => `export * from './${name}.ts';`).join('\n');
  const result = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    logLevel: 'error',
    // `?n`: the module cache goes by address.
    footer: { js: `// ${count++}` },
  });
  return import(`data:text/javascript;base64,${Buffer.from(result.outputFiles[0].contents).toString('base64')}`);
};
let count = 0;

export const page = await load(
  'errors',
  'functions',
  'names',
  'verdict',
  'journal',
  'compact',
  'call-desk',
  'decisions',
  'checkpoint',
  'store/memory',
  'value',
  'canonical',
  'text-bytes',
  'schema',
  'card',
  'answers',
  'take',
);

export const LIMITS = {
  timeoutMs: 30_000,
  callTimeoutMs: Infinity,
  memoryBytes: 64 << 20,
  codeBytes: 256 << 10,
  valueBytes: 4 << 20,
  journalBytes: 32 << 20,
  logBytes: 64 << 10,
  calls: 1_000,
  concurrentCalls: 32,
};

/** A desk in pause mode unless told otherwise, with a clock that counts 1, 2, 3 … and every event kept. */
export const desk = ({ functions, limits, entries, mode = 'pause', strict = false, policy, concurrentApprovals, onEvent } = {}) => {
  const events = [];
  let clock = 0;
  const table = page.buildTable(functions);
  const journal = new page.Journal(entries);
  const options = {
    runId: 'run',
    table,
    mode,
    strict,
    policy,
    concurrentApprovals,
    limits: { ...LIMITS, ...limits },
    journal,
    now: () => ++clock,
    emit: event => {
      events.push(event);
      onEvent?.(event);
    },
  };
  const it = new page.CallDesk(options);
  let seq = journal.calls;
  return {
    desk: it,
    journal,
    table,
    events,
    /** The worker's message: the code called `fn(input)`. */
    call: (fn, input, extra = {}) => it.call({ seq: ++seq, fn, input: page.encode(input, 'input'), go: true, ...extra }),
    states: (ending = 'ended') => journal.records('run', ending).map(record => record.state),
    types: () =>
      events.map(event =>
        event.type === 'decided' ? `decided ${event.callId} ${event.decision}` : `${event.type} ${event.call.seq} ${event.call.state}`,
      ),
  };
};

/** A host function that keeps what it was called with. */
export const spy = (impl = input => input, extra = {}) => {
  const inputs = [];
  const calls = [];
  return {
    inputs,
    calls,
    get count() {
      return inputs.length;
    },
    spec: {
      ...extra,
      execute: (input, call) => {
        inputs.push(input);
        calls.push(call);
        return impl(input, call);
      },
    },
  };
};

export const value = reply => page.decode(reply.value);
export const until = async condition => {
  while (!condition()) await new Promise(done => setImmediate(done));
};

/** A marked function. */
export const marked = (impl, extra) => spy(impl, { approval: true, ...extra });

/** What no sound worker asks is refused as such. */
export const broken = (promise, pattern) =>
  assert.rejects(promise, error => {
    assert.ok(page.RunError.is(error, 'EngineCrash'), `${error.name}: ${error.message}`);
    if (pattern) assert.match(error.message, pattern);
    return true;
  });
