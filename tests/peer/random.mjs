/*
 * Owns writing random programs: statements, expressions and built-ins put together, all of it decided by the seed. What must hold: a program ends (loops
 * and functions use up `fuel`), its values stay small (`cap`), and it uses nothing whose answer the language leaves open (times, chance, careless
 * comparators, the last digits of transcendental functions). A throw is met where it happens and logged by name. Deliberately absent: syntax errors.
 */
import { Chance } from './chance.mjs';
import { expressions } from './expressions.mjs';

const setUp = `let fuel = 400; const burn = () => { if (--fuel < 0) throw 'fuel' }; const t = (n, v) => (log('t' + n), v);
const size = (v, left) => { if (left <= 0 || v === null || typeof v !== 'object') return 1; let n = 1; const parts = v instanceof Map ? [...v].flat() : v instanceof Set ? [...v] : Object.values(v); for (const p of parts) { n += size(p, left - n); if (n > left) break } return n };
const cap = v => typeof v === 'string' ? v.slice(0, 200) : typeof v === 'bigint' ? BigInt.asIntN(80, v) : size(v, 60) > 60 ? null : v;
const met = e => { const told = e instanceof Error ? e.name : e; log('met', told); return told };
const held = f => { try { return cap(f()) } catch (e) { return met(e) } };`;

const plainKeys = ['a: ', 'b: ', "'c': ", 'length: '];
/** In parameters some of them change the `length` of an arrow function, a known difference. */
const anyKeys = [...plainKeys, '1: ', "'0': ", "['a' + 1]: ", "[t(9, 'b')]: "];

/** A program as its statements; without any one of them it is a program too. */
export function statements(seed) {
  return new Writer(new Chance(seed)).program();
}

/** The program of these statements. */
export function written(lines) {
  return `\n${setUp}\n${lines.join('\n')}\nlog(fuel > 0)`;
}

class Writer {
  constructor(chance) {
    this.chance = chance;
    /** Names in scope, innermost last: `{ name, kind, fixed }`. */
    this.names = [];
    this.made = 0;
    this.loops = 0;
    this.labels = [];
    this.inFunction = 0;
    this.canAwait = true;
    this.canYield = false;
    this.expression = expressions(this);
  }

  program() {
    const lines = [];
    for (const kind of ['num', 'str', 'arr', 'obj']) lines.push(this.guarded(this.declare(kind)));
    const count = 5 + this.chance.below(9);
    for (let at = 0; at < count; at += 1) lines.push(this.guarded(this.statement(2)));
    lines.push(...this.names.map(({ name }) => `try { log('${name}', ${name}) } catch (e) { met(e) }`));
    return lines;
  }

