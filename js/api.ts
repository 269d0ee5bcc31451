/*
 * Owns the public types: the contract's word for word, and what was added beside it. What must hold: a name, status, state or error here never changes its
 * meaning. Deliberately absent: anything that exists at run time; the two error classes live in errors.ts.
 */
import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { RunError } from './errors.js';

// ─── Making a sandbox ────────────────────────────────────────────────────────────────────────────

export interface SandboxOptions {
  /** Functions every run may call; a run may add to them or replace them by name. */
  functions?: Functions;
  /** Default for every run. Absent: `{ mode: 'deny' }`. */
  approval?: Approval;
  /** The app's own rule, asked for every call. `'allow'` is the app's yes, also to a marked call; an answer that is none of those listed, or a throw, asks. */
  policy?: Policy;
  /** Every call of a function that declares `sideEffects` needs approval, as if it were marked. */
  strict?: boolean;
  limits?: Partial<Limits>;
  /** Where runs that wait are kept. Default: `memoryStore()`, this page only. `indexedDbStore()` survives a reload. */
  store?: RunStore;
  /** Signs checkpoints (HMAC-SHA-256). The first key signs, all verify. With a key, an unsigned or altered checkpoint is refused. */
  signingKey?: SigningKey | readonly SigningKey[];
  /** Idle workers kept ready. Default 1. 0 starts one per run. */
  warm?: number;
  /** Runs that are not waiting for a person, at once; more wait in line. Default 4. */
  maxWorkers?: number;
  /** How the worker and the engine are found. All optional; relative URLs are resolved against the page. */
  worker?: () => Worker;
  workerUrl?: string | URL;
  wasm?: string | URL | Response | BufferSource | WebAssembly.Module;
}
export type SigningKey = CryptoKey | Uint8Array;

export interface Sandbox {
  run<T = unknown>(request: RunRequest): Promise<RunResult<T>>;
  /**
   * Continues a run that waits. A `PendingRun` (from `pending()`) or a checkpoint says which card is meant; with a bare id, decisions
   * that speak of the whole card (`all`, `defaultDecision`) also need `options.generation`.
   */
  resume<T = unknown>(run: RunId | Checkpoint | PendingRun, decisions: Decisions, options?: ResumeOptions): Promise<RunResult<T>>;
  /** Every run in the store that waits for a person or was interrupted, oldest first. Without an owner: those that have none. */
  pending(filter?: { owner?: string | undefined }): Promise<PendingRun[]>;
  /** Gives a waiting run up: nothing more of it will run. Where it is under way: `RunNotPending`. */
  discard(run: RunId | Checkpoint | PendingRun, options?: { owner?: string | undefined }): Promise<void>;
  /** TypeScript declarations of the functions and the rules of the sandbox, for a model's prompt. */
  describe(options?: DescribeOptions): string;
  /** Starts the warm workers now; rejects with `StartFailed` if the worker or the engine cannot be loaded. */
  warm(): Promise<void>;
  /** Like closing the page: workers end, runs under way end `failed` with `Disposed`, what waits stays in the store. Also at `Symbol.asyncDispose` where the platform has it. */
  dispose(): Promise<void>;
}

/** What `createSandbox` gives beside it, so that `await using` compiles wherever the compiler's `lib` knows the symbol, and the rest elsewhere. */
export type Disposing = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? { readonly [Name in Key]: () => Promise<void> }
  : unknown;

// ─── Functions the code may call ─────────────────────────────────────────────────────────────────

/**
 * Names become globals of the guest; nested records become frozen namespaces (`mail.send(input)`). A name that is no identifier, or is a global of
 * the guest already (`Date`, `input`, `console`), is `InvalidOptions`. A record whose `execute` is a function is a `FunctionSpec`.
 */
// An interface: as an alias that names itself through `Namespace`, some compilers lose its index signature.
export interface Functions {
  readonly [name: string]: HostFunction | FunctionSpec | Namespace;
}
export type Namespace = Functions & { readonly [K in keyof FunctionSpec]?: never };

export type HostFunction<I = any, O = unknown> = (input: I, call: CallContext) => O | Promise<O>;

