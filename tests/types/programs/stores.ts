/* The two stores of the package, and one of the app's own. */
import { type Checkpoint, createSandbox, indexedDbStore, memoryStore, type RunStore } from 'countersign';

export class MapStore implements RunStore {
  readonly #runs = new Map<string, Checkpoint>();

  async load(runId: string): Promise<Checkpoint | undefined> {
    return this.#runs.get(runId);
  }

  async save(checkpoint: Checkpoint, expected: number | undefined): Promise<boolean> {
    if (this.#runs.get(checkpoint.runId)?.generation !== expected) return false;
    this.#runs.set(checkpoint.runId, checkpoint);
    return true;
  }

  async delete(runId: string, expected: number | undefined): Promise<boolean> {
    return this.#runs.get(runId)?.generation === expected && this.#runs.delete(runId);
  }

  async list(filter?: { owner?: string }): Promise<Checkpoint[]> {
    return [...this.#runs.values()].filter(run => filter?.owner === undefined || run.owner === filter.owner);
  }
}

export const stores: RunStore[] = [memoryStore(), indexedDbStore(), indexedDbStore({ database: 'runs' }), new MapStore()];

export const signed = createSandbox({ store: stores[0]!, signingKey: [new Uint8Array(32)] });

export const travelled = (checkpoint: Checkpoint): Checkpoint => JSON.parse(JSON.stringify(checkpoint)) as Checkpoint;

// @ts-expect-error a store has all four
export const half: RunStore = { load: async () => undefined, save: async () => true };
// @ts-expect-error a key is bytes or a CryptoKey
export const text = createSandbox({ signingKey: 'secret' });
