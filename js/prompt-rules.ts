/*
 * Owns what a model is told about writing code for the sandbox. What must hold: each sentence is true of every run in its mode, prevents a
 * mistake that models make, and all of them stay within 300 tokens, which a test counts: a prompt pays for them each time.
 */
import type { Approval, Limits } from './api.js';

/** `policy`: the app has a rule of its own, so any call may be asked about or refused. */
export function promptRules(mode: Approval['mode'], limits: Limits, policy: boolean): string[] {
  return [
    'Write JavaScript or TypeScript as the body of an async function: top-level `await` and `return`, no main function. What you return is the result.',
    'The functions below are globals. Each returns a promise: await every call.',
    'Pass and return only data (also Date, Map, Set): no functions, no class instances.',
    'There is standard JavaScript, console, timers, URL, structuredClone, crypto.randomUUID; no fetch, import, require, process, DOM, files, eval, Intl.',
    ...(policy ? ['Any call may need approval, also one not marked so.'] : []),
    ...APPROVAL[mode],
    `Limits: ${seconds(limits.timeoutMs)} s, ${limits.calls} calls, ${mebibytes(limits.memoryBytes)} MiB.`,
  ];
}

const REFUSED = 'rejects with ApprovalRejected ({ fn, input, reason }) and has not run: do not repeat it';

const APPROVAL: Readonly<Record<Approval['mode'], readonly string[]>> = {
  deny: [
    `A call that needs approval may be refused here: then it ${REFUSED}. Catch that where the rest should go on, and return what was left undone.`,
  ],
  pause: [`A call that needs approval waits until a person has decided. Refused, it ${REFUSED}. Catch that where the rest should go on.`],
  collect: [
    'A call that needs approval gives a pending value and your code goes on; the call runs once a person has decided. You may store, return and log a pending value. Reading a property of it, comparing, testing, iterating, turning it into text or passing it to a call stops your code until that call is decided: make all such calls first, then use their values.',
    'What you read after such a call may be read before it ran.',
    `Refused, it ${REFUSED}. Uncaught, that ends your code, and later calls do not run even if approved: put try/catch around each call or use Promise.allSettled.`,
  ],
};

const seconds = (ms: number): number => Math.round(ms / 100) / 10;
const mebibytes = (bytes: number): number => Math.round((bytes / 2 ** 20) * 10) / 10;
