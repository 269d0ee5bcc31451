/*
 * Owns what is still done for a card when the pass that made it is over (C3): what is in flight is awaited, what was called is judged, and
 * what may run is executed, one after another. What must hold: only calls of this pass, in creation order; nothing that waits for a person is touched.
 * Deliberately absent: the worker. It is not needed for this, and may be gone.
 */
import type { CallReply } from './protocol.js';

/** The desk, as far as it is needed here. */
export interface Desk {
  idle(): Promise<void>;
  isInLine(seq: number): boolean;
  execute(seq: number, ahead: boolean): Promise<CallReply>;
}

/** `made`: the calls of the pass, and whether each is behind calls that wait. Rejects if the run ends meanwhile. */
export async function completeCard(desk: Desk, made: ReadonlyMap<number, boolean>): Promise<void> {
  await desk.idle();
  for (const [seq, behind] of made) if (desk.isInLine(seq)) await desk.execute(seq, behind);
}
