/*
 * Owns getting the compiled engine inside a worker: from the page's module, from bytes, packed or not, or from an address. What must hold:
 * it streams where the server allows it, accepts a wrong MIME type, and says in words what came instead of an engine.
 * Deliberately absent: instances of the module.
 */
import { PolicyWatch } from './policy-watch.js';
import type { EngineSource, FromWorker } from './protocol.js';

type Cause = Extract<FromWorker, { type: 'start-failed' }>['cause'];

const SERVE = "Serve the package's countersign_bg.wasm there, or give its address in the sandbox's `wasm` option.";

export class EngineUnavailable extends Error {
  constructor(
    readonly why: Cause,
    message: string,
  ) {
    super(message);
  }
}

/** The bytes of a file, where the platform has files: its `fetch` serves none. */
export type ReadFile = (url: URL) => Promise<ArrayBuffer>;

export async function loadModule(source: EngineSource, readFile?: ReadFile): Promise<WebAssembly.Module> {
  if (source.module) return source.module;
  if (source.bytes) return compile(() => WebAssembly.compile(checked(source.bytes as ArrayBuffer, 'what the `wasm` option brought', '')));
  if (source.packed) return unpack(source.packed);
  const url = source.url ?? new URL('./countersign_bg.wasm', import.meta.url).href;
  return readFile && url.startsWith('file:') ? readModule(url, readFile) : fetchModule(url);
}

async function readModule(url: string, readFile: ReadFile): Promise<WebAssembly.Module> {
  const bytes = await readFile(new URL(url)).catch((error: unknown) => {
    throw new EngineUnavailable('fetch', `${url} cannot be read (${brief(error)}). ${SERVE}`);
  });
  return compile(() => WebAssembly.compile(checked(bytes, url, '')), url);
}

async function fetchModule(url: string): Promise<WebAssembly.Module> {
  const response = await ask(url);
  if (!response.ok) throw new EngineUnavailable('fetch', `${url} answered ${response.status}: nothing is there. ${SERVE}`);
  const type = (response.headers.get('content-type') ?? '').replace(/;.*/, '').trim().toLowerCase();
  if (type === 'application/wasm') return compile(() => WebAssembly.compileStreaming(response).catch(error => explained(error, url)), url);
  const bytes = await response.arrayBuffer().catch((error: unknown) => {
    throw new EngineUnavailable('fetch', `${url} broke off while it was read (${brief(error)}). Try again.`);
  });
  return compile(() => WebAssembly.compile(checked(bytes, url, type)), url);
}

const PACKED = 'the engine that the package carries';

/** Unpacked while it is compiled. No address is involved, so no policy about connections is. */
async function unpack(packed: string): Promise<WebAssembly.Module> {
  if (typeof DecompressionStream !== 'function')
    throw new EngineUnavailable(
      'compile',
      `this browser cannot unpack ${PACKED}: it has no DecompressionStream (Chrome 80, Firefox 113 and Safari 16.4 have it). ${SERVE}`,
    );
  const stream = new Blob([fromBase64(packed)]).stream().pipeThrough(new DecompressionStream('gzip'));
  const response = new Response(stream, { headers: { 'content-type': 'application/wasm' } });
  return compile(() => WebAssembly.compileStreaming(response), PACKED);
}

/** A plain loop: `Uint8Array.from` takes several times as long. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

async function ask(url: string): Promise<Response> {
  const policy = new PolicyWatch();
  try {
    return await fetch(url, { credentials: 'same-origin' });
  } catch (error) {
    const refused = await policy.refusal(/^connect-src$/);
    throw new EngineUnavailable(
      'fetch',
      refused
        ? `the Content-Security-Policy ${whosePolicy()} (${refused.decidedBy}) does not allow ${url}. Add its origin to connect-src; for the same origin: connect-src 'self'.`
        : `${url} cannot be reached (${brief(error)}): the address, the network, or CORS. ${SERVE}`,
    );
  } finally {
    policy.close();
  }
}

/** A worker from a blob: address has its page's; any other has its own. */
const whosePolicy = (): string => (globalThis.location?.protocol === 'blob:' ? 'of the page' : 'that worker.js is served with');

/** What was streamed is gone, so what came instead of an engine is asked for once more. */
async function explained(error: unknown, url: string): Promise<never> {
  const again = await fetch(url, { credentials: 'same-origin' }).catch(() => undefined);
  const bytes = again?.ok ? await again.arrayBuffer().catch(() => undefined) : undefined;
  if (bytes) checked(bytes, url, 'application/wasm');
  throw error;
}

/** Streaming needs the right MIME type; bytes only need to be an engine. */
function checked(bytes: ArrayBuffer, where: string, type: string): ArrayBuffer {
  const head = new Uint8Array(bytes.slice(0, 64));
  if (head[0] === 0 && head[1] === 0x61 && head[2] === 0x73 && head[3] === 0x6d) return bytes;
  const text = new TextDecoder().decode(head).trim();
  const served = type ? ` (MIME type '${type}')` : '';
  if (type === 'text/html' || text.startsWith('<'))
    throw new EngineUnavailable('mime', `${where} answered with an HTML page${served}, as servers do for what they do not have. ${SERVE}`);
  if (text.startsWith('version https://git-lfs'))
    throw new EngineUnavailable('mime', `${where} is a Git LFS pointer, not the file itself. ${SERVE}`);
  throw new EngineUnavailable('mime', `${where} is not WebAssembly${served}. ${SERVE}`);
}

async function compile(attempt: () => Promise<WebAssembly.Module>, url?: string): Promise<WebAssembly.Module> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof EngineUnavailable) throw error;
    const said = brief(error);
    // Each browser words it differently; all of them name the policy or its keyword.
    if (/content.?security.?policy|\bCSP\b|unsafe-eval/i.test(said)) {
      throw new EngineUnavailable(
        'compile',
        `the Content-Security-Policy ${whosePolicy()} forbids WebAssembly. Add 'wasm-unsafe-eval' to its script-src. (${said})`,
      );
    }
    throw new EngineUnavailable(
      'compile',
      `${url ?? 'what the `wasm` option brought'} could not be compiled: ${said}. It may be cut short, or the browser may be too old.`,
    );
  }
}

const brief = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 300);
