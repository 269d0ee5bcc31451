/* What the build does to the engine's module after it is compiled: what can't be reached is left out, and the memory of a started engine is kept. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import binaryen from 'binaryen';
import { snapshot } from '../../scripts/lib/snapshot.mjs';
import { trim } from '../../scripts/lib/trim.mjs';

const bindings = `
let made;
const bindings = {
  initSync({ module }) {
    made = new WebAssembly.Instance(module, { glue: { __wbg_attempt_1: () => 0, now: () => 7 } });
    return made.exports;
  },
  prepare: () => made.exports.prepare() !== 0,
};`;

function compile(text) {
  const module = binaryen.parseText(text);
  module.setFeatures(binaryen.Features.MutableGlobals | binaryen.Features.ReferenceTypes | binaryen.Features.BulkMemory);
  assert.ok(module.validate());
  binaryen.setDebugInfo(true);
  const bytes = Buffer.from(module.emitBinary());
  module.dispose();
  return bytes;
}

const engine = (body, more = '') => `(module
  (import "glue" "__wbg_attempt_1" (func $attempt (result i32)))
  (import "glue" "now" (func $now (result i32)))
  (memory (export "memory") 1)
  (table (export "table") 4 funcref)
  (global $stack (mut i32) (i32.const 1024))
  ${more}
  (data (i32.const 1024) "static")
  (func (export "prepare") (result i32) ${body} (i32.const 1))
  (func (export "read") (param i32) (result i32) (i32.load8_u (local.get 0))))`;

const instance = bytes =>
  new WebAssembly.Instance(new WebAssembly.Module(bytes), { glue: { __wbg_attempt_1: () => 0, now: () => 7 } }).exports;

test('an instance begins with the memory that prepare left, and nothing of the stack', () => {
  const prepare = `(drop (call $attempt)) (drop (memory.grow (i32.const 1)))
    (i32.store8 (i32.const 1025) (i32.const 84)) (i32.store8 (i32.const 90000) (i32.const 9)) (i32.store8 (i32.const 900) (i32.const 5))`;
  const { memory, read } = instance(snapshot(compile(engine(prepare)), bindings));
  assert.equal(memory.buffer.byteLength, 2 * 65_536);
  assert.equal(Buffer.from(memory.buffer, 1024, 6).toString(), 'sTatic');
  assert.deepEqual([read(90_000), read(900)], [9, 0]);
});

const refused = {
  'an engine without a guest': [engine('(return (i32.const 0))'), /could not make its first guest/],
  'the clock asked': [engine('(drop (call $now))'), /asked the platform for now/],
  'a table that grows': [engine('(drop (table.grow 0 (ref.null func) (i32.const 1)))'), /a table of the engine grew/],
  'a second global that can change': [
    engine('(global.set $other (i32.const 1))', '(global $other (mut i32) (i32.const 0))'),
    /2 globals can change/,
  ],
};
for (const [what, [text, message]] of Object.entries(refused)) {
  test(`no snapshot of ${what}`, () => {
    assert.throws(() => snapshot(compile(text), bindings), message);
  });
}

const named = (...names) => `(module
  (import "glue" "__wbg_attempt_1" (func $attempt (result i32)))
  ${names.map((name, index) => `(func $"${name}" (export "f${index}") (result i32) (i32.const ${index}))`).join('\n')})`;

const unreachable = [
  { name: 'parser of texts', of: /^<engine::Parser<Text>>::/ },
  { name: 'loader', of: /Loader/ },
];

test('what is named as unreachable traps, and nothing else', () => {
  const names = ['<engine[a01]::Parser<Text>>::parse', 'load::<engine[a01]::Loader>', '<engine[a01]::Parser<Bytes>>::parse'];
  const { f0, f1, f2 } = instance(trim(compile(named(...names)), unreachable));
  assert.throws(f0, WebAssembly.RuntimeError);
  assert.throws(f1, WebAssembly.RuntimeError);
  assert.equal(f2(), 2);
});

test('a name that is no longer there is told', () => {
  assert.throws(
    () => trim(compile(named('<engine::Parser<Text>>::parse', 'other')), unreachable),
    /nothing in the engine is called "loader"/,
  );
});
