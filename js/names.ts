/*
 * Owns which names a host function can have. What must hold: `GUEST_GLOBALS` covers every global of the guest's realm, which a
 * test there pins, and the standard ones the realm leaves out, so that a name never changes its meaning with the engine.
 */

/** Names at the top of the guest that are not to be had. */
export const GUEST_GLOBALS: readonly string[] = Object.freeze([
  // Ours.
  'ApprovalRejected', 'input',
  // The platform's, as far as the guest has them.
  'console', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'structuredClone', 'queueMicrotask', 'TextEncoder', 'TextDecoder', 'atob', 'btoa', 'URL',
  'URLSearchParams', 'crypto', 'performance', 'DOMException',
  // The language's.
  'globalThis', 'undefined', 'NaN', 'Infinity', 'eval', 'isFinite', 'isNaN', 'parseFloat', 'parseInt', 'decodeURI', 'decodeURIComponent', 'encodeURI',
  'encodeURIComponent', 'escape', 'unescape', 'AggregateError', 'Array', 'ArrayBuffer', 'AsyncDisposableStack', 'Atomics', 'BigInt', 'BigInt64Array',
  'BigUint64Array', 'Boolean', 'DataView', 'Date', 'DisposableStack', 'Error', 'EvalError', 'FinalizationRegistry', 'Float16Array', 'Float32Array', 'Float64Array',
  'Function', 'Int16Array', 'Int32Array', 'Int8Array', 'Intl', 'Iterator', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Promise', 'Proxy', 'RangeError',
  'ReferenceError', 'Reflect', 'RegExp', 'Set', 'SharedArrayBuffer', 'String', 'SuppressedError', 'Symbol', 'SyntaxError', 'Temporal', 'TypeError', 'URIError',
  'Uint16Array', 'Uint32Array', 'Uint8Array', 'Uint8ClampedArray', 'WeakMap', 'WeakRef', 'WeakSet',
]);

/** Words that strict code cannot use as a variable. */
const RESERVED: readonly string[] = [
  'arguments', 'await', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger', 'default', 'delete', 'do', 'else', 'enum', 'export', 'extends', 'false',
  'finally', 'for', 'function', 'if', 'implements', 'import', 'in', 'instanceof', 'interface', 'let', 'new', 'null', 'package', 'private', 'protected', 'public',
  'return', 'static', 'super', 'switch', 'this', 'throw', 'true', 'try', 'typeof', 'var', 'void', 'while', 'with', 'yield',
];

const globals = new Set(GUEST_GLOBALS);
const reserved = new Set(RESERVED);

export function isIdentifier(name: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(name);
}

/** Why a name at the top is not to be had, or undefined. Inside a namespace these words are free: `rows.delete` is fine. */
export function isTaken(name: string): string | undefined {
  if (globals.has(name)) return 'is a global of the guest already';
  if (reserved.has(name)) return 'is a reserved word';
  return name === '__proto__' ? 'is not a name code can use' : undefined;
}
