/*
 * Owns one execution of a host function: its copy of the input, its context and signal, its time, and turning whatever comes of it
 * into data. What must hold: `outcome` settles once and never rejects, whatever the function does, and what comes after that is ignored.
 * Deliberately absent: whether it may be executed at all, and its record; that is call-desk.ts.
 */

import { pack, whyNot } from './admission.js';
import type { CallContext } from './api.js';
import type { HostEntry } from './functions.js';
import type { ErrorData, Text } from './protocol.js';
import { utf8Bytes } from './text-bytes.js';
import { LONGEST_TIMER_MS } from './timers.js';
import { decode, encodeError } from './value.js';

export type Outcome =
  | { state: 'fulfilled'; value: Text }
  | { state: 'rejected'; error: ErrorData }
  /** Over callTimeoutMs: nobody knows what became of it. */
  | { state: 'unknown'; error: ErrorData }
  /** The run ended first. */
  | { state: 'abandoned' };

export interface Execution {
  readonly outcome: Promise<Outcome>;
  /** The run ended: aborts the call's signal, settles `outcome`. */
  abandon(reason: unknown): void;
}

export interface ExecutionLimits {
  readonly valueBytes: number;
  readonly callTimeoutMs: number;
}

/** Calls the function now, before it returns. */
export function begin(entry: HostEntry, input: Text, call: Omit<CallContext, 'signal'>, limits: ExecutionLimits): Execution {
  const controller = new AbortController();
  let settle: (outcome: Outcome) => void = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const outcome = new Promise<Outcome>(resolve => {
    settle = result => {
      clearTimeout(timer);
      resolve(result);
    };
  });
  // Anything longer is no limit.
  if (limits.callTimeoutMs <= LONGEST_TIMER_MS) {
    timer = setTimeout(() => {
      const message = `${entry.fn} did not finish within ${limits.callTimeoutMs} ms (the limit callTimeoutMs); nobody knows whether it took effect`;
      settle({ state: 'unknown', error: { name: 'TimeoutError', message } });
      controller.abort(new DOMException(message, 'TimeoutError'));
    }, limits.callTimeoutMs);
  }
  void perform(entry, input, Object.freeze({ ...call, signal: controller.signal }), limits.valueBytes).then(settle);
  return {
    outcome,
    abandon: reason => {
      settle({ state: 'abandoned' });
      controller.abort(reason);
    },
  };
}

async function perform(entry: HostEntry, input: Text, context: CallContext, valueBytes: number): Promise<Outcome> {
  let returned: unknown;
  try {
    returned = await entry.execute(decode(input), context);
  } catch (error) {
    return rejected(entry, errorData(error, valueBytes), valueBytes);
  }
  const outcome = await deliverable(entry, returned, valueBytes);
  return outcome.state === 'rejected' ? rejected(entry, outcome.error, valueBytes) : outcome;
}

/**
 * The value as data that fits the function's outputSchema. Where it does not, the function has run all the same: the record says `rejected`,
 * as for one that threw, because that is what the code meets now and in every replay.
 */
async function deliverable(entry: HostEntry, returned: unknown, valueBytes: number): Promise<Outcome> {
  const schema = entry.outputSchema;
  if (schema?.transforms === true) {
    // A schema that makes data of what could not cross is the point of having one, so it sees the value itself.
    const checked = await schema.check(returned, 'result');
    return checked.ok ? asOutcome(entry, checked.value, valueBytes) : misfit(entry, checked.problem);
  }
  const outcome = asOutcome(entry, returned, valueBytes);
  if (schema === undefined || outcome.state !== 'fulfilled') return outcome;
  const checked = await schema.check(decode(outcome.value), 'result');
  return checked.ok ? outcome : misfit(entry, checked.problem);
}

function asOutcome(entry: HostEntry, value: unknown, valueBytes: number): Outcome {
  const packed = pack(value, 'result', `${entry.fn} returned a value that`, valueBytes);
  return packed.ok ? { state: 'fulfilled', value: packed.text } : { state: 'rejected', error: packed.error };
}

function misfit(entry: HostEntry, problem: string): Outcome {
  return {
    state: 'rejected',
    error: { name: 'TypeError', message: `${entry.fn} returned a value that does not fit its outputSchema: ${problem}` },
  };
}

function errorData(error: unknown, valueBytes: number): ErrorData {
  try {
    return encodeError(error, valueBytes);
  } catch (cause) {
    return { name: 'Error', message: `an error that cannot be read: ${whyNot(cause)}` };
  }
}

/** An error is a value too, and as large as one at most. */
function rejected(entry: HostEntry, error: ErrorData, valueBytes: number): Outcome {
  const size = [error.name, error.message, error.data ?? '', error.cause ?? ''].reduce((sum, text) => sum + utf8Bytes(text), 0);
  if (size <= valueBytes) return { state: 'rejected', error };
  return {
    state: 'rejected',
    error: { name: 'ValueLimit', message: `${entry.fn} threw an error larger than the limit valueBytes, ${valueBytes} bytes` },
  };
}
