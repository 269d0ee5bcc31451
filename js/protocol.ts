/*
 * Owns every message between the page and its worker, on one page. What must hold: everything here is plain data that
 * structured clone carries as it is; values of the guest and of the app travel as serialised text (`Text`), never live.
 * The worker is not trusted: the page checks what arrives against its own record of the run before it acts on it.
 */

/** A serialised value: JSON text, or `~` and then devalue's format. See value.ts. */
export type Text = string;

// ─── Page → worker ───────────────────────────────────────────────────────────────────────────────

export type ToWorker =
  /** First message: load the engine. Answered with `ready` or `start-failed`. */
  | ({ type: 'load' } & EngineSource)
  /** One run at a time. Answered with `finished` (or the worker is killed). */
  | { type: 'start'; request: StartRequest }
  | { type: 'reply'; id: number; reply: CallReply | Decision };

/** Without any of these the worker takes the engine that lies beside it. */
export interface EngineSource {
  /** Compiled by an earlier worker, or by the app. */
  module?: WebAssembly.Module;
  bytes?: ArrayBuffer;
  url?: string;
  /** Bytes as gzip, and that as base64: unpacked where it is compiled. */
  packed?: string;
}

/** What the core needs to run one pass: `src/session.rs` reads it. */
export interface StartRequest {
  runId: string;
  code: string;
  input?: Text;
  functions: { name: string; positional: boolean }[];
  mode: 'deny' | 'pause' | 'collect';
  concurrentApprovals: boolean;
  /** Somebody can be asked. Without: calls wait, and the run ends pending when it is idle or makes another marked call (R12). */
  hook: boolean;
  limits: {
    memoryBytes: number;
    codeBytes: number;
    valueBytes: number;
    journalBytes: number;
    logBytes: number;
    calls: number;
    concurrentCalls: number;
  };
  /** Drives Math.random and crypto of the guest: 16 hexadecimal digits. */
  seed: string;
  /** The guest's clock when the run began, ms since the epoch. */
  startedAt: number;
  /** Everything recorded so far, in order; empty for a new run. */
  journal: JournalEntry[];
  /** Collect: the shown pass was repeated already, by another worker (R2). */
  repeated?: true;
  /** The part before was cut short: calls of the last step that is recorded may be missing (K4). */
  interrupted?: true;
}

// ─── Worker → page ───────────────────────────────────────────────────────────────────────────────

export type FromWorker =
  | { type: 'ready'; module?: WebAssembly.Module }
  | { type: 'start-failed'; cause: 'fetch' | 'mime' | 'compile' | 'instantiate'; message: string }
  /** Execute (`go`) or only judge a call: validate, predicate, policy. Answered with a CallReply. */
  | { type: 'call'; id: number; call: CallMessage }
  /** Execute a call judged before: allowed and in line until now, or approved. Answered with a CallReply. */
  | { type: 'execute'; id: number; seq: number; ahead?: true }
  /** Ask the person about this call (pause). Answered with a Decision. */
  | { type: 'ask'; id: number; seq: number }
  /** A person's answer about this call is no longer wanted: abort the hook's signal. No answer. */
  | { type: 'withdraw'; seq: number }
  /** A call that cannot cross the border: recorded, never judged. No answer. */
  | { type: 'invalid'; call: CallMessage; error: ErrorData }
  | { type: 'log'; entry: LogEntryData }
  /** What the guest met, in order, and where its passes begin and end. No answer. */
  | { type: 'journal'; entries: DeliveryEntry[] }
  /** Collect: the shown pass is repeated up to where the code was stopped. What the engine still does may never end. No answer. */
  | { type: 'repeated' }
  | { type: 'finished'; finish: Finish };

export interface CallMessage {
  seq: number;
  fn: string;
  input: Text;
  line?: number;
  column?: number;
  /** It may be executed at once. Never in collect, where the core says when. */
  go: boolean;
  /** Collect: the code has the pending value of an undecided call by now, so this one would run ahead of it (C4). */
  behind?: true;
}

export interface LogEntryData {
  level: 'debug' | 'log' | 'info' | 'warn' | 'error';
  text: string;
  line?: number;
}

/** An exception that crossed: never a stack of the host's. `data`: own enumerable data of the error, an object. */
export interface ErrorData {
  name: string;
  message: string;
  data?: Text;
  cause?: Text;
}

