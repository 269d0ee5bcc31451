/*
 * Owns the hostile inputs of the hunt: `hostile(seed)` is a request, all of it decided by the seed. What must hold: an input is hostile in what its code
 * is or does, and never in the options, which are right. Runs in Node and in a page.
 */
import { Chance } from '../peer/chance.mjs';
import { statements, written } from '../peer/random.mjs';
import { anything, family } from './deeds.mjs';
import { unending } from './endless.mjs';
import { giant } from './giants.mjs';
import { recursion } from './recursion.mjs';
import { deep, long, mutated, noise } from './source.mjs';
import { strange } from './strange.mjs';

const kinds = [
  ['anything', 20, anything],
  ['family', 14, family],
  ['strange', 16, strange],
  ['giant', 10, giant],
  ['unending', 7, unending],
  ['deep', 9, deep],
  ['long', 3, long],
  ['noise', 2, noise],
  ['mutated', 10, chance => mutated(chance, wild(chance))],
  ['recursion', 9, recursion],
];
const all = kinds.reduce((sum, [, share]) => sum + share, 0);

/** A program to be broken. */
function wild(chance) {
  const made = chance.below(6);
  if (made === 0) return strange(chance);
  if (made === 1) return recursion(chance).code;
  if (made === 2) return unending(chance);
  return `const log = console.log, encode = x => x;${written(statements(chance.below(1e6)))}`;
}

/** `{ seed, kind, code, limits, mode }`. */
export function hostile(seed) {
  const chance = new Chance(seed);
  let left = chance.below(all);
  const [name, , make] = kinds.find(([, share]) => (left -= share) < 0);
  const made = make(chance);
  const { kind, code } = typeof made === 'string' ? { kind: name, code: made } : made;
  const limits = {
    timeoutMs: chance.pick([300, 400, 600]),
    memoryBytes: chance.pick([16, 24, 64]) * 2 ** 20,
    ...(chance.percent(10) ? { logBytes: 500, valueBytes: 2_000, calls: 20 } : {}),
  };
  return { seed, kind, code, limits, mode: chance.pick(['deny', 'deny', 'pause', 'collect', 'collect']) };
}
