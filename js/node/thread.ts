/*
 * Owns a worker thread of Node in the form of the platform's `Worker`. What must hold: a thread that ends by itself is told as an error, and
 * one that nobody waits for does not keep the process alive. Deliberately absent: when it is started and ended (worker-pool.ts).
 */
import { Worker } from 'node:worker_threads';
import type { WorkerPort } from '../channel.js';
import { messageOf } from '../words.js';

export function startThread(url: URL): WorkerPort {
  const thread = new Worker(url);
  const events = new EventTarget();
  let ended = false;
  const tell = (type: string, fields: object): void =>
    void events.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), fields));
  const failed = (message: string): void => {
    if (!ended) tell('error', { message });
    ended = true;
  };
  thread.on('message', data => tell('message', { data }));
  thread.on('messageerror', () => tell('messageerror', {}));
  thread.on('error', error => failed(messageOf(error)));
  thread.on('exit', code => failed(`the thread ended with code ${String(code)}`));
  return {
    postMessage: message => thread.postMessage(message),
    addEventListener: (type, listener) => events.addEventListener(type, listener),
    terminate() {
      ended = true;
      void thread.terminate();
    },
    busy: busy => (busy ? thread.ref() : thread.unref()),
  };
}
