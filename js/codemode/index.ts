/*
 * Owns a sandbox as the `Executor` of `@cloudflare/codemode`: `countersign/codemode`. What must hold: it never throws, as the interface asks; tools that
 * need approval are there for the code, and wait, where that package would drop them. Deliberately absent: preludes and connectors, which need
 * live objects in the guest.
 */
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { schemaOf } from '../ai-sdk/schemas.js';
import type { FunctionSpec, Functions, LogEntry, Sandbox } from '../api.js';
import { type CodeModeOptions, type Mark, marked, runToItsEnd } from '../code-mode.js';
import { invalidOptions } from '../errors.js';
import { refuseNearMarks } from '../functions.js';
import { isReserved } from '../names.js';
import { errorOf } from '../words.js';

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
        return { result: undefined, error: textOf(errorOf(error)) };
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
  if (Array.isArray(tools)) throw invalidOptions('tools', 'expected a record of tools by name; this is a list');
  const marks: Record<string, Mark> = {};
  const bare = Object.entries(tools).map(([name, tool]) => {
    refuseNearMarks(tool, `tools.${name}`, ['needsApproval']);
    const { needsApproval, ...rest } = tool;
    if (needsApproval === undefined || needsApproval === false) return [name, tool] as const;
    marks[`codemode.${nameInCode(name)}`] =
      typeof needsApproval === 'function' ? judging(needsApproval as Exclude<Mark, boolean>, tool.inputSchema) : true;
    return [name, rest] as const;
  });
  return {
    tools: Object.fromEntries(bare) as T,
    executor: codemodeExecutor(sandbox, { ...options, marks: { ...options.marks, ...marks } }),
  };
}

/** Of what the code passes, and of what the tool's schema makes of it, with its defaults: that package gives the tool the one or the other. */
function judging(mark: Exclude<Mark, boolean>, inputSchema: unknown): Mark {
  return async (input, ...rest) => {
    if ((await mark(input, ...rest)) !== false) return true;
    const schema = schemaOf(inputSchema);
    if (typeof schema !== 'object' || !('~standard' in schema)) return false;
    const result = await (schema as StandardSchemaV1)['~standard'].validate(input);
    return 'value' in result && (await mark(result.value, ...rest)) !== false;
  };
}

/** Words that package keeps away from tools, beside those of the language. */
const WORDS =
  'abstract boolean byte char double final float goto int long native short synchronized throws transient undefined volatile'.split(' ');

/**
 * As that package writes a tool in its declarations, and as its own executors call it. Should it change, a mark fits no function, which is an
 * error.
 */
function nameInCode(name: string): string {
  const text = name.replaceAll(/[-.\s]/g, '_').replaceAll(/[^\w$]/g, '') || '_';
  const whole = /^\d/.test(text) ? `_${text}` : text;
  return isReserved(whole) || WORDS.includes(whole) ? `${whole}_` : whole;
}

function functionsOf(
  given: Parameters<CodemodeExecutor['execute']>[1],
  connectors: { name: string }[],
  marks: CodeModeOptions['marks'],
): Functions {
  const providers = Array.isArray(given) ? given : [{ name: 'codemode', fns: given }];
  if (connectors.length > 0) throw invalidOptions('connectors', 'this executor has none; give their methods as a provider with tools');
  const specs: Record<string, FunctionSpec> = {};
  const members = new Map<string, string[]>();
  for (const { name, fns, prelude } of providers) {
    if (prelude) throw invalidOptions(`providers.${name}.prelude`, 'this executor runs none: namespaces are frozen');
    if (members.has(name)) throw invalidOptions(`providers.${name}`, 'there are two providers of this name; rename one of them');
    members.set(name, []);
    for (const [tool, fn] of Object.entries(fns)) {
      const inCode = nameInCode(tool);
      const path = `${name}.${inCode}`;
      if (Object.hasOwn(specs, path))
        throw invalidOptions(`providers.${path}`, 'two of its tools have this name in code; rename one of them');
      specs[path] = { positional: true, execute: (args: unknown[]) => fn(...args) };
      members.get(name)?.push(inCode);
    }
  }
  const all = marked(specs, marks);
  const namespaces = [...members].map(([name, tools]) => [name, Object.fromEntries(tools.map(tool => [tool, all[`${name}.${tool}`]]))]);
  return Object.fromEntries(namespaces) as Functions;
}

const lineOf = ({ level, text }: LogEntry): string => (level === 'warn' || level === 'error' ? `[${level}] ${text}` : text);

const textOf = ({ name, message }: { name: string; message: string }): string => (name === 'Error' ? message : `${name}: ${message}`);
