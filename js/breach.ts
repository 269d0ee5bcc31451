/*
 * Owns what no sound worker says: the error that ends such a worker, and the checks of single values that no record is needed for.
 * What must hold: what passes here is plain and of its kind, and nothing is repaired. Deliberately absent: whether it fits the run.
 */
import { isReadable } from './admission.js';
import { RunError } from './errors.js';
import type { DeliveryEntry, ErrorData } from './protocol.js';

/** Something no sound worker asks: whoever drives the worker ends it. */
export function brokenWorker(what: string): RunError {
  return new RunError('EngineCrash', `the worker asked to ${what}; it is not to be trusted any more`);
}

export function isPlace(place: unknown): boolean {
  return place === undefined || (Number.isInteger(place) && (place as number) > 0);
}

export function isErrorData(error: ErrorData): boolean {
  const readable = (text: unknown): boolean => text === undefined || (typeof text === 'string' && isReadable(text));
  return typeof error.name === 'string' && typeof error.message === 'string' && readable(error.data) && readable(error.cause);
}

/** An entry of the worker's with nothing in it but what belongs there. */
export function readDelivery(entry: DeliveryEntry): DeliveryEntry {
  switch (entry.e) {
    case 'began':
      return { e: 'began' };
    case 'shown': {
      const { calls, end, line, column } = entry;
      if (!isPlace(line) || !isPlace(column)) throw brokenWorker('end a pass at a place that is none');
      const place = { ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) };
      return { e: 'shown', calls: calls.map(([from, to]) => [from, to]), end, ...place };
    }
    case 'delivered':
      return { e: 'delivered', seq: entry.seq, ...when(entry), ...(entry.pending === undefined ? {} : { pending: true }) };
    case 'fired':
      if (!Number.isInteger(entry.timer)) throw brokenWorker('record a timer that is none');
      return { e: 'fired', timer: entry.timer, ...when(entry) };
    default:
      throw brokenWorker('record something that is no delivery');
  }
}

function when({ at, spared }: { at: number; spared?: number }): { at: number; spared?: number } {
  if (typeof at !== 'number' || !Number.isFinite(at)) throw brokenWorker('record a delivery at no time');
  if (spared === undefined) return { at };
  if (!Number.isFinite(spared) || spared < 0) throw brokenWorker('record a span of time that is none');
  return { at, spared };
}
