/* Functions in every accepted form, with inputs typed by their schemas. */
import { type CallContext, createSandbox, defineFunction, type FunctionSpec, type Functions, type JsonSchema } from 'countersign';
import { z } from 'zod';

interface Mail {
  to: string;
  subject: string;
}

export const sendMail = defineFunction({
  description: 'Sends a mail.',
  inputSchema: z.object({ to: z.string(), subject: z.string(), urgent: z.boolean().default(false) }),
  approval: input => input.to.endsWith('@example.com') === false,
  sideEffects: ['external'],
  summarize: input => `Mail to ${input.to}`,
  execute: async (input, call) => {
    // What the schema's default made of it.
    const urgent: boolean = input.urgent;
    const id: string = call.callId;
    return { id, urgent };
  },
});

const schema: JsonSchema = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };
export const remove = defineFunction<{ id: number }, boolean>({ inputSchema: schema, approval: true, execute: input => input.id > 0 });

const aSpec: FunctionSpec<Mail, void> = { execute: input => console.log(input.subject), needsApproval: async input => input.to !== '' };

const functions: Functions = {
  now: () => 1,
  add: ({ a, b }: { a: number; b: number }) => a + b,
  readAll: async (_input: undefined, call: CallContext) => (call.signal.aborted ? [] : [call.seq]),
  sendMail,
  remove,
  aSpec,
  fresh: { execute: () => 1, fresh: true, requiresApproval: false },
  sum: { execute: (numbers: number[]) => numbers.length, positional: true },
};

export const sandbox = createSandbox({ functions });
export const perRun = sandbox.run({ code: 'await add({ a: 1, b: 2 })', functions: { add: ({ a }: { a: number }) => a } });

export const wrongUses: Functions = {
  // @ts-expect-error a function, a spec or a namespace
  text: 'delete everything',
  // @ts-expect-error a mark is a boolean or a predicate
  marked: { execute: () => 1, approval: 'yes' },
  // @ts-expect-error a list of words
  effects: { execute: () => 1, sideEffects: 'external' },
};

defineFunction({
  inputSchema: z.object({ id: z.number() }),
  // @ts-expect-error the schema says there is no such field
  execute: input => input.name,
});
// @ts-expect-error nothing to execute
defineFunction({ inputSchema: z.object({ id: z.number() }), approval: true });
