/* The entries for other packages, compiled without these packages: each declaration stands for itself. */
import { createSandbox, type Functions } from 'countersign';
import { codeTool, functionsFromMcp, functionsFromTools } from 'countersign/ai-sdk';
import { codemodeExecutor, gated } from 'countersign/codemode';
import { useRun } from 'countersign/react';
import { isolateDriver } from 'countersign/tanstack';

const functions: Functions = {
  ...functionsFromTools({ one: { execute: () => 1 } }, { approval: { one: ({ id }) => id > 1 } }),
  ...functionsFromMcp([{ name: 'two', annotations: { readOnlyHint: true } }], ({ name }) => ({ content: [{ type: 'text', text: name }] })),
};
const sandbox = createSandbox({ functions });

export async function decides(): Promise<string> {
  const code = codeTool(sandbox, { mode: 'pause', request: { metadata: { chat: 1 } } });
  // @ts-expect-error the code is the model's
  codeTool(sandbox, { request: { code: 'return 1' } });
  const output = await code.decide('id', { all: 'approve' });
  if (output?.status === 'pending') return output.pending.map(call => call.fn).join();
  return output?.status === 'failed' ? `${output.error.name} ${output.error.line ?? 0}` : (output?.logs ?? []).join();
}

export const executor = codemodeExecutor(sandbox, { marks: { 'codemode.remove': ({ id }) => id > 1 } });
export const { tools } = gated(sandbox, { remove: { execute: () => 1, needsApproval: true } });
export const named: unknown = tools.remove.execute;
export const driver = isolateDriver(sandbox, { tools: [{ name: 'a' }], limits: { calls: 3 } });
// @ts-expect-error signals are the driver's
isolateDriver(sandbox, { signal: new AbortController().signal });

export function Component(): number | undefined {
  const { run, decide, value, status, error, pending } = useRun<number>(() => sandbox, { restore: run => run.metadata?.chat === 1 });
  void run({ code: 'return 1', input: 2 });
  void decide({ approve: pending.map(call => call.callId) });
  // @ts-expect-error no other status
  const wrong = status === 'waiting';
  return wrong || error?.name === 'Timeout' ? 0 : value;
}
