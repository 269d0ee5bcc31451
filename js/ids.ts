/*
 * Owns the names and chances of a run: its id and the seed of its random numbers. What must hold: both come from the
 * platform's own source, and never from the guest's stream.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import type { RunId } from './api.js';

/** Not `crypto.randomUUID`: that exists on secure pages only. */
export function newRunId(): RunId {
  return `run-${hex(16)}`;
}

/** Drives the guest's Math.random and crypto: 16 hexadecimal digits. */
export function newSeed(): string {
  return hex(8);
}

function hex(bytes: number): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(bytes)));
}
