/*
 * Owns the Web Lock that shows whether whoever holds a run still lives. What must hold: a lock is evidence only where the holder and whoever looks
 * share the platform's lock manager, which a name kept in this profile's own database tells; anywhere else, and where the
 * platform has no locks, nobody is told anything. Deliberately absent: deciding who gets a run; that is the store's compare-and-set.
 */
import { profileName } from './store/profile.js';

let scope: Promise<string | undefined> | undefined;

/** Whoever has the same sees the same locks; undefined where there are none. */
export function lockScope(): Promise<string | undefined> {
  scope ??= locks() === undefined ? Promise.resolve(undefined) : profileName().catch(() => undefined);
  return scope;
}

/** Held until it is given back, or until the page is gone. Undefined where it cannot be had. */
export function takeLock(name: string): Promise<(() => void) | undefined> {
  const manager = locks();
  if (manager === undefined) return Promise.resolve(undefined);
  return new Promise(resolve => {
    const held = (lock: Lock | null): Promise<void> | undefined => {
      if (lock !== null) return new Promise(release => resolve(() => release()));
      resolve(undefined);
      return undefined;
    };
    const requested = async (): Promise<void> => manager.request(name, { ifAvailable: true }, held);
    requested().catch(() => resolve(undefined));
  });
}

/** The names of all locks held here; undefined where that is not to be known. */
export async function heldLocks(): Promise<ReadonlySet<string> | undefined> {
  try {
    const { held } = (await locks()?.query()) ?? {};
    return held && new Set(held.flatMap(({ name }) => name ?? []));
  } catch {
    return undefined;
  }
}

function locks(): LockManager | undefined {
  return (globalThis.navigator as Navigator | undefined)?.locks;
}
