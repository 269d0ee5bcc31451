/*
 * Owns one question to a hook of the app. What must hold: it never rejects; an answer nobody wants any more is none; the hook is not called where
 * nobody wants to know; what was said is a copy. Deliberately absent: what an answer means, and people's time.
 */
import { take } from './take.js';

export type Answered = { readonly said: unknown } | { readonly threw: unknown };

/** Undefined where `wanted` aborted first. */
export async function asked(wanted: AbortSignal, hook: () => unknown): Promise<Answered | undefined> {
  if (wanted.aborted) return undefined;
  const unwanted = new Promise<undefined>(done => wanted.addEventListener('abort', () => done(undefined), { once: true }));
  const answered = (async () => hook())().then(
    value => ({ said: take(value) }),
    error => ({ threw: error as unknown }),
  );
  const first = await Promise.race([answered, unwanted]);
  return wanted.aborted ? undefined : first;
}
