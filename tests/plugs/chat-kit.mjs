/*
 * Owns what the tests of the AI SDK are written with, for both of its versions: a model that says what it is told to, and a chat without a framework.
 * What must hold: everything between the model and the tool is the SDK's own.
 */
import * as ai6 from 'ai-6';
import * as test6 from 'ai-6/test';
import * as ai7 from 'ai-7';
import * as test7 from 'ai-7/test';

export const versions = [
  { version: 6, ai: ai6, simulate: ai6.simulateReadableStream, Model: test6.MockLanguageModelV3 },
  { version: 7, ai: ai7, simulate: ai7.simulateReadableStream, Model: test7.MockLanguageModelV4 },
];

const usage = { inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 }, outputTokens: { total: 1, text: 1, reasoning: 0 } };
const finish = unified => ({ type: 'finish', finishReason: { unified, raw: unified }, usage });
const start = { type: 'stream-start', warnings: [] };

/** A model that calls `toolName` with this input, and when it has the result says it. */
export function modelThatRuns({ simulate, Model }, input, { toolName = 'runCode', toolCallId = 'call-1' } = {}) {
  const called = [start, { type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input) }, finish('tool-calls')];
  const model = new Model({
    doStream: async ({ prompt }) => {
      const results = resultsIn(prompt);
      const said = { type: 'text-delta', id: 't', delta: JSON.stringify(results.at(-1)) };
      const text = [start, { type: 'text-start', id: 't' }, said, { type: 'text-end', id: 't' }, finish('stop')];
      return { stream: simulate({ chunks: results.length > 0 ? text : called, initialDelayInMs: null, chunkDelayInMs: null }) };
    },
  });
  return model;
}

/** What the model got from tools. */
export const resultsIn = prompt =>
  prompt.flatMap(({ role, content }) => (role === 'tool' ? content : [])).map(part => part.output?.value ?? part.output);

/** `useChat` without React: the SDK's chat, with state in plain fields. `tools` are the server's. */
export function chatOf({ ai }, { model, tools, messages = [], onToolCall }) {
  const state = {
    status: 'ready',
    error: undefined,
    messages,
    pushMessage: message => (state.messages = [...state.messages, message]),
    popMessage: () => (state.messages = state.messages.slice(0, -1)),
    replaceMessage: (at, message) => (state.messages = state.messages.map((other, index) => (index === at ? message : other))),
    snapshot: value => structuredClone(value),
  };
  const transport = {
    sendMessages: async ({ messages: given, abortSignal }) => {
      const result = ai.streamText({ model, tools, messages: await ai.convertToModelMessages(given), abortSignal });
      return result.toUIMessageStream();
    },
    reconnectToStream: async () => null,
  };
  class Chat extends ai.AbstractChat {}
  const chat = new Chat({
    state,
    transport,
    onToolCall: call => onToolCall(call, output => chat.addToolOutput(output)),
    sendAutomaticallyWhen: ai.lastAssistantMessageIsCompleteWithToolCalls,
    onError: error => {
      throw error;
    },
  });
  return chat;
}

export const textsOf = messages => messages.flatMap(({ parts }) => parts.filter(part => part.type === 'text').map(part => part.text));
export const toolPartOf = messages => messages.flatMap(({ parts }) => parts.filter(part => part.type.startsWith('tool-'))).at(-1);
