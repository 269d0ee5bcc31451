/*
 * Owns the check of what a worker sends, by shape alone. What must hold: nothing of a message is acted on that did not pass
 * here, and a message that fails is never repaired. Whether it fits the record of the run (a call that was judged, a
 * function that exists) is the desk's to say, not this file's.
 */
import type { CallMessage, DeliveryEntry, ErrorData, Finish, FromWorker, LogEntryData, RunErrorData, ShownEntry } from './protocol.js';

type Fields = Record<string, unknown>;

/** The message as it was, when its shape is one of the protocol's; else undefined. */
export function readFromWorker(data: unknown): FromWorker | undefined {
  return isRecord(data) && fits(data) ? (data as unknown as FromWorker) : undefined;
}

function fits(message: Fields): boolean {
  switch (message.type) {
    case 'ready':
      return message.module === undefined || message.module instanceof WebAssembly.Module;
    case 'start-failed':
      return isText(message.cause) && ['fetch', 'mime', 'compile', 'instantiate'].includes(message.cause) && isText(message.message);
    case 'call':
      return isCount(message.id) && isCall(message.call);
    case 'execute':
      return isCount(message.id) && isSeq(message.seq) && isFlag(message.ahead);
    case 'ask':
      return isCount(message.id) && isSeq(message.seq);
    case 'withdraw':
      return isSeq(message.seq);
    case 'invalid':
      return isCall(message.call) && isErrorData(message.error);
    case 'log':
      return isLogEntry(message.entry);
    case 'journal':
      return Array.isArray(message.entries) && message.entries.every(isDelivery);
    case 'repeated':
      return true;
    case 'finished':
      return isFinish(message.finish);
    default:
      return false;
  }
}

function isCall(value: unknown): value is CallMessage {
  if (!isRecord(value) || !isSeq(value.seq) || !isText(value.fn) || !isText(value.input)) return false;
  return typeof value.go === 'boolean' && isFlag(value.behind) && isPlace(value);
}

function isErrorData(value: unknown): value is ErrorData {
  return isRecord(value) && isText(value.name) && isText(value.message) && isTextOrAbsent(value.data) && isTextOrAbsent(value.cause);
}

function isLogEntry(value: unknown): value is LogEntryData {
  return (
    isRecord(value) &&
    isText(value.level) &&
    ['debug', 'log', 'info', 'warn', 'error'].includes(value.level) &&
    isText(value.text) &&
    isCountOrAbsent(value.line)
  );
}

function isDelivery(value: unknown): value is DeliveryEntry {
  if (!isRecord(value)) return false;
  switch (value.e) {
    case 'delivered':
      return isWhen(value) && isSeq(value.seq) && isFlag(value.pending);
    case 'fired':
      return isWhen(value) && isCount(value.timer);
    case 'began':
      return true;
    case 'shown':
      return isPlace(value) && ENDS.includes(value.end as ShownEntry['end']) && Array.isArray(value.calls) && value.calls.every(isRange);
    default:
      return false;
  }
}

const ENDS: readonly ShownEntry['end'][] = ['look', 'call', 'idle', 'body', 'failed'];

function isRange(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [from, to] = value as unknown[];
  return isSeq(from) && isSeq(to) && from <= to;
}

const isWhen = (value: Fields): boolean => isNumber(value.at) && (value.spared === undefined || isNumber(value.spared));

function isFinish(value: unknown): value is Finish {
  if (!isRecord(value) || typeof value.poisoned !== 'boolean' || !isStats(value.stats)) return false;
  switch (value.status) {
    case 'completed':
      return isText(value.value);
    case 'pending':
    case 'again':
      return true;
    case 'failed':
      return isRunErrorData(value.error);
    default:
      return false;
  }
}

function isStats(value: unknown): boolean {
  return isRecord(value) && isNumber(value.guestMs) && value.guestMs >= 0 && isNumber(value.peakMemoryBytes) && value.peakMemoryBytes >= 0;
}

function isRunErrorData(value: unknown): value is RunErrorData {
  if (!isRecord(value) || !isText(value.name) || !isText(value.message) || !isPlace(value)) return false;
  const texts = [value.fn, value.input, value.reason, value.guestName, value.guestStack, value.sourceLine, value.path];
  const counts = [value.seq, value.limit];
  return texts.every(isTextOrAbsent) && counts.every(isCountOrAbsent) && [value.expected, value.actual].every(isAttemptOrAbsent);
}

function isAttemptOrAbsent(value: unknown): boolean {
  return value === undefined || (isRecord(value) && isText(value.fn) && isText(value.input));
}

function isPlace(value: Fields): boolean {
  return isCountOrAbsent(value.line) && isCountOrAbsent(value.column);
}

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';
/** True, or not there. */
const isFlag = (value: unknown): boolean => value === undefined || value === true;
const isTextOrAbsent = (value: unknown): boolean => value === undefined || isText(value);
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isCountOrAbsent = (value: unknown): boolean => value === undefined || isCount(value);
const isSeq = (value: unknown): value is number => isCount(value) && value > 0;
