/*
 * Owns what a model is told of a run, and a page of one that waits: plain JSON. What must hold: a failure says what the code did before it, so that
 * nobody does it twice; what a person refused is told. Deliberately absent: cutting long values; the limits of the run do that.
 */
import type { CallRecord, LogEntry, PendingCall } from '../api.js';
import { plain } from '../plain.js';
import type { RunState } from '../run-model.js';

/** What the tool gives. All but `pending` is final; `pending` is for whoever decides, and no model sees it. */
export type CodeOutput =
  | ({ status: 'completed'; value: unknown } & Told)
  | ({ status: 'failed'; error: { name: string; message: string; line?: number } } & Told)
  | ({ status: 'discarded'; message: string } & Told)
  | { status: 'pending'; runId: string; pending: PendingCall[]; interrupted?: true };

interface Told {
  logs?: string[];
  /** Of a completed run, those that were not simply executed. */
  calls?: { fn: string; input: unknown; state: CallRecord['state']; reason?: string }[];
}

const GIVEN_UP = 'The person gave this run up. What calls lists as pending, approved or not-run did not happen.';

/** Undefined while it runs. */
export function outputOf(state: RunState, calls: readonly CallRecord[] = state.calls): CodeOutput | undefined {
  const { status, runId, pending, restored, error, value, logs } = state;
  switch (status) {
    case 'running':
      return undefined;
    case 'pending':
      return {
        status,
        runId: runId ?? '',
        pending: plain(pending) as PendingCall[],
        ...(restored?.interrupted ? { interrupted: true } : {}),
      };
    case 'completed':
      return { status, value: plain(value), ...told(logs, calls.filter(wasNotSimplyExecuted)) };
    case 'failed': {
      const { name = 'Error', message = '', line } = (error ?? {}) as { name?: string; message?: string; line?: number };
      return { status, error: { name, message, ...(line === undefined ? {} : { line }) }, ...told(logs, calls) };
    }
    case 'idle':
      return { status: 'discarded', message: GIVEN_UP, ...told(logs, calls) };
  }
}

const wasNotSimplyExecuted = ({ state, executedInput }: CallRecord): boolean => state !== 'fulfilled' || executedInput !== undefined;

function told(logs: readonly LogEntry[], calls: readonly CallRecord[]): Told {
  return {
    ...(logs.length > 0 ? { logs: logs.map(({ level, text }) => (level === 'log' ? text : `${level}: ${text}`)) } : {}),
    ...(calls.length > 0 ? { calls: calls.map(callOf) } : {}),
  };
}

function callOf({ fn, input, executedInput, state, reason, error }: CallRecord): NonNullable<Told['calls']>[number] {
  const why = reason ?? error?.message;
  return { fn, input: plain(executedInput ?? input), state, ...(why === undefined ? {} : { reason: why }) };
}
