/*
 * Owns the stopwatch.
 */
export async function timed(body) {
  const began = performance.now();
  await body();
  return performance.now() - began;
}

export const pause = ms => new Promise(done => setTimeout(done, ms));

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
