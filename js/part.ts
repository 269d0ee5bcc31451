/*
 * Owns what a run is made of, before it starts: the fields its record keeps, and what a handle carries from one part of the run to
 * the next. What must hold: what cannot be kept or cannot cross is refused here, before anything runs. Deliberately absent:
 * running, and the store.
 */
import type { Approval, Functions, LogEntry, ResumeOptions, RunEvent, RunRequest, RunStats } from './api.js';
import type { CardHook } from './card-asking.js';
import type { CheckpointFields } from './checkpoint.js';
import { invalidOptions, SandboxError } from './errors.js';
import { buildTable, type FunctionTable } from './functions.js';
import { newRunId, newSeed } from './ids.js';
import { mergeLimits, type SandboxSettings } from './options.js';
import type { Text } from './protocol.js';
import type { PauseHook } from './run-plan.js';
import { plainObject } from './shapes.js';
import { encode, UNDEFINED, UnsupportedValue } from './value.js';
import { inWords, messageOf } from './words.js';

export const NO_STATS: RunStats = Object.freeze({ passes: 0, guestMs: 0, hostMs: 0, humanMs: 0, peakMemoryBytes: 0 });

/** What stays the same through the parts of a run. */
export type RunFields = Omit<CheckpointFields, 'generation' | 'journal' | 'stats' | 'expiresAt' | 'interrupted'>;

/** What a handle keeps for the run's next part, unless replaced there. */
export interface Companions {
  readonly functions: readonly Functions[];
  readonly hook: PauseHook | undefined;
  readonly cardHook: CardHook | undefined;
  readonly onEvent: ((event: RunEvent) => void) | undefined;
  readonly owner: string | undefined;
  /** Of the part before: what is told again where nothing new ran. */
  readonly logs: LogEntry[];
  /** How long people were asked about the card since it was saved. */
  readonly humanMs: number;
}

export interface Beginning {
  readonly fields: RunFields;
  readonly companions: Companions;
  readonly table: FunctionTable;
}

/** A new run. The request is checked already. */
export function begin(request: RunRequest, settings: SandboxSettings): Beginning {
  const { functions, approval = settings.approval, limits, owner, metadata, expiresInMs, onEvent } = request;
  const table = buildTable(settings.functions, functions);
  const limitsOfRun = mergeLimits(settings.limits, limits);
  const startedAt = Date.now();
  const fields: RunFields = {
    runId: newRunId(),
    code: request.code,
    input: packInput(request, limitsOfRun.valueBytes),
    mode: approval.mode,
    concurrentApprovals: approval.mode === 'pause' && approval.concurrentApprovals === true,
    seed: newSeed(),
    startedAt,
    createdAt: startedAt,
    functions: table.names,
    limits: limitsOfRun,
    owner,
    metadata: keptMetadata(metadata),
    expiresInMs,
  };
  const hooks = { hook: pauseHookOf(approval), cardHook: cardHookOf(approval) };
  return { fields, table, companions: { functions: functions ? [functions] : [], ...hooks, onEvent, owner, logs: [], humanMs: 0 } };
}

/** The next part of a run. `kept`: the handle's, where there is one. */
export function goOn(record: CheckpointFields, options: ResumeOptions, kept: Companions | undefined, settings: SandboxSettings): Beginning {
  const functions = [...(kept?.functions ?? []), ...(options.functions ? [options.functions] : [])];
  const { generation: _generation, journal: _journal, stats: _stats, expiresAt: _expiresAt, interrupted: _interrupted, ...fields } = record;
  return {
    table: buildTable(settings.functions, ...functions),
    fields: { ...fields, limits: mergeLimits(fields.limits, options.limits) },
    companions: {
      functions,
      owner: fields.owner,
      logs: kept?.logs ?? [],
      humanMs: kept?.humanMs ?? 0,
      onEvent: options.onEvent ?? kept?.onEvent,
      // R11.
      hook: pauseHookOf(options.approval) ?? kept?.hook ?? pauseHookOf(ofMode(settings.approval, fields.mode)),
      cardHook: cardHookOf(options.approval) ?? kept?.cardHook ?? cardHookOf(ofMode(settings.approval, fields.mode)),
    },
  };
}

const ofMode = (approval: Approval, mode: Approval['mode']): Approval | undefined => (approval.mode === mode ? approval : undefined);

function pauseHookOf(approval: Approval | undefined): PauseHook | undefined {
  if (approval?.mode !== 'pause' || approval.onApproval === undefined) return undefined;
  const { onApproval } = approval;
  return (call, context) => onApproval.call(approval, call, context);
}

function cardHookOf(approval: Approval | undefined): CardHook | undefined {
  if (approval?.mode !== 'collect' || approval.onApproval === undefined) return undefined;
  const { onApproval } = approval;
  return (pending, context) => onApproval.call(approval, pending, context);
}

/** The code has a global `input` also where none was given: then it is `undefined`, which no limit refuses. */
function packInput(request: RunRequest, valueBytes: number): Text {
  if (request.input === undefined) return UNDEFINED;
  try {
    return encode(request.input, 'input', valueBytes);
  } catch (cause) {
    const path = cause instanceof UnsupportedValue ? cause.path : 'input';
    throw new SandboxError('InvalidOptions', `input: it cannot be given to the code: ${messageOf(cause)}`, { path, cause });
  }
}

/** As it will be kept, so that what cannot be kept is refused before anything runs. */
function keptMetadata(metadata: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  if (metadata === undefined) return undefined;
  let kept: unknown;
  try {
    kept = JSON.parse(JSON.stringify(metadata) ?? 'null');
  } catch (cause) {
    throw invalidOptions('metadata', `it must be plain JSON data: ${messageOf(cause)}`, cause);
  }
  if (plainObject(kept, '') !== undefined) throw invalidOptions('metadata', `it must be plain JSON data; as JSON this is ${inWords(kept)}`);
  return kept as Record<string, unknown>;
}
