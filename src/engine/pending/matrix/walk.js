/* Every function that guest code can reach without having been given it: from the globals, and from what syntax and built-ins make. */
native => {
  const { getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
  const proto = getPrototypeOf;
  const noop = () => {};
  const made = {
    '%AsyncIterator%': proto(proto(proto((async function* () {})()))),
    '%ArrayIterator%': proto([].values()),
    '%MapIterator%': proto(new Map().values()),
    '%SetIterator%': proto(new Set().values()),
    '%StringIterator%': proto(''[Symbol.iterator]()),
    '%RegExpStringIterator%': proto('a'.matchAll(/a/g)),
    '%IteratorHelper%': proto([].values().map(noop)),
    '%WrapForValidIterator%': proto(Iterator.from({ next: noop })),
    '%TypedArray%': proto(Uint8Array),
    '%GeneratorFunction%': proto(function* () {}).constructor,
    '%AsyncFunction%': proto(async () => {}).constructor,
    '%AsyncGeneratorFunction%': proto(async function* () {}).constructor,
    '%URLSearchParamsIterator%': proto(new URLSearchParams('').entries()),
    '%ThrowTypeError%': getOwnPropertyDescriptor(
      (function () {
        return arguments;
      })(),
      'callee',
    ).get,
    '%revoke%': Proxy.revocable({}, {}).revoke,
    '%resolve%': Promise.withResolvers().resolve,
    '%reject%': Promise.withResolvers().reject,
  };
  const name = key => (typeof key === 'symbol' ? `[${key.description.replace('Symbol.', '@@')}]` : `.${key}`);
  const found = [];
  const seen = new Set();
  const queue = [];
  const visit = (path, value, owner, kind, home) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
    seen.add(value);
    queue.push([path, value]);
    if (typeof value === 'function') found.push({ name: path, owner, kind, home, f: value, constructs: native.isConstructor(value) });
  };
  const scan = (path, object) => {
    for (const key of ownKeys(object)) {
      const property = getOwnPropertyDescriptor(object, key);
      const at = object === globalThis ? name(key).slice(1) : path + name(key);
      const owner = object === globalThis ? '' : path;
      visit(at, property.value, owner, 'call', object);
      visit(`get ${at}`, property.get, owner, 'get', object);
      visit(`set ${at}`, property.set, owner, 'set', object);
    }
    if (object !== globalThis) visit(`proto ${path}`, proto(object), path, 'call');
  };
  seen.add(globalThis);
  scan('', globalThis);
  for (const path of Object.keys(made)) visit(path, made[path], '', 'call');
  while (queue.length > 0) scan(...queue.shift());
  return found;
}
