/*
 * Owns what both engines run before the programs: `encode`, which writes a value down so that nothing that differs is lost (-0, holes, order of
 * keys, shared references, classes), and `attempt`, which runs one program and answers `{ log, end }`. What must hold: it uses the built-ins as they
 * were before any program ran. It is one expression, since it is put into the text of a run; what differs in itself would show in every program.
 */
(() => {
  const { getPrototypeOf, getOwnPropertyDescriptor } = Object;
  const { ownKeys, apply } = Reflect;
  const { stringify } = JSON;
  const { isArray } = Array;
  const isNegativeZero = value => Object.is(value, -0);
  const text = String;
  const tagOf = Object.prototype.toString;
  const functionText = Function.prototype.toString;
  const mapForEach = Map.prototype.forEach;
  const setForEach = Set.prototype.forEach;
  const timeOf = Date.prototype.getTime;
  const patternText = RegExp.prototype.toString;
  const { join, push } = Array.prototype;
  const has = Map.prototype.has;
  const get = Map.prototype.get;
  const set = Map.prototype.set;
  const TypedArray = getPrototypeOf(Uint8Array);
  const kinds = [Error, Map, Set, Date, RegExp, Promise, WeakMap, WeakSet, ArrayBuffer, DataView, TypedArray, URL, URLSearchParams];

  const plainNumber = value => (isNegativeZero(value) ? '-0' : text(value));
  const list = items => apply(join, items, [', ']);

  function encode(value, seen = new Map()) {
    switch (typeof value) {
      case 'string':
        return stringify(value);
      case 'number':
        return plainNumber(value);
      case 'bigint':
        return `${value}n`;
      case 'function':
        return functionWords(value);
      case 'object':
        return value === null ? 'null' : encodeObject(value, seen);
      default:
        return text(value);
    }
  }

  function functionWords(value) {
    const name = getOwnPropertyDescriptor(value, 'name')?.value;
    const isClass = apply(functionText, value, []).slice(0, 5) === 'class';
    return `${isClass ? 'class' : 'function'} ${typeof name === 'string' ? name : '?'}/${value.length}`;
  }

  function encodeObject(value, seen) {
    if (apply(has, seen, [value])) return `#${apply(get, seen, [value])}`;
    apply(set, seen, [value, seen.size]);
    const inside = [];
    const add = words => apply(push, inside, [words]);
    const head = contents(value, add, inner => encode(inner, seen));
    for (const key of ownKeys(value)) {
      if (typeof key === 'string' && isPart(value, key)) continue;
      const words = property(value, key, seen);
      if (words !== undefined) add(words);
    }
    return `${head}{${list(inside)}}`;
  }

  /** What a value holds apart from its properties; its kind. */
  function contents(value, add, inner) {
    const own = kinds.find(kind => value instanceof kind);
    const name = className(value);
    if (isArray(value)) return `${name === 'Array' ? '' : name}[${value.length}]`;
    if (name === 'DOMException') {
      // Here an `Error` of that name.
      add(`~name: ${stringify(value.name)}`);
      return 'Error';
    }
    if (own === Error) return name;
    if (own === Map) apply(mapForEach, value, [(each, key) => add(`${inner(key)} => ${inner(each)}`)]);
    if (own === Set) apply(setForEach, value, [each => add(inner(each))]);
    if (own === Date) return `${name}(${plainNumber(apply(timeOf, value, []))})`;
    if (own === RegExp) return `${name}(${apply(patternText, value, [])})`;
    if (own === URL || own === URLSearchParams) return `${name}(${value})`;
    if (own === ArrayBuffer) return `${name}(${new Uint8Array(value)})`;
    if (own === DataView) return `${name}(${value.byteOffset}+${value.byteLength})`;
    if (value instanceof Number || value instanceof String || value instanceof Boolean) return `${name}(${inner(value.valueOf())})`;
    return `${name}${apply(tagOf, value, []) === '[object Object]' ? '' : apply(tagOf, value, [])}`;
  }

  function className(value) {
    const prototype = getPrototypeOf(value);
    if (prototype === null) return 'null';
    const made = getOwnPropertyDescriptor(prototype, 'constructor')?.value;
    const name = typeof made === 'function' ? getOwnPropertyDescriptor(made, 'name')?.value : undefined;
    return name === 'Object' ? '' : typeof name === 'string' ? name : '?';
  }

  /** What engines word in their own way, or `contents` has written. */
  function isPart(value, key) {
    if (value instanceof Error) return key === 'message' || key === 'stack';
    return (isArray(value) && key === 'length') || (value instanceof RegExp && key === 'lastIndex' && value.lastIndex === 0);
  }

  function property(value, key, seen) {
    const found = getOwnPropertyDescriptor(value, key);
    if (found === undefined) return undefined;
    const marks = (found.enumerable ? '' : '~') + (found.writable === false ? '!' : '') + (found.configurable ? '' : '^');
    const name = typeof key === 'symbol' ? text(key) : key;
    if (found.get || found.set) return `${marks}${name}: ${found.get ? 'get' : ''}${found.set ? 'set' : ''}`;
    return `${marks}${name}: ${encode(found.value, seen)}`;
  }

  const nameOf = error => (error instanceof Error ? text(error.name) : encode(error));

  async function attempt(program) {
    const lines = [];
    const log = (...values) => {
      if (lines.length < 500) apply(push, lines, [list(values.map(value => encode(value)))]);
    };
    let end;
    try {
      end = `returns ${encode(await program(log, encode))}`;
    } catch (error) {
      end = `throws ${nameOf(error)}`;
    }
    return { log: lines, end };
  }

  return attempt;
})();
