/*
 * Owns pkg/index.d.ts and pkg/card.d.ts: of tsc's declarations, those that an entry exports and those that they name, in one file. What must hold:
 * what the entry does not export is not exported, though it is there if it is named; what it adds to the global scope stays. A form this file does not know is an
 * error, never a silent loss. Deliberately absent: renaming; two declarations of the same name do not roll.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { plugs } from './bundle.mjs';
import { root } from './places.mjs';
import { tsc } from './run.mjs';

const emitted = join(root, '.cache/declarations');

export async function buildTypes() {
  rmSync(emitted, { recursive: true, force: true });
  await tsc(['-p', 'tsconfig.declarations.json']);
  const index = join(emitted, 'index.d.ts');
  for (const name of plugs) writeFileSync(join(root, `pkg/${name}.d.ts`), roll(join(emitted, name, 'index.d.ts'), index));
  writeFileSync(join(root, 'pkg/index.d.ts'), roll(join(emitted, 'index.d.ts')));
  writeFileSync(join(root, 'pkg/inline.d.ts'), "export * from './index.js';\n");
  // Nobody imports it for what it exports.
  writeFileSync(join(root, 'pkg/worker.d.ts'), 'export {};\n');
  writeFileSync(join(root, 'pkg/card.d.ts'), roll(join(emitted, 'card-element/index.d.ts'), index));
}

/** One text for what the module `entry` exports. What the entry `beside` exports is imported from its file there, so that there is one of each. */
export function roll(entry, beside) {
  const modules = new Map();
  load(entry, modules);
  for (const [path, { globals }] of modules) if (path !== entry && globals.length > 0) throw unknownForm(path, globals[0]);
  const exported = exportsOf(entry, modules);
  const owners = new Map();
  const outside = new Set();
  if (beside) shareWith(beside, modules);
  const { globals } = modules.get(entry);
  for (const name of [...exported, ...globals.flatMap(text => [...wordsOf(text)])]) include(name, entry, modules, owners, outside);
  const parts = [];
  for (const [path, module] of modules) {
    for (const { name, comment, text } of module.declarations) {
      if (owners.get(name) === path) parts.push(`${comment}${exported.has(name) ? 'export ' : ''}${text}`);
    }
  }
  return `${[...outside].sort().join('\n')}\n${[...parts, ...globals].join('\n')}\nexport {};\n`;
}

/** Stands in for the modules whose exports `beside` passes on. */
function shareWith(beside, modules) {
  const shared = new Map();
  load(beside, shared);
  for (const name of exportsOf(beside, shared)) {
    for (const module of modules.values()) {
      if (!module.declarations.some(declaration => declaration.name === name)) continue;
      module.declarations = module.declarations.filter(declaration => declaration.name !== name);
      module.outside.set(name, './index.js');
    }
  }
}

/** Notes who declares `name`, as the module at `path` sees it, and whatever the declaration names in turn. */
function include(name, path, modules, owners, outside) {
  const module = modules.get(path);
  const own = module.declarations.filter(declaration => declaration.name === name);
  if (own.length === 0) {
    const from = module.imports.get(name) ?? module.reexports.find(({ names: chosen, from }) => has(chosen, from, name, modules))?.from;
    if (from) include(name, from, modules, owners, outside);
    else if (module.outside.has(name)) outside.add(`import type { ${name} } from '${module.outside.get(name)}';`);
    return;
  }
  const owner = owners.get(name);
  if (owner === path) return;
  if (owner) throw new Error(`${name} is declared in both ${short(owner)} and ${short(path)}: one file cannot hold the two`);
  owners.set(name, path);
  for (const { text } of own) for (const word of wordsOf(text)) include(word, path, modules, owners, outside);
}

