/*
 * Owns the measuring of programs and single operations. What must hold: each answer is compared with the platform's, in every round.
 */
import { programs } from '../programs/index.js';
import { micro } from '../programs/micro.js';
import { timed } from './timed.js';

const answers = new Map();

function item(group, { name, code, functions = {} }) {
  return {
    group,
    name,
    warmsUp: true,
    peers: ['countersign', 'quickjs', 'codemode', 'platform'],
    async measure(peers, peer) {
      if (!answers.has(name)) answers.set(name, JSON.stringify(await peers['platform-fresh'].run(code, functions)));
      let value;
      const ms = await timed(async () => {
        value = await peers[peer].run(code, functions);
      });
      const text = JSON.stringify(value);
      if (text !== answers.get(name))
        throw new Error(`${name}: ${peer} answered ${text.slice(0, 200)}, the platform ${answers.get(name).slice(0, 200)}`);
      return { '': ms };
    },
  };
}

export const programItems = programs.map(each => item('programs', each));
export const microItems = micro.map(each => item('micro', each));
