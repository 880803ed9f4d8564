import { createHash } from 'node:crypto';
import { fromBER } from 'asn1js';
import { CheckFailed } from './problem.ts';
import type { SignedField } from './signed-field.ts';

const SUB_FILTERS = ['ETSI.CAdES.detached', 'adbe.pkcs7.detached'];
const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;

/** The bytes that a signature speaks for. */
export interface SignedBytes {
  readonly sha256: string;
  readonly cms: Buffer;
  /** Where the signed revision ends. */
  readonly end: number;
}

function fail(code: string, message: string): never {
  throw new CheckFailed(code, message);
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
  if (contents.subarray(offset).some((byte) => byte !== 0)) {
    fail('PADDING', 'there is something behind the signature');
  }
  return contents.subarray(0, offset);
}

type Range = { readonly from: number; readonly to: number; readonly end: number };

function rangeOf(byteRange: readonly number[], fileLength: number): Range {
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
 * The bytes that a field's signature covers: everything from the file's start to the revision's end but
 * the signature's own hexadecimal string (ISO 32000-2, 12.8.1). Throws CheckFailed.
 */
export function readSignedBytes(file: Buffer, signed: SignedField): SignedBytes {
  if (!SUB_FILTERS.includes(signed.subFilter ?? '') || signed.filter === undefined) {
    fail('SUB_FILTER', `signatures of the kind ${signed.subFilter ?? 'unknown'} are not checked`);
  }
  const { from, to, end } = rangeOf(signed.byteRange, file.length);
  if (!hexBetween(file, from, to).equals(signed.contents)) {
    fail('BYTE_RANGE', "the signed ranges leave out something other than the field's signature");
  }
  const hash = createHash('sha256').update(file.subarray(0, from)).update(file.subarray(to, end));
  return { sha256: hash.digest('hex'), cms: cmsIn(signed.contents), end };
}
