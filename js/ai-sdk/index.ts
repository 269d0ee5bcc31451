/*
 * Owns what `countersign/ai-sdk` offers, all of it and nothing else. What must hold: importing it does nothing, and needs no other package.
 */
export {
  type AddToolOutput,
  type ClientTool,
  type CodeTool,
  type CodeToolOptions,
  clientTool,
  codeTool,
  type ExecutedTool,
} from './code-tool.js';
export type { AppMark, HintOptions, McpHints } from './hints.js';
export { functionsFromMcp, type McpCall, type McpResult, type McpTool } from './mcp.js';
export type { CodeOutput } from './output.js';
export type { CodeInput, CodeInputSchema } from './schemas.js';
export { functionsFromTools, type SdkTool, type ToolOptions } from './tools.js';
