/*
 * Owns code as one tool of a chat: a run for each tool call, shown while it waits, decided, and given to the chat when it has ended. What must hold: a
 * tool call has one run, also when a stream is repeated or a page reloaded; nothing is given to the chat while a person is to decide. Deliberately
 * absent: the package `ai`; what is needed of it is a shape here.
 */
import type { Approval, CallRecord, Decisions, PendingRun, ResumeOptions, RunRequest, Sandbox } from '../api.js';
import { report } from '../report.js';
import { RunModel, type RunState } from '../run-model.js';
import { type CodeOutput, outputOf } from './output.js';
import { anyOutput, type CodeInput, type CodeInputSchema, codeInput } from './schemas.js';

export interface CodeToolOptions {
  /** What the tool is called in the tool set. Default: `runCode`. */
  name?: string;
  /** As of `useRun`: one card for all (`collect`, the default), one call after another (`pause`), or nobody is asked (`deny`). */
  mode?: Approval['mode'];
  owner?: string;
  /** The rest of each run's request. `metadata.toolCallId` is set, and is how a run is found again. */
  request?: Omit<RunRequest, 'code' | 'approval' | 'owner' | 'signal'>;
}

/** A tool that the page runs: it has no `execute`. */
export interface ClientTool {
  readonly description: string;
  readonly inputSchema: CodeInputSchema;
  readonly outputSchema: typeof anyOutput;
}

/** A tool for a loop that runs where the sandbox is. Each card comes as a preliminary output. */
export interface ExecutedTool {
  readonly description: string;
  readonly inputSchema: CodeInputSchema;
  readonly execute: (
    input: CodeInput,
    options: { readonly toolCallId: string; readonly abortSignal?: AbortSignal | undefined },
  ) => AsyncGenerator<CodeOutput, void>;
}

/** As `onToolCall` of `useChat` gets it. */
export interface SdkToolCall {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly input?: unknown;
}

/** `addToolOutput` of `useChat`. */
// biome-ignore lint/suspicious/noExplicitAny: typed by the chat's own tools, each version in its way
export type AddToolOutput = (output: any) => unknown;

/** As much of a `UIMessage` as is read. */
export interface SdkMessage {
  readonly parts: readonly { readonly type: string; readonly [field: string]: unknown }[];
}

/** A server's half, where the functions are not: `description` is `codeTool(…).description`, as the page has it. */
export const clientTool = (description: string): ClientTool => ({ description, inputSchema: codeInput, outputSchema: anyOutput });

/** Code as a tool of a chat. */
export function codeTool(sandbox: Sandbox, options: CodeToolOptions = {}): CodeTool {
  return new CodeTool(sandbox, options);
}

/** One tool call's run. */
interface Entry {
  readonly model: RunModel;
  /** Ids of tool calls are the provider's, and two chats may have the same one: other code is another call. */
  readonly code: unknown;
  /** It is this run's: until the store was looked at there is none. */
  started: boolean;
  /** What was last known of its calls: a run given up has forgotten them. */
  calls: readonly CallRecord[];
  /** Somebody gives its end to the chat. */
  served: boolean;
}

/** None of its methods rejects: what went wrong is in the run's `error`. */
export class CodeTool {
  readonly name: string;
  /** What the model reads: the functions and the rules. */
  readonly description: string;
  /** For `tools` of a server: the page executes it, with `onToolCall`. */
  readonly clientTool: ClientTool;
  /** For `tools` of a loop beside the sandbox. */
  readonly tool: ExecutedTool;
  readonly #sandbox: Sandbox;
  readonly #options: CodeToolOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<() => void>();
  #snapshot: ReadonlyMap<string, RunState> = new Map();

  constructor(sandbox: Sandbox, options: CodeToolOptions) {
    this.#sandbox = sandbox;
    this.#options = options;
    this.name = options.name ?? 'runCode';
    const { functions } = options.request ?? {};
    const text = sandbox.describe({ mode: options.mode ?? 'collect', ...(functions === undefined ? {} : { functions }) });
    this.description = `Runs code that you write, in a sandbox, and gives what it returns.\n\n${text}`;
    this.clientTool = clientTool(this.description);
    const execute: ExecutedTool['execute'] = (input, { toolCallId, abortSignal }) => this.#execute(input, toolCallId, abortSignal);
    this.tool = { description: this.description, inputSchema: codeInput, execute };
  }

  /** The runs by tool call, for `useSyncExternalStore`; the same object until something changed. */
  readonly getSnapshot = (): ReadonlyMap<string, RunState> => this.#snapshot;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** For `onToolCall`: runs the code, and gives the chat what came of it, once nobody has to decide any more. Other tools' calls it leaves alone. */
  readonly onToolCall = (toolCall: SdkToolCall, addToolOutput: AddToolOutput): void => {
    if (toolCall.toolName !== this.name) return;
    void this.#begin(toolCall.toolCallId, toolCall.input).then(entry => this.#serve(toolCall.toolCallId, entry, addToolOutput));
  };

