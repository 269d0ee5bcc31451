/* Every mode, every form of an answer, and a policy. */
import { type Approval, createSandbox, type Decisions, type PauseDecision, type Pending, type PendingCall, type Policy } from 'countersign';

export const deny: Approval = { mode: 'deny' };

export const pause: Approval = {
  mode: 'pause',
  concurrentApprovals: true,
  onApproval: async (call, { signal, runId, generation }) => {
    if (signal.aborted || generation > 9) return 'pause';
    return { decision: 'approve', input: { of: runId, shown: call.input } };
  },
};

export const answers: PauseDecision[] = [
  'approve',
  'reject',
  'pause',
  { decision: 'approve' },
  { decision: 'reject', reason: 'not today' },
  { decision: 'respond', value: 42 },
  { decision: 'pause' },
  { approved: true, input: { id: 1 } },
  { approved: false, reason: 'no' },
];

export const collect: Approval = {
  mode: 'collect',
  onApproval: pending => ({ approve: pending.filter(call => call.state === 'undecided').map(call => call.callId) }),
};

export const decisions: Decisions[] = [
  {},
  { all: 'approve' },
  { all: 'reject', reason: 'no' },
  { approve: ['a', { callId: 'b', input: 1 }], reject: ['c', { callId: 'd', reason: 'no' }], respond: [{ callId: 'e', value: null }] },
  { decisions: { a: { approved: true }, b: { approved: false, reason: 'no' } }, defaultDecision: { approved: false } },
  { defaultDecision: { approved: true } },
];

export const policy: Policy = ({ fn, marked, sideEffects, seq }) => {
  if (fn === 'drop') return { verdict: 'deny', reason: 'never' };
  if (marked && sideEffects.includes('payment')) return 'ask';
  return seq > 100 ? 'deny' : undefined;
};
// Without `as const` TypeScript (5, 6 and 7) widens an async function's only literal to string.
export const laterPolicy: Policy = async () => 'allow' as const;

export function row(call: PendingCall): string {
  return [call.summary ?? call.fn, call.description, call.line, call.state, call.error?.message].join(' ');
}

export async function resumes(pending: Pending<number>): Promise<number> {
  const sandbox = createSandbox({ approval: collect, policy });
  const ended = await pending.resume({ all: 'approve' }, { owner: 'me', limits: { calls: 10 } });
  await sandbox.resume(pending.runId, { approve: [] }, { generation: 1 });
  await sandbox.resume<string>(pending.checkpoint, { all: 'reject' }, { approval: pause });
  for (const run of await sandbox.pending({ owner: 'me' })) await sandbox.resume(run, { all: 'approve' });
  await sandbox.discard(pending.runId);
  return ended.status === 'completed' ? ended.value : 0;
}

// @ts-expect-error pause needs someone to ask
export const noHook: Approval = { mode: 'pause' };
// @ts-expect-error no such mode
export const noMode: Approval = { mode: 'auto' };
// @ts-expect-error deny asks nobody
export const denyHook: Approval = { mode: 'deny', onApproval: () => 'approve' };
// @ts-expect-error true is no decision
export const yes: PauseDecision = true;
// @ts-expect-error respond needs its value
export const noValue: PauseDecision = { decision: 'respond' };
// @ts-expect-error all takes approve or reject
export const all: Decisions = { all: 'pause' };
// @ts-expect-error a policy answers allow, ask or deny
export const odd: Policy = () => 'approve';
