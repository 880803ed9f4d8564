import { createHash } from 'node:crypto';
import { fromBER } from 'asn1js';
import { fail } from '../errors.ts';
import type { SignedField } from './signed-field.ts';

const SUB_FILTERS = ['ETSI.CAdES.detached', 'adbe.pkcs7.detached'];
const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;

/** What a signature leaves out: its own string, from its `<` to behind its `>`; and where its revision ends. */
export interface SignedRange {
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

/** The bytes that a signature speaks for. */
export interface SignedBytes extends SignedRange {
  readonly sha256: string;
  readonly cms: Buffer;
}

function hexBetween(file: Buffer, from: number, to: number): Buffer {
  const text = file.toString('latin1', from + 1, to - 1);
  const isHex =
    file[from] === LESS_THAN && file[to - 1] === GREATER_THAN && /^[\da-f]*$/i.test(text);
  if (!isHex) fail('BYTE_RANGE', 'the signed ranges leave out more than the signature');
  return Buffer.from(text, 'hex');
}

/** The CMS without its padding: it ends where its outermost element does, since BER may end in zeros. */
function cmsIn(contents: Buffer): Buffer {
  const { offset } = fromBER(new Uint8Array(contents));
  if (offset <= 0) fail('CMS_PARSE', 'the signature cannot be read');
  checkPadding(contents, offset);
  return contents.subarray(0, offset);
}

/** Throws PdfError PADDING unless there is nothing but zeros behind a CMS of so many bytes. */
export function checkPadding(contents: Buffer, length: number): void {
  if (contents.subarray(length).some((byte) => byte !== 0)) {
    fail('PADDING', 'there is something behind the signature');
  }
}

function rangeOf(byteRange: readonly number[], fileLength: number): SignedRange {
  const [start, from = 0, to = 0, length = 0] = byteRange;
  if (start !== 0 || byteRange.length !== 4) {
    fail('BYTE_RANGE', 'the signed ranges do not begin with the file');
  }
  const end = to + length;
  const isOrdered = 0 < from && from + 2 <= to && to < end && end <= fileLength;
  if (!byteRange.every(Number.isInteger) || !isOrdered) {
    fail('BYTE_RANGE', 'the signed ranges are out of order');
  }
  return { from, to, end };
}

/**
 * What a field's signature covers: everything from the file's start to the revision's end but the
 * signature's own hexadecimal string (ISO 32000-2, 12.8.1). Throws PdfError SUB_FILTER or BYTE_RANGE.
 */
export function readRange(file: Buffer, signed: SignedField): SignedRange {
  if (!SUB_FILTERS.includes(signed.subFilter ?? '') || signed.filter === undefined) {
    fail('SUB_FILTER', `signatures of the kind ${signed.subFilter ?? 'unknown'} are not checked`);
  }
  const range = rangeOf(signed.byteRange, file.length);
  if (!hexBetween(file, range.from, range.to).equals(signed.contents)) {
    fail('BYTE_RANGE', "the signed ranges leave out something other than the field's signature");
  }
  return range;
}

/** A field's signature with the hash of what it covers. Throws PdfError. */
export function readSignedBytes(file: Buffer, signed: SignedField): SignedBytes {
  const range = readRange(file, signed);
  const cms = cmsIn(signed.contents);
  const hash = createHash('sha256').update(file.subarray(0, range.from));
  const sha256 = hash.update(file.subarray(range.to, range.end)).digest('hex');
  return { ...range, sha256, cms };
}
