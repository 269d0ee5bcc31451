/*
 * Owns leaving out of the engine what can't be reached, where only we know that it can't: the body of such a function becomes a trap, and
 * wasm-opt then drops what only it needed. What must hold: each entry says why nobody comes there, a test of the guest shows it, and one that matches nothing
 * fails the build, so that it is taken out when the engine changes.
 */
import { readSections, readUnsigned, sectionId, unsigned, writeSections } from './wasm-sections.mjs';

const ofTheEngine = [
  // The engine's parser is compiled once for each kind of input. From UTF-16 only `eval` and the constructors of functions read, which refuse
  // before they parse (`HostHooks::ensure_can_compile_strings` in src/engine/realm.rs).
  { name: 'parser of UTF-16', of: /UTF16Input/ },
  // Replaced in src/engine/builtins/json.rs, which calls neither. `parse` brings a parser of its own.
  { name: 'JSON', of: /^<boa_engine::builtins::json::Json>::(parse|stringify|internalize_json_property|serialize_json_\w+)/ },
  // There are no modules, and our own loader refuses them (`NoModules` in src/engine/realm.rs).
  { name: 'modules', of: /boa_engine::module::source::SourceTextModule/ },
  { name: 'synthetic modules', of: /boa_engine::module::synthetic/ },
  { name: 'loader of modules', of: /boa_engine::module::loader::(SimpleModuleLoader|resolve_module_specifier)/ },
  { name: 'what is done with a module', of: /^<boa_engine::module::Module>::/ },
  { name: 'names of modules', of: /boa_engine::module::namespace::/ },
  // Replaced in src/engine/builtins/sort.rs, which calls the engine's for typed arrays alone. They bring a sort of Rust's along.
  { name: 'sort of arrays', of: /^<boa_engine::builtins::array::Array>::(sort|to_sorted)$/ },
  // The realm is given jobs of its own (src/engine/jobs.rs).
  { name: 'jobs', of: /boa_engine::job::SimpleJobExecutor/ },
  // Globals that the realm does not have (`REMOVED` in src/engine/realm.rs).
  { name: 'SharedArrayBuffer', of: /^<boa_engine::builtins::array_buffer::shared::SharedArrayBuffer>::/ },
  { name: 'Atomics', of: /boa_engine::builtins::atomics::(Atomics>|futex)::/ },
  { name: 'FinalizationRegistry', of: /^<boa_engine::builtins::finalization_registry::FinalizationRegistry>::/ },
  { name: 'WeakRef', of: /^<boa_engine::builtins::weak::weak_ref::WeakRef>::/ },
];

/** Names say the version of each crate: `boa_engine[a0b1c2]::`. */
const crateHash = /\[[0-9a-f]+\]/g;

/** Locals: none. `unreachable`, `end`. */
const trap = Buffer.of(0, 0x00, 0x0b);

/** `module`: with its names. Gives the bytes of the module without these functions' bodies. */
export function trim(module, unreachable = ofTheEngine) {
  const sections = readSections(module);
  const names = functionNames(sections);
  const left = new Set(unreachable);
  const dropped = name => {
    const entry = unreachable.find(({ of }) => of.test(name.replaceAll(crateHash, '')));
    if (entry) left.delete(entry);
    return entry !== undefined;
  };
  const code = withBodies(bodyOf(sections, sectionId.code), importedFunctions(sections), index => dropped(names.get(index) ?? ''));
  if (left.size > 0) throw new Error(`trim.mjs: nothing in the engine is called ${[...left].map(({ name }) => `"${name}"`).join(', ')}`);
  return writeSections(
    module,
    sections.map(section => (section.id === sectionId.code ? { ...section, body: code } : section)),
  );
}

function withBodies(section, first, isDropped) {
  const count = readUnsigned(section, 0);
  const parts = [section.subarray(0, count.next)];
  for (let index = 0, at = count.next; index < count.value; index++) {
    const size = readUnsigned(section, at);
    const next = size.next + size.value;
    parts.push(isDropped(first + index) ? Buffer.concat([unsigned(trap.length), trap]) : section.subarray(at, next));
    at = next;
  }
  return Buffer.concat(parts);
}

function importedFunctions(sections) {
  const body = bodyOf(sections, sectionId.import);
  const count = readUnsigned(body, 0);
  let functions = 0;
  let at = count.next;
  for (let index = 0; index < count.value; index++) {
    for (const _ of ['module', 'name']) {
      const length = readUnsigned(body, at);
      at = length.next + length.value;
    }
    if (body[at] !== 0) throw new Error('trim.mjs: the engine imports something else than functions');
    functions++;
    at = readUnsigned(body, at + 1).next;
  }
  return functions;
}

/** From the custom section `name`: index → name. */
function functionNames(sections) {
  const names = new Map();
  for (const { id, body } of sections) {
    if (id !== sectionId.custom) continue;
    const title = text(body, 0);
    if (title.value !== 'name') continue;
    for (let at = title.next; at < body.length; ) {
      const kind = body[at];
      const size = readUnsigned(body, at + 1);
      if (kind === 1) readNames(body, size.next, names);
      at = size.next + size.value;
    }
  }
  return names;
}

function readNames(body, from, names) {
  const count = readUnsigned(body, from);
  let at = count.next;
  for (let index = 0; index < count.value; index++) {
    const of = readUnsigned(body, at);
    const name = text(body, of.next);
    names.set(of.value, name.value);
    at = name.next;
  }
}

function text(bytes, at) {
  const length = readUnsigned(bytes, at);
  const next = length.next + length.value;
  return { value: Buffer.from(bytes.subarray(length.next, next)).toString('utf8'), next };
}

function bodyOf(sections, id) {
  const found = sections.find(section => section.id === id);
  if (!found) throw new Error(`the engine's module has no section ${id}`);
  return found.body;
}
