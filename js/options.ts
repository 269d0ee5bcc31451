/*
 * Owns what the app may ask for: options, requests and limits, checked before anything happens. What must hold: a value that
 * fits nothing, and a name nobody knows, is `InvalidOptions` with its path, never a guess: a mistyped option must not
 * quietly mean less care. Deliberately absent: functions (functions.ts) and decisions (decisions.ts).
 */
import type { Approval, DescribeOptions, Limits, ResumeOptions, RunRequest, RunStore, SandboxOptions, SigningKey } from './api.js';
import { invalidOptions } from './errors.js';
import { readSigningKeys } from './signing-keys.js';
import { inWords, isPromise, shorten } from './words.js';

type Fields = Record<string, unknown>;
/** What of the value is kept: itself, or a copy where later changes of the app's own object must mean nothing. */
type Check = (value: unknown, path: string) => unknown;

export const DEFAULT_LIMITS: Limits = Object.freeze({
  timeoutMs: 30_000,
  callTimeoutMs: Infinity,
  memoryBytes: 64 * 1024 * 1024,
  codeBytes: 256 * 1024,
  valueBytes: 4 * 1024 * 1024,
  journalBytes: 32 * 1024 * 1024,
  logBytes: 64 * 1024,
  calls: 1_000,
  concurrentCalls: 32,
});

const DEFAULT_WARM = 1;
const DEFAULT_MAX_WORKERS = 4;

/** The defaults, then each source in turn; every source is checked already. */
export function mergeLimits(...sources: (Partial<Limits> | undefined)[]): Limits {
  const merged: Record<string, number> = { ...DEFAULT_LIMITS };
  for (const source of sources)
    for (const [name, value] of Object.entries(source ?? {})) if (value !== undefined && value !== null) merged[name] = value;
  return merged as unknown as Limits;
}

export interface SandboxSettings extends Omit<SandboxOptions, 'signingKey'> {
  readonly approval: Approval;
  readonly strict: boolean;
  readonly warm: number;
  readonly maxWorkers: number;
  readonly signingKey?: readonly SigningKey[] | undefined;
}

/** Throws InvalidOptions. What is read here is read once: changing the object later changes nothing. */
export function readSandboxOptions(options: unknown): SandboxSettings {
  const given = fields(options ?? {}, 'options', '', SANDBOX) as Omit<SandboxOptions, 'signingKey'> & Pick<SandboxSettings, 'signingKey'>;
  return {
    ...given,
    approval: given.approval ?? { mode: 'deny' },
    strict: given.strict ?? false,
    warm: given.warm ?? DEFAULT_WARM,
    maxWorkers: given.maxWorkers ?? DEFAULT_MAX_WORKERS,
  };
}

export function readRunRequest(request: unknown): RunRequest {
  const given = fields(request, 'the request', '', RUN) as Partial<RunRequest>;
  if (given.code === undefined) throw invalidOptions('code', "the code to run is missing: run({ code: '…' })");
  return given as RunRequest;
}

export function readResumeOptions(options: unknown): ResumeOptions {
  return fields(options ?? {}, 'options', '', RESUME) as ResumeOptions;
}

export function readOwner(options: unknown): string | undefined {
  if (typeof options === 'string') throw invalidOptions('owner', `the owner goes into an object: { owner: ${show(options)} }`);
  return (fields(options ?? {}, 'options', '', OWNER) as { owner?: string }).owner;
}

export function readDescribeOptions(options: unknown): DescribeOptions {
  return fields(options ?? {}, 'options', '', DESCRIBE) as DescribeOptions;
}

export function readStoreOptions(options: unknown): { database?: string } {
  return fields(options ?? {}, 'options', '', STORE) as { database?: string };
}

/** R11: the mode is the run's own. */
export function checkMode(approval: Approval | undefined, mode: Approval['mode']): void {
  if (approval && approval.mode !== mode)
    throw invalidOptions('approval.mode', `the run is in mode '${mode}' and keeps it; '${approval.mode}' cannot take its place`);
}

// ─── What each name may be ───────────────────────────────────────────────────────────────────────

const whole =
  (least: number, orNone = false): Check =>
  (value, path) => {
    if (orNone && value === Infinity) return value;
    if (!Number.isSafeInteger(value) || (value as number) < least)
      throw invalidOptions(
        path,
        `must be a whole number of at least ${least}${orNone ? ', or Infinity for none' : ''}; this is ${show(value)}`,
      );
    return value;
  };
const count = whole(1);
const countOrNone = whole(1, true);
const countOrZero = whole(0);
const flag: Check = (value, path) => {
  if (typeof value !== 'boolean') throw invalidOptions(path, `must be true or false; this is ${show(value)}`);
  return value;
};
const text: Check = (value, path) => {
  if (typeof value !== 'string') throw invalidOptions(path, `must be text; this is ${show(value)}`);
  return value;
};
const callable: Check = (value, path) => {
  if (typeof value !== 'function') throw invalidOptions(path, `must be a function; this is ${show(value)}`);
  return value;
};
const record: Check = (value, path) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidOptions(path, `must be an object; this is ${show(value)}`);
  return value;
};
const word =
  (...words: string[]): Check =>
  (value, path) => {
    if (!words.includes(value as string)) throw invalidOptions(path, `must be ${words.map(show).join(' or ')}; this is ${show(value)}`);
    return value;
  };
