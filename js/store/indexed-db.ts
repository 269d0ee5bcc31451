/*
 * Owns the store that outlives the page: one IndexedDB database, one object store, one record a run. What must hold: a
 * compare-and-set is one transaction, so that of two saves that expect the same generation, in this page or another, exactly
 * one wins; a save is reported only once its transaction is durable. Deliberately absent: claims, and reading what is kept.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Checkpoint, RunStore } from '../api.js';
import { readStoreOptions } from '../options.js';

interface Schema extends DBSchema {
  runs: { key: string; value: Checkpoint };
}

const VERSION = 1;

/** Nothing is opened before the first use. `database`: the name of the IndexedDB database, `countersign` unless told. */
export function indexedDbStore(options?: { database?: string }): RunStore {
  const { database = 'countersign' } = readStoreOptions(options);
  const connection = new Connection(database);

  /** Writes only if what is there has the generation that is expected. */
  const swap = async (runId: string, expected: number | undefined, checkpoint: Checkpoint | undefined): Promise<boolean> => {
    const db = await connection.open();
    const transaction = db.transaction('runs', 'readwrite', { durability: 'strict' });
    const kept = await transaction.store.get(runId);
    const matches = kept?.generation === expected;
    if (matches) await (checkpoint ? transaction.store.put(checkpoint, runId) : transaction.store.delete(runId));
    await transaction.done;
    return matches;
  };

  return {
    async load(runId) {
      return (await connection.open()).get('runs', runId);
    },
    save(checkpoint, expected) {
      return swap(checkpoint.runId, expected, checkpoint);
    },
    delete(runId, expected) {
      return swap(runId, expected, undefined);
    },
    async list(filter) {
      const all = await (await connection.open()).getAll('runs');
      return all.filter(({ owner }) => filter?.owner === undefined || owner === filter.owner);
    },
  };
}

/** One connection, opened when it is first needed and again after it was lost. */
class Connection {
  #opened: Promise<IDBPDatabase<Schema>> | undefined;

  constructor(private readonly name: string) {}

  open(): Promise<IDBPDatabase<Schema>> {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  async #open(): Promise<IDBPDatabase<Schema>> {
    const forget = (): void => {
      this.#opened = undefined;
    };
    try {
      return await openDB<Schema>(this.name, VERSION, {
        upgrade: db => void db.createObjectStore('runs'),
        // A newer version of the package in another tab waits for this connection to close.
        blocking: (_current, _blocked, event) => {
          forget();
          (event.target as IDBDatabase).close();
        },
        terminated: forget,
      });
    } catch (error) {
      forget();
      throw error;
    }
  }
}
