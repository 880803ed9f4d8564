import type { Element } from '../trust/der.ts';
import { elementAt } from '../trust/der.ts';

const CONSTRUCTED = 0x20;
const HIGH_TAG = 0x1f;
const INDEFINITE = 0x80;

/** Whether the length of an element is indefinite: octets behind its content end it (X.690, 8.1.3.6). */
export const isIndefinite = ({ bytes }: Element): boolean => bytes[1] === INDEFINITE;

/**
 * The element in BER at an offset: real authorities give the outer elements of a CMS indefinite lengths. Throws Error if it is
 * malformed.
 */
export function berElementAt(bytes: Buffer, offset: number): Element {
  if (bytes[offset + 1] !== INDEFINITE) return elementAt(bytes, offset);
  const tag = bytes[offset] ?? 0;
  if ((tag & CONSTRUCTED) === 0 || (tag & HIGH_TAG) === HIGH_TAG) throw new Error('it is not BER');
  const from = offset + 2;
  let to = from;
  while (bytes[to] !== 0 || bytes[to + 1] !== 0) to += berElementAt(bytes, to).bytes.length;
  return { tag, bytes: bytes.subarray(offset, to + 2), content: bytes.subarray(from, to) };
}

/** The elements of a content in BER. Throws Error if one is malformed. */
export function berElementsOf(content: Buffer): Element[] {
  const elements: Element[] = [];
  for (let offset = 0; offset < content.length; ) {
    const element = berElementAt(content, offset);
    elements.push(element);
    offset += element.bytes.length;
  }
  return elements;
}

/**
 * Whether bytes hold more than `most` elements at any depth, each of which costs a parser an object. A tag of several octets,
 * which a CMS never has, counts as too many: its length would be read at another place than a parser reads it.
 */
export function hasMoreElements(bytes: Buffer, most: number): boolean {
  let count = 0;
  for (let offset = 0; offset < bytes.length; count += 1) {
    const isLongTag = ((bytes[offset] ?? 0) & HIGH_TAG) === HIGH_TAG;
    if (count >= most || isLongTag) return true;
    offset = nextOffset(bytes, offset);
  }
  return false;
}

/** Where the next element begins: in one that holds others, or behind one that does not. */
function nextOffset(bytes: Buffer, offset: number): number {
  const [tag = 0, first = 0] = bytes.subarray(offset, offset + 2);
  const from = offset + 2 + Math.max(first - INDEFINITE, 0);
  if ((tag & CONSTRUCTED) !== 0) return from;
  if (first < INDEFINITE) return from + first;
  return bytes.subarray(offset + 2, from).reduce((sum, octet) => sum * 256 + octet, from);
}
