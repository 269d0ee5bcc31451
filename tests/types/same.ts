/*
 * Owns the comparison of the package's types with the contract's, name by name and both ways: what the package
 * gives fits where the contract's is expected, and what a program of the contract has fits what the package takes.
 */
import type * as built from 'countersign';
import type * as contract from './contract.js';

/** Beyond the contract: what an error's own members are of. */
export type { DecisionProblem, RunErrorName, SandboxErrorName } from 'countersign';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** Every type the contract exports. `Namespace` and the two aliases of text are covered by those that use them. */
interface Pairs {
  Approval: Same<built.Approval, contract.Approval>;
  ApprovalContext: Same<built.ApprovalContext, contract.ApprovalContext>;
  CallContext: Same<built.CallContext, contract.CallContext>;
  CallRecord: Same<built.CallRecord, contract.CallRecord>;
  Checkpoint: Same<built.Checkpoint, contract.Checkpoint>;
  Completed: Same<built.Completed<number>, contract.Completed<number>>;
  Decisions: Same<built.Decisions, contract.Decisions>;
  DescribeOptions: Same<built.DescribeOptions, contract.DescribeOptions>;
  Failed: Same<built.Failed, contract.Failed>;
  Functions: Same<built.Functions, contract.Functions>;
  FunctionSpec: Same<built.FunctionSpec<{ id: number }, string>, contract.FunctionSpec<{ id: number }, string>>;
  HostFunction: Same<built.HostFunction<{ id: number }, string>, contract.HostFunction<{ id: number }, string>>;
  JournalEntry: Same<built.JournalEntry, contract.JournalEntry>;
  JsonSchema: Same<built.JsonSchema, contract.JsonSchema>;
  Limits: Same<built.Limits, contract.Limits>;
  LogEntry: Same<built.LogEntry, contract.LogEntry>;
  MaybePromise: Same<built.MaybePromise<1>, contract.MaybePromise<1>>;
  Outcome: Same<built.Outcome, contract.Outcome>;
  PauseDecision: Same<built.PauseDecision, contract.PauseDecision>;
  Pending: Same<built.Pending<number>, contract.Pending<number>>;
  PendingCall: Same<built.PendingCall, contract.PendingCall>;
  PendingRun: Same<built.PendingRun, contract.PendingRun>;
  Policy: Same<built.Policy, contract.Policy>;
  ResumeOptions: Same<built.ResumeOptions, contract.ResumeOptions>;
  RunError: Same<built.RunError, contract.RunError>;
  RunEvent: Same<built.RunEvent, contract.RunEvent>;
  RunRequest: Same<built.RunRequest, contract.RunRequest>;
  RunResult: Same<built.RunResult<number>, contract.RunResult<number>>;
  RunStats: Same<built.RunStats, contract.RunStats>;
  RunStore: Same<built.RunStore, contract.RunStore>;
  Sandbox: Same<built.Sandbox, contract.Sandbox>;
  SandboxError: Same<built.SandboxError, contract.SandboxError>;
  SandboxOptions: Same<built.SandboxOptions, contract.SandboxOptions>;
  SigningKey: Same<built.SigningKey, contract.SigningKey>;
}

/** The names of those that differ: the compiler prints them. */
type Different = { [Name in keyof Pairs]: Pairs[Name] extends true ? never : Name }[keyof Pairs];

export const none: [Different] extends [never] ? 'all are the same' : Different = 'all are the same';

/** What can be called. */
export const given: Pick<typeof contract, keyof Callable> = {} as Pick<typeof built, keyof Callable>;
interface Callable {
  createSandbox: 1;
  defineFunction: 1;
  indexedDbStore: 1;
  memoryStore: 1;
  unwrap: 1;
}

/** The classes: what their static sides promise. Their constructors are the package's own. */
export const isRunError: typeof contract.RunError.is = {} as typeof built.RunError.is;
export const isSandboxError: typeof contract.SandboxError.is = {} as typeof built.SandboxError.is;
