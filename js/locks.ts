/*
 * Owns the Web Lock that shows whether whoever holds a run still lives. What must hold: a lock is evidence only where the holder and whoever looks
 * share the platform's lock manager, which a name kept in this profile's own database tells; anywhere else, and where the
 * platform has no locks, nobody is told anything. Deliberately absent: deciding who gets a run; that is the store's compare-and-set.
 */
import { openDB } from 'idb';
import { newRunId } from './ids.js';

const DATABASE = 'countersign-locks';
const STORE = 'scope';

let scope: Promise<string | undefined> | undefined;

/** The name of this profile and origin: whoever reads the same one sees the same locks. */
export function lockScope(): Promise<string | undefined> {
  scope ??= readScope().catch(() => undefined);
  return scope;
}

async function readScope(): Promise<string | undefined> {
  if (locks() === undefined || typeof indexedDB === 'undefined') return undefined;
  const db = await openDB(DATABASE, 1, {
    upgrade: database => void database.createObjectStore(STORE).put(newRunId(), 'name'),
  });
  try {
    const name: unknown = await db.get(STORE, 'name');
    return typeof name === 'string' ? name : undefined;
  } finally {
    db.close();
  }
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
    manager.request(name, { ifAvailable: true }, held).catch(() => resolve(undefined));
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
