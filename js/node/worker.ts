/*
 * Owns the entry of the worker thread in Node. Deliberately absent: everything it does, which is serve.ts.
 */
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { serve } from '../serve.js';

async function read(url: URL): Promise<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = await readFile(url);
  return buffer.slice(byteOffset, byteOffset + byteLength);
}

if (!parentPort) throw new Error('this file is the entry of a worker thread; createSandbox starts it');
const port = parentPort;
port.on(
  'message',
  serve(message => port.postMessage(message), read),
);
