/*
 * Owns telling the other sandboxes of this origin, in this page and in others, that a run has moved on, so that a hook that is open about it can close.
 * What must hold: news is a hint; whoever hears it asks the store. Where the platform has no channel nobody hears, and a
 * late answer is refused all the same. Deliberately absent: what follows from it.
 */
import type { RunId } from './api.js';

const CHANNEL = 'countersign';

export class News {
  readonly #channel: BroadcastChannel | undefined;

  constructor(onMoved: (runId: RunId) => void) {
    this.#channel = open();
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const { moved } = (typeof data === 'object' && data !== null ? data : {}) as { moved?: unknown };
      if (typeof moved === 'string') onMoved(moved);
    });
  }

  tell(runId: RunId): void {
    try {
      this.#channel?.postMessage({ moved: runId });
    } catch {
      // Closed meanwhile: nobody is told.
    }
  }

  close(): void {
    this.#channel?.close();
  }
}

function open(): BroadcastChannel | undefined {
  try {
    const channel = new BroadcastChannel(CHANNEL);
    // In Node it would keep the process alive.
    (channel as { unref?: () => void }).unref?.();
    return channel;
  } catch {
    return undefined;
  }
}
