/*
 * Owns what one pass logged, on the page, so that it outlives the worker. What must hold: it stays within `logBytes`,
 * whatever the worker sends, and says where it was cut.
 */
import type { LogEntry } from './api.js';
import type { LogEntryData } from './protocol.js';
import { utf8Bytes } from './text-bytes.js';

/** The core cuts first and adds its own marker; only a worker that does not is cut here. */
const ROOM_FOR_MARKER_BYTES = 512;

export class RunLogs {
  readonly #logBytes: number;
  #leftBytes: number;
  #cut = false;
  readonly entries: LogEntry[] = [];

  constructor(logBytes: number) {
    this.#logBytes = logBytes;
    this.#leftBytes = logBytes + ROOM_FOR_MARKER_BYTES;
  }

  /** The line as it was kept; undefined when there was no room for it. */
  add({ level, text, line }: LogEntryData): LogEntry | undefined {
    if (this.#cut) return undefined;
    this.#leftBytes -= Math.max(1, utf8Bytes(text));
    this.#cut = this.#leftBytes < 0;
    const entry: LogEntry = this.#cut
      ? { level: 'warn', text: `The log is cut here: it is over limits.logBytes (${this.#logBytes} bytes).` }
      : { level, text, ...(line === undefined ? {} : { line }) };
    this.entries.push(entry);
    return { ...entry };
  }
}
