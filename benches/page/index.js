/*
 * Owns the page of the benchmark, in which all peers live side by side: what there is to measure, and measuring one thing of one peer. The
 * driver (benches/bench.mjs) decides what is measured when.
 */
import { open as codemode } from '../peers/codemode.js';
import { open as countersign } from '../peers/countersign.js';
import { open as platform } from '../peers/platform.js';
import { open as quickjs } from '../peers/quickjs.js';
import { collect, dependent, replay } from './collect.js';
import { openPing } from './ping.js';
import { microItems, programItems } from './programs.js';
import { calls, warm } from './warm.js';

const items = [...warm, ...calls, ...collect, ...replay, dependent, ...programItems, ...microItems];

let peers;

globalThis.bench = {
  items: items.map(({ group, name, peers, warmsUp = false }) => ({ group, name, peers, warmsUp })),
  async open() {
    peers = {
      countersign: countersign({}),
      quickjs: quickjs({}),
      codemode: codemode({}),
      platform: platform({}),
      'platform-fresh': platform({}, { fresh: true }),
      ping: openPing(),
    };
    for (const [name, peer] of Object.entries(peers)) if (name !== 'ping') await peer.run('return 1');
    await new Promise(done => setTimeout(done, 200));
  },
  /** Milliseconds by part: `{ '': 3.5 }`, or several of one run. */
  measure: (at, peer) => items[at].measure(peers, peer),
  run: code => peers.countersign.run(code),
};
