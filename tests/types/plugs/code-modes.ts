/* The interfaces of other code modes: what is given fits where their packages expect it. */
import type { Executor } from '@cloudflare/codemode';
import { createBrowserCodeTool } from '@cloudflare/codemode/browser';
import { toolDefinition } from '@tanstack/ai';
import { createCodeMode, type IsolateDriver } from '@tanstack/ai-code-mode';
import { createSandbox } from 'countersign';
import { codemodeExecutor, gated } from 'countersign/codemode';
import { isolateDriver } from 'countersign/tanstack';
import { z } from 'zod';

const sandbox = createSandbox();
export const executor: Executor = codemodeExecutor(sandbox);
export const driver: IsolateDriver = isolateDriver(sandbox);

const remove = { description: 'Removes.', inputSchema: { type: 'object' as const }, needsApproval: true, execute: async () => 1 };
export const codemode = createBrowserCodeTool(gated(sandbox, { remove }));

const tools = [
  toolDefinition({ name: 'remove', description: 'Removes.', inputSchema: z.object({ id: z.number() }) }).server(async () => 1),
];
export const tanstack = createCodeMode({ driver: isolateDriver(sandbox, { tools }), tools });
