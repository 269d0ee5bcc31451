/* Owns chance that is the same for the same seed. */
export class Chance {
  #state;

  constructor(seed) {
    this.#state = (seed * 0x9e3779b1 + 0x7f4a7c15) >>> 0;
  }

  #next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** A whole number from 0 to below `limit`. */
  below(limit) {
    return this.#next() % limit;
  }

  percent(share) {
    return this.below(100) < share;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  /** Some of a list, in its order. */
  some(list, count) {
    const left = list.map((_, at) => at);
    while (left.length > count) left.splice(this.below(left.length), 1);
    return left.map(at => list[at]);
  }
}
