/*
 * Owns telling the page about an error of the app's own code that must not change a run: a listener's, a store's at the end.
 */
export function report(error: unknown): void {
  if (typeof globalThis.reportError === 'function') globalThis.reportError(error);
  else console.error(error);
}
