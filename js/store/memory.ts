/*
 * Owns the store that lives in this page's memory. What must hold: what goes in and what comes out are copies, two saves that expect the same
 * generation have one winner, and appending costs what is appended. Deliberately absent: reading what is kept, beyond what the compare, the owner
 * and putting together need.
 */
import type { Checkpoint, JournalEntry, RunStore } from '../api.js';
import { together } from './together.js';

interface Kept {
  readonly generation: number;
  readonly owner: string | undefined;
  readonly text: string;
  /** Added since, as text. */
  readonly appended: string[];
}

const ofThisPage = new WeakSet<RunStore>();

/** Whether a store goes with the page: who holds a run of it can't be gone while anybody looks. */
export const goesWithPage = (store: RunStore): boolean => ofThisPage.has(store);

export function memoryStore(): RunStore {
  const store = emptyStore();
  ofThisPage.add(store);
  return store;
}

function emptyStore(): RunStore {
  const runs = new Map<string, Kept>();
  const isAt = (runId: string, expected: number | undefined): boolean => runs.get(runId)?.generation === expected;
  return {
    async load(runId) {
      const kept = runs.get(runId);
      return kept === undefined ? undefined : copy(kept);
    },
    async save(checkpoint, expected) {
      const { runId, generation, owner } = checkpoint;
      const text = JSON.stringify(checkpoint);
      if (!isAt(runId, expected)) return false;
      runs.set(runId, { generation, owner, text, appended: [] });
      return true;
    },
    async delete(runId, expected) {
      if (!isAt(runId, expected)) return false;
      runs.delete(runId);
      return true;
    },
    async list(filter) {
      const kept = [...runs.values()];
      return kept.filter(({ owner }) => filter?.owner === undefined || owner === filter.owner).map(copy);
    },
    async append(runId, entries, expected) {
      const texts = entries.map(entry => JSON.stringify(entry));
      if (!isAt(runId, expected)) return false;
      runs.get(runId)?.appended.push(...texts);
      return true;
    },
  };
}

function copy({ text, appended }: Kept): Checkpoint {
  const checkpoint = JSON.parse(text) as Checkpoint;
  return together(checkpoint, JSON.parse(`[${appended.join(',')}]`) as JournalEntry[]);
}
