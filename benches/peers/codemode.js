/*
 * Owns `@cloudflare/codemode/browser` as a peer: its executor, a sandboxed iframe for each run. It ends a run after its timeout, but code that
 * never yields keeps the page's thread or the frame's; it drops tools that need approval; the page's policy must allow 'unsafe-eval'.
 */
import { IframeSandboxExecutor } from '@cloudflare/codemode/browser';

export function open(functions) {
  const executor = new IframeSandboxExecutor({ timeout: 300_000 });
  return {
    async run(code, own = functions) {
      const names = Object.keys(own).join(', ');
      const program = `async () => {\nconst { ${names} } = codemode;\n${code}\n}`;
      const { result, error } = await executor.execute(program, [{ name: 'codemode', fns: own }]);
      if (error !== undefined) throw new Error(error);
      return result;
    },
    close() {},
  };
}
