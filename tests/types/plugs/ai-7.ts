/* Version 7 of the AI SDK: what it takes, and what it has, fits. */
import {
  AbstractChat,
  type ChatInit,
  type ChatState,
  dynamicTool,
  jsonSchema,
  type LanguageModel,
  lastAssistantMessageIsCompleteWithToolCalls,
  streamText,
  type ToolSet,
  tool,
  type UIMessage,
} from 'ai-7';
import { createSandbox } from 'countersign';
import { type CodeOutput, clientTool, codeTool, functionsFromTools } from 'countersign/ai-sdk';
import { z } from 'zod';

const tools = {
  add: tool({ inputSchema: z.object({ a: z.number() }), execute: async ({ a }) => a + 1, needsApproval: ({ a }) => a > 3 }),
  plain: tool({ inputSchema: jsonSchema<{ id: number }>({ type: 'object' }), execute: ({ id }) => id }),
  late: dynamicTool({ inputSchema: z.object({}), execute: async () => 1 }),
} satisfies ToolSet;
const code = codeTool(createSandbox({ functions: functionsFromTools(tools, { approval: { plain: true } }) }));

export async function executed(model: LanguageModel): Promise<CodeOutput[]> {
  const result = streamText({ model, prompt: 'Go.', tools: { runCode: tool(code.tool) } });
  const outputs: CodeOutput[] = [];
  for await (const part of result.fullStream) {
    if (part.type === 'tool-result' && !part.dynamic) outputs.push(part.output);
    if (part.type === 'tool-call' && !part.dynamic) console.log(part.input.code.length);
  }
  return outputs;
}

export const served = (model: LanguageModel) => streamText({ model, prompt: 'Go.', tools: { runCode: clientTool('Runs code.') } });
export const both: ToolSet = { a: code.clientTool, b: code.tool };

class Chat extends AbstractChat<UIMessage> {}
export function open(state: ChatState<UIMessage>, init: ChatInit<UIMessage>): Chat {
  const chat: Chat = new Chat({
    ...init,
    state,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls,
    onToolCall: ({ toolCall }) => code.onToolCall(toolCall, chat.addToolOutput),
  });
  void code.restore(chat.messages, chat.addToolOutput);
  return chat;
}
