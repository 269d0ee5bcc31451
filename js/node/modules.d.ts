/* What this folder uses of Node, and no more: with Node's own declarations all of js/ would see its globals. */
declare module 'node:fs/promises' {
  export function readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
}

declare module 'node:worker_threads' {
  type Message = import('../protocol.js').ToWorker;
  export const parentPort: { postMessage(message: unknown): void; on(type: 'message', listener: (message: Message) => void): void } | null;
  export class Worker {
    constructor(url: URL);
    postMessage(message: unknown): void;
    terminate(): Promise<number>;
    on(type: string, listener: (given: unknown) => void): void;
    ref(): void;
    unref(): void;
  }
}
