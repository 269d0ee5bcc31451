/*
 * Owns js/seal.ts for plain Node, which reads no TypeScript before version 22.
 */
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './places.mjs';

const options = { bundle: true, write: false, format: 'esm', platform: 'node', target: 'node20', logLevel: 'warning' };
const { outputFiles } = await build({ ...options, entryPoints: [join(root, 'js/seal.ts')] });
const address = `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`;

export const { contentOf, digestOf } = await import(address);
