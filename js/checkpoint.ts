/*
 * Owns the checkpoint: what is kept of a run that waits, as one plain JSON object, and reading one back from anywhere. What must hold:
 * an accidental change is always noticed, by a SHA-256 over the canonical form of everything else; whatever is handed in, the answer is a
 * checkpoint or `CheckpointInvalid` that says what is wrong. docs/checkpoint-format.md says what each field means, for people; a test keeps it in
 * step with the tables here. Deliberately absent: forgery, which only a signature can refuse (signing.ts), and stores.
 */

import type { Approval, Checkpoint, Limits, RunResult, RunStats } from './api.js';
import { invalidOptions, SandboxError } from './errors.js';
import { Journal, JournalConflict } from './journal.js';
import type { JournalEntry, Text } from './protocol.js';
import { contentOf, digestOf } from './seal.js';
import type { Field, Shape } from './shapes.js';
import {
  count,
  data,
  flag,
  limit,
  listOf,
  matching,
  misfit,
  objectOf,
  oneOf,
  optional,
  ordinal,
  plainObject,
  range,
  required,
  text,
  time,
  unionBy,
} from './shapes.js';
import { inWords, messageOf } from './words.js';

/** Changes with every change of the format; older ones stay readable or are refused by name. */
export const CHECKPOINT_VERSION = 1;
const PACKAGE_VERSION = '0.1.0';

/** Everything a resume needs except the functions themselves. */
export interface CheckpointFields {
  readonly runId: string;
  readonly generation: number;
  readonly owner?: string | undefined;
  readonly code: string;
  readonly input?: Text | undefined;
  readonly mode: Approval['mode'];
  readonly concurrentApprovals?: boolean | undefined;
  /** 16 hexadecimal digits. */
  readonly seed: string;
  /** The guest's clock when the run began. */
  readonly startedAt: number;
  /** In the order of the first pass. */
  readonly functions: readonly { readonly name: string; readonly positional: boolean }[];
  readonly limits: Limits;
  readonly metadata?: Record<string, unknown> | undefined;
  readonly createdAt: number;
  readonly expiresAt?: number | undefined;
  /** How long each card of the run may be answered, from the moment it was saved. */
  readonly expiresInMs?: number | undefined;
  /** The page of the part before went away while it ran: any decisions, also none, continue it (K4). */
  readonly interrupted?: true | undefined;
  /** Sums so far: a run's numbers are those of all its passes. */
  readonly stats?: RunStats | undefined;
  readonly journal: readonly JournalEntry[];
}

export type EndedAs = Exclude<RunResult['status'], 'pending'> | 'discarded';

/** What is left of a run that ended (K6). */
export interface EndedFields {
  readonly runId: string;
  readonly generation: number;
  readonly owner?: string | undefined;
  readonly status: EndedAs;
  readonly endedAt: number;
}

/** Throws InvalidOptions where the fields are not plain JSON, which can only be `metadata`. */
export function makeCheckpoint(fields: CheckpointFields): Checkpoint {
  const limits = Object.fromEntries(Object.entries(fields.limits).filter(([, limit]) => limit !== Infinity));
  const content = { version: CHECKPOINT_VERSION, package: PACKAGE_VERSION, ...fields, limits };
  try {
    const plain = JSON.parse(JSON.stringify(content)) as Checkpoint;
    return { ...plain, digest: digestOf(contentOf(plain)) };
  } catch (cause) {
    throw invalidOptions('metadata', `it must be plain JSON data, to be kept with the run: ${messageOf(cause)}`, cause);
  }
}

/** A checkpoint as it was made. Throws CheckpointInvalid for anything else. */
export function readCheckpoint(given: unknown): CheckpointFields {
  return fieldsOf(takeIn(given).plain);
}

/** A copy, and the canonical form of what its digest and its signature cover. */
export interface TakenIn<T> {
  readonly plain: T;
  readonly content: string;
}

