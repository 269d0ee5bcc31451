/*
 * Owns the workers of one sandbox: starting, keeping ready, handing out, replacing. What must hold: this is the one place
 * that ends a worker; a worker serves one run at a time, and none after it was poisoned; the module is compiled by the first worker
 * and travels to the others; a failed start is told to those who waited for it and is then forgotten. Deliberately absent:
 * who may run (line.ts), time, and what is said to a worker that runs.
 */
import { Channel, type WorkerPort } from './channel.js';
import { disposed, SandboxError } from './errors.js';
import { PolicyWatch } from './policy-watch.js';
import type { EngineSource } from './protocol.js';
import { badEngineResponse, explain, type Script, silent } from './start-failure.js';
import type { Platform } from './web-worker.js';

/** Long enough for a slow network; only a worker that says nothing at all is given up. */
const SILENCE_MS = 60_000;

export interface PoolOptions {
  readonly warm: number;
  readonly worker?: (() => WorkerPort) | undefined;
  readonly workerUrl?: string | URL | undefined;
  readonly wasm?: string | URL | Response | BufferSource | WebAssembly.Module | undefined;
}

/** A worker, for one run. Exactly one of `giveBack` and `kill` ends it; what comes after is ignored. */
export interface Lease {
  readonly channel: Channel;
  /** The run ended cleanly: the worker may serve another. */
  giveBack(): void;
  kill(): void;
}

interface Member {
  readonly worker: WorkerPort;
  readonly channel: Channel;
}

interface Waiting {
  resolve(member: Member): void;
  reject(error: Error): void;
}

