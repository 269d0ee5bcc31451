/*
 * Owns starting a worker from text. What must hold: its address is given back once the script has run, or will never run; nothing is made before
 * the first start. Deliberately absent: unpacking the engine, which the worker does beside the page (engine-load.ts).
 */
import { engine, workerScript } from 'countersign-parts';
import type { WorkerPort } from '../channel.js';
import { workerAt } from '../trusted.js';
import type { Platform } from '../web-worker.js';

export const inline: Platform = {
  open: url => (url ? workerAt(url, { type: 'module' }) : fromText()),
  address: () => undefined,
  engine: () => ({ packed: engine }),
};

/** A classic script: it imports nothing, and browsers without module workers start it too. */
function fromText(): WorkerPort {
  const address = URL.createObjectURL(new Blob([workerScript], { type: 'text/javascript' }));
  const giveBack = (): void => URL.revokeObjectURL(address);
  try {
    const worker = workerAt(address);
    for (const type of ['message', 'error']) worker.addEventListener(type, giveBack, { once: true });
    return {
      postMessage: message => worker.postMessage(message),
      addEventListener: (type, listener) => worker.addEventListener(type, listener),
      terminate() {
        giveBack();
        worker.terminate();
      },
    };
  } catch (error) {
    giveBack();
    throw error;
  }
}
