/* The shortest use: make a sandbox, run code, read the result. */
import { createSandbox, type RunResult, type Sandbox, unwrap } from 'countersign';

const sandbox: Sandbox = createSandbox();
createSandbox({});
createSandbox({
  warm: 0,
  maxWorkers: 2,
  strict: true,
  limits: { timeoutMs: 1_000 },
  workerUrl: '/w.js',
  wasm: new URL('https://a.example/e.wasm'),
});

export async function readsEveryStatus(): Promise<string> {
  const result = await sandbox.run<number>({ code: 'return 1 + 1', input: { any: ['data'] }, metadata: { title: 'Sum' }, owner: 'me' });
  switch (result.status) {
    case 'completed': {
      const value: number = result.value;
      return `${value} after ${result.stats.passes} passes`;
    }
    case 'pending':
      return result.pending.map(call => `${call.fn} on line ${call.line ?? '?'}`).join();
    case 'failed':
      return `${result.error.name}: ${result.error.message} (${result.error.line ?? 0}:${result.error.column ?? 0})`;
    default: {
      // No other status: adding one is a change every user sees.
      const none: never = result;
      return none;
    }
  }
}

export async function unwraps(): Promise<string> {
  const result: RunResult<string> = await sandbox.run<string>({ code: 'return "a"' });
  return unwrap(result);
}

export async function everyResultHasCallsAndLogs(): Promise<number> {
  const { calls, logs, runId } = await sandbox.run({ code: '1', signal: AbortSignal.timeout(1_000), expiresInMs: 60_000 });
  return calls.length + logs.filter(entry => entry.level === 'warn').length + runId.length;
}

export async function lifeCycle(): Promise<void> {
  await sandbox.warm();
  const text: string = sandbox.describe({ mode: 'collect', rules: true });
  console.log(text);
  await sandbox.dispose();
}

export async function wrongUses(): Promise<void> {
  // @ts-expect-error code is required
  await sandbox.run({ input: 1 });
  // @ts-expect-error code is text
  await sandbox.run({ code: () => 1 });
  // @ts-expect-error an unknown option is a typing mistake
  createSandbox({ functons: {} });
  // @ts-expect-error limits are numbers
  createSandbox({ limits: { timeoutMs: '30s' } });
  // @ts-expect-error no such limit
  createSandbox({ limits: { timeout: 30_000 } });
  const result = await sandbox.run({ code: '1' });
  // @ts-expect-error a value is there only once the status is known
  result.value;
  if (result.status === 'completed') {
    // @ts-expect-error results are read-only
    result.value = 2;
    // @ts-expect-error without a type argument a value is unknown
    result.value.length;
  }
}
