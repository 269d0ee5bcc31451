/*
 * Owns the messages between the page and one worker. What must hold: `load` and `start` settle exactly once, also when the
 * worker dies; a request of the worker is answered at most once, by its id, and never after the run it belongs to; a message that is
 * not the protocol's ends the channel. Deliberately absent: ending the worker (worker-pool.ts alone does), and any opinion
 * about calls, people and time.
 */
import { readFromWorker } from './message-check.js';
import { Outbox } from './outbox.js';
import type {
  CallMessage,
  CallReply,
  Decision,
  DeliveryEntry,
  ErrorData,
  Finish,
  FromWorker,
  LogEntryData,
  StartRequest,
  ToWorker,
} from './protocol.js';
import { messageOf } from './words.js';

/** What a channel needs of a worker: the platform's `Worker`, or a test's. */
export interface WorkerPort {
  postMessage(message: unknown): void;
  terminate(): void;
  addEventListener(type: string, listener: (event: Event) => void): void;
  /** Whether anyone waits for it, where that decides if the process may end. */
  busy?(busy: boolean): void;
}

/** One run's side of the conversation. A throw or a rejection means that the message does not fit the run: the channel ends. */
export interface RunHandlers {
  call(message: CallMessage): Promise<CallReply>;
  execute(seq: number, ahead: boolean): Promise<CallReply>;
  ask(seq: number): Promise<Decision>;
  withdraw(seq: number): void;
  invalid(call: CallMessage, error: ErrorData): void;
  log(entry: LogEntryData): void;
  journal(entries: DeliveryEntry[]): void;
  repeated(): void;
}

/** Why nothing more comes from this worker. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost';
  constructor(
    /** `error`: the worker's script failed. `protocol`: it sent what it must not. `ended`: the page ended it. */
    readonly why: 'error' | 'protocol' | 'ended',
    message: string,
  ) {
    super(message);
  }
}

/** The worker is there and says that the engine could not be loaded. */
export class LoadRefused extends Error {
  override readonly name = 'LoadRefused';
  constructor(
    readonly why: 'fetch' | 'mime' | 'compile' | 'instantiate',
    message: string,
  ) {
    super(message);
  }
}

interface Waiting<T> {
  resolve(value: T): void;
  reject(error: Error): void;
}

export class Channel {
  readonly #out: Outbox<ToWorker>;
  readonly #onLost: (lost: WorkerLost) => void;
  readonly #requests = new Set<number>();
  #loading: Waiting<WebAssembly.Module | undefined> | undefined;
  #running: (Waiting<Finish> & { handlers: RunHandlers }) | undefined;
  #lost: WorkerLost | undefined;

