/*
 * Owns pkg/index.d.ts: tsc's declarations of js/index.ts and of everything it reaches, rolled into one file. What must hold: what
 * index.ts does not export is not exported, though it may be named by what is. A form this file does not know is an error, never
 * a silent loss. Deliberately absent: renaming; two modules with declarations of the same name do not roll.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { nodeTool, root } from './places.mjs';
import { run } from './run.mjs';

const emitted = join(root, '.cache/declarations');

export async function buildTypes() {
  rmSync(emitted, { recursive: true, force: true });
  await run(nodeTool('tsc'), ['-p', 'tsconfig.declarations.json']);
  writeFileSync(join(root, 'pkg/index.d.ts'), roll(join(emitted, 'index.d.ts')));
}

/** One text for the module `entry` and all it reaches. */
export function roll(entry) {
  const modules = new Map();
  load(entry, modules);
  const exported = exportsOf(entry, modules);
  const owners = new Map();
  const outside = new Set();
  const parts = [];
  for (const [path, module] of modules) {
    for (const line of module.outside) outside.add(line);
    for (const { name } of module.declarations) {
      if ((owners.get(name) ?? path) !== path) throw new Error(`${name} is declared in both ${short(owners.get(name))} and ${short(path)}`);
      owners.set(name, path);
    }
    parts.push(...module.declarations.map(({ name, comment, text }) => `${comment}${exported.has(name) ? 'export ' : ''}${text}`));
  }
  for (const name of exported) if (!owners.has(name)) throw new Error(`${name} is exported but declared nowhere`);
  return `${[...outside, ...parts].join('\n')}\nexport {};\n`;
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

/** Splits a declaration file into statements: tsc starts each in the first column and ends its body there. */
function parse(text, path) {
  const module = { outside: [], inside: new Set(), declarations: [], reexports: [], exports: new Set() };
  let comment = '';
  for (const statement of statements(text)) {
    if (statement.startsWith('/*') || statement.startsWith('//')) {
      comment = statement.startsWith('/**') ? `${statement}\n` : '';
      continue;
    }
    read(statement, comment, module, path);
    comment = '';
  }
  return module;
}

function statements(text) {
  const found = [];
  let open = '';
  for (const line of text.split('\n')) {
    const starts = /^(?:\/\*|\/\/|import\b|export\b|declare\b|interface\b|type\b)/.test(line);
    if (starts && open.trim()) {
      found.push(open.trim());
      open = '';
    }
    open += `${line}\n`;
  }
  return open.trim() ? [...found, open.trim()] : found;
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
      if (from.startsWith('.')) module.inside.add(resolve(path, from));
      else module.outside.push(`import type { ${names(list).join(', ')} } from '${from}';`);
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
  if (!form) throw new Error(`${short(path)}: the roll of declarations does not know this form:\n${statement}`);
  const [pattern, add] = form;
  add(module, path, ...pattern.exec(statement).slice(1), comment);
}

function exportsOf(path, modules) {
  const module = modules.get(path);
  const found = new Set(module.exports);
  for (const { from, names: chosen } of module.reexports) for (const name of chosen ?? exportsOf(from, modules)) found.add(name);
  return found;
}

const resolve = (path, specifier) => join(dirname(path), specifier.replace(/\.(?:js|ts)$/, '.d.ts'));
const short = path => relative(root, path);
