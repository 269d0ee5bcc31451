/*
 * Owns the words for a worker or an engine that could not be loaded: what is likely wrong (URL, MIME type, policy), where,
 * and what to do. What must hold: every failed start ends in one `StartFailed`, and asking costs a request only after a
 * failure. Deliberately absent: starting, and trying again.
 */

import { LoadRefused, WorkerLost } from './channel.js';
import { SandboxError } from './errors.js';
import type { PolicyWatch, Refusal } from './policy-watch.js';
import { POLICY, PolicyRefused } from './trusted.js';

const SERVE_WORKER =
  "Serve the package's worker.js beside its index.js, or give its address in `workerUrl` (with Vite, also add the package to `optimizeDeps.exclude`).";
const SERVE_ENGINE = "Serve the package's countersign_bg.wasm beside its worker.js, or give its address in `wasm`.";
const INLINE = "import from 'countersign/inline', whose worker needs no address";

/** What a worker was to be made from: an address, text that the package carries, or, with neither, a function of the app's. */
export interface Script {
  readonly address?: URL | undefined;
  readonly carried?: boolean;
}

export async function explain(error: unknown, script: Script, policy: PolicyWatch): Promise<SandboxError> {
  if (SandboxError.is(error)) return error;
  if (error instanceof LoadRefused) return failed(`the engine could not be loaded: ${error.message}`, error);
  return failed(knownAtOnce(error, script) ?? (await askedFor(error, script, policy)), error);
}

/** What the error itself tells. */
function knownAtOnce(error: unknown, script: Script): string | undefined {
  const said = saidBy(error);
  if (error instanceof WorkerLost && error.why === 'protocol')
    return `the worker${at(script)} does not speak this package's language (${said}). Is it this version's worker.js? ${SERVE_WORKER}`;
  if (error instanceof ReferenceError && typeof globalThis.Worker !== 'function')
    return 'there are no web workers here (is this a server?). Run code in the browser, or give a function that makes a worker in `worker`.';
  if (error instanceof PolicyRefused)
    return `the page's Content-Security-Policy demands Trusted Types (require-trusted-types-for) and does not allow this package's policy (${said}). Add it: trusted-types ${POLICY}; with two copies of the package on a page: trusted-types ${POLICY} 'allow-duplicates'. Or make the worker with a policy of your own, in \`worker\`.`;
  if (!script.address && error instanceof TypeError && /\bURL\b/.test(said) && !/TrustedScriptURL/.test(said))
    return `the package does not know where it lies, so it cannot find its worker (${said}). A bundler that writes no ES module drops import.meta.url: ${INLINE}, or let it write a module (esbuild: --format=esm), or copy the package's worker.js and countersign_bg.wasm into one folder and give the worker's address in \`workerUrl\`.`;
  if (script.address && isSecurityError(error)) return ofAnotherOrigin(script.address);
  return undefined;
}

/** What the page and the address tell when they are asked. */
async function askedFor(error: unknown, script: Script, policy: PolicyWatch): Promise<string> {
  const [likely, refused] = await Promise.all([probe(script.address), policy.refusal(/^(worker|child|script)-src/)]);
  if (refused) return refusedBy(refused, script);
  if (likely) return `${likely} ${SERVE_WORKER}`;
  const said = saidBy(error);
  if (said) return `the worker${at(script)} failed as it started: ${said}`;
  if (script.carried)
    return "the worker that 'countersign/inline' carries could not be started from a blob: address, and the browser does not say why; its console may. A page needs worker-src blob: for it.";
  if (!script.address)
    return 'the worker that the `worker` option made could not be loaded. Look for its script in the network panel: a wrong URL, a wrong MIME type, or the Content-Security-Policy.';
  return `the worker${at(script)} could not be loaded, though its address answers with a script. A script it imports may be missing, or the policy it is served with may forbid it; the browser's console says which.`;
}

function refusedBy({ directive, decidedBy }: Refusal, script: Script): string {
  const stands = decidedBy === directive ? directive : `${directive}, for which its ${decidedBy} stands`;
  const start = `the page's Content-Security-Policy (${stands}) does not allow the worker${at(script)}.`;
  if (script.carried)
    return `${start} Allow what it is started from: worker-src blob:. Or import from 'countersign', whose worker has an address.`;
  return `${start} Add its origin to ${directive}; for a worker of the same origin: worker-src 'self'.`;
}

/** The browser refused the address as such. */
function ofAnotherOrigin(address: URL): string {
  if (globalThis.origin === 'null')
    return `this page has no origin of its own (a sandboxed iframe, or a policy with \`sandbox\`), and there browsers start no worker from an address such as ${address.href}. Allow it an origin (allow-same-origin), or ${INLINE}.`;
  return `the worker's address ${address.href} is of another origin than the page (${globalThis.origin}), and browsers start workers only from the page's own. Serve the package's worker.js and countersign_bg.wasm from there and give the worker's address in \`workerUrl\`, or ${INLINE}.`;
}

/** No answer at all: neither an error nor an engine. */
export function silent(ms: number, script: Script): SandboxError {
  return failed(
    `the worker${at(script)} did not answer within ${ms / 1000} s. Is it this package's worker.js, and can it reach countersign_bg.wasm? ${SERVE_WORKER}`,
    undefined,
  );
}

/** The `wasm` option was a response that brought no engine. */
export function badEngineResponse(what: string): SandboxError {
  return failed(`the engine could not be loaded: ${what} ${SERVE_ENGINE}`, undefined);
}

/** Asks the address itself what a worker's error event does not say. */
async function probe(url: URL | undefined): Promise<string | undefined> {
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  let response: Response;
  try {
    response = await fetch(url, { credentials: 'same-origin' });
  } catch {
    return `the worker's address ${url.href} cannot be reached.`;
  }
  void response.body?.cancel().catch(() => undefined);
  if (!response.ok) return `the worker's address ${url.href} answered ${response.status}: nothing is there.`;
  const type = (response.headers.get('content-type') ?? '').replace(/;.*/, '').trim().toLowerCase();
  if (type === 'text/html') return `the worker's address ${url.href} answered with an HTML page, as servers do for what they do not have.`;
  if (!/(java|ecma)script$/.test(type))
    return `the worker's address ${url.href} answered with the MIME type ${type ? `'${type}'` : '(none)'}; browsers start a worker only from a JavaScript type, such as text/javascript.`;
  if (url.origin !== globalThis.origin) return ofAnotherOrigin(url);
  if (globalThis.crossOriginIsolated && !response.headers.get('cross-origin-embedder-policy'))
    return `the page is served with a Cross-Origin-Embedder-Policy, and the worker's address ${url.href} is not. Send the same header with it.`;
  return undefined;
}

function failed(message: string, cause: unknown): SandboxError {
  return new SandboxError('StartFailed', message, cause === undefined ? {} : { cause });
}

const saidBy = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const isSecurityError = (error: unknown): boolean => (error as { name?: unknown } | null)?.name === 'SecurityError';
const at = ({ address }: Script): string => (address ? ` at ${address.href}` : '');
