/*
 * Owns hostile code in a page, where the stack is that of a web worker and the clock is the page's: some inputs of tests/hunt/, and recursion through everything
 * that calls back. `SEEDS=500 FROM=777 node --test tests/page/hunt.test.mjs` tries other ones.
 */
import { inPage } from './harness.mjs';

const seeds = Number(process.env.SEEDS ?? 60);
const from = Number(process.env.FROM ?? 1);

for (let first = from; first < from + seeds; first += 60) {
  const data = { first, count: Math.min(60, from + seeds - first) };
  inPage(
    `hostile inputs ${first} to ${first + data.count - 1}`,
    async ({ countersign, equal, load, data }) => {
      const [{ hostile }, { hunt }] = await Promise.all([load('/tests/hunt/hostile.mjs'), load('/tests/hunt/hunt.mjs')]);
      const sandbox = countersign.createSandbox({ maxWorkers: 2, warm: 2 });
      await sandbox.warm();
      const finds = [];
      const inputs = Array.from({ length: data.count }, (_, at) => hostile(data.first + at));
      await hunt(sandbox, inputs, message => message.found && finds.push(message));
      equal(finds, []);
      await sandbox.dispose();
    },
    { data, needsPage: true },
  );
}

for (const part of [0, 1, 2, 3]) {
  inPage(
    `recursion through everything that calls back, part ${part}: honest code works, code without an end ends by name`,
    async ({ countersign, equal, ok, load, data }) => {
      const { ways, honest } = await load('/tests/hunt/recursion.mjs');
      const sandbox = countersign.createSandbox({ functions: { r: input => input }, maxWorkers: 2, warm: 2 });
      await sandbox.warm();
      const left = Object.entries(ways).filter((_, at) => at % 4 === data.part);
      const lane = async () => {
        for (let next = left.pop(); next; next = left.pop()) {
          const [name, way] = next;
          const fine = await sandbox.run({ code: `${way};\nawait go(${honest(name)}); return 1`, limits: { timeoutMs: 20_000 } });
          equal([name, fine.status, fine.error?.name], [name, 'completed', undefined]);
          // What builds a chain would build it for ever.
          const depth = /for \(let i|repeat\(/.test(way) ? 1e5 : Infinity;
          const { status, error } = await sandbox.run({
            code: `${way};\ntry { await go(${depth}) } catch (e) { return e.name }`,
            limits: { timeoutMs: 1_000, memoryBytes: 24 * 2 ** 20 },
          });
          ok(status === 'completed' || ['StackOverflow', 'MemoryLimit', 'Timeout'].includes(error.name), `${name}: ${error?.name}`);
        }
      };
      await Promise.all([lane(), lane()]);
      equal((await sandbox.run({ code: 'return 6 * 7' })).value, 42);
      await sandbox.dispose();
    },
    { data: { part }, needsPage: true },
  );
}
