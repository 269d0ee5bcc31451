/*
 * Owns the AI SDK's tool sets as functions of the sandbox, versions 6 and 7. What must hold: every mark of a tool is a mark here (`needsApproval`, and
 * `toolApproval` of version 7), a tool of an MCP server or of unknown origin asks unless the app says otherwise, and what the SDK hands to `execute` and to
 * predicates is there. Deliberately absent: hooks about streaming, `toModelOutput`: no model sees what a function gives to code.
 */
import type { CallContext, FunctionSpec, Functions } from '../api.js';
import { invalidOptions } from '../errors.js';
import { functionsFrom } from '../foreign.js';
import { refuseLostMarks, refuseNearMarks } from '../functions.js';
import { inWords } from '../words.js';
import { type HintOptions, type McpHints, markOf, sideEffectsOf } from './hints.js';
import { schemaOf } from './schemas.js';

/** As much of the SDK's `Tool` as is read. */
export interface SdkTool {
  readonly type?: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: each version has its own argument
  readonly description?: string | ((options: any) => string) | undefined;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: a tool knows its own input, and nothing here looks at it
  readonly execute?: ((input: any, options: any) => unknown) | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  readonly needsApproval?: boolean | ((input: any, options: any) => boolean | PromiseLike<boolean>) | undefined;
  readonly metadata?: { readonly [name: string]: unknown } | undefined;
}

/** Settings of `streamText` that tools rely on, under their names there. */
export interface ToolOptions extends HintOptions {
  /** Version 7: `'user-approval'` is a mark, what is `'denied'` throws. */
  // biome-ignore lint/suspicious/noExplicitAny: the SDK's type speaks of one tool set
  readonly toolApproval?: any;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  readonly toolsContext?: any;
  readonly runtimeContext?: unknown;
  /** Version 6. */
  readonly experimental_context?: unknown;
  /** What tools see as the conversation. Default: none. */
  readonly messages?: readonly unknown[];
}

type SdkTools = Readonly<Record<string, SdkTool>>;

/** The tools by what code calls them: `list-rows` is `list_rows`. Throws InvalidOptions for a tool without `execute`, and for two of one name. */
export function functionsFromTools(tools: SdkTools, options: ToolOptions = {}): Functions {
  refuseLostMarks(options.approval ?? {}, Object.keys(tools), 'approval', 'tool');
  return functionsFrom(Object.entries(tools).map(([name, tool]) => ({ name, ...specOf(name, tool, tools, options) })));
}

