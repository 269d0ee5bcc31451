/*
 * Owns tools of somebody else's as functions: any text for a name, as MCP servers and tool sets have them. What must hold: a tool has the same name in
 * `describe`, `run` and every later version, for it depends on nothing but its own; no two tools share one; no mark is lost.
 */
import type { CallTool, ForeignTool, FunctionSpec, Functions, HostFunction } from './api.js';
import { invalidOptions } from './errors.js';
import { isLikeMark, MARKS, read, SPEC_FIELDS } from './functions.js';
import { isTaken } from './names.js';
import { inWords, quote } from './words.js';

/**
 * The name a foreign tool goes by in code: each run of characters that no identifier has becomes `_`, and a name that is a word of the
 * language or a global of the guest gets `_` behind it. `get-weather` is `get_weather`, `github.create` is `github_create`, `delete` is `delete_`.
 */
export function toIdentifier(name: string): string {
  if (typeof name !== 'string') throw invalidOptions('name', `must be text; this is ${inWords(name)}`);
  // Nothing that is not seen, and one way to write each letter: names that differ look different. Two signs are in some versions of Unicode only.
  const plain = name.normalize('NFC').replace(/(?:[^\p{ID_Continue}$]|[\p{DI}\u30fb\uff65])+/gu, '_');
  const identifier = /^[\p{ID_Start}$_]/u.test(plain) ? plain : `_${plain}`;
  // `then` would be called by whoever awaits the namespace it may come to lie in.
  return isTaken(identifier) !== undefined || identifier === 'then' ? `${identifier}_` : identifier;
}

/** Foreign tools, a list with names or a record by name, as `functions` for `createSandbox`, `run` and `describe`. */
export function functionsFrom(
  tools: Iterable<ForeignTool & { readonly name: string }> | { readonly [name: string]: ForeignTool | HostFunction },
  callTool?: CallTool,
): Functions {
  const functions: Record<string, HostFunction | FunctionSpec> = {};
  const owners = new Map<string, string>();
  for (const [name, tool] of named(tools)) {
    const path = `tools[${quote(name)}]`;
    const identifier = toIdentifier(name);
    const owner = owners.get(identifier);
    if (owner === name) throw invalidOptions(path, 'there are two tools of this name; leave one out or rename it');
    if (owner !== undefined)
      throw invalidOptions(path, `in code it would be \`${identifier}\`, and so would ${quote(owner)}; rename one of the two`);
    owners.set(identifier, name);
    functions[identifier] = functionOf(tool, name, identifier, callTool, path);
  }
  return functions;
}

function named(tools: unknown): [string, unknown][] {
  if (typeof tools !== 'object' || tools === null)
    throw invalidOptions('tools', `expected a list or a record of tools; this is ${inWords(tools)}`);
  if (!(Symbol.iterator in tools)) return Object.keys(tools).map(name => [name, read(tools, name, `tools[${quote(name)}]`)]);
  return [...(tools as Iterable<unknown>)].map((tool, at) => {
    const name = typeof tool === 'object' && tool !== null ? read(tool, 'name', `tools[${at}].name`) : undefined;
    if (typeof name !== 'string') throw invalidOptions(`tools[${at}].name`, `expected the tool's name; this is ${inWords(name)}`);
    return [name, tool];
  });
}

function functionOf(tool: unknown, name: string, identifier: string, callTool: CallTool | undefined, path: string): FunctionSpec {
  if ((typeof tool !== 'object' && typeof tool !== 'function') || tool === null)
    throw invalidOptions(path, `expected a tool; this is ${inWords(tool)}`);
  const isBare = typeof tool === 'function';
  const execute: unknown = isBare ? tool : (read(tool, 'execute', `${path}.execute`) ?? called(callTool, name));
  if (typeof execute !== 'function')
    throw invalidOptions(
      `${path}.execute`,
      `expected a function; this is ${inWords(execute)}. For tools without, functionsFrom(tools, callTool) says how they are run`,
    );
  const spec: Record<string, unknown> = { execute: ofTool(execute, tool) };
  for (const field of [...(isBare ? MARKS : SPEC_FIELDS), ...Object.keys(tool).filter(isLikeMark)]) {
    const value = read(tool, field, `${path}.${field}`);
    if (value !== undefined) spec[field] = typeof value === 'function' && !field.endsWith('Schema') ? ofTool(value, tool) : value;
  }
  const hints = isBare ? undefined : read(tool, 'annotations', `${path}.annotations`);
  // Whatever is said there for yes.
  if (typeof hints === 'object' && hints !== null && read(hints, 'destructiveHint', `${path}.annotations.destructiveHint`))
    spec.approval = true;
  const { description } = spec;
  const origin = `Original name: ${quote(name)}`;
  if (identifier !== name && (description === undefined || typeof description === 'string'))
    spec.description = description ? `${description}\n${origin}` : origin;
  return spec as unknown as FunctionSpec;
}

const called = (callTool: CallTool | undefined, name: string): HostFunction | undefined =>
  callTool && ((input, call) => callTool(name, input, call));

/** A tool's own methods see it as `this`. */
const ofTool =
  (method: unknown, tool: object) =>
  (...args: unknown[]): unknown =>
    Reflect.apply(method as () => unknown, tool, args);
