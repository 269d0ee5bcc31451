/*
 * Owns where things are: the checkout, the cache, cargo's target folder, the tools set-up installed, and the environment
 * every child process gets. What must hold: plain Node, no dependency (set-up runs before npm does); a CARGO_TARGET_DIR
 * that is already set is honoured. Deliberately absent: anything that writes.
 */
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export const wasmTarget = 'wasm32-unknown-unknown';

/**
 * Build output and tools of this project, none of it results. In CI each run is a fresh clone, so there the cache lies
 * outside the checkout.
 */
export const cache =
  process.env.COUNTERSIGN_CACHE ||
  (process.env.CI === 'true' ? join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'countersign') : join(root, '.cache'));

const sharedCache = Boolean(process.env.COUNTERSIGN_CACHE) || process.env.CI === 'true';

export const cargoTarget = process.env.CARGO_TARGET_DIR || (sharedCache ? join(cache, 'cargo') : join(root, 'target'));

/** Tools are installed into the cache, one folder each, so that another project's versions stay as they are. */
export const toolRoot = join(cache, 'tools');

/** The environment of child processes: cargo's own binaries and our tools are found, whatever shell started us. */
export function childEnv() {
  const cargoBin = join(process.env.CARGO_HOME || join(homedir(), '.cargo'), 'bin');
  const tools = existsSync(toolRoot) ? readdirSync(toolRoot).map(name => join(toolRoot, name, 'bin')) : [];
  const path = [...tools, process.env.PATH ?? '', cargoBin].join(delimiter);
  return { ...process.env, PATH: path, CARGO_TARGET_DIR: cargoTarget };
}

/** The first executable of that name on the children's path. */
export function which(name, path = childEnv().PATH) {
  for (const folder of path.split(delimiter)) {
    const file = join(folder, name);
    if (folder && existsSync(file)) return file;
  }
  return undefined;
}

/** A development tool from node_modules. */
export const nodeTool = name => join(root, 'node_modules', '.bin', name);
