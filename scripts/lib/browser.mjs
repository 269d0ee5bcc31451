/*
 * Owns finding Chromium and its driver, and Firefox, and the switches both kinds of browser test start it with. What must hold: a path
 * named by a variable wins, and one that does not exist is an error, not a reason to take another browser.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, which } from './places.mjs';

/** WebDriver's settings, as wasm-pack by itself reads them too. As root Chromium starts only without its sandbox; the rest keeps it off the network. */
export const webdriver = JSON.parse(readFileSync(join(root, 'webdriver.json'), 'utf8'));

/** The same switches for whoever asks for headless in another way. */
export const switches = webdriver['goog:chromeOptions'].args.filter(name => name !== '--headless');

export const findChrome = () => named('CHROME_PATH') ?? first(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']);
export const findFirefox = () => named('FIREFOX_PATH') ?? first(['firefox-esr', 'firefox']);
export const findDriver = () => named('CHROMEDRIVER_PATH') ?? first(['chromedriver']);

function named(variable) {
  const path = process.env[variable];
  if (path && !existsSync(path)) throw new Error(`${variable} names ${path}, which does not exist`);
  return path || undefined;
}

const first = names => names.map(name => which(name)).find(Boolean);
