/*
 * Owns what starting says when it fails, and that it comes back: the address, the MIME type, the policy, of worker and engine.
 */
import { strict as assert } from 'node:assert';
import { inPage, pageTest } from './harness.mjs';

const html = { status: 200, contentType: 'text/html', body: '<!doctype html><title>the app</title>' };

/** What `warm` rejects with, in a sandbox with these options. */
const startError = (run, options) =>
  run(async ({ countersign, data }) => {
    const sandbox = countersign.createSandbox(data);
    try {
      await sandbox.warm();
      return { name: 'none' };
    } catch (error) {
      return { name: error.name, message: error.message, ours: countersign.SandboxError.is(error, 'StartFailed') };
    } finally {
      await sandbox.dispose();
    }
  }, options);

/** A case that must fail to start, and say so in these words. `policy`: the page's, instead of the server's. */
function refuses(name, words, { route, options, policy }) {
  pageTest(name, async (page, { run, origin }) => {
    if (route) await page.route(route[0], typeof route[1] === 'function' ? route[1] : request => request.fulfill(route[1]));
    if (policy) {
      await page.route('**/blank', request => under(request, policy));
      await page.reload();
    }
    const error = await startError(run, options);
    assert.equal(error.name, 'StartFailed', error.message);
    assert.equal(error.ours, true);
    for (const word of words) assert.match(error.message, word instanceof RegExp ? word : new RegExp(word.replace('{origin}', origin)));
  });
}

/** The server's answer with this policy instead of its own. */
async function under(route, policy) {
  const response = await route.fetch();
  await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
}

refuses('no worker at its address', ['{origin}/pkg/none.js', '404', 'workerUrl'], { options: { workerUrl: '/pkg/none.js' } });

refuses('the default worker is missing', ['{origin}/pkg/worker.js', '404', 'workerUrl'], { route: ['**/pkg/worker.js', { status: 404 }] });

refuses("an app's page instead of the worker", ['{origin}/app/worker.js', 'HTML', 'workerUrl'], {
  route: ['**/app/worker.js', html],
  options: { workerUrl: '/app/worker.js' },
});

refuses('a worker of the wrong MIME type', ['{origin}/pkg/worker.js', "MIME type 'text/plain'", 'text/javascript'], {
  route: ['**/pkg/worker.js', { status: 200, contentType: 'text/plain', body: 'postMessage(1)' }],
});

refuses('a worker that is another script', ["does not speak this package's language"], {
  route: ['**/pkg/worker.js', { status: 200, contentType: 'text/javascript', body: 'postMessage({ hello: 1 })' }],
});

refuses('a worker that fails as it starts', [/no such thing/], {
  route: ['**/pkg/worker.js', { status: 200, contentType: 'text/javascript', body: 'throw new Error("no such thing")' }],
});

refuses('a worker of another origin', ['another origin', 'https://cdn\\.invalid'], {
  route: [
    'https://cdn.invalid/**',
    { status: 200, contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' }, body: '' },
  ],
  options: { workerUrl: 'https://cdn.invalid/worker.js' },
  policy: "script-src 'self' 'wasm-unsafe-eval'",
});

refuses('a page whose policy has no place for workers', ['Content-Security-Policy', 'worker-src'], {
  policy: "default-src 'self'; worker-src 'none'",
});

refuses('no engine at its address', ['{origin}/pkg/none.wasm', '404', '`wasm`'], { options: { wasm: '/pkg/none.wasm' } });

refuses('the default engine is missing', ['{origin}/pkg/countersign_bg.wasm', '404', '`wasm`'], { route: ['**/*.wasm', { status: 404 }] });

refuses("an app's page instead of the engine", ['{origin}/pkg/countersign_bg.wasm', 'HTML'], { route: ['**/*.wasm', html] });

refuses('something else instead of the engine', ['is not WebAssembly', "'application/octet-stream'"], {
  route: ['**/*.wasm', { status: 200, contentType: 'application/octet-stream', body: 'hello' }],
});

const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 7\n';
for (const contentType of ['application/wasm', 'application/octet-stream'])
  refuses(`a Git LFS pointer served as ${contentType}`, ['{origin}/pkg/countersign_bg.wasm', 'Git LFS pointer'], {
    route: ['**/*.wasm', { status: 200, contentType, body: pointer }],
  });

refuses('half an engine', ['{origin}/pkg/countersign_bg.wasm', 'could not be compiled'], {
  route: ['**/*.wasm', { status: 200, contentType: 'application/wasm', body: Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 99]) }],
});

refuses('a worker whose policy forbids WebAssembly', ['Content-Security-Policy', "'wasm-unsafe-eval'"], {
  route: ['**/pkg/worker.js', route => under(route, "default-src 'self'; script-src 'self'")],
});

pageTest('a start that failed is not held against the next', async (page, { run }) => {
  let broken = true;
  await page.route('**/*.wasm', route => (broken ? route.fulfill({ status: 503 }) : route.continue()));
  await page.exposeFunction('mend', () => {
    broken = false;
  });
  await run(async ({ countersign, rejects }) => {
    const sandbox = countersign.createSandbox();
    await Promise.all([rejects(sandbox.warm(), 'StartFailed'), rejects(sandbox.run({ code: 'return 1' }), 'StartFailed')]);
    await globalThis.mend();
    await sandbox.warm();
    await sandbox.dispose();
  });
});

pageTest('an engine of the wrong MIME type is accepted', async (page, { run }) => {
  await page.route('**/*.wasm', async route => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-type': 'application/octet-stream' } });
  });
  assert.deepEqual(await startError(run, undefined), { name: 'none' });
});

inPage(
  'the engine may be an address, a response, bytes or a module; addresses are meant from the page',
  async ({ countersign }) => {
    const address = '../pkg/countersign_bg.wasm';
    const bytes = await (await fetch(address)).arrayBuffer();
    const forms = [
      address,
      new URL(address, location.href),
      await fetch(address),
      bytes,
      new Uint8Array(bytes),
      await WebAssembly.compile(bytes),
    ];
    for (const wasm of forms) {
      const sandbox = countersign.createSandbox({ wasm, workerUrl: './pkg/worker.js' });
      await sandbox.warm();
      await sandbox.dispose();
    }
    const own = countersign.createSandbox({ worker: () => new Worker('/pkg/worker.js', { type: 'module' }) });
    await own.warm();
    await own.dispose();
  },
  { needsPage: true },
);

pageTest('importing the package starts and asks nothing', async (page, { run }) => {
  const asked = [];
  page.on('request', request => asked.push(new URL(request.url()).pathname));
  await run(({ countersign }) => void countersign.createSandbox());
  assert.deepEqual([page.workers().length, asked.filter(path => /worker|wasm/.test(path))], [0, []]);
});

inPage('a page keeps to its own origin', async ({ countersign, equal }) => {
  const sandbox = countersign.createSandbox();
  await sandbox.warm();
  const outside = performance.getEntriesByType('resource').filter(({ name }) => new URL(name).origin !== location.origin);
  equal(outside.length, 0);
  await sandbox.dispose();
});