  /** A declaration must be seen by what follows; all else may throw. */
  guarded(text) {
    if (/^(?:let|const) \w+ = cap\(/.test(text)) return text.replace('cap(', 'held(() => ');
    return /^(?:function|class|async function)\b/.test(text) || /^(?:let|const) /.test(text)
      ? text
      : `try { ${text} } catch (e) { met(e) }`;
  }

  value(kind, depth = 2) {
    return this.expression(kind, depth);
  }

  /** An expression of any kind. */
  any(depth = 2) {
    return this.value(this.chance.pick(['num', 'num', 'str', 'str', 'arr', 'obj', 'bool', 'any', 'any']), depth);
  }

  name(kind, change = false) {
    const fitting = this.names.filter(each => (kind === undefined || each.kind === kind) && !(change && each.fixed));
    return fitting.length > 0 ? this.chance.pick(fitting).name : undefined;
  }

  fresh(stem) {
    this.made += 1;
    return `${stem}${this.made}`;
  }

  add(name, kind, fixed = false) {
    this.names.push({ name, kind, fixed });
    return name;
  }

  declare(kind, depth = 2) {
    const value = this.value(kind, depth);
    const fixed = this.chance.percent(25);
    return `${fixed ? 'const' : 'let'} ${this.add(this.fresh(kind[0]), kind, fixed)} = cap(${value});`;
  }

  declaration() {
    return this.declare(this.chance.pick(['num', 'str', 'arr', 'obj', 'any', 'any']));
  }

  /** Statements with a scope of their own. */
  block(depth, before = '') {
    const outside = this.names.length;
    const lines = [];
    const count = 1 + this.chance.below(3);
    for (let at = 0; at < count; at += 1) lines.push(this.statement(depth - 1));
    this.names.length = outside;
    return `{ ${before}${lines.join(' ')} }`;
  }

  statement(depth) {
    const simple = ['log', 'log', 'assign', 'assign', 'update', 'declaration', 'mutate', 'evaluate', 'destructure', 'reassign'];
    const nested = [
      'branch',
      'loop',
      'loop',
      'attempt',
      'choose',
      'callable',
      'callable',
      'classes',
      'generator',
      'asynchronous',
      'labelled',
      'jump',
    ];
    return this[this.chance.pick(depth > 0 ? [...simple, ...nested] : [...simple, 'jump'])](depth);
  }

  log() {
    return `log(${this.any(3)});`;
  }

  evaluate() {
    return `(${this.any(3)});`;
  }

  assign() {
    const name = this.name(undefined, true);
    if (name === undefined) return this.log();
    const kind = this.names.find(each => each.name === name).kind;
    const small = this.chance.pick(['1', "'x'", '-2', '0', 'null', `t(1, ${this.chance.below(5)})`, '2.5', "'7'"]);
    return this.chance.pick([
      `${name} = cap(${this.value(kind)});`,
      `log(${name} = cap(${this.value(kind)}));`,
      `${name} ${this.chance.pick(['+=', '-=', '*=', '||=', '&&=', '??=', '|=', '%='])} ${small}; ${name} = cap(${name});`,
      `log(${name}, ${name} ${this.chance.pick(['+=', '-=', '*='])} ${small}, ${name}); ${name} = cap(${name});`,
      `log(cap(${name}) + (${name} = cap(${this.value(kind)})));`,
    ]);
  }

  update() {
    const name = this.name('num', true);
    if (name === undefined) return this.log();
    return this.chance.pick([
      `${name}++;`,
      `--${name};`,
      `log(${name}++ + ${name}, ${name}-- - --${name});`,
      `log([${name}, ${name}++, ++${name}]);`,
    ]);
  }

  mutate() {
    const list = this.name('arr') ?? '[3, 1]';
    const object = this.name('obj') ?? '({})';
    const [small, value, key] = [this.chance.below(4), `cap(${this.any()})`, this.chance.pick(['a', 'b', 'c', 'list', 'length', 'z'])];
    return this.chance.pick([
      `log(${list}.push(${value}));`,
      `log(${list}.pop(), ${list}.shift());`,
      `log(${list}.unshift(${value}), ${list}.length);`,
      `log(${list}.splice(${small}, ${this.chance.below(3)}, ${value}));`,
      `${list}.length = ${small};`,
      `${list}[${this.chance.below(6)}] = ${value};`,
      `log(${list}.reverse().length, ${list}.sort().length);`,
      `log(${list}.fill(${this.value('num', 0)}, ${small}), ${list}.copyWithin(0, ${small}));`,
      `${object}.${key} = ${value};`,
      `${object}[${this.value('str', 1)}] = ${value};`,
      `log(delete ${object}.${key}, Object.keys(${object}));`,
      `log(Object.assign(${object}, { ${key}: ${value} }));`,
      `log(delete ${list}[${small}], ${list});`,
      `Object.${this.chance.pick(['freeze', 'seal', 'preventExtensions'])}(${this.chance.pick([list, object])});`,
      `log(${object}.${key}?.[${small}]?.b, ${object}.${key} ??= ${small});`,
      `${list}[${list}.length - 1] = ${list}[0] = ${value};`,
      `${object}.a = ${small}; log(${object}.a++, ++${object}.a, ${object}.a **= 2, ${object}['a'] -= 1);`,
    ]);
  }

  /** A pattern over names that `bind` makes or gives. */
  pattern(kind, bind, depth = 1, keys = anyKeys) {
    const inner = () => {
      const target = depth > 0 && this.chance.percent(25) ? this.pattern(this.chance.pick(['arr', 'obj']), bind, depth - 1, keys) : bind();
      return this.chance.percent(40) ? `${target} = ${this.any(1)}` : target;
    };
    const parts = Array.from({ length: 1 + this.chance.below(3) }, () => inner());
    if (kind === 'arr') {
      if (this.chance.percent(20)) parts.splice(this.chance.below(parts.length), 0, '');
      if (this.chance.percent(30)) parts.push(`...${bind()}`);
      return `[${parts.join(', ')}]`;
    }
    const properties = parts.map(part => this.chance.pick(keys) + part);
    const rest = this.chance.percent(30) ? bind() : '';
    // A rest that is a property is a known difference.
    if (/^\w+$/.test(rest)) properties.push(`...${rest}`);
    return `{ ${properties.join(', ')} }`;
  }

  source(kind) {
    return this.chance.percent(8) ? this.any(1) : this.value(kind, 2);
  }

  destructure() {
    const kind = this.chance.pick(['arr', 'obj']);
    const made = [];
    const pattern = this.pattern(kind, () => {
      const name = this.fresh('d');
      made.push(name);
      return name;
    });
    const text = `let ${pattern} = ${this.source(kind)};`;
    if (this.chance.percent(50)) return `{ ${text} log(${made.join(', ')}); }`;
    return `((${pattern}) => log(${made.join(', ')}))(${this.source(kind)});`;
  }

  reassign() {
    const kind = this.chance.pick(['arr', 'obj']);
    const object = this.name('obj') ?? '({})';
    const bind = () => this.name('any', true) ?? this.name('num', true) ?? `${object}.${this.chance.pick(['a', 'q'])}`;
    return `log((${this.pattern(kind, () => (this.chance.percent(30) ? `${object}['b']` : bind()))} = cap(${this.source(kind)})));`;
  }

  branch(depth) {
    const otherwise = this.chance.percent(50) ? ` else ${this.block(depth)}` : '';
    return `if (${this.any()}) ${this.block(depth)}${otherwise}`;
  }

  looped(body) {
    this.loops += 1;
    const text = body();
    this.loops -= 1;
    return text;
  }

  loop(depth) {
    return this.looped(() => {
      const outside = this.names.length;
      const name = this.fresh('i');
      const head = this.chance.pick(['for', 'for', 'of', 'of', 'in', 'while', 'do', 'pattern', 'for await', 'entries']);
      this.add(
        name,
        head === 'for' || head === 'while' || head === 'do' ? 'num' : 'any',
        head !== 'for' ? head !== 'of' : this.chance.percent(70),
      );
      const text = this.loopOf(head, name, depth);
      this.names.length = outside;
      return text;
    });
  }

  loopOf(head, name, depth) {
    const burn = 'burn(); ';
    const times = 1 + this.chance.below(4);
    if (head === 'for') return `for (let ${name} = 0; ${name} < ${times}; ${name}++) ${this.block(depth, burn)}`;
    if (head === 'of') return `for (let ${name} of ${this.iterable()}) ${this.block(depth, burn)}`;
    if (head === 'in') return `for (const ${name} in ${this.any(1)}) ${this.block(depth, burn)}`;
    if (head === 'for await' && this.canAwait)
      return `for await (const ${name} of [1, Promise.resolve(${this.value('num', 1)}), ${this.any(1)}]) ${this.block(depth, burn)}`;
    if (head === 'while') return `{ let ${name} = ${times}; while (${name}-- > 0) ${this.block(depth, burn)} }`;
    if (head === 'do') return `{ let ${name} = 0; do ${this.block(depth, burn)} while (++${name} < ${times}); }`;
    const more = this.add(this.fresh('k'), 'any', true);
    if (head === 'pattern')
      return `for (const [${name}, ${more} = ${this.any(1)}] of [[1], ${this.value('arr', 1)}, 'xy']) ${this.block(depth, burn)}`;
    return `for (const [${name}, ${more}] of Object.entries(${this.value('obj', 1)})) ${this.block(depth, burn)}`;
  }

  iterable() {
    return this.chance.pick([
      this.value('arr', 2),
      this.value('arr', 2),
      "'héy'",
      `new Set(${this.value('arr', 1)})`,
      `new Map([[1, ${this.any(1)}], ['k', 2]])`,
      `(function* () { try { yield ${this.any(1)}; yield 2; yield 3 } finally { log('closed') } })()`,
      `{ [Symbol.iterator]: () => { let n = 0; return { next: () => (log('next'), { value: n, done: n++ > 2 }), return: () => (log('return'), {}) } } }`,
    ]);
  }

  attempt(depth) {
    const caught = this.fresh('e');
    const outside = this.names.length;
    const body = this.block(depth);
    const told = this.add(this.fresh('c'), 'any', true);
    const handler = this.block(depth, `const ${told} = met(${caught}); `);
    this.names.length = outside;
    const raise = this.chance.percent(40)
      ? `if (${this.value('bool', 1)}) throw ${this.chance.pick(["new RangeError('r')", "'text'", 'null', '{ a: 1 }'])}; `
      : '';
    const last = this.chance.percent(50) ? ` finally ${this.block(depth)}` : '';
    return `try { ${raise}${body} } catch (${caught}) ${handler}${last}`;
  }

  choose(depth) {
    this.loops += 1;
    const cases = Array.from({ length: 1 + this.chance.below(3) }, () => {
      const stop = this.chance.percent(60) ? ' break;' : '';
      return `case ${this.any(1)}: ${this.block(depth)}${stop}`;
    });
    if (this.chance.percent(60)) cases.splice(this.chance.below(cases.length + 1), 0, `default: ${this.block(depth)}`);
    this.loops -= 1;
    return `switch (${this.any(1)}) { ${cases.join(' ')} }`;
  }

  labelled(depth) {
    const label = this.fresh('l');
    this.labels.push(label);
    const text = `${label}: ${this.loop(depth)}`;
    this.labels.pop();
    // `while` and `do` loops come in a block of their own, which `continue` cannot name.
    return /^l\d+: \{/.test(text) ? text.replaceAll(`continue ${label}`, `break ${label}`) : text;
  }

  jump() {
    const choices = [];
    if (this.loops > 0) choices.push(`if (${this.value('bool', 1)}) break;`);
    for (const label of this.labels)
      choices.push(`if (${this.value('bool', 1)}) continue ${label};`, `if (${this.value('bool', 1)}) break ${label};`);
    if (this.inFunction > 0) choices.push(`if (${this.value('bool', 1)}) return ${this.any(1)};`);
    if (this.canYield) choices.push(`log('sent', yield ${this.any(1)});`, `yield* ${this.iterable()};`);
    if (this.canAwait) choices.push(`log(await ${this.any(1)});`, `log(${this.any(1)}, await t(4, ${this.any(1)}), ${this.any(1)});`);
    return choices.length > 0 ? this.chance.pick(choices) : this.log();
  }

  /** What is said in a function of its own: no jump leads out of it. */
  within(settings, body) {
    const { loops, labels, canAwait, canYield } = this;
    Object.assign(this, { loops: 0, labels: [], canAwait: false, canYield: false }, settings);
    this.inFunction += 1;
    const outside = this.names.length;
    const text = body();
    this.names.length = outside;
    this.inFunction -= 1;
    Object.assign(this, { loops, labels, canAwait, canYield });
    return text;
  }

  parameters() {
    const made = Array.from({ length: this.chance.below(4) }, () => {
      // What is given may be an object, whose conversion in `p++` is a known difference.
      const name = this.add(this.fresh('p'), this.chance.pick(['any', 'any', 'arr']));
      return this.chance.percent(35) ? `${name} = ${this.any(1)}` : name;
    });
    if (this.chance.percent(25)) {
      const pattern = this.pattern(this.chance.pick(['arr', 'obj']), () => this.add(this.fresh('p'), 'any'), 1, plainKeys);
      made.push(pattern + (this.chance.percent(60) ? ' = []' : ''));
    }
    if (this.chance.percent(20)) made.push(`...${this.add(this.fresh('p'), 'arr')}`);
    return made.join(', ');
  }

  given() {
    return Array.from({ length: this.chance.below(4) }, () => (this.chance.percent(12) ? `...${this.value('arr', 1)}` : this.any(1))).join(
      ', ',
    );
  }

  callable(depth) {
    const name = this.fresh('f');
    const text = this.within({}, () => {
      const head = `(${this.parameters()})`;
      const body = this.block(depth, 'burn(); ');
      const last = `return ${this.any(2)};`;
      return this.chance.pick([
        `function ${name}${head} { ${body} ${last} }`,
        `const ${name} = ${head} => { ${body} ${last} };`,
        `const ${name} = function ${head} { ${body} ${this.chance.percent(30) ? 'log(arguments.length, [...arguments]);' : ''} ${last} };`,
      ]);
    });
    this.add(name, 'fn', true);
    return `${text} try { log(${name}(${this.given()})); log(${name}(${this.given()})) } catch (e) { met(e) }`;
  }

  generator(depth) {
    const name = this.fresh('g');
    const body = this.within(
      { canYield: true },
      () => `(${this.parameters()}) { burn(); yield ${this.any(1)}; ${this.block(depth)} ${this.block(depth)} return ${this.any(1)} }`,
    );
    const use = this.chance.pick([
      `log([...${name}(${this.given()})]);`,
      `for (const x of ${name}(${this.given()})) { burn(); log(x); if (x) break }`,
      `const it = ${name}(${this.given()}); log(it.next(), it.next('sent'), it.return('r'), it.next());`,
      `const it = ${name}(); log(it.next()); log(it.throw(new EvalError('into'))); log(it.next());`,
      `const [x, ...y] = [...${name}(${this.given()})]; log(x, y);`,
    ]);
    return `function* ${name}${body} try { ${use} } catch (e) { met(e) }`;
  }

  asynchronous(depth) {
    if (!this.canAwait) return this.callable(depth);
    const name = this.fresh('a');
    const body = this.within(
      { canAwait: true },
      () => `(${this.parameters()}) { burn(); ${this.block(depth)} await ${this.any(1)}; ${this.block(depth)} return ${this.any(1)} }`,
    );
    const use = this.chance.pick([
      `log(await ${name}(${this.given()}));`,
      `log(await Promise.all([${name}(${this.given()}), ${name}(), 5]));`,
      `${name}(${this.given()}).then(v => log('then', v), met); log('between'); await null; await null;`,
      `log(await Promise.allSettled([${name}(), Promise.reject(1)]));`,
    ]);
    return `async function ${name}${body} try { ${use} } catch (e) { met(e) }`;
  }

  classes(depth) {
    const name = this.fresh('C');
    const own = body => this.within({}, body);
    const members = [
      () => `x = ${this.any(1)};`,
      () => `static s = ${this.any(1)};`,
      () => `#p = ${this.value('num', 1)}; bump() { return this.#p++ + this.#p }`,
      () => own(() => `m(${this.parameters()}) { burn(); ${this.block(depth)} return this.x }`),
      () => `get v() { log('get v'); return ${this.any(1)} } set v(w) { log('set v', w) }`,
      () => `[t(7, 'k' + ${this.chance.below(3)})] = ${this.any(1)};`,
      () => `static { log('static', this.s) }`,
      () => own(() => `*[Symbol.iterator]() { yield this.x; yield* ${this.value('arr', 1)} }`),
      () => `toString() { return 'C' + this.x }`,
      () => `valueOf() { return ${this.value('num', 1)} }`,
      () => own(() => `constructor(...c) { ${this.chance.percent(50) ? 'this.y = c;' : `log(new.target.name, ${this.any(1)});`} }`),
    ];
    const chosen = this.chance.some(members, 2 + this.chance.below(4)).map(member => member());
    const sub = `class ${name}B extends ${name} { constructor(q) { super(q, 1); this.z = super.x ?? q } m() { return [super.m?.(1), 'sub'] } }`;
    const use = this.chance.some(
      [
        `log(new ${name}(1))`,
        `log(new ${name}(2).m?.(${this.given()}))`,
        `log(new ${name}().bump?.())`,
        `{ const o = new ${name}(); o.v = o.v; log(o) }`,
        `log([...new ${name}()])`,
        `log(\`\${new ${name}()}\`, new ${name}() + 1)`,
        `{ ${sub} log(new ${name}B(3), new ${name}B(4).m()) }`,
        `log(${name}.s, ${name}.name, Object.getOwnPropertyNames(${name}.prototype))`,
      ],
      3,
    );
    return `try { class ${name} { ${chosen.join(' ')} } ${use.map(each => `try { ${each} } catch (e) { met(e) }`).join(' ')} } catch (e) { met(e) }`;
  }
}