  /** `onLost` is told once, when the channel ends by itself; not after `end`. */
  constructor(worker: WorkerPort, onLost: (lost: WorkerLost) => void) {
    this.#out = new Outbox(message => this.#send(worker, message));
    this.#onLost = onLost;
    worker.addEventListener('message', event => {
      for (const data of [(event as MessageEvent).data].flat()) this.#receive(data);
    });
    worker.addEventListener('messageerror', () => this.#lose(new WorkerLost('protocol', 'a message of the worker could not be read')));
    worker.addEventListener('error', event => {
      // Handled here; the browser need not report it on the page as well.
      event.preventDefault();
      this.#lose(new WorkerLost('error', (event as ErrorEvent).message ?? ''));
    });
  }

  get lost(): WorkerLost | undefined {
    return this.#lost;
  }

  /** Loads the engine. The module compiled there comes back, if it was compiled there. Rejects with LoadRefused or WorkerLost. */
  load(message: Extract<ToWorker, { type: 'load' }>): Promise<WebAssembly.Module | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#lost) return reject(this.#lost);
      this.#loading = { resolve, reject };
      this.#post(message);
    });
  }

  /** One run at a time. Rejects with WorkerLost. */
  start(request: StartRequest, handlers: RunHandlers): Promise<Finish> {
    return new Promise((resolve, reject) => {
      if (this.#lost) return reject(this.#lost);
      this.#running = { resolve, reject, handlers };
      this.#post({ type: 'start', request });
    });
  }

  /** The page is about to end the worker: what is outstanding is rejected, nothing more is heard or said. */
  end(): void {
    this.#settle(new WorkerLost('ended', 'the worker was ended by the page'));
  }

  #lose(lost: WorkerLost): void {
    if (this.#settle(lost)) this.#onLost(lost);
  }

  #settle(lost: WorkerLost): boolean {
    if (this.#lost) return false;
    this.#lost = lost;
    this.#requests.clear();
    const outstanding = [this.#loading, this.#running];
    this.#loading = this.#running = undefined;
    for (const waiting of outstanding) waiting?.reject(lost);
    return true;
  }

  #post(message: ToWorker): void {
    this.#out.post(message);
  }

  #send(worker: WorkerPort, message: ToWorker | readonly ToWorker[]): void {
    if (this.#lost) return;
    try {
      worker.postMessage(message);
    } catch (error) {
      this.#lose(new WorkerLost('protocol', `a message to the worker could not be sent: ${messageOf(error)}`));
    }
  }

  #receive(data: unknown): void {
    if (this.#lost) return;
    const message = readFromWorker(data);
    if (!message) this.#breach(`the worker sent a message that is none of the protocol's${typeOf(data)}`);
    else if (message.type === 'ready' || message.type === 'start-failed') this.#loaded(message);
    else if (!this.#running) this.#breach(`the worker sent '${message.type}' while no run was under way`);
    else if (message.type === 'finished') this.#finished(this.#running, message.finish);
    else this.#dispatch(message, this.#running.handlers);
  }

  #loaded(message: Extract<FromWorker, { type: 'ready' | 'start-failed' }>): void {
    const loading = this.#loading;
    this.#loading = undefined;
    if (!loading) this.#breach(`the worker sent '${message.type}' without having been asked to load`);
    else if (message.type === 'ready') loading.resolve(message.module);
    else loading.reject(new LoadRefused(message.cause, message.message));
  }

  #finished(running: Waiting<Finish>, finish: Finish): void {
    this.#running = undefined;
    this.#requests.clear();
    running.resolve(finish);
  }

  #dispatch(message: Exclude<FromWorker, { type: 'ready' | 'start-failed' | 'finished' }>, handlers: RunHandlers): void {
    try {
      switch (message.type) {
        case 'call':
          this.#answer(message, handlers.call(message.call));
          break;
        case 'execute':
          this.#answer(message, handlers.execute(message.seq, message.ahead === true));
          break;
        case 'ask':
          this.#answer(message, handlers.ask(message.seq));
          break;
        case 'withdraw':
          handlers.withdraw(message.seq);
          break;
        case 'invalid':
          handlers.invalid(message.call, message.error);
          break;
        case 'log':
          handlers.log(message.entry);
          break;
        case 'journal':
          handlers.journal(message.entries);
          break;
        case 'repeated':
          handlers.repeated();
          break;
      }
    } catch (error) {
      this.#misfit(message.type, error);
    }
  }

  #answer(request: { type: string; id: number }, reply: Promise<CallReply | Decision>): void {
    const { id, type } = request;
    if (this.#requests.has(id)) throw new Error(`request ${id} is already being answered`);
    this.#requests.add(id);
    const running = this.#running;
    reply.then(
      answer => {
        // A run that ended, or the next one in the same worker, must not get this answer.
        if (this.#running === running && this.#requests.delete(id)) this.#post({ type: 'reply', id, reply: answer });
      },
      error => {
        if (this.#running === running) this.#misfit(type, error);
      },
    );
  }

  #misfit(type: string, error: unknown): void {
    this.#breach(`the worker's '${type}' does not fit the run: ${messageOf(error)}`);
  }

  #breach(message: string): void {
    this.#lose(new WorkerLost('protocol', message));
  }
}

function typeOf(data: unknown): string {
  const type = typeof data === 'object' && data !== null ? (data as { type?: unknown }).type : undefined;
  return typeof type === 'string' ? ` ('${type.slice(0, 40)}')` : '';
}
