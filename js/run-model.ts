/*
 * Owns one run as a component shows it: started, followed live, shown while it waits, decided, given up. What must hold: what is shown is of one run,
 * the last that was asked for; nothing is started for a component that went away, and what it had started is stopped; no method rejects.
 * Deliberately absent: React (react/), and making sandboxes: that is the app's.
 */
import type {
  Approval,
  CallRecord,
  Decisions,
  LogEntry,
  PendingCall,
  PendingRun,
  ResumeOptions,
  RunEvent,
  RunRequest,
  RunResult,
  Sandbox,
} from './api.js';
import type { RunError, SandboxError } from './errors.js';

/** What is known of the run at one moment. A new object whenever something changed. */
export interface RunState<T = unknown> {
  /** `pending`: it waits for `decide`. `failed` also when it could not be started or continued. */
  readonly status: 'idle' | 'running' | 'pending' | 'completed' | 'failed';
  readonly runId?: string;
  /** What `run` or `decide` last gave. */
  readonly result?: RunResult<T>;
  /** Where the run was shown by `restore` or `open`: its metadata, when it began, whether it was `interrupted`. */
  readonly restored?: PendingRun;
  /** Of a completed run. */
  readonly value?: T;
  /** The run's own error, or why `run`, `decide`, `discard` or the look into the store did not work. */
  readonly error?: RunError | SandboxError;
  /** The card: empty unless the status is `pending`. */
  readonly pending: readonly PendingCall[];
  /** As they happen, then as the result has them. */
  readonly calls: readonly CallRecord[];
  readonly logs: readonly LogEntry[];
}

export interface UseRunOptions {
  /**
   * How marked calls of a request without an `approval` are decided: all on one card (`collect`, the default), one after another (`pause`), or
   * not at all (`deny`). In the first two the run ends `pending` and `decide` continues it.
   */
  mode?: Approval['mode'];
  /** Whose runs are started, shown and decided. */
  owner?: string;
  /** When the component mounts, show the oldest run of the sandbox's store that waits: any, or the first that this says yes to. */
  restore?: boolean | ((run: PendingRun) => boolean);
}

/** The same functions in every render. None rejects: what went wrong is in `error`. */
export interface RunActions<T = unknown> {
  /** Code, or a whole request. A run under way in this component is aborted; one that waits stays in the store. */
  run(request: string | RunRequest): Promise<RunResult<T> | undefined>;
  /** Continues the run that waits. What `decisions` does not name keeps waiting. */
  decide(decisions: Decisions, options?: ResumeOptions): Promise<RunResult<T> | undefined>;
  /** Shows a run of `sandbox.pending()`. */
  open(run: PendingRun): void;
  /** Stops the run that is under way: it ends `failed` with `Aborted`. */
  abort(): void;
  /** Gives up the run that waits: nothing more of it will run. */
  discard(): Promise<void>;
}

export type UseRun<T = unknown> = RunState<T> & RunActions<T>;

/** Where runs go: a sandbox of the app's, or how to make one that lives as long as the component. */
export type SandboxSource = Sandbox | (() => Sandbox);

type Listener = (event: RunEvent) => void;

/** The run on the card, and how `decide` continues it. */
interface Waiting<T> {
  readonly runId: string;
  readonly onEvent: Listener | undefined;
  readonly goOn: (decisions: Decisions, options: ResumeOptions) => Promise<RunResult<T>>;
}

const NOTHING: RunState<never> = { status: 'idle', pending: [], calls: [], logs: [] };
/** Events come in bursts, and nobody reads faster. */
const REFRESH_MS = 16;
/** There is no card to go back to. */
const MOVED_ON = ['RunNotPending', 'RunNotFound'];

