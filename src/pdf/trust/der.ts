import { fromBER } from 'asn1js';
import { oidOf } from '../cms/asn1.ts';

/** An element in DER (X.690): its first octet, all its bytes, and its content. */
export interface Element {
  readonly tag: number;
  readonly bytes: Buffer;
  readonly content: Buffer;
}

/** First octets of elements. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

const HIGH_TAG = 0x1f;
const LONG_LENGTH = 0x80;
const MAX_LENGTH_OCTETS = 4;

function malformed(): never {
  throw new Error('it is not DER');
}

/** Where the content of the element at an offset is. Throws Error if it is malformed. */
function boundsAt(bytes: Buffer, offset: number): { readonly from: number; readonly to: number } {
  const tag = bytes[offset] ?? malformed();
  const first = bytes[offset + 1] ?? malformed();
  if ((tag & HIGH_TAG) === HIGH_TAG) malformed();
  const octets = first < LONG_LENGTH ? 0 : first - LONG_LENGTH;
  const from = offset + 2 + octets;
  if (first === LONG_LENGTH || octets > MAX_LENGTH_OCTETS || from > bytes.length) malformed();
  const to = from + (octets === 0 ? first : bytes.readUIntBE(offset + 2, octets));
  return to > bytes.length ? malformed() : { from, to };
}

/** The element at an offset. Throws Error if it is malformed. */
export function elementAt(bytes: Buffer, offset: number): Element {
  const { from, to } = boundsAt(bytes, offset);
  const tag = bytes[offset] ?? malformed();
  return { tag, bytes: bytes.subarray(offset, to), content: bytes.subarray(from, to) };
}

/**
 * The offset of the first of a content's elements whose own first element has this content, such as the entry of a revocation list
 * for a number; undefined if there is none. No objects are made: a list may have a hundred thousand entries.
 * Throws Error when it reaches bytes that are not DER.
 */
export function offsetByFirst(content: Buffer, first: Buffer): number | undefined {
  for (let offset = 0; offset < content.length; ) {
    const { from, to } = boundsAt(content, offset);
    const inner = boundsAt(content, from);
    if (inner.to > to) malformed();
    const isFound =
      inner.to - inner.from === first.length &&
      content.compare(first, 0, first.length, inner.from, inner.to) === 0;
    if (isFound) return offset;
    offset = to;
  }
  return undefined;
}

/**
 * The elements of a content, one by one: a revocation list may have a hundred thousand, too many for a tree of objects.
 * Throws Error when it reaches bytes that are not DER.
 */
export function* elementsOf(content: Buffer): Generator<Element> {
  for (let offset = 0; offset < content.length; ) {
    const element = elementAt(content, offset);
    yield element;
    offset += element.bytes.length;
  }
}

/** The one element that bytes hold. Throws Error if it is not one, or has another tag. */
export function elementIn(bytes: Uint8Array, tag: number): Element {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const element = elementAt(all, 0);
  return element.tag === tag && element.bytes.length === all.length ? element : malformed();
}

/** Most elements of a SEQUENCE that are read in one pass. Longer ones, such as the entries of a revocation list, is read one by one. */
export const MOST_ITEMS = 10_000;

/** The elements of a SEQUENCE. Throws Error if it is none, or has more than 10,000. */
export function itemsOf(element: Element | undefined): Element[] {
  if (element?.tag !== TAG.sequence) malformed();
  const items: Element[] = [];
  for (const item of elementsOf(element.content)) {
    if (items.length === MOST_ITEMS) malformed();
    items.push(item);
  }
  return items;
}

/** The object identifier in an element. Throws Error if it is none. */
export function oidIn(element: Element | undefined): string {
  return element ? (oidOf(fromBER(element.bytes).result) ?? malformed()) : malformed();
}

/** The value of a BOOLEAN. Throws Error if it is none. */
export function booleanIn(element: Element): boolean {
  return element.tag === TAG.boolean ? element.content[0] !== 0 : malformed();
}

const MAX_INTEGER_OCTETS = 4;

/** The value of a small INTEGER, primitive or with a context tag; a larger one counts as the largest. Throws Error if negative. */
export function smallInteger({ content }: Element): number {
  if (content.length === 0 || (content[0] ?? 0) >= LONG_LENGTH) malformed();
  if (content.length > MAX_INTEGER_OCTETS) return Number.MAX_SAFE_INTEGER;
  return content.readUIntBE(0, content.length);
}

const TIME = /^(\d{2,4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/;
const CENTURY_TURN = 50;

/** The time in a UTCTime or GeneralizedTime (RFC 5280, 4.1.2.5). Throws Error if it is neither. */
export function timeIn(element: Element | undefined): Date {
  const digits = element?.tag === TAG.utcTime ? 2 : 4;
  if (digits === 4 && element?.tag !== TAG.generalizedTime) malformed();
  const [, year = '', ...rest] =
    TIME.exec(element?.content.toString('latin1') ?? '') ?? malformed();
  if (year.length !== digits) malformed();
  const shortened = Number(year) < CENTURY_TURN ? '20' : '19';
  const century = digits === 4 ? '' : shortened;
  const [month, day, hour, minute, second] = rest;
  const time = new Date(`${century}${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time.getTime()) ? malformed() : time;
}
