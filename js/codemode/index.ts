/*
 * Owns a sandbox as the `Executor` of `@cloudflare/codemode`: `countersign/codemode`. What must hold: it never throws, as the interface asks; tools that
 * need approval are there for the code, and wait, where that package would drop them. Deliberately absent: preludes and connectors, which need
 * live objects in the guest.
 */
import type { FunctionSpec, Functions, LogEntry, Sandbox } from '../api.js';
import { type CodeModeOptions, type Mark, marked, runToItsEnd } from '../code-mode.js';
import { invalidOptions } from '../errors.js';
import { isReserved } from '../names.js';
import { messageOf } from '../words.js';

export type { CodeModeOptions, Mark } from '../code-mode.js';

type Fns = Record<string, (...args: unknown[]) => Promise<unknown>>;

/** That package's `Executor`, by its shape. */
export interface CodemodeExecutor {
  execute(
    code: string,
    providersOrFns: { name: string; fns: Fns; prelude?: string }[] | Fns,
    options?: { connectors?: { name: string }[] },
  ): Promise<{ result: unknown; error?: string; logs?: string[] }>;
}

/** Who decides is the sandbox's `approval`, or one given here: deny, or pause or collect with `onApproval`. */
export function codemodeExecutor(sandbox: Sandbox, options: CodeModeOptions = {}): CodemodeExecutor {
  const { marks, ...request } = options;
  return {
    async execute(code, providersOrFns, more) {
      try {
        const functions = functionsOf(providersOrFns, more?.connectors ?? [], marks);
        const ended = await runToItsEnd(sandbox, { ...request, code, functions });
        const logs = ended.logs.length > 0 ? { logs: ended.logs.map(lineOf) } : {};
        return 'error' in ended ? { result: undefined, error: textOf(ended.error), ...logs } : { result: ended.value, ...logs };
      } catch (error) {
        return { result: undefined, error: messageOf(error) };
      }
    },
  };
}

type TypeName = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';
/** A JSON Schema, as far as a compiler must know that `type: 'object'` is that word and no other text. */
interface SchemaLike {
  readonly type?: TypeName | readonly TypeName[];
  readonly properties?: { readonly [name: string]: SchemaLike | boolean };
  readonly [keyword: string]: unknown;
}

/** A tool of that package, or of the AI SDK. */
export interface GatedTool {
  readonly inputSchema?: SchemaLike | object;
  // biome-ignore lint/suspicious/noExplicitAny: each tool has its own input
  readonly execute?: ((input: any, ...rest: any[]) => unknown) | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  readonly needsApproval?: boolean | ((input: any, ...rest: any[]) => boolean | PromiseLike<boolean>) | undefined;
}

/** Tools of which some need approval, with the executor that sees to it. */
export interface Gated<T> {
  readonly tools: T;
  readonly executor: CodemodeExecutor;
}

/**
 * That package leaves out tools with `needsApproval`. Here they are in: `createCodeTool(gated(sandbox, tools))`. The two belong together; with another executor
 * these tools ask nobody.
 */
export function gated<T extends Readonly<Record<string, GatedTool>>>(sandbox: Sandbox, tools: T, options: CodeModeOptions = {}): Gated<T> {
  const marks: Record<string, Mark> = {};
  const bare = Object.entries(tools).map(([name, tool]) => {
    const { needsApproval, ...rest } = tool;
    if (needsApproval === undefined || needsApproval === false) return [name, tool] as const;
    marks[`codemode.${nameInCode(name)}`] = typeof needsApproval === 'function' ? (needsApproval as Mark) : true;
    return [name, rest] as const;
  });
  return {
    tools: Object.fromEntries(bare) as T,
    executor: codemodeExecutor(sandbox, { ...options, marks: { ...options.marks, ...marks } }),
  };
}

/** As that package calls a tool in code. Should it change, the mark fits no function, which is an error. */
function nameInCode(name: string): string {
  const text = name.replaceAll(/[-.\s]/g, '_').replaceAll(/[^\w$]/g, '');
  const whole = /^\d/.test(text) ? `_${text}` : text;
  return isReserved(whole) ? `${whole}_` : whole;
}

function functionsOf(
  given: Parameters<CodemodeExecutor['execute']>[1],
  connectors: { name: string }[],
  marks: CodeModeOptions['marks'],
): Functions {
  const providers = Array.isArray(given) ? given : [{ name: 'codemode', fns: given }];
  if (connectors.length > 0) throw invalidOptions('connectors', 'this executor has none; give their methods as a provider with tools');
  const specs: Record<string, FunctionSpec> = {};
  for (const { name, fns, prelude } of providers) {
    if (prelude) throw invalidOptions(`providers.${name}.prelude`, 'this executor runs none: namespaces are frozen');
    for (const [tool, fn] of Object.entries(fns)) {
      specs[`${name}.${tool}`] = { positional: true, execute: (args: unknown[]) => fn(...args) };
    }
  }
  const all = marked(specs, marks);
  const membersOf = (name: string, fns: Fns) => Object.fromEntries(Object.keys(fns).map(tool => [tool, all[`${name}.${tool}`]]));
  return Object.fromEntries(providers.map(({ name, fns }) => [name, membersOf(name, fns)])) as Functions;
}

const lineOf = ({ level, text }: LogEntry): string => (level === 'warn' || level === 'error' ? `[${level}] ${text}` : text);

const textOf = ({ name, message }: { name: string; message: string }): string => (name === 'Error' ? message : `${name}: ${message}`);