export interface FunctionSpec<I = any, O = unknown> {
  execute: HostFunction<I, O>;
  description?: string;
  /** Standard Schema (zod, valibot, arktype …) or JSON Schema. Checked before anyone is asked; what it returns is what is shown and what runs. */
  inputSchema?: StandardSchemaV1<any, I> | JsonSchema;
  outputSchema?: StandardSchemaV1 | JsonSchema;
  /** `true`: never runs by itself. A predicate sees the input; only exactly `false` means no approval: a throw, a rejection or anything else asks. */
  approval?: boolean | ((input: I, call: { fn: string; seq: number }) => boolean | Promise<boolean>);
  /** Other projects' names for `approval`, read as marks too; the strictest wins. */
  needsApproval?: boolean | ((input: I, ...rest: any[]) => boolean | PromiseLike<boolean>);
  requiresApproval?: boolean | ((input: I, ...rest: any[]) => boolean | PromiseLike<boolean>);
  /** Free words such as 'external', 'filesystem', 'payment': shown to whoever decides, what `strict` looks at, and a reason not to run ahead of a card. */
  sideEffects?: readonly string[];
  /** A read that must see the writes before it: in collect it does not run ahead of calls that wait. */
  fresh?: boolean;
  /** One sentence for the card, beside the exact input, never instead of it. */
  summarize?: (input: I) => string;
  /** The guest's arguments arrive as one array instead of a single input. */
  positional?: boolean;
}
export type JsonSchema = { readonly [keyword: string]: unknown } | boolean;

/** A tool as a tool set or an MCP server has it: what it has of a `FunctionSpec`. What else it has is not read. */
export type ForeignTool = {
  readonly [Field in keyof Omit<FunctionSpec, 'execute' | 'inputSchema' | 'outputSchema'>]?: FunctionSpec[Field] | undefined;
} & {
  readonly execute?: ((input: any, ...rest: any[]) => unknown) | undefined;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  /** MCP's hints. `destructiveHint: true` is a mark; no hint lifts one. */
  readonly annotations?: { readonly destructiveHint?: boolean | undefined } | undefined;
};

/** Runs a tool that has no `execute` of its own. `name` is the tool's, not the one code calls it by. */
export type CallTool = (name: string, input: any, call: CallContext) => unknown;

export interface CallContext {
  /** Unique across runs and the same in every replay: the idempotency key of the effect. */
  readonly callId: CallId;
  readonly runId: RunId;
  readonly seq: number;
  readonly fn: string;
  /** A person said yes to this very call. */
  readonly approved: boolean;
  /** Aborted when the run is aborted, times out or fails. */
  readonly signal: AbortSignal;
}

// ─── Running code ────────────────────────────────────────────────────────────────────────────────

export interface RunRequest {
  /**
   * JavaScript or TypeScript, strict as a module is: a script body with top-level `await` and `return`, an `async () => {}` to be called (also behind
   * `export default`), or any of them in a Markdown fence. Lines and columns are 1-based in this text as given.
   */
  code: string;
  functions?: Functions;
  approval?: Approval;
  limits?: Partial<Limits>;
  signal?: AbortSignal;
  /** A listener's error is reported and changes nothing. */
  onEvent?: (event: RunEvent) => void;
  /** Kept with a waiting run; only the same owner may resume, list or discard it. */
  owner?: string | undefined;
  /** Plain JSON kept with the run and shown in `pending()`: a title, a chat id. */
  metadata?: Record<string, any>;
  /** Data the code sees as the global `input`. */
  input?: unknown;
  /** How long a card may be answered, in ms from the moment it was saved; what was approved in time runs. Default: for ever. */
  expiresInMs?: number;
}

export type Approval =
  | { mode: 'deny' }
  /** Asked for one call at a time, in creation order, unless `concurrentApprovals`. */
  | {
      mode: 'pause';
      onApproval: (call: PendingCall, context: ApprovalContext) => MaybePromise<PauseDecision>;
      concurrentApprovals?: boolean;
    }
  | { mode: 'collect'; onApproval?: (pending: PendingCall[], context: ApprovalContext) => MaybePromise<Decisions> };

/** `signal` aborts when the answer is no longer wanted (abort, dispose, decided elsewhere): close the dialog. */
export interface ApprovalContext {
  readonly runId: RunId;
  readonly generation: number;
  readonly signal: AbortSignal;
}

export type PauseDecision =
  | 'approve'
  | 'reject'
  /** Nobody can decide now: the run ends `pending`, to be resumed later. */
  | 'pause'
  /** `input` present: an edit. */
  | { decision: 'approve'; input?: unknown }
  | { decision: 'reject'; reason?: string }
  | { decision: 'respond'; value: unknown }
  | { decision: 'pause' }
  | { approved: boolean; reason?: string; input?: unknown };

