/*
 * Owns the entry of the web worker. Deliberately absent: everything it does, which is serve.ts.
 */
import type { FromWorker, ToWorker } from './protocol.js';
import { serve } from './serve.js';

const scope = globalThis as unknown as {
  postMessage(message: FromWorker | readonly FromWorker[]): void;
  addEventListener(type: 'message', listener: (event: { data: ToWorker | readonly ToWorker[] }) => void): void;
};

const receive = serve(message => scope.postMessage(message));
scope.addEventListener('message', ({ data }) => receive(data));
