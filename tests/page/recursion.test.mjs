/*
 * Owns how code without an end to its recursion ends: by name, wherever it was. What must hold: never as a Deadlock, and never unseen.
 * Only a browser shows it: what ends such code there is the limit of the engine's heap.
 */
import { inPage } from './harness.mjs';

inPage('endless recursion is a StackOverflow, before and after an await, and beside the body', async ({ countersign, equal }) => {
  const sandbox = countersign.createSandbox({ functions: { r: input => input } });
  const endless = 'const f = () => f(); f();';
  const programs = [
    endless,
    `await r(1); ${endless}`,
    `await r(1); try { ${endless} } catch { return 'caught' }`,
    `(async () => { await null; ${endless} })(); await r(1); return 'unseen'`,
    `const f = async () => { await f() }; await f()`,
    `await null; [1].map(function f() { return [1].map(f) })`,
  ];
  for (const code of programs) {
    const result = await sandbox.run({ code });
    equal([code, result.status, result.error?.name], [code, 'failed', 'StackOverflow']);
    equal((await sandbox.run({ code: 'const f = n => (n ? 1 + f(n - 1) : 0); return f(10000)' })).value, 10000);
  }
  const { error } = await sandbox.run({ code: `await null; const kept = []; for (;;) kept.push('x'.repeat(10000) + kept.length)` });
  equal(error.name, 'MemoryLimit');
  await sandbox.dispose();
});