export type Policy = (call: {
  fn: string;
  input: unknown;
  seq: number;
  sideEffects: readonly string[];
  marked: boolean;
}) => MaybePromise<'allow' | 'ask' | 'deny' | { verdict: 'deny'; reason?: string } | undefined>;

export interface Limits {
  /** The run's own clock: stops while a person decides; for what is repeated, and again for what is new. 30_000. */
  timeoutMs: number;
  /** One call of a host function. Default: none beyond the run's. */
  callTimeoutMs: number;
  /** The engine's heap. 64 MiB. */
  memoryBytes: number;
  /** 256 KiB. */
  codeBytes: number;
  /** One input, one value, the result. 4 MiB. */
  valueBytes: number;
  /** Everything recorded of a run. 32 MiB. */
  journalBytes: number;
  /** Everything the code logged; what is over is cut, with a marker. 64 KiB. */
  logBytes: number;
  /** Calls in one run. 1_000. */
  calls: number;
  /** Calls of host functions in flight at once (deny, pause); more wait in line. 32. */
  concurrentCalls: number;
}

// ─── What comes back. Outcomes are data: `run` and `resume` reject only with a SandboxError ──────────────

export type RunResult<T = unknown> = Completed<T> | Pending<T> | Failed;

export interface Outcome {
  readonly runId: RunId;
  readonly logs: LogEntry[];
  /** Every call the code made, ordered by `seq`, and what became of it. Complete on failure too. */
  readonly calls: CallRecord[];
  readonly stats: RunStats;
}

export interface Completed<T = unknown> extends Outcome {
  readonly status: 'completed';
  readonly value: T;
}

export interface Pending<T = unknown> extends Outcome {
  readonly status: 'pending';
  readonly pending: PendingCall[];
  /** Plain JSON: survives `JSON.parse(JSON.stringify(x))`, a database, another machine. */
  readonly checkpoint: Checkpoint;
  /** Once: after the run has moved on it rejects with `RunNotPending`. A refused set of decisions leaves it usable. Keeps the run's functions, hook, owner, listener and limits unless replaced. */
  resume(decisions: Decisions, options?: ResumeOptions): Promise<RunResult<T>>;
}

export interface Failed extends Outcome {
  readonly status: 'failed';
  readonly error: RunError;
  /** Where the ending was not the program's fault (Timeout, EngineCrash, StoreFailed, Disposed) and there is something to continue. */
  readonly checkpoint?: Checkpoint;
}

export interface PendingCall {
  readonly callId: CallId;
  readonly seq: number;
  readonly fn: string;
  /** Exactly what will run. */
  readonly input: unknown;
  /** What the code passed, where the schema changed it; an edit replaces this and is validated as it was. */
  readonly proposed?: unknown;
  readonly description?: string;
  readonly summary?: string;
  readonly sideEffects?: readonly string[];
  /** Where the code made the call. */
  readonly line?: number;
  readonly column?: number;
  /** `'unknown'`: it was started before a crash and nobody knows whether it finished. Approve, by name, runs it again under the same callId. */
  readonly state: 'undecided' | 'unknown';
  /** Why the last attempt to decide did not count: the hook threw, the edit was refused. */
  readonly error?: { readonly name: string; readonly message: string };
}

export interface PendingRun {
  readonly runId: RunId;
  readonly generation: number;
  readonly pending: PendingCall[];
  readonly checkpoint: Checkpoint;
  readonly owner?: string;
  readonly metadata?: Record<string, unknown>;
  readonly createdAt: number;
  readonly expiresAt?: number;
  /** Its page went away while it ran. `{ approve: [] }` continues it; a call in state `unknown` keeps waiting until it is named. */
  readonly interrupted?: true;
}

/**
 * Calls nobody decided stay pending. An unknown, repeated, contradictory or already decided id, or an edit the schema refuses, refuses the whole set
 * (`InvalidDecisions`): nothing runs. `{}` is no decision; `{ approve: [] }` decides nothing and continues. `all` and `defaultDecision` never cover calls in state `unknown`.
 */
export type Decisions =
  | { all: 'approve' | 'reject'; reason?: string }
  | {
      approve?: readonly (CallId | { callId: CallId; input?: unknown })[];
      reject?: readonly (CallId | { callId: CallId; reason?: string })[];
      respond?: readonly { callId: CallId; value: unknown }[];
    }
  | {
      decisions: Record<CallId, { approved: boolean; reason?: string; input?: unknown }>;
      defaultDecision?: { approved: boolean; reason?: string };
    }
  | { defaultDecision: { approved: boolean; reason?: string } };

