/*
 * Owns a sandbox behind the interfaces of other code modes, which know a value, an error and lines of a log, and nothing of people. What must hold: a mark
 * that fits no function is an error, for it was meant; what still waits for a person when the run ends is given up, for nobody there could be told
 * of it. Deliberately absent: each interface's words (codemode/, tanstack/).
 */
import type { FunctionSpec, LogEntry, RunRequest, RunResult, Sandbox } from './api.js';
import { SandboxError } from './errors.js';
import { refuseLostMarks } from './functions.js';
import { plain } from './plain.js';
import { errorOf, messageOf } from './words.js';

/** `true`, or a predicate of what the code passes. */
// biome-ignore lint/suspicious/noExplicitAny: each function has its own input
export type Mark = boolean | ((...input: any[]) => boolean | Promise<boolean>);

export interface CodeModeOptions extends Omit<RunRequest, 'code' | 'functions' | 'signal'> {
  /** Which calls need approval, by the name the code uses. The interface cannot say so itself. */
  marks?: Readonly<Record<string, Mark>>;
}

/** A run without people: completed, with its value as JSON, or why not. */
export type Ended = { value: unknown; logs: readonly LogEntry[] } | { error: { name: string; message: string }; logs: readonly LogEntry[] };

/** Never rejects. */
export async function runToItsEnd(sandbox: Sandbox, request: RunRequest): Promise<Ended> {
  try {
    const { result, why } = await sandbox.run(request).then(result => ({ result, why: '' }), undecided);
    if (result.status === 'pending') await sandbox.discard(result.runId, request.owner === undefined ? {} : { owner: request.owner });
    return endOf(result, why);
  } catch (thrown) {
    return { error: errorOf(thrown), logs: [] };
  }
}

/** A hook of collect that threw, or whose decisions do not fit: its run waits as well. */
function undecided(thrown: unknown): { result: RunResult; why: string } {
  if (!SandboxError.is(thrown, 'RunPending') || thrown.result === undefined) throw thrown;
  return { result: thrown.result, why: ` (${messageOf(thrown.cause)})` };
}

function endOf(result: RunResult, why: string): Ended {
  const { logs } = result;
  switch (result.status) {
    case 'completed':
      return { value: result.value === undefined ? undefined : plain(result.value), logs };
    case 'failed': {
      const { name, message, line, guestName } = result.error;
      return { error: { name: guestName ?? name, message: line === undefined ? message : `${message} (line ${line})` }, logs };
    }
    case 'pending': {
      const names = [...new Set(result.pending.map(call => call.fn))].join(', ');
      const message = `nobody decided about ${names}${why}, so the run was given up and these calls did not happen. Use an approval that decides before the run ends: deny, or pause or collect with onApproval`;
      return { error: { name: 'RunPending', message }, logs };
    }
  }
}

/** Puts the marks on the functions they name. Throws InvalidOptions where one names none. */
export function marked(
  functions: Readonly<Record<string, FunctionSpec>>,
  marks: CodeModeOptions['marks'] = {},
): Record<string, FunctionSpec> {
  refuseLostMarks(marks, Object.keys(functions), 'marks', 'function');
  const specs = Object.entries(functions).map(([name, spec]) => {
    const mark = Object.hasOwn(marks, name) ? marks[name] : undefined;
    return [name, mark === undefined ? spec : { ...spec, approval: approvalOf(mark, spec.positional === true) }] as const;
  });
  return Object.fromEntries(specs);
}

function approvalOf(mark: Mark, positional: boolean): NonNullable<FunctionSpec['approval']> {
  if (typeof mark !== 'function') return mark;
  return (input: unknown) => (positional ? mark(...(input as unknown[])) : mark(input));
}
