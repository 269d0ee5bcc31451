/*
 * Owns reading how many tests a runner ran, from what it printed. What must hold: only a runner's own summary lines count; several
 * of them (cargo prints one for each test program) add up.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what is stripped
const strip = text => text.replaceAll(/\u001b\[[0-9;]*m/g, '');

const sum = (text, pattern) => [...strip(text).matchAll(pattern)].reduce((total, match) => total + Number(match[1]), 0);

/** cargo test, and wasm-bindgen's runner, which prints the same line. */
export const cargoCounts = text => ({
  passed: sum(text, /^test result: .*?(\d+) passed;/gm),
  failed: sum(text, /^test result: .*?(\d+) failed;/gm),
});

/** node --test, in its spec and its tap form. */
export const nodeCounts = text => ({
  passed: sum(text, /^(?:ℹ|#) pass (\d+)$/gm),
  failed: sum(text, /^(?:ℹ|#) (?:fail|cancelled) (\d+)$/gm),
});