function specOf(name: string, tool: SdkTool, tools: SdkTools, options: ToolOptions): FunctionSpec {
  if (typeof tool !== 'object' || tool === null) throw invalidOptions(`tools.${name}`, `expected a tool; this is ${inWords(tool)}`);
  refuseNearMarks(tool, `tools.${name}`, ['needsApproval']);
  const { execute } = tool;
  if (typeof execute !== 'function') {
    throw invalidOptions(
      `tools.${name}.execute`,
      'is missing: a tool that the page or the provider executes is none that code can call; leave it out',
    );
  }
  const context = contextOf(name, options);
  const status = statusOf(name, tools, options);
  const description = descriptionOf(tool, context);
  const inputSchema = schemaOf(tool.inputSchema);
  const outputSchema = schemaOf(tool.outputSchema);
  return {
    execute: async (input, call) => {
      const judged = await status?.(input, call.callId);
      if (judged?.type === 'denied') throw new Error(`${name} is denied${judged.reason ? `: ${judged.reason}` : ' here'}`);
      return lastOf(
        execute.call(tool, input, { ...context, toolCallId: call.callId, abortSignal: call.signal, messages: options.messages ?? [] }),
      );
    },
    ...(description === undefined ? {} : { description }),
    ...(inputSchema === undefined ? {} : { inputSchema }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...ownMarks(tool, context, options),
    ...originMarks(name, tool, options),
    ...(status ? { requiresApproval: async (input, { fn, seq }) => (await status(input, `${fn}#${seq}`)).type === 'user-approval' } : {}),
  };
}

/** The SDK's predicate sees what it sees there. */
function ownMarks(tool: SdkTool, context: object, { messages = [] }: ToolOptions): Pick<FunctionSpec, 'needsApproval'> {
  const mark = tool.needsApproval;
  if (mark === undefined) return {};
  if (typeof mark !== 'function') return { needsApproval: mark };
  return {
    needsApproval: (input, { fn, seq }: Pick<CallContext, 'fn' | 'seq'>) =>
      mark.call(tool, input, { ...context, toolCallId: `${fn}#${seq}`, messages }),
  };
}

/** The app's mark, and what comes of not knowing where a tool is from. Who gave it a `needsApproval`, be it `false`, knows it. */
function originMarks(name: string, tool: SdkTool, options: ToolOptions): Pick<FunctionSpec, 'approval' | 'sideEffects'> {
  const hints = hintsOf(tool);
  const app = ownEntry(options.approval, name);
  if (hints === undefined && tool.type !== 'dynamic') return app === undefined ? {} : { approval: app };
  const known = app ?? (tool.needsApproval === undefined ? undefined : false);
  const approval = markOf(hints, known, options.trusted === true);
  return { ...(approval === undefined ? {} : { approval }), ...(hints === undefined ? {} : { sideEffects: sideEffectsOf(hints) }) };
}

interface Status {
  readonly type: string;
  readonly reason?: string;
}

/** Version 7 says it beside the tools: for each, or by one function for all. What it says that is not known here asks. */
function statusOf(
  name: string,
  tools: SdkTools,
  options: ToolOptions,
): ((input: unknown, toolCallId: string) => Promise<Status>) | undefined {
  const { toolApproval, toolsContext, runtimeContext, messages = [] } = options;
  if (typeof toolApproval !== 'function' && ownEntry(toolApproval, name) === undefined) return undefined;
  return async (input, toolCallId) => {
    const toolCall = { type: 'tool-call', toolCallId, toolName: name, input };
    const own: unknown = typeof toolApproval === 'function' ? undefined : ownEntry(toolApproval, name);
    const given: unknown =
      typeof toolApproval === 'function'
        ? await toolApproval({ toolCall, tools, toolsContext, runtimeContext, messages })
        : typeof own === 'function'
          ? await own(input, { toolCallId, messages, toolContext: ownEntry(toolsContext, name), runtimeContext })
          : own;
    const status = (typeof given === 'object' && given !== null ? given : { type: given ?? 'not-applicable' }) as Status;
    return ['not-applicable', 'approved', 'denied'].includes(status.type) ? status : { ...status, type: 'user-approval' };
  };
}

/** Version 7 has a context for each tool, version 6 one for all. */
const contextOf = (name: string, { toolsContext, experimental_context }: ToolOptions): object => ({
  context: ownEntry(toolsContext, name),
  experimental_context,
});

function ownEntry<T>(entries: Readonly<Record<string, T>> | null | undefined, name: string): T | undefined {
  return entries && Object.hasOwn(entries, name) ? entries[name] : undefined;
}

/** Where the SDK's MCP client puts them. */
function hintsOf({ metadata }: SdkTool): McpHints | undefined {
  const annotations = metadata?.annotations;
  return typeof annotations === 'object' && annotations !== null ? annotations : undefined;
}

function descriptionOf({ description }: SdkTool, context: object): string | undefined {
  return typeof description === 'function' ? description(context) : description;
}

/** A tool may give one value after another; the last is its result. */
async function lastOf(given: unknown): Promise<unknown> {
  const values = (await given) as Partial<AsyncIterable<unknown>> | null | undefined;
  if (typeof values !== 'object' || typeof values?.[Symbol.asyncIterator] !== 'function') return values;
  let last: unknown;
  for await (const value of values as AsyncIterable<unknown>) last = value;
  return last;
}
