/*
 * Owns the figures of a benchmark: what was measured of whom, by round, and what is made of them. What must hold: peers are compared within a
 * round and never across rounds, since a machine is now busier and now less so: a ratio is the median of the rounds' ratios.
 */

export class Samples {
  #rows = new Map();
  failures = [];

  add(group, name, peer, round, ms) {
    const key = `${group}\0${name}`;
    if (!this.#rows.has(key)) this.#rows.set(key, { group, name, peers: {} });
    const { peers } = this.#rows.get(key);
    peers[peer] ??= [];
    (peers[peer][round] ??= []).push(ms);
  }

  /** What a peer could not do, or answered wrongly: once, however many rounds it happens in. */
  fail(group, name, peer, message) {
    if (!this.failures.some(each => each.name === name && each.peer === peer)) this.failures.push({ group, name, peer, message });
  }

  /** Plain JSON: for each row and peer one figure a round, the median of what was measured in it. */
  rows() {
    const perRound = rounds => Array.from(rounds, found => (found ? median(found) : null));
    return [...this.#rows.values()].map(({ group, name, peers }) => ({
      group,
      name,
      peers: Object.fromEntries(Object.entries(peers).map(([peer, rounds]) => [peer, perRound(rounds)])),
    }));
  }
}

/** Several reports as one with all their rounds. Of sizes and memory the first counts. */
export function merged(reports) {
  const samples = new Samples();
  let before = 0;
  for (const { rounds, rows, failures } of reports) {
    for (const { group, name, peers } of rows)
      for (const [peer, found] of Object.entries(peers))
        for (const [round, ms] of found.entries()) if (ms !== null) samples.add(group, name, peer, before + round, ms);
    for (const { group, name, peer, message } of failures) samples.fail(group, name, peer, message);
    before += rounds;
  }
  return { ...reports[0], rounds: before, rows: samples.rows(), failures: samples.failures };
}

const known = numbers => numbers.filter(each => each !== null && each !== undefined);

export function median(numbers) {
  const sorted = known(numbers).sort((a, b) => a - b);
  if (sorted.length === 0) return undefined;
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export const least = numbers => Math.min(...known(numbers));
export const most = numbers => Math.max(...known(numbers));

/** How many times as long `a` takes as `b`, or undefined where one was not measured. */
export function ratio(a, b) {
  if (!a || !b) return undefined;
  return median(a.map((each, round) => (each && b[round] ? each / b[round] : null)));
}

export const geometricMean = numbers => Math.exp(numbers.reduce((sum, each) => sum + Math.log(each), 0) / numbers.length);
