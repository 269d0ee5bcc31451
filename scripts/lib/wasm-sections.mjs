/*
 * Owns reading a WebAssembly module as its sections, and writing it back: as much of the binary format as the snapshot needs. What must hold:
 * sections that nobody changed come out byte for byte. Source of the format: the WebAssembly core specification, chapter "Binary Format".
 */

export const sectionId = { custom: 0, import: 2, table: 4, memory: 5, global: 6, code: 10, data: 11, dataCount: 12 };

const HEADER_BYTES = 8;

/** `[{ id, body }]`, in order. */
export function readSections(module) {
  const sections = [];
  for (let at = HEADER_BYTES; at < module.length; ) {
    const size = readUnsigned(module, at + 1);
    sections.push({ id: module[at], body: module.subarray(size.next, size.next + size.value) });
    at = size.next + size.value;
  }
  return sections;
}

export function writeSections(header, sections) {
  const parts = sections.flatMap(({ id, body }) => [Buffer.of(id), unsigned(body.length), body]);
  return Buffer.concat([header.subarray(0, HEADER_BYTES), ...parts]);
}

/** LEB128 without sign, at most 32 bits. */
export function readUnsigned(bytes, at) {
  let value = 0;
  for (let shift = 0, next = at; ; shift += 7) {
    const byte = bytes[next++];
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, next };
  }
}

export function unsigned(value) {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) | 0x80);
  }
}

/** LEB128 with sign. Addresses above 2 GB are negative. */
export function signed(value) {
  const bytes = [];
  for (let rest = value | 0; ; rest >>= 7) {
    if (rest >= -64 && rest < 64) return Buffer.from([...bytes, rest & 0x7f]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}

export function readSigned(bytes, at) {
  let value = 0;
  for (let shift = 0, next = at; ; ) {
    const byte = bytes[next++];
    value |= (byte & 0x7f) << shift;
    shift += 7;
    if (byte < 0x80) return { value: shift < 32 && byte & 0x40 ? value | (-1 << shift) : value, next };
  }
}
