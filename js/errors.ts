/*
 * Owns the two error classes of the public contract and `unwrap`. What must hold: `name` is one of the contract's names and is
 * what programs branch on; `is` recognises errors of another copy of this package, so it looks at a brand and never at the
 * class. Deliberately absent: the guest's own exceptions, which are data (`ErrorData`) until a run ends with one.
 */
import type { CallId, RunId, RunResult } from './api.js';
import type { RunErrorData } from './protocol.js';
import { decode } from './value.js';
import { shorten } from './words.js';

export type RunErrorName =
  | 'ApprovalRejected'
  | 'ReplayMismatch'
  | 'GuestError'
  | 'SyntaxError'
  | 'Timeout'
  | 'MemoryLimit'
  | 'StackOverflow'
  | 'CallLimit'
  | 'ValueLimit'
  | 'CodeLimit'
  | 'JournalLimit'
  | 'Deadlock'
  | 'UnsupportedValue'
  | 'Aborted'
  | 'Disposed'
  | 'ApprovalExpired'
  | 'Superseded'
  | 'StoreFailed'
  | 'EngineCrash';

export type SandboxErrorName =
  | 'InvalidOptions'
  | 'InvalidDecisions'
  | 'RunNotFound'
  | 'RunNotPending'
  | 'RunPending'
  | 'AccessDenied'
  | 'CheckpointInvalid'
  | 'FunctionsMissing'
  | 'StartFailed'
  | 'StoreFailed'
  | 'Disposed';

/** What a RunError may say beside its name and message. */
export interface RunErrorDetails {
  line?: number;
  column?: number;
  fn?: string;
  input?: unknown;
  callId?: CallId;
  reason?: string;
  seq?: number;
  expected?: { fn: string; input: unknown };
  actual?: { fn: string; input: unknown };
  ran?: readonly CallId[];
  guestName?: string;
  guestStack?: string;
  sourceLine?: string;
  path?: string;
  limit?: number;
  cause?: unknown;
}

/** One reason why a set of decisions was refused. */
export interface DecisionProblem {
  /** The call on the card whose decision does not fit; missing where the problem is of the set, or of no call on the card. */
  readonly callId?: CallId;
  readonly message: string;
}

/** What a SandboxError may say beside its name and message. */
export interface SandboxErrorDetails {
  names?: readonly string[];
  problems?: readonly DecisionProblem[];
  result?: RunResult;
  path?: string;
  cause?: unknown;
}

const RUN_BRAND = Symbol.for('countersign.RunError');
const SANDBOX_BRAND = Symbol.for('countersign.SandboxError');

/** How a run failed: `result.error`, and what `unwrap` throws. */
export class RunError extends Error {
  declare readonly name: RunErrorName;
  declare readonly line?: number;
  declare readonly column?: number;
  declare readonly fn?: string;
  declare readonly input?: unknown;
  declare readonly callId?: CallId;
  declare readonly reason?: string;
  declare readonly seq?: number;
  declare readonly expected?: { fn: string; input: unknown };
  declare readonly actual?: { fn: string; input: unknown };
  declare readonly ran?: readonly CallId[];
  declare readonly guestName?: string;
  declare readonly guestStack?: string;
  declare readonly sourceLine?: string;
  declare readonly path?: string;
  declare readonly limit?: number;

  constructor(name: RunErrorName, message: string, details: RunErrorDetails = {}) {
    super(message);
    finish(this, RUN_BRAND, name, details);
  }

  static is(error: unknown, name?: RunErrorName): error is RunError {
    return isBranded(error, RUN_BRAND, name);
  }
}

/** Misuse of the package, and what goes wrong where there is no run to report on. */
export class SandboxError extends Error {
  declare readonly name: SandboxErrorName;
  declare readonly names?: readonly string[];
  /** Of `InvalidDecisions`: what is wrong, call by call. */
  declare readonly problems?: readonly DecisionProblem[];
  declare readonly result?: RunResult;
  declare readonly path?: string;

  constructor(name: SandboxErrorName, message: string, details: SandboxErrorDetails = {}) {
    super(message);
    finish(this, SANDBOX_BRAND, name, details);
  }