const has = (chosen, from, name, modules) => (chosen ? chosen.includes(name) : exportsOf(from, modules).has(name));
const wordsOf = text => new Set(text.replaceAll(/\/\*[\s\S]*?\*\//g, '').match(/[A-Za-z_$][\w$]*/g));

function exportsOf(path, modules) {
  const module = modules.get(path);
  const found = new Set(module.exports);
  for (const { from, names: chosen } of module.reexports) for (const name of chosen ?? exportsOf(from, modules)) found.add(name);
  return found;
}

/** Depth first, so that what is used stands before its user. */
function load(path, modules) {
  if (modules.has(path)) return;
  const module = parse(readFileSync(path, 'utf8'), path);
  modules.set(path, undefined);
  for (const from of module.inside) load(from, modules);
  modules.delete(path);
  modules.set(path, module);
}

function parse(text, path) {
  const module = {
    outside: new Map(),
    inside: new Set(),
    imports: new Map(),
    declarations: [],
    globals: [],
    reexports: [],
    exports: new Set(),
  };
  let comment = '';
  let open = [];
  for (const line of text.split('\n')) {
    if (open.length === 0 && isComment(line)) {
      comment = line.startsWith('/**') ? `${line}\n` : `${comment}${line}\n`;
    } else if (open.length > 0 || line !== '') {
      open.push(line);
      if (!ends(line, open[0])) continue;
      read(open.join('\n'), comment.startsWith('/**') ? comment : '', module, path);
      comment = '';
      open = [];
    }
  }
  if (open.length > 0) throw unknownForm(path, open.join('\n'));
  return module;
}

const isComment = line => /^(?:\/\*| \*|\/\/)/.test(line);

/** tsc indents what is inside a statement, ends a body with a brace of its own line and everything else with a semicolon. */
function ends(line, first) {
  if (line.startsWith('    ') || isComment(line)) return false;
  return /^(?:export )?(?:declare )?(?:abstract )?(?:class|interface|enum|global|module)\b/.test(first)
    ? line.endsWith('}')
    : line.endsWith(';');
}

const names = text =>
  text
    .split(',')
    .map(name => name.trim().replace(/^type /, ''))
    .filter(Boolean);

/** The forms tsc emits, each with what it adds to a module. */
const forms = [
  [/^export \{\};$/, () => {}],
  [
    /^import (?:type )?\{([^}]*)\} from ['"](.+)['"];$/,
    (module, path, list, from) => {
      const inside = from.startsWith('.');
      if (inside) module.inside.add(resolve(path, from));
      for (const name of names(list)) {
        if (inside) module.imports.set(name, resolve(path, from));
        else module.outside.set(name, from);
      }
    },
  ],
  [
    /^export (?:type )?(\*|\{[^}]*\}) from ['"](\..+)['"];$/,
    (module, path, list, from) => {
      module.inside.add(resolve(path, from));
      module.reexports.push({ from: resolve(path, from), names: list === '*' ? undefined : names(list.slice(1, -1)) });
    },
  ],
  [
    /^export (?:type )?\{([^}]*)\};$/,
    (module, _path, list) => {
      for (const name of names(list)) module.exports.add(name);
    },
  ],
  [/^(declare (?:global|module '[^']+') \{[\s\S]*\})$/, (module, _path, text, comment) => module.globals.push(`${comment}${text}`)],
  [
    /^(export )?((?:declare )?(?:abstract )?(?:class|interface|type|function|const|enum) ([\w$]+)[\s\S]*)$/,
    (module, _path, exported, text, name, comment) => {
      module.declarations.push({ name, comment, text });
      if (exported) module.exports.add(name);
    },
  ],
];

function read(statement, comment, module, path) {
  const renames = /^(?:import|export)[^;]*\{[^}]*\bas\b[^}]*\}(?: from .*)?;$/.test(statement);
  const form = renames ? undefined : forms.find(([pattern]) => pattern.test(statement));
  if (!form) throw unknownForm(path, statement);
  const [pattern, add] = form;
  add(module, path, ...pattern.exec(statement).slice(1), comment);
}

const unknownForm = (path, statement) => new Error(`${short(path)}: the roll of declarations does not know this form:\n${statement}`);
const resolve = (path, specifier) => join(dirname(path), specifier.replace(/\.(?:js|ts)$/, '.d.ts'));
const short = path => relative(root, path);
