/*
 * Owns finding the run a resume speaks of, and every check before anything is claimed (R1). What must hold: a refusal changes
 * nothing, and the owner is checked before anything else is told about a run. Deliberately absent: claiming and starting.
 */
import type { Checkpoint, Limits, PendingRun, RunId } from './api.js';
import type { CheckpointFields } from './checkpoint.js';
import { invalidOptions, SandboxError } from './errors.js';
import type { FunctionTable } from './functions.js';
import type { Journal } from './journal.js';
import type { Found, Records, WaitingRecord } from './records.js';
import { utf8Bytes } from './text-bytes.js';
import { inWords, isPromise, listed, quote, shorten } from './words.js';

export type Target = RunId | Checkpoint | PendingRun;

/** Which run is meant, whatever card of it: a `PendingRun` and a checkpoint name theirs. */
export function idOf(target: Target): RunId {
  return typeof target === 'object' && target !== null && typeof target.runId === 'string' ? target.runId : (target as RunId);
}

/** A run that waits, or was interrupted. */
export interface Waiting {
  readonly fields: CheckpointFields;
  readonly checkpoint: Checkpoint;
  /** What the store has of it, for the compare-and-set; undefined where it has nothing. */
  readonly expected: number | undefined;
  /** Whether the caller said which card is meant. */
  readonly cardNamed: boolean;
}

export async function locate(
  target: Target,
  owner: string | undefined,
  generation: number | undefined,
  records: Records,
): Promise<Waiting> {
  if (typeof target === 'string') return byId(target, owner, generation, records);
  if (typeof target !== 'object' || target === null || isPromise(target))
    throw invalid(`expected the id of a run, a PendingRun or a checkpoint; this is ${inWords(target)}.`);
  const { fields, checkpoint } = await records.open(isPendingRun(target) ? target.checkpoint : target);
  checkOwner(fields.owner, owner, fields.runId);
  const found = await records.find(fields.runId);
  if (found.kind !== 'none') checkOwner(found.owner, owner, fields.runId);
  if (generation !== undefined && generation !== fields.generation)
    throw notPending(fields.runId, `the card of generation ${generation} is not the one that was given`);
  if (found.kind === 'ended' || found.kind === 'under way') throw notPending(fields.runId, whyNot(found));
  // A store that knows an older card has not heard of this one; one that knows a newer has moved on.
  if (
    found.kind === 'waiting' &&
    (found.generation > fields.generation || (found.generation === fields.generation && found.checkpoint.digest !== checkpoint.digest))
  ) {
    throw notPending(fields.runId, 'another card of it waits by now');
  }
  return { fields, checkpoint, expected: found.kind === 'none' ? undefined : found.generation, cardNamed: true };
}

async function byId(runId: RunId, owner: string | undefined, generation: number | undefined, records: Records): Promise<Waiting> {
  const found = await waitingRecord(runId, owner, records);
  if (generation !== undefined && generation !== found.generation) throw notPending(runId, 'another card of it waits by now');
  return { fields: found.fields, checkpoint: found.checkpoint, expected: found.generation, cardNamed: generation !== undefined };
}

