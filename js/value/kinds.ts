/*
 * Owns how kinds of objects are told apart, and the words for those that cannot cross. What must hold: what crosses is
 * told by what the platform keeps inside (a Map is what Map's own getter accepts), never by a name an object can bear;
 * the words are those of src/engine/convert/kind.rs.
 */

/** Kinds of objects that can cross. */
export type Kind = 'array' | 'object' | 'null' | 'map' | 'set' | 'date' | 'regexp' | 'buffer' | 'view' | 'error';

/** What an object is, or the words for why it cannot cross. */
export type Told = { readonly kind: Kind } | { readonly refused: string };

/** Typed arrays the guest has too. */
const VIEWS: ReadonlySet<unknown> = new Set([
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'BigInt64Array',
  'BigUint64Array',
  'Float32Array',
  'Float64Array',
]);

/** Characters shown of a class's name. */
const NAME_CHARS = 60;

type Getter = (this: unknown) => unknown;

function getter(prototype: object, key: PropertyKey): Getter {
  return Object.getOwnPropertyDescriptor(prototype, key)?.get as Getter;
}

const viewName = getter(Object.getPrototypeOf(Uint8Array.prototype) as object, Symbol.toStringTag);
const regexpSource = getter(RegExp.prototype, 'source');

/** Each throws unless `this` is of the class; `RegExp.prototype` alone has a source and is no RegExp. */
const brands: readonly (readonly [kind: Kind, name: string, brand: Getter])[] = [
  ['map', 'Map', getter(Map.prototype, 'size')],
  ['set', 'Set', getter(Set.prototype, 'size')],
  ['date', 'Date', Date.prototype.getTime as Getter],
  ['regexp', 'RegExp', regexpSource],
  ['buffer', 'ArrayBuffer', getter(ArrayBuffer.prototype, 'byteLength')],
];

/** The brands by this realm's own prototypes: one test instead of several that throw. */
const brandOf = new Map(
  brands.map(brand => [(globalThis as unknown as Record<string, { prototype: object }>)[brand[1]]?.prototype, brand]),
);

/** What `value` is. */
export function tell(value: object): Told {
  if (typeof value === 'function') return { refused: 'a function' };
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (Array.isArray(value)) return of('array', 'Array', prototype);
  if (prototype === null) return { kind: 'null' };
  if (prototype === Object.prototype) return { kind: 'object' };
  if (ArrayBuffer.isView(value)) return tellView(value, prototype);
  const likely = brandOf.get(prototype);
  if (likely !== undefined && accepts(likely[2], value)) return { kind: likely[0] };
  for (const [kind, name, brand] of brands) {
    if (accepts(brand, value)) return of(kind, name, prototype);
  }
  if (isError(value)) return { kind: 'error' };
  // An object of another realm (a frame): its prototype is that realm's Object.prototype.
  if (isIntrinsic(prototype, 'Object')) return { kind: 'object' };
  return { refused: inWords(value, prototype) };
}

/** The class of a typed array. */
export function classOfView(view: ArrayBufferView): string {
  return String(viewName.call(view));
}

/** Whether a typed array is one of Node's, whose buffers hold other people's bytes as well. */
export function isNodeBuffer(view: ArrayBufferView): boolean {
  const prototype = Object.getPrototypeOf(view) as object;
  return classOfView(view) === 'Uint8Array' && prototype !== Uint8Array.prototype && className(prototype) === 'Buffer';
}

/** An error of any realm, also a DOMException. */
export function isError(value: unknown): value is Error {
  if (typeof value !== 'object' || value === null) return false;
  const tag = Object.prototype.toString.call(value);
  return value instanceof Error || tag === '[object Error]' || tag === '[object DOMException]';
}

function tellView(view: ArrayBufferView, prototype: object): Told {
  const name = viewName.call(view);
  if (name === undefined) return { refused: 'a DataView' };
  if (!VIEWS.has(name)) return { refused: `a ${String(name)}` };
  return isNodeBuffer(view) ? { kind: 'view' } : of('view', String(name), prototype);
}

/** An object of a class that crosses, unless it is an instance of somebody's subclass. */
function of(kind: Kind, name: string, prototype: object | null): Told {
  const own = (globalThis as Record<string, unknown>)[name] as { prototype: object } | undefined;
  if (prototype === own?.prototype || (prototype !== null && isIntrinsic(prototype, name))) return { kind };
  return { refused: instanceOf(prototype) };
}

function accepts(brand: Getter, value: object): boolean {
  try {
    brand.call(value);
    return true;
  } catch {
    return false;
  }
}

/** Whether a prototype is that of the built-in class of this name, in any realm. */
function isIntrinsic(prototype: object, name: string): boolean {
  const made: unknown = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  if (typeof made !== 'function' || made.name !== name) return false;
  return /\{\s*\[native code\]\s*\}\s*$/.test(Function.prototype.toString.call(made));
}

const TAGS = new Map([
  ['Promise', 'a promise'],
  ['Generator', 'a generator'],
  ['AsyncGenerator', 'a generator'],
  ['WeakMap', 'a WeakMap'],
  ['WeakSet', 'a WeakSet'],
  ['WeakRef', 'a WeakRef'],
  ['SharedArrayBuffer', 'a SharedArrayBuffer'],
  ['Number', 'a Number object'],
  ['String', 'a String object'],
  ['Boolean', 'a Boolean object'],
  ['BigInt', 'a BigInt object'],
  ['Symbol', 'a Symbol object'],
]);

function inWords(value: object, prototype: object): string {
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  return TAGS.get(tag) ?? (tag.includes('Iterator') ? 'an iterator' : instanceOf(prototype));
}

function instanceOf(prototype: object | null): string {
  const name = className(prototype);
  if (name === 'Object') return 'an object with a prototype of its own';
  if (name === undefined) return 'an instance of a class without a name';
  return `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${[...name].slice(0, NAME_CHARS).join('')} instance`;
}

function className(prototype: object | null): string | undefined {
  const made: unknown = prototype === null ? undefined : (prototype as { constructor?: unknown }).constructor;
  return typeof made === 'function' && typeof made.name === 'string' && made.name !== '' ? made.name : undefined;
}
