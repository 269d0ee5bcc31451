/*
 * Owns the words for a worker or an engine that could not be loaded: what is likely wrong (URL, MIME type, policy), where,
 * and what to do. What must hold: every failed start ends in one `StartFailed`, and asking costs a request only after a
 * failure. Deliberately absent: starting, and trying again.
 */

import { LoadRefused, WorkerLost } from './channel.js';
import { SandboxError } from './errors.js';

const SERVE_WORKER =
  "Serve the package's worker.js beside its index.js, or give its address in `workerUrl` (with Vite, also add the package to `optimizeDeps.exclude`).";
const SERVE_ENGINE = "Serve the package's countersign_bg.wasm beside its worker.js, or give its address in `wasm`.";

/** What the page's security policy refused while a worker started. */
export class PolicyWatch {
  readonly #target = globalThis.document ?? globalThis;
  readonly #refused: { directive: string; uri: string }[] = [];
  readonly #listener = (event: Event): void => {
    const { effectiveDirective, blockedURI } = event as SecurityPolicyViolationEvent;
    this.#refused.push({ directive: effectiveDirective, uri: blockedURI });
  };

  constructor() {
    this.#target.addEventListener?.('securitypolicyviolation', this.#listener);
  }

  /** The directive that refused a worker's script, if one did. */
  refusal(): string | undefined {
    return this.#refused.find(({ directive }) => /^(worker|child|script)-src/.test(directive))?.directive;
  }

  close(): void {
    this.#target.removeEventListener?.('securitypolicyviolation', this.#listener);
  }
}

/** `url`: where the worker's script was expected; unknown when the app made the worker itself. */
export async function explain(error: unknown, url: URL | undefined, policy: PolicyWatch): Promise<SandboxError> {
  if (SandboxError.is(error)) return error;
  if (error instanceof LoadRefused) return failed(`the engine could not be loaded: ${error.message}`, error);
  const said = error instanceof Error ? error.message : String(error);
  if (error instanceof WorkerLost && error.why === 'protocol') {
    return failed(
      `the worker${at(url)} does not speak this package's language (${said}). Is it this version's worker.js? ${SERVE_WORKER}`,
      error,
    );
  }
  if (error instanceof ReferenceError && typeof globalThis.Worker !== 'function') {
    return failed(
      'there are no web workers here (is this a server?). Run code in the browser, or give a function that makes a worker in `worker`.',
      error,
    );
  }
  if (!url && error instanceof TypeError && /\bURL\b/.test(said)) {
    return failed(
      `the package does not know where it lies, so it cannot find its worker (${said}). A bundler that writes no ES module drops import.meta.url: let it write one (esbuild: --format=esm), or copy the package's worker.js and countersign_bg.wasm into one folder and give the worker's address in \`workerUrl\`.`,
      error,
    );
  }
  const likely = await probe(url);
  const refused = policy.refusal();
  if (refused)
    return failed(
      `the page's Content-Security-Policy (${refused}) does not allow the worker${at(url)}. Add its origin to ${refused}; for a worker of the same origin: worker-src 'self'.`,
      error,
    );
  if (likely) return failed(`${likely} ${SERVE_WORKER}`, error);
  if (said) return failed(`the worker${at(url)} failed as it started: ${said}`, error);
  if (!url)
    return failed(
      'the worker that the `worker` option made could not be loaded. Look for its script in the network panel: a wrong URL, a wrong MIME type, or the Content-Security-Policy.',
      error,
    );
  return failed(
    `the worker${at(url)} could not be loaded, though its address answers with a script. A script it imports may be missing, or the policy it is served with may forbid it; the browser's console says which.`,
    error,
  );
}

/** No answer at all: neither an error nor an engine. */
export function silent(ms: number, url: URL | undefined): SandboxError {
  return failed(
    `the worker${at(url)} did not answer within ${ms / 1000} s. Is it this package's worker.js, and can it reach countersign_bg.wasm? ${SERVE_WORKER}`,
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
  if (globalThis.location && url.origin !== globalThis.location.origin && globalThis.location.origin !== 'null')
    return `the worker's address ${url.href} is of another origin than the page, and browsers start workers only from the page's own.`;
  return undefined;
}

function failed(message: string, cause: unknown): SandboxError {
  return new SandboxError('StartFailed', `${message}`, cause === undefined ? {} : { cause });
}

const at = (url: URL | undefined): string => (url ? ` at ${url.href}` : '');
