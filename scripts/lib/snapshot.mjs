/*
 * Owns starting the engine once, when it is built: the module is instantiated, makes its first guest, and its memory as it is then becomes
 * the initial data of the module that ships. So no page waits for the engine to make its realm, at the time when its code is not even
 * compiled. What must hold: what is kept is nothing but memory. While the guest is made the engine asks the platform for nothing that could
 * differ elsewhere, no table grows, and no global but the stack's pointer can change; a build where one of these is not so fails.
 * The idea is that of Wizer (Bytecode Alliance).
 */
import { readSections, readSigned, readUnsigned, sectionId, signed, unsigned, writeSections } from './wasm-sections.mjs';

const PAGE_BYTES = 65_536;
/** A segment's own head takes up to about so much. */
const GAP_BYTES = 16;
/** What `prepare` may ask of the platform: to call it back inside a `try`. */
const harmless = /^__wbg_attempt_/;

const i32Const = 0x41;
const end = 0x0b;

/** `module`: the bytes. `bindings`: wasm-bindgen's module as text that defines `bindings`. Gives the bytes of the started module. */
export function snapshot(module, bindings) {
  const sections = readSections(module);
  const globals = mutableGlobals(sections);
  if (globals !== 1)
    throw new Error(`a snapshot keeps memory and no globals, but ${globals} globals can change; one is the stack's pointer`);
  const { memory, asked } = started(module, bindings);
  const forbidden = [...asked].filter(name => !harmless.test(name));
  if (forbidden.length > 0)
    throw new Error(
      `while a guest is prepared the engine asked the platform for ${forbidden.join(', ')}: a snapshot would keep the answer`,
    );
  const bytes = Buffer.from(memory);
  const segments = segmentsOf(bytes, firstAddress(sections));
  const changed = new Map([
    [sectionId.memory, withPages(sections, bytes.length / PAGE_BYTES)],
    [sectionId.dataCount, unsigned(segments.length)],
    [sectionId.data, dataSection(segments)],
  ]);
  return writeSections(
    module,
    sections.map(({ id, body }) => ({ id, body: changed.get(id) ?? body })),
  );
}

/** Runs the module to where it has a guest. */
function started(module, bindings) {
  const asked = new Set();
  const watched = imports => Object.fromEntries(Object.entries(imports).map(([name, value]) => [name, watch(name, value)]));
  const watch = (name, value) =>
    typeof value !== 'function'
      ? value
      : (...args) => {
          asked.add(name);
          return value(...args);
        };
  const seen = {
    ...WebAssembly,
    Module: WebAssembly.Module,
    Instance: function Instance(of, imports) {
      return new WebAssembly.Instance(of, Object.fromEntries(Object.entries(imports).map(([from, names]) => [from, watched(names)])));
    },
  };
  const start = new Function('WebAssembly', `${bindings}\nconst { initSync, prepare } = bindings;\nreturn { initSync, prepare };`);
  const { initSync, prepare } = start(seen);
  const exports = initSync({ module: new WebAssembly.Module(module) });
  asked.clear();
  const tables = () =>
    Object.values(exports)
      .filter(value => value instanceof WebAssembly.Table)
      .map(table => table.length)
      .join();
  const before = tables();
  if (prepare() !== true)
    throw new Error('the engine could not make its first guest: run the core’s tests, or see what trim.mjs leaves out');
  if (tables() !== before) throw new Error('a table of the engine grew while a guest was prepared; a snapshot cannot keep that');
  return { memory: exports.memory.buffer, asked };
}

function bodyOf(sections, name) {
  const found = sections.find(({ id }) => id === sectionId[name]);
  if (!found) throw new Error(`the engine's module has no ${name} section`);
  return found.body;
}

function mutableGlobals(sections) {
  const body = bodyOf(sections, 'global');
  const count = readUnsigned(body, 0);
  let mutable = 0;
  let at = count.next;
  for (let index = 0; index < count.value; index++) {
    mutable += body[at + 1];
    if (body[at + 2] !== i32Const) throw new Error('a global of the engine starts from something else than a 32-bit constant');
    at = readSigned(body, at + 3).next + 1;
  }
  return mutable;
}

/** Where static data begins. Below it lies the stack, on which nothing lives between calls. */
function firstAddress(sections) {
  const body = bodyOf(sections, 'data');
  const count = readUnsigned(body, 0);
  let lowest = Number.POSITIVE_INFINITY;
  let at = count.next;
  for (let index = 0; index < count.value; index++) {
    if (body[at] !== 0 || body[at + 1] !== i32Const)
      throw new Error('a data segment of the engine is not placed when it is instantiated, at an address');
    const address = readSigned(body, at + 2);
    lowest = Math.min(lowest, address.value >>> 0);
    const size = readUnsigned(body, address.next + 1);
    at = size.next + size.value;
  }
  return lowest;
}

function withPages(sections, pages) {
  const body = bodyOf(sections, 'memory');
  const [count, flags] = body;
  const least = readUnsigned(body, 2);
  if (count !== 1) throw new Error('the engine has more than one memory');
  return Buffer.concat([Buffer.of(count, flags), unsigned(pages), body.subarray(least.next)]);
}

/** The stretches that are not zero. */
function segmentsOf(bytes, from) {
  const segments = [];
  for (let at = from; at < bytes.length; ) {
    if (bytes[at] === 0) {
      at++;
      continue;
    }
    const begin = at;
    let last = at;
    for (at++; at < bytes.length && at - last <= GAP_BYTES; at++) if (bytes[at] !== 0) last = at;
    segments.push({ address: begin, data: bytes.subarray(begin, last + 1) });
  }
  return segments;
}

function dataSection(segments) {
  const parts = segments.flatMap(({ address, data }) => [
    Buffer.of(0, i32Const),
    signed(address),
    Buffer.of(end),
    unsigned(data.length),
    data,
  ]);
  return Buffer.concat([unsigned(segments.length), ...parts]);
}
