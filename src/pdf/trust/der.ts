import { fromBER } from 'asn1js';
import { oidOf } from '../cms/asn1.ts';

/** A DER element (X.690). `tag` is its first octet. */
export interface Element {
  readonly tag: number;
  readonly bytes: Buffer;
  readonly content: Buffer;
}

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

/** Where an element's content is. Throws Error if it is malformed. */
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

/** Throws Error if the element is malformed. */
export function elementAt(bytes: Buffer, offset: number): Element {
  const { from, to } = boundsAt(bytes, offset);
  const tag = bytes[offset] ?? malformed();
  return { tag, bytes: bytes.subarray(offset, to), content: bytes.subarray(from, to) };
}

/**
 * Finds the element whose own first element has this content, such as a CRL entry. Creates no
 * objects: a CRL may have 100,000 entries. Throws Error when it reaches bytes that are not DER.
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

/** One by one: a CRL may have 100,000. Throws Error when it reaches bytes that are not DER. */
export function* elementsOf(content: Buffer): Generator<Element> {
  for (let offset = 0; offset < content.length; ) {
    const element = elementAt(content, offset);
    yield element;
    offset += element.bytes.length;
  }
}

/** The only element in the bytes. Throws Error if there are more or it has another tag. */
export function elementIn(bytes: Uint8Array, tag: number): Element {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const element = elementAt(all, 0);
  return element.tag === tag && element.bytes.length === all.length ? element : malformed();
}

/** Most elements read from a SEQUENCE. Longer ones, such as CRL entries, are read one by one. */
export const MOST_ITEMS = 10_000;

/** Throws Error if it is not a SEQUENCE, or has more than 10,000 elements. */
export function itemsOf(element: Element | undefined): Element[] {
  if (element?.tag !== TAG.sequence) malformed();
  const items: Element[] = [];
  for (const item of elementsOf(element.content)) {
    if (items.length === MOST_ITEMS) malformed();
    items.push(item);
  }
  return items;
}

/** Throws Error if it is not an object identifier. */
export function oidIn(element: Element | undefined): string {
  return element ? (oidOf(fromBER(element.bytes).result) ?? malformed()) : malformed();
}

/** Throws Error if it is not a BOOLEAN. */
export function booleanIn(element: Element): boolean {
  return element.tag === TAG.boolean ? element.content[0] !== 0 : malformed();
}

const MAX_INTEGER_OCTETS = 4;

/** An INTEGER with any tag; MAX_SAFE_INTEGER if over 4 octets. Throws Error if negative. */
export function smallInteger({ content }: Element): number {
  if (content.length === 0 || (content[0] ?? 0) >= LONG_LENGTH) malformed();
  if (content.length > MAX_INTEGER_OCTETS) return Number.MAX_SAFE_INTEGER;
  return content.readUIntBE(0, content.length);
}

const TIME = /^(\d{2,4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/;
const CENTURY_TURN = 50;

/** From UTCTime or GeneralizedTime (RFC 5280, 4.1.2.5). Throws Error for other types. */
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
