/*
 * Owns what a worker does, wherever it runs: it loads the engine, joins it to the channel, and keeps the next instance ready. What must hold:
 * each run gets an instance no other run had. Deliberately absent: logic; how a run goes is the core's affair, whether this worker lives on
 * is the page's.
 */
import { instantiate } from 'countersign-glue';
import type { Engine } from './engine.js';
import { EngineUnavailable, loadModule, type ReadFile } from './engine-load.js';
import { HostLink } from './host-link.js';
import { Outbox } from './outbox.js';
import type { Finish, FromWorker, StartRequest, ToWorker } from './protocol.js';
import { messageOf } from './words.js';

type Out = Outbox<FromWorker>;

let module: WebAssembly.Module | undefined;
let next: Engine | undefined;
let link: HostLink | undefined;

/** What deals with each message of the page. `send` posts one, or several at once. */
export function serve(
  send: (message: FromWorker | readonly FromWorker[]) => void,
  readFile?: ReadFile,
): (data: ToWorker | readonly ToWorker[]) => void {
  const out = new Outbox(send);
  const receive = (message: ToWorker): void => {
    if (message.type === 'load') void load(message, out, readFile);
    else if (message.type === 'start') void start(message.request, out);
    else link?.settle(message.id, message.reply);
  };
  return data => [data].flat().forEach(receive);
}

async function load(source: Extract<ToWorker, { type: 'load' }>, out: Out, readFile: ReadFile | undefined): Promise<void> {
  try {
    module = await loadModule(source, readFile);
    next = prepared(module);
    out.post(source.module ? { type: 'ready' } : { type: 'ready', module });
  } catch (error) {
    const cause = error instanceof EngineUnavailable ? error.why : 'instantiate';
    out.post({ type: 'start-failed', cause, message: messageOf(error) });
  }
}

async function start(request: StartRequest, out: Out): Promise<void> {
  const own = new HostLink(out);
  link = own;
  const finish = await run(request, own);
  own.close();
  out.post({ type: 'finished', finish });
  // The page gets its answer before the next instance is made.
  if (!finish.poisoned) setTimeout(prepareNext, 0);
}

async function run(request: StartRequest, host: HostLink): Promise<Finish> {
  try {
    if (!module) throw new Error('the engine was not loaded');
    const engine = next ?? prepared(module);
    next = undefined;
    return await (request.journal.length > 0 ? engine.resume(request, host) : engine.run(request, host));
  } catch (error) {
    const message = `the engine broke: ${messageOf(error)}`;
    return { status: 'failed', error: { name: 'EngineCrash', message }, poisoned: true, stats: { guestMs: 0, peakMemoryBytes: 0 } };
  }
}

function prepareNext(): void {
  try {
    if (module && !next) next = prepared(module);
  } catch {
    // The next run tries again, and says so if it fails.
  }
}

function prepared(from: WebAssembly.Module): Engine {
  const engine = instantiate(from);
  engine.prepare();
  return engine;
}
