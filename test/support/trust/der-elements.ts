/** An element in DER with this first octet and content. */
export function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length = Buffer.alloc(5, 0x84);
  length.writeUInt32BE(content.length, 1);
  return Buffer.concat([Buffer.from([tag]), length, content]);
}

/** So many NULLs, the shortest elements. */
export const emptyElements = (count: number): Buffer =>
  Buffer.alloc(2 * count, Buffer.from([0x05, 0x00]));
