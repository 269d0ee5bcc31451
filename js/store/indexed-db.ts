/*
 * Owns the store that outlives the page: one IndexedDB database, one record a run, and beside it what was appended to it. What must hold: a
 * compare-and-set is one transaction, so that of two saves that expect the same generation, in this page or another, exactly one wins; a save is
 * reported only once its transaction is durable; neither appending nor comparing reads or writes the record itself. Deliberately absent:
 * claims, and reading what is kept.
 */
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import type { Checkpoint, JournalEntry, RunId, RunStore } from '../api.js';
import { readStoreOptions } from '../options.js';
import { together } from './together.js';

type AppendKey = [runId: RunId, generation: number, at: number];

/** What was added to the record of a generation. Of a record that has moved on it means nothing, and goes with the next write. */
interface Appended {
  readonly generation: number;
  readonly entries: readonly JournalEntry[];
}

interface Schema extends DBSchema {
  runs: { key: RunId; value: Checkpoint; indexes: { at: [RunId, number] } };
  appended: { key: AppendKey; value: Appended };
}

type Writing = IDBPTransaction<Schema, ('runs' | 'appended')[], 'readwrite'>;

const VERSION = 2;
const BOTH: ('runs' | 'appended')[] = ['runs', 'appended'];

/** Nothing is opened before the first use, so that a page that is rendered on a server may make one. `database`: the name of the IndexedDB database, `countersign` unless told. */
export function indexedDbStore(options?: { database?: string }): RunStore {
  const { database = 'countersign' } = readStoreOptions(options);
  const connection = new Connection(database);
  let at = 0;

  /** Writes only if what is there has the generation that is expected. What is to be written is sent with the question, and taken back where the answer is no. */
  const swap = async (runId: RunId, expected: number | undefined, write: (writing: Writing) => Promise<unknown>[]): Promise<boolean> => {
    const db = await connection.open();
    const writing = db.transaction(BOTH, 'readwrite', { durability: 'strict' });
    // Handled below; a transaction that is aborted says so on each of its requests as well.
    const over = writing.done.then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const runs = writing.objectStore('runs');
    const there = expected === undefined ? runs.count(runId) : runs.index('at').count([runId, expected]);
    // Where what is to be written is refused at once, nobody waits for the answer.
    there.catch(() => {});
    try {
      const written = write(writing);
      for (const request of written) request.catch(() => {});
      const matches = (await there) === (expected === undefined ? 0 : 1);
      if (!matches) {
        writing.abort();
        await over;
        return false;
      }
      await Promise.all(written);
      writing.commit();
    } catch (error) {
      if (writing.error === null) tryTo(() => writing.abort());
      await over;
      throw error;
    }
    const failed = await over;
    if (failed) throw failed.error;
    return true;
  };

  return {
    async load(runId) {
      const reading = (await connection.open()).transaction(BOTH);
      const [record, appended] = await Promise.all([
        reading.objectStore('runs').get(runId),
        reading.objectStore('appended').getAll(appendedTo(runId)),
      ]);
      return record && withAppended(record, appended);
    },
    save(checkpoint, expected) {
      const { runId } = checkpoint;
      return swap(runId, expected, writing => [
        writing.objectStore('runs').put(checkpoint, runId),
        writing.objectStore('appended').delete(appendedTo(runId)),
      ]);
    },
    delete(runId, expected) {
      return swap(runId, expected, writing => [
        writing.objectStore('runs').delete(runId),
        writing.objectStore('appended').delete(appendedTo(runId)),
      ]);
    },
    async list(filter) {
      const reading = (await connection.open()).transaction(BOTH);
      const all = await reading.objectStore('runs').getAll();
      // Whatever else is there is for whoever reads it to refuse: the others are listed all the same.
      const wanted = all.filter(record => filter?.owner === undefined || record?.owner === filter.owner);
      const appended = await Promise.all(
        wanted.map(record => (typeof record?.runId === 'string' ? reading.objectStore('appended').getAll(appendedTo(record.runId)) : [])),
      );
      return wanted.map((record, at) => withAppended(record, appended[at] ?? []));
    },
    async append(runId, entries, generation) {
      // Only who holds the run appends to it, so the order is this page's to say.
      const place = (at = Math.max(at + 1, Date.now()));
      const writing = (await connection.open()).transaction(BOTH, 'readwrite', { durability: 'strict' });
      const there = writing.objectStore('runs').index('at').count([runId, generation]);
      const added = writing.objectStore('appended').add({ generation, entries }, [runId, generation, place]);
      // Nobody waits for the answer before it is committed: where it is no, what was added is never read.
      writing.commit();
      const [count] = await Promise.all([there, added, writing.done]);
      return count === 1;
    },
  };
}

function tryTo(step: () => void): void {
  try {
    step();
  } catch {
    // It is over already.
  }
}

const appendedTo = (runId: RunId): IDBKeyRange => IDBKeyRange.bound([runId], [runId, []]);

function withAppended(record: Checkpoint, all: readonly Appended[]): Checkpoint {
  if (all.length === 0) return record;
  const own = all.filter(({ generation }) => generation === record.generation);
  return together(
    record,
    own.flatMap(({ entries }) => entries),
  );
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
    if (typeof indexedDB === 'undefined') {
      this.#opened = undefined;
      throw new Error('there is no IndexedDB here: indexedDbStore() is for browsers. Elsewhere use memoryStore(), or a store of your own');
    }
    const forget = (): void => {
      this.#opened = undefined;
    };
    try {
      return await openDB<Schema>(this.name, VERSION, {
        upgrade: (db, from, _to, transaction) => {
          const runs = from < 1 ? db.createObjectStore('runs') : transaction.objectStore('runs');
          runs.createIndex('at', ['runId', 'generation']);
          db.createObjectStore('appended');
        },
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
