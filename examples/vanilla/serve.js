/* Any static server will do. This one sends the policy that a careful app would: npm start, or PORT=8080 npm start. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
const headers = { 'content-security-policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" };

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  const path = normalize(pathname === '/' ? '/index.html' : decodeURIComponent(pathname));
  try {
    const body = await readFile(join(import.meta.dirname, path));
    response.writeHead(200, { ...headers, 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(body);
  } catch {
    response.writeHead(404).end('not found');
  }
});
server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
