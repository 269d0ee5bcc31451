/*
 * Owns reading the option `signingKey`: one key or several, each a CryptoKey for HMAC-SHA-256 or its bytes. What must hold: a key that could not sign or
 * verify, or that is none to speak of, is refused when the sandbox is made, by its place in the list; bytes are copied; no message shows a
 * key. Deliberately absent: signing.
 */
import type { SigningKey } from './api.js';
import { invalidOptions } from './errors.js';

/** Below this a key can be guessed. */
const LEAST_BYTES = 16;
const ADVICE = 'make one with crypto.getRandomValues(new Uint8Array(32)) and keep it';

/** In the order given: the first signs. Throws InvalidOptions. */
export function readSigningKeys(value: unknown, path: string): readonly SigningKey[] {
  if (typeof globalThis.crypto?.subtle?.sign !== 'function')
    throw invalidOptions(
      path,
      'signing needs WebCrypto (crypto.subtle), which a page has only in a secure context: serve it over HTTPS or from localhost, or leave the key out',
    );
  if (!Array.isArray(value)) return [readKey(value, path, 'sign')];
  if (value.length === 0) throw invalidOptions(path, 'the list is empty; give at least one key, or leave it out');
  return Array.from(value, (key: unknown, at) => readKey(key, `${path}[${at}]`, at === 0 ? 'sign' : 'verify'));
}

/** `use`: the first key signs, and a key that signs can verify as well; the others verify. */
function readKey(value: unknown, path: string, use: 'sign' | 'verify'): SigningKey {
  if (value instanceof Uint8Array) {
    const { byteLength } = value;
    if (byteLength < LEAST_BYTES)
      throw invalidOptions(
        path,
        `a key of ${byteLength} ${byteLength === 1 ? 'byte' : 'bytes'} is ${byteLength === 0 ? 'no key' : 'too short to keep anybody out'}; at least ${LEAST_BYTES} are needed: ${ADVICE}`,
      );
    return new Uint8Array(value);
  }
  if (!isCryptoKey(value)) throw invalidOptions(path, `must be a CryptoKey or a Uint8Array; this is ${kindOf(value)}: ${ADVICE}`);
  const { name, hash } = value.algorithm as { name: string; hash?: { name?: string } };
  if (name !== 'HMAC' || hash?.name !== 'SHA-256')
    throw invalidOptions(
      path,
      `must be a CryptoKey for HMAC with SHA-256; this one is for ${name}${hash?.name ? ` with ${hash.name}` : ''}`,
    );
  const may = use === 'sign' ? ['sign'] : ['verify', 'sign'];
  if (!may.some(usage => value.usages.includes(usage as KeyUsage)))
    throw invalidOptions(
      path,
      use === 'sign'
        ? "the first key signs, and this CryptoKey may not: make it with the usages ['sign', 'verify']"
        : "this CryptoKey may not verify: make it with the usage 'verify'",
    );
  return value;
}

/** Also one of another window, which is of another class. */
function isCryptoKey(value: unknown): value is CryptoKey {
  return Object.prototype.toString.call(value) === '[object CryptoKey]' && Array.isArray((value as CryptoKey).usages);
}

/** A key is a secret, so what was taken for one is not shown. */
function kindOf(value: unknown): string {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'object' && value !== null) {
    if (value instanceof ArrayBuffer) return 'an ArrayBuffer, so use new Uint8Array(buffer)';
    return Array.isArray(value) ? 'a list' : 'an object';
  }
  return value === null ? 'null' : `a ${typeof value}`;
}
