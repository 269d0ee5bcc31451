/*
 * Owns what a page with one peer alone does: `globalThis.first` is the time from navigation to the first result; `globalThis.alone` is for
 * memory.mjs.
 */
import { orders } from '../programs/data.js';

let letGo;

export async function first(open) {
  try {
    const peer = open({});
    const value = await peer.run('return 1');
    globalThis.first = value === 1 ? performance.now() : `answered ${value}`;
    globalThis.alone = {
      async runs(count) {
        for (let at = 0; at < count; at += 1) await peer.run('return 1');
      },
      /** A run that has 10,000 records twice, and waits in a call until `letGo`. */
      hold: () =>
        new Promise((held, failed) => {
          const functions = {
            listOrders: () => orders(10_000),
            hold: () =>
              new Promise(done => {
                letGo = done;
                held();
              }),
          };
          peer
            .run(
              'const all = await listOrders();\nconst copy = all.map(each => ({ ...each }));\nawait hold();\nreturn copy.length;',
              functions,
            )
            .catch(failed);
        }),
      letGo: () => letGo(),
    };
  } catch (error) {
    globalThis.first = String(error?.message);
  }
}
