/* Tools of others, as the shapes they come in: what the package has beside the contract. */
import { type CallTool, createSandbox, type ForeignTool, type Functions, functionsFrom, toIdentifier } from 'countersign';

/** As the client of MCP's SDK types a tool. */
interface McpTool {
  [field: string]: unknown;
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema: { [keyword: string]: unknown; type: 'object'; properties?: Record<string, unknown> | undefined };
  annotations?: { [hint: string]: unknown; readOnlyHint?: boolean | undefined; destructiveHint?: boolean | undefined } | undefined;
}
declare const listed: McpTool[];
const callTool: CallTool = async (name, input, call) => ({ name, input, id: call.callId });
const fromServer: Functions = functionsFrom(listed, callTool);

/** `any`, as such libraries have it. */
type Input = ReturnType<typeof JSON.parse>;

/** As a tool set of a chat library types one. */
interface ChatTool {
  description?: string;
  inputSchema: object;
  needsApproval?: boolean | ((input: Input, options: { toolCallId: string }) => boolean | PromiseLike<boolean>);
  execute?: (input: Input, options: { toolCallId: string; messages: unknown[] }) => PromiseLike<string>;
  toModelOutput?: (output: unknown) => unknown;
}
declare const toolSet: Record<string, ChatTool>;
const own: ForeignTool = { description: 'x', approval: input => input.id > 1, execute: async ({ id }: { id: number }) => id };

export const sandbox = createSandbox({
  functions: { ...fromServer, chat: functionsFrom(toolSet), own: functionsFrom({ 'own-tool': own, bare: () => 1 }) },
});
export const name: string = toIdentifier('get-weather');

// @ts-expect-error a list needs names
functionsFrom([{ description: 'x' }], callTool);
// @ts-expect-error a mark is a boolean or a predicate
functionsFrom({ a: { execute: () => 1, approval: 'yes' } });