/** The first half: plain data of a version we read, and the same as when it was made. */
export function takeIn(given: unknown): TakenIn<Checkpoint> {
  return reading(() => {
    const plain = plainCopy(given);
    checkVersion(plain);
    const content = contentOf(plain);
    const { digest } = plain;
    if (digest === undefined) throw invalid('digest: it is missing');
    if (digest !== digestOf(content)) throw invalid('its digest is not that of its content: something changed it since it was made');
    return { plain, content };
  });
}

/** The second half: each field is of its kind, and the journal a possible history. */
export function fieldsOf(plain: Checkpoint): CheckpointFields {
  return reading(() => {
    const problem = misfit(plain, SHAPE, '');
    if (problem !== undefined) throw invalid(problem);
    checkHistory(plain as unknown as CheckpointFields);
    const { version: _version, package: _package, digest: _digest, signature: _signature, limits, ...fields } = plain;
    return { ...fields, limits: { callTimeoutMs: Infinity, ...(limits as Partial<Limits>) } } as unknown as CheckpointFields;
  });
}

/** The record of a run that ended. It has no digest: there is nothing in it to continue. Throws CheckpointInvalid. */
export function takeInEnded(given: unknown): TakenIn<EndedFields> {
  return reading(() => {
    const plain = plainCopy(given);
    checkVersion(plain);
    const problem = misfit(plain, ENDED, '');
    if (problem !== undefined) throw invalid(problem);
    return { plain: plain as unknown as EndedFields, content: contentOf(plain) };
  });
}

/** What is checked is then what is used, whatever getters or other hands do to the original. Throws CheckpointInvalid. */
export function plainCopy(given: unknown): unknown {
  return reading(() => JSON.parse(JSON.stringify(given) ?? 'null') as unknown);
}

function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (SandboxError.is(error)) throw error;
    throw invalid(`it cannot be read: ${messageOf(error)}`, error);
  }
}

function checkVersion(plain: unknown): asserts plain is Checkpoint {
  if (plainObject(plain, '') !== undefined) throw invalid(`expected a checkpoint; this is ${inWords(plain)}`);
  const { version } = plain as Checkpoint;
  if (version !== CHECKPOINT_VERSION)
    throw invalid(`it is of version ${inWords(version)}, and this package (${PACKAGE_VERSION}) reads version ${CHECKPOINT_VERSION}`);
}

/** What no table says: the journal is a possible history of calls to these functions. */
function checkHistory({ journal, functions, mode }: CheckpointFields): void {
  const names = new Set<string>();
  for (const [at, { name }] of functions.entries()) {
    if (names.has(name)) throw invalid(`functions[${at}].name: ${inWords(name)} is there twice`);
    names.add(name);
  }
  if (mode === 'collect' && !journal.some(({ e }) => e === 'shown'))
    throw invalid("journal: no pass was shown, and a run in mode 'collect' is kept only after one");
  const history = new Journal();
  for (const [at, entry] of journal.entries()) {
    if (entry.e === 'call' && !names.has(entry.fn))
      throw invalid(`journal[${at}].fn: ${inWords(entry.fn)} is none of the functions of the run`);
    if (mode !== 'collect' && isOfCollect(entry)) throw invalid(`journal[${at}]: a run in mode '${mode}' has no such entry`);
    if (!isWhole(entry)) throw invalid(`journal[${at}]: it says how it ended and not with what`);
    try {
      history.append(entry);
    } catch (error) {
      if (error instanceof JournalConflict) throw invalid(`journal[${at}]: ${error.message}`);
      throw error;
    }
  }
}

/** Pending values, and more than one pass. */
function isOfCollect(entry: JournalEntry): boolean {
  if (entry.e === 'began' || entry.e === 'shown') return true;
  return entry.e === 'started' ? entry.ahead !== undefined : entry.e === 'delivered' && entry.pending !== undefined;
}

function isWhole(entry: JournalEntry): boolean {
  if (entry.e === 'settled') return (entry.state === 'fulfilled' ? entry.value : entry.error) !== undefined;
  return entry.e !== 'decided' || entry.decision !== 'respond' || entry.value !== undefined;
}