  /**
   * After a reload: shows the runs of these messages that wait in the store. Answers with the tool calls that have no output and no run that waits: their page
   * went away before anybody was asked, or another page runs them now.
   */
  readonly restore = async (messages: readonly SdkMessage[], addToolOutput: AddToolOutput): Promise<string[]> => {
    const open = new Map<string, unknown>();
    for (const part of messages.flatMap(({ parts }) => parts))
      if (this.#isOpen(part)) open.set(String(part.toolCallId), codeIn(part.input));
    const lost: string[] = [];
    for (const [toolCallId, code] of open) {
      const entry = await this.#find(toolCallId, code);
      if (entry) void this.#serve(toolCallId, entry, addToolOutput);
      else lost.push(toolCallId);
    }
    return lost;
  };

  /** Continues the run of a tool call that waits; also one whose page or process is gone. Gives what came of it, or the next card. */
  readonly decide = async (toolCallId: string, decisions: Decisions, options?: ResumeOptions): Promise<CodeOutput | undefined> => {
    const entry = await this.#find(toolCallId);
    if (!entry) return undefined;
    const { functions, limits } = this.#options.request ?? {};
    await entry.model.decide(decisions, { ...(functions ? { functions } : {}), ...(limits ? { limits } : {}), ...options });
    return outputOf(entry.model.getState(), entry.calls);
  };

  /** Gives up the run of a tool call that waits; the model is told. */
  readonly discard = async (toolCallId: string): Promise<void> => {
    const entry = await this.#find(toolCallId);
    await entry?.model.discard();
  };

  /** Stops the run of a tool call that is under way. */
  readonly abort = (toolCallId: string): void => this.#entries.get(toolCallId)?.model.abort();

  async *#execute(input: unknown, toolCallId: string, signal: AbortSignal | undefined): AsyncGenerator<CodeOutput, void> {
    const entry = await this.#begin(toolCallId, input);
    const stop = () => entry.model.abort();
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop);
    try {
      yield* this.#outputs(entry, signal);
    } finally {
      signal?.removeEventListener('abort', stop);
      // A server lives longer than its chats. What waits is found in the store.
      this.#entries.delete(toolCallId);
      this.#snapshot = new Map([...this.#snapshot].filter(([id]) => id !== toolCallId));
    }
  }

  /** The run of a tool call: the one there is, here or in the store, or a new one. */
  async #begin(toolCallId: string, input: unknown): Promise<Entry> {
    const code = codeIn(input);
    const there = this.#entries.get(toolCallId);
    if (there && there.code === code) return there;
    const entry = this.#enter(toolCallId, code);
    const { request } = this.#options;
    const found = await this.#waiting(toolCallId, code);
    entry.started = true;
    if (found) entry.model.open(found);
    else void entry.model.run({ ...request, code: code as string, metadata: { ...request?.metadata, toolCallId } });
    return entry;
  }

  /** The run there is, here or waiting in the store; of this code, where it is known. */
  async #find(toolCallId: string, code?: unknown): Promise<Entry | undefined> {
    const here = () => {
      const entry = this.#entries.get(toolCallId);
      return code === undefined || entry?.code === code ? entry : undefined;
    };
    const there = here();
    if (there) return there;
    const found = await this.#waiting(toolCallId, code);
    // Somebody else may have looked as well.
    const meanwhile = here();
    if (meanwhile || !found) return meanwhile;
    const entry = this.#enter(toolCallId, found.checkpoint.code);
    entry.started = true;
    entry.model.open(found);
    return entry;
  }

  /** A store that cannot be read has nothing to show; the run, which writes to it, will say why. */
  async #waiting(toolCallId: string, code: unknown): Promise<PendingRun | undefined> {
    const { owner } = this.#options;
    const runs = await this.#sandbox.pending(owner === undefined ? {} : { owner }).catch(() => []);
    return runs.find(({ metadata, checkpoint }) => metadata?.toolCallId === toolCallId && (code === undefined || checkpoint.code === code));
  }

  #enter(toolCallId: string, code: unknown): Entry {
    const { mode, owner } = this.#options;
    const model = new RunModel();
    model.given(this.#sandbox, { ...(mode === undefined ? {} : { mode }), ...(owner === undefined ? {} : { owner }) });
    model.mount();
    const entry: Entry = { model, code, started: false, calls: [], served: false };
    this.#entries.set(toolCallId, entry);
    model.subscribe(() => {
      if (this.#entries.get(toolCallId) !== entry) return;
      const state = model.getState();
      if (state.status !== 'idle') entry.calls = state.calls.length > 0 ? state.calls : entry.calls;
      this.#snapshot = new Map([...this.#snapshot, [toolCallId, state]]);
      for (const listener of this.#listeners) listener();
    });
    return entry;
  }

  async #serve(toolCallId: string, entry: Entry, addToolOutput: AddToolOutput): Promise<void> {
    if (entry.served) return;
    entry.served = true;
    for await (const output of this.#outputs(entry)) {
      if (output.status === 'pending') continue;
      try {
        await addToolOutput({ tool: this.name, toolCallId, output });
      } catch (error) {
        report(error);
      }
    }
  }

  /** Each card, and the end. Who goes away while a card is open leaves the run waiting. */
  async *#outputs(entry: Entry, signal?: AbortSignal): AsyncGenerator<CodeOutput, void> {
    const { model } = entry;
    let told: RunState | undefined;
    for (;;) {
      const state = model.getState();
      const output = state === told || !entry.started ? undefined : outputOf(state, entry.calls);
      told = state;
      if (output) yield output;
      if (output && output.status !== 'pending') return;
      if (state.status === 'pending') signal?.throwIfAborted();
      if (model.getState() === state) await changed(model, signal);
    }
  }

  #isOpen(part: SdkMessage['parts'][number]): boolean {
    const isOurs = part.type === `tool-${this.name}` || (part.type === 'dynamic-tool' && part.toolName === this.name);
    return isOurs && (part.state === 'input-available' || (part.state === 'output-available' && part.preliminary === true));
  }
}

const codeIn = (input: unknown): unknown => (input as Partial<CodeInput> | null | undefined)?.code;

function changed(model: RunModel, signal: AbortSignal | undefined): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      stop();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const stop = model.subscribe(done);
    signal?.addEventListener('abort', done);
  });
}
