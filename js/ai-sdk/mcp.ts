/*
 * Owns the tools of an MCP server as functions of the sandbox. What must hold: the server's list is data, of which nothing is believed that would
 * lower the bar (hints.ts); an error of the server is an error in the code. Deliberately absent: the connection; the app has a client.
 */
import type { FunctionSpec, Functions, JsonSchema } from '../api.js';
import { functionsFrom } from '../foreign.js';
import { refuseLostMarks } from '../functions.js';
import { type HintOptions, type McpHints, markOf, sideEffectsOf } from './hints.js';

/** A tool as `tools/list` gives it. */
export interface McpTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: McpHints | undefined;
}

/** What the server answers. */
export interface McpResult {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
  readonly toolResult?: unknown;
}

export type McpCall = (
  request: { name: string; arguments: Record<string, unknown> },
  call: { signal: AbortSignal; callId: string },
) => PromiseLike<McpResult> | McpResult;

/**
 * `list`: what `tools/list` gave, or its `tools`. `callTool` asks the server: `request => client.callTool(request)`. A tool asks for approval unless the app
 * says otherwise, for that tool (`approval: { list: false }`) or for a server whose hints it believes (`trusted`).
 */
export function functionsFromMcp(
  list: { readonly tools: readonly McpTool[] } | readonly McpTool[],
  callTool: McpCall,
  options: HintOptions = {},
): Functions {
  const tools = 'tools' in list ? list.tools : list;
  const names = tools.map(({ name }) => name);
  refuseLostMarks(options.approval ?? {}, names, 'approval', 'tool');
  return functionsFrom(tools.map(tool => ({ name: tool.name, ...specOf(tool, callTool, options) })));
}

function specOf(tool: McpTool, callTool: McpCall, { approval = {}, trusted = false }: HintOptions): FunctionSpec {
  const { name, title, inputSchema, outputSchema, annotations } = tool;
  const description = tool.description ?? title;
  const mark = markOf(annotations, Object.hasOwn(approval, name) ? approval[name] : undefined, trusted);
  return {
    execute: async (input, { signal, callId }) => contentOf(name, await callTool({ name, arguments: input ?? {} }, { signal, callId })),
    ...(description === undefined ? {} : { description }),
    ...(isSchema(inputSchema) ? { inputSchema } : {}),
    ...(isSchema(outputSchema) ? { outputSchema } : {}),
    ...(mark === undefined ? {} : { approval: mark }),
    sideEffects: sideEffectsOf(annotations),
  };
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

/** What code works with: the structured content if there is one, else the text, else the content as it came. */
function contentOf(name: string, result: McpResult | null | undefined): unknown {
  if (typeof result !== 'object' || result === null) throw new Error(`${name} gave no result`);
  const { content, structuredContent, isError, toolResult } = result;
  const parts = Array.isArray(content) ? (content as ({ type?: unknown; text?: unknown } | null)[]) : [];
  const texts = parts.flatMap(part => (part?.type === 'text' ? [String(part.text)] : []));
  if (isError) throw new Error(texts.join('\n') || `${name} failed`);
  if (structuredContent !== undefined) return structuredContent;
  if (toolResult !== undefined) return toolResult;
  return texts.length === parts.length ? texts.join('\n') : parts;
}
