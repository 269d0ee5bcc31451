/*
 * Tries one function with a value in every place and form; gives what went wrong, one text for each. With `onlyReals` it gives what
 * real values did, without comparing.
 *
 * `native.attempt(f, how, self, args, value)` is one call in a run of its own: a text of everything that can be seen of it, in which the value
 * itself is `⟦v⟧`, or `cut`. With the pending value it must say `cut`, or what every real value says.
 */
(native, entry, thorough, onlyReals) => {
  const { defineProperty, get, getPrototypeOf, has, ownKeys, setPrototypeOf } = Reflect;
  const { f, name, owner, kind, constructs } = entry;

  const reals = [
    () => undefined, () => null, () => true, () => false, () => 0, () => 1, () => -1, () => NaN, () => '', () => 'a', () => 0n, () => [], () => [1], () => ({}),
    () => ({ id: 1 }), () => new Date(0), () => new Map([[1, 2]]), () => new Set([1]), () => /a/g, () => new Uint8Array([1]), () => new ArrayBuffer(4), () => new Error('e'),
  ];
  const few = [reals[0], reals[3], reals[5], reals[12], reals[14]];

  // Guest functions that say how they were called. What is called until it says null must say so some time.
  const cb = (give = () => undefined) => {
    let calls = 0;
    return function (...args) {
      native.note(this, args);
      return ++calls > 5 ? null : give();
    };
  };
  const iterable = function* (...values) {
    yield* values;
  };
  const setlike = (has, ...keys) => ({ size: keys.length, has: () => has, keys: () => keys.values() });

  const selves = {
    '': [() => undefined],
    'Object.prototype': [() => ({ a: 1 }), () => cb()],
    'Function.prototype': [() => cb(), () => class A {}],
    'Array.prototype': [() => [], () => [1, 2], () => ['b', undefined, 'a'], () => [[1], [[2]]], () => ({ length: 2, 0: 'x', 1: 'y' })],
    'ArrayBuffer.prototype': [() => new ArrayBuffer(8)],
    'BigInt.prototype': [() => 5n],
    'Boolean.prototype': [() => true],
    'Date.prototype': [() => new Date(86400000)],
    'DataView.prototype': [() => new DataView(new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]).buffer)],
    'Map.prototype': [() => new Map([[1, 2]]), () => new Map()],
    'Number.prototype': [() => 1234.5],
    'Set.prototype': [() => new Set([1, 2])],
    'String.prototype': [() => 'abca', () => '', () => '10'],
    // Neither goes on for ever, whatever else they are told to be.
    'RegExp.prototype': [() => /b/g, () => /(a)/y],
    'Symbol.prototype': [() => Symbol('s')],
    'Error.prototype': [() => new Error('e')],
    'Promise.prototype': [() => Promise.resolve(1), () => Promise.reject(2)],
    'WeakMap.prototype': [() => new WeakMap()],
    'WeakSet.prototype': [() => new WeakSet()],
    'Iterator.prototype': [() => iterable(1, 2), () => [].values()],
    'URLSearchParams.prototype': [() => new URLSearchParams('a=1&b=2')],
    'TextEncoder.prototype': [() => new TextEncoder()],
    'TextDecoder.prototype': [() => new TextDecoder()],
    'URL.prototype': [() => new URL('https://a.b:1/c?d=e#f')],
    '%TypedArray%.prototype': [() => new Uint8Array([2, 1]), () => new Uint8Array(), () => new BigInt64Array([1n])],
    '%ArrayIterator%': [() => [1, 2].values()],
    '%MapIterator%': [() => new Map([[1, 2]]).values()],
    '%SetIterator%': [() => new Set([1]).values()],
    '%StringIterator%': [() => 'ab'[Symbol.iterator]()],
    '%RegExpStringIterator%': [() => 'ab'.matchAll(/a/g)],
    '%IteratorHelper%': [() => iterable(1, 2).map(x => x)],
    '%WrapForValidIterator%': [() => Iterator.from({ next: () => ({ done: true, value: 1 }) })],
    '%GeneratorFunction%.prototype.prototype': [() => iterable(1, 2)],
    '%AsyncGeneratorFunction%.prototype.prototype': [
      () =>
        (async function* () {
          yield 1;
        })(),
    ],
    '%AsyncIterator%': [() => ({})],
    '%URLSearchParamsIterator%': [() => new URLSearchParams('a=1').entries()],
    Array: [() => Array, () => class extends Array {}],
    Promise: [() => Promise, () => class extends Promise {}],
  };
  // The statics of a class and the functions of a namespace: on what they are found on.
  const self = selves[owner] ?? (/^[A-Za-z0-9%]+$/.test(owner) ? [() => entry.home] : undefined);
  if (self === undefined) return [`${name}: nothing is known to call it on; give ${owner} a line in matrix/try.js`];

  const fillings = [
    () => [],
    () => [cb(), cb(), cb()],
    () => [[2, 1], cb(), [1]],
    () => [cb(), 0, [1]],
    () => [0, 0, 0],
    () => [1, 2, 3],
    () => ['a', 'b', 'a'],
    () => ['b', cb()],
    () => [/b/g, cb()],
    () => [[[1, 2]], cb()],
    () => [[{ id: 1 }], cb()],
    () => [{ a: 1 }, 'a', { value: 1, configurable: true }],
    () => [{ a: 1 }, { b: 2 }, { c: 3 }],
    () => [{ a: 1 }, { b: { value: 1 } }],
    () => [{ a: [1] }, cb(), 1],
    () => [{ a: [1] }, ['a'], ' '],
    () => ['a', { value: 1 }],
    () => [{ a: 1 }, 'a', 'b', {}],
    () => [cb(), undefined, [1, 2]],
    () => [class {}, [1], class {}],
    () => [new Map([[1, 2]]), cb()],
    () => [new Set([1, 3]), 0],
    () => [setlike(true, 1), 0],
    () => [new Uint8Array([1, 2]), 0, 1],
    () => [new ArrayBuffer(8), 0, 1],
    () => [Promise.resolve(1)],
    () => [[Promise.resolve(1), 2]],
    () => [Symbol.iterator, 0],
    () => [true, false],
    () => [new Date(0)],
    () => [10n, 2n],
    () => [8, 10n],
    () => ['{"a":[1]}', cb(), 1],
    () => [{}, {}],
    () => ['2020-01-01T00:00:00Z'],
    () => ['https://a.b/c?d=e#f', 'https://x.y'],
    () => ['m', { cause: 1 }],
    () => [[new Error('e')], 'm', { cause: 1 }],
    () => [null, null],
    () => [iterable(1, 2), cb()],
    () => [{ raw: ['a', 'b'] }, 1, 2],
    () => [2020, 1, 1],
    () => [{ length: 2, 0: 'x', 1: 'y' }, cb()],
    () => ['YWJj', 0],
    () => [-1, -1],
  ];

  // Where what decides is rarely there, and comes first.
  const telling = {
    TextDecoder: () => ['utf-8', {}],
    'TextDecoder.prototype.decode': () => [new Uint8Array([97, 226]), {}],
    'Object.defineProperty': () => [{ a: 1 }, 'a', { value: 1 }],
    'Reflect.defineProperty': () => [{ a: 1 }, 'a', { value: 1 }],
    'Object.defineProperties': () => [{ a: 1 }, { a: { value: 1 } }],
    'String.prototype.localeCompare': () => ['9', 'en', {}],
  };
  if (Object.hasOwn(telling, name)) fillings.unshift(telling[name]);
  else if (/prototype\.toLocale.*String$/.test(name)) fillings.unshift(() => ['en', {}]);

  const hows = kind === 'call' && constructs ? ['call', 'new'] : ['call'];
  const attempt = (how, makeSelf, makeArgs) => native.attempt(f, how, makeSelf(), makeArgs());

  // Of what fills the other places, one of each outcome is enough.
  const most = thorough ? 10 : onlyReals ? 2 : 4;
  const bases = [];
  for (const how of hows) {
    for (const makeSelf of thorough ? self : self.slice(0, 3)) {
      const outcomes = new Set();
      for (const makeArgs of fillings) {
        const outcome = attempt(how, makeSelf, makeArgs);
        const brief = outcome.replace(/§.*?(§?)$/, '$1');
        if (brief === 'cut' || outcomes.has(brief)) continue;
        outcomes.add(brief);
        bases.push({ how, makeSelf, makeArgs, at: outcomes.size - 1 });
        if (outcomes.size >= most) break;
      }
    }
  }

  const holds = value => ((typeof value === 'object' && value !== null) || typeof value === 'function') && value !== entry.home;
  // The names an object is asked for, and its own.
  const asked = (base, place, object) => {
    if (!holds(object)) return [];
    const names = new Set(ownKeys(object).slice(0, 5));
    const trap = forward => (target, key, receiver) => {
      names.add(key);
      return forward(target, key, receiver);
    };
    setPrototypeOf(object, new Proxy(getPrototypeOf(object) ?? {}, { get: trap(get), has: trap(has) }));
    const args = base.makeArgs();
    if (place >= 0) args[place] = object;
    native.attempt(f, base.how, place < 0 ? object : base.makeSelf(), args);
    return [...names].filter(key => typeof key === 'symbol' || key.length < 20);
  };

  const with_ = (object, key, property) => {
    defineProperty(object, key, { configurable: true, enumerable: true, ...property }) || defineProperty(object, key, property);
    return object;
  };
  // Values made of the value and what is in the place otherwise.
  const forms = (there, names) => {
    const list = [
      ['[v]', v => [v]],
      ['[v, 1]', v => [v, 1]],
      ['[1, v]', v => [1, v]],
      ['[v, undefined]', v => [v, undefined]],
      ['[[v, 1]]', v => [[v, 1]]],
      ['[[1, v]]', v => [[1, v]]],
      ['{ a: v }', v => ({ a: v })],
      ['frozen { a: v }', v => Object.freeze({ a: v })],
      ['iterable of v', v => iterable(v, 1)],
      ['values of [v]', v => [v, 1].values()],
      ['map to v', v => new Map([[1, v]])],
      ['promise of v', v => Promise.resolve(v)],
      ['set of v', v => setlike(true, v, 1)],
      ['set that has v', v => setlike(v, 1)],
      ['() => v', v => cb(() => v)],
      ['() => [v]', v => cb(() => [v])],
      ['() => 1', () => cb(() => 1)],
    ];
    for (const key of names) {
      // That of an array is the language's own affair.
      if (key === 'length' && Array.isArray(there())) continue;
      const shown = String(key);
      list.push([`with ${shown}: v`, v => with_(there(), key, { value: v, writable: true })]);
      list.push([`with get ${shown}() → v`, v => with_(there(), key, { get: () => v, set: undefined })]);
      list.push([`with ${shown}() → v`, v => with_(there(), key, { value: cb(() => v), writable: true })]);
    }
    return list;
  };

  // What is not the built-ins' affair, and why.
  const excused = new Map([
    ['with Symbol(Symbol.toPrimitive)() → v', 'the engine itself converts; lowered code looks at what functions of these names give'],
    ['with toString() → v', 'the same'],
    ['with valueOf() → v', 'the same'],
    ['with return() → v', 'the engine itself closes iterators; lowered code looks at what functions of this name give'],
    ['with get Symbol(Symbol.match)() → v', 'lowered code looks at what getters of this name give'],
    ['with prototype: v', 'what is made has the pending value as its prototype, and whatever asks it asks that'],
    ['with get prototype() → v', 'the same'],
    ['with get resolve() → v', 'it is called, unless there is nothing to resolve'],
  ]);

  const wrong = [];
  const compare = (what, base, build, all) => {
    const run = v => {
      // Making what holds the value may be looking at it.
      const built = native.built(() => {
        try {
          return build(v);
        } catch {
          return null;
        }
      });
      if (built === null) return null;
      return built === undefined ? 'cut' : native.attempt(f, base.how, ...built, v).replace(/ §$/, '');
    };
    if (onlyReals) {
      for (const make of thorough ? few : [few[2], few[4]]) {
        const v = make();
        wrong.push(`${what}, others ${native.text(base.makeArgs())}, ${native.text(v)}: ${run(v)}`);
      }
      return;
    }
    let seen;
    // The pending value first; all of them from the same line, as stacks tell lines.
    for (const make of [native.pending, ...(all ? reals : few)]) {
      const v = make();
      const text = native.text(v);
      const outcome = run(v);
      if (seen === undefined) {
        seen = outcome;
        if (seen === 'cut' || seen === null) return;
        continue;
      }
      const wanted = typeof v === 'object' && v !== null ? seen : seen.replaceAll('⟦v⟧', text);
      if (outcome === null || (native.text(v) === text && outcome === wanted)) continue;
      wrong.push(`${what}, others ${native.text(base.makeArgs())}: ${text} ${outcome}, the pending value ${seen}`);
      return;
    }
  };
  // Whether nothing in this place changes anything, nor is asked for anything.
  const ignored = (base, place) => {
    const put = value => {
      const args = base.makeArgs();
      if (place < 0) return native.attempt(f, base.how, value, args);
      args[place] = value;
      return native.attempt(f, base.how, base.makeSelf(), args);
    };
    const samples = [...reals, () => cb(), () => setlike(true, 1), () => iterable(1)].map(make => put(make()));
    return samples.every(outcome => outcome === samples[0]) && asked(base, place, {}).length === 0 && asked(base, place, cb()).length === 0;
  };
  for (const base of bases) {
    const count = base.makeArgs().length;
    for (let place = -1; place < 3; place++) {
      // One place past the arguments that are there is enough: what stands between would be undefined.
      if (place > count || (place === -1 && base.how === 'new')) continue;
      const there = place === -1 ? base.makeSelf : () => base.makeArgs()[place];
      const build = make => v => {
        const args = base.makeArgs();
        if (place === -1) return [make(v), args];
        args[place] = make(v);
        return [base.makeSelf(), args];
      };
      const where = `${base.how === 'new' ? 'new ' : ''}${name}, ${place === -1 ? 'this' : `argument ${place + 1}`}`;
      compare(`${where} = v`, base, build(v => v), true);
      if ((!thorough && base.at > 1) || (!onlyReals && ignored(base, place))) continue;
      const names = asked(base, place, there());
      for (const [form, make] of forms(there, names)) if (!excused.has(form)) compare(`${where} = ${form}`, base, build(make), false);
    }
  }
  return wrong;
}
