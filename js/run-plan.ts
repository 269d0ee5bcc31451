/*
 * Owns the shapes a run has before it starts and after it ended, and what of them the core is told. What must hold: nothing here changes while
 * the run is under way.
 */
import type { Approval, Limits, LogEntry, Policy, RunEvent, RunStats } from './api.js';
import type { RunError } from './errors.js';
import type { FunctionTable } from './functions.js';
import type { Keepable } from './keeping.js';
import type { JournalEntry, StartRequest } from './protocol.js';

export type PauseHook = Extract<Approval, { mode: 'pause' }>['onApproval'];

/** Everything that is settled before a part of a run starts. */
export interface RunPlan {
  /** What the run is, in each of its parts; a record that begins in the middle of it has these (K1). */
  readonly fields: Omit<Keepable, 'stats'>;
  readonly table: FunctionTable;
  /** Of pause. The hook of collect is asked between runs of the code, not in one. */
  readonly hook: PauseHook | undefined;
  readonly policy: Policy | undefined;
  readonly strict: boolean;
  readonly signal: AbortSignal | undefined;
  readonly onEvent: ((event: RunEvent) => void) | undefined;
  /** Everything recorded so far. */
  readonly entries: JournalEntry[];
  /** The part before was cut short (K4). */
  readonly interrupted: boolean;
  readonly statsBefore: RunStats;
}

export type Ending =
  | { readonly status: 'completed'; readonly value: unknown }
  | { readonly status: 'pending' }
  | { readonly status: 'failed'; readonly error: RunError };

/** How a run ended, and what there is to tell of it. */
export interface RunEnd {
  readonly ending: Ending;
  readonly logs: LogEntry[];
  readonly stats: RunStats;
  /** Nothing new came of this part: it ended while what was recorded was repeated (K7). */
  readonly onlyRepeated: boolean;
}

/** Not the program's fault, and not the end of a run that has a record (K7). */
export const goesOn = ({ name }: RunError): boolean =>
  name === 'Timeout' || name === 'EngineCrash' || name === 'StoreFailed' || name === 'Disposed';

/** Where a run that was met again is repeated before anything new happens, that is a pass of its own (R2). */
export const repeatsFirst = ({ fields, entries }: RunPlan): boolean => fields.mode === 'collect' && entries.length > 0;

/** `repeated`: what was shown was repeated already, by a worker that is gone (R2). */
export function requestOf(plan: RunPlan, journal: readonly JournalEntry[], repeated = false): StartRequest {
  const { hook, interrupted } = plan;
  const { runId, code, input, functions, mode, concurrentApprovals, limits, seed, startedAt } = plan.fields;
  const { memoryBytes, codeBytes, valueBytes, journalBytes, logBytes, calls, concurrentCalls } = asFarAsTheCoreCounts(limits);
  return {
    runId,
    code,
    ...(input === undefined ? {} : { input }),
    // What the guest sees: the names of the first pass (R14).
    functions: [...functions],
    mode,
    concurrentApprovals: concurrentApprovals === true,
    hook: hook !== undefined,
    limits: { memoryBytes, codeBytes, valueBytes, journalBytes, logBytes, calls, concurrentCalls },
    seed,
    startedAt,
    journal: [...journal],
    ...(repeated ? { repeated } : {}),
    ...(interrupted ? { interrupted } : {}),
  };
}

/** The core counts in 32 bits, which no limit it keeps can reach. */
function asFarAsTheCoreCounts(limits: Limits): Limits {
  const most = 2 ** 32 - 1;
  return Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, Math.min(limit, most)])) as unknown as Limits;
}