/** What became of a call, or of its judgement. `at`: ms since the epoch, page's clock. */
export type CallReply =
  /** Judged, not executed: allowed but in line (`go` was false). `shown`: what the schema made of the input, where it differs. */
  | { kind: 'allowed'; shown?: Text }
  /** A person must say yes. Comes when the verdict on every earlier call is known, so calls that ask are heard of in creation order (P2), unless `concurrentApprovals`. */
  | { kind: 'ask'; shown?: Text }
  /** Collect, and the call is `behind`: an effect that needs no decision, or a `fresh` read. It counts as not made, and nothing of it is recorded (C5). */
  | { kind: 'cut' }
  /** By mode, mark or policy: D1. */
  | { kind: 'denied'; reason?: string; at: number }
  /** Refused by its schema. */
  | { kind: 'invalid'; error: ErrorData; at: number }
  | { kind: 'fulfilled'; value: Text; at: number }
  | { kind: 'rejected'; error: ErrorData; at: number }
  /** Over callTimeoutMs: rejected with TimeoutError, and nobody knows what became of it. */
  | { kind: 'unknown'; error: ErrorData; at: number };

/** A person's answer, in one form. `at`: when the hook was answered. */
export type Decision =
  | { kind: 'approve'; at: number }
  | { kind: 'reject'; reason?: string; at: number }
  | { kind: 'respond'; value: Text; at: number }
  /** Nobody can decide now (P4), or the answer was not one (P5: `error`, kept on the call by the page). */
  | { kind: 'pause'; at: number };

/** How a run ended, as far as the worker knows. */
export type Finish = {
  stats: { guestMs: number; peakMemoryBytes: number };
  /** A trap or an exhausted heap: this worker must be replaced. */
  poisoned: boolean;
} & (
  | { status: 'completed'; value: Text }
  /** Calls that wait are known to the page: judged `ask` and not decided. */
  | { status: 'pending' }
  /** Collect: the shown pass is repeated, and this worker can do no more. */
  | { status: 'again' }
  | { status: 'failed'; error: RunErrorData }
);

/** `src/error.rs`. */
export interface RunErrorData {
  name: string;
  message: string;
  line?: number;
  column?: number;
  seq?: number;
  fn?: string;
  input?: Text;
  reason?: string;
  expected?: { fn: string; input: Text };
  actual?: { fn: string; input: Text };
  guestName?: string;
  guestStack?: string;
  sourceLine?: string;
  path?: string;
  limit?: number;
}

// ─── The journal: the ordered record of a run. The page keeps it; a resume hands it to the core ──────────────────

/**
 * One step of a run, plain JSON. The page writes an entry when the step happens there; `delivered` and `fired` come from the
 * worker in the order the guest met them. Folding the entries in order gives every call and what became of it.
 */
export type JournalEntry =
  | { e: 'call'; seq: number; fn: string; input: Text; line?: number; column?: number }
  | { e: 'judged'; seq: number; verdict: 'allow' | 'ask' | 'deny'; shown?: Text; reason?: string; lifted?: true }
  | { e: 'invalid'; seq: number; error: ErrorData; at: number }
  | { e: 'decided'; seq: number; decision: 'approve' | 'reject' | 'respond'; at: number; reason?: string; edited?: Text; value?: Text }
  /** `ahead`: while a marked call it is behind was undecided (C6). */
  | { e: 'started'; seq: number; at: number; ahead?: true }
  | { e: 'settled'; seq: number; state: 'fulfilled' | 'rejected' | 'unknown'; value?: Text; error?: ErrorData; at: number }
  | DeliveryEntry;

/**
 * The guest met an outcome or, in collect, a `pending` value, or a timer fired; `at` is the guest's clock then, `spared` how long waiting timers were
 * spared since the step before (people's time, breaks). In collect a run has several passes: what follows `began` is of a new one, and `shown` says how
 * a pass ended. The last that was shown is the one a resume repeats (R2).
 */
export type DeliveryEntry =
  | { e: 'delivered'; seq: number; at: number; spared?: number; pending?: true }
  | { e: 'fired'; timer: number; at: number; spared?: number }
  | { e: 'began' }
  | ShownEntry;

/** How a pass ended. */
export interface ShownEntry {
  e: 'shown';
  /** The calls the pass came to, in its order, as ranges of `seq`, both ends included. */
  calls: [number, number][];
  /** `look`: at a pending value. `call`: one that must not run ahead was made (C5). `idle`: waiting for what waits. `body`: at its end. `failed`: it threw, or could not go on. */
  end: 'look' | 'call' | 'idle' | 'body' | 'failed';
  /** Where it was cut. */
  line?: number;
  column?: number;
}
