/*
 * Owns a value as a model is told it, who reads JSON. What must hold: nothing throws, and what JSON lacks is written as near to it as can be read.
 */

export function plain(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value, (_key, inner) => replaced(inner)) ?? 'null');
  } catch {
    return 'a value that JSON cannot hold';
  }
}

function replaced(value: unknown): unknown {
  if (typeof value === 'bigint' || value instanceof RegExp) return String(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (value instanceof Map || value instanceof Set) return [...value];
  if (value instanceof Error) return { name: value.name, message: value.message };
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return Array.from(value as Uint8Array);
  return value;
}
