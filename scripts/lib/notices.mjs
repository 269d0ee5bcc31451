/*
 * Owns the text of THIRD_PARTY_NOTICES: whose work is inside pkg/, and under which terms. What must hold: it names every crate compiled into the
 * engine and every npm package bundled into pkg/, each with a licence text; a package that brings no text gets its licence's own, with the authors
 * its manifest names. Deliberately absent: packages that only tests and the build use.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, wasmTarget } from './places.mjs';
import { ask } from './run.mjs';

const INTRO = `Third-party notices of countersign

The files of pkg/ contain work of others, listed here with the terms it comes under. Where its authors offer a choice
of licences, the text is that of one of them. Made by \`npm run notices\`.`;

/** The licences we take where there is a choice, best first, and how files that hold another are called. */
const CHOICE = [
  { file: /mit/i, others: /apache|unlicense|bsd|zlib|boost|^copying$/i },
  { file: /boost/i, others: /apache/i },
];

/** The whole text. Needs crates' sources, as cargo keeps them, node_modules, and pkg/. */
export function notices() {
  const all = [...crates(), ...bundled(), standardLibrary()];
  const unlicense = all.flatMap(({ unchosen }) => unchosen).find(({ name }) => /^unlicense$/i.test(name))?.text;
  const groups = new Map();
  for (const one of all) {
    const texts = one.texts.length > 0 ? one.texts.map(({ text }) => text) : [standardText(one, unlicense)];
    const text = texts.map(tidy).join('\n\n');
    groups.set(text, [...(groups.get(text) ?? []), `${one.name} ${one.version} (${one.license})`.replace('  ', ' ')]);
  }
  const parts = [...groups].map(([text, names]) => [names.sort().join('\n'), text]).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${[INTRO, ...parts.map(([names, text]) => `${'─'.repeat(100)}\n${names}\n\n${text}`)].join('\n\n')}\n`;
}

/** What is linked into the module: not what only builds it, nor what only writes code for it. */
function crates() {
  const said = ask('cargo', ['metadata', '--format-version', '1', '--filter-platform', wasmTarget, '--locked']);
  if (!said) throw new Error('cargo metadata failed; run it to see why');
  const { packages, resolve } = JSON.parse(said);
  const byId = new Map(packages.map(one => [one.id, one]));
  const nodes = new Map(resolve.nodes.map(node => [node.id, node]));
  const found = new Set();
  const open = [resolve.root];
  while (open.length > 0) {
    for (const { pkg, dep_kinds: kinds } of nodes.get(open.pop()).deps) {
      const written = byId.get(pkg).targets.some(target => target.kind.includes('proc-macro'));
      if (written || found.has(pkg) || !kinds.some(({ kind }) => kind === null)) continue;
      found.add(pkg);
      open.push(pkg);
    }
  }
  return [...found].map(id => {
    const { name, version, license, authors, manifest_path: manifest } = byId.get(id);
    return { name, version, license, authors: authors.map(withoutAddress), ...textsIn(dirname(manifest)) };
  });
}

/** esbuild marks what comes from where. */
export function bundledNames() {
  const texts = readdirSync(join(root, 'pkg'))
    .filter(name => name.endsWith('.js'))
    .map(name => readFileSync(join(root, 'pkg', name), 'utf8'));
  const names = texts.flatMap(text => [...text.matchAll(/^ *\/\/ node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm)].map(([, name]) => name));
  return [...new Set(names)].sort();
}

function bundled() {
  return bundledNames().map(name => {
    const folder = join(root, 'node_modules', name);
    const { version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { name, version, license, authors: [withoutAddress(author?.name ?? author ?? `the authors of ${name}`)], ...textsIn(folder) };
  });
}

const standardLibrary = () => ({
  name: 'The Rust standard library',
  version: '',
  license: 'MIT OR Apache-2.0',
  authors: ['The Rust Project Developers (see https://thanks.rust-lang.org)'],
  texts: [],
  unchosen: [],
});

function textsIn(folder) {
  const names = readdirSync(folder).filter(name => /^(?:licen[sc]e|copying|copyright|notice|unlicense)/i.test(name));
  const choice = CHOICE.find(({ file }) => names.some(name => file.test(name)));
  const read = list => list.map(name => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
  const isOther = name => choice?.others.test(name) === true;
  return { texts: read(names.filter(name => !isOther(name))), unchosen: read(names.filter(isOther)) };
}

function standardText({ name, license, authors }, unlicense) {
  if (/\bMIT\b/.test(license) && !/Unlicense/.test(license)) return mit(authors.join(', '));
  if (/Unlicense/.test(license) && unlicense) return unlicense;
  throw new Error(`${name} brings no licence text, and '${license}' has none here`);
}

const withoutAddress = author => author.replace(/ *<[^>]*>/g, '').trim();
const tidy = text =>
  text
    .replaceAll('\r', '')
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')
    .trim();

const mit = holders => `MIT License

Copyright (c) ${holders}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE,
ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
