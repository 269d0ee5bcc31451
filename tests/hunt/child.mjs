/*
 * Owns one process of the hunt: `node child.mjs FROM COUNT`. What must hold: it tells its parent of every seed it begins and ends, so that one that
 * ends the process is known; it ends with its parent.
 */
import { createSandbox } from '../../pkg/node.js';
import { hostile } from './hostile.mjs';
import { hunt } from './hunt.mjs';

const [from, count] = process.argv.slice(2).map(Number);
const tell = process.send ? message => process.send(message) : message => message.found && console.log(JSON.stringify(message));
process.once('disconnect', () => process.exit());
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, error => tell({ seed: -1, done: true, kind: event, found: String(error?.stack ?? error) }));

function* inputs() {
  for (let seed = from; seed < from + count; seed += 1) yield hostile(seed);
}

const sandbox = createSandbox({ maxWorkers: 2, warm: 2 });
await sandbox.warm();
const counts = await hunt(sandbox, inputs(), tell);
await sandbox.dispose();
tell({ counts });
if (process.connected) process.disconnect();
