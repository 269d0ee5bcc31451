/*
 * Owns the static server of the demo and the page tests. What must hold: every answer carries the strict policy a careful app would
 * send; no path leads out of the folders it was given; it listens on this machine only.
 */
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

export const strictPolicy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
};

/**
 * Serves each folder of `folders` (`{ '/pkg/': folder }`; the longest prefix that fits wins). `pages` are texts by path.
 * Port 0 takes a free one, and `policy` the place of the strict one; `extra` headers come on top of every file's. Answers with `{ origin, close }`. What `handlers` has for a path is its own affair, but for the policy.
 */
export async function serve({ folders, pages = {}, redirects = {}, port = 0, policy = strictPolicy, handlers = {}, extra = {} }) {
  const prefixes = Object.keys(folders).sort((a, b) => b.length - a.length);
  const server = createServer((request, response) => {
    answer(request, response).catch(error => {
      if (response.headersSent) response.destroy();
      else send(response, 500, 'text/plain', `${error.message}\n`);
    });
  });

  function send(response, status, type, text) {
    response.writeHead(status, { ...headers(policy, type, Buffer.byteLength(text)), ...extra }).end(text);
  }

  async function answer(request, response) {
    const handler = Object.hasOwn(handlers, pathOf(request.url) ?? '') ? handlers[pathOf(request.url)] : undefined;
    response.setHeader('content-security-policy', policy);
    if (handler) return handler(request, response);
    if (request.method !== 'GET' && request.method !== 'HEAD') return send(response, 405, 'text/plain', 'only GET and HEAD\n');
    const path = pathOf(request.url);
    if (Object.hasOwn(pages, path)) return send(response, 200, types['.html'], pages[path]);
    if (Object.hasOwn(redirects, path)) return response.writeHead(302, { location: redirects[path] }).end();
    const prefix = prefixes.find(name => path?.startsWith(name));
    const file = prefix && (await fileIn(folders[prefix], path.slice(prefix.length)));
    if (!file) return send(response, 404, 'text/plain', 'not found\n');
    const type = types[extname(file.path)] ?? 'application/octet-stream';
    response.writeHead(200, { ...headers(policy, type, file.size), ...extra });
    if (request.method === 'HEAD') return response.end();
    // A browser that goes away in the middle is nobody's error.
    await pipeline(createReadStream(file.path), response).catch(() => {});
  }

  await new Promise((ready, failed) => server.once('error', failed).listen(port, '127.0.0.1', ready));
  const close = () =>
    new Promise(done => {
      server.close(done);
      server.closeAllConnections();
    });
  return { origin: `http://127.0.0.1:${server.address().port}`, close };
}

function pathOf(url) {
  try {
    return decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return undefined;
  }
}

/** The file, if it lies inside the folder once every link is followed. A folder's own page is index.html. */
async function fileIn(folder, name) {
  const base = await realpath(folder).catch(() => undefined);
  if (!base || name.includes('\0')) return undefined;
  const path = await realpath(join(base, name.endsWith('/') || name === '' ? `${name}index.html` : name)).catch(() => undefined);
  if (!path?.startsWith(base + sep)) return undefined;
  const found = await stat(path);
  return found.isFile() ? { path, size: found.size } : undefined;
}

const headers = (policy, type, size) => ({
  'content-type': type,
  'content-length': size,
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
});
