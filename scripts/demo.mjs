/*
 * Owns `npm run demo`: set up, build, and serve www/ as it lies, beside pkg/. `--port N` chooses the port, `--no-build` serves
 * what is there, `--quick` builds in less time. What must hold: the page imports `../pkg/index.js`, which is the same file here and on any static server
 * that serves the checkout.
 */
import { join } from 'node:path';
import { root } from './lib/places.mjs';
import { serve } from './lib/serve.mjs';
import { setup } from './setup.mjs';

const args = process.argv.slice(2);

try {
  if (!args.includes('--no-build')) {
    await setup('build');
    await (await import('./build.mjs')).build({ quick: args.includes('--quick') });
  }
  const folders = { '/www/': join(root, 'www'), '/pkg/': join(root, 'pkg') };
  const { origin } = await serve({ folders, redirects: { '/': '/www/' }, port: portOf(args) });
  console.log(`\ncountersign's demo: ${origin}/www/   (Ctrl-C ends it)`);
} catch (error) {
  console.error(
    error.code === 'EADDRINUSE' ? `Port ${portOf(args)} is in use; choose another: npm run demo -- --port 4321` : error.message,
  );
  process.exitCode = 1;
}

function portOf(list) {
  const port = list.includes('--port') ? Number(list[list.indexOf('--port') + 1]) : 4173;
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error('--port takes a number from 0 to 65535');
  return port;
}