export interface ResumeOptions extends Pick<RunRequest, 'functions' | 'signal' | 'onEvent' | 'owner' | 'limits'> {
  /** The mode is the run's own and can't be changed; this brings a hook. */
  approval?: Approval;
  /** Which card a bare run id means. */
  generation?: number | undefined;
}

/** One line of the run's record. */
export interface CallRecord {
  readonly callId: CallId;
  readonly seq: number;
  readonly fn: string;
  readonly input: unknown;
  readonly state:
    | 'running' // in events only
    | 'fulfilled'
    | 'rejected' // it was executed
    | 'pending'
    | 'approved' // waits for a person; decided, waits for its turn
    | 'denied'
    | 'declined'
    | 'invalid' // refused by mode or policy; by a person; by its schema or the border
    | 'responded' // a person gave the value, nothing ran
    | 'not-reached' // approved or asked for, but the last pass never came to it; not on the card
    | 'not-run' // asked for or approved, but the run ended first
    | 'unknown'; // started, outcome never seen
  readonly verdict?: 'allow' | 'ask' | 'deny';
  readonly decision?: 'approve' | 'reject' | 'respond';
  readonly decidedAt?: number;
  /** Present when the approver changed the input. */
  readonly executedInput?: unknown;
  readonly value?: unknown;
  readonly error?: { readonly name: string; readonly message: string };
  readonly reason?: string;
  /** It was executed while a marked call it is behind was undecided. */
  readonly ahead?: true;
  readonly line?: number;
  readonly column?: number;
  readonly startedAt?: number;
  readonly settledAt?: number;
}

export interface LogEntry {
  readonly level: 'debug' | 'log' | 'info' | 'warn' | 'error';
  readonly text: string;
  readonly line?: number;
}
/** Sums over all passes of the run. `humanMs` is time in hooks. */
export interface RunStats {
  readonly passes: number;
  readonly guestMs: number;
  readonly hostMs: number;
  readonly humanMs: number;
  readonly peakMemoryBytes: number;
}

/** What happened, without the run it happened in: how one part of the page tells another. */
export type RunEventBody =
  | { readonly type: 'started'; readonly pass: number }
  | { readonly type: 'call'; readonly call: CallRecord }
  | { readonly type: 'settled'; readonly call: CallRecord }
  | { readonly type: 'approval-required'; readonly pending: PendingCall[]; readonly generation: number }
  | { readonly type: 'decided'; readonly callId: CallId; readonly decision: 'approve' | 'reject' | 'respond' }
  | { readonly type: 'log'; readonly entry: LogEntry; readonly pass: number }
  | { readonly type: 'ended'; readonly status: RunResult['status'] };
/** `call` and `settled` come once per callId, whatever the passes; a `started` with a higher pass supersedes earlier `log` lines. */
export type RunEvent = { readonly runId: RunId } & RunEventBody;

// ─── Keeping runs ────────────────────────────────────────────────────────────────────────────────

/** Plain JSON with everything a resume needs except the functions themselves. */
export interface Checkpoint {
  readonly version: number;
  readonly runId: RunId;
  readonly generation: number;
  readonly owner?: string;
  readonly code: string;
  readonly [field: string]: unknown;
}
/** One step of a run under way, as a store that can append keeps it. Opaque plain JSON. */
export interface JournalEntry {
  readonly [field: string]: unknown;
}

export interface RunStore {
  load(runId: RunId): Promise<Checkpoint | undefined>;
  /** Compare-and-set: stores only if what is there has `generation === expected` (undefined: nothing there). False: somebody else was first. */
  save(checkpoint: Checkpoint, expected: number | undefined): Promise<boolean>;
  delete(runId: RunId, expected: number | undefined): Promise<boolean>;
  /** Ended records too. Without a filter, everyone's. */
  list(filter?: { owner?: string }): Promise<Checkpoint[]>;
  /** Adds to the record of generation `expected` without writing it anew; `load` gives it back merged. A store without it is correct, and slower on long cards. */
  append?(runId: RunId, entries: readonly JournalEntry[], expected: number): Promise<boolean>;
}

export interface DescribeOptions {
  format?: 'typescript';
  mode?: Approval['mode'];
  rules?: boolean;
  functions?: Functions;
}

export type CallId = string;
export type RunId = string;
export type MaybePromise<T> = T | Promise<T>;
