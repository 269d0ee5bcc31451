/*
 * Owns starting a web worker, and the interface of whatever stands for one elsewhere. What must hold: the literal that bundlers find the worker by
 * is here, once. Deliberately absent: which worker serves what (worker-pool.ts).
 */
import type { WorkerPort } from './channel.js';
import type { EngineSource } from './protocol.js';
import { worker, workerAt } from './trusted.js';

/** What workers are on this platform. */
export interface Platform {
  /** A worker from this address, or from the package's own. */
  open(url: URL | undefined): WorkerPort;
  /** The package's own, for messages. */
  address(): URL | undefined;
  /** Where the engine is, if the worker does not know. */
  engine?(): EngineSource;
}

export const web: Platform = {
  open: url => (url ? workerAt(url, { type: 'module' }) : worker(defaultWorker)),
  address: defaultAddress,
};

/** Bundlers know this very line and bring the worker along. */
function defaultWorker(): Worker {
  return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
}

/** Written so that a bundler does not take it for a second asset. */
function defaultAddress(): URL | undefined {
  const name = './worker.js';
  const here: string = import.meta.url;
  return URL.canParse?.(name, here) === false ? undefined : new URL(name, here);
}
