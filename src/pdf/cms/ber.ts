import type { Element } from '../trust/der.ts';
import { elementAt } from '../trust/der.ts';

const CONSTRUCTED = 0x20;
const HIGH_TAG = 0x1f;
const INDEFINITE = 0x80;

/** Whether an element's length is indefinite: end-of-contents octets close it (X.690, 8.1.3.6). */
export const isIndefinite = ({ bytes }: Element): boolean => bytes[1] === INDEFINITE;

/** Real authorities give a CMS's outer elements indefinite lengths. Throws Error if malformed. */
export function berElementAt(bytes: Buffer, offset: number): Element {
  if (bytes[offset + 1] !== INDEFINITE) return elementAt(bytes, offset);
  const tag = bytes[offset] ?? 0;
  if ((tag & CONSTRUCTED) === 0 || (tag & HIGH_TAG) === HIGH_TAG) throw new Error('it is not BER');
  const from = offset + 2;
  let to = from;
  while (bytes[to] !== 0 || bytes[to + 1] !== 0) to += berElementAt(bytes, to).bytes.length;
  return { tag, bytes: bytes.subarray(offset, to + 2), content: bytes.subarray(from, to) };
}

/** Throws Error if an element is malformed. */
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
 * Whether there are more than `most` elements at any depth: each costs a parser an object. A
 * multi-octet tag, which no CMS has, counts as too many: a parser would find its length elsewhere.
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

/** The start of the next element: inside a constructed one, after a primitive one. */
function nextOffset(bytes: Buffer, offset: number): number {
  const [tag = 0, first = 0] = bytes.subarray(offset, offset + 2);
  const from = offset + 2 + Math.max(first - INDEFINITE, 0);
  if ((tag & CONSTRUCTED) !== 0) return from;
  if (first < INDEFINITE) return from + first;
  return bytes.subarray(offset + 2, from).reduce((sum, octet) => sum * 256 + octet, from);
}
