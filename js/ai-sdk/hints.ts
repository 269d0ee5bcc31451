/*
 * Owns what the hints of an MCP server do: they raise the bar, and lower none that the app set. What must hold: who says nothing is asked about;
 * a server's word that something is harmless counts only where the app trusts that server. Deliberately absent: calling anything.
 */
import type { FunctionSpec } from '../api.js';

/** `annotations` of an MCP tool. Whoever writes them writes what they like. */
export interface McpHints {
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly idempotentHint?: boolean | undefined;
  readonly openWorldHint?: boolean | undefined;
}

/** What the app says of a tool: as `approval` of a function. */
export type AppMark = FunctionSpec['approval'];

export interface HintOptions {
  /** The app's own marks, by the name of the tool. `false` says that it needs no approval; a hint that it is unsafe still asks. */
  approval?: Readonly<Record<string, AppMark>>;
  /** The app believes this server: its `readOnlyHint: true` then needs no approval where the app says nothing. */
  trusted?: boolean;
}

/** One mark, the strictest of what the app and the hints say. A server that calls its tool unsafe is always believed, in whatever words. */
export function markOf(hints: McpHints | undefined, app: AppMark, trusted: boolean): AppMark {
  if (app === true || hints?.readOnlyHint === false || hints?.destructiveHint) return true;
  return app ?? !(trusted && hints?.readOnlyHint === true);
}

/** What is not said is taken as the specification does: it may destroy, and it reaches out. */
export function sideEffectsOf(hints: McpHints | undefined): string[] {
  if (hints?.readOnlyHint === true && !hints.destructiveHint) return [];
  const { destructiveHint, openWorldHint } = hints ?? {};
  return [...(destructiveHint === false ? ['write'] : ['destructive']), ...(openWorldHint === false ? [] : ['external'])];
}
