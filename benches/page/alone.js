/*
 * Owns the page of profile.mjs: this package alone, one program at a time.
 */
import { createSandbox } from '/pkg/index.js';
import { limits } from '../peers/countersign.js';
import { programs } from '../programs/index.js';
import { micro } from '../programs/micro.js';

const sandbox = createSandbox({ limits, maxWorkers: 1, warm: 1 });
await sandbox.run({ code: 'return 1' });

globalThis.alone = {
  async run(name, code, times) {
    const program = code ? { code, functions: { echo: input => input } } : [...programs, ...micro].find(each => each.name === name);
    const took = [];
    for (let at = 0; at < times; at += 1) {
      const began = performance.now();
      const result = await sandbox.run({ code: program.code, functions: program.functions ?? {} });
      if (result.status !== 'completed') throw result.error;
      took.push(performance.now() - began);
    }
    return took;
  },
};