/** The run of this id, if it waits. */
export async function waitingRecord(runId: RunId, owner: string | undefined, records: Records): Promise<WaitingRecord> {
  if (typeof runId !== 'string') throw invalidOptions('run', `expected the id of a run; this is ${inWords(runId)}`);
  if (/^\s*[{["]/.test(runId)) throw invalid('this is JSON text, not the id of a run. Give what it holds: JSON.parse(text).');
  const found = await records.find(runId);
  if (found.kind === 'none') throw notFound(runId);
  checkOwner(found.owner, owner, runId);
  if (found.kind === 'ended' && found.as === 'discarded') throw notFound(runId);
  if (found.kind !== 'waiting') throw notPending(runId, whyNot(found));
  return found;
}

/** The same, or a record under this id that cannot be read: there is nothing else to do with that but give it up. */
export async function discardable(
  runId: RunId,
  owner: string | undefined,
  records: Records,
): Promise<{ readonly generation: number; readonly owner?: string | undefined }> {
  try {
    return await waitingRecord(runId, owner, records);
  } catch (error) {
    const kept = SandboxError.is(error, 'CheckpointInvalid') ? await records.asKept(runId) : undefined;
    if (kept === undefined) throw error;
    checkOwner(kept.owner, owner, runId);
    return kept;
  }
}

/** R14: what the run saw must be there; more is accepted and not seen. */
export function checkFunctions(table: FunctionTable, { runId, functions }: CheckpointFields): FunctionTable {
  const seen = functions.map(({ name }) => name);
  const names = table.missing(seen);
  if (names.length === 0) return table.only(seen);
  throw new SandboxError(
    'FunctionsMissing',
    `the run ${runId} needs functions that were not given: ${listed(names)}. Its code sees the functions of its first pass, whether it calls them or not. Give each in \`options.functions\` or in createSandbox; in the place of one that is gone, a function of that name that throws.`,
    { names },
  );
}

/** R1: what is recorded is met again, so limits that a resume lowers must leave room for it. */
export function checkLimits(limits: Limits, { code, input, limits: before }: CheckpointFields, journal: Journal): void {
  if (!(Object.keys(limits) as (keyof Limits)[]).some(name => limits[name] < before[name])) return;
  const inputs = journal.entries.flatMap(entry => (entry.e === 'call' ? [entry.input] : []));
  const largest = [...inputs, input ?? ''].reduce((most, text) => Math.max(most, utf8Bytes(text)), 0);
  const needed: [keyof Limits, number, string][] = [
    ['codeBytes', utf8Bytes(code), 'the code takes'],
    ['journalBytes', journal.bytes, 'the record takes'],
    ['valueBytes', largest, 'the largest input takes'],
    ['calls', journal.calls, 'the code has made'],
  ];
  for (const [name, least, what] of needed)
    if (limits[name] < before[name] && limits[name] < least)
      throw invalidOptions(`limits.${name}`, `it is too low for what the run met already: ${what} ${least}, and this is ${limits[name]}`);
}

const invalid = (what: string): SandboxError => new SandboxError('CheckpointInvalid', what);

export function notPending(runId: RunId, why: string): SandboxError {
  return new SandboxError('RunNotPending', `the run ${shorten(runId)} does not wait for a person: ${why}.`);
}

export const lost = (runId: RunId): SandboxError => notPending(runId, 'somebody else decided it first');

/** Why a card that somebody is asked about does not wait any more. */
export const movedOn = (runId: RunId, found: Found): SandboxError =>
  found.kind === 'ended' || found.kind === 'under way' ? notPending(runId, whyNot(found)) : lost(runId);

/** K10: what was approved in time runs, so a run that was interrupted does not expire. */
export const isExpired = ({ expiresAt, interrupted }: CheckpointFields, at = Date.now()): boolean =>
  !interrupted && expiresAt !== undefined && expiresAt <= at;

function notFound(runId: RunId): SandboxError {
  return new SandboxError('RunNotFound', `the store has no run ${quote(runId)}.`);
}

function checkOwner(ofRun: string | undefined, owner: string | undefined, runId: RunId): void {
  if (ofRun === owner) return;
  const who = owner === undefined ? 'nobody was named in `owner`' : `it is not of ${quote(owner)}`;
  throw new SandboxError('AccessDenied', `the run ${runId} is its owner's alone: ${who}.`);
}

function whyNot(found: Extract<Found, { kind: 'ended' | 'under way' }>): string {
  if (found.kind === 'under way') return 'it is under way, and whoever continued it gets its result';
  return found.as === 'discarded' ? 'it was given up' : `it has ended (${found.as})`;
}

function isPendingRun(target: Checkpoint | PendingRun): target is PendingRun {
  return typeof target === 'object' && target !== null && 'checkpoint' in target && 'pending' in target;
}
