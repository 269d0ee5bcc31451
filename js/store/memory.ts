/*
 * Owns the store that lives in this page's memory. What must hold: what goes in and what comes out are copies, and two saves that expect the same
 * generation have one winner. Deliberately absent: reading what is kept, beyond what the compare and the owner need.
 */
import type { Checkpoint, RunStore } from '../api.js';

interface Kept {
  readonly generation: number;
  readonly owner: string | undefined;
  readonly text: string;
}

export function memoryStore(): RunStore {
  const runs = new Map<string, Kept>();
  const isAt = (runId: string, expected: number | undefined): boolean => runs.get(runId)?.generation === expected;
  const copy = ({ text }: Kept): Checkpoint => JSON.parse(text) as Checkpoint;
  return {
    async load(runId) {
      const kept = runs.get(runId);
      return kept === undefined ? undefined : copy(kept);
    },
    async save(checkpoint, expected) {
      const { runId, generation, owner } = checkpoint;
      const text = JSON.stringify(checkpoint);
      if (!isAt(runId, expected)) return false;
      runs.set(runId, { generation, owner, text });
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
  };
}
