/*
 * Owns finding Chromium and its driver, and the switches both kinds of browser test start it with. What must hold: a path
 * named by a variable wins, and one that does not exist is an error, not a reason to take another browser.
 */
import { existsSync } from 'node:fs';
import { which } from './places.mjs';

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** As root Chromium starts only without its sandbox; the others keep it from looking for the network. */
export const switches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const findChrome = () => named('CHROME_PATH') ?? first(browsers);
export const findDriver = () => named('CHROMEDRIVER_PATH') ?? first(['chromedriver']);

function named(variable) {
  const path = process.env[variable];
  if (path && !existsSync(path)) throw new Error(`${variable} names ${path}, which does not exist`);
  return path || undefined;
}

const first = names => names.map(name => which(name)).find(Boolean);