/** A store may make a file name or an address of it. */
const runId = matching('1 to 64 letters, digits, - or _', /^[\w-]{1,64}$/);
const seal = matching('64 hexadecimal digits', /^[0-9a-f]{64}$/);

const ERROR: Shape = { name: required(text), message: required(text), data: optional(data), cause: optional(data) };

const ENTRIES = {
  call: { seq: required(ordinal), fn: required(text), input: required(data), line: optional(ordinal), column: optional(ordinal) },
  judged: {
    seq: required(ordinal),
    verdict: required(oneOf('allow', 'ask', 'deny')),
    shown: optional(data),
    reason: optional(text),
    lifted: optional(oneOf(true)),
  },
  invalid: { seq: required(ordinal), error: required(objectOf(ERROR)), at: required(time) },
  decided: {
    seq: required(ordinal),
    decision: required(oneOf('approve', 'reject', 'respond')),
    at: required(time),
    reason: optional(text),
    edited: optional(data),
    value: optional(data),
  },
  started: { seq: required(ordinal), at: required(time), ahead: optional(oneOf(true)) },
  settled: {
    seq: required(ordinal),
    state: required(oneOf('fulfilled', 'rejected', 'unknown')),
    value: optional(data),
    error: optional(objectOf(ERROR)),
    at: required(time),
  },
  delivered: { seq: required(ordinal), at: required(time), spared: optional(time), pending: optional(oneOf(true)) },
  fired: { timer: required(count), at: required(time), spared: optional(time) },
  began: {},
  shown: {
    calls: required(listOf(range)),
    end: required(oneOf('look', 'call', 'idle', 'body', 'failed')),
    line: optional(ordinal),
    column: optional(ordinal),
  },
} satisfies Record<string, Shape>;

const LIMITS: Readonly<Record<keyof Limits, Field>> = {
  timeoutMs: required(limit),
  // Infinity is not JSON: where there is none, it is left out.
  callTimeoutMs: optional(limit),
  memoryBytes: required(limit),
  codeBytes: required(limit),
  valueBytes: required(limit),
  journalBytes: required(limit),
  logBytes: required(limit),
  calls: required(limit),
  concurrentCalls: required(limit),
};

const STATS: Shape = {
  passes: required(count),
  guestMs: required(time),
  hostMs: required(time),
  humanMs: required(time),
  peakMemoryBytes: required(count),
};

const FUNCTION: Shape = { name: required(text), positional: required(flag) };

const SHAPE: Shape = {
  version: required(count),
  package: required(text),
  runId: required(runId),
  generation: required(count),
  owner: optional(text),
  code: required(text),
  input: optional(data),
  mode: required(oneOf('deny', 'pause', 'collect')),
  concurrentApprovals: optional(flag),
  seed: required(matching('16 hexadecimal digits', /^[0-9a-f]{16}$/)),
  startedAt: required(time),
  functions: required(listOf(objectOf(FUNCTION))),
  limits: required(objectOf(LIMITS)),
  metadata: optional(plainObject),
  createdAt: required(time),
  expiresAt: optional(time),
  expiresInMs: optional(limit),
  interrupted: optional(oneOf(true)),
  stats: optional(objectOf(STATS)),
  journal: required(listOf(unionBy('e', ENTRIES))),
  digest: required(seal),
  signature: optional(seal),
};

const ENDED: Shape = {
  version: required(count),
  runId: required(runId),
  generation: required(count),
  owner: optional(text),
  code: required(oneOf('')),
  status: required(oneOf('completed', 'failed', 'discarded')),
  endedAt: required(time),
  signature: optional(seal),
};

/** All tables, for whoever explains them. */
export const FORMAT = {
  fields: SHAPE,
  functions: FUNCTION,
  limits: LIMITS as Shape,
  stats: STATS,
  errors: ERROR,
  ended: ENDED,
  entries: ENTRIES as Readonly<Record<string, Shape>>,
};

export function invalid(what: string, cause?: unknown): SandboxError {
  return new SandboxError('CheckpointInvalid', `this is not a checkpoint that can be resumed: ${what}`, { cause });
}
