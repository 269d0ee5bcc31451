/* Owns looking at one input: `node tests/hunt/show.mjs SEED` shows its code and what comes of it. */
import { createSandbox } from '../../pkg/node.js';
import { hostile } from './hostile.mjs';
import { attempt } from './hunt.mjs';

const input = hostile(Number(process.argv[2]));
const { code, ...rest } = input;
console.log(rest);
console.log(code.length > 6_000 ? `${code.slice(0, 3_000)}\n…\n${code.slice(-1_000)}` : code);
const sandbox = createSandbox();
await sandbox.warm();
for (const { result, tookMs } of await attempt(sandbox, input)) {
  const { status, error, value, logs, stats } = result;
  console.log(status, error ? `${error.name}: ${error.message}` : value, `${Math.round(tookMs)} ms`, stats);
  console.log(logs.slice(0, 9).map(({ text }) => text.slice(0, 200)));
}
await sandbox.dispose();
