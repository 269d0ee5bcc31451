/*
 * Owns the examples of the docs as programs: the JavaScript blocks of a page, one after another, as one TypeScript file. What must hold: a block
 * stands as it is on its page; the first sets the scene, and what later ones declare stays in each, but for what they import. `app.d.ts` declares
 * what an app has of its own.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './places.mjs';

/** The JavaScript blocks of a page, and those of components in TypeScript, in order. */
export const blocksOf = page =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```(?:jsx?|tsx)\n(.*?)^```$/gms)].map(([, text]) => text);

/** Pages for users whose examples speak of the package. */
const pages = () =>
  ['README.md', ...readdirSync(join(root, 'docs')).map(name => `docs/${name}`)].filter(page => setsTheScene(blocksOf(page)));
const setsTheScene = blocks => blocks[0]?.includes("from 'countersign'") === true;

export const importLine = /^import \{ (.*) \} from '(.*)';\n/gm;
/** What the blocks import, each name once, whatever of it a later block says once more. */
export const importsIn = texts => {
  const origins = new Map(
    texts.flatMap(text => [...text.matchAll(importLine)].flatMap(([, names, from]) => names.split(', ').map(name => [name, from]))),
  );
  return [...origins].map(([name, from]) => `import { ${name} } from '${from}';\n`).join('');
};
/** A block of its own, where nothing is imported or exported. */
const blockOf = text => `{\n${text.replace(importLine, '').replaceAll(/^export /gm, '')}}\n`;

const OF_THE_APP = `/* What the examples take from the app around them. */
import type { Functions, PendingCall } from 'countersign';
declare global {
  const functions: Functions;
  const model: import('ai').LanguageModel;
  /** A client of the MCP SDK. */
  const client: import('@modelcontextprotocol/sdk/client/index.js').Client;
  /** A dialog of the app's: the rows somebody said yes to, and no to. */
  function showCard(pending: PendingCall[], signal?: AbortSignal): Promise<{ ticked: string[]; unticked: string[] }>;
}
`;

/** Writes them, and answers with the folder: a TypeScript project. */
export function writeExamples() {
  const folder = join(root, '.cache/examples');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const page of pages()) {
    const [scene, ...others] = blocksOf(page);
    const program = [importsIn([scene, ...others]), scene.replace(importLine, ''), ...others.map(blockOf)].join('\n');
    writeFileSync(join(folder, `${page.replaceAll(/\W+/g, '-')}.tsx`), program);
  }
  writeFileSync(join(folder, 'app.d.ts'), OF_THE_APP);
  // What a doc shows is JavaScript: what its reader would have to annotate is not asked of it.
  const compilerOptions = { noImplicitAny: false, exactOptionalPropertyTypes: true, jsx: 'react-jsx' };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tests/types/tsconfig.package.json', compilerOptions, include: ['.'] }),
  );
  return folder;
}
