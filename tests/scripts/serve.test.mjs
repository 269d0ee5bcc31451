/* The server of the demo and the page tests: what it serves, what it refuses, what it always says. */
import { strict as assert } from 'node:assert';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { serve, strictPolicy } from '../../scripts/lib/serve.mjs';

const place = mkdtempSync(join(tmpdir(), 'countersign-serve-'));
let server;

before(async () => {
  for (const folder of ['www', 'pkg', 'pkg-secret']) mkdirSync(join(place, folder));
  const files = { 'www/index.html': '<p>', 'www/a b.js': '1', 'pkg/e.wasm': 'x', 'pkg-secret/key': 'k', secret: 's' };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text);
  symlinkSync(join(place, 'secret'), join(place, 'www/link'));
  const folders = { '/www/': join(place, 'www'), '/pkg/': join(place, 'pkg'), '/none/': join(place, 'none') };
  server = await serve({ folders, redirects: { '/': '/www/' } });
});
after(async () => {
  await server.close();
  rmSync(place, { recursive: true });
});

/** By hand: fetch would tidy the path up before it sends it. */
function get(path, method = 'GET') {
  const { port } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, method }, response => {
      let text = '';
      response.on('data', part => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    sent.on('error', reject).end();
  });
}

test('files come with their type and the policy', async () => {
  for (const [path, type] of [
    ['/www/', 'text/html; charset=utf-8'],
    ['/www/a%20b.js?x=1', 'text/javascript; charset=utf-8'],
    ['/pkg/e.wasm', 'application/wasm'],
  ]) {
    const { status, headers } = await get(path);
    assert.deepEqual([status, headers['content-type'], headers['content-security-policy']], [200, type, strictPolicy], path);
  }
});

test('the root leads to the page, and HEAD sends no body', async () => {
  const { status, headers } = await get('/');
  assert.deepEqual([status, headers.location], [302, '/www/']);
  assert.deepEqual((await get('/www/', 'HEAD')).text, '');
});

test('nothing outside the folders is served, by whatever path', async () => {
  const paths = [
    '/secret',
    '/www/../secret',
    '/www/%2e%2e/secret',
    '/www/..%2fsecret',
    '/www/link',
    '/pkg/../pkg-secret/key',
    '/pkg-secret/key',
  ];
  paths.push('/pkg/..%2fpkg-secret%2fkey', '/www/%00', '/www/%zz', '/none/x', '//etc/passwd', '/www');
  for (const path of paths) {
    const { status, text, headers } = await get(path);
    assert.deepEqual([status, text, headers['content-security-policy']], [404, 'not found\n', strictPolicy], path);
  }
});

test('only reading is allowed', async () => {
  assert.equal((await get('/www/', 'POST')).status, 405);
});
