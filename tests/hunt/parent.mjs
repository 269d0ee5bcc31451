/*
 * Owns the hunt from outside: processes that try inputs, and what is left when one dies. What must hold: a process that dies or stands still is a find of
 * the inputs it was at, and the hunt goes on behind them.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const child = fileURLToPath(new URL('./child.mjs', import.meta.url));
const SILENCE_MS = 60_000;

/** Tries the seeds; gives the finds, `{ seed, kind, found }`, and how many inputs of which kind. */
export async function huntSeeds(from, count, told = () => undefined) {
  const finds = [];
  const counts = {};
  const found = find => {
    finds.push(find);
    told(find);
  };
  const end = from + count;
  for (let next = from; next < end; ) {
    const { begun, under, died } = await one(next, end - next, found, counts);
    if (!died) break;
    for (const seed of under) found({ seed, kind: 'the process', found: died });
    next = Math.max(next, begun) + 1;
  }
  return { finds, counts };
}

/** One process; `begun` is the last seed it began, `under` those it had not done with. */
function one(from, count, found, counts) {
  return new Promise(resolve => {
    const process = fork(child, [String(from), String(count)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const under = new Set();
    let [begun, whole, silent] = [from - 1, false, false];
    let timer;
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        silent = true;
        process.kill('SIGKILL');
      }, SILENCE_MS);
    };
    heard();
    process.on('message', message => {
      heard();
      if (message.counts) {
        whole = true;
        for (const [kind, number] of Object.entries(message.counts)) counts[kind] = (counts[kind] ?? 0) + number;
      } else if (!message.done) {
        begun = Math.max(begun, message.seed);
        under.add(message.seed);
      } else {
        under.delete(message.seed);
        if (message.found) found(message);
      }
    });
    process.on('exit', (code, signal) => {
      clearTimeout(timer);
      const died = whole ? undefined : silent ? `said nothing for ${SILENCE_MS} ms` : `ended with ${signal ?? code}`;
      resolve({ begun, under, died });
    });
  });
}
