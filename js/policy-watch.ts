/*
 * Owns seeing what a Content-Security-Policy refused, on the page or in a worker. What must hold: it looks only while something starts.
 * Deliberately absent: words for people.
 */

/** A refusal, and the directive of that policy that decided it. */
export interface Refusal {
  /** What was asked for: `worker-src`, `connect-src`, … */
  readonly directive: string;
  /** The one in the policy: where `worker-src` is missing, `child-src`, `script-src` or `default-src` stands for it. */
  readonly decidedBy: string;
}

const FALLBACKS: Record<string, readonly string[]> = {
  'worker-src': ['worker-src', 'child-src', 'script-src', 'default-src'],
  'connect-src': ['connect-src', 'default-src'],
};

export class PolicyWatch {
  readonly #target = globalThis.document ?? globalThis;
  readonly #seen: Refusal[] = [];
  readonly #listener = (event: Event): void => {
    const { effectiveDirective, originalPolicy, disposition } = event as SecurityPolicyViolationEvent;
    if (disposition === 'report') return;
    const inPolicy = new Set((originalPolicy ?? '').split(';').map(part => part.trim().split(/\s+/)[0]?.toLowerCase()));
    const decidedBy = FALLBACKS[effectiveDirective]?.find(name => inPolicy.has(name)) ?? effectiveDirective;
    this.#seen.push({ directive: effectiveDirective, decidedBy });
  };

  constructor() {
    this.#target.addEventListener?.('securitypolicyviolation', this.#listener);
  }

  /** The first of these directives that refused something. Browsers tell of it a little after what failed because of it. */
  async refusal(directives: RegExp): Promise<Refusal | undefined> {
    const find = () => this.#seen.find(({ directive }) => directives.test(directive));
    for (let turn = 0; turn < 3 && !find(); turn++) await new Promise(done => setTimeout(done, 10));
    return find();
  }

  close(): void {
    this.#target.removeEventListener?.('securitypolicyviolation', this.#listener);
  }
}