export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #platform: Platform;
  readonly #members = new Set<Member>();
  readonly #idle: Member[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #starts = new Set<Promise<void>>();
  #source: Promise<EngineSource> | undefined;
  #module: WebAssembly.Module | undefined;
  #compiling: Promise<WebAssembly.Module | undefined> | undefined;
  #disposed = false;

  constructor(options: PoolOptions, platform: Platform) {
    this.#options = options;
    this.#platform = platform;
  }

  /** A worker with the engine loaded. Rejects with SandboxError StartFailed or Disposed. */
  async lease(): Promise<Lease> {
    if (this.#disposed) throw disposed();
    const member = this.#takeIdle() ?? (await this.#nextReady());
    member.worker.busy?.(true);
    this.#replenishSoon();
    let open = true;
    const once = (end: () => void) => () => {
      if (open) end();
      open = false;
    };
    return { channel: member.channel, giveBack: once(() => this.#giveBack(member)), kill: once(() => this.#replace(member)) };
  }

  /** Starts the workers to be kept ready; with `warm: 0` still one, so that a wrong set-up is found. */
  async warm(): Promise<void> {
    if (this.#disposed) throw disposed();
    for (let missing = Math.max(1, this.#options.warm) - this.#idle.length - this.#starts.size; missing > 0; missing--) this.#begin();
    const outcomes = await Promise.allSettled(this.#starts);
    const failure = outcomes.find(outcome => outcome.status === 'rejected');
    if (failure) throw failure.reason;
  }

  /** Ends every worker; whoever waits for one is told. */
  dispose(): void {
    this.#disposed = true;
    for (const member of [...this.#members]) this.#kill(member);
    for (const waiting of this.#waiting.splice(0)) waiting.reject(disposed());
  }

  /** The one that has been idle longest: it has its next instance ready. */
  #takeIdle(): Member | undefined {
    return this.#idle.shift();
  }

  #nextReady(): Promise<Member> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      if (this.#starts.size < this.#waiting.length) this.#begin();
    });
  }

  #giveBack(member: Member): void {
    if (this.#options.warm > 0) this.#ready(member);
    else this.#kill(member);
  }

  #replace(member: Member): void {
    this.#kill(member);
    this.#replenishSoon();
  }

  /** One more than asked for may stay, so that run after run needs no start. */
  #ready(member: Member): void {
    const usable = !this.#disposed && !member.channel.lost;
    const waiting = usable ? this.#waiting.shift() : undefined;
    if (waiting) waiting.resolve(member);
    else if (usable && this.#idle.length <= this.#options.warm) this.#keep(member);
    else this.#kill(member);
  }

  #keep(member: Member): void {
    member.worker.busy?.(false);
    this.#idle.push(member);
  }

  /** The one place that ends a worker. */
  #kill(member: Member): void {
    this.#members.delete(member);
    if (this.#idle.includes(member)) this.#idle.splice(this.#idle.indexOf(member), 1);
    member.channel.end();
    member.worker.terminate();
  }

  /** Not at once: what the page is doing for a run goes first. Only after a start has succeeded, so that nothing is tried in vain. */
  #replenishSoon(): void {
    setTimeout(() => {
      while (!this.#disposed && this.#module && this.#idle.length + this.#starts.size - this.#waiting.length < this.#options.warm)
        this.#begin();
    }, 0);
  }

  #begin(): void {
    const start = this.#start().then(
      member => {
        this.#starts.delete(start);
        this.#ready(member);
      },
      (error: Error) => {
        this.#starts.delete(start);
        // Those whose worker is still on its way wait on; each failed start is told to one.
        if (this.#waiting.length > this.#starts.size) this.#waiting.shift()?.reject(error);
        throw error;
      },
    );
    this.#starts.add(start);
    start.catch(() => undefined);
  }

  async #start(): Promise<Member> {
    const policy = new PolicyWatch();
    let script: Script = {};
    let member: Member | undefined;
    try {
      script = this.#script();
      member = this.#open(script.address);
      await this.#load(member.channel, script);
      return member;
    } catch (error) {
      if (member) this.#kill(member);
      if (this.#disposed) throw disposed();
      throw await explain(error, script, policy);
    } finally {
      policy.close();
    }
  }

  #open(url: URL | undefined): Member {
    const { worker: make, workerUrl } = this.#options;
    const worker = make ? make() : this.#platform.open(workerUrl === undefined ? undefined : url);
    const member: Member = { worker, channel: new Channel(worker, () => this.#kill(member)) };
    this.#members.add(member);
    return member;
  }

  #script(): Script {
    const { worker, workerUrl } = this.#options;
    if (worker) return {};
    if (workerUrl !== undefined) return { address: fromPage(workerUrl, 'workerUrl') };
    return { address: this.#platform.address(), carried: this.#platform.engine !== undefined };
  }

  /** The first to come compiles; who comes meanwhile waits for its module. */
  async #load(channel: Channel, script: Script): Promise<void> {
    if (!this.#module && this.#compiling) await this.#compiling;
    if (this.#module) {
      await this.#answered(channel.load({ type: 'load', module: this.#module }), script);
      return;
    }
    this.#source ??= resolveEngine(this.#options.wasm, this.#platform);
    const source = this.#source;
    this.#compiling = source.then(engine =>
      this.#answered(channel.load({ type: 'load', ...engine }), script).then(module => module ?? engine.module),
    );
    try {
      this.#module = await this.#compiling;
    } finally {
      this.#compiling = undefined;
    }
  }

  async #answered<T>(answer: Promise<T>, script: Script): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(silent(SILENCE_MS, script)), SILENCE_MS);
    });
    try {
      return await Promise.race([answer, silence]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** A relative address is meant from the page. */
function fromPage(address: string | URL, option: string): URL {
  const base = globalThis.document?.baseURI ?? globalThis.location?.href;
  try {
    return new URL(address, base);
  } catch {
    throw new SandboxError(
      'StartFailed',
      `the option ${option} is '${String(address)}', which is no address${base ? '' : ' without a page to resolve it against'}.`,
      { path: option },
    );
  }
}

/** A response can be read once, so its bytes are kept for the next try. */
async function resolveEngine(wasm: PoolOptions['wasm'], platform: Platform): Promise<EngineSource> {
  if (wasm === undefined) return platform.engine?.() ?? {};
  if (typeof wasm === 'string' || wasm instanceof URL) return { url: fromPage(wasm, 'wasm').href };
  if (wasm instanceof WebAssembly.Module) return { module: wasm };
  if (wasm instanceof Response) return { bytes: await readEngine(wasm) };
  const bytes = ArrayBuffer.isView(wasm) ? new Uint8Array(wasm.buffer, wasm.byteOffset, wasm.byteLength) : new Uint8Array(wasm);
  return { bytes: bytes.slice().buffer };
}

async function readEngine(response: Response): Promise<ArrayBuffer> {
  const where = response.url ? `the response of ${response.url}` : 'the response given in `wasm`';
  if (!response.ok) throw badEngineResponse(`${where} has status ${response.status}.`);
  if (response.bodyUsed) throw badEngineResponse(`${where} was read before.`);
  return response.arrayBuffer();
}
