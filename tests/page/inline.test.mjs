/*
 * Owns the entry that is one module: it runs as the other does, asks for nothing else, gives its addresses back, and can be imported where no page is.
 */
import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { root } from '../../scripts/lib/places.mjs';
import { pageTest } from './harness.mjs';

const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; connect-src 'none'";

/** A case with the inline entry, under the policy that it needs. */
function inlineTest(name, body, data) {
  pageTest(name, async (page, context) => {
    await page.route('**/blank', async route => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
    });
    await page.reload();
    const asked = [];
    page.on('request', request => asked.push(request.url()));
    await context.run(body, data);
    const outside = asked.filter(url => !url.startsWith('blob:') && !/\/tests\/|\/pkg\/index\.js$/.test(url));
    assert.deepEqual(outside, [`${context.origin}/pkg/inline.js`]);
  });
}

inlineTest('everything in one module: a run with an approval, from a page that may connect to nothing', async ({ load, equal, states }) => {
  const inline = await load('/pkg/inline.js');
  const sandbox = inline.createSandbox({ functions: { mail: { approval: true, execute: input => ({ sent: input }) } } });
  const card = await sandbox.run({
    code: 'const sent = []; for (const to of ["a", "b"]) sent.push(mail({ to })); return Promise.all(sent)',
    approval: { mode: 'collect' },
  });
  equal(
    card.pending.map(call => call.input),
    [{ to: 'a' }, { to: 'b' }],
  );
  const done = await card.resume({ all: 'approve' });
  equal([done.status, done.value, states(done)], ['completed', [{ sent: { to: 'a' } }, { sent: { to: 'b' } }], ['fulfilled', 'fulfilled']]);
  await sandbox.dispose();
});

inlineTest('each address a worker was started from is given back', async ({ load, equal }) => {
  const open = new Set();
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = blob => {
    const address = createObjectURL.call(URL, blob);
    open.add(address);
    return address;
  };
  URL.revokeObjectURL = address => {
    open.delete(address);
    revokeObjectURL.call(URL, address);
  };
  const inline = await load('/pkg/inline.js');
  equal(open.size, 0);
  const sandbox = inline.createSandbox({ warm: 0 });
  const results = await Promise.all([1, 2, 3].map(input => sandbox.run({ code: 'return input', input })));
  equal(
    results.map(result => result.value),
    [1, 2, 3],
  );
  const killed = await sandbox.run({ code: 'for (;;);', limits: { timeoutMs: 50 } });
  equal(killed.error.name, 'Timeout');
  await sandbox.dispose();
  equal(open.size, 0);
});

test('both entries can be imported where no page is, and say so when they are to run there', () => {
  for (const entry of ['index', 'inline']) {
    const program = `
      const { createSandbox } = await import(${JSON.stringify(`file://${root}pkg/${entry}.js`)});
      const sandbox = createSandbox();
      await sandbox.run({ code: 'return 1' }).then(() => process.exit(1), error => console.log(error.name, error.message));
      await sandbox.dispose();`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
    assert.match(said, /^StartFailed there are no web workers here/);
  }
});