export class RunModel<T = unknown> implements RunActions<T> {
  #source: SandboxSource | undefined;
  #options: UseRunOptions = {};
  #own: Sandbox | undefined;
  #mounted = false;
  /** Grows with everything that makes earlier work here stale. */
  #turn = 0;
  #stop: AbortController | undefined;
  #waits: Waiting<T> | undefined;
  #state: RunState<T> = NOTHING;
  readonly #calls = new Map<string, CallRecord>();
  #logs: LogEntry[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  readonly getState = (): RunState<T> => this.#state;
  readonly getServerState = (): RunState<T> => NOTHING;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What the last render said. */
  given(source: SandboxSource, options: UseRunOptions): void {
    this.#source = source;
    this.#options = options;
  }

  mount(): () => void {
    this.#mounted = true;
    void this.#restore();
    return () => this.#unmount();
  }

  readonly run = async (request: string | RunRequest): Promise<RunResult<T> | undefined> => {
    const turn = this.#begin();
    // Effects of one commit run together: what StrictMode undoes at once, and a call before the component is there, is never started.
    await undefined;
    if (!this.#isCurrent(turn)) {
      if (turn === this.#turn) this.#set(NOTHING);
      return undefined;
    }
    const given = typeof request === 'string' ? { code: request } : request;
    return this.#follow(turn, given, (sandbox, more) => sandbox.run<T>({ ...this.#defaults(), ...given, ...more }));
  };

  readonly decide = async (decisions: Decisions, options: ResumeOptions = {}): Promise<RunResult<T> | undefined> => {
    const waits = this.#waits;
    if (this.#state.status !== 'pending' || waits === undefined) return undefined;
    const turn = this.#begin(this.#state);
    this.#waits = waits;
    const given = waits.onEvent === undefined ? options : { onEvent: waits.onEvent, ...options };
    return this.#follow(turn, given, (_sandbox, more) => waits.goOn(decisions, { ...options, ...more }));
  };

  readonly open = (run: PendingRun): void => {
    this.#begin();
    this.#show(run);
  };

  readonly abort = (): void => this.#stop?.abort();

  readonly discard = async (): Promise<void> => {
    const waits = this.#waits;
    if (this.#state.status !== 'pending' || waits === undefined) return;
    const turn = ++this.#turn;
    try {
      await this.#sandbox().discard(waits.runId, this.#owner());
      if (this.#isCurrent(turn)) this.#set(NOTHING);
    } catch (error) {
      this.#refused(turn, error);
    }
  };

  /** What came before is stale. `kept`: what is shown of the run that goes on. */
  #begin(kept?: RunState<T>): number {
    this.#stop?.abort();
    this.#stop = undefined;
    this.#waits = undefined;
    this.#calls.clear();
    for (const call of kept?.calls ?? []) this.#calls.set(call.callId, call);
    this.#logs = [...(kept?.logs ?? [])];
    const { value: _value, error: _error, ...shown } = kept ?? NOTHING;
    this.#set({ ...shown, ...this.#seen(), status: 'running' });
    this.#turn += 1;
    return this.#turn;
  }

  /** From here to the result, with its events. */
  async #follow(
    turn: number,
    given: Pick<RunRequest, 'signal' | 'onEvent'>,
    start: (sandbox: Sandbox, more: ResumeOptions) => Promise<RunResult<T>>,
  ): Promise<RunResult<T> | undefined> {
    const stop = new AbortController();
    this.#stop = stop;
    const onEvent = (event: RunEvent) => {
      if (this.#isCurrent(turn)) this.#hear(event);
      given.onEvent?.(event);
    };
    const stopToo = () => stop.abort();
    try {
      if (given.signal?.aborted) stopToo();
      given.signal?.addEventListener('abort', stopToo);
      const result = await start(this.#sandbox(), { onEvent, signal: stop.signal });
      if (this.#isCurrent(turn)) this.#ended(result, given.onEvent);
      return result;
    } catch (error) {
      this.#refused(turn, error);
      return undefined;
    } finally {
      given.signal?.removeEventListener?.('abort', stopToo);
      if (this.#stop === stop) this.#stop = undefined;
    }
  }

  #ended(result: RunResult<T>, onEvent: Listener | undefined): void {
    const { status, runId, calls, logs } = result;
    const seen = { runId, result, calls, logs, pending: [] };
    this.#waits = undefined;
    if (result.status === 'completed') return this.#set({ ...seen, status: 'completed', value: result.value });
    if (result.status === 'failed') return this.#set({ ...seen, status: 'failed', error: result.error });
    this.#waits = { runId, onEvent, goOn: (decisions, options) => result.resume(decisions, options) };
    this.#set({ ...seen, status, pending: result.pending });
  }

  /** A refused set of decisions leaves the card as it was; a run that somebody else moved on has none. */
  #refused(turn: number, thrown: unknown): void {
    if (!this.#isCurrent(turn)) return;
    const error = thrown as SandboxError;
    const { pending, ...shown } = this.#state;
    const stays = this.#waits !== undefined && !MOVED_ON.includes(error.name);
    if (!stays) this.#waits = undefined;
    this.#set({ ...shown, error, status: stays ? 'pending' : 'failed', pending: stays ? this.#card : [] });
  }

  /** The card of the run that waits, also while a decision about it is on its way. */
  #card: readonly PendingCall[] = [];

  #show(run: PendingRun): void {
    const goOn: Waiting<T>['goOn'] = (decisions, options) => this.#sandbox().resume<T>(run, decisions, { ...this.#owner(), ...options });
    this.#waits = { runId: run.runId, onEvent: undefined, goOn };
    this.#set({ ...NOTHING, status: 'pending', runId: run.runId, restored: run, pending: run.pending });
  }

  async #restore(): Promise<void> {
    const { restore } = this.#options;
    if (!restore || this.#state.status !== 'idle') return;
    const turn = this.#turn;
    const isFree = () => this.#isCurrent(turn) && this.#state.status === 'idle';
    await undefined;
    if (!isFree()) return;
    try {
      const waiting = await this.#sandbox().pending(this.#owner());
      const found = waiting.find(run => restore === true || restore(run));
      if (found && isFree()) this.#show(found);
    } catch (error) {
      if (isFree()) this.#refused(turn, error);
    }
  }

  #hear(event: RunEvent): void {
    if (event.type === 'started') this.#logs = [];
    if (event.type === 'log') this.#logs.push(event.entry);
    if (event.type === 'call' || event.type === 'settled') this.#calls.set(event.call.callId, event.call);
    this.#timer ??= setTimeout(() => this.#set({ ...this.#state, ...this.#seen(), runId: event.runId }), REFRESH_MS);
  }

  #seen(): Pick<RunState, 'calls' | 'logs' | 'pending'> {
    return { pending: [], logs: [...this.#logs], calls: [...this.#calls.values()].sort((a, b) => a.seq - b.seq) };
  }

  #set(state: RunState<T>): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#state = state;
    if (state.status === 'pending') this.#card = state.pending;
    for (const listener of this.#listeners) listener();
  }

  #unmount(): void {
    this.#mounted = false;
    this.#turn += 1;
    const own = this.#own;
    this.#own = undefined;
    // What lives with the component goes as a page goes that is closed: what has a record stays in the store.
    if (own) void own.dispose();
    else this.#stop?.abort();
    this.#stop = undefined;
    this.#waits = undefined;
    this.#set(NOTHING);
  }

  #sandbox(): Sandbox {
    if (typeof this.#source !== 'function') return this.#source as Sandbox;
    this.#own ??= this.#source();
    return this.#own;
  }

  #isCurrent(turn: number): boolean {
    return this.#mounted && turn === this.#turn;
  }

  #owner(): { owner?: string } {
    const { owner } = this.#options;
    return owner === undefined ? {} : { owner };
  }

  #defaults(): Pick<RunRequest, 'approval' | 'owner'> {
    const { mode = 'collect' } = this.#options;
    // Whoever decides is not here but in the component: the run ends `pending`, and goes on when it says so.
    return { ...this.#owner(), approval: mode === 'pause' ? { mode, onApproval: () => 'pause' } : { mode } };
  }
}
