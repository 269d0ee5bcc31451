/*
 * Owns the end of a cold start: `globalThis.first` is the time since navigation began.
 */
export async function first(open) {
  try {
    const value = await open({}).run('return 1');
    globalThis.first = value === 1 ? performance.now() : `answered ${value}`;
  } catch (error) {
    globalThis.first = String(error?.message);
  }
}