  static is(error: unknown, name?: SandboxErrorName): error is SandboxError {
    return isBranded(error, SANDBOX_BRAND, name);
  }
}

/** What the app gave at `path` fits nothing. */
export function invalidOptions(path: string, message: string, cause?: unknown): SandboxError {
  return new SandboxError('InvalidOptions', `${shorten(path, 120)}: ${message}`, { path, cause });
}

export function disposed(): SandboxError {
  return new SandboxError('Disposed', 'the sandbox was disposed of; make a new one with createSandbox().');
}

/** The value, or a throw: of the run's error, or of `RunPending`, which carries the result. */
export function unwrap<T>(result: RunResult<T>): T {
  switch (result?.status) {
    case 'completed':
      return result.value;
    case 'failed':
      throw result.error;
    case 'pending': {
      const count = result.pending.length;
      const message = `the run waits for a person: ${count} ${count === 1 ? 'call is' : 'calls are'} undecided. Use \`result.resume(decisions)\`, or keep \`result.checkpoint\``;
      throw new SandboxError('RunPending', message, { result });
    }
    default:
      throw new SandboxError('InvalidOptions', 'unwrap takes the result of a run: unwrap(await sandbox.run({ … })).', { path: 'result' });
  }
}

/** The names a worker may give a failed run; the others are the page's own to give. */
const CORE_NAMES: ReadonlySet<string> = new Set<RunErrorName>([
  'ApprovalRejected',
  'ReplayMismatch',
  'GuestError',
  'SyntaxError',
  'MemoryLimit',
  'StackOverflow',
  'CallLimit',
  'ValueLimit',
  'CodeLimit',
  'JournalLimit',
  'Deadlock',
  'UnsupportedValue',
  'EngineCrash',
]);

/** What a worker may say of an error as it is, and of what type. */
const CORE_DETAILS = {
  line: 'number',
  column: 'number',
  seq: 'number',
  limit: 'number',
  fn: 'string',
  reason: 'string',
  guestName: 'string',
  guestStack: 'string',
  sourceLine: 'string',
  path: 'string',
} as const;

/** The error a worker reported, as the page hands it out. A name that is not the worker's to give, or a value that cannot be read, is `EngineCrash`. */
export function runErrorFrom(data: RunErrorData, runId: RunId): RunError {
  if (!CORE_NAMES.has(data.name))
    return new RunError('EngineCrash', `the worker ended the run with an error it cannot give: ${String(data.name)}`);
  const { name, message, seq, input, expected, actual } = data;
  const plain = Object.entries(CORE_DETAILS).flatMap(([key, type]) => {
    const detail = data[key as keyof typeof CORE_DETAILS];
    return typeof detail === type ? [[key, detail]] : [];
  });
  try {
    return new RunError(name as RunErrorName, String(message), {
      ...Object.fromEntries(plain),
      ...(input === undefined ? {} : { input: decode(input) }),
      ...(expected === undefined ? {} : { expected: { fn: String(expected.fn), input: decode(expected.input) } }),
      ...(actual === undefined ? {} : { actual: { fn: String(actual.fn), input: decode(actual.input) } }),
      ...(typeof seq === 'number' ? { callId: `${runId}.${seq}` } : {}),
    });
  } catch (cause) {
    return new RunError('EngineCrash', `the worker ended the run with a ${name} whose values cannot be read`, { cause });
  }
}

/** The brand and the details as own properties, so that an error printed or copied says all it knows; the brand and name stay out of listings. */
function finish(error: Error, brand: symbol, name: string, details: object): void {
  Object.defineProperty(error, brand, { value: true });
  Object.defineProperty(error, 'name', { value: name, configurable: true });
  for (const [key, value] of Object.entries(details)) {
    if (value !== undefined) Object.defineProperty(error, key, { value, enumerable: key !== 'cause', configurable: true });
  }
}

function isBranded(error: unknown, brand: symbol, name: string | undefined): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const branded = error as { [key: symbol]: unknown; name?: unknown };
  try {
    return branded[brand] === true && (name === undefined || branded.name === name);
  } catch {
    // What was caught may be anything, a proxy that throws as well.
    return false;
  }
}
