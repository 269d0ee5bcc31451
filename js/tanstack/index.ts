/*
 * Owns a sandbox as the `IsolateDriver` of TanStack AI's Code Mode: `countersign/tanstack`. What must hold: a context is cheap, and disposing of it ends what
 * runs in it; the sandbox stays the app's. Deliberately absent: that package's events, which it sends itself.
 */
import type { FunctionSpec, JsonSchema, LogEntry, Sandbox } from '../api.js';
import { type CodeModeOptions, type Mark, marked, runToItsEnd } from '../code-mode.js';
import { invalidOptions } from '../errors.js';
import { toIdentifier } from '../foreign.js';
import { refuseNearMarks } from '../functions.js';

export type { CodeModeOptions, Mark } from '../code-mode.js';

/** A tool as that package binds it. */
export interface IsolateBinding {
  readonly description?: string | undefined;
  readonly inputSchema?: Record<string, unknown> | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: each tool has its own input
  readonly execute: (args: any) => Promise<unknown>;
}

/** That package's `IsolateDriver`, by its shape. */
export interface CountersignDriver {
  createContext(config: {
    bindings: Record<string, IsolateBinding>;
    timeout?: number | undefined;
    memoryLimit?: number | undefined;
  }): Promise<{
    execute<T = unknown>(
      code: string,
    ): Promise<{ success: boolean; value?: T; error?: { name: string; message: string }; logs?: string[] }>;
    dispose(): Promise<void>;
  }>;
}

export interface DriverOptions extends CodeModeOptions {
  /** The tools of the code mode: that package forgets their `needsApproval`, so it is read here. */
  tools?: readonly { readonly name: string; readonly needsApproval?: boolean | undefined }[];
}

/** What that package puts before the names of tools. */
const PREFIX = 'external_';
const MIB = 1024 * 1024;

/** Who decides is the sandbox's `approval`, or one given here: deny, or pause or collect with `onApproval`. `limits` win over the tool's own. */
export function isolateDriver(sandbox: Sandbox, options: DriverOptions = {}): CountersignDriver {
  const { tools = [], marks: more, limits, ...request } = options;
  const marks = { ...more, ...marksOf(tools) };
  return {
    async createContext({ bindings, timeout, memoryLimit }) {
      const functions = marked(functionsOf(bindings), marks);
      const asked = {
        ...(timeout === undefined ? {} : { timeoutMs: timeout }),
        ...(memoryLimit === undefined ? {} : { memoryBytes: memoryLimit * MIB }),
      };
      const stop = new AbortController();
      return {
        async execute<T>(code: string) {
          const ended = await runToItsEnd(sandbox, { ...request, code, functions, limits: { ...asked, ...limits }, signal: stop.signal });
          const logs = ended.logs.map(lineOf);
          return 'error' in ended ? { success: false, error: ended.error, logs } : { success: true, value: ended.value as T, logs };
        },
        async dispose() {
          stop.abort();
        },
      };
    },
  };
}

function marksOf(tools: NonNullable<DriverOptions['tools']>): Record<string, Mark> {
  for (const tool of tools) refuseNearMarks(tool, `tools.${tool.name}`, ['needsApproval']);
  const gated = tools.filter(({ needsApproval }) => needsApproval !== undefined && needsApproval !== false);
  return Object.fromEntries(gated.map(({ name }) => [toIdentifier(`${PREFIX}${name}`), true]));
}

/** By names that code can call: `external_list-rows` is `external_list_rows`. */
function functionsOf(bindings: Readonly<Record<string, IsolateBinding>>): Record<string, FunctionSpec> {
  const functions: Record<string, FunctionSpec> = {};
  for (const [name, binding] of Object.entries(bindings)) {
    const inCode = toIdentifier(name);
    if (Object.hasOwn(functions, inCode))
      throw invalidOptions(`bindings.${name}`, `in code it would be \`${inCode}\`, and so would another; rename one of the two`);
    functions[inCode] = specOf(binding);
  }
  return functions;
}

function specOf({ description, inputSchema, execute }: IsolateBinding): FunctionSpec {
  return {
    execute: input => execute(input),
    ...(description === undefined ? {} : { description }),
    ...(inputSchema === undefined ? {} : { inputSchema: inputSchema as JsonSchema }),
  };
}

const lineOf = ({ level, text }: LogEntry): string => (level === 'log' || level === 'debug' ? text : `${level.toUpperCase()}: ${text}`);