const anything: Check = value => value;

const address: Check = (value, path) => {
  if (typeof value !== 'string' && !(value instanceof URL)) throw invalidOptions(path, `must be text or a URL; this is ${show(value)}`);
  return value;
};

const engine: Check = (value, path) => {
  const bytes = value instanceof ArrayBuffer || ArrayBuffer.isView(value);
  const response = typeof Response === 'function' && value instanceof Response;
  if (typeof value === 'string' || value instanceof URL || bytes || response || value instanceof WebAssembly.Module) return value;
  const forgotten = isPromise(value) ? `a promise: await it, as in { ${path}: await fetch(…) }, or give the address` : '';
  throw invalidOptions(path, `must be an address, a Response, bytes or a WebAssembly.Module; this is ${forgotten || show(value)}`);
};

const signal: Check = (value, path) => {
  record(value, path);
  const { aborted, addEventListener, removeEventListener } = value as Partial<AbortSignal>;
  if (typeof aborted !== 'boolean' || typeof addEventListener !== 'function' || typeof removeEventListener !== 'function')
    throw invalidOptions(path, 'must be an AbortSignal');
  return value;
};

const store: Check = (value, path) => {
  if (typeof value === 'function')
    throw invalidOptions(path, `must be a store; this is the function that makes one: call it, ${path}: ${value.name || 'store'}()`);
  if (isPromise(value)) throw invalidOptions(path, `must be a store; this is a promise of one: await it`);
  record(value, path);
  const methods: (keyof RunStore)[] = ['load', 'save', 'delete', 'list'];
  for (const method of methods) callable((value as Fields)[method], `${path}.${method}`);
  const { append } = value as Fields;
  if (append !== undefined) callable(append, `${path}.append`);
  return value;
};

const limits: Check = (value, path) => {
  const counts = Object.fromEntries(Object.keys(DEFAULT_LIMITS).map(name => [name, count]));
  return fields(value, path, path, { ...counts, callTimeoutMs: countOrNone });
};

const approval: Check = (value, path) => readApproval(value, path, true);

/** On a resume a pause needs no hook: what is left undecided then waits (R12). */
const approvalOfResume: Check = (value, path) => readApproval(value, path, false);

function readApproval(value: unknown, path: string, needsHook: boolean): Fields {
  record(value, path);
  const given = membersOf(value as object, path);
  switch (given.mode) {
    case 'deny':
      return fields(given, path, path, { mode: anything });
    case 'pause':
      if (needsHook && given.onApproval === undefined)
        throw invalidOptions(
          `${path}.onApproval`,
          "mode 'pause' asks a person, so it needs the function that does: { mode: 'pause', onApproval: call => … }",
        );
      return fields(given, path, path, { mode: anything, onApproval: callable, concurrentApprovals: flag });
    case 'collect':
      return fields(given, path, path, { mode: anything, onApproval: callable });
    default:
      throw invalidOptions(`${path}.mode`, `must be 'deny', 'pause' or 'collect'; this is ${show(given.mode)}`);
  }
}

const SANDBOX: Record<string, Check> = {
  functions: anything,
  approval,
  policy: callable,
  strict: flag,
  limits,
  store,
  signingKey: readSigningKeys,
  warm: countOrZero,
  maxWorkers: count,
  worker: callable,
  workerUrl: address,
  wasm: engine,
};
const RUN: Record<string, Check> = {
  code: text,
  functions: anything,
  approval,
  limits,
  signal,
  onEvent: callable,
  owner: text,
  metadata: record,
  input: anything,
  expiresInMs: count,
};
const RESUME: Record<string, Check> = {
  functions: anything,
  approval: approvalOfResume,
  limits,
  signal,
  onEvent: callable,
  owner: text,
  generation: countOrZero,
};
const DESCRIBE: Record<string, Check> = {
  format: word('typescript'),
  mode: word('deny', 'pause', 'collect'),
  rules: flag,
  functions: anything,
};
const OWNER: Record<string, Check> = { owner: text };
const STORE: Record<string, Check> = {
  database(value, path) {
    if (text(value, path) === '') throw invalidOptions(path, 'must be the name of an IndexedDB database, which is not empty');
    return value;
  },
};

/** What is kept of an object when every name in it is known and every value fits; an undefined value is as good as none. */
function fields(value: unknown, what: string, path: string, known: Record<string, Check>): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidOptions(path || what, `${what} must be an object; this is ${show(value)}`);
  const given: Fields = {};
  for (const [name, member] of Object.entries(membersOf(value, path))) {
    const at = path ? `${path}.${name}` : name;
    const check = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!check) throw invalidOptions(at, `there is no such option; ${what} may have ${Object.keys(known).join(', ')}`);
    if (member !== undefined) given[name] = check(member, at);
  }
  return given;
}

/** Own members, each read once, so that what is checked is what is used. */
function membersOf(value: object, path: string): Fields {
  let at = path || 'options';
  try {
    const members = Object.keys(value).map(name => {
      at = path ? `${path}.${name}` : name;
      return [name, (value as Fields)[name]];
    });
    return Object.fromEntries(members) as Fields;
  } catch (cause) {
    throw invalidOptions(at, 'reading it threw', cause);
  }
}

const show = (value: unknown): string => (typeof value === 'string' ? `'${shorten(value)}'` : inWords(value));
