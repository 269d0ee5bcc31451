/*
 * Owns the name of this profile and origin, made once and kept in a database of its own: whoever reads the same name shares the platform's locks.
 * Deliberately absent: locks.
 */
import { openDB } from 'idb';
import { newRunId } from '../ids.js';

const DATABASE = 'countersign-locks';
const STORE = 'scope';

/** Undefined where nothing can be kept. */
export async function profileName(): Promise<string | undefined> {
  if (typeof indexedDB === 'undefined') return undefined;
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
