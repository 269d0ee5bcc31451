/*
 * Owns a worker for tests that is nothing but a script: what the page sends is kept in `sent`, and `say` speaks for it.
 */
export class FakeWorker {
  sent = [];
  ended = 0;
  #listeners = { message: [], messageerror: [], error: [] };
  #onSent = () => {};

  /** `behave(message, worker)` is called for each message of the page. */
  constructor(behave) {
    if (behave) this.#onSent = behave;
  }

  addEventListener(type, listener) {
    this.#listeners[type].push(listener);
  }

  postMessage(message) {
    this.sent.push(message);
    queueMicrotask(() => this.#onSent(message, this));
  }

  terminate() {
    this.ended += 1;
  }

  say(message) {
    this.fire('message', { data: message });
  }

  fire(type, event = {}) {
    for (const listener of this.#listeners[type]) listener({ preventDefault() {}, ...event });
  }
}

const STATS = { guestMs: 1, peakMemoryBytes: 2 };
export const completed = (value = '1') => ({ type: 'finished', finish: { status: 'completed', value, poisoned: false, stats: STATS } });
export const pendingFinish = () => ({ type: 'finished', finish: { status: 'pending', poisoned: false, stats: STATS } });

/** A worker that loads, and plays `script(say, request)` for each run. */
export const playing =
  (script = say => say(completed())) =>
  (message, worker) => {
    if (message.type === 'load') worker.say({ type: 'ready' });
    if (message.type === 'start') script(reply => worker.say(reply), message.request, worker);
    if (message.type === 'reply') worker.onReply?.(message);
  };

/** Lets everything that is due happen. */
export const turn = () => new Promise(resolve => setTimeout(resolve, 0));
