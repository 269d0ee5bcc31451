/*
 * Owns what the page believes of a worker that says how its run ended. What must hold: nothing is believed that the page's own record
 * contradicts, and a pass that was cut has ended there, whatever the worker says or does later (C2). Deliberately absent: acting on it.
 */
import type { Approval } from './api.js';
import { RunError, runErrorFrom } from './errors.js';
import { callIdOf, type Journal } from './journal.js';
import type { Finish, ShownEntry } from './protocol.js';
import type { Ending } from './run-plan.js';
import { decode } from './value.js';
import { messageOf } from './words.js';

export interface Finished {
  readonly runId: string;
  readonly mode: Approval['mode'];
  readonly journal: Journal;
  /** How many entries the run had before this part of it. */
  readonly recordedBefore: number;
  /** Whether a call waits for a person. */
  readonly waits: () => boolean;
  /** How the pass ended that this part added (collect). */
  readonly shown: ShownEntry | undefined;
}

/** The code was stopped, and may still be on the engine's stack. */
export const isCut = ({ end }: Pick<ShownEntry, 'end'>): boolean => end === 'look' || end === 'call';

/** How the run ended, where that can be believed; else what is wrong with it. `finish` is missing where the worker is gone. */
export function endingOf(finish: Finish | undefined, run: Finished): Ending | string {
  const { shown } = run;
  if (shown && isCut(shown)) {
    if (finish?.status === 'completed') return 'the worker says that the run is complete, and it was cut';
    return { status: 'pending' };
  }
  switch (finish?.status) {
    case undefined:
      return 'the worker is gone';
    case 'again':
      return 'the worker asks for another, and has repeated nothing';
    case 'completed':
      if (shown && run.waits()) return 'the worker says that the run is complete, and calls of it wait';
      try {
        return { status: 'completed', value: decode(finish.value) };
      } catch (error) {
        return `the worker ended the run with a value that cannot be read (${messageOf(error)})`;
      }
    case 'pending':
      return mayWait(run) ? { status: 'pending' } : NOBODY_WAITS;
    case 'failed':
      return { status: 'failed', error: withRan(runErrorFrom(finish.error, run.runId), run) };
  }
}

export const NOBODY_WAITS = 'the worker says the run waits for a person, and no call of it does';

/** In collect a run waits only where a pass was shown to have ended so, and what waits is known when its card is complete. */
function mayWait({ mode, shown, waits }: Finished): boolean {
  if (mode === 'deny') return false;
  return mode === 'collect' ? shown?.end === 'idle' || shown?.end === 'body' : waits();
}

/** R9: which calls this pass had executed before code and record parted. */
function withRan(error: RunError, { journal, recordedBefore, runId }: Finished): RunError {
  if (error.name !== 'ReplayMismatch') return error;
  const fresh = journal.entries.slice(recordedBefore);
  const ran = fresh.flatMap(entry => (entry.e === 'started' ? [callIdOf(runId, entry.seq)] : []));
  return ran.length > 0 ? new RunError(error.name, error.message, { ...error, ran }) : error;
}
