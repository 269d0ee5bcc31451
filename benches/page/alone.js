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
    const functions = { echo: input => input, write: { approval: true, execute: input => input } };
    const program = code ? { code, functions } : [...programs, ...micro].find(each => each.name === name);
    const took = [];
    for (let at = 0; at < times; at += 1) {
      const began = performance.now();
      let result = await sandbox.run({ code: program.code, functions: program.functions ?? {}, approval: { mode: 'collect' } });
      while (result.status === 'pending') result = await result.resume({ all: 'approve' });
      if (result.status !== 'completed') throw result.error;
      took.push(performance.now() - began);
    }
    return took;
  },
};
