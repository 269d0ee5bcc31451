/*
 * Owns what a claim is: who holds a run, until when, and how anybody else sees that they are gone (K3). What must hold: a claim that may still be
 * valid is never taken for one that is not; whoever holds it stops a little before everybody else may take over. Deliberately absent:
 * writing it; that is keeping.ts.
 */
import type { RunId } from './api.js';
import { newRunId } from './ids.js';
import { heldLocks, lockScope, takeLock } from './locks.js';

/** As it stands in a record, beside what a digest covers: renewals change it and nothing else. */
export interface Claim {
  readonly by: string;
  /** Ms since the epoch. */
  readonly until: number;
  /** Where a Web Lock shows whether the holder lives. */
  readonly lock?: string;
}

/** How a claim of this page was given up, where the store could not be told. */
export type GivenUp = 'interrupted' | 'completed' | 'failed';

/** A browser wakes a hidden page once a minute; elsewhere nobody is slowed down. */
export const CLAIM_MS = typeof document === 'undefined' ? 15_000 : 120_000;
export const RENEW_MS = CLAIM_MS / 3;

/** By how much clocks may differ, and what a write may take after the last look at the time. */
const MARGIN_MS = 1_000;

const givenUp = new Map<string, GivenUp>();

/** A claim that is about to be made: its lock is held from now on. */
export interface Held {
  readonly claim: Claim;
  unlock(): void;
}

/** `locked`: with a lock, where there are any. */
export async function newClaim(runId: RunId, locked: boolean): Promise<Held> {
  const by = newRunId();
  const lock = locked ? await lockScope() : undefined;
  const unlock = lock === undefined ? undefined : await takeLock(lockName(runId, by));
  return { claim: { by, until: untilFromNow(), ...(unlock && lock !== undefined ? { lock } : {}) }, unlock: unlock ?? (() => {}) };
}

export const untilFromNow = (): number => Date.now() + CLAIM_MS;

/** For the holder: whether it may still rely on it. */
export const isMine = (until: number): boolean => Date.now() < until - MARGIN_MS;

/** Everybody else has to wait for the claim to run out; this page knows. */
export const giveUp = (by: string, as: GivenUp): void => void givenUp.set(by, as);

/** What this page knows of a claim that it could not write down. */
export const knownHere = (claim: unknown): GivenUp | undefined => (isClaim(claim) ? givenUp.get(claim.by) : undefined);

/** Whether somebody holds each of these. */
export async function whoLives(claims: readonly { readonly runId: RunId; readonly claim: unknown }[]): Promise<boolean[]> {
  const valid = claims.map(({ claim }) => isClaim(claim) && claim.until > Date.now() && !givenUp.has(claim.by));
  const locked = claims.some(({ claim }, at) => valid[at] && isClaim(claim) && claim.lock !== undefined);
  const here = locked ? await lockScope() : undefined;
  const held = here === undefined ? undefined : await heldLocks();
  return claims.map(({ runId, claim }, at) => {
    if (!valid[at] || !isClaim(claim)) return false;
    const seen = held !== undefined && claim.lock !== undefined && claim.lock === here;
    return !seen || held.has(lockName(runId, claim.by));
  });
}

function isClaim(claim: unknown): claim is Claim {
  const { by, until } = (claim ?? {}) as Partial<Claim>;
  return typeof by === 'string' && typeof until === 'number';
}

const lockName = (runId: RunId, by: string): string => `countersign ${runId} ${by}`;
