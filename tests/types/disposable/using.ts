/* Where the compiler's library has the symbol, a sandbox is left as soon as its block is. */
import { createSandbox, type Sandbox } from 'countersign';
import { createSandbox as createInline } from 'countersign/inline';

export async function once(code: string): Promise<string> {
  await using sandbox = createSandbox();
  await using other = createInline();
  const both: Sandbox[] = [sandbox, other];
  const results = await Promise.all(both.map(each => each.run<number>({ code })));
  return results.map(result => result.status).join();
}

export function wrong(): void {
  // @ts-expect-error it takes time to go away, so it is awaited
  using sandbox = createSandbox();
  void sandbox;
}
