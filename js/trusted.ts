/*
 * Owns starting a worker where the page takes addresses of scripts only from a policy of its own (Trusted Types). What must hold: the policy
 * `countersign` vouches for the address of a worker that is being started right now, and for nothing else; it is made only where the browser demands one.
 */
import { messageOf } from './words.js';

interface Factory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): { createScriptURL(address: string): unknown };
}

export const POLICY = 'countersign';

/** The page does not allow that policy. */
export class PolicyRefused extends Error {}

let policy: ReturnType<Factory['createPolicy']> | undefined;
let expected: string | undefined;

export function workerAt(address: URL | string, options?: WorkerOptions): Worker {
  return worker(() => new Worker(address, options));
}

/** What `start` makes: as it is, or, where that is refused, from the same address with our policy's word for it. */
export function worker(start: () => Worker): Worker {
  try {
    // Where our policy was needed once, the browser is not made to report it again.
    if (!policy) return start();
  } catch (error) {
    if (!(error instanceof TypeError) || !/TrustedScriptURL/.test(error.message)) throw error;
  }
  const [address, options] = whatIsStarted(start);
  // The types of the platform do not know that an address may be such an object.
  return new Worker(vouched(address) as string, options);
}

function vouched(address: string): unknown {
  expected = address;
  try {
    policy ??= makePolicy();
    return policy.createScriptURL(address);
  } finally {
    expected = undefined;
  }
}

function makePolicy(): ReturnType<Factory['createPolicy']> {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory };
  const createScriptURL = (address: string): string => {
    if (address !== expected) throw new TypeError(`the policy '${POLICY}' vouches for the package's own worker alone`);
    return address;
  };
  try {
    if (!trustedTypes) throw new Error('there are no policies here');
    return trustedTypes.createPolicy(POLICY, { createScriptURL });
  } catch (error) {
    throw new PolicyRefused(messageOf(error));
  }
}

/** Which address a bundler gave the worker is known only to the line it rewrote, so that line is run with a stand-in for `Worker`, for as long as it takes. */
function whatIsStarted(start: () => Worker): [string, WorkerOptions | undefined] {
  const real = globalThis.Worker;
  let seen: [string, WorkerOptions | undefined] | undefined;
  class StandIn {
    constructor(address: URL | string, options?: WorkerOptions) {
      seen = [String(address), options];
    }
  }
  globalThis.Worker = StandIn as unknown as typeof Worker;
  try {
    start();
  } finally {
    globalThis.Worker = real;
  }
  if (!seen) throw new PolicyRefused('the address of the worker could not be found out');
  return seen;
}
